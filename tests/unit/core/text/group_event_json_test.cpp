#include "core/text/group_event_json.h"
#include "tests/unit/core/text/topic_assignment.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

SharedAssignment none() {
    return std::make_shared<const Assignment>();
}

constexpr std::int64_t kTime = 1796035267204;  // 2026-11-30T10:41:07.204Z

TimelineEvent epochEventOf(TimelineFact fact) {
    TimelineEvent event;
    event.timeMs = kTime;
    event.group = "g";
    event.type = GroupType::Consumer;
    event.epoch = 17;
    event.evidence.source = EventSource::Describe;
    event.evidence.exchange = static_cast<ExchangeId>(77);
    event.fact = std::move(fact);
    return event;
}

// Without what all have in common.
std::string ownFields(TimelineFact fact) {
    std::string out;
    appendEventJson(out, epochEventOf(std::move(fact)));
    constexpr std::string_view kBefore = R"("certainty":"observed")";
    const std::size_t at = out.find(kBefore);
    return out.substr(at + kBefore.size());
}

TEST(GroupEventJson, WhatAllHaveInCommon) {
    TimelineEvent event =
        epochEventOf(AssignmentChanged{"m", testing::topicAssignment("orders", {0, 1}), none(), nullptr});
    event.evidence = {EventSource::Offsets, 0, ExchangeId::None, {18, 4211}, 0};
    std::string out;
    appendEventJson(out, event);
    EXPECT_EQ(out, R"({"time":"2026-11-30T10:41:07.204Z","group":"g","type":"consumer","event":"assignment",)"
                   R"("source":"offsets","epoch":17,"record":{"partition":18,"offset":4211},"certainty":"observed",)"
                   R"("member":"m","added":{"orders":[0,1]},"removed":{},"pending":null})");
}

TEST(GroupEventJson, ClassicGroupsHaveGenerations) {
    TimelineEvent event = epochEventOf(GroupDeleted{});
    event.type = GroupType::Classic;
    event.epoch = -1;
    event.certainty = Certainty::Inferred;
    event.isCorrection = true;
    event.evidence = {};
    std::string out = "before ";
    appendEventJson(out, event);
    EXPECT_EQ(out, R"(before {"time":"2026-11-30T10:41:07.204Z","group":"g","type":"classic","event":"groupDeleted",)"
                   R"("source":"timeline","generationId":null,"certainty":"inferred","correction":true})");
}

TEST(GroupEventJson, ExchangesAreEvidence) {
    std::string out;
    appendEventJson(out, epochEventOf(StateChanged{"", "Stable"}));
    EXPECT_NE(out.find(R"("event":"state","source":"describe","epoch":17,"exchange":77,)"), std::string::npos) << out;
    EXPECT_EQ(ownFields(StateChanged{"", "Stable"}), R"(,"from":null,"to":"Stable"})");
}

TEST(GroupEventJson, Members) {
    MemberStatus member;
    member.memberId = "m";
    member.clientId = "c";
    member.host = "/10.0.0.9";
    member.instanceId = "i-1";
    member.topics = std::make_shared<const std::vector<std::string>>(std::vector<std::string>{"a", "b"});
    member.regularExpression = "^r.*";
    EXPECT_EQ(ownFields(MemberArrived{member}), R"(,"member":"m","clientId":"c","host":"/10.0.0.9","instanceId":"i-1",)"
                                                R"("subscription":["a","b"],"regularExpression":"^r.*"})");
    member = {};
    member.memberId = "m";
    EXPECT_EQ(ownFields(MemberChanged{member, {"epoch", "topics"}}),
              R"(,"member":"m","clientId":null,"host":null,"instanceId":null,"subscription":null,)"
              R"("regularExpression":null,"changed":["epoch","topics"]})");
    EXPECT_EQ(ownFields(MemberDeparted{{"m", GroupReason::SessionTimeout, "", "n"}, "c", "/h"}),
              R"(,"member":"m","clientId":"c","host":"/h","reason":"sessionTimeout","words":null,"replacedBy":"n"})");
}

