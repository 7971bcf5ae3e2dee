#pragma once

#include "core/workbench/state_questions.h"

namespace brokerscope {

// Those about __transaction_state: every broker lists its transactional ids, and their coordinators describe them;
// leaders of all partitions tell which transactions they hold open (HangingProducers).
std::vector<StateQuestion> transactionQuestions(const ToldState::States& states, const ClusterSnapshot& cluster);

}  // namespace brokerscope
