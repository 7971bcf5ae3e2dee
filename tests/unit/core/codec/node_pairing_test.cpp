#include "core/value/node_pairing.h"

#include "core/codec/encoder.h"
#include "core/schema/schema_registry.h"
#include "core/value/json_reader.h"
#include "core/value/json_writer.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

NodeRef messageOf(std::string_view name, int version, std::string_view json) {
    const auto layout = SchemaRegistry::embedded().layout(name, version).value();
    return NodeRef::root(encodeMessage(layout, draftFromJson(layout->spec, json).value().draft));
}

// "topics[0].errorCode 0 -> 3"; what is not there is "nothing".
std::vector<std::string> differences(const NodeRef& before, const NodeRef& after) {
    std::vector<std::string> texts;
    const auto text = [](const NodeRef& node) { return node.isValid() ? toJson(node) : std::string("nothing"); };
    pairNodes(before, after,
              {{}, [&](const NodePair& pair) {
                   if (!isSameValue(pair.before, pair.after)) {
                       texts.push_back(pair.path() + ' ' + text(pair.before) + " -> " + text(pair.after));
                   }
                   return true;
               }});
    return texts;
}

constexpr std::string_view kTwoTopics =
    R"({"topics":[{"name":"a","errorCode":0,"partitions":[{"partitionIndex":0,"leaderId":1},{"partitionIndex":1,"leaderId":2}]},
                  {"name":"b","errorCode":3}]})";

TEST(NodePairing, TheSameHasNone) {
    const NodeRef message = messageOf("MetadataResponse", 9, kTwoTopics);
    EXPECT_THAT(differences(message, messageOf("MetadataResponse", 9, kTwoTopics)), IsEmpty());
}

TEST(NodePairing, ElementsAreFoundByTheirKeys) {
    const NodeRef other = messageOf("MetadataResponse", 9,
                                    R"({"topics":[{"name":"b","errorCode":0},{"name":"a","errorCode":0,"partitions":
                     [{"partitionIndex":1,"leaderId":2},{"partitionIndex":0,"leaderId":4}]}]})");
    EXPECT_THAT(differences(messageOf("MetadataResponse", 9, kTwoTopics), other),
                ElementsAre("topics[0].partitions[0].leaderId 1 -> 4", "topics[1].errorCode 3 -> 0"));
}

TEST(NodePairing, WhatOneSideLacksIsToldWhole) {
    const auto found = differences(messageOf("DescribeGroupsRequest", 5, R"({"groups":["a","b"]})"),
                                   messageOf("DescribeGroupsRequest", 5, R"({"groups":["a"]})"));
    EXPECT_THAT(found, ElementsAre("groups[1] \"b\" -> nothing"));
    const auto topics = differences(messageOf("MetadataResponse", 1, R"({"topics":[{"name":"a"}]})"),
                                    messageOf("MetadataResponse", 1, R"({"topics":[{"name":"a"},{"name":"c"}]})"));
    ASSERT_EQ(topics.size(), 1u);
    EXPECT_THAT(topics[0], ::testing::StartsWith("topics[1] nothing -> {\"errorCode\":0,\"name\":\"c\""));
}

// Every id is another one: the only element of both is the same thing.
TEST(NodePairing, WithoutACommonKeyPositionsCount) {
    constexpr std::string_view kBefore = R"({"responses":[{"topicId":"AAAAAAAAAAAAAAAAAAAAAQ","partitions":[]}]})";
    constexpr std::string_view kAfter = R"({"responses":[{"topicId":"AAAAAAAAAAAAAAAAAAAAAg","partitions":[]}]})";
    EXPECT_THAT(differences(messageOf("FetchResponse", 13, kBefore), messageOf("FetchResponse", 13, kAfter)),
                ElementsAre("responses[0].topicId \"AAAAAAAAAAAAAAAAAAAAAQ\" -> \"AAAAAAAAAAAAAAAAAAAAAg\""));
}

TEST(NodePairing, ACallerSaysWhichKeysAreTheSame) {
    const NodeRef before =
        messageOf("FetchResponse", 13,
                  R"({"responses":[{"topicId":"AAAAAAAAAAAAAAAAAAAAAQ"},{"topicId":"AAAAAAAAAAAAAAAAAAAAAg"}]})");
    const NodeRef after =
        messageOf("FetchResponse", 13,
                  R"({"responses":[{"topicId":"AAAAAAAAAAAAAAAAAAAAAw"},{"topicId":"AAAAAAAAAAAAAAAAAAAABA"}]})");
    std::vector<std::string> pairs;
    TreePairing pairing;
    pairing.keyText = [](const NodeRef& key, bool isAfter) {
        const std::string text = toJson(key);
        return isAfter ? text : text.find("AQ\"") != std::string::npos ? "\"AAAAAAAAAAAAAAAAAAAABA\"" : "none";
    };
    pairing.take = [&pairs](const NodePair& pair) {
        if (pair.before.isValid() && pair.after.isValid() && pair.before.kind() == NodeKind::Uuid) {
            pairs.push_back(toJson(pair.before) + toJson(pair.after));
        }
        return true;
    };
    pairNodes(before, after, pairing);
    EXPECT_THAT(pairs, ElementsAre("\"AAAAAAAAAAAAAAAAAAAAAQ\"\"AAAAAAAAAAAAAAAAAAAABA\""));
}

TEST(NodePairing, VersionsAreComparedByFieldNames) {
    const auto found = differences(messageOf("MetadataRequest", 1, R"({"topics":[{"name":"a"}]})"),
                                   messageOf("MetadataRequest", 4, R"({"topics":[{"name":"a"}]})"));
    EXPECT_THAT(found, ElementsAre("allowAutoTopicCreation nothing -> true"));
}

TEST(NodePairing, NullIsNotEmpty) {
    EXPECT_THAT(differences(messageOf("MetadataRequest", 9, R"({"topics":null})"),
                            messageOf("MetadataRequest", 9, R"({"topics":[]})")),
                ElementsAre("topics null -> []"));
}

TEST(NodePairing, EndsWhenNoMoreAreWanted) {
    const NodeRef before = messageOf("DescribeGroupsRequest", 5, R"({"groups":["a","b","c"]})");
    int count = 0;
    pairNodes(before, before, {{}, [&count](const NodePair&) { return ++count < 2; }});
    EXPECT_EQ(count, 2);
}

}  // namespace
}  // namespace brokerscope
