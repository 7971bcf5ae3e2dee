// Part of core/codec/encode_walk.h: structures, arrays and values.
#pragma once

#include "core/codec/encode_walk.h"

#include <bit>

namespace brokerscope {

template <class Sink>
void EncodeWalk<Sink>::writeStruct(const StructLayout& layout, const DraftStruct* value, const FieldLayout* field,
                                   std::uint32_t start, std::uint8_t prefixSize) {
    m_sink.beginStruct(field, start, prefixSize);
    writeFields(layout, value, 0);
    m_sink.endStruct(m_out.position());
}

template <class Sink>
void EncodeWalk<Sink>::writeFields(const StructLayout& layout, const DraftStruct* value, std::uint32_t from) {
    if (value != nullptr && !value->overrides.empty()) {
        writeFieldsAsTold(layout, *value, from);
    } else {
        for (const FieldLayout& child : layout.fields) {
            if (child.spec->index >= from && !(child.spec->sizesRest && writeComputedSize(layout, value, child))) {
                writeField(child, valueOf(value, *child.spec), nullptr);
            }
        }
    }
    writeTags(layout, value);
}

// Fields that the version lacks stand where the definition has them.
template <class Sink>
void EncodeWalk<Sink>::writeFieldsAsTold(const StructLayout& layout, const DraftStruct& value, std::uint32_t from) {
    auto next = std::find_if(layout.fields.begin(), layout.fields.end(),
                             [from](const FieldLayout& field) { return field.spec->index >= from; });
    for (const FieldSpec& spec : layout.spec->fields) {
        const FieldOverride* told = overrideOf(&value, spec.index);
        if (spec.index < from) {
            continue;
        }
        if (next != layout.fields.end() && next->spec == &spec) {
            if (!spec.sizesRest || told != nullptr || !writeComputedSize(layout, &value, *next)) {
                writeField(*next, valueOf(&value, spec), told);
            }
            ++next;
        } else if (told != nullptr && told->write && !spec.versions.contains(m_forced.version())) {
            const FieldLayout& forced = m_forced.field(spec);
            if (forced.tag < 0) {
                writeField(forced, valueOf(&value, spec), told);
            }
        }
    }
}

// An untouched size counts what follows it: written once to know it, and once behind it. False where a value is told.
template <class Sink>
bool EncodeWalk<Sink>::writeComputedSize(const StructLayout& layout, const DraftStruct* value,
                                         const FieldLayout& field) {
    if (!std::holds_alternative<std::monostate>(valueOf(value, *field.spec))) {
        return false;
    }
    const std::uint32_t start = m_out.position();
    NullSink ignored;
    EncodeWalk<NullSink>(m_out, ignored, m_forced).writeFields(layout, value, field.spec->index + 1);
    const std::uint32_t size = m_out.position() - start;
    m_out.rewind(start);
    writeInteger(field, size);
    return true;
}

template <class Sink>
void EncodeWalk<Sink>::writeField(const FieldLayout& field, const DraftValue& value, const FieldOverride* told) {
    if (told != nullptr && told->bytes) {
        const std::uint32_t start = m_out.position();
        m_out.putBytes(*told->bytes);
        m_sink.overridden(&field, start, m_out.position() - start);
    } else if (field.isArray) {
        writeArray(field, value, told);
    } else if (field.type == FieldType::Struct) {
        writeStructField(field, value, false);
    } else if (fixedSize(field.type) != 0) {
        writeFixed(field, value);
    } else {
        writeBlob(field, value, told);
    }
}

// What a fixed-size field says, as the bits that are written; uuids apart.
inline std::uint64_t fixedBits(const FieldSpec& field, const DraftValue& value) {
    if (const auto* integer = std::get_if<std::int64_t>(&value)) {
        return field.type == FieldType::Float64 ? std::bit_cast<std::uint64_t>(static_cast<double>(*integer))
                                                : static_cast<std::uint64_t>(*integer);
    }
    if (field.type == FieldType::Float64) {
        const auto* real = std::get_if<double>(&value);
        const bool isUntouched = std::holds_alternative<std::monostate>(value) && !field.isArray;
        return std::bit_cast<std::uint64_t>(real != nullptr ? *real : isUntouched ? defaultReal(field) : 0.0);
    }
    return std::holds_alternative<std::monostate>(value) && !field.isArray
               ? static_cast<std::uint64_t>(defaultInteger(field))
               : 0;
}

inline Uuid uuidOf(const FieldSpec& field, const DraftValue& value) {
    if (const auto* id = std::get_if<Uuid>(&value)) {
        return *id;
    }
    return std::holds_alternative<std::monostate>(value) && !field.isArray ? defaultUuid(field) : Uuid{};
}

template <class Sink>
void EncodeWalk<Sink>::writeFixed(const FieldLayout& field, const DraftValue& value) {
    const std::uint32_t start = m_out.position();
    if (field.type == FieldType::Uuid) {
        m_out.putBytes(uuidOf(*field.spec, value).bytes);
        m_sink.uuid(&field, start);
        return;
    }
    writeInteger(field, fixedBits(*field.spec, value));
}

// The lowest bits of a number that is no uuid.
template <class Sink>
void EncodeWalk<Sink>::writeInteger(const FieldLayout& field, std::uint64_t bits) {
    const std::uint32_t start = m_out.position();
    if (field.encoding == FieldEncoding::Varint) {
        const std::int64_t number =
            field.type == FieldType::Int64 ? static_cast<std::int64_t>(bits) : static_cast<std::int32_t>(bits);
        m_out.putZigzag(number);
        m_sink.scalar(&field, start, m_out.position() - start, number);
        return;
    }
    const std::uint32_t size = fixedSize(field.type);
    std::uint8_t* const at = m_out.take(size);
    ByteWriter::storeFixed(at, bits, size);
    if constexpr (!std::is_same_v<Sink, NullSink>) {
        if (field.type == FieldType::Float64) {
            m_sink.real(&field, start, std::bit_cast<double>(bits));
        } else {
            m_sink.scalar(&field, start, size, readInteger(field.type, at));
        }
    }
}

template <class Sink>
std::uint8_t EncodeWalk<Sink>::writeLength(const FieldLayout& field, std::int64_t length, std::uint32_t classicSize) {
    if (field.encoding == FieldEncoding::Varint) {
        const std::uint32_t start = m_out.position();
        m_out.putZigzag(static_cast<std::int32_t>(length));
        return static_cast<std::uint8_t>(m_out.position() - start);
    }
    if (field.encoding == FieldEncoding::Rest) {
        return 0;
    }
    if (!field.compact) {
        m_out.putFixed(static_cast<std::uint64_t>(length), classicSize);
        return static_cast<std::uint8_t>(classicSize);
    }
    const auto raised = static_cast<std::uint32_t>(length + 1);
    m_out.putVarint(raised);
    return varintSize(raised);
}

template <class Sink>
void EncodeWalk<Sink>::writeBlob(const FieldLayout& field, const DraftValue& value, const FieldOverride* told) {
    const std::uint32_t start = m_out.position();
    const bool isText = field.type == FieldType::String;
    ByteView content;
    bool isNull = false;
    if (const auto* text = std::get_if<DraftText>(&value)) {
        content = asBytes(text->bytes);
    } else if (const auto* bytes = std::get_if<ByteBuffer>(&value)) {
        content = *bytes;
    } else if (std::holds_alternative<DraftNull>(value)) {
        isNull = true;
    } else if (std::holds_alternative<std::monostate>(value) && !field.isArray) {
        isNull = isDefaultNull(*field.spec);
        content = isText ? asBytes(defaultString(*field.spec)) : ByteView();
    }
    const std::int64_t length = told != nullptr && told->length ? *told->length
                                : isNull                        ? -1
                                                                : static_cast<std::int64_t>(content.size());
    const std::uint8_t prefixSize = writeLength(field, length, isText ? 2 : 4);
    m_out.putBytes(content);
    const NodeKind kind = isText                             ? NodeKind::String
                          : field.type == FieldType::Records ? NodeKind::Records
                                                             : NodeKind::Bytes;
    m_sink.blob(&field, kind, start, prefixSize, m_out.position() - start, isNull && length == -1);
}

template <class Sink>
void EncodeWalk<Sink>::writeArray(const FieldLayout& field, const DraftValue& value, const FieldOverride* told) {
    static const DraftArray kEmpty;
    const std::uint32_t start = m_out.position();
    const bool isNull = std::holds_alternative<DraftNull>(value) ||
                        (std::holds_alternative<std::monostate>(value) && isDefaultNull(*field.spec));
    const auto* held = std::get_if<std::unique_ptr<DraftArray>>(&value);
    const DraftArray& array = held != nullptr ? **held : kEmpty;
    const std::int64_t count = told != nullptr && told->count ? *told->count
                               : isNull                       ? -1
                                                              : static_cast<std::int64_t>(array.elements.size());
    const std::uint8_t prefixSize = writeLength(field, count, 4);
    if (count == -1 && array.elements.empty()) {
        m_sink.nullArray(&field, start, prefixSize);
        return;
    }
    if (fixedSize(field.type) != 0) {
        writeNumbers(field, array);
        m_sink.numberArray(&field, start, prefixSize, count, m_out.position());
        return;
    }
    m_sink.beginArray(&field, start, prefixSize, count, static_cast<std::int64_t>(array.elements.size()));
    writeElements(field, array);
    m_sink.endArray(m_out.position());
}

template <class Sink>
void EncodeWalk<Sink>::writeNumbers(const FieldLayout& field, const DraftArray& array) {
    const std::uint32_t size = fixedSize(field.type);
    std::uint8_t* at = m_out.take(array.elements.size() * size);
    for (const DraftValue& element : array.elements) {
        if (field.type == FieldType::Uuid) {
            std::memcpy(at, uuidOf(*field.spec, element).bytes.data(), size);
        } else {
            ByteWriter::storeFixed(at, fixedBits(*field.spec, element), size);
        }
        at += size;
    }
}

template <class Sink>
void EncodeWalk<Sink>::writeElements(const FieldLayout& field, const DraftArray& array) {
    for (const DraftValue& element : array.elements) {
        m_sink.beginElement(m_out.position());
        if (field.type == FieldType::Struct) {
            writeStructField(field, element, true);
        } else {
            writeBlob(field, element, nullptr);
        }
    }
}

// A null where none is allowed is said by the same marker: that is what being told so means.
template <class Sink>
void EncodeWalk<Sink>::writeStructField(const FieldLayout& field, const DraftValue& value, bool isElement) {
    const std::uint32_t start = m_out.position();
    const bool isNull = std::holds_alternative<DraftNull>(value) ||
                        (!isElement && std::holds_alternative<std::monostate>(value) && isDefaultNull(*field.spec));
    if (isNull) {
        // Within a tag the marker is an unsigned varint, elsewhere an int8.
        m_out.putByte(field.tag >= 0 ? 0 : 0xff);
        m_sink.nullStruct(&field, start, 1);
        return;
    }
    const bool hasMarker = field.nullable && !isElement;
    if (hasMarker) {
        m_out.putByte(1);
    }
    const auto* held = std::get_if<std::unique_ptr<DraftStruct>>(&value);
    writeStruct(*field.structure, held != nullptr ? held->get() : nullptr, &field, start, hasMarker ? 1 : 0);
}

}  // namespace brokerscope
