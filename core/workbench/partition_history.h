#pragma once

#include "core/base/cancel_token.h"
#include "core/internal_topics/group_state_replay.h"
#include "core/internal_topics/key_history.h"
#include "core/internal_topics/state_difference.h"
#include "core/workbench/topic_row_fields.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace brokerscope {

// What the records of an internal topic make, as one of them left it.
struct RecordedState {
    std::int64_t offset = -1;
    std::vector<StateObjectId> objects;         // all that there are, by kind and id
    std::vector<ObjectDifference> differences;  // against the moment that it is compared with
    std::int64_t comparedWith = -1;             // an offset; -1: with nothing at all
    std::shared_ptr<const TopicState> state;    // not to be used by two threads at once
};

// A record that was read; null: it is not among them.
struct ReadRecord {
    SharedTopicPiece piece;
    const TopicRow* row = nullptr;
};

// The records of one partition that were read, in the order of their offsets, and the state at any of them: an index by
// what records are about, over pieces that are kept. Made and used by one thread of a pool at a time; what is asked of
// it locks. The registry must outlive it.
class PartitionHistory {
public:
    // Null: the topic's records make no state, none of the partition was read, or it was cancelled.
    static std::shared_ptr<PartitionHistory> read(const std::vector<SharedTopicPiece>& pieces,
                                                  const TopicRowContext& context, std::int32_t partition,
                                                  const CancelToken& cancel = {});

    std::int32_t partition() const { return m_partition; }
    std::int64_t firstOffset() const;  // that was read: what came before it is not known
    std::int64_t lastOffset() const { return m_history.lastOffset(); }
    // The state after the record at `offset`, and what is another in it than after the one at `before`, which may also
    // be a later one; -1: than in nothing. Errors: FileUnreadable, Cancelled, and those of KeyHistory::rebuild().
    Result<RecordedState> at(std::int64_t offset, std::int64_t before, const CancelToken& cancel = {}) const;
    // Nothing: the moment has no such object.
    std::optional<StateObject> object(const RecordedState& moment, const StateObjectId& id) const;
    // The offset of the last record that came by that time.
    Result<std::int64_t> offsetAt(std::int64_t timestampMs) const;
    ReadRecord recordAt(std::int64_t offset) const;
    // As KeyHistory.
    std::optional<SubjectHistory> historyOf(std::int64_t offset) const;
    std::vector<SubjectHistory> history(const StateObjectId& object, const FactPath& within = {}) const;

    // Of __consumer_offsets: a group as the record at `offset` left it; not called where there is no such group. Errors
    // as at().
    using TakeGroup = std::function<void(const GroupStateReplay& replay, const GroupState& group)>;
    Result<void> visitGroup(const std::string& group, std::int64_t offset, const TakeGroup& take,
                            const CancelToken& cancel = {}) const;
    bool isOfGroups() const;
    const TopicRecordReader& reader() const { return m_reader; }

private:
    class Batches : public RecordSource {
    public:
        Result<void> read(std::uint64_t position, const Take& take) const override;

        // Positions are the batches' numbers.
        std::vector<std::pair<SharedTopicPiece, std::uint32_t>> all;
    };

    PartitionHistory(const TopicRowContext& context, std::int32_t partition);
    Result<std::shared_ptr<TopicState>> rebuilt(std::int64_t offset, const CancelToken& cancel) const;
    bool index(const Limits& limits, const CancelToken& cancel);

    TopicRecordReader m_reader;
    const InternalTopicFacts& m_topic;
    std::int32_t m_partition;
    Limits m_limits;
    Batches m_batches;
    KeyHistory m_history;
    mutable std::mutex m_mutex;
};

}  // namespace brokerscope
