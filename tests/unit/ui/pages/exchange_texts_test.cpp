#include "ui/pages/exchange_texts.h"

#include "tests/unit/ui/pages/sample_exchanges.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using testing::answeredMetadata;
using testing::closedMetadata;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::withErrors;

TEST(ExchangeTexts, nameTheApiOrItsNumber) {
    Exchange exchange = answeredMetadata();
    EXPECT_EQ(apiText(testing::registry(), exchange), QStringLiteral("Metadata"));
    exchange.apiKey = 4711;
    EXPECT_EQ(apiText(testing::registry(), exchange), QStringLiteral("API 4711"));
    exchange.apiKey.reset();
    EXPECT_EQ(apiText(testing::registry(), exchange), QStringLiteral("?"));
}

TEST(ExchangeTexts, nameTheBrokerOrItsAddress) {
    Exchange exchange = answeredMetadata();
    EXPECT_EQ(brokerText(exchange), QStringLiteral("broker 1"));
    exchange.brokerId = -1;
    EXPECT_EQ(brokerText(exchange), QStringLiteral("kafka-1:9092"));
}

TEST(ExchangeTexts, sizesAndTimesHaveUnitsThatFit) {
    EXPECT_EQ(bytesCountText(142), QStringLiteral("142 B"));
    EXPECT_EQ(bytesCountText(14'200'000), QStringLiteral("14.2 MB"));
    EXPECT_EQ(millisText(3.14), QStringLiteral("3.1 ms"));
    EXPECT_EQ(millisText(250), QStringLiteral("250 ms"));
    EXPECT_EQ(millisText(12'000), QStringLiteral("12.0 s"));
    EXPECT_EQ(millisText(-1), QStringLiteral("–"));
}

TEST(ExchangeTexts, outcomeOfAGoodAnswer) {
    const Exchange exchange = answeredMetadata();
    EXPECT_EQ(outcomeText(testing::registry(), exchange), QStringLiteral("no error"));
    EXPECT_EQ(outcomeKind(exchange), StatusKind::Ok);
    EXPECT_FALSE(hasProblem(exchange));
    EXPECT_THAT(factsText(exchange).toStdString(), HasSubstr("broker 1 · 3.0 ms (queued 0.1, sent 0.1, waited 2.8"));
    EXPECT_THAT(resultText(testing::registry(), exchange).toStdString(), HasSubstr("· no error"));
}

TEST(ExchangeTexts, outcomeOfErrorCodes) {
    const Exchange one = withErrors(answeredMetadata(), {{"topics[0].errorCode", 3}});
    EXPECT_EQ(outcomeText(testing::registry(), one), QStringLiteral("UNKNOWN_TOPIC_OR_PARTITION"));
    EXPECT_EQ(outcomeKind(one), StatusKind::Error);
    EXPECT_EQ(summaryText(testing::registry(), one), QStringLiteral("topics[0].errorCode: UNKNOWN_TOPIC_OR_PARTITION"));
    const Exchange two = withErrors(answeredMetadata(), {{"topics[0].errorCode", 3}, {"topics[1].errorCode", 9999}});
    EXPECT_EQ(outcomeText(testing::registry(), two), QStringLiteral("2 errors"));
    EXPECT_EQ(errorText(testing::registry(), two), QStringLiteral("UNKNOWN_TOPIC_OR_PARTITION + 1"));
}

TEST(ExchangeTexts, outcomeOfWhatCouldNotBeRead) {
    Exchange exchange = answeredMetadata();
    exchange.responseDiagnostics = 1;
    EXPECT_EQ(outcomeKind(exchange), StatusKind::Warning);
    EXPECT_EQ(outcomeText(testing::registry(), exchange), QStringLiteral("1 remark"));
    EXPECT_EQ(errorText(testing::registry(), exchange), QStringLiteral("1 remark"));
    EXPECT_TRUE(isOddlyRead(exchange));
    exchange.unread = 12;
    EXPECT_EQ(outcomeKind(exchange), StatusKind::Error);
    EXPECT_EQ(outcomeText(testing::registry(), exchange), QStringLiteral("12 B not read"));
    EXPECT_EQ(errorText(testing::registry(), exchange), QStringLiteral("malformed"));
    EXPECT_FALSE(isOddlyRead(answeredMetadata()));
    EXPECT_FALSE(isOddlyRead(closedMetadata()));
}

TEST(ExchangeTexts, aFailureIsSaidOnceWithItsLogLineBesideIt) {
    const Exchange exchange = closedMetadata();
    EXPECT_EQ(outcomeText(testing::registry(), exchange), QStringLiteral("CONNECTION_CLOSED"));
    const std::string reason = reasonText(exchange).toStdString();
    EXPECT_EQ(reason, "kafka-1:9092 closed the connection without an answer: the broker does not know it.");
    EXPECT_EQ(summaryBesideError(registry(), exchange), summaryText(registry(), exchange));
    EXPECT_EQ(logLine(exchange), QStringLiteral("UnsupportedVersionException"));
    EXPECT_EQ(failureText(exchange).toStdString(),
              reason + " Look in the broker's log for: UnsupportedVersionException");
    EXPECT_THAT(factsText(exchange).toStdString(), Not(HasSubstr(" B ·")));
    EXPECT_TRUE(failureText(answeredMetadata()).isEmpty());
}

TEST(ExchangeTexts, acksZeroIsNoFailure) {
    Exchange exchange = answeredMetadata();
    exchange.response = nullptr;
    exchange.noResponseByDesign = true;
    EXPECT_EQ(outcomeKind(exchange), StatusKind::Neutral);
    EXPECT_THAT(outcomeText(testing::registry(), exchange).toStdString(), HasSubstr("acks=0"));
}

TEST(ExchangeTexts, aSummaryBesideTheErrorDoesNotRepeatIt) {
    Exchange exchange = withErrors(answeredMetadata(), {{"topics[0].errorCode", 3}});
    EXPECT_EQ(summaryBesideError(registry(), exchange), QStringLiteral("topics[0].errorCode"));
    exchange.notes.push_back(Diagnostic{Severity::Note, MessageId::Other, {"an older version answered"}, {}, {}});
    EXPECT_EQ(summaryBesideError(registry(), exchange),
              QStringLiteral("topics[0].errorCode · an older version answered"));
    EXPECT_EQ(summaryBesideError(registry(), answeredMetadata()), summaryText(registry(), answeredMetadata()));
}

}  // namespace
}  // namespace brokerscope
