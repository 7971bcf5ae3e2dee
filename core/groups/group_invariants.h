#pragma once

#include "core/groups/group_lanes.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// Rules that hold whatever happens to a group. What a source did not see is no violation: a jump of states between two
// polls is a blind period.
enum class GroupRule : std::uint8_t {
    OneOwner,            // two members own an active partition at one time; not in share groups
    StateTransition,     // observed without a gap, and none that the protocol has
    MemberTransition,    // UNREVOKED -> UNREVOKED, STABLE, UNRELEASED; …
    EpochBackwards,      // group epoch, generation, assignment epoch or member epoch of one member
    AssignmentAhead,     // assignment epoch above group epoch
    MemberAhead,         // member epoch above group epoch
    RevokedNotOwned,     // told to revoke what it did not have
    UnrevokedAdvanced,   // the epoch rose while it still had to revoke
    AssignedNotInTarget  // at the assignment epoch, STABLE, with what its target lacks
};
std::string_view groupRuleName(GroupRule rule);      // "oneOwner"
std::string_view groupRuleSentence(GroupRule rule);  // "A partition has one owner at any time."

struct Violation {
    GroupRule rule = GroupRule::OneOwner;
    std::int64_t timeMs = 0;
    PartitionIndex partition = PartitionIndex::None;
    MemberIndex member = MemberIndex::None;
    MemberIndex other = MemberIndex::None;
    std::string found;  // "orders-3: c-1 until 10:41:07.204, c-3 from 10:41:07.190"
    std::vector<EventEvidence> evidence;
};

// Whether a group of the type may come from one state to the other (ClassicGroupState and the states of the others).
// Words that are not known may follow anything: true. Equal ones: true.
bool mayFollow(GroupType type, std::string_view from, std::string_view to);
// The same of a member's record. `isNewTarget`: another target was computed in between.
bool mayFollow(Reconciliation from, Reconciliation to, bool isNewTarget);

// The sets of KIP-848's reconciliation. What stays is previous and target; what must go, previous without target; what
// comes, target without what stays and without what others still own.
struct ReconciliationSets {
    Assignment assigned;
    Assignment pendingRevocation;
    Assignment pendingAssignment;
    Assignment unreleased;
};
ReconciliationSets reconciliationSets(const Assignment& previous, const Assignment& target,
                                      const Assignment& ownedByOthers);

}  // namespace brokerscope
