#pragma once

#include "core/base/error.h"
#include "core/base/uuid.h"
#include "core/records/committed_view.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace brokerscope {

// What is wrong with a partition, or worth a remark.
struct FetchProblem {
    Error error;
    std::int16_t errorCode = 0;  // Kafka's; 0: none, the fault is of the connection or of the bytes
    bool isFinal = true;         // nothing more comes of the partition
};

// What one Fetch answer brought of one partition: records, or a problem, or both (the records first); neither: where
// the log ends for a committed reader, who has nothing to read, or a problem that was told and was no end is over.
// Immutable; the bytes are the answer's own, not a copy.
struct FetchPiece {
    static constexpr std::int64_t kNoEnd = std::numeric_limits<std::int64_t>::max();

    std::string topic;
    Uuid topicId;  // zero before Metadata v10
    std::int32_t partition = -1;
    std::shared_ptr<const ByteBuffer> answer;  // the whole frame; null: a problem alone
    ByteView records;                          // a record set within it; its last entry may be cut off
    // Offsets that are wanted, [first, end): a batch may hold others.
    std::int64_t firstOffset = 0;
    std::int64_t endOffset = kNoEnd;
    // As the answer told them; -1: not told.
    std::int64_t logStartOffset = -1;
    std::int64_t highWatermark = -1;
    std::int64_t lastStableOffset = -1;
    std::vector<AbortedTransaction> aborted;  // told to readers with ReadCommitted
    std::optional<FetchProblem> problem;
    // Bytes that the Fetch asked for at most, of the partition and in all; 0: not known. A first batch may be larger.
    std::int64_t maxBytes = 0;
};

// How far a fetch is; offsets stand for records, of which compaction may have left fewer.
struct FetchProgress {
    std::int32_t partitions = 0;      // 0: not known yet
    std::int32_t partitionsOver = 0;  // at their end, or given up
    std::int64_t offsetsDone = 0;
    std::int64_t offsetsWanted = 0;  // up to the end as it was at the start
    std::uint64_t answers = 0;
    std::uint64_t bytes = 0;  // of records
};

}  // namespace brokerscope
