#include "core/collections/json_merge.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

std::string merged(const std::string& old, const std::string& fresh, const JsonMeaning& meaning = {}) {
    const auto before = CommentedJson::parse(old);
    const auto after = CommentedJson::parse(fresh);
    if (!before || !after) {
        return "not JSON: " + (before ? after.error().text() : before.error().text());
    }
    std::string text = mergeJson(*before, *after, meaning);
    const auto again = CommentedJson::parse(text);
    // Whatever it looks like, it says what it was to say, and says it the same way a second time.
    EXPECT_TRUE(again) << text;
    if (again && !meaning) {
        EXPECT_TRUE(isSameJson(*again, *after)) << text;
        EXPECT_EQ(mergeJson(*again, *after), text);
    }
    return text;
}

constexpr const char* kBody = R"(  // what is asked
{
  "topics": [  // two of them
    {"name": "orders"},  // the big one
    /* the small one */ {"name": "clicks"}
  ],
  // only with a reason
  "allowAutoTopicCreation": false,  // never
  "includeClusterAuthorizedOperations": false
}  // the end
)";

TEST(JsonMerge, WhatSaysTheSameStaysAsItIsWritten) {
    EXPECT_EQ(merged(kBody, R"({"includeClusterAuthorizedOperations":false,"allowAutoTopicCreation":false,
                                "topics":[{"name":"\u006frders"},{"name":"clicks"}]})"),
              kBody);
    EXPECT_EQ(merged("{\"a\": 1.50, \"b\": 1e2, \"c\": -0}", "{\"a\":1.5,\"b\":100.0,\"c\":0}"),
              "{\"a\": 1.50, \"b\": 1e2, \"c\": -0}");
    EXPECT_EQ(merged("{\"a\": 1.50}", "{\"a\":1.25}"), "{\"a\": 1.25}");
}

TEST(JsonMerge, AChangedValueIsReplacedWhereItStands) {
    std::string expected = kBody;
    expected.replace(expected.find("\"clicks\""), 8, "\"views\"");
    expected.replace(expected.find("false,  // never"), 5, "true");
    EXPECT_EQ(merged(kBody, R"({"topics":[{"name":"orders"},{"name":"views"}],"allowAutoTopicCreation":true,
                                "includeClusterAuthorizedOperations":false})"),
              expected);
}

TEST(JsonMerge, NumbersBeyondDoublesAreToldApart) {
    EXPECT_EQ(merged("[9007199254740993]", "[9007199254740992]"), "[9007199254740992]");
    EXPECT_EQ(merged("[18446744073709551616]", "[18446744073709551617]"), "[18446744073709551617]");
}

TEST(JsonMerge, ARemovedMemberGoesWithItsLine) {
    EXPECT_EQ(merged("{\n  \"a\": 1,  // one\n  \"b\": 2,  // two\n  \"c\": 3  // three\n}\n", "{\"a\":1,\"c\":3}"),
              "{\n  \"a\": 1,  // one\n  \"c\": 3  // three\n}\n");
    EXPECT_EQ(merged("{\n  \"a\": 1,  // one\n  \"b\": 2,  // two\n  \"c\": 3  // three\n}\n", "{\"a\":1}"),
              "{\n  \"a\": 1  // one\n}\n");
    EXPECT_EQ(merged("{\"a\": 1, \"b\": 2, \"c\": 3}", "{\"b\":2,\"c\":3}"), "{\"b\": 2, \"c\": 3}");
    EXPECT_EQ(merged("{\n  \"a\": 1\n}", "{}"), "{}");
}

TEST(JsonMerge, CommentsOnLinesOfTheirOwnStay) {
    EXPECT_EQ(merged("{\n  // first\n  \"a\": 1,\n  // second\n  \"b\": 2\n  // last\n}", "{\"b\":2}"),
              "{\n  // first\n  // second\n  \"b\": 2\n  // last\n}");
    EXPECT_EQ(merged("{\n  // first\n  \"a\": 1\n}", "{}"), "{\n  // first\n}");
    EXPECT_EQ(merged("{ // c\n \"a\":1, \"b\":2 }", "{\"b\":2}"), "{ // c\n \"b\":2 }");
}

TEST(JsonMerge, NewMembersStandLikeTheirNeighbours) {
    EXPECT_EQ(
        merged("{\n    \"a\": 1  // one\n}", "{\"z\":0,\"a\":1,\"b\":{\"c\":[1,2],\"d\":{}}}"),
        "{\n    \"z\": 0,\n    \"a\": 1,  // one\n    \"b\": {\n        \"c\": [1, 2],\n        \"d\": {}\n    }\n}");
    EXPECT_EQ(merged("{\"a\":1}", "{\"a\":1,\"b\":[{\"c\":2}]}"), "{\"a\":1, \"b\":[{\"c\": 2}]}");
    EXPECT_EQ(merged("{}", "{\"a\":1}"), "{\n  \"a\": 1\n}");
    EXPECT_EQ(merged("{\n  // nothing yet\n}", "{\"a\":1}"), "{\n  // nothing yet\n  \"a\": 1\n}");
    EXPECT_EQ(merged("{\"a\": 1, \"b\": 2}", "{\"z\":0,\"a\":1,\"b\":2}"), "{\"z\": 0, \"a\": 1, \"b\": 2}");
}

