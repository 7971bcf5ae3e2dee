#pragma once

#include "core/base/limits.h"
#include "core/records/batch_header.h"
#include "core/records/record_sink.h"

#include <cstdint>
#include <optional>

namespace brokerscope {

// The records of one batch with magic 2 out of bytes that are not compressed. Not thread safe; borrows the bytes.
class BatchRecords {
public:
    explicit BatchRecords(const Limits& limits) : m_limits(limits) {}
    BatchRecords(const BatchRecords&) = delete;
    BatchRecords& operator=(const BatchRecords&) = delete;

    // The records stand in `bytes` from `start` to its end.
    void begin(const BatchHeader& header, ByteView bytes, std::uint32_t start);
    // False at the end: after as many records as the header says, at the last byte, or where reading cannot go on.
    bool next(RecordView& record);

    // What was wrong so far; spans count from the first of `bytes`.
    std::vector<Diagnostic>& remarks() { return m_sink.remarks; }

private:
    void readByWalk(RecordView& record);
    void complete(RecordView& record);
    void checkOffset(const RecordView& record);
    void finish();

    Limits m_limits;
    BatchHeader m_header;
    ByteView m_bytes;
    RecordSink m_sink;
    std::uint32_t m_at = 0;  // of the next record
    std::int32_t m_read = 0;
    std::int64_t m_lastOffset = 0;  // of the record before
    std::uint64_t m_unordered = 0;  // records whose offset is not above that of the one before
    std::optional<Diagnostic> m_firstUnordered;
    bool m_hasFailed = false;  // no place to go on from
    bool m_isFinished = true;
};

}  // namespace brokerscope
