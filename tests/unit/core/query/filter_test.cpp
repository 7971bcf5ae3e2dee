#include "core/query/filter.h"

#include "tests/unit/core/query/traffic_vocabulary.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using testing::TestRow;
using testing::trafficVocabulary;

bool holds(std::string_view text, const TestRow& row) {
    const auto filter = Filter::parse(text, trafficVocabulary());
    EXPECT_TRUE(filter) << text << ": " << (filter ? "" : filter.error().text());
    return filter && filter->matches(row);
}

// "sentence @offset+length"
std::string refusal(std::string_view text) {
    const auto filter = Filter::parse(text, trafficVocabulary());
    if (filter) {
        return "accepted";
    }
    const ByteSpan where = filter.error().where.value_or(ByteSpan{BufferId::Main, 9999, 9999});
    return filter.error().text() + " @" + std::to_string(where.offset) + '+' + std::to_string(where.length);
}

TestRow fetchRow() {
    TestRow row;
    row.values["api"] = {std::int64_t{1}};
    row.values["version"] = {std::int64_t{12}};
    row.values["error"] = {std::int64_t{0}};
    row.values["topic"] = {std::string("orders"), std::string("orders-dead letters")};
    row.values["latency"] = {250.0};
    row.values["bytes"] = {std::int64_t{2048}};
    row.values["internal"] = {false};
    row.values["response.topics[].partitions[].errorCode"] = {std::int64_t{0}, std::int64_t{6}};
    row.values["response.sessionId"] = {std::int64_t{9007199254740993}};
    row.values["request.rackId"] = {nullptr};
    return row;
}

TEST(Filter, ABlankTextHoldsForEverything) {
    EXPECT_TRUE(holds("", TestRow()));
    EXPECT_TRUE(holds(" \t\n", TestRow()));
    EXPECT_TRUE(Filter::parse(" ", trafficVocabulary())->isEmpty());
    EXPECT_TRUE(Filter().matches(TestRow()));
}

TEST(Filter, TheExampleOfTheTrafficPage) {
    const std::string_view text = "api:Fetch version>=12 error!=NONE topic:orders latency>100ms "
                                  "response.topics[].partitions[].errorCode:NOT_LEADER_OR_FOLLOWER";
    TestRow row = fetchRow();
    EXPECT_FALSE(holds(text, row));  // no error
    row.values["error"] = {std::int64_t{6}};
    EXPECT_TRUE(holds(text, row));
    row.values["version"] = {std::int64_t{11}};
    EXPECT_FALSE(holds(text, row));
    EXPECT_TRUE(Filter::parse(text, trafficVocabulary())->usesPaths());
    EXPECT_FALSE(Filter::parse("api:Fetch", trafficVocabulary())->usesPaths());
}

TEST(Filter, NotEqualHoldsWhenSomeElementDiffersAndNegationWhenNoneEquals) {
    const TestRow row = fetchRow();
    EXPECT_TRUE(holds("response.topics[].partitions[].errorCode!=NOT_LEADER_OR_FOLLOWER", row));
    EXPECT_FALSE(holds("-(response.topics[].partitions[].errorCode:NOT_LEADER_OR_FOLLOWER)", row));
    EXPECT_TRUE(holds("topic!=orders", row));
    EXPECT_FALSE(holds("-topic:orders", row));
    EXPECT_FALSE(holds("not topic:orders", row));
    EXPECT_TRUE(holds("- topic:orders or api:Fetch", row));
    // A field without values passes no test, and every negated one.
    EXPECT_FALSE(holds("request.topics[].partitions[].partition!=3", row));
    EXPECT_TRUE(holds("-(request.topics[].partitions[].partition:3)", row));
}

// Hands out all that it has, whatever the visitor says.
class TalkativeRow : public TestRow {
public:
    void visitColumn(std::size_t column, const FieldVisitor& visit) const override {
        TestRow::visitColumn(column, [&visit](const FilterValue& value) {
            visit(value);
            return false;
        });
    }
};

