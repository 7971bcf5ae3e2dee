#include "core/cluster/group_lag_flow.h"
#include "tests/unit/core/cluster/malformed_answer.h"
#include "tests/unit/core/cluster/scripted_fetch.h"

#include <gmock/gmock.h>

namespace brokerscope::testing {
namespace {

using ::testing::ElementsAre;
using Json = nlohmann::json;

// Plays a cluster against the flow: answers are given in the order of the questions, which are kept as
// "a:9v9 g1,g2".
class ScriptedLag {
public:
    explicit ScriptedLag(GroupOffsetsOptions options,
                         std::vector<AdvertisedApi> apis = {{2, {1, 9}}, {3, {0, 12}}, {9, {1, 10}}, {10, {0, 6}}})
        : m_flow({SchemaRegistry::embedded(), {}, {}, {"a", 1}, 30'000, [this] { return isLate; }},
                 std::move(options)) {
        auto versions = std::make_shared<BrokerVersions>();
        versions->apis = std::move(apis);
        m_versions = std::move(versions);
        follow(m_flow.start());
    }

    void answer(const std::string& json) {
        ASSERT_TRUE(m_asked) << "nothing was asked: " << json;
        const auto question = *std::exchange(m_asked, std::nullopt);
        follow(m_flow.answered(answerOf(question.first, question.second, json)));
    }
    void answerCut(const std::string& json) {
        ASSERT_TRUE(m_asked) << "nothing was asked: " << json;
        const auto question = *std::exchange(m_asked, std::nullopt);
        follow(m_flow.answered(cutOff(*answerOf(question.first, question.second, json))));
    }
    void refuse(const std::string& why) {
        ASSERT_TRUE(m_asked);
        m_asked.reset();
        follow(
            m_flow.answered(tl::unexpected(TransportError{{MessageId::Other, {why}, std::nullopt, {}}, std::nullopt})));
    }
    const std::vector<GroupOffsets>& outcome() const { return m_flow.outcome(); }
    const Json& body() const { return bodies.back(); }

    bool isLate = false;
    bool isDone = false;
    int waits = 0;
    std::vector<std::string> asked;
    std::vector<Json> bodies;

private:
    void follow(FlowStep step) {
        for (;;) {
            if (const auto* prepare = std::get_if<flow_step::Prepare>(&step)) {
                static_cast<void>(prepare);
                step = m_flow.prepared(m_versions);
            } else if (std::holds_alternative<flow_step::Wait>(step)) {
                ++waits;
                step = m_flow.waited();
            } else {
                break;
            }
        }
        isDone = std::holds_alternative<flow_step::Done>(step);
        if (auto* ask = std::get_if<flow_step::Ask>(&step)) {
            keep(*ask);
            m_asked = std::pair(ask->apiKey, ask->version);
        }
    }
    void keep(const flow_step::Ask& ask) {
        const auto frame =
            makeRequestFrame(SchemaRegistry::embedded(), {ask.apiKey, ask.version, "test", nullptr, &ask.body});
        ASSERT_TRUE(frame) << frame.error().text();
        bodies.push_back(Json::parse(toJson(bodyOf(decodeRequestFrame(SchemaRegistry::embedded(), frame->bytes)))));
        asked.push_back(fmt::format("{}:{}v{}", ask.endpoint.host, ask.apiKey, ask.version));
    }

    GroupLagFlow m_flow;
    std::shared_ptr<const BrokerVersions> m_versions;
    std::optional<std::pair<std::int16_t, std::int16_t>> m_asked;  // API and version
};

GroupOffsetsOptions ofGroups(std::vector<std::string> groups) {
    GroupOffsetsOptions options;
    options.groups = std::move(groups);
    return options;
}

constexpr const char* kBothAtB = R"({"throttleTimeMs":0,"coordinators":[
    {"key":"g1","nodeId":2,"host":"b","port":2,"errorCode":0,"errorMessage":null},
    {"key":"g2","nodeId":2,"host":"b","port":2,"errorCode":0,"errorMessage":null}]})";
constexpr const char* kG1AtB = R"({"throttleTimeMs":0,"coordinators":[
    {"key":"g1","nodeId":2,"host":"b","port":2,"errorCode":0,"errorMessage":null}]})";
