// Part of core/codec/walk.h: structures, arrays and values.
#pragma once

#include "core/base/hex.h"
#include "core/codec/walk.h"
#include "core/value/value_tree.h"

#include <bit>
#include <limits>

namespace brokerscope {

template <class Sink>
void Walk<Sink>::readStruct(const StructLayout& layout, const FieldLayout* field, std::uint32_t start,
                            std::uint8_t prefixSize) {
    m_sink.beginStruct(field, start, prefixSize);
    if (m_path.depth() > 2 * m_limits.depth) {
        fail(MessageId::LimitExceeded, {"depth", std::to_string(m_path.depth() / 2), std::to_string(m_limits.depth)},
             m_reader.at());
    }
    for (std::size_t i = 0; i < layout.fields.size() && !m_failed; ++i) {
        readField(layout.fields[i]);
        if (layout.fields[i].spec->sizesRest && !m_failed) {
            readSizedRest(layout, i + 1);
            break;
        }
    }
    if (layout.flexible && !m_failed) {
        readTags(layout);
    }
    m_sink.endStruct(m_reader.at());
}

template <class Sink>
void Walk<Sink>::readField(const FieldLayout& field) {
    m_path.push(&field);
    readValue(field);
    m_path.pop();
}

template <class Sink>
void Walk<Sink>::readValue(const FieldLayout& field) {
    if (field.isArray) {
        readArray(field);
    } else if (const std::uint32_t size = fixedSize(field.type); size != 0) {
        if (field.encoding == FieldEncoding::Ordinary) {
            readFixed(field, size);
        } else {
            readZigzag(field);
        }
    } else if (field.type != FieldType::Struct) {
        readBlob(field, field.nullable);
    } else if (field.nullable) {
        readNullableStruct(field);
    } else {
        readStruct(*field.structure, &field, m_reader.at(), 0);
    }
}

template <class Sink>
void Walk<Sink>::readFixed(const FieldLayout& field, std::uint32_t size) {
    const std::uint32_t at = m_reader.at();
    if (m_reader.left() < size) {
        fail(MessageId::TruncatedValue, {std::to_string(size), std::to_string(m_reader.left())}, at, m_reader.left());
        return;
    }
    if (field.type == FieldType::Uuid) {
        m_sink.uuid(&field, at);
    } else if (field.type == FieldType::Float64) {
        const double value = readFloat64(m_reader.data());
        m_sink.real(&field, at, value);
        if (value != value && std::bit_cast<std::uint64_t>(value) !=
                                  std::bit_cast<std::uint64_t>(std::numeric_limits<double>::quiet_NaN())) {
            remark(Severity::Note, MessageId::NanUnusual, {toHex(m_reader.view(at, size))}, at, size, true);
        }
    } else {
        m_lastInteger = readInteger(field.type, m_reader.data());
        m_sink.scalar(&field, at, size, m_lastInteger);
        if (field.type == FieldType::Bool && (m_lastInteger & ~std::int64_t{1}) != 0) {
            remark(Severity::Note, MessageId::BooleanUnusual, {std::to_string(*m_reader.data())}, at, size, true);
        }
    }
    m_reader.skip(size);
}

template <class Sink>
void Walk<Sink>::readZigzag(const FieldLayout& field) {
    const std::uint32_t at = m_reader.at();
    std::uint8_t size = 0;
    if (readSigned(m_lastInteger, size, field.type == FieldType::Int64)) {
        m_sink.scalar(&field, at, size, m_lastInteger);
    }
}

// The fields after the one that counts their bytes. What is wrong among them ends where the count says; a count beyond
// the end of what is there leaves no place to go on from.
template <class Sink>
void Walk<Sink>::readSizedRest(const StructLayout& layout, std::size_t first) {
    const std::uint32_t outerEnd = m_reader.end();
    const std::uint32_t start = m_reader.at();
    const std::int64_t length = m_lastInteger;
    const bool isCut = length > m_reader.left();
    if (length < 0) {
        m_path.push(&layout.fields[first - 1]);
        fail(MessageId::LengthNegative, {std::to_string(length)}, start);
        m_path.pop();
        return;
    }
    if (isCut) {
        m_path.push(&layout.fields[first - 1]);
        remark(Severity::Error, MessageId::LengthBeyondEnd, {std::to_string(length), std::to_string(m_reader.left())},
               start, m_reader.left(), true);
        m_path.pop();
    } else {
        m_reader.setEnd(start + static_cast<std::uint32_t>(length));
    }
    for (std::size_t i = first; i < layout.fields.size() && !m_failed; ++i) {
        readField(layout.fields[i]);
    }
    if (const std::uint32_t left = m_reader.left(); left > 0) {
        if (!m_failed) {
            remark(Severity::Error, MessageId::BytesLeft, {std::to_string(left), layout.spec->name}, m_reader.at(),
                   left);
        }
        skipRest();
    }
    m_failed = isCut;
    m_reader.setEnd(outerEnd);
}

// What is left before the reader's end becomes a gap.
template <class Sink>
void Walk<Sink>::skipRest() {
    const std::uint32_t left = m_reader.left();
    m_sink.gap(m_reader.at(), left);
    m_unread += left;
    m_reader.skip(left);
}

template <class Sink>
void Walk<Sink>::readBlob(const FieldLayout& field, bool nullAllowed) {
    const std::uint32_t start = m_reader.at();
    const bool isText = field.type == FieldType::String;
    const NodeKind kind = isText                             ? NodeKind::String
                          : field.type == FieldType::Records ? NodeKind::Records
                                                             : NodeKind::Bytes;
    const Prefix prefix = readPrefix(field, isText ? 2 : 4, false);
    if (!prefix.good) {
        return;
    }
    if (prefix.length < 0) {
        m_sink.blob(&field, kind, start, prefix.size, prefix.size, true);
        if (!nullAllowed) {
            remark(Severity::Error, MessageId::NullNotAllowed, {}, start, prefix.size, true);
        }
        return;
    }
    const auto length = static_cast<std::uint32_t>(prefix.length);
    if (prefix.length > m_reader.left()) {
        m_sink.blob(&field, kind, start, prefix.size, prefix.size, false);
        remark(Severity::Error, MessageId::LengthBeyondEnd,
               {std::to_string(prefix.length), std::to_string(m_reader.left())}, start, prefix.size, true);
        m_failed = true;
        return;
    }
    const std::uint32_t offset = m_reader.at();
    m_reader.skip(length);
    m_sink.blob(&field, kind, start, prefix.size, prefix.size + length, false);
    if (isText) {
        checkText(field, offset, length);
    }
}

template <class Sink>
void Walk<Sink>::readArray(const FieldLayout& field) {
    const std::uint32_t start = m_reader.at();
    const Prefix prefix = readPrefix(field, 4, true);
    if (!prefix.good) {
        return;
    }
    if (prefix.length < 0) {
        m_sink.nullArray(&field, start, prefix.size);
        if (!field.nullable) {
            remark(Severity::Error, MessageId::NullNotAllowed, {}, start, prefix.size, true);
        }
        return;
    }
    if (prefix.length > m_reader.left()) {
        m_sink.beginArray(&field, start, prefix.size, 0);
        fail(MessageId::CountBeyondEnd, {std::to_string(prefix.length), std::to_string(m_reader.left())}, start,
             prefix.size);
        m_sink.endArray(m_reader.at());
        return;
    }
    if (const std::uint32_t size = fixedSize(field.type); size != 0) {
        readNumbers(field, start, prefix, size);
        return;
    }
    m_sink.beginArray(&field, start, prefix.size, prefix.length);
    readElements(field, 0, prefix.length);
    m_sink.endArray(m_reader.at());
}

template <class Sink>
void Walk<Sink>::readNumbers(const FieldLayout& field, std::uint32_t start, const Prefix& prefix, std::uint32_t size) {
    const std::uint64_t wanted = static_cast<std::uint64_t>(prefix.length) * size;
    const std::uint32_t whole = m_reader.left() / size * size;
    const std::uint32_t taken = static_cast<std::uint32_t>(std::min<std::uint64_t>(wanted, whole));
    m_reader.skip(taken);
    m_sink.numberArray(&field, start, prefix.size, prefix.length, m_reader.at());
    if (taken < wanted) {
        remark(Severity::Error, MessageId::TruncatedValue, {std::to_string(size), std::to_string(m_reader.left())},
               m_reader.at(), m_reader.left(), true);
        m_failed = true;
    }
}

template <class Sink>
void Walk<Sink>::readElements(const FieldLayout& field, std::int64_t first, std::int64_t count) {
    m_path.pushElement(first);
    for (std::int64_t i = 0; i < count && !m_failed; ++i) {
        m_path.setElement(first + i);
        if (m_sink.isFull()) {
            fail(MessageId::LimitExceeded,
                 {"nodes", std::to_string(m_limits.nodes + 1), std::to_string(m_limits.nodes)}, m_reader.at());
            break;
        }
        m_sink.beginElement(m_reader.at());
        readElement(field);
    }
    m_path.pop();
}

template <class Sink>
void Walk<Sink>::readElement(const FieldLayout& field) {
    if (field.type == FieldType::Struct) {
        readStruct(*field.structure, &field, m_reader.at(), 0);
    } else {
        readBlob(field, false);
    }
}

template <class Sink>
void Walk<Sink>::readNullableStruct(const FieldLayout& field) {
    const std::uint32_t start = m_reader.at();
    if (m_reader.left() == 0) {
        fail(MessageId::TruncatedValue, {"1", "0"}, start);
        return;
    }
    // A tagged structure's marker is an unsigned varint, 0 for null; any other's an int8, negative for null. Both take
    // a byte.
    const auto marker = static_cast<std::int8_t>(*m_reader.data());
    const bool isNull = field.tag >= 0 ? marker == 0 : marker < 0;
    m_reader.skip(1);
    if (isNull) {
        m_sink.nullStruct(&field, start, 1);
    } else {
        readStruct(*field.structure, &field, start, 1);
    }
    if (marker != 1 && marker != (field.tag >= 0 ? 0 : -1)) {
        remark(Severity::Warning, MessageId::NullMarkerUnusual, {std::to_string(marker)}, start, 1, isNull);
    }
}

}  // namespace brokerscope
