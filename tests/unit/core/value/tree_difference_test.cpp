#include "core/value/tree_difference.h"

#include "core/codec/encoder.h"
#include "core/value/json_reader.h"
#include "tests/support/decoding.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::shared_ptr<const ValueTree> treeOf(std::string_view name, int version, std::string_view text) {
    const auto layout = SchemaRegistry::embedded().layout(name, version).value();
    const auto read = draftFromJson(layout->spec, text);
    EXPECT_TRUE(read) << text;
    return decodeMessage(layout, encodeMessage(layout, read->draft)->bytes);
}

// "+ path", "- path", "~ path".
std::vector<std::string> textsOf(const TreeDifferences& found) {
    std::vector<std::string> texts;
    for (const TreeDifference& one : found.differences) {
        const char* sign = one.change == TreeDifference::Change::Added     ? "+ "
                           : one.change == TreeDifference::Change::Removed ? "- "
                                                                           : "~ ";
        texts.push_back(sign + one.path);
    }
    return texts;
}

TreeDifferences differencesOf(const std::shared_ptr<const ValueTree>& before,
                              const std::shared_ptr<const ValueTree>& after) {
    return treeDifferences(NodeRef::root(before), NodeRef::root(after));
}

std::vector<std::string> metadataDifferences(std::string_view before, std::string_view after, int oldVersion = 9,
                                             int newVersion = 9) {
    return textsOf(
        differencesOf(treeOf("MetadataResponse", oldVersion, before), treeOf("MetadataResponse", newVersion, after)));
}

constexpr std::string_view kTwoTopics = R"({"brokers":[{"nodeId":1,"host":"a","port":9092}],"topics":[
    {"name":"orders","partitions":[{"partitionIndex":0,"leaderId":1,"replicaNodes":[1,2,3]}]},
    {"name":"payments","partitions":[]}]})";

TEST(TreeDifference, TheSameMessageHasNone) {
    EXPECT_THAT(metadataDifferences(kTwoTopics, kTwoTopics), IsEmpty());
}

TEST(TreeDifference, AValueIsNamedByItsPathWithItsBytes) {
    const auto before = treeOf("MetadataResponse", 9, R"({"throttleTimeMs":5,"clusterId":"a"})");
    const auto after = treeOf("MetadataResponse", 9, R"({"throttleTimeMs":6,"clusterId":"longer"})");
    const TreeDifferences found = differencesOf(before, after);
    EXPECT_THAT(textsOf(found), ElementsAre("~ throttleTimeMs", "~ clusterId"));
    EXPECT_EQ(found.differences[1].beforeBytes.length, 2U);
    EXPECT_EQ(found.differences[1].afterBytes, testing::nodeAt(after, "clusterId").span());
    EXPECT_FALSE(found.isCut);
}

// The order of elements with keys is no difference, and what comes between them neither.
TEST(TreeDifference, ElementsWithMapKeysAreTheSameByThem) {
    constexpr std::string_view kOtherOrder = R"({"brokers":[{"nodeId":1,"host":"a","port":9092}],"topics":[
        {"name":"payments","partitions":[]},
        {"name":"orders","partitions":[{"partitionIndex":0,"leaderId":1,"replicaNodes":[1,2,3]}]}]})";
    EXPECT_THAT(metadataDifferences(kTwoTopics, kOtherOrder), IsEmpty());
    constexpr std::string_view kOneMore = R"({"brokers":[{"nodeId":1,"host":"b","port":9092}],"topics":[
        {"name":"audit"},
        {"name":"payments","partitions":[],"isInternal":true}]})";
    EXPECT_THAT(metadataDifferences(kTwoTopics, kOneMore),
                ElementsAre("~ brokers[0].host", "+ topics[0]", "- topics[0]", "~ topics[1].isInternal"));
}

