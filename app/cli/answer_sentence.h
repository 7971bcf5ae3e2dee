#pragma once

#include "core/workbench/topic_answers.h"

#include <string>

namespace brokerscope {

// One row of an answer as a sentence: "transaction tx-1 of producer 7 epoch 0 (Ongoing) holds back orders-3, open for
// 500 ms of at most 60000 (4:0)".
std::string answerSentence(TopicQuestion question, const AnswerRow& row);

}  // namespace brokerscope