TEST(GroupEventJson, Rebalances) {
    EXPECT_EQ(ownFields(RebalanceBegan{3, GroupReason::Joined, "c-3", "c-3 joined"}),
              R"(,"number":3,"why":"joined","member":"c-3","words":"c-3 joined"})");
    RebalanceFinished finished;
    finished.number = 3;
    finished.why = GroupReason::Left;
    finished.durationMs = 1916;
    finished.phases = {{"revoke", "c-1", 1604}, {"targetWait", "", 300}};
    finished.slowestMember = "c-1";
    finished.moved = {{{"orders", 0}, "c-2", "c-1", 1916, Certainty::Observed},
                      {{"orders", 1}, "", "", -1, Certainty::Inferred}};
    finished.mode = "cooperative";
    EXPECT_EQ(
        ownFields(finished),
        R"(,"number":3,"why":"left","words":null,"durationMs":1916,"mode":"cooperative",)"
        R"("phases":[{"phase":"revoke","member":"c-1","ms":1604},{"phase":"targetWait","member":null,"ms":300}],)"
        R"("slowestMember":"c-1","moved":[)"
        R"({"topic":"orders","partition":0,"from":"c-2","to":"c-1","unownedMs":1916,"unownedAtLeastMs":null,"certainty":"observed"},)"
        R"({"topic":"orders","partition":1,"from":null,"to":null,"unownedMs":null,"unownedAtLeastMs":null,"certainty":"inferred"}]})");
}

TEST(GroupEventJson, TargetsCoordinatorsCommits) {
    EXPECT_EQ(ownFields(TargetComputed{{{"a", testing::topicAssignment("t", {0})}, {"b", none()}}}),
              R"(,"targets":{"a":{"t":[0]},"b":{}}})");
    EXPECT_EQ(ownFields(CoordinatorMoved{-1, 2}), R"(,"from":null,"to":2})");
    OffsetsCommitted commit;
    commit.partitions = testing::topicAssignment("t", {1, 2});
    commit.isTransactional = true;
    commit.errorCode = 22;
    EXPECT_EQ(ownFields(CommitsMade{commit}),
              R"(,"member":null,"partitions":{"t":[1,2]},"transactional":true,"error":22})");
}

TEST(GroupEventJson, BlindTimesAndViolations) {
    EXPECT_EQ(ownFields(BlindPeriod{kTime - 204, kTime, "lost", true}),
              R"(,"from":"2026-11-30T10:41:07.000Z","to":"2026-11-30T10:41:07.204Z","why":"lost"})");
    EXPECT_EQ(ownFields(BlindPeriod{kTime, kTime, "lost", false}),
              R"(,"from":"2026-11-30T10:41:07.204Z","to":null,"why":"lost"})");
    EventEvidence record{EventSource::Offsets, 0, ExchangeId::None, {18, 5}, 0};
    EventEvidence exchange{EventSource::Exchange, 0, static_cast<ExchangeId>(9), {}, 0};
    EXPECT_EQ(ownFields(RuleViolated{"oneOwner", "t-0: a, b", {record, exchange}}),
              R"(,"rule":"oneOwner","found":"t-0: a, b","evidence":[)"
              R"({"source":"offsets","record":{"partition":18,"offset":5}},{"source":"exchange","exchange":9}]})");
}

TEST(GroupEventJson, TasksOfOtherRolesStandBeside) {
    Assignment tasks{{"0", {}, TaskRole::Active, {0}, {}}, {"1", {}, TaskRole::Standby, {2}, {}}};
    EXPECT_EQ(ownFields(AssignmentChanged{"m", std::make_shared<const Assignment>(tasks), none(), none()}),
              R"(,"member":"m","added":{"0":[0]},"addedStandby":{"1":[2]},"removed":{},"pending":{}})");
}

TEST(GroupEventJson, NamesThatAreNoText) {
    TimelineEvent event = epochEventOf(GroupDeleted{});
    event.group = "a\n\xff";
    std::string out;
    appendEventJson(out, event);
    EXPECT_NE(out.find("\"group\":\"a\\n\xef\xbf\xbd\""), std::string::npos) << out;
}

TEST(GroupEventJson, ManyMovedPartitionsAreWhole) {
    RebalanceFinished finished;
    for (int i = 0; i < 10'000; ++i) {
        finished.moved.push_back({{"orders", i}, "a", "b", 1, Certainty::Observed});
    }
    const std::string printed = ownFields(finished);
    EXPECT_NE(printed.find("\"partition\":9999,"), std::string::npos);
}

}  // namespace
}  // namespace brokerscope
