#pragma once

#include "core/base/uuid.h"
#include "core/internal_topics/counted_state.h"
#include "core/internal_topics/share_batches.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace brokerscope {

struct SharePartitionKey {
    std::string group;
    Uuid topicId;
    std::int32_t partition = -1;

    auto operator<=>(const SharePartitionKey&) const = default;
    // "group:topicId:partition", as share coordinators name it; its hash says the partition of __share_group_state.
    std::string toString() const;
};

// A share partition as a snapshot and the updates after it leave it.
struct SharePartitionState {
    RecordPlace snapshot;              // offset -1: no snapshot of it is there
    std::vector<RecordPlace> updates;  // since the snapshot; the latest kUpdatesKept
    std::uint64_t updateCount = 0;     // since the snapshot
    RecordPlace startOffsetFrom;       // the record that set it
    RecordPlace batchesFrom;
    RecordPlace leaderEpochFrom;
    std::int32_t snapshotEpoch = -1;
    std::int32_t stateEpoch = -1;  // -1: updates do not tell it
    std::int32_t leaderEpoch = -1;
    std::int64_t startOffset = -1;  // -1: not used yet
    std::int32_t deliveryCompleteCount = -1;
    std::int64_t createTimestampMs = -1;  // of the snapshot
    std::int64_t writeTimestampMs = -1;
    std::vector<ShareBatch> batches;
    std::uint64_t doubtfulFacts = 0;

    static constexpr std::size_t kUpdatesKept = 64;
    RecordPlace lastRecord() const { return updates.empty() ? snapshot : updates.back(); }
};

// Folds the records of one partition of __share_group_state as a share coordinator that loads them:
//
//   ShareSnapshot   is the whole state of its share partition
//   ShareUpdate     adds to it: start offset and leader epoch unless they are -1, the count of deliveries that are
//                   complete, and batches (mergedShareBatches). Without a snapshot before it, it is all that is known
//   tombstone       of a ShareSnapshot deletes the state; the key of a ShareUpdate gets none, and if it did it would
//                   say nothing
class ShareStateReplay : public CountedState {
public:
    // Borrows `reader`.
    ShareStateReplay(const TopicRecordReader& reader, std::int32_t partition, const Limits& limits = {});
    ~ShareStateReplay() override;

    std::uint64_t stateBytes() const override;
    std::vector<StateObjectId> objects() const override;
    std::optional<StateObject> object(const StateObjectId& id) const override;
    void clear() override;

    using Partitions = std::map<SharePartitionKey, SharePartitionState>;
    const Partitions& partitions() const { return m_partitions; }

private:
    struct Reading;
    void data(const RecordView& view) override;

    std::unique_ptr<Reading> m_reading;
    Partitions m_partitions;
    std::map<std::string, SharePartitionKey, std::less<>> m_keys;  // by toString()
};

}  // namespace brokerscope
