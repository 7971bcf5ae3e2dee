#include "core/workbench/transaction_questions.h"

#include "core/internal_topics/fact_list.h"
#include "core/schema/api_keys.h"
#include "core/schema/error_codes.h"
#include "core/topology/node_values.h"
#include "core/workbench/hanging_producers.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace brokerscope {
namespace {

constexpr std::size_t kMostIds = 200;  // of one request

StateObjectId idObject(const NodeRef& state) {
    return {StateObjectKind::TransactionalId, textField(state, "transactionalId").value_or(std::string())};
}

void tellNumber(ToldState& told, const StateObjectId& id, const char* fact, std::int64_t value, const char* source) {
    told.tell(id, fact, {std::to_string(value), source, false});
}

void takeList(const NodeRef& body, ToldState& told) {
    for (const NodeRef& state : elementsField(body, "transactionStates")) {
        told.tellThere(idObject(state), "ListTransactions");
    }
}

// [{"topic":"orders","partitions":[0,3]}], as the state's fact has it.
std::string partitionsJson(const NodeRef& state) {
    FactJson json;
    json.array(elementsField(state, "topics"), [&](const NodeRef& topic) {
        json.object([&] {
            json.key("topic").text(textField(topic, "topic").value_or(std::string()));
            json.key("partitions").numbers(integersField(topic, "partitions"));
        });
    });
    return json.take();
}

void tellDescribed(const NodeRef& state, ToldState& told) {
    const char* source = "DescribeTransactions";
    const StateObjectId id = idObject(state);
    const std::string word = textField(state, "transactionState").value_or(std::string());
    told.tell(id, "state", {quotedText(word), source, false});
    tellNumber(told, id, "timeoutMs", integerField(state, "transactionTimeoutMs", -1), source);
    tellNumber(told, id, "startMs", integerField(state, "transactionStartTimeMs", -1), source);
    tellNumber(told, id, "producerId", integerField(state, "producerId", -1), source);
    tellNumber(told, id, "producerEpoch", integerField(state, "producerEpoch", -1), source);
    told.tell(id, "partitions", {partitionsJson(state), source, true});
}

// Lists leave out, without a word, what the asker may not describe: who is asked by name says which of both it is.
std::int64_t takeDescribed(HangingProducers& search, const NodeRef& body, ToldState& told) {
    std::int64_t worst = 0;
    for (const NodeRef& state : elementsField(body, "transactionStates")) {
        const std::int64_t code = integerField(state, "errorCode", 0);
        if (code == 0) {
            tellDescribed(state, told);
        } else if (code == error_code::kTransactionalIdNotFound) {
            told.tellMissing(idObject(state), "DescribeTransactions");
        } else {
            worst = code;
        }
    }
    if (worst == 0) {
        search.noteDescribed();
    }
    return worst;
}

// The ids of one partition of the log have one coordinator.
void addDescribes(const TopicState& state, const std::shared_ptr<HangingProducers>& search,
                  std::vector<StateQuestion>& questions) {
    const std::vector<StateObjectId> all = state.objects();
    for (std::size_t first = 0; first < all.size(); first += kMostIds) {
        std::string ids;
        for (std::size_t i = first; i < std::min(all.size(), first + kMostIds); ++i) {
            ids += (ids.empty() ? "" : ",") + quotedText(all[i].id);
        }
        RequestTarget target;
        target.kind = TargetKind::TransactionCoordinator;
        target.key = all[first].id;
        search->expectDescribed();
        questions.push_back(
            askedOf(std::move(target), fmt::format("DescribeTransactions of partition {}", state.partition()),
                    api_key::kDescribeTransactions, fmt::format(R"({{"transactionalIds":[{}]}})", ids),
                    [search](const NodeRef& body, ToldState& told) { return takeDescribed(*search, body, told); }));
    }
}

// What was asked of leaders twice is concluded with all answers.
void concludeHanging(const std::shared_ptr<HangingProducers>& search, ToldState& told) {
    told.conclude("hanging transactions", [search](const ToldState::States& states, StateComparison& comparison) {
        comparison.facts += search->openCount();
        for (const ProducerTransaction& hanging : search->found().value_or(std::vector<ProducerTransaction>())) {
            comparison.differences.push_back(hangingDifference(hanging, states));
        }
    });
}

}  // namespace

std::vector<StateQuestion> transactionQuestions(const ToldState::States& states, const ClusterSnapshot& cluster) {
    const auto search = std::make_shared<HangingProducers>(cluster);
    std::vector<StateQuestion> questions =
        HangingProducers::leaderQuestions(cluster, search, HangingProducers::Round::Before);
    const auto takeAlso = [search](const NodeRef& body, ToldState& told) {
        takeList(body, told);
        if (search->areAllListed()) {
            told.tellVisible(StateObjectKind::TransactionalId, "ListTransactions");
        }
        concludeHanging(search, told);
    };
    std::ranges::move(HangingProducers::listQuestions(cluster, search, takeAlso), std::back_inserter(questions));
    for (const auto& [partition, state] : states) {
        addDescribes(*state, search, questions);
    }
    std::ranges::move(HangingProducers::leaderQuestions(cluster, search, HangingProducers::Round::After),
                      std::back_inserter(questions));
    return questions;
}

}  // namespace brokerscope
