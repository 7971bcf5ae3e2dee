#include "core/log_files/segment_scan.h"

#include "core/records/batch_header.h"

namespace brokerscope {
namespace {

// Small enough to stay in the processor's cache until its checksums are computed.
constexpr std::size_t kScanPiece = 262144;

}  // namespace

SegmentScan::SegmentScan(const ByteSource& source, const Limits& limits, std::uint64_t position,
                         std::int64_t lastOffset)
    : m_source(source)
    , m_reader(limits, position, lastOffset)
    , m_read(position)
    , m_resume(position)
    , m_lastOffset(lastOffset) {}

bool SegmentScan::next(SegmentPart& part) {
    while (!m_reader.next(part)) {
        if (m_reader.isFinished()) {
            return false;
        }
        feed();
    }
    amend(part);
    return true;
}

void SegmentScan::feed() {
    const auto count = m_source.read(m_read, m_reader.room(kScanPiece));
    if (!count) {
        m_failure = count.error();
        m_reader.finish();
        return;
    }
    if (*count == 0) {
        const std::uint64_t size = m_source.size().value_or(m_read);
        if (size < m_read) {
            m_shrinking = Diagnostic{Severity::Warning,
                                     MessageId::FileShrank,
                                     {std::to_string(m_read), std::to_string(size)},
                                     {BufferId::Main, size, m_read - size},
                                     {}};
        }
        m_reader.finish();
        return;
    }
    m_reader.filled(*count);
    m_read += *count;
}

void SegmentScan::amend(SegmentPart& part) {
    if (part.skipped > 0) {
        return;
    }
    const BatchEntry& entry = part.entry;
    if (entry.kind == EntryKind::Partial) {
        return;
    }
    m_resume = entry.position + entry.bytes.size();
    const bool isGood = !part.remark && part.crc && part.crc->isGood();
    if (!isGood) {
        return;
    }
    if (entry.offset <= m_lastOffset) {
        part.remark = Diagnostic{Severity::Error,
                                 MessageId::EntryOrder,
                                 {"baseOffset", std::to_string(entry.offset), std::to_string(m_lastOffset)},
                                 {BufferId::Main, entry.position, 8},
                                 "baseOffset"};
        return;
    }
    m_lastOffset = entry.kind == EntryKind::Batch ? BatchHeader::read(entry.bytes).lastOffset() : entry.offset;
}

}  // namespace brokerscope
