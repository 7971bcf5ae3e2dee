#pragma once

#include "core/workbench/answer_collector.h"
#include "core/workbench/topic_row_fields.h"

#include <vector>

namespace brokerscope {

// Answers what is asked of an internal topic (AnswerCollector) from what was read of it: the batches of all pieces are
// read again, those of each partition in their order. Cancelled: no answers. Work for a thread of the pool.
TopicAnswers answersOf(const std::vector<SharedTopicPiece>& pieces, const TopicRowContext& context,
                       const AnswerOptions& options = {}, const CancelToken& cancel = {});

}  // namespace brokerscope