TEST(Filter, WhatComesAfterEnoughChangesNothing) {
    TalkativeRow row;
    row.values["topic"] = {std::string("orders"), std::string("payments")};
    for (const char* text : {"topic:orders", "topic~order", "orders", "topic:payments", "payments"}) {
        EXPECT_TRUE(holds(text, row)) << text;
    }
    for (const char* text : {"-topic:orders", "-topic~order", "-topic:payments", "-orders", "refunds"}) {
        EXPECT_FALSE(holds(text, row)) << text;
    }
}

TEST(Filter, AndBindsCloserThanOr) {
    const TestRow row = fetchRow();
    EXPECT_TRUE(holds("api:Fetch or api:Produce version:3", row));
    EXPECT_FALSE(holds("(api:Fetch or api:Produce) version:3", row));
    EXPECT_FALSE(holds("(api:Fetch OR api:Produce) AND version:3", row));
    EXPECT_TRUE(holds("api:Produce or (version:3 or (version:12))", row));
    EXPECT_FALSE(holds("not (api:Fetch and version:12)", row));
    EXPECT_TRUE(holds("--api:Fetch", row));
}

TEST(Filter, UnitsOfDurationsAndSizes) {
    const TestRow row = fetchRow();
    for (const char* text :
         {"latency>100ms", "latency>0.1s", "latency<1m", "latency<=250", "latency:250ms", "latency=250000us",
          "bytes:2KiB", "bytes>2kB", "bytes<1MiB", "bytes:2048B", "bytes >= 2048"}) {
        EXPECT_TRUE(holds(text, row)) << text;
    }
    for (const char* text : {"latency>1s", "latency<250ms", "bytes>2KiB", "bytes!=2KiB"}) {
        EXPECT_FALSE(holds(text, row)) << text;
    }
}

TEST(Filter, TimesNameAllMomentsThatTheyLast) {
    TestRow row;
    row.values["time"] = {std::int64_t{1700000000123}};  // 2023-11-14T22:13:20.123Z
    for (const char* text :
         {"time:2023-11-15T00:13", "time:2023-11-15", "time:\"2023-11-15 00:13:20\"", "time>=2023-11-15T00:13:20",
          "time<=2023-11-15T00:13", "time:2023-11-14T22:13Z", "time>2023-11-14", "time<2023-11-16",
          "time<'2023-11-15 00:13:20.124'", "time:1700000000123", "time>1700000000122", "time:00:13", "time>=00:13:20",
          "time<01:00", "time!=2023-11-14", "time!=00:14", "time~170"}) {
        EXPECT_TRUE(holds(text, row)) << text;
    }
    for (const char* text : {"time:2023-11-14", "time>2023-11-15T00:13", "time<2023-11-15", "time:22:13",
                             "time>00:13:20", "time!=2023-11-15", "time:\"2023-11-15 00:13:21\"", "time>=2023-11-16"}) {
        EXPECT_FALSE(holds(text, row)) << text;
    }
    EXPECT_EQ(refusal("time>soon"),
              "time: \"soon\" is not a time such as 2026-11-30T10:41, 10:41:07 or ms since 1970 @5+4");
    EXPECT_EQ(refusal("time:24:00"),
              "time: \"24:00\" is not a time such as 2026-11-30T10:41, 10:41:07 or ms since 1970 @5+5");
    EXPECT_EQ(refusal("time>1s"),
              "time: \"1s\" is not a time such as 2026-11-30T10:41, 10:41:07 or ms since 1970 @5+2");
    EXPECT_EQ(refusal("version>10:41"), "version: \"10:41\" is not a number @8+5");
}

TEST(Filter, TimesOfFieldsAreReadWhereTheyAreWritten) {
    TestRow row;
    row.values["response.responses[].partitionResponses[].logAppendTimeMs"] = {std::int64_t{1700000000123}};
    row.values["topic"] = {std::string("2023-11-15")};
    EXPECT_TRUE(holds("response.responses[].partitionResponses[].logAppendTimeMs>2023-11-14", row));
    EXPECT_TRUE(holds("response.responses[].partitionResponses[].logAppendTimeMs:\"2023-11-15 00:13\"", row));
    EXPECT_FALSE(holds("response.responses[].partitionResponses[].logAppendTimeMs>\"2023-11-15 00:13\"", row));
    EXPECT_TRUE(holds("topic:2023-11-15", row)) << "a text is a text";
}

