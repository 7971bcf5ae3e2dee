#pragma once

#include "core/groups/timeline_snapshot.h"

#include <cstdint>
#include <string>
#include <vector>

namespace brokerscope {

// A member that is in the group, and which interval of its lane tells how.
struct MemberAt {
    MemberIndex member = MemberIndex::None;
    std::uint32_t interval = 0;

    bool operator==(const MemberAt&) const = default;
};
// Those in the group at the moment, in the order of their lanes, by halving in each. Nobody before the first event or
// in a total blind period.
std::vector<MemberAt> membersAt(const TimelineSnapshot& timeline, std::int64_t timeMs);

struct MemberMoment {
    MemberIndex member = MemberIndex::None;
    MemberInterval as;  // its span tells how sure it is
};

// The group at one moment, for tables and comparisons.
struct GroupMoment {
    std::int64_t timeMs = 0;
    std::string state;  // empty: not known
    std::int32_t epoch = -1;
    std::int32_t assignmentEpoch = -1;
    std::vector<MemberMoment> members;    // those in the group, in the order of their lanes
    std::vector<PartitionIndex> unowned;  // active ones
    Certainty certainty = Certainty::Observed;
};

// By halving in every lane. A moment before the first event or in a total blind period is Blind and has no members.
GroupMoment momentOf(const TimelineSnapshot& timeline, std::int64_t timeMs);

struct AssignmentDifference {
    PartitionIndex partition = PartitionIndex::None;
    std::vector<MemberIndex> before;  // owners; several in share groups alone
    std::vector<MemberIndex> after;
};
// Partitions whose owners differ, in the order of their lanes. A static member that came back is the same owner.
std::vector<AssignmentDifference> differences(const TimelineSnapshot& timeline, std::int64_t fromMs, std::int64_t toMs);

// What differs between what a member has and its target, now.
struct TargetDifference {
    MemberIndex member = MemberIndex::None;
    SharedAssignment toRevoke;  // never null
    SharedAssignment toTake;
};
std::vector<TargetDifference> targetDifferences(const GroupMoment& moment);
// Of one member. Both are empty where it has what it is to have, or no target is known.
TargetDifference targetDifference(MemberIndex member, const MemberInterval& as);

}  // namespace brokerscope
