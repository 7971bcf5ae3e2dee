#include "core/groups/heartbeat_state.h"

#include "core/topology/node_values.h"
#include "tests/support/group_event_words.h"
#include "tests/support/group_exchanges.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using testing::exchangeOf;
using testing::words;

HeartbeatState::Derived taken(HeartbeatState& state, GroupType type, const Exchange& exchange) {
    const auto& registry = SchemaRegistry::embedded();
    return state.take(type, bodyOf(requestTree(registry, exchange, {}, {})),
                      bodyOf(responseTree(registry, exchange, {}, {})));
}

constexpr std::string_view kTopic = "6kySFknNRdG0J1E9XdO4sA";

Exchange heartbeat(std::string_view request, std::string_view answer) {
    return exchangeOf("ConsumerGroupHeartbeat", 1,
                      std::string(R"({"groupId":"g","memberId":"m",)") + std::string(request) + "}", answer, 1000,
                      1010);
}
std::string toldState(std::string_view epoch, std::string_view partitions) {
    return fmt::format(
        R"({{"memberId":"m","memberEpoch":{},"assignment":{{"topicPartitions":[{{"topicId":"{}","partitions":{}}}]}}}})",
        epoch, kTopic, partitions);
}
std::string owned(std::string_view epoch, std::string_view partitions) {
    return fmt::format(R"("memberEpoch":{},"topicPartitions":[{{"topicId":"{}","partitions":{}}}])", epoch, kTopic,
                       partitions);
}
std::string topicAt(std::string_view partitions) {
    return std::string(kTopic) + '-' + std::string(partitions);
}

TEST(HeartbeatState, NullIsUnchangedAndEmptyIsNone) {
    HeartbeatState state;
    const auto join = taken(state, GroupType::Consumer,
                            heartbeat(R"("memberEpoch":0,"instanceId":"i","rackId":"r","rebalanceTimeoutMs":300000,)"
                                      R"("subscribedTopicNames":["t","s"],"serverAssignor":"range",)"
                                      R"("topicPartitions":[])",
                                      toldState("2", "[0,1,2]")));
    EXPECT_TRUE(join.isComplete);
    EXPECT_TRUE(join.changedTold);
    EXPECT_EQ(join.status.epoch, 2);
    EXPECT_EQ(words(join.status.assigned), topicAt("0,1,2"));
    const auto silent =
        taken(state, GroupType::Consumer, heartbeat(R"("memberEpoch":2)", R"({"memberId":"m","memberEpoch":2})"));
    EXPECT_FALSE(silent.changedSubscription || silent.saysOwned || silent.changedTold);
    EXPECT_TRUE(silent.isComplete);
    EXPECT_EQ(words(silent.status.topics), "[s,t]");
    EXPECT_EQ(silent.status.instanceId, "i");
    EXPECT_EQ(silent.status.rackId, "r");
    EXPECT_EQ(silent.status.assignor, "range");
    EXPECT_EQ(silent.rebalanceTimeoutMs, 300000);
    EXPECT_EQ(words(silent.status.assigned), topicAt("0,1,2"));
    const auto none = taken(state, GroupType::Consumer,
                            heartbeat(R"("memberEpoch":2,"subscribedTopicNames":[])",
                                      R"({"memberId":"m","memberEpoch":3,"assignment":{"topicPartitions":[]}})"));
    EXPECT_TRUE(none.changedSubscription);
    EXPECT_EQ(words(none.status.topics), "[]");
    EXPECT_EQ(words(none.status.assigned), "none");
    EXPECT_EQ(words(none.status.pendingRevocation), topicAt("0,1,2"));
}

TEST(HeartbeatState, WhatMustBeGivenUpIsPendingUntilItIsNotNamed) {
    HeartbeatState state;
    taken(state, GroupType::Consumer,
          heartbeat(R"("memberEpoch":0,"subscribedTopicNames":["t"],"topicPartitions":[])", toldState("2", "[0,1,2]")));
    const auto toldToRevoke =
        taken(state, GroupType::Consumer, heartbeat(owned("2", "[0,1,2]"), toldState("2", "[0,1]")));
    EXPECT_EQ(words(toldToRevoke.status.assigned), topicAt("0,1"));
    EXPECT_EQ(words(toldToRevoke.status.pendingRevocation), topicAt("2"));
    const auto still =
        taken(state, GroupType::Consumer, heartbeat(R"("memberEpoch":2)", R"({"memberId":"m","memberEpoch":2})"));
    EXPECT_EQ(words(still.status.pendingRevocation), topicAt("2"));
    const auto given =
        taken(state, GroupType::Consumer, heartbeat(owned("2", "[0,1]"), R"({"memberId":"m","memberEpoch":3})"));
    EXPECT_TRUE(given.saysOwned);
    EXPECT_EQ(words(given.status.pendingRevocation), "none");
    EXPECT_EQ(given.status.epoch, 3);
}

TEST(HeartbeatState, NotSeenFromItsJoinIsNotComplete) {
    HeartbeatState state;
    const auto first =
        taken(state, GroupType::Consumer, heartbeat(R"("memberEpoch":2)", R"({"memberId":"m","memberEpoch":2})"));
    EXPECT_FALSE(first.isComplete);
    EXPECT_EQ(first.status.assigned, nullptr);
    EXPECT_EQ(first.status.topics, nullptr);
    EXPECT_EQ(first.status.epoch, 2);
    ASSERT_NE(state.find("g", "m"), nullptr);
    EXPECT_EQ(state.find("g", "other"), nullptr);
    EXPECT_EQ(state.find("other", "m"), nullptr);
}

