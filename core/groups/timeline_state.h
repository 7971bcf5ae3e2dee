#pragma once

#include "core/groups/conclusions.h"
#include "core/groups/fold_journal.h"
#include "core/groups/group_cells.h"
#include "core/groups/group_timeline.h"
#include "core/groups/partition_directory.h"

#include <deque>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace brokerscope {

// All that a timeline holds. Whoever changes it tells the journal first.
struct TimelineState {
    TimelineState(std::string groupId, const TimelineLimits& limits);

    std::string id;
    TimelineLimits limits;
    FoldJournal journal;
    GroupLanes lanes;
    RebalanceList rebalances;
    ViolationList violations;
    PartitionDirectory directory;
    Conclusions conclusions;
    std::deque<MemberCell> members;        // by MemberIndex
    std::deque<PartitionCell> partitions;  // by PartitionIndex
    std::deque<std::uint64_t> partitionThinned;
    std::unordered_map<std::string, MemberIndex> memberIds;  // the latest lane of an id
    std::unordered_map<std::string, MemberIndex> instances;  // of an instance id
    std::set<MemberIndex> present;
    std::set<MemberIndex> joiners;                   // classic: those that have not got their part
    std::map<PartitionIndex, MovedPartition> loose;  // released in this rebalance, and not taken yet
    GroupCell group;
    std::uint64_t intervals = 0;
    std::int64_t momentMs = 0;
    // Of this moment.
    std::set<MemberIndex> touched;
    std::set<PartitionIndex> touchedPartitions;

    MemberCell& member(MemberIndex index) { return members[static_cast<std::size_t>(index)]; }
    const MemberLane& lane(MemberIndex index) const { return lanes.members[static_cast<std::size_t>(index)]; }
    MemberLane& change(MemberIndex index) { return lanes.members.change(static_cast<std::size_t>(index)); }
    PartitionCell& partition(PartitionIndex index) { return partitions[static_cast<std::size_t>(index)]; }
    const PartitionLane& lane(PartitionIndex index) const { return lanes.partitions[static_cast<std::size_t>(index)]; }
    PartitionLane& change(PartitionIndex index) { return lanes.partitions.change(static_cast<std::size_t>(index)); }
    // For being changed: kept once a moment, and looked at when the moment ends.
    MemberCell& touch(MemberIndex index);
    PartitionCell& touch(PartitionIndex index);
    std::string memberName(MemberIndex index);
    std::string partitionName(PartitionIndex index);
    NamedPartition named(PartitionIndex index);
    // Two lanes of one static member are one owner.
    bool isSameOwner(MemberIndex left, MemberIndex right);
    bool isClassic() const { return group.type == GroupType::Classic; }
    bool isCooperative() const;
    template <class Set, class Value>
    void insert(Set& set, const Value& value) {
        if (set.insert(value).second) {
            if constexpr (requires { value.first; }) {
                journal.add([&set, key = value.first] { set.erase(key); });
            } else {
                journal.add([&set, value] { set.erase(value); });
            }
        }
    }
    template <class Set, class Key>
    bool erase(Set& set, const Key& key) {
        const auto node = set.find(key);
        if (node == set.end()) {
            return false;
        }
        journal.add([&set, value = *node] { set.insert(value); });
        set.erase(node);
        return true;
    }
    void conclude(TimelineFact fact, const EventEvidence& evidence, Certainty certainty = Certainty::Observed);
    // Of what has begun before this moment.
    void concludeSince(std::int64_t sinceMs, TimelineFact fact, const EventEvidence& evidence, Certainty certainty);
    void violate(Violation violation);
    void mark(LaneMark mark);
};

}  // namespace brokerscope