constexpr const char* kCommits = R"({"throttleTimeMs":0,"groups":[
    {"groupId":"g1","errorCode":0,"topics":[{"name":"t","partitions":[
        {"partitionIndex":1,"committedOffset":7,"committedLeaderEpoch":3,"metadata":"m","errorCode":0},
        {"partitionIndex":0,"committedOffset":5,"committedLeaderEpoch":-1,"metadata":"","errorCode":0}]}]}]})";
// Partition 0 is led by a, 1 by b; partition 2 has no leader.
constexpr const char* kTopics = R"({"throttleTimeMs":0,"brokers":[
    {"nodeId":1,"host":"a","port":1,"rack":null},{"nodeId":2,"host":"b","port":2,"rack":null}],
    "clusterId":"c","controllerId":1,"topics":[{"errorCode":0,"name":"t","topicId":"AAAAAAAAAAAAAAAAAAAAAQ",
    "isInternal":false,"partitions":[
        {"errorCode":0,"partitionIndex":0,"leaderId":1,"leaderEpoch":4,"replicaNodes":[1],"isrNodes":[1],"offlineReplicas":[]},
        {"errorCode":0,"partitionIndex":1,"leaderId":2,"leaderEpoch":6,"replicaNodes":[2],"isrNodes":[2],"offlineReplicas":[]},
        {"errorCode":5,"partitionIndex":2,"leaderId":-1,"leaderEpoch":6,"replicaNodes":[2],"isrNodes":[],"offlineReplicas":[]}],
    "topicAuthorizedOperations":-2147483648}]})";

std::string endOf(int partition, int offset, int errorCode = 0) {
    return fmt::format(
        R"({{"throttleTimeMs":0,"topics":[{{"name":"t","partitions":[{{"partitionIndex":{},"errorCode":{},
        "timestamp":-1,"offset":{},"leaderEpoch":4}}]}}]}})",
        partition, errorCode, offset);
}

TEST(GroupLagFlow, AnAnswerThatDoesNotDecodeTellsNothing) {
    ScriptedLag lag(ofGroups({"g1"}));
    lag.answer(kG1AtB);
    lag.answerCut(kCommits);
    ASSERT_EQ(lag.outcome().size(), 1U);
    EXPECT_NE(lag.outcome()[0].problem.find("does not decode"), std::string::npos) << lag.outcome()[0].problem;
    EXPECT_TRUE(lag.isDone);
    EXPECT_TRUE(lag.outcome()[0].partitions.empty());
}

TEST(GroupLagFlow, AsksCoordinatorThenLeaders) {
    ScriptedLag lag(ofGroups({"g1"}));
    lag.answer(kG1AtB);
    EXPECT_EQ(lag.body().at("groups").at(0).at("topics"), nullptr);
    lag.answer(kCommits);
    EXPECT_EQ(lag.body().at("topics").at(0).at("name"), "t");
    lag.answer(kTopics);
    EXPECT_EQ(lag.body().at("topics").at(0).at("partitions").at(0).at("currentLeaderEpoch"), 4);
    EXPECT_EQ(lag.body().at("topics").at(0).at("partitions").at(0).at("timestamp"), -1);
    EXPECT_EQ(lag.body().at("isolationLevel"), 0);
    lag.answer(endOf(0, 5));
    lag.answer(endOf(1, 10));
    ASSERT_TRUE(lag.isDone);
    // Version 10 of OffsetFetch has no names.
    EXPECT_THAT(lag.asked, ElementsAre("a:10v6", "b:9v9", "a:3v12", "a:2v9", "b:2v9"));
    const auto& partitions = lag.outcome().at(0).partitions;
    ASSERT_EQ(partitions.size(), 2U);
    EXPECT_EQ(partitions[0].partition, 0);
    EXPECT_EQ(partitions[0].lag(), 0);
    EXPECT_EQ(partitions[1].committed, 7);
    EXPECT_EQ(partitions[1].committedLeaderEpoch, 3);
    EXPECT_EQ(partitions[1].metadata, "m");
    EXPECT_EQ(partitions[1].logEnd, 10);
    EXPECT_EQ(partitions[1].lag(), 3);
}

TEST(GroupLagFlow, LastStableOffsetsAreAskedForBesides) {
    GroupOffsetsOptions options = ofGroups({"g1"});
    options.isReadingCommitted = true;
    ScriptedLag lag(options);
    lag.answer(kG1AtB);
    lag.answer(kCommits);
    lag.answer(kTopics);
    lag.answer(endOf(0, 9));
    EXPECT_EQ(lag.body().at("isolationLevel"), 1);
    lag.answer(endOf(0, 6));
    lag.answer(endOf(1, 10));
    lag.answer(endOf(1, 10));
    ASSERT_TRUE(lag.isDone);
    EXPECT_EQ(lag.outcome().at(0).partitions[0].logEnd, 9);
    EXPECT_EQ(lag.outcome().at(0).partitions[0].lastStable, 6);
}

