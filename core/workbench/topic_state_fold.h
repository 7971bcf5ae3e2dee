#pragma once

#include "core/internal_topics/topic_state.h"
#include "core/records/record_reader.h"
#include "core/workbench/file_topics.h"
#include "core/workbench/record_faults.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace brokerscope {

// The moment that a state is wanted of: as the record at an offset left it, or before the first record of each
// partition that is stamped later than a time.
struct StateMoment {
    std::optional<std::int32_t> partition;                           // nothing: of all partitions
    std::int64_t offset = std::numeric_limits<std::int64_t>::max();  // the last record that counts
    std::int64_t timeMs = std::numeric_limits<std::int64_t>::max();  // the latest timestamp that counts

    // Of the partition, or of all: as the last record that there is left it.
    bool isNow() const { return offset == StateMoment().offset && timeMs == StateMoment().timeMs; }
};

// One entry of a topic, of which the records with offsets in [first, end) are wanted.
struct TopicEntry {
    std::int32_t partition = 0;
    const BatchEntry& entry;
    std::int64_t first = 0;
    std::int64_t end = std::numeric_limits<std::int64_t>::max();
    std::int64_t checkpoint = -1;  // of a snapshot: the end offset in its name; -1: of the log
};

// When the last record that a snapshot stands for was written, ms since 1970, by the header that its first batch begins
// with (SnapshotHeaderRecord: version int16, LastContainedLogTimestamp int64). Nothing: it does not.
std::optional<std::int64_t> lastTimeOfSnapshot(const BatchEntry& first, const Limits& limits = {});

TopicEntry entryOf(const TopicSegment& segment, const BatchEntry& entry);

// Folds the entries of an internal topic to the state of each partition at a moment: snapshots first, then the log from
// their end on. A snapshot that has more than the moment is left out. Entries of a partition come in their order. Not
// thread safe.
class TopicStateFold {
public:
    using MakeState = std::function<std::unique_ptr<TopicState>(std::int32_t partition)>;
    // Who else follows it; either may be empty.
    struct Follower {
        // Each record of the log when it has been applied.
        std::function<void(TopicState& state, const RecordView& view, const BatchContext& batch)> record;
        // A snapshot is over, and the state is as it left it.
        std::function<void(TopicState& state)> checkpoint;
    };

    TopicStateFold(MakeState make, StateMoment moment, const Limits& limits = {}, Follower follower = {});
    ~TopicStateFold();

    // False: the moment of the one partition that is wanted has passed.
    bool take(const TopicEntry& entry);
    // No entry comes any more.
    void finish();

    using States = std::map<std::int32_t, std::unique_ptr<TopicState>>;
    const States& states() const { return m_states; }
    // Null: nothing of the partition came. The fold has it no longer.
    std::unique_ptr<TopicState> takeState(std::int32_t partition);
    // The latest timestamp of a record that counted; -1: none did.
    std::int64_t latestMs() const { return m_latestMs; }

    // Records of a topic with snapshots that neither the log nor a snapshot had: the state lacks what they said.
    struct Missing {
        std::int32_t partition = 0;
        std::int64_t first = 0;
        std::int64_t last = 0;
    };
    const std::vector<Missing>& missing() const { return m_missing; }

    const RecordFaults& faults() const { return m_faults; }

private:
    TopicState& stateOf(std::int32_t partition);
    void endCheckpoint(TopicState& state);
    void turnTo(const TopicEntry& entry, TopicState& state);
    bool isTooLate(const TopicEntry& entry);
    void noteMissing(const TopicEntry& entry, const TopicState& state);
    bool fold(const TopicEntry& entry, TopicState& state);
    bool isReached(const RecordView& record) const;

    MakeState m_make;
    StateMoment m_moment;
    Limits m_limits;
    Follower m_follower;
    RecordReader m_records;
    States m_states;
    std::map<std::int32_t, std::int64_t> m_checkpoints;  // those that are open, by partition
    std::map<std::int32_t, std::int64_t> m_tooLate;      // those that are left out
    std::set<std::int32_t> m_begun;                      // partitions of whose log something was seen
    std::set<std::int32_t> m_reached;                    // partitions whose moment has passed
    std::vector<Missing> m_missing;
    RecordFaults m_faults;
    std::int64_t m_latestMs = -1;
};

}  // namespace brokerscope
