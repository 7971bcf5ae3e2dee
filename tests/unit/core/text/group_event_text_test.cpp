#include "core/text/group_event_text.h"

#include "core/text/assignment_text.h"
#include "tests/unit/core/text/topic_assignment.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

TimelineEvent eventOf(TimelineFact fact) {
    TimelineEvent event;
    event.timeMs = 1796035267204;
    event.group = "payments";
    event.fact = std::move(fact);
    return event;
}

std::string line(TimelineFact fact, const EventTextOptions& options = {}) {
    std::string out;
    appendEventLine(out, eventOf(std::move(fact)), options);
    return out;
}
// Without the time.
std::string wordsOf(TimelineFact fact) {
    return line(std::move(fact)).substr(13);
}

TEST(GroupEventText, ColumnsKeepTheirWidth) {
    EXPECT_EQ(line(GroupDeleted{}), "10:41:07.204 group deleted");
    EventTextOptions options;
    options.groupWidth = 10;
    EXPECT_EQ(line(GroupDeleted{}, options), "10:41:07.204 payments   group deleted");
    options.zone = [](std::int64_t) { return std::int64_t{2} * 3600 * 1000; };
    EXPECT_EQ(line(GroupDeleted{}, options), "12:41:07.204 payments   group deleted");
}

TEST(GroupEventText, WhatIsNotObservedIsSaid) {
    TimelineEvent event = eventOf(GroupDeleted{});
    event.certainty = Certainty::Inferred;
    event.isCorrection = true;
    std::string out;
    appendEventLine(out, event);
    EXPECT_EQ(out, "10:41:07.204 group deleted (inferred) (correction)");
}

// C096: the words of a timeline.
TEST(GroupEventText, C096Members) {
    MemberStatus member;
    member.memberId = "c-3";
    member.clientId = "app";
    member.host = "/10.0.0.9";
    member.topics = std::make_shared<const std::vector<std::string>>(std::vector<std::string>{"a", "b"});
    EXPECT_EQ(wordsOf(MemberArrived{member}), "c-3 (app at /10.0.0.9) joins, subscribed to a b");
    member.topics = nullptr;
    member.instanceId = "i-1";
    member.regularExpression = "^r.*";
    EXPECT_EQ(wordsOf(MemberArrived{member}),
              "c-3 (app at /10.0.0.9) joins, instance i-1, subscribed to expression ^r.*");
    EXPECT_EQ(wordsOf(MemberDeparted{{"c-3", GroupReason::PollTimeout, "poll timeout", ""}, "", ""}),
              "c-3 leaves: pollTimeout (poll timeout)");
    EXPECT_EQ(wordsOf(MemberDeparted{{"c-3", GroupReason::StaticReplaced, "", "c-4"}, "", ""}),
              "c-3 leaves: staticReplaced, replaced by c-4");
    member.isAway = true;
    EXPECT_EQ(wordsOf(MemberChanged{member, {"isAway"}}), "c-3 static leave (instance i-1)");
    member.isAway = false;
    member.epoch = 4;
    EXPECT_EQ(wordsOf(MemberChanged{member, {"epoch", "topics"}}), "c-3 changes epoch, topics, at epoch 4");
}

TEST(GroupEventText, Rebalances) {
    EXPECT_EQ(wordsOf(RebalanceBegan{3, GroupReason::Joined, "c-3", ""}), "rebalance 3 starts: joined by c-3");
    EXPECT_EQ(wordsOf(RebalanceBegan{3, GroupReason::Joined, "c-3", "c-3 joined"}), "rebalance 3 starts: c-3 joined");
    RebalanceFinished finished;
    finished.number = 3;
    finished.words = "c-3 joined";
    finished.durationMs = 1916;
    EXPECT_EQ(wordsOf(finished), "rebalance 3 ended after 1 916 ms: c-3 joined; nothing moved");
    finished.phases = {{"revoke", "c-1", 1604}, {"take", "c-1", 20}, {"revoke", "c-2", 1700}};
    finished.slowestMember = "c-1";
    finished.moved = {{{"orders", 3}, "a", "b", 12, Certainty::Observed},
                      {{"orders", 0}, "a", "b", 1916, Certainty::Observed}};
    EXPECT_EQ(wordsOf(finished),
              "rebalance 3 ended after 1 916 ms: c-3 joined; 2 moved, longest unowned orders-0 1 916 "
              "ms; waited longest for c-1 (revoke 1 604 ms)");
}

