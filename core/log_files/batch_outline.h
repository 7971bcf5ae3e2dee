#pragma once

#include "core/base/byte_source.h"
#include "core/base/limits.h"
#include "core/log_files/segment_scan.h"
#include "core/records/batch_iterator.h"
#include "core/records/compression_type.h"
#include "core/records/control_record.h"
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
    std::int16_t producerEpoch = -1;
    std::int32_t leaderEpoch = -1;               // -1: none, as messages have
    std::optional<CompressionType> compression;  // nothing: a codec that nobody knows
    bool isTransactional = false;
    bool isControl = false;
    std::optional<ControlRecord> control;  // of a control batch, where its record can be read
    // Of skipped bytes, and of entries with a fault, as SegmentScan says; else of a break in its producer's sequences
    // (ProducerContinuity).
    std::optional<Diagnostic> remark;

    bool isEntry() const { return kind == EntryKind::Batch || kind == EntryKind::Message; }
    // Whether so many records can be in so many bytes and offsets.
    bool hasLikelyCount() const;
};

// Where an outline stands behind the last entry that could be relied on: from there a file that has grown is read on.
struct OutlineMark {
    std::size_t rows = 0;  // entries before it
    std::uint64_t position = 0;
    std::int64_t lastOffset = -1;
    std::uint64_t lastAt = 0;  // of the last entry
    ByteBuffer lastHead;       // its header; empty: there is no entry
    ProducerContinuity continuity;

    // False: the file is another one now, or was cut off before the mark.
    bool holds(const ByteSource& source) const;
};

// The batches of a segment at once: hops from header to header without reading what is between, so that checksums and
// records are not looked at. From a header on that is none it reads everything, as SegmentScan does. Not thread safe;
// borrows the source.
class BatchOutline {
public:
    explicit BatchOutline(const ByteSource& source, const Limits& limits = {});
    // Goes on from a mark that holds.
    BatchOutline(const ByteSource& source, OutlineMark mark, const Limits& limits = {});

    // False at the present end, and where reading fails.
    bool next(OutlinedBatch& batch);
    const OutlineMark& mark() const { return m_mark; }

private:
    ByteView headAt(std::uint64_t position);
    bool read(OutlinedBatch& batch, ByteView head);
    bool readScanned(OutlinedBatch& batch);
    void readControl(OutlinedBatch& batch, ByteView head);

    const ByteSource& m_source;
    Limits m_limits;
    ByteBuffer m_window;
    std::uint64_t m_windowAt = 0;  // position of its first byte
    std::uint64_t m_lastSize = 0;  // of the last entry
    OutlineMark m_mark;
    ProducerContinuity m_scanned;       // the same beyond the mark
    RecordReader m_records;             // of control batches
    std::optional<SegmentScan> m_scan;  // once a header was none
};

}  // namespace brokerscope
