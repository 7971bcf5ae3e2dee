// Part of core/codec/encode_walk.h: tag sections (KIP-482), see walk_tags.inl for their form.
#pragma once

#include "core/codec/encode_walk.h"

namespace brokerscope {

template <class Sink>
void EncodeWalk<Sink>::writeTags(const StructLayout& layout, const DraftStruct* value) {
    if (const FieldOverride* told = overrideOf(value, DraftStruct::kTagSection); told != nullptr && told->bytes) {
        const std::uint32_t start = m_out.position();
        m_out.putBytes(*told->bytes);
        m_sink.gap(start, m_out.position() - start);
        return;
    }
    std::vector<Tag> forced;
    const bool isForced = collectForcedTags(value, forced);
    if (!layout.flexible && !isForced) {
        return;
    }
    if (isForced || (value != nullptr && !value->unknownTags.empty())) {
        writeMergedTags(layout, *value, std::move(forced));
        return;
    }
    const auto count = std::count_if(layout.tagged.begin(), layout.tagged.end(),
                                     [value](const FieldLayout& field) { return isWritten(field, value); });
    beginTagSection(static_cast<std::uint32_t>(count));
    if (count > 0) {
        for (const FieldLayout& field : layout.tagged) {
            if (isWritten(field, value)) {
                writeTaggedField(field, value);
            }
        }
    }
    m_sink.endTags(m_out.position());
}

// Tagged fields that the version lacks. At a version that is not flexible they bring the section with them.
template <class Sink>
bool EncodeWalk<Sink>::collectForcedTags(const DraftStruct* value, std::vector<Tag>& tags) {
    if (value == nullptr || value->overrides.empty()) {
        return false;
    }
    for (const auto& [index, told] : value->overrides) {
        if (index >= value->spec->fields.size() || !told.write) {
            continue;
        }
        const FieldSpec& field = value->spec->fields[index];
        if (field.versions.contains(m_forced.version())) {
            continue;
        }
        const FieldLayout& layout = m_forced.field(field);
        if (layout.tag >= 0) {
            tags.push_back({static_cast<std::uint32_t>(layout.tag), &layout, nullptr});
        }
    }
    return !tags.empty();
}

template <class Sink>
void EncodeWalk<Sink>::writeMergedTags(const StructLayout& layout, const DraftStruct& value, std::vector<Tag> tags) {
    for (const FieldLayout& field : layout.tagged) {
        if (isWritten(field, &value)) {
            tags.push_back({static_cast<std::uint32_t>(field.tag), &field, nullptr});
        }
    }
    for (const DraftTag& unknown : value.unknownTags) {
        tags.push_back({unknown.tag, nullptr, &unknown});
    }
    std::stable_sort(tags.begin(), tags.end(), [](const Tag& a, const Tag& b) { return a.number < b.number; });
    beginTagSection(static_cast<std::uint32_t>(tags.size()));
    for (const Tag& tag : tags) {
        if (tag.field != nullptr) {
            writeTaggedField(*tag.field, &value);
        } else {
            writeUnknownTag(*tag.unknown);
        }
    }
    m_sink.endTags(m_out.position());
}

template <class Sink>
void EncodeWalk<Sink>::beginTagSection(std::uint32_t count) {
    m_sink.beginTags(m_out.position(), varintSize(count));
    m_out.putVarint(count);
}

// The size stands before the value. Bytes alone are moved when it needs more room than was left; a tree must know the
// size first, so there the value is written once for its size and once for its nodes.
template <class Sink>
void EncodeWalk<Sink>::writeTaggedField(const FieldLayout& field, const DraftStruct* value) {
    const DraftValue& content = valueOf(value, *field.spec);
    const FieldOverride* told = overrideOf(value, field.spec->index);
    const std::uint32_t start = m_out.position();
    m_out.putVarint(static_cast<std::uint32_t>(field.tag));
    const std::uint32_t sizeAt = m_out.position();
    if constexpr (std::is_same_v<Sink, NullSink>) {
        m_out.putByte(0);
        writeField(field, content, told);
        m_out.patchSize(sizeAt);
    } else {
        NullSink ignored;
        EncodeWalk<NullSink>(m_out, ignored, m_forced).writeField(field, content, told);
        const std::uint32_t size = m_out.position() - sizeAt;
        m_out.rewind(sizeAt);
        m_out.putVarint(size);
        m_sink.beginTag(&field, start, static_cast<std::uint8_t>(m_out.position() - start));
        writeField(field, content, told);
        m_sink.endTag(m_out.position());
    }
}

template <class Sink>
void EncodeWalk<Sink>::writeUnknownTag(const DraftTag& tag) {
    const std::uint32_t start = m_out.position();
    m_out.putVarint(tag.tag);
    m_out.putVarint(static_cast<std::uint32_t>(tag.bytes.size()));
    const auto prefixSize = static_cast<std::uint8_t>(m_out.position() - start);
    m_out.putBytes(tag.bytes);
    m_sink.unknownTag(tag.tag, start, prefixSize, m_out.position() - start);
}

}  // namespace brokerscope
