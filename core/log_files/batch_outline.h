#pragma once

#include "core/base/byte_source.h"
#include "core/base/limits.h"
#include "core/log_files/segment_scan.h"
#include "core/records/batch_iterator.h"
#include "core/records/producer_continuity.h"

#include <optional>

namespace brokerscope {

// What the header of a batch or message tells; or bytes in which none begins.
struct OutlinedBatch {
    EntryKind kind = EntryKind::Invalid;  // Batch, Message, UnknownMagic, Partial; Invalid: skipped bytes
    std::uint64_t position = 0;
    std::uint64_t size = 0;
    std::int64_t baseOffset = 0;  // of a message its own: one that is compressed may hold lower ones
    std::int64_t lastOffset = 0;
    std::optional<std::int64_t> records;  // a compressed message does not tell
    std::int64_t maxTimestamp = -1;       // ms since 1970; -1: none
    std::int64_t producerId = -1;
    bool isControl = false;
    // Of skipped bytes, and of entries with a fault, as SegmentScan says; else of a break in its producer's sequences
    // (ProducerContinuity).
    std::optional<Diagnostic> remark;

    bool isEntry() const { return kind == EntryKind::Batch || kind == EntryKind::Message; }
};

// The batches of a segment at once: hops from header to header without reading what is between, so that checksums and
// records are not looked at. From a header on that is none it reads everything, as SegmentScan does. Not thread safe;
// borrows the source.
class BatchOutline {
public:
    explicit BatchOutline(const ByteSource& source, const Limits& limits = {});

    // False at the present end, and where reading fails.
    bool next(OutlinedBatch& batch);

private:
    ByteView headAt(std::uint64_t position);
    bool read(OutlinedBatch& batch, ByteView head);
    bool readScanned(OutlinedBatch& batch);

    const ByteSource& m_source;
    Limits m_limits;
    ByteBuffer m_window;
    std::uint64_t m_windowAt = 0;  // position of its first byte
    std::uint64_t m_at = 0;
    std::uint64_t m_lastSize = 0;  // of the last entry
    std::int64_t m_lastOffset = -1;
    ProducerContinuity m_continuity;
    std::optional<SegmentScan> m_scan;  // once a header was none
};

}  // namespace brokerscope
