#include "core/workbench/check_verdict.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

TEST(CheckVerdict, BytesThatAreNoFrameAreUndecodable) {
    const auto outcomeWith = [](MessageId id) {
        Exchange exchange;
        exchange.failure = TransportError{{id, {}, std::nullopt, {}}, std::nullopt};
        exchange.notes = {{Severity::Note, MessageId::FetchSession, {}, {}, {}},
                          {Severity::Error, MessageId::CorrelationUnexpected, {"1", "2"}, {}, {}}};
        SendResult sent;
        sent.exchange = std::make_shared<const Exchange>(std::move(exchange));
        return outcomeOf(sent);
    };
    EXPECT_EQ(outcomeWith(MessageId::NotKafka).result, CheckResult::Undecodable);
    EXPECT_EQ(outcomeWith(MessageId::FrameSizeTooLarge).result, CheckResult::Undecodable);
    EXPECT_EQ(outcomeWith(MessageId::CorrelationUnexpected).result, CheckResult::Undecodable);
    EXPECT_EQ(outcomeWith(MessageId::ConnectionClosed).result, CheckResult::Closed);
    const CheckOutcome timeout = outcomeWith(MessageId::TimedOut);
    EXPECT_EQ(timeout.result, CheckResult::Timeout);
    ASSERT_EQ(timeout.diagnostics.size(), 1u);
    EXPECT_EQ(timeout.diagnostics[0].id, MessageId::CorrelationUnexpected);
}

CheckOutcome refusalWith(std::initializer_list<std::int16_t> codes) {
    CheckOutcome outcome;
    outcome.result = CheckResult::Refused;
    for (const std::int16_t code : codes) {
        outcome.errors.push_back({"errorCode", code});
    }
    return outcome;
}

ExpectedOutcome refusalExpected(std::vector<std::string> errors) {
    return {CheckResult::Refused, std::move(errors), {}};
}

TEST(CheckVerdict, ARefusalHasTheVeryErrorsThatAreExpected) {
    const SchemaRegistry& registry = SchemaRegistry::embedded();
    const std::vector both{refusalExpected({"OPERATION_NOT_ATTEMPTED", "UNKNOWN_TOPIC_OR_PARTITION"})};
    EXPECT_TRUE(isExpected(registry, refusalWith({3, 55, 3}), both));
    EXPECT_FALSE(isExpected(registry, refusalWith({3}), both)) << "the other one is missing";
    EXPECT_FALSE(isExpected(registry, refusalWith({3, 55, 25}), both)) << "one more";
    EXPECT_FALSE(isExpected(registry, refusalWith({3, 12345}), both)) << "one that nobody knows";
    CheckOutcome answered;
    answered.result = CheckResult::Answered;
    EXPECT_FALSE(isExpected(registry, answered, both));
    EXPECT_TRUE(isExpected(registry, answered, {refusalExpected({"UNKNOWN_MEMBER_ID"}), ExpectedOutcome{}}));
    EXPECT_FALSE(isExpected(registry, answered, {}));
}

TEST(CheckVerdict, OnlyErrorsThatNoOutcomeHasArePassing) {
    const SchemaRegistry& registry = SchemaRegistry::embedded();
    const std::vector unknownTopic{refusalExpected({"UNKNOWN_TOPIC_OR_PARTITION"})};
    EXPECT_TRUE(mayPass(registry, refusalWith({14}), unknownTopic));
    EXPECT_TRUE(mayPass(registry, refusalWith({3}), {})) << "retriable, and not expected";
    EXPECT_FALSE(mayPass(registry, refusalWith({3}), unknownTopic));
    EXPECT_TRUE(mayPass(registry, refusalWith({3, 14}), unknownTopic));
    EXPECT_FALSE(mayPass(registry, refusalWith({14, 25}), unknownTopic)) << "UNKNOWN_MEMBER_ID stays";
}

TEST(CheckVerdict, WhatCouldNotBeSentIsClosedOrTimedOut) {
    EXPECT_EQ(outcomeOfUnsent({MessageId::TimedOut, {}, std::nullopt, {}}).result, CheckResult::Timeout);
    const CheckOutcome refused = outcomeOfUnsent({MessageId::ConnectRefused, {}, std::nullopt, {}});
    EXPECT_EQ(refused.result, CheckResult::Closed);
    ASSERT_TRUE(refused.failure);
    EXPECT_EQ(refused.failure->error.id, MessageId::ConnectRefused);
}

TEST(CheckResult, NamesAreReadAsTheyAreWritten) {
    for (const CheckResult result : {CheckResult::Answered, CheckResult::Refused, CheckResult::Closed,
                                     CheckResult::Timeout, CheckResult::Undecodable, CheckResult::Skipped}) {
        EXPECT_EQ(checkResultByName(checkResultName(result)), result);
    }
    EXPECT_FALSE(checkResultByName("answer"));
}

}  // namespace
}  // namespace brokerscope
