#pragma once

#include "core/cluster/fetch_piece.h"
#include "core/workbench/topic_row_builder.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace brokerscope {

// How much of a partition a capture has, as far as it was read.
struct CapturedRange {
    std::int64_t firstOffset = -1;  // -1: nothing has a place
    std::int64_t lastOffset = -1;
    std::int64_t missing = 0;    // offsets between them that no exchange carried
    std::uint64_t unplaced = 0;  // produced batches whose offsets nobody told
};

// What is known of a partition that is read. Offsets as brokers tell them; -1: not told.
struct TopicPartitionStatus {
    std::int32_t partition = 0;
    std::int64_t logStartOffset = -1;
    std::int64_t highWatermark = -1;
    std::int64_t lastStableOffset = -1;
    std::optional<UndecidedTransaction> open;  // the oldest one that was read and has no marker
    std::optional<FetchProblem> problem;
    std::optional<CapturedRange> captured;  // of a capture alone

    // Readers of committed records get no further than this for now.
    bool isHeldBack() const { return lastStableOffset >= 0 && lastStableOffset < highWatermark; }
};

// How far a reading is.
struct TopicReadingStatus {
    std::uint64_t records = 0;
    std::uint64_t bytes = 0;   // of batches
    std::uint64_t faults = 0;  // batches and records that are broken
    // Of the work that was known at the start, in offsets of a cluster or bytes of files; wanted 0: not known yet.
    std::uint64_t done = 0;
    std::uint64_t wanted = 0;
    std::int32_t partitionsWanted = 0;
    std::vector<TopicPartitionStatus> partitions;  // ascending, as far as something is known
    bool isPaused = false;
    bool isOver = false;  // nothing more comes
    bool isCancelled = false;
    std::optional<Error> problem;  // why it is over, or why nothing was read

    int percent() const { return wanted == 0 ? 0 : static_cast<int>(std::min(done, wanted) * 100 / wanted); }
    bool isCaughtUp() const { return wanted > 0 && done >= wanted; }
};

// Where the batches of a topic come from: the fetch of a cluster, or segment files. Used by one thread but for
// cancel().
class TopicSource {
public:
    enum class Step : std::uint8_t {
        Some,     // batches were added, more may be there
        Nothing,  // none came in about a fifth of a second
        End       // none will come
    };

    virtual ~TopicSource() = default;

    virtual Step read(TopicRowBuilder& builder) = 0;
    // What it knows of the status; the rest is the reading's own.
    virtual void tell(TopicReadingStatus& status) const = 0;
    // From any thread: read() gives End soon.
    virtual void cancel() = 0;
};

}  // namespace brokerscope