TEST(GroupLagFlow, OlderBrokersAreAskedGroupByGroup) {
    ScriptedLag lag(ofGroups({"g1", "g2"}), {{2, {1, 1}}, {3, {0, 4}}, {9, {1, 2}}, {10, {0, 3}}});
    for (const char* key : {"g1", "g2"}) {
        EXPECT_EQ(lag.body().at("key"), key);
        lag.answer(R"({"throttleTimeMs":0,"errorCode":0,"errorMessage":null,"nodeId":2,"host":"b","port":2})");
    }
    EXPECT_EQ(lag.body().at("groupId"), "g1");
    EXPECT_EQ(lag.body().at("topics"), nullptr);
    lag.answer(R"({"topics":[],"errorCode":30})");
    EXPECT_EQ(lag.body().at("groupId"), "g2");
    lag.answer(R"({"topics":[],"errorCode":0})");
    ASSERT_TRUE(lag.isDone);
    EXPECT_THAT(lag.asked, ElementsAre("a:10v3", "a:10v3", "b:9v2", "b:9v2"));
    EXPECT_EQ(lag.outcome().at(0).problem, "GROUP_AUTHORIZATION_FAILED (30)");
    EXPECT_EQ(lag.outcome().at(0).errorCode, 30);
    EXPECT_EQ(lag.outcome().at(1).problem, "");
}

TEST(GroupLagFlow, OffsetsOfVersion1AreNotAskedFor) {
    // It gives none without naming every partition.
    ScriptedLag lag(ofGroups({"g1"}), {{2, {1, 1}}, {3, {0, 4}}, {9, {1, 1}}, {10, {0, 6}}});
    lag.answer(kG1AtB);
    ASSERT_TRUE(lag.isDone);
    EXPECT_EQ(lag.outcome().at(0).problem,
              "OffsetFetch tells all offsets of a group from 2 on, and 1 is the newest here");
    ScriptedLag none(ofGroups({"g1"}), {{2, {1, 1}}, {3, {0, 4}}, {10, {0, 6}}});
    none.answer(kG1AtB);
    EXPECT_EQ(none.outcome().at(0).problem, "OffsetFetch is not served here");
}

TEST(GroupLagFlow, ACoordinatorThatMovesIsLookedForAgain) {
    ScriptedLag lag(ofGroups({"g1", "g2"}));
    lag.answer(kBothAtB);
    lag.answer(R"({"throttleTimeMs":0,"groups":[{"groupId":"g1","errorCode":16,"topics":[]},
                   {"groupId":"g2","errorCode":0,"topics":[]}]})");
    EXPECT_EQ(lag.waits, 1);
    EXPECT_EQ(lag.body().at("coordinatorKeys"), Json({"g1"}));
    lag.isLate = true;
    lag.answer(R"({"throttleTimeMs":0,"coordinators":[
        {"key":"g1","nodeId":-1,"host":"","port":-1,"errorCode":15,"errorMessage":null}]})");
    ASSERT_TRUE(lag.isDone);
    EXPECT_EQ(lag.waits, 1);
    EXPECT_EQ(lag.outcome().at(0).problem, "COORDINATOR_NOT_AVAILABLE (15)");
    EXPECT_EQ(lag.outcome().at(1).problem, "");
}

TEST(GroupLagFlow, WhatFailsIsToldWithItsPartitions) {
    GroupOffsetsOptions options = ofGroups({"g1"});
    options.alsoPartitions = {{"t", {1, 2}}, {"u", {0}}};
    ScriptedLag lag(options);
    lag.answer(kG1AtB);
    lag.answer(kCommits);
    lag.answer(kTopics);
    lag.answer(endOf(0, -1, 6));
    lag.refuse("gone");
    ASSERT_TRUE(lag.isDone);
    const auto& partitions = lag.outcome().at(0).partitions;
    ASSERT_EQ(partitions.size(), 4U);
    EXPECT_EQ(partitions[0].endProblem, "NOT_LEADER_OR_FOLLOWER (6)");
    EXPECT_EQ(partitions[0].lag(), std::nullopt);
    EXPECT_EQ(partitions[1].committed, 7);
    EXPECT_EQ(partitions[1].endProblem, "gone");
    EXPECT_EQ(partitions[2].partition, 2);
    EXPECT_EQ(partitions[2].committed, -1);
    EXPECT_EQ(partitions[2].endProblem, "LEADER_NOT_AVAILABLE (5)");
    EXPECT_EQ(partitions[3].topic, "u");
    EXPECT_EQ(partitions[3].endProblem, "there is no such partition");
}

