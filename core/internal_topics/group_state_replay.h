#pragma once

#include "core/internal_topics/group_fact_reader.h"
#include "core/internal_topics/group_operation.h"
#include "core/internal_topics/group_record_reader.h"
#include "core/internal_topics/other_records.h"
#include "core/internal_topics/pending_offsets.h"
#include "core/internal_topics/replay_counts.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// Folds the records of one partition of __consumer_offsets to the state of its groups, exactly as a coordinator that
// loads them, for all group types of both releases. Partitions do not depend on each other: one replay for each, on any
// thread, not shared between threads.
//
//   transactions   a commit within one is pending until its marker; COMMIT puts it in force unless a record with a
//                  higher offset set the partition meanwhile (so 4.4.0 does, at once and after loading), ABORT drops it
//   tombstones     delete what their key names, also what was never there; those of another group type nothing
//   migration      a record of another group type takes the place of all that was of the old one but the offsets
//   faults         never fails: what cannot be read is counted, and facts that are only partly known are marked
//
// Operations are handed to `take` when they are complete: at another timestamp or at the end of the batch. Without
// `take` none is put together: 10 M offset commits cost a walk, a look-up and a store each. Memory is proportional to
// live state; nothing is kept of the records. State at any record: feed an empty replay, by apply(), the last record
// before it of each GroupRecordKey in the order of offsets.
class GroupStateReplay {
public:
    // Borrows `reader`.
    GroupStateReplay(const TopicRecordReader& reader, std::int32_t partition, TakeGroupOperation take = {},
                     const Limits& limits = {});
    ~GroupStateReplay();
    GroupStateReplay(GroupStateReplay&&) noexcept;
    GroupStateReplay& operator=(GroupStateReplay&&) noexcept;

    // The records of an entry that `opened` has just opened (RecordReader::open gave true), data or control. Control
    // batches without a record, which compaction leaves, are nothing. Offsets ascend; those already seen are passed
    // over. `also` gets each of them too, when it has been applied.
    void entry(RecordReader& opened, std::uint64_t storedBytes, const TakeRecord& also = {});
    // One record of a batch as it lies there, data or control; ends no operation by itself. Not to be mixed with
    // entry() within a batch.
    void record(const RecordView& view, const BatchContext& batch);
    // One record that was read; ends no operation by itself. Not to be mixed with entry() within a batch.
    void apply(const GroupRecord& record);
    // A marker of a transaction, where records are given one by one.
    void marker(std::int64_t producerId, bool isCommit, std::int64_t offset, std::int64_t timestampMs);
    // The batch is over, where records are given one by one.
    void endBatch();

    std::int32_t partition() const;
    const ReplayCounts& counts() const;
    const PendingOffsets& pending() const;
    // Of types that state is not made of, or with a value version that nobody knows.
    const OtherRecords& others() const;
    // Bytes that the state takes, estimated from what it holds.
    std::uint64_t stateBytes() const;

    // Valid until the next change. Null: no such group.
    const GroupState* find(std::string_view group) const;
    // Ascending by id.
    std::vector<const GroupState*> groups() const;
    std::string_view topicName(TopicNumber topic) const;
    std::optional<TopicNumber> topicNumber(std::string_view name) const;  // nothing: no offset was ever committed there
    // Everything known so far is forgotten: the log was truncated or its beginning moved past what was read.
    void clear();

private:
    struct Fold;
    std::unique_ptr<Fold> m_fold;
};

}  // namespace brokerscope
