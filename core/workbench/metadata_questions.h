#pragma once

#include "core/workbench/state_questions.h"

namespace brokerscope {

// Those about __cluster_metadata. A controller listener answers few of them: the others are then said to be unanswered.
std::vector<StateQuestion> metadataQuestions(const ToldState::States& states, const ClusterSnapshot& cluster);

}  // namespace brokerscope