TEST(GroupLagFlow, AGroupThatNobodyAnswersAboutIsSaid) {
    ScriptedLag lag(ofGroups({"g1", "g2"}));
    lag.answer(kG1AtB);
    lag.refuse("connection closed");
    ASSERT_TRUE(lag.isDone);
    EXPECT_EQ(lag.outcome().at(0).problem, "connection closed");
    EXPECT_EQ(lag.outcome().at(1).problem, "FindCoordinator did not answer about it");
}

// Share groups commit nothing: their coordinator tells where they start, and what is left.
TEST(GroupLagFlow, ShareGroupsAreAskedForTheirStarts) {
    GroupOffsetsOptions options = ofGroups({"g1", "g2"});
    options.shareGroups = {"g2"};
    ScriptedLag lag(options, {{2, {1, 9}}, {3, {0, 12}}, {9, {1, 10}}, {10, {0, 6}}, {90, {0, 1}}});
    lag.answer(kBothAtB);
    EXPECT_EQ(lag.body(), Json::parse(R"({"groups":[{"groupId":"g2","topics":null}]})"));
    lag.answer(
        R"({"throttleTimeMs":0,"groups":[{"groupId":"g2","topics":[{"topicName":"t","topicId":"AAAAAAAAAAAAAAAAAAAAAQ",
        "partitions":[{"partitionIndex":1,"startOffset":4,"leaderEpoch":0,"lag":2,"errorCode":0,"errorMessage":null},
                      {"partitionIndex":0,"startOffset":-1,"leaderEpoch":0,"lag":-1,"errorCode":0,"errorMessage":null}]}],
        "errorCode":0,"errorMessage":null}]})");
    EXPECT_EQ(lag.body().at("groups").at(0).at("groupId"), "g1");
    lag.answer(kCommits);
    lag.answer(kTopics);
    lag.answer(endOf(0, 5));
    lag.answer(endOf(1, 10));
    ASSERT_TRUE(lag.isDone);
    EXPECT_THAT(lag.asked, ElementsAre("a:10v6", "b:90v1", "b:9v9", "a:3v12", "a:2v9", "b:2v9"));
    const auto& partitions = lag.outcome().at(1).partitions;
    ASSERT_EQ(partitions.size(), 2U);
    EXPECT_EQ(partitions[0].lag(), std::nullopt);
    EXPECT_EQ(partitions[0].logEnd, 5);
    EXPECT_EQ(partitions[1].shareStart, 4);
    EXPECT_EQ(partitions[1].committed, -1);
    // 10 - 4 are behind the start, of which four were acknowledged already.
    EXPECT_EQ(partitions[1].lag(), 2);
    EXPECT_EQ(lag.outcome().at(0).partitions[1].lag(), 3);
}

// Version 0 has no lag: what lies behind the start is the most that it can be.
TEST(GroupLagFlow, LagsThatAreNotToldGoByTheStart) {
    GroupOffsetsOptions options = ofGroups({"g1"});
    options.shareGroups = {"g1"};
    ScriptedLag lag(options, {{2, {1, 9}}, {3, {0, 12}}, {10, {0, 6}}, {90, {0, 0}}});
    lag.answer(kG1AtB);
    lag.answer(
        R"({"throttleTimeMs":0,"groups":[{"groupId":"g1","topics":[{"topicName":"t","topicId":"AAAAAAAAAAAAAAAAAAAAAQ",
        "partitions":[{"partitionIndex":1,"startOffset":4,"leaderEpoch":0,"errorCode":0,"errorMessage":null}]}],
        "errorCode":0,"errorMessage":null}]})");
    lag.answer(kTopics);
    lag.answer(endOf(1, 10));
    ASSERT_TRUE(lag.isDone);
    EXPECT_EQ(lag.outcome().at(0).partitions[0].lag(), 6);
}

TEST(GroupLagFlow, NoGroupsNoQuestions) {
    EXPECT_TRUE(ScriptedLag(ofGroups({})).isDone);
}

}  // namespace
}  // namespace brokerscope::testing
