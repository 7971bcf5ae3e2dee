#pragma once

#include "core/base/cancel_token.h"
#include "core/internal_topics/key_table.h"
#include "core/internal_topics/record_source.h"
#include "core/internal_topics/record_subject.h"
#include "core/internal_topics/topic_state.h"
#include "core/internal_topics/transaction_index.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace brokerscope {

// One record in the history of what it is about.
struct HistoryStep {
    RecordPlace record;
    RecordEffect effect = RecordEffect::None;
    std::optional<TransactionIndex::Transaction> transaction;  // that it stands in: when it came into force, if it did
};

// The records that set, changed and removed one fact, or facts that come together, in the order of their offsets.
struct SubjectHistory {
    StateObjectId object;
    FactPath path;  // where they stand, or begin
    std::vector<HistoryStep> steps;
};

// The history of every subject of one partition of an internal topic: an index of its records, with which the state at
// any moment is made again out of a source that still has them. 8 bytes a record, the keys once, and a mark every few
// KiB of log; transactional records take 12 more. Not thread safe.
//
//   moment   the offset of a record: the state as that record left it
//   @time    the moment before the first record that is stamped later. Stamps need not ascend (a clock was set, another
//            broker took over): what follows a record that is stamped too late waits until its time has come
//
// What a rebuilt state is: that of a coordinator which loads the records up to the moment after they were compacted.
// Groups with nothing in them are not there, and doubtful records that others replaced are not counted.
class KeyHistory {
public:
    // Beyond so many bytes no more is indexed, nor is from an offset beyond this one on: a step's has 60 bits.
    static constexpr std::uint64_t kMostBytes = 2ULL << 30;
    static constexpr std::int64_t kMostOffset = (std::int64_t{1} << 60) - 1;

    // `topic` has states (makeTopicState). Borrows both.
    KeyHistory(const TopicRecordReader& reader, const InternalTopicFacts& topic, std::int32_t partition,
               const Limits& limits = {}, std::uint64_t mostBytes = kMostBytes);

    // What a snapshot left, before the first entry: the state that rebuild() is given holds the same.
    void begin(const TopicState& checkpoint) { m_subjects->begin(checkpoint); }
    // An entry follows, which the source has at `position`; then its records, data and control. Positions and offsets
    // ascend; records at or below the last are passed over.
    void begin(std::uint64_t position, std::uint64_t storedBytes);
    void record(const RecordView& view, const BatchContext& batch);

    std::int64_t lastOffset() const { return m_lastOffset; }
    // The first offset that is not indexed, since the index would have taken more than it may, or it is beyond
    // kMostOffset.
    std::optional<std::int64_t> end() const { return m_end; }
    std::uint64_t records() const { return m_records; }
    std::size_t keys() const { return m_table.size(); }
    std::uint64_t bytes() const;

    // What there ever was, by kind and id.
    std::vector<StateObjectId> objects() const { return m_table.objects(); }
    // Of the facts of an object at or below `within` ({"members", "c-1"}), or all.
    std::vector<SubjectHistory> history(const StateObjectId& object, const FactPath& within = {}) const;
    // Of what the record at `offset` is about; nothing: it is about nothing, as markers are, or it is not indexed. Work
    // in the number of keys.
    std::optional<SubjectHistory> historyOf(std::int64_t offset) const;
    // Objects with a record, or the end of a transaction of theirs, after `after` and up to `upTo`.
    std::vector<StateObjectId> changedObjects(std::int64_t after, std::int64_t upTo) const;

    // The moment of a time; -1: before the first record. Errors: the source's.
    Result<std::int64_t> momentOf(std::int64_t timestampMs, const RecordSource& source) const;
    // Makes the state at a moment in `state`, which is an empty one of the topic (of __cluster_metadata it may hold a
    // checkpoint that the log goes on from). `only`: where objects do not depend on each other, the state of these;
    // else it is not looked at. Errors: the source's; Cancelled; LimitExceeded where the moment is not indexed;
    // RecordsMissing where the source does not have them any more.
    Result<void> rebuild(std::int64_t moment, const RecordSource& source, TopicState& state,
                         std::span<const StateObjectId> only = {}, const CancelToken& cancel = {}) const;

private:
    struct Mark {
        std::int64_t offset = 0;         // records from here on stand at the position or behind it
        std::int64_t latestBefore = -1;  // greatest timestamp of those before
        std::uint64_t position = 0;
    };

    SubjectHistory subject(KeyNumber key, FactPath path) const;
    void place(KeyNumber key, std::int64_t offset, const RecordSubject& subject);
    const Mark& markOf(std::int64_t offset) const;
    std::vector<std::int64_t> needed(std::int64_t moment, std::span<const StateObjectId> only,
                                     const CancelToken& cancel) const;
    Error notIndexed() const;
    void addNeeded(KeyNumber key, std::int64_t moment, std::vector<std::int64_t>& offsets) const;
    void addPending(KeyNumber key, std::int64_t from, std::int64_t moment, std::vector<std::int64_t>& offsets) const;

    std::unique_ptr<SubjectReader> m_subjects;
    std::int32_t m_partition;
    bool m_areObjectsApart;  // those of a topic whose records have keys
    Limits m_limits;
    std::uint64_t m_mostBytes;
    KeyTable m_table;
    std::vector<std::vector<std::uint64_t>> m_entries;  // by key, packed (PackedStep)
    std::uint64_t m_entryBytes = 0;
    TransactionIndex m_transactions;
    std::vector<Mark> m_marks;
    std::uint64_t m_sinceMark = 0;
    std::int64_t m_lastOffset = -1;
    std::int64_t m_latest = -1;
    std::uint64_t m_records = 0;
    std::optional<std::int64_t> m_end;
};

}  // namespace brokerscope
