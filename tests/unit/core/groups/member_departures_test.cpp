#include "group_story.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <variant>

namespace brokerscope::stories {
namespace {

// Why a member is gone: records and descriptions are the same whether it left or was missed.

MemberStatus holds(std::string id, std::int32_t epoch, std::vector<std::int32_t> assigned) {
    MemberStatus status;
    status.memberId = std::move(id);
    status.epoch = epoch;
    status.assigned = orders(std::move(assigned));
    status.pendingRevocation = orders({});
    return status;
}

MemberStatus inSession(MemberStatus status, std::int32_t sessionMs) {
    status.sessionTimeoutMs = sessionMs;
    return status;
}

MemberDeparted departureOf(const std::vector<GroupEvent>& events, Certainty& certainty) {
    GroupTimeline timeline = timelineOf(events);
    for (const TimelineEvent& event : timeline.takeEvents()) {
        if (const auto* gone = std::get_if<MemberDeparted>(&event.fact)) {
            certainty = event.certainty;
            return *gone;
        }
    }
    ADD_FAILURE() << "nobody is gone\n" << dump(timeline);
    return {};
}

// A classic group of A and B, whose generation 2 is written at 12 050 and generation 3, without B, later.
std::vector<GroupEvent> withoutB(std::int64_t goneMs, std::int32_t rebalanceTimeoutMs = 300'000) {
    GroupStory story(GroupType::Classic);
    GroupStatus status;
    status.state = "Stable";
    status.rebalanceTimeoutMs = rebalanceTimeoutMs;
    status.epoch = 2;
    story.at(12'050).since(12'034).say(status).member(inSession(holds("A", 2, {0, 1, 2}), 10'000));
    story.member(inSession(holds("B", 2, {3, 4, 5}), 10'000)).roster({"A", "B"});
    status.epoch = 3;
    story.at(goneMs).since(goneMs - 10).say(status).member(holds("A", 3, {0, 1, 2, 3, 4, 5})).roster({"A"});
    return story.events();
}

TEST(MemberDepartures, ASessionThatCannotHaveEndedWasLeft) {
    Certainty certainty = Certainty::Observed;
    const MemberDeparted left = departureOf(withoutB(15'000), certainty);
    EXPECT_EQ(left.member.reason, GroupReason::Left);
    EXPECT_EQ(certainty, Certainty::Inferred);
    EXPECT_EQ(left.member.words, "it lived 2966 ms before, its session lasts 10000 ms");
    const GroupTimeline timeline = timelineOf(withoutB(15'000));
    const RebalanceTrigger& trigger = timeline.rebalances().back().triggers.at(0);
    EXPECT_EQ(trigger.reason, GroupReason::Left);
    EXPECT_EQ(trigger.certainty, Certainty::Inferred);
    EXPECT_EQ(trigger.words, "B left: it lived 2966 ms before, its session lasts 10000 ms");
}

TEST(MemberDepartures, AfterASessionEitherIsSaid) {
    Certainty certainty = Certainty::Inferred;
    const MemberDeparted gone = departureOf(withoutB(22'500), certainty);
    EXPECT_EQ(gone.member.reason, GroupReason::Unknown);
    EXPECT_EQ(certainty, Certainty::Observed);
    EXPECT_EQ(gone.member.words, "");
    const GroupTimeline timeline = timelineOf(withoutB(22'500));
    EXPECT_EQ(timeline.rebalances().back().triggers.at(0).words, "B left, or its session ended");
}

// A member that lives and does not rejoin in time is removed.
TEST(MemberDepartures, AfterARebalanceTimeoutNothingIsInferred) {
    Certainty certainty = Certainty::Inferred;
    EXPECT_EQ(departureOf(withoutB(15'000, 3'000), certainty).member.reason, GroupReason::Unknown);
}

// It committed what it owned four times a second, and then did not.
TEST(MemberDepartures, CommitsAreSignsOfLife) {
    const auto story = [](std::int64_t goneMs) {
        GroupStory log(GroupType::Consumer);
        log.at(1'000).member(holds("A", 2, {0, 1, 2})).member(holds("B", 2, {3, 4, 5})).group("Stable", 2, 2);
        for (std::int64_t ms = 1'250; ms <= 5'000; ms += 250) {
            log.at(ms).say(OffsetsCommitted{{}, orders({3, 4, 5}), false, 0});
        }
        log.at(goneMs).gone("B").group("Assigning", 3);
        return log.events();
    };
    Certainty certainty = Certainty::Observed;
    const MemberDeparted missed = departureOf(story(6'600), certainty);
    EXPECT_EQ(missed.member.reason, GroupReason::SessionTimeout);
    EXPECT_EQ(missed.member.words, "1600 ms without a sign of it, before at most 250 ms");
    EXPECT_EQ(certainty, Certainty::Inferred);
    // How long a session of the group is, is in no record: that it lived shortly before tells nothing.
    EXPECT_EQ(departureOf(story(5'100), certainty).member.reason, GroupReason::Unknown);
}

GroupSessions consumerSession(std::int32_t timeoutMs, std::int32_t heartbeatMs) {
    GroupSessions sessions;
    sessions.consumer = {timeoutMs, heartbeatMs};
    sessions.share = {2 * timeoutMs, heartbeatMs};
    return sessions;
}

// Groups of consumers whose configuration says how long a session is; B commits as `everyMs` says, until 9 000.
std::vector<GroupEvent> withinSessions(GroupType type, std::int64_t goneMs, std::int64_t everyMs,
                                       std::int32_t rebalanceTimeoutMs = -1) {
    GroupStory told(GroupType::Unknown, EventSource::Metadata);
    told.at(500).say(consumerSession(10'000, 1'000));
    GroupStory log(type);
    GroupStatus status;
    status.rebalanceTimeoutMs = rebalanceTimeoutMs;
    MemberStatus b = holds("B", 2, {3, 4, 5});
    b.stateCode = 0;
    log.at(1'000).member(holds("A", 2, {0, 1, 2})).member(b).group("Stable", 2, 2).say(status);
    for (std::int64_t ms = 1'000 + everyMs; everyMs > 0 && ms <= 9'000; ms += everyMs) {
        log.at(ms).say(OffsetsCommitted{{}, orders({3, 4, 5}), false, 0});
    }
    log.at(goneMs).gone("B").group("Assigning", 3);
    std::vector<GroupEvent> events = log.events();
    events.insert(events.end(), told.events().begin(), told.events().end());
    return events;
}

TEST(MemberDepartures, TheConfigurationSaysHowLongASessionIs) {
    Certainty certainty = Certainty::Observed;
    const auto reasonOf = [&](const std::vector<GroupEvent>& events) { return departureOf(events, certainty).member; };
    // Its own record was made by a heartbeat of it.
    const MemberGone left = reasonOf(withinSessions(GroupType::Consumer, 8'900, 0));
    EXPECT_EQ(left.reason, GroupReason::Left);
    EXPECT_EQ(left.words, "it lived 7900 ms before, its session lasts 10000 ms");
    EXPECT_EQ(certainty, Certainty::Inferred);
    // Later either may be: it gave no signs.
    EXPECT_EQ(reasonOf(withinSessions(GroupType::Consumer, 9'100, 0)).reason, GroupReason::Unknown);
    EXPECT_EQ(reasonOf(withinSessions(GroupType::Consumer, 11'500, 0)).reason, GroupReason::Unknown);
    // Of share groups sessions are twice as long here; classic members would bring their own.
    EXPECT_EQ(reasonOf(withinSessions(GroupType::Share, 16'900, 0)).reason, GroupReason::Left);
    EXPECT_EQ(reasonOf(withinSessions(GroupType::Streams, 1'100, 0)).reason, GroupReason::Unknown);
}

TEST(MemberDepartures, WhoCommitsUntilASessionBeforeWasMissed) {
    Certainty certainty = Certainty::Observed;
    const auto reasonOf = [&](const std::vector<GroupEvent>& events) {
        return departureOf(events, certainty).member.reason;
    };
    const GroupType type = GroupType::Consumer;
    EXPECT_EQ(reasonOf(withinSessions(type, 10'000, 1'000)), GroupReason::Left);
    EXPECT_EQ(reasonOf(withinSessions(type, 19'000, 1'000)), GroupReason::SessionTimeout);
    EXPECT_EQ(certainty, Certainty::Inferred);
    // Who is gone long after a session had lived on without committing.
    EXPECT_EQ(reasonOf(withinSessions(type, 26'000, 1'000)), GroupReason::SessionTimeout);
    EXPECT_EQ(reasonOf(withinSessions(type, 26'001, 1'000)), GroupReason::Unknown);
    // Who does not poll for so long is made to leave by its own client.
    EXPECT_EQ(reasonOf(withinSessions(type, 19'000, 1'000, 11'000)), GroupReason::Unknown);
    EXPECT_EQ(reasonOf(withinSessions(type, 19'000, 1'000, 12'000)), GroupReason::SessionTimeout);
    // Two commits are no pace.
    EXPECT_EQ(reasonOf(withinSessions(type, 19'000, 4'000)), GroupReason::Unknown);
}

// Streams members own tasks, and commit offsets of the topics that these read.
TEST(MemberDepartures, CommitsOfTasksAreSignsOfLife) {
    GroupStory log(GroupType::Streams);
    GroupStatus status;
    status.topology = std::make_shared<const std::map<std::string, std::string, std::less<>>>(
        std::map<std::string, std::string, std::less<>>{{"orders", "0"}, {"g-repartition", "1"}});
    const auto tasks = [](std::string id, std::string subtopology) {
        MemberStatus member = holds(std::move(id), 2, {});
        member.assigned = std::make_shared<const Assignment>(
            Assignment{{std::move(subtopology), Uuid(), TaskRole::Active, {0, 1}, {}}});
        return member;
    };
    log.at(1'000).member(tasks("A", "0")).member(tasks("B", "1")).group("Stable", 2, 2).say(status);
    for (std::int64_t ms = 1'250; ms <= 5'000; ms += 250) {
        Assignment committed{{"g-repartition", Uuid(), TaskRole::Active, {1}, {}}};
        log.at(ms).say(OffsetsCommitted{{}, std::make_shared<const Assignment>(committed), false, 0});
    }
    log.at(6'600).gone("B").group("Assigning", 3);
    Certainty certainty = Certainty::Observed;
    EXPECT_EQ(departureOf(log.events(), certainty).member.reason, GroupReason::SessionTimeout);
}

// A classic generation is written when all have joined: a member may have left long before.
TEST(MemberDepartures, AGenerationThatComesLateTellsNotWhenAMemberWent) {
    const auto story = [](std::int64_t lookMs) {
        GroupStory log(GroupType::Classic);
        log.at(1'000).since(990).group("Stable", 2).member(inSession(holds("A", 2, {0, 1, 2}), 10'000));
        log.member(inSession(holds("B", 2, {3, 4, 5}), 10'000)).roster({"A", "B"});
        for (std::int64_t ms = 2'000; ms <= 9'000; ms += 1'000) {
            log.at(ms).say(OffsetsCommitted{{}, orders({3, 4, 5}), false, 0});
        }
        log.at(20'000).since(19'990).group("Stable", 3).member(holds("A", 3, {0, 1, 2, 3, 4, 5})).roster({"A"});
        GroupStory polled(GroupType::Classic, EventSource::Describe);
        polled.at(1'500).since(1'500).group("Stable", -1).member(holds("A", -1, {0, 1, 2}));
        polled.member(holds("B", -1, {3, 4, 5})).roster({"A", "B"});
        polled.at(lookMs).say(Unchanged{});
        std::vector<GroupEvent> events = log.events();
        events.insert(events.end(), polled.events().begin(), polled.events().end());
        return events;
    };
    Certainty certainty = Certainty::Observed;
    EXPECT_EQ(departureOf(story(17'500), certainty).member.reason, GroupReason::SessionTimeout);
    EXPECT_EQ(departureOf(story(12'000), certainty).member.reason, GroupReason::Unknown);
}

// Between two answers with different epochs lies a heartbeat of the member.
TEST(MemberDepartures, EpochsThatRiseBetweenAnswersAreSignsOfLife) {
    GroupStory told(GroupType::Unknown, EventSource::Metadata);
    told.at(500).say(consumerSession(45'000, 5'000));
    GroupStory polled(GroupType::Consumer, EventSource::Describe);
    polled.at(1'000).since(1'000).group("Stable", 2, 2).member(holds("A", 2, {0})).member(holds("B", 2, {1}));
    polled.roster({"A", "B"});
    polled.at(21'000).group("Stable", 3, 3).member(holds("A", 3, {0})).member(holds("B", 3, {1}));
    polled.at(23'000).roster({"A"});
    std::vector<GroupEvent> events = polled.events();
    events.insert(events.end(), told.events().begin(), told.events().end());
    Certainty certainty = Certainty::Observed;
    EXPECT_EQ(departureOf(events, certainty).member.words, "it lived 22000 ms before, its session lasts 45000 ms");
}

// On the wire a leave is seen: who is gone without one did not leave.
TEST(MemberDepartures, WhoIsHeardIsHeardLeaving) {
    GroupStory wire(GroupType::Classic, EventSource::Exchange);
    wire.at(1'000).member(inSession(holds("A", 2, {0}), 10'000)).member(inSession(holds("B", 2, {1}), 10'000));
    for (std::int64_t ms = 1'300; ms <= 5'000; ms += 300) {
        wire.at(ms).step("A", MemberStepKind::Heartbeat).step("B", MemberStepKind::Heartbeat);
    }
    wire.at(5'400).roster({"A"});
    Certainty certainty = Certainty::Inferred;
    EXPECT_EQ(departureOf(wire.events(), certainty).member.reason, GroupReason::Unknown);
}

// B was killed: nobody tells, until what it had is given to A.
TEST(MemberDepartures, WhoFellSilentAndLostItsPartitionsIsGone) {
    GroupStory wire(GroupType::Consumer, EventSource::Exchange);
    wire.at(1'000).member(holds("A", 3, {0, 1, 2})).member(holds("B", 3, {3, 4, 5}));
    for (std::int64_t ms = 1'300; ms <= 5'000; ms += 300) {
        wire.at(ms).step("A", MemberStepKind::Heartbeat).step("B", MemberStepKind::Heartbeat);
    }
    for (std::int64_t ms = 5'200; ms < 6'600; ms += 300) {
        wire.at(ms).step("A", MemberStepKind::Heartbeat);
    }
    wire.at(6'600).step("A", MemberStepKind::ToldToTake, 4).member(holds("A", 4, {0, 1, 2, 3, 4, 5}));
    const GroupTimeline timeline = timelineOf(wire.events());
    const Rebalance& last = timeline.rebalances().back();
    EXPECT_EQ(last.triggers.at(0).reason, GroupReason::SessionTimeout) << dump(timeline);
    EXPECT_EQ(nameOf(timeline, last.triggers.at(0).member), "B");
    ASSERT_EQ(last.moved.size(), 3u);
    EXPECT_EQ(nameOf(timeline, last.moved[0].from), "B");
    EXPECT_EQ(last.moved[0].unownedMs, -1);  // when the coordinator missed it is not seen
    EXPECT_EQ(timeline.lanes().members[1].intervals.back().span.toMs, 6'600);
    EXPECT_TRUE(timeline.violations().empty());
}

// The last member leaves: no epoch is told any more, and an answer of long before told one.
TEST(MemberDepartures, TheLastLeaveIsARebalance) {
    GroupStory wire(GroupType::Consumer, EventSource::Exchange);
    wire.at(1'000).step("A", MemberStepKind::JoinSent);
    wire.at(1'005).member(holds("A", 2, {0, 1}));
    wire.at(9'000).step("A", MemberStepKind::LeaveSent).gone("A", GroupReason::Left);
    GroupStory described(GroupType::Consumer, EventSource::Describe);
    described.at(4'000).group("Stable", 2, 2).member(holds("A", 2, {0, 1})).roster({"A"});
    std::vector<GroupEvent> events = wire.events();
    events.insert(events.end(), described.events().begin(), described.events().end());
    GroupTimeline timeline = timelineOf(events);
    ASSERT_EQ(timeline.rebalances().size(), 2u) << dump(timeline);
    EXPECT_EQ(timeline.rebalances()[1].triggers.at(0).reason, GroupReason::Left);
    EXPECT_EQ(timeline.rebalances()[1].durationMs(), 0);
    EXPECT_EQ(timeline.rebalances()[1].moved.size(), 2u);
    // Its epoch comes later, and is that of the same one.
    described.at(11'000).group("Empty", 3, 3).roster({});
    events.insert(events.end(), described.events().end() - 2, described.events().end());
    timeline = timelineOf(events);
    ASSERT_EQ(timeline.rebalances().size(), 2u) << dump(timeline);
    EXPECT_EQ(timeline.rebalances()[1].epochAfter, 3);
}

// A member joins between two answers: its own request begins the rebalance, and the last one's part ends it.
TEST(MemberDepartures, AJoinIsARebalanceThoughAnAnswerToldAnEpochBefore) {
    GroupStory wire(GroupType::Consumer, EventSource::Exchange);
    wire.at(1'000).member(holds("A", 2, {0, 1, 2}));
    wire.at(5'000).step("B", MemberStepKind::JoinSent);
    wire.at(5'004).member(holds("B", 2, {}));
    MemberStatus revoking = holds("A", 2, {0, 1});
    revoking.pendingRevocation = orders({2});
    wire.at(5'300).member(revoking);
    wire.at(5'600).member(holds("A", 3, {0, 1}));
    wire.at(5'900).member(holds("B", 3, {2}));
    GroupStory described(GroupType::Consumer, EventSource::Describe);
    described.at(900).group("Stable", 2, 2).roster({"A"});
    std::vector<GroupEvent> events = wire.events();
    events.insert(events.end(), described.events().begin(), described.events().end());
    const GroupTimeline timeline = timelineOf(events);
    ASSERT_EQ(timeline.rebalances().size(), 1u) << dump(timeline);
    EXPECT_EQ(timeline.rebalances()[0].triggers.at(0).reason, GroupReason::Joined);
    EXPECT_EQ(timeline.rebalances()[0].durationMs(), 900);
    ASSERT_EQ(timeline.rebalances()[0].moved.size(), 1u);
    EXPECT_EQ(timeline.rebalances()[0].moved[0].unownedMs, 300);
}

// A static member that came back half a second before does not explain the next rebalance.
TEST(MemberDepartures, AStaticMemberThatIsBackExplainsNothingElse) {
    GroupStory wire(GroupType::Consumer, EventSource::Exchange);
    MemberStatus c = holds("c", 5, {2});
    c.instanceId = "i-1";
    wire.at(1'000).member(holds("A", 5, {0, 1})).member(c);
    wire.at(2'000).step("c", MemberStepKind::StaticLeaveSent);
    MemberStatus d;
    d.memberId = "d";
    d.instanceId = "i-1";
    wire.at(4'000).step("d", MemberStepKind::JoinSent).member(d);
    MemberStatus back = holds("d", 5, {2});
    back.instanceId = "i-1";
    wire.at(4'005).member(back);
    wire.at(4'900).step("d", MemberStepKind::LeaveSent).gone("d", GroupReason::Left);
    wire.at(5'050).member(holds("A", 6, {0, 1, 2}));
    const GroupTimeline timeline = timelineOf(wire.events());
    ASSERT_EQ(timeline.rebalances().size(), 1u) << dump(timeline);
    ASSERT_EQ(timeline.rebalances()[0].triggers.size(), 1u) << dump(timeline);
    EXPECT_EQ(timeline.rebalances()[0].triggers[0].reason, GroupReason::Left);
    EXPECT_EQ(timeline.rebalances()[0].moved.at(0).unownedMs, 150);
}

}  // namespace
}  // namespace brokerscope::stories