TEST(GroupEventText, TenThousandMovedPartitionsAreOneLine) {
    RebalanceFinished finished;
    for (int i = 0; i < 10'000; ++i) {
        finished.moved.push_back({{"orders", i}, "a", "b", i, Certainty::Observed});
    }
    EXPECT_LT(wordsOf(finished).size(), 120u);
}

TEST(GroupEventText, OtherFacts) {
    EXPECT_EQ(wordsOf(StateChanged{"", "Stable"}), "state ? -> Stable");
    EXPECT_EQ(wordsOf(TargetComputed{
                  {{"a", testing::topicAssignment("t", {0, 1})}, {"b", testing::topicAssignment("t", {2})}}}),
              "target a: t 0,1; b: t 2");
    EXPECT_EQ(wordsOf(AssignmentChanged{"a", testing::topicAssignment("t", {0}), testing::topicAssignment("t", {2}),
                                        testing::topicAssignment("t", {3})}),
              "a gets t 0 gives up t 2 must give up t 3");
    EXPECT_EQ(wordsOf(CoordinatorMoved{1, -1}), "coordinator broker 1 -> none");
    OffsetsCommitted commit;
    commit.partitions = testing::topicAssignment("t", {0, 1, 2});
    EXPECT_EQ(wordsOf(CommitsMade{commit}), "offsets committed: t 0-2");
    commit.memberId = "m";
    commit.errorCode = 22;
    commit.isTransactional = true;
    EXPECT_EQ(wordsOf(CommitsMade{commit}), "transactional offsets not committed: t 0-2 by m (error 22)");
    EXPECT_EQ(wordsOf(BlindPeriod{1796035267000, 1796035267204, "lost", true}),
              "not seen from 10:41:07.000 to 10:41:07.204: lost");
    EXPECT_EQ(wordsOf(BlindPeriod{1796035267000, 1796035267204, "lost", false}), "not seen from 10:41:07.000 on: lost");
    EXPECT_EQ(wordsOf(RuleViolated{"oneOwner", "t-0: a, b", {}}), "violation oneOwner: t-0: a, b");
}

TEST(GroupEventText, ControlCharactersAreEscaped) {
    EXPECT_EQ(wordsOf(RuleViolated{"r", "a\n\x1b[31m\x7f", {}}), "violation r: a\\x0a\\x1b[31m\\x7f");
    TimelineEvent event = eventOf(GroupDeleted{});
    event.group = "a\tb";
    EventTextOptions options;
    options.groupWidth = 1;
    std::string out;
    appendEventLine(out, event, options);
    EXPECT_EQ(out, "10:41:07.204 a\\x09b group deleted");
}

TEST(AssignmentText, RangesRolesAndLimits) {
    EXPECT_EQ(assignmentText(nullptr), "?");
    EXPECT_EQ(assignmentText(std::make_shared<const Assignment>()), "-");
    EXPECT_EQ(assignmentText(testing::topicAssignment("orders", {0, 1, 2, 3, 7})), "orders 0-3,7");
    EXPECT_EQ(assignmentText(testing::topicAssignment("orders", {0, 1, 2, 3, 7}), 3), "orders 0-2 and 2 more");
    EXPECT_EQ(assignmentText(testing::topicAssignment("1", {2}, TaskRole::Standby)), "standby 1 2");
    const Assignment two{{"a", {}, TaskRole::Active, {1, 2}, {}}, {"b", {}, TaskRole::Active, {5}, {}}};
    EXPECT_EQ(assignmentText(std::make_shared<const Assignment>(two)), "a 1,2 b 5");
    EXPECT_EQ(assignmentText(std::make_shared<const Assignment>(two), 2), "a 1,2 and 1 more");
    AssignedTopic nameless;
    nameless.id.bytes[0] = 1;
    nameless.partitions = {0};
    EXPECT_EQ(assignmentText(std::make_shared<const Assignment>(Assignment{nameless})), nameless.id.toString() + " 0");
    EXPECT_EQ(partitionRanges({-1, 0, 4}), "-1,0,4");
}

TEST(GroupEventText, Milliseconds) {
    EXPECT_EQ(millisecondsText(0), "0 ms");
    EXPECT_EQ(millisecondsText(999), "999 ms");
    EXPECT_EQ(millisecondsText(1916), "1 916 ms");
    EXPECT_EQ(millisecondsText(1234567), "1 234 567 ms");
    EXPECT_EQ(millisecondsText(-1), "?");
}

TEST(GroupEventText, StatesAreTheBrokersWordsAndAreEscaped) {
    EXPECT_EQ(wordsOf(StateChanged{"a\x1b[2J", "b\n"}), "state a\\x1b[2J -> b\\x0a");
}

}  // namespace
}  // namespace brokerscope
