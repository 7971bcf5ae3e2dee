#include "core/collections/expectation.h"

#include "core/base/hex.h"
#include "core/codec/encoder.h"
#include "core/value/json_reader.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

const SchemaRegistry& registry() {
    return SchemaRegistry::embedded();
}

ConditionContext contextOf(const std::string& api) {
    return {&registry(), *registry().spec(api + "Request"), *registry().spec(api + "Response"),
            *registry().spec("RequestHeader")};
}

NodeRef messageFrom(const std::string& name, int version, const std::string& text) {
    const auto layout = *registry().layout(name, version);
    const auto draft = draftFromJson(layout->spec, text);
    EXPECT_TRUE(draft) << draft.error().text();
    return NodeRef::root(encodeMessage(layout, draft->draft));
}

AnsweredRequest metadataAnswer() {
    AnsweredRequest answered;
    answered.response = messageFrom("MetadataResponse", 12, R"({"brokers":[{"nodeId":1,"host":"one","port":9092}],
        "clusterId":null,"controllerId":1,"topics":[
        {"errorCode":0,"name":"orders","partitions":[{"partitionIndex":0,"leaderId":1},{"partitionIndex":1,"leaderId":1}]},
        {"errorCode":3,"name":"nobody","partitions":[]}]})");
    answered.latencyMs = 12.5;
    return answered;
}

ConditionResult checked(const std::string& text) {
    const auto expectation = Expectation::parse(text, contextOf("Metadata"));
    if (!expectation) {
        ADD_FAILURE() << text << ": " << expectation.error().text();
        return {};
    }
    return expectation->check(metadataAnswer(), registry());
}

TEST(Expectation, Holds) {
    for (const char* text : {"response.controllerId == 1",
                             "response.controllerId=1",
                             "response.controllerId != 2",
                             "response.brokers[0].port >= 9092",
                             "response.brokers[].host ~ NE",
                             "response.brokers[].host == one",
                             "response.brokers[].host == 'one'",
                             "response.brokers[].host == o*",
                             "response.brokers[].host in two, one",
                             "response.topics[0].errorCode == NONE",
                             "response.topics[1].errorCode == unknown_topic_or_partition",
                             "response.topics[1].errorCode in 5, 3",
                             "some response.topics[].errorCode != NONE",
                             "response.topics[].errorCode in NONE, UNKNOWN_TOPIC_OR_PARTITION",
                             "response.clusterId == null",
                             "response.clusterId exists",
                             "response.topics[7] absent",
                             "response.topics[].name exists",
                             "response.topics count 2",
                             "response.topics[0].partitions count == 2",
                             "response.topics[].partitions[] count >= 2",
                             "some response.topics[].partitions count 0",
                             "response.topics[1].partitions[] absent",
                             "latency < 1s",
                             "latency>=12ms",
                             "response.topics[0].isInternal == false",
                             "  SOME response.topics[].name == orders "}) {
        const ConditionResult result = checked(text);
        EXPECT_TRUE(result.ok) << text << ": " << result.sentence;
        EXPECT_EQ(result.sentence, "") << text;
    }
}

TEST(Expectation, AllValuesMustHoldAndThereMustBeOne) {
    const ConditionResult errors = checked("response.topics[].errorCode == NONE");
    EXPECT_FALSE(errors.ok);
    EXPECT_EQ(errors.path, "response.topics[].errorCode");
    EXPECT_EQ(errors.op, "==");
    EXPECT_EQ(errors.expected, "\"NONE\"");
    EXPECT_EQ(errors.actual, R"(["NONE","UNKNOWN_TOPIC_OR_PARTITION"])");
    EXPECT_EQ(errors.sentence, "response.topics[1].errorCode is UNKNOWN_TOPIC_OR_PARTITION (3)");
    EXPECT_EQ(errors.condition(), "response.topics[].errorCode == \"NONE\"");

    const ConditionResult none = checked("response.topics[1].partitions[].leaderId != 99");
    EXPECT_FALSE(none.ok);
    EXPECT_EQ(none.sentence, "there is no such value");
    EXPECT_EQ(none.actual, "[]");
    EXPECT_FALSE(checked("response.topics[9].name != x").ok);
    EXPECT_EQ(checked("response.topics[9].name != x").actual, "null");
}

TEST(Expectation, DoesNotHold) {
    EXPECT_EQ(checked("response.controllerId > 1").sentence, "response.controllerId is 1");
    EXPECT_EQ(checked("response.controllerId > 1").actual, "1");
    EXPECT_EQ(checked("response.topics[1].errorCode == 0").actual, "3") << "a number is answered with a number";
    EXPECT_EQ(checked("response.clusterId == abc").actual, "null");
    EXPECT_EQ(checked("response.clusterId absent").sentence, "response.clusterId is null");
    EXPECT_EQ(checked("response.topics count < 2").sentence, "the count of response.topics is 2");
    EXPECT_EQ(checked("response.topics count < 2").op, "count <");
    EXPECT_EQ(checked("response.topics count < 2").expected, "2");
    EXPECT_EQ(checked("some response.topics[].name in a, b").expected, R"(["a","b"])");
    EXPECT_EQ(checked("some response.topics[].name in a, b").path, "some response.topics[].name");
    EXPECT_EQ(checked("latency < 10ms").actual, "12.500");
}

