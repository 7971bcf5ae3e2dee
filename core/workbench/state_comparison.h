#pragma once

#include "core/cluster/group_offsets.h"
#include "core/internal_topics/group_state_replay.h"
#include "core/internal_topics/state_object.h"
#include "core/workbench/group_survey.h"

#include <cstdint>
#include <string>
#include <vector>

namespace brokerscope {

// One fact of which the log and the broker say different things. Texts; empty: that side has no such fact.
struct StateDifference {
    StateObjectId object;
    std::string fact;  // factName(): "offsets[orders-3].offset"; empty: the object as a whole
    std::string logged;
    RecordPlace from;  // the record that says so; offset -1: none does
    std::string told;
    std::string source;  // the API whose answer told it: "OffsetFetch"
};

struct StateComparison {
    std::uint64_t facts = 0;  // that were compared
    std::vector<StateDifference> differences;
    std::vector<std::string> unanswered;  // sentences: what could not be asked
};

// Compares a group as the records of its partition leave it with what its coordinator says of it, for all group types:
// that it is there, its type and epochs, its members with what they have and are to have, and its committed offsets.
// Facts that only one side can have are not compared: the generation of a classic group and its members within a
// rebalance, which are in no record before it ends. `logged` is null where the records have no such group, `offsets`
// where they were not asked for. Of a group on which records came meanwhile the two sides may differ for that alone:
// ask again.
void compareGroup(const GroupStateReplay& replay, const GroupState* logged, const SurveyedGroup& told,
                  const GroupOffsets* offsets, StateComparison& comparison);

}  // namespace brokerscope
