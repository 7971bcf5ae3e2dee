// Part of core/codec/walk.h: tag sections (KIP-482).
//
//   section => count (tag size bytes)*     all unsigned varints; a size is plain, not length + 1
#pragma once

#include "core/codec/walk.h"

namespace brokerscope {

template <class Sink>
void Walk<Sink>::readTags(const StructLayout& layout) {
    const std::uint32_t start = m_reader.at();
    std::uint32_t count = 0;
    std::uint8_t countSize = 0;
    if (!readVarint(count, countSize)) {
        return;
    }
    m_sink.beginTags(start, countSize);
    // A tag takes two bytes at least.
    if (count > m_reader.left() / 2) {
        fail(MessageId::TagCountBeyondEnd, {std::to_string(count), std::to_string(m_reader.left())}, start, countSize);
    }
    std::int64_t previous = -1;
    for (std::uint32_t i = 0; i < count && !m_failed; ++i) {
        if (m_sink.isFull()) {
            fail(MessageId::LimitExceeded,
                 {"nodes", std::to_string(m_limits.nodes + 1), std::to_string(m_limits.nodes)}, m_reader.at());
            break;
        }
        if (!readTag(layout, previous)) {
            break;
        }
    }
    m_sink.endTags(m_reader.at());
}

template <class Sink>
bool Walk<Sink>::readTag(const StructLayout& layout, std::int64_t& previous) {
    const std::uint32_t start = m_reader.at();
    std::uint32_t tag = 0;
    std::uint32_t size = 0;
    std::uint8_t used = 0;
    bool isRead = readVarint(tag, used);
    const std::uint32_t sizeAt = m_reader.at();
    isRead = isRead && readVarint(size, used);
    if (!isRead) {
        m_reader.seek(start);
        return false;
    }
    if (size > m_reader.left()) {
        fail(MessageId::TagSizeBeyondEnd, {std::to_string(size), std::to_string(m_reader.left())}, sizeAt,
             m_reader.at() - sizeAt);
        m_reader.seek(start);
        return false;
    }
    if (tag == previous) {
        remark(Severity::Warning, MessageId::TagRepeated, {std::to_string(tag)}, start, m_reader.at() - start);
    } else if (tag < previous) {
        remark(Severity::Warning, MessageId::TagsNotAscending, {std::to_string(tag), std::to_string(previous)}, start,
               m_reader.at() - start);
    }
    previous = tag;
    readTagContent(layout, tag, start, m_reader.at() + size);
    return true;
}

template <class Sink>
void Walk<Sink>::readTagContent(const StructLayout& layout, std::uint32_t tag, std::uint32_t start, std::uint32_t end) {
    const auto tagPrefixSize = static_cast<std::uint8_t>(m_reader.at() - start);
    const FieldLayout* field = layout.findTagged(tag);
    if (field == nullptr) {
        m_reader.seek(end);
        m_sink.unknownTag(tag, start, tagPrefixSize, end - start);
        remark(Severity::Note, MessageId::UnknownTag,
               {std::to_string(tag), std::to_string(end - start - tagPrefixSize)}, start, end - start, true);
        return;
    }
    const std::uint32_t outerEnd = m_reader.end();
    m_reader.setEnd(end);
    m_sink.beginTag(field, start, tagPrefixSize);
    readField(*field);
    m_sink.endTag(m_reader.at());
    if (m_reader.at() < end) {
        const std::uint32_t left = end - m_reader.at();
        if (!m_failed) {
            remark(Severity::Error, MessageId::TagBytesLeft, {std::to_string(tag), std::to_string(left)}, m_reader.at(),
                   left);
        }
        skipRest();
    }
    // The tag's size says where the next one begins, whatever happened within.
    m_failed = false;
    m_reader.setEnd(outerEnd);
}

}  // namespace brokerscope
