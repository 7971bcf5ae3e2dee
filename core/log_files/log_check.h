#pragma once

#include "core/log_files/batch_outline.h"
#include "core/log_files/log_file_entry.h"
#include "core/log_files/log_file_name.h"

namespace brokerscope {

// Checks the entries of an index, one after another, against the log beside it in one pass over that: what a broker
// looks up must lead to the right place. Not thread safe; borrows the log.
//
//   .index      the position begins a batch, and no search for the offset or a later one would have to begin before it:
//               the batch does not begin behind the offset (error). Brokers write the last offset of that batch; an
//               offset within it (warning), or beyond it, as appends of several batches leave (note), does no harm.
//   .timeindex  no batch up to the offset has a later timestamp (error); the batch of the offset has that one
//   (warning). .txnindex   an ABORT marker of that producer stands at lastOffset (error where something else does; note
//   where
//               compaction has removed it).
//
// Entries that go back are left: their order was said. A log that is damaged is looked up as far as it can be read.
class LogCheck {
public:
    // Whether entries of that kind can be checked against a log.
    static bool isFor(LogFileKind kind);

    LogCheck(LogFileKind kind, const ByteSource& log, const Limits& limits = {});

    // Adds what is wrong to the entry's remarks.
    void check(LogFileEntry& entry);
    // After the last entry: what is wrong with the index as a whole.
    std::vector<Diagnostic> finish();

private:
    void checkOffset(LogFileEntry& entry);
    void checkTime(LogFileEntry& entry);
    void checkTransaction(LogFileEntry& entry);
    std::string markerAt(const OutlinedBatch& batch, std::int64_t producerId) const;
    void advance();
    bool advanceToPosition(std::uint64_t position);
    bool advanceToOffset(std::int64_t offset);

    LogFileKind m_kind;
    const ByteSource& m_log;
    Limits m_limits;
    BatchOutline m_outline;
    OutlinedBatch m_batch;  // the one that was looked at last
    bool m_isThere = false;
    bool m_isAtEnd = false;
    std::uint64_t m_end = 0;           // of the log, as far as it was read
    std::int64_t m_endOffset = 0;      // behind the greatest one so far
    std::int64_t m_maxTimestamp = -1;  // of the batches up to m_batch
    std::int64_t m_lastKey = -1;       // of the entries so far
    std::int64_t m_indexedOffset = -1;
};

}  // namespace brokerscope
