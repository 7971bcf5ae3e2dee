#pragma once

#include "core/schema/schema_registry.h"
#include "core/topology/cluster_snapshot.h"
#include "core/workbench/send_request.h"
#include "core/workbench/told_state.h"

#include <functional>
#include <string>
#include <vector>

namespace brokerscope {

// One request whose answer tells of the state of an internal topic.
struct StateQuestion {
    std::string about;  // "ListTransactions of broker 1": for the sentence where it is not answered
    SendRequest request;
    // Reads the body of the answer; gives the error code that it holds as a whole, 0: none.
    std::function<std::int64_t(const NodeRef& body, ToldState& told)> take;
    // Told by brokers that lack it, and no fault: SECURITY_DISABLED.
    std::vector<std::int64_t> meansNothing = {};
};

// For the makers of questions: one with a JSON body.
StateQuestion askedOf(RequestTarget target, std::string about, std::int16_t apiKey, std::string body,
                      std::function<std::int64_t(const NodeRef& body, ToldState& told)> take);
RequestTarget brokerTarget(std::int32_t id);
// A text as JSON; what is no UTF-8 is replaced.
std::string quotedText(const std::string& text);

// What is asked of brokers about the state that records made:
//
//   __transaction_state   ListTransactions of every broker, DescribeTransactions; DescribeProducers of all leaders
//   __share_group_state   DescribeShareGroupOffsets, ReadShareGroupStateSummary, ReadShareGroupState
//   __cluster_metadata    Metadata, DescribeCluster, DescribeConfigs, ApiVersions, DescribeQuorum,
//                         DescribeClientQuotas, DescribeUserScramCredentials, DescribeAcls
//
// `word` is InternalTopicFacts::word. Empty for topics that are asked about otherwise (groups: surveyGroups) or not at
// all. Nothing that is asked changes the cluster.
std::vector<StateQuestion> stateQuestions(std::string_view word, const ToldState::States& states,
                                          const ClusterSnapshot& cluster);

// Hands the outcome of a question on: what was told, or why nothing was. An answer that does not decode tells nothing.
void takeAnswer(const SchemaRegistry& registry, const StateQuestion& question, const Result<SendResult>& result,
                ToldState& told);

}  // namespace brokerscope
