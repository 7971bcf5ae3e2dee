#include "core/internal_topics/needed_records.h"

#include <algorithm>

namespace brokerscope {

std::int64_t NeededRecords::take(const BatchEntry& entry) {
    // A message's offset is that of the last one in it.
    const bool isBatch = entry.kind == EntryKind::Batch;
    const std::int64_t last = isBatch ? BatchHeader::read(entry.bytes).lastOffset() : entry.offset;
    if (m_at == m_offsets.size() || last < m_offsets[m_at] || !m_reader.open(entry)) {
        return last;
    }
    const BatchContext batch = BatchContext::of(m_reader.header());
    while (m_at < m_offsets.size() && m_offsets[m_at] <= last && m_reader.next()) {
        const RecordView& view = m_reader.record();
        while (m_at < m_offsets.size() && m_offsets[m_at] < view.offset) {
            pass();
        }
        if (m_at < m_offsets.size() && m_offsets[m_at] == view.offset) {
            m_state.record(view, batch);
            ++m_at;
        }
    }
    while (m_at < m_offsets.size() && m_offsets[m_at] <= last) {
        pass();
    }
    return last;
}

void NeededRecords::pass() {
    m_firstMissing = m_missing == 0 ? m_offsets[m_at] : m_firstMissing;
    ++m_missing;
    ++m_at;
}

}  // namespace brokerscope
