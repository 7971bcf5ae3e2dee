#include "core/workbench/topic_answers.h"

#include <algorithm>
#include <array>

namespace brokerscope {
namespace {

// In the order of the questions.
constexpr std::array<std::string_view, 10> kAnswerNames{
    "hangingTransaction",   "openTransaction", "pendingOffset",    "largestGroup", "groupOfOffsetsAlone",
    "offsetOfMissingTopic", "backwardCommit",  "hottestCommitter", "recordType",   "controlRecords"};

}  // namespace

std::string_view answerName(TopicQuestion question) {
    return kAnswerNames[static_cast<std::size_t>(question)];
}

const AnswerValue* AnswerRow::find(std::string_view name) const {
    const auto found = std::ranges::find(facts, name, &AnswerFact::name);
    return found == facts.end() ? nullptr : &found->value;
}

}  // namespace brokerscope
