#include "core/workbench/state_questions.h"

#include "core/internal_topics/fact_list.h"
#include "core/topology/node_values.h"
#include "core/workbench/metadata_questions.h"
#include "core/workbench/share_questions.h"
#include "core/workbench/transaction_questions.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace brokerscope {
namespace {

struct QuestionsOfTopic {
    std::string_view word;
    std::vector<StateQuestion> (*make)(const ToldState::States&, const ClusterSnapshot&);
};
constexpr std::array kQuestions{QuestionsOfTopic{"transactions", transactionQuestions},
                                QuestionsOfTopic{"share", shareQuestions},
                                QuestionsOfTopic{"metadata", metadataQuestions}};

}  // namespace

StateQuestion askedOf(RequestTarget target, std::string about, std::int16_t apiKey, std::string body,
                      std::function<std::int64_t(const NodeRef&, ToldState&)> take) {
    StateQuestion question;
    question.about = std::move(about);
    question.request.apiKey = apiKey;
    question.request.body = JsonBody{std::move(body)};
    question.request.target = std::move(target);
    question.take = std::move(take);
    return question;
}

RequestTarget brokerTarget(std::int32_t id) {
    RequestTarget target;
    target.kind = TargetKind::Broker;
    target.brokerId = id;
    return target;
}

std::string quotedText(const std::string& text) {
    FactJson json;
    json.text(text);
    return json.take();
}

std::vector<StateQuestion> stateQuestions(std::string_view word, const ToldState::States& states,
                                          const ClusterSnapshot& cluster) {
    const auto found = std::ranges::find(kQuestions, word, &QuestionsOfTopic::word);
    return found == kQuestions.end() ? std::vector<StateQuestion>() : found->make(states, cluster);
}

void takeAnswer(const SchemaRegistry& registry, const StateQuestion& question, const Result<SendResult>& result,
                ToldState& told) {
    const auto refuse = [&](const std::string& why) { told.unanswered(fmt::format("{}: {}", question.about, why)); };
    if (!result) {
        refuse(result.error().text());
        return;
    }
    if (const auto failed = failureOf(*result->exchange)) {
        refuse(failed->text());
        return;
    }
    const NodeRef body = result->response != nullptr ? bodyOf(result->response) : NodeRef();
    if (!body.isValid()) {
        refuse("the answer cannot be read");
        return;
    }
    const std::int64_t code = question.take(body, told);
    if (code != 0 && std::ranges::find(question.meansNothing, code) == question.meansNothing.end()) {
        refuse(registry.errorName(static_cast<int>(code)));
    }
}

}  // namespace brokerscope
