#pragma once

#include "core/base/limits.h"
#include "core/records/batch_header.h"
#include "core/records/large_record.h"
#include "core/records/record_sink.h"
#include "core/records/record_window.h"

#include <cstdint>
#include <optional>

namespace brokerscope {

// The records of one batch with magic 2, out of its bytes or what they become. Not thread safe; borrows both.
class BatchRecords {
public:
    explicit BatchRecords(const Limits& limits) : m_limits(limits), m_large(limits) {}
    BatchRecords(const BatchRecords&) = delete;
    BatchRecords& operator=(const BatchRecords&) = delete;

    // The records stand in `bytes` from `start` to its end.
    void begin(const BatchHeader& header, ByteView bytes, std::uint32_t start);
    // They are what the decompressor makes, which has begun.
    void begin(const BatchHeader& header, Decompressor& source);
    // Whether records may be handed out as RecordView::large.
    void handOutLarge(bool isWanted) { m_handsOutLarge = isWanted; }
    // False at the end: after as many records as the header says, at the last byte, or where reading cannot go on.
    bool next(RecordView& record);

    // The path of remarks on the number of records, whose spans are those of the batch.
    static constexpr const char* kCountPath = "recordsCount";
    // What was wrong so far; spans count from the first of `bytes`, or of all that was decompressed.
    std::vector<Diagnostic>& remarks() { return m_sink.remarks; }
    // Where the last record lies, and where that begins in the whole.
    ByteView bytes() const { return m_window.bytes(); }
    std::uint64_t bytesAt() const { return m_window.position(); }

private:
    void begin(const BatchHeader& header);
    bool reach(RecordView& record);
    bool moveOn();
    bool readByWalk(RecordView& record);
    void complete(RecordView& record);
    void checkOffset(const RecordView& record);
    void finish();

    Limits m_limits;
    BatchHeader m_header;
    RecordWindow m_window;
    ByteView m_bytes;  // of the window
    LargeRecord m_large;
    bool m_handsOutLarge = false;
    RecordSink m_sink;
    std::uint32_t m_at = 0;  // of the next record, in m_bytes
    std::int32_t m_read = 0;
    std::int64_t m_lastOffset = 0;  // of the record before
    std::uint64_t m_unordered = 0;  // records whose offset is not above that of the one before
    std::optional<Diagnostic> m_firstUnordered;
    bool m_hasFailed = false;  // no place to go on from
    bool m_isFinished = true;
};

}  // namespace brokerscope
