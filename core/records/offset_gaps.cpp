#include "core/records/offset_gaps.h"

#include <fmt/format.h>

namespace brokerscope {

void OffsetGaps::addRange(std::int64_t first, std::int64_t last) {
    if (++m_ranges > kMost) {
        return;
    }
    m_text += m_text.empty() ? "" : ", ";
    m_text += first == last ? std::to_string(first) : fmt::format("{}-{}", first, last);
}

void OffsetGaps::add(std::int64_t offset) {
    ++m_read;
    m_isAscending = m_isAscending && offset >= m_next && offset <= m_header.lastOffset();
    if (!m_isAscending) {
        return;
    }
    if (offset > m_next) {
        addRange(m_next, offset - 1);
    }
    m_next = static_cast<std::int64_t>(static_cast<std::uint64_t>(offset) + 1);
}

std::optional<Diagnostic> OffsetGaps::finish() {
    const std::int64_t last = m_header.lastOffset();
    if (!m_isAscending || m_read != m_header.recordsCount || m_header.lastOffsetDelta < 0) {
        return std::nullopt;
    }
    if (m_next <= last && m_next >= m_header.baseOffset) {
        addRange(m_next, last);
    }
    if (m_ranges == 0) {
        return std::nullopt;
    }
    if (m_ranges > kMost) {
        m_text += fmt::format(" and {} more", m_ranges - kMost);
    }
    return Diagnostic{Severity::Note,
                      MessageId::OffsetsCompacted,
                      {m_text, std::to_string(m_header.nextOffset())},
                      {BufferId::Main, BatchHeader::kAttributesAt + 2, 4},
                      "lastOffsetDelta"};
}

}  // namespace brokerscope
