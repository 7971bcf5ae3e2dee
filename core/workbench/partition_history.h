#pragma once

#include "core/base/cancel_token.h"
#include "core/internal_topics/key_history.h"
#include "core/internal_topics/state_difference.h"
#include "core/workbench/batch_bytes.h"
#include "core/workbench/object_history.h"
#include "core/workbench/record_faults.h"
#include "core/workbench/topic_row_fields.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
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
    // Never null. What cannot be read is passed over (faults()). Errors: Other with a sentence, where the topic's
    // records make no state or none of the partition was read; Cancelled.
    static Result<std::shared_ptr<PartitionHistory>> read(const std::vector<SharedTopicPiece>& pieces,
                                                          const TopicRowContext& context, std::int32_t partition,
                                                          const CancelToken& cancel = {});

    std::int32_t partition() const { return m_partition; }
    const std::string& topic() const { return m_topicName; }
    // Batches whose bytes are gone or broken: states lack what they said.
    const RecordFaults& faults() const { return m_faults; }
    std::int64_t firstOffset() const;  // that was read: what came before it is not known
    // What came before is known from a snapshot: the state before the first offset is that.
    bool hasCheckpoint() const { return !m_checkpoint.all.empty(); }
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

    // Has an ObjectHistory follow one object through the records that a subject of it needs, from the step `first` on:
    // those of its steps and of the markers that decided them; of a committed offset also those about the group's
    // members. Errors as at().
    Result<void> follow(const SubjectHistory& subject, std::size_t first, ObjectHistory& history,
                        const CancelToken& cancel = {}) const;
    const TopicRecordReader& reader() const { return m_reader; }
    const InternalTopicFacts& facts() const { return m_topic; }
    const Limits& limits() const { return m_limits; }

private:
    class Batches : public RecordSource {
    public:
        Result<void> read(std::uint64_t position, const Take& take) const override;
        const TopicBatch& batch(std::size_t number) const { return all[number].first->batches[all[number].second]; }
        // Behind the last one that begins at or before an offset.
        std::size_t behind(std::int64_t offset) const;

        // Positions are the batches' numbers.
        std::vector<std::pair<SharedTopicPiece, std::uint32_t>> all;
        std::set<std::size_t> unreadable;  // numbers of those that were when they were indexed
    };

    PartitionHistory(const TopicRowContext& context, std::int32_t partition);
    Result<void> takeCheckpoint(TopicState& state) const;
    Result<std::shared_ptr<TopicState>> rebuilt(std::int64_t offset, const CancelToken& cancel) const;
    bool index(const CancelToken& cancel);
    bool indexBatch(std::size_t number, BatchBytes& bytes, RecordReader& records);
    std::vector<std::int64_t> neededBy(const SubjectHistory& subject, std::size_t first) const;
    Result<void> replay(const std::vector<std::size_t>& batches, TopicState& state, ObjectHistory& history,
                        const CancelToken& cancel) const;

    TopicRecordReader m_reader;
    const InternalTopicFacts& m_topic;
    std::string m_topicName;
    std::int32_t m_partition;
    Limits m_limits;
    Batches m_batches;
    Batches m_checkpoint;  // of the snapshot that the log goes on from; empty: there is none
    KeyHistory m_history;
    RecordFaults m_faults;
    mutable std::mutex m_mutex;
};

}  // namespace brokerscope
