#pragma once

#include "core/base/limits.h"
#include "core/internal_topics/other_records.h"
#include "core/internal_topics/replay_counts.h"
#include "core/internal_topics/state_object.h"
#include "core/internal_topics/topic_record_reader.h"

#include <memory>
#include <vector>

namespace brokerscope {

// The state that the records of one partition of an internal topic make, whichever topic it is. Partitions do not
// depend on each other: one for each, on any thread, not shared between threads. Never fails: what cannot be read is
// counted, and objects say how much of them is doubtful.
class TopicState {
public:
    TopicState() = default;
    TopicState(const TopicState&) = delete;
    TopicState& operator=(const TopicState&) = delete;
    virtual ~TopicState() = default;

    // The records of an entry that `opened` has just opened (RecordReader::open gave true). Offsets ascend; those
    // already seen are passed over. `also` gets each of them too, when it has been applied: a KeyHistory, say.
    virtual void entry(RecordReader& opened, std::uint64_t storedBytes, const TakeRecord& also = {}) = 0;
    // One record, data or control. Not to be mixed with entry() within a batch.
    virtual void record(const RecordView& view, const BatchContext& batch) = 0;
    // Whether the topic has snapshots (.checkpoint of __cluster_metadata), behind which its log may begin.
    virtual bool hasCheckpoints() const { return false; }
    // What follows are the records of a snapshot whose name says this end offset: they are all there is, and their
    // offsets count within it. After endCheckpoint() the log goes on at `endOffset`. Of other topics both do nothing.
    virtual void beginCheckpoint(std::int64_t /*endOffset*/) {}
    virtual void endCheckpoint() {}

    virtual std::int32_t partition() const = 0;
    virtual const ReplayCounts& counts() const = 0;
    virtual const OtherRecords& others() const = 0;
    // Bytes that the state takes, estimated from what it holds.
    virtual std::uint64_t stateBytes() const = 0;

    // By kind and id. Without their facts: work in the number of objects.
    virtual std::vector<StateObjectId> objects() const = 0;
    // Nothing: there is no such object.
    virtual std::optional<StateObject> object(const StateObjectId& id) const = 0;
    // What was there and was taken away by a record, and is not there again: the latest kRemovedKept, oldest first.
    // Groups that are gone are found in a KeyHistory alone.
    virtual std::vector<RemovedObject> removed() const { return {}; }
    static constexpr std::size_t kRemovedKept = 10'000;

    // Everything known so far is forgotten: the log was truncated or its beginning moved past what was read.
    virtual void clear() = 0;
};

// An empty state for a partition of `topic`, which is one of the reader's. Null for topics whose records make no state
// here (__remote_log_metadata). Borrows the reader.
std::unique_ptr<TopicState> makeTopicState(const TopicRecordReader& reader, const InternalTopicFacts& topic,
                                           std::int32_t partition, const Limits& limits = {});

}  // namespace brokerscope
