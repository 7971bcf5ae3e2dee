#pragma once

#include "core/internal_topics/group_state.h"

namespace brokerscope {

// Where in a group's state the fact of a record type stands: one place for the types of all groups that say the same.
enum class FactSlot : std::uint8_t {
    None,  // offset commits, and types without definition
    Classic,
    Epoch,
    TargetEpoch,
    MemberMetadata,
    MemberTarget,
    MemberCurrent,
    Expression,
    Topology,
    Raw
};
FactSlot factSlotOf(std::int32_t recordType);
bool isOffsetCommit(std::int32_t recordType);

// Puts a fact, or none (monostate), where `key` names, and gives what was there. Members and expressions that nothing
// is known of any more go. `fact` is of the kind that factSlotOf() says.
GroupFact replaceFact(GroupState& group, const GroupRecordKey& key, const GroupFact& fact);

// The facts of a group go, its offsets stay.
void clearFacts(GroupState& group);
bool hasFacts(const GroupState& group);

// Bytes that a group takes, estimated from what it holds.
std::uint64_t bytesOf(const GroupState& group);

}  // namespace brokerscope