TEST(TreeDifference, AnArrayThatGrewSaysSoByItsCount) {
    const auto before = treeOf("MetadataResponse", 9, R"({"topics":[{"name":"a"}]})");
    const auto after = treeOf("MetadataResponse", 9, R"({"topics":[{"name":"a"},{"name":"b"}]})");
    const TreeDifferences found = differencesOf(before, after);
    EXPECT_THAT(textsOf(found), ElementsAre("~ topics", "+ topics[1]"));
    EXPECT_EQ(found.differences[0].afterBytes, testing::nodeAt(after, "topics").prefixSpan());
    EXPECT_EQ(found.differences[1].afterBytes, testing::nodeAt(after, "topics[1]").span());
    EXPECT_FALSE(found.differences[1].before.isValid());
}

TEST(TreeDifference, NumbersBelongTogetherFromBothEnds) {
    const auto replicas = [](std::string_view numbers) {
        return R"({"topics":[{"name":"t","partitions":[{"replicaNodes":[)" + std::string(numbers) + "]}]}]}";
    };
    const std::string path = "topics[0].partitions[0].replicaNodes";
    EXPECT_THAT(metadataDifferences(replicas("1,2,3"), replicas("1,3")), ElementsAre("~ " + path, "- " + path + "[1]"));
    EXPECT_THAT(metadataDifferences(replicas("1,3"), replicas("1,2,3")), ElementsAre("~ " + path, "+ " + path + "[1]"));
    EXPECT_THAT(metadataDifferences(replicas("1,2,3"), replicas("1,9,3")), ElementsAre("~ " + path + "[1]"));
}

// Compact strings are written otherwise and say the same; a field that only one version has is told.
TEST(TreeDifference, VersionsAreComparedByWhatTheySay) {
    EXPECT_THAT(metadataDifferences(R"({"clusterId":"a","topics":[{"name":"t"}]})",
                                    R"({"clusterId":"a","topics":[{"name":"t"}]})", 8, 9),
                IsEmpty());
    EXPECT_THAT(metadataDifferences(R"({"clusterId":"a"})", R"({"clusterId":"a"})", 1, 3),
                ElementsAre("+ throttleTimeMs", "+ clusterId"));
}

TEST(TreeDifference, NullIsNotEmpty) {
    EXPECT_THAT(metadataDifferences(R"({"clusterId":null})", R"({"clusterId":""})"), ElementsAre("~ clusterId"));
}

TEST(TreeDifference, ManyElementsThatAreMadeOnDemandAreCompared) {
    std::string topics;
    for (int i = 0; i < 3000; ++i) {
        topics += (topics.empty() ? R"({"name":"t)" : R"(,{"name":"t)") + std::to_string(i) + "\"}";
    }
    const std::string before = "{\"topics\":[" + topics + "]}";
    std::string after = before;
    after.replace(after.find("\"t2000\""), 7, "\"u2000\"");
    EXPECT_THAT(metadataDifferences(before, after), ElementsAre("+ topics[2000]", "- topics[2000]"));
}

// A message that ends within a field has its rest as a gap.
TEST(TreeDifference, WhatCouldNotBeReadIsADifference) {
    const auto whole = testing::decodeBody("HeartbeatResponse", 1, "00000000001b");
    const auto cut = testing::decodeBody("HeartbeatResponse", 1, "0000000000");
    EXPECT_THAT(differencesOf(whole, cut).differences, ::testing::Not(IsEmpty()));
}

TEST(TreeDifference, ItStopsWhereItIsToldTo) {
    const auto before = treeOf("MetadataResponse", 9, R"({"throttleTimeMs":5,"clusterId":"a","controllerId":1})");
    const auto after = treeOf("MetadataResponse", 9, R"({"throttleTimeMs":6,"clusterId":"b","controllerId":2})");
    const TreeDifferences first = treeDifferences(NodeRef::root(before), NodeRef::root(after), {}, 2);
    EXPECT_EQ(first.differences.size(), 2U);
    EXPECT_TRUE(first.isCut);
    CancelToken cancelled;
    cancelled.cancel();
    EXPECT_THAT(treeDifferences(NodeRef::root(before), NodeRef::root(after), cancelled).differences, IsEmpty());
}

}  // namespace
}  // namespace brokerscope
