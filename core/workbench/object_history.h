#pragma once

#include "core/internal_topics/group_operation.h"
#include "core/internal_topics/record_subject.h"
#include "core/internal_topics/state_difference.h"
#include "core/workbench/partition_holders.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace brokerscope {

// What one record did to what is known of one object.
struct HistoryChange {
    RecordPlace record;
    std::int64_t timestampMs = -1;
    bool isMarker = false;  // the record ended a transaction
    std::string operation;  // of groups, what their coordinator did: "member left"; empty: not known
    ObjectDifference difference;
};

// Whose history is wanted.
struct HistoryWanted {
    std::string object;  // an id, of any kind
    // Names of facts as factName() gives them ("offsets[orders-3]", "members[c-1]"): these, and what is below them;
    // empty: all. With the offset of a partition comes who had the partition ("owners[orders-3]").
    std::vector<std::string> facts;
};

// Follows objects of an internal topic through its records: which record changed what, from what to what. Of all
// partitions of the topic; records of each come in their order, when they have been applied to its state. Memory is
// proportional to what was found. Borrows reader and topic. Not thread safe.
class ObjectHistory {
public:
    ObjectHistory(const TopicRecordReader& reader, const InternalTopicFacts& topic, HistoryWanted wanted,
                  TopicNameOf nameOf, const Limits& limits = {});
    ~ObjectHistory();

    // What a snapshot left, before the first record of the log.
    void begin(const TopicState& state);
    void take(const TopicState& state, const RecordView& view, const BatchContext& batch);
    // An operation of a group, which names what its records did; in any order.
    void operation(const GroupOperation& operation);
    // By partition, in the order of the records.
    std::vector<HistoryChange> changes() const;

private:
    struct Partition;

    Partition& partitionOf(const TopicState& state);
    bool isFact(const std::string& name) const;
    bool concerns(SubjectReader& subjects, const RecordSubject& subject) const;
    std::optional<StateObject> objectOf(const TopicState& state, const StateObjectId& id) const;
    void addOwners(const TopicState& state, StateObject& object) const;
    void compare(Partition& partition, const TopicState& state, const StateObjectId& id, HistoryChange change);

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