TEST(Filter, NamesOfApisAndErrorsInAnyCaseOrByNumber) {
    TestRow row = fetchRow();
    row.values["error"] = {std::int64_t{6}};
    for (const char* text : {"api:fetch", "api:1", "api:FETCH", "error:NOT_LEADER_OR_FOLLOWER",
                             "error:not_leader_or_follower", "error=6", "error!=none", "api!=Produce"}) {
        EXPECT_TRUE(holds(text, row)) << text;
    }
    // An unknown number is a number all the same.
    row.values["error"] = {std::int64_t{9999}};
    EXPECT_TRUE(holds("error:9999", row));
    EXPECT_TRUE(holds("error:-1 or error:9999", row));
}

TEST(Filter, TextsQuotedOrNot) {
    const TestRow row = fetchRow();
    for (const char* text :
         {"topic:\"orders\"", "topic:'orders-dead letters'", "topic:orders-*", "topic:*dead*", "topic~DEAD",
          "topic~\"dead l\"", "\"dead letters\"", "dead", "ORDERS", "topic : orders"}) {
        EXPECT_TRUE(holds(text, row)) << text;
    }
    for (const char* text : {"topic:order", "topic:Orders", "topic:\"orders*\"", "nothing-of-it", "'dead  letters'"}) {
        EXPECT_FALSE(holds(text, row)) << text;
    }
    TestRow quoted;
    quoted.values["topic"] = {std::string("a\"b\\c")};
    EXPECT_TRUE(holds(R"(topic:"a\"b\\c")", quoted));
}

TEST(Filter, NullPresenceAndFlags) {
    const TestRow row = fetchRow();
    EXPECT_TRUE(holds("request.rackId:null", row));
    EXPECT_FALSE(holds("request.rackId!=null", row));
    EXPECT_FALSE(holds("request.rackId:\"null\"", row));
    EXPECT_TRUE(holds("request.rackId!=a", row));
    EXPECT_TRUE(holds("response.sessionId", row));
    EXPECT_FALSE(holds("response.throttleTimeMs", row));
    EXPECT_TRUE(holds("internal:false", row));
    EXPECT_FALSE(holds("internal:TRUE", row));
}

TEST(Filter, WholeNumbersAreComparedExactly) {
    const TestRow row = fetchRow();
    EXPECT_TRUE(holds("response.sessionId:9007199254740993", row));
    EXPECT_FALSE(holds("response.sessionId:9007199254740992", row));
    EXPECT_TRUE(holds("response.sessionId>9007199254740992", row));
}

TEST(Filter, SaysWhatIsWrongAndWhere) {
    EXPECT_EQ(refusal("api:Fetch (version"), "expected ) for the ( at 10, found the end @18+0");
    EXPECT_EQ(refusal("api:Fetch )"), "expected a name, a word or (, found \")\" @10+1");
    EXPECT_EQ(refusal("latency>"), "expected a value, found the end @8+0");
    EXPECT_EQ(refusal("topic:\"orders"), "expected \" for the one at 6, found the end @13+0");
    EXPECT_EQ(refusal("or api:Fetch"), "expected a name, a word or (, found \"or\" @0+2");
    EXPECT_EQ(refusal("api:Fetch or"), "expected a name, a word or (, found the end @12+0");
    EXPECT_EQ(refusal("version!5"), "expected != or another operator, found \"!5\" @7+2");
    EXPECT_EQ(refusal("()"), "expected a name, a word or (, found \")\" @1+1");
}

TEST(Filter, NamesTheNearestRightName) {
    EXPECT_EQ(refusal("latncy>100ms"), "no field is called \"latncy\"; nearest: latency @0+6");
    EXPECT_EQ(refusal("qqqq:1"), "no field is called \"qqqq\" @0+4");
    EXPECT_EQ(refusal("api:Fetsch"), "api: \"Fetsch\" is not the name or key of an API; nearest: Fetch @4+6");
    EXPECT_EQ(
        refusal("error!=NOT_LEADER"),
        "error: \"NOT_LEADER\" is not the name or number of an error code; nearest: NOT_LEADER_OR_FOLLOWER @7+10");
    EXPECT_EQ(refusal("error:COORDINATOR_NOT_AVAILBLE"),
              "error: \"COORDINATOR_NOT_AVAILBLE\" is not the name or number of an error code; nearest: "
              "COORDINATOR_NOT_AVAILABLE @6+24");
    EXPECT_EQ(refusal("response.topics[].partitons[].errorCode:0"),
              "no field is called \"response.topics[].partitons[].errorCode\"; nearest: "
              "response.topics[].partitions[].errorCode @0+39");
    EXPECT_EQ(refusal("request.topics.name:a"),
              "no field is called \"request.topics.name\"; nearest: request.topics[].name @0+19");
    EXPECT_EQ(refusal("response.topics[].errorCode:NOT_CORDINATOR"),
              "response.topics[].errorCode: \"NOT_CORDINATOR\" is not the name or number of an error code; nearest: "
              "NOT_COORDINATOR @28+14");
}

TEST(Filter, RefusesValuesThatTheColumnCannotHave) {
    EXPECT_EQ(refusal("api:3.5"), "api: \"3.5\" is not the name or key of an API @4+3");
    EXPECT_EQ(refusal("latency>fast"), "latency: \"fast\" is not a duration such as 100ms or 1.5s @8+4");
    EXPECT_EQ(refusal("latency>10kB"), "latency: \"10kB\" is not a duration such as 100ms or 1.5s @8+4");
    EXPECT_EQ(refusal("bytes>1.5.2"), "bytes: \"1.5.2\" is not a size such as 1024, 10kB or 4MiB @6+5");
    EXPECT_EQ(refusal("version:twelve"), "version: \"twelve\" is not a number @8+6");
    EXPECT_EQ(refusal("internal:maybe"), "internal: \"maybe\" is not true or false @9+5");
    EXPECT_EQ(refusal("topic>a"), "topic cannot be compared with >; it takes : = != ~ @5+1");
    EXPECT_EQ(refusal("request.maxWaitMs>soon"), "request.maxWaitMs: \"soon\" is not a number @18+4");
}

TEST(Filter, PathsThatAreNone) {
    EXPECT_EQ(refusal("response.:1"), "expected the name of a field, found the end @9+0");
    EXPECT_EQ(refusal("response.topics[x]:1"), "expected the number of an element, or ], found \"x]\" @16+2");
    EXPECT_EQ(refusal("response.topics[1:1"), "expected ], found the end @17+0");
    EXPECT_EQ(refusal("response.topics[-1].name:a"),
              "expected the number of an element, or ], found \"-1].name\" @16+8");
    EXPECT_EQ(refusal("response..a:1"), "expected the name of a field, found \".a\" @9+2");
}

TEST(Filter, LimitsOfDepthAndLength) {
    const auto nested = [](std::size_t depth) { return fmt::format("{:(>{}}api:Fetch{:)>{}}", "", depth, "", depth); };
    EXPECT_TRUE(holds(nested(Filter::kDeepest - 1), fetchRow()));
    EXPECT_EQ(refusal(nested(Filter::kDeepest)).substr(0, 67),
              "expected at most 64 parentheses and negations within each other, fo");
    EXPECT_TRUE(Filter::parse(fmt::format("{:->5000}api:Fetch", ""), trafficVocabulary()).error().where.has_value());
    EXPECT_EQ(refusal(std::string(Filter::kLongest + 1, 'a')), "expected at most 10000 bytes, found 10001 @10000+1");
    // Stars cost no more than text times pattern.
    TestRow row;
    row.values["topic"] = {std::string(5000, 'a')};
    std::string stars;
    for (int i = 0; i < 2000; ++i) {
        stars += "a*";
    }
    EXPECT_FALSE(holds("topic:" + stars + "b", row));
}

}  // namespace
}  // namespace brokerscope