TEST(Expectation, WithoutAnAnswerOnlyAbsenceHolds) {
    const auto expectation = Expectation::parse("response.controllerId == 1", contextOf("Metadata"));
    EXPECT_FALSE(expectation->check({}, registry()).ok);
    EXPECT_FALSE(Expectation::parse("latency < 1s", contextOf("Metadata"))->check({}, registry()).ok);
}

TEST(Expectation, FailureIsWhyNoAnswerCame) {
    AnsweredRequest none;
    none.failure = "CONNECTION_CLOSED";
    const auto holds = [](const std::string& text, const AnsweredRequest& answered) {
        const auto expectation = Expectation::parse(text, contextOf("Metadata"));
        EXPECT_TRUE(expectation && expectation->isAboutFailure()) << text;
        return expectation && expectation->check(answered, registry()).ok;
    };
    for (const char* text : {"failure == CONNECTION_CLOSED", "failure exists",
                             "failure in TIMED_OUT, CONNECTION_CLOSED", "failure != TIMED_OUT", "failure ~ closed"}) {
        EXPECT_TRUE(holds(text, none)) << text;
        EXPECT_FALSE(holds(text, metadataAnswer())) << text;
    }
    EXPECT_TRUE(holds("failure absent", metadataAnswer()));
    EXPECT_FALSE(Expectation::parse("failure > 3", contextOf("Metadata")).value().check(none, registry()).ok);
    EXPECT_FALSE(Expectation::parse("failure count 1", contextOf("Metadata")));
}

TEST(Expectation, SecretsAreMasked) {
    const ConditionContext context = contextOf("CreateDelegationToken");
    AnsweredRequest answered;
    answered.response = messageFrom("CreateDelegationTokenResponse", 3, R"({"tokenId":"t","hmac":"AQID"})");
    const ConditionResult result = Expectation::parse("response.hmac == abc", context)->check(answered, registry());
    EXPECT_FALSE(result.ok);
    EXPECT_EQ(result.actual, "\"AQID\"");
    EXPECT_EQ(result.masked, "\"***\"");
    EXPECT_EQ(result.sentence, "response.hmac is ***");
    EXPECT_EQ(result.condition(), "response.hmac == ***");
    EXPECT_EQ(Expectation::parse("response.hmac == abc", context)->check({}, registry()).condition(),
              "response.hmac == ***")
        << "without an answer too";
}

TEST(Expectation, WhatIsExpectedIsJson) {
    EXPECT_EQ(checked("response.controllerId == 07").expected, "7");
    EXPECT_EQ(checked("response.controllerId == 05.5").expected, "5.5");
}

struct Broken {
    const char* text;
    std::size_t at;
    const char* says;
};

TEST(Expectation, ErrorsHaveTheirPlace) {
    const ConditionContext context = contextOf("Metadata");
    for (const Broken& broken : {Broken{"response.contrllerId == 1", 0, "nearest: response.controllerId"},
                                 Broken{"controllerId == 1", 0, "expected latency, failure, or a path"},
                                 Broken{"", 0, "expected latency"},
                                 Broken{"response.topics[0].partitons[].leaderId == 1", 0,
                                        "nearest: response.topics[0].partitions[].leaderId"},
                                 Broken{"response.controllerId", 21, "expected an operator"},
                                 Broken{"response.controllerId is 1", 22, "expected an operator"},
                                 Broken{"response.controllerId ==", 24, "expected a value"},
                                 Broken{"response.controllerId < many", 24, "is not a number"},
                                 Broken{"response.topics[].errorCode == NOE", 31, "nearest: NONE"},
                                 Broken{"response.topics[].errorCode == 10:41", 31, "is not a number"},
                                 Broken{"response.topics[].errorCode < 5kB", 30, "is not a number"},
                                 Broken{"response.controllerId == 5s", 25, "is not a number"},
                                 Broken{"response.throttleTimeMs == 5kB", 27, "is not a duration"},
                                 Broken{"response.controllerId == one", 25, "is not a number"},
                                 Broken{"response.topics[].errorCode in NONE, NOPE", 37, "NOPE"},
                                 Broken{"response.topics[].name == 'a' b", 30, "expected the end"},
                                 Broken{"response.topics[].name == 'a", 28, "at the end of the value"},
                                 Broken{"response.topics[.name == 1", 16, "expected the number"},
                                 Broken{"response.controllerId count 1", 0, "only lists"},
                                 Broken{"latency < soon", 10, "is not a duration"},
                                 Broken{"latency count 1", 0, "only lists"},
                                 Broken{"response.topics exists 1", 23, "expected the end"},
                                 Broken{"response.topics.name == a", 0, "nearest: response.topics[].name"},
                                 Broken{"response.topics count ~ 1", 22, "or a number"},
                                 Broken{"response.topics count -1", 22, "a number of values"}}) {
        const auto expectation = Expectation::parse(broken.text, context);
        ASSERT_FALSE(expectation) << broken.text;
        ASSERT_TRUE(expectation.error().where) << broken.text;
        EXPECT_EQ(expectation.error().where->offset, broken.at) << broken.text << ": " << expectation.error().text();
        EXPECT_THAT(expectation.error().text(), ::testing::HasSubstr(broken.says)) << broken.text;
    }
}

}  // namespace
}  // namespace brokerscope