TEST(HeartbeatState, ErrorsChangeNothingButThatTheyMayEndAMember) {
    HeartbeatState state;
    taken(state, GroupType::Consumer,
          heartbeat(R"("memberEpoch":0,"subscribedTopicNames":["t"],"topicPartitions":[])", toldState("2", "[0]")));
    const auto refused = taken(state, GroupType::Consumer,
                               heartbeat(R"("memberEpoch":2,"subscribedTopicNames":["x"])", R"({"errorCode":111})"));
    EXPECT_EQ(refused.errorCode, 111);
    EXPECT_EQ(words(refused.status.topics), "[t]");
    ASSERT_NE(state.find("g", "m"), nullptr);
    taken(state, GroupType::Consumer, heartbeat(R"("memberEpoch":2)", R"({"errorCode":110})"));
    EXPECT_EQ(state.find("g", "m"), nullptr);
    EXPECT_FALSE(state.hasMembers("g"));
}

// C096: -1 leaves, -2 leaves and keeps its place.
TEST(HeartbeatState, LeavesAndStaticLeaves) {
    HeartbeatState state;
    taken(state, GroupType::Consumer,
          heartbeat(R"("memberEpoch":0,"instanceId":"i","subscribedTopicNames":["t"],"topicPartitions":[])",
                    toldState("2", "[0]")));
    const auto away = taken(state, GroupType::Consumer,
                            heartbeat(R"("memberEpoch":-2,"instanceId":"i")", R"({"memberId":"m","memberEpoch":-2})"));
    EXPECT_EQ(away.sentEpoch, kStaticLeaveEpoch);
    EXPECT_EQ(away.status.isAway, true);
    EXPECT_EQ(away.status.epoch, 2);  // never the sentinel
    EXPECT_NE(state.find("g", "m"), nullptr);
    const auto left = taken(state, GroupType::Consumer,
                            heartbeat(R"("memberEpoch":-1,"subscribedTopicNames":[],"topicPartitions":[])",
                                      R"({"memberId":"m","memberEpoch":-1})"));
    EXPECT_EQ(words(left.status.topics), "[t]");
    EXPECT_EQ(state.find("g", "m"), nullptr);
}

// C095: the expression is a field of version 1; empty: none; null: unchanged.
TEST(HeartbeatState, C095RegularExpressions) {
    HeartbeatState state;
    const auto v0 =
        exchangeOf("ConsumerGroupHeartbeat", 0,
                   R"({"groupId":"g","memberId":"m","memberEpoch":0,"rebalanceTimeoutMs":300000})", "", 0, 0);
    EXPECT_EQ(taken(state, GroupType::Consumer, v0).status.regularExpression, std::nullopt);
    const auto said =
        taken(state, GroupType::Consumer, heartbeat(R"("memberEpoch":0,"subscribedTopicRegex":"^ord.*")", "{}"));
    EXPECT_EQ(said.status.regularExpression, "^ord.*");
    EXPECT_TRUE(said.changedSubscription);
    EXPECT_EQ(taken(state, GroupType::Consumer, heartbeat(R"("memberEpoch":1)", "{}")).status.regularExpression,
              "^ord.*");
    EXPECT_EQ(taken(state, GroupType::Consumer, heartbeat(R"("memberEpoch":1,"subscribedTopicRegex":"")", "{}"))
                  .status.regularExpression,
              "");
}

TEST(HeartbeatState, ShareMembersHaveNothingPending) {
    HeartbeatState state;
    const auto exchange = [&](std::string_view epoch, std::string_view partitions) {
        return exchangeOf("ShareGroupHeartbeat", 1,
                          fmt::format(R"({{"groupId":"g","memberId":"m","memberEpoch":{}}})", epoch),
                          toldState(epoch, partitions), 1000, 1010);
    };
    taken(state, GroupType::Share, exchange("0", "[0,1]"));
    const auto now = taken(state, GroupType::Share, exchange("3", "[0]"));
    EXPECT_EQ(words(now.status.assigned), topicAt("0"));
    EXPECT_EQ(now.status.pendingRevocation, nullptr);
}

TEST(HeartbeatState, StreamsRolesThatAreLeftOutStay) {
    HeartbeatState state;
    const auto exchange = [&](std::string_view epoch, std::string_view request, std::string_view answer) {
        return exchangeOf("StreamsGroupHeartbeat", 1,
                          fmt::format(R"({{"groupId":"g","memberId":"m","memberEpoch":{}{}}})", epoch, request),
                          fmt::format(R"({{"memberId":"m","memberEpoch":3{}}})", answer), 1000, 1010);
    };
    const auto join = taken(
        state, GroupType::Streams,
        exchange(
            "0", R"(,"activeTasks":[],"standbyTasks":[],"warmupTasks":[])",
            R"(,"activeTasks":[{"subtopologyId":"0","partitions":[0,1]}],"standbyTasks":[{"subtopologyId":"1","partitions":[2]}],"warmupTasks":[])"));
    EXPECT_EQ(words(join.status.assigned), "0-0,1 standby:1-2");
    const auto next = taken(state, GroupType::Streams,
                            exchange("3", "", R"(,"activeTasks":[{"subtopologyId":"0","partitions":[0]}])"));
    EXPECT_EQ(words(next.status.assigned), "0-0 standby:1-2");
    EXPECT_EQ(words(next.status.pendingRevocation), "0-1");
}

}  // namespace
}  // namespace brokerscope