TEST(JsonMerge, ListsKeepWhatIsAlikeAtBothEnds) {
    EXPECT_EQ(merged("[\n  1,  // one\n  2,  // two\n  3  // three\n]", "[1,3]"), "[\n  1,  // one\n  3  // three\n]");
    EXPECT_EQ(merged("[\n  1,  // one\n  3  // three\n]", "[1,2,3]"), "[\n  1,  // one\n  2,\n  3  // three\n]");
    EXPECT_EQ(merged("[1, 2, 3]", "[]"), "[]");
    EXPECT_EQ(merged("[]", "[1,2]"), "[1, 2]");
    EXPECT_EQ(merged("[{\"a\": 1}, {\"a\": 2}]", "[{\"a\":1},{\"a\":5},{\"a\":7}]"),
              "[{\"a\": 1}, {\"a\": 5}, {\"a\": 7}]");
}

TEST(JsonMerge, KeepsLineEnds) {
    EXPECT_EQ(merged("{\r\n\t\"a\": 1 // one\r\n}\r\n", "{\"a\":1,\"b\":{\"c\":1}}"),
              "{\r\n\t\"a\": 1, // one\r\n\t\"b\": {\r\n\t\t\"c\": 1\r\n\t}\r\n}\r\n");
}

TEST(JsonMerge, ACarriageReturnAloneEndsNoComment) {
    EXPECT_EQ(merged("{\n  \"a\": 1 // x\r,\n}", "{\"a\":1,\"b\":2}"), "{\n  \"a\": 1, // x\r,\n  \"b\": 2\n}");
}

TEST(JsonMerge, NamesThatAreThereTwiceAreTakenInTurn) {
    EXPECT_EQ(merged("{\"a\": 1, \"a\": 2}", "{\"a\":1,\"a\":3}"), "{\"a\": 1, \"a\": 3}");
    EXPECT_EQ(merged("{\"a\": 1, \"a\": 2}", "{\"a\":1}"), "{\"a\": 1}");
}

TEST(JsonMerge, AValueOfAnotherKindReplacesTheOldOne) {
    EXPECT_EQ(merged("{\n  \"a\": [1 /* one */]\n}", "{\"a\":null}"), "{\n  \"a\": null\n}");
    EXPECT_EQ(merged("7 // seven", "{\"a\":1}"), "{\n  \"a\": 1\n} // seven");
}

TEST(JsonMerge, TextThatMeansTheValueStays) {
    const JsonMeaning meaning = [](const JsonPart&) { return std::optional<std::string>("42"); };
    EXPECT_EQ(merged("{\"a\": \"{{answer}}\", \"b\": 1}", "{\"a\":42,\"b\":2}", meaning),
              "{\"a\": \"{{answer}}\", \"b\": 2}");
    EXPECT_EQ(merged("{\"a\": \"{{answer}}\"}", "{\"a\":43}", meaning), "{\"a\": 43}");
}

TEST(CommentedJson, CommentsAreBlanksAndPlacesStay) {
    const auto json = CommentedJson::parse("{ /* \"x\": 1 */ \"a\": [\"//no\", 2], // end\n \"b\\n\": null }");
    ASSERT_TRUE(json) << json.error().text();
    const JsonPart& element = json->nearestPart("a[0]");
    EXPECT_EQ(json->textOf(element), "\"//no\"");
    EXPECT_EQ(json->text().size(), json->plain().size());
    EXPECT_EQ(json->root().children[1].name, "b\n");
    EXPECT_EQ(&json->nearestPart("a[7].x"), &json->nearestPart("a"));
    EXPECT_EQ(&json->nearestPart("a[99999999999999999999]"), &json->nearestPart("a"));
    EXPECT_EQ(&json->nearestPart("zzz"), &json->root());
}

TEST(CommentedJson, ErrorsHaveTheirPlace) {
    const auto open = CommentedJson::parse("{\n  /* open\n}");
    ASSERT_FALSE(open);
    EXPECT_EQ(open.error().where->offset, 4u);
    const auto comma = CommentedJson::parse("// c\n{\"a\": 1,}");
    ASSERT_FALSE(comma);
    EXPECT_EQ(comma.error().where->offset, 13u);
    EXPECT_FALSE(CommentedJson::parse(std::string(100'000, '[')));
    EXPECT_FALSE(CommentedJson::parse("{\"a\": /1}"));
}

}  // namespace
}  // namespace brokerscope
