#pragma once

#include "core/workbench/state_questions.h"

namespace brokerscope {

// Those about __share_group_state. States are asked for with the leader epoch of the log, which changes nothing: a
// coordinator refuses a smaller one than its own. Where the log has none, they are not asked for.
std::vector<StateQuestion> shareQuestions(const ToldState::States& states, const ClusterSnapshot& cluster);

}  // namespace brokerscope
