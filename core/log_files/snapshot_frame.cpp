#include "core/log_files/snapshot_frame.h"

#include "core/records/control_record.h"

namespace brokerscope {

void SnapshotFrame::add(const BatchEntry& entry) {
    const bool isFirst = m_batches++ == 0;
    m_hasFooter = false;
    if (entry.kind != EntryKind::Batch || !m_reader.open(entry) || !m_reader.header().isControl()) {
        return;
    }
    for (bool isHead = isFirst; m_reader.next(); isHead = false) {
        const auto control = readControlRecord(m_reader.record());
        m_hasHeader = m_hasHeader || (isHead && control && control->definition == "SnapshotHeaderRecord");
        m_hasFooter = control && control->definition == "SnapshotFooterRecord";
    }
}

std::vector<Diagnostic> SnapshotFrame::finish(std::uint64_t size) const {
    std::vector<Diagnostic> remarks;
    const auto say = [&](const char* what, std::uint64_t at) {
        remarks.push_back({Severity::Error, MessageId::SnapshotIncomplete, {what}, {BufferId::Main, at, 0}, {}});
    };
    if (!m_hasHeader) {
        say("it does not begin with a snapshot header", 0);
    }
    if (!m_hasFooter) {
        say("it does not end with a snapshot footer", size);
    }
    return remarks;
}

}  // namespace brokerscope
