#pragma once

#include "core/internal_topics/group_operation.h"
#include "core/internal_topics/record_subject.h"
#include "core/internal_topics/state_difference.h"
#include "core/workbench/partition_holders.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace brokerscope {

// A record about an object whose history is wanted, and what came of it.
struct HistoryChange {
    RecordPlace record;
    std::int64_t timestampMs = -1;
    bool isMarker = false;  // the record ended a transaction
    // What the record does by itself, in a transaction once that is committed; None: it is about something else that
    // belongs to it: a marker, the members of the group.
    RecordEffect effect = RecordEffect::None;
    std::string operation = {};  // of groups, what their coordinator did: "member left"; empty: not known
    // Of the offset of one partition: who has the partition then.
    std::vector<PartitionHolder> holders = {};
    bool isChange = false;  // false: it left everything as it was: it waits, was aborted, or said the same again
    ObjectDifference difference = {};
};

// Whose history is wanted.
struct HistoryWanted {
    std::string object;  // an id
    // Names of facts as factName() gives them ("offsets[orders-3]", "members[c-1]"): these, and what is below them;
    // empty: all. With the offset of a partition comes who had the partition ("owners[orders-3]").
    std::vector<std::string> facts = {};
    std::optional<StateObjectKind> kind = {};  // nothing: of any kind
};

// Follows objects of an internal topic through its records: which record changed what, from what to what. Of all
// partitions of the topic; records of each come in their order, when they have been applied to its state. Where the
// records of an object do not depend on others (keyed topics) they may come without the others. Memory is proportional
// to what was found. Borrows reader and topic. Not thread safe.
class ObjectHistory {
public:
    ObjectHistory(const TopicRecordReader& reader, const InternalTopicFacts& topic, HistoryWanted wanted,
                  TopicNameOf nameOf, const Limits& limits = {});
    ~ObjectHistory();

    // An empty state for a partition, whose operations name what its records did.
    std::unique_ptr<TopicState> makeState(std::int32_t partition);
    // What a snapshot left, or is known otherwise, before the first record of the log.
    void begin(const TopicState& state);
    void take(const TopicState& state, const RecordView& view, const BatchContext& batch);
    // By partition, in the order of the records.
    std::vector<HistoryChange> changes() const;
    // Whether it is the offset of one partition that is wanted, so that holders are told.
    bool isOfOnePartition() const { return m_owned.size() == 1 && m_wanted.facts.size() == 1; }

private:
    struct Followed;
    struct Partition;

    Partition& partitionOf(const TopicState& state);
    void operation(const GroupOperation& operation);
    bool isFact(const std::string& name) const;
    bool isObject(const StateObjectId& id) const;
    void findHolders(const GroupStateReplay& replay, const GroupState& group, Followed& followed, bool isAnew) const;
    std::optional<StateObject> objectOf(const TopicState& state, const StateObjectId& id, Followed& followed,
                                        bool isAnew) const;
    std::vector<StateFact> committedFacts(const GroupStateReplay& replay, const GroupState& group) const;
    void compare(Partition& partition, const TopicState& state, const StateObjectId& id, HistoryChange change,
                 bool isOfMembers);

    const TopicRecordReader& m_reader;
    const InternalTopicFacts& m_topic;
    HistoryWanted m_wanted;
    std::vector<HeldPartition> m_owned;  // whose owners are wanted
    NestedOpener m_opener;
    MemberData m_data;
    TopicNameOf m_nameOf;
    Limits m_limits;
    std::map<std::int32_t, std::unique_ptr<Partition>> m_partitions;
    struct Named {
        std::int64_t last = -1;
        std::string name;
    };
    std::map<std::pair<std::int32_t, std::int64_t>, Named> m_operations;  // by partition and first offset
};

}  // namespace brokerscope
