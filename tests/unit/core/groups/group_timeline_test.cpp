#include "core/groups/group_timeline.h"

#include "core/groups/group_moment.h"
#include "group_story.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <variant>

namespace brokerscope::stories {
namespace {

MemberStatus coded(MemberStatus status, std::int8_t state) {
    status.stateCode = state;
    return status;
}

MemberStatus wants(MemberStatus status, std::vector<std::int32_t> target) {
    status.target = orders(std::move(target));
    return status;
}

// As its record is when it has just joined.
MemberStatus joining(MemberStatus status) {
    status.previousEpoch = 0;
    return status;
}

// A consumer group in which A has just got all six partitions, at epoch 2.
GroupStory alone(std::int64_t timeMs = 1'000) {
    GroupStory story(GroupType::Consumer);
    story.at(timeMs).member(joining(wants(coded(has("A", 2, {0, 1, 2, 3, 4, 5}), 0), {0, 1, 2, 3, 4, 5})));
    story.group("Stable", 2, 2);
    return story;
}

const RebalanceTrigger& lastTrigger(const GroupTimeline& timeline) {
    return timeline.rebalances().back().triggers.at(0);
}

TEST(Trigger, JoinedNamesTheMember) {
    GroupStory story = alone();
    story.at(5'000).member(coded(has("B", 2, {}), 0)).group("Assigning", 3);
    const GroupTimeline timeline = timelineOf(story.events());
    EXPECT_EQ(lastTrigger(timeline).reason, GroupReason::Joined);
    EXPECT_EQ(nameOf(timeline, lastTrigger(timeline).member), "B");
    EXPECT_EQ(lastTrigger(timeline).words, "B joined");
    EXPECT_EQ(timeline.rebalances().back().durationMs(), -1);  // it goes on
    // Nobody is waited for until there is a target; then A has to revoke, and B to be told.
    EXPECT_TRUE(timeline.rebalances().back().waitingFor.empty());
    story.at(6'000).member(wants(coded(has("A", 2, {0, 1, 2}, {3, 4, 5}), 1), {0, 1, 2}));
    story.member(wants(coded(has("B", 2, {}), 0), {3, 4, 5})).group("Reconciling", 3, 3);
    EXPECT_EQ(timelineOf(story.events()).rebalances().back().waitingFor.size(), 2u);
}

TEST(Trigger, LeftIsWhatTheClientSaid) {
    GroupStory story = alone();
    story.at(5'000).gone("A", GroupReason::Left, "the consumer is being closed").group("Empty", 3, 3);
    const GroupTimeline timeline = timelineOf(story.events());
    EXPECT_EQ(lastTrigger(timeline).reason, GroupReason::Left);
    EXPECT_EQ(lastTrigger(timeline).words, "A left: the consumer is being closed");
}

TEST(Trigger, SilenceIsASessionTimeout) {
    GroupStory wire(GroupType::Consumer, EventSource::Exchange);
    wire.at(1'000).member(has("A", 2, {0, 1}));
    MemberStatus b = has("B", 2, {2, 3});
    b.sessionTimeoutMs = 3'000;
    wire.at(1'001).member(b);
    for (std::int64_t ms = 1'500; ms <= 5'000; ms += 500) {
        wire.at(ms).step("A", MemberStepKind::Heartbeat).step("B", MemberStepKind::Heartbeat);
    }
    GroupStory described(GroupType::Consumer, EventSource::Describe);
    described.at(4'900).group("Stable", 2, 2).roster({"A", "B"});
    described.at(7'700).group("Assigning", 3, 2).roster({"A"});
    std::vector<GroupEvent> events = wire.events();
    events.insert(events.end(), described.events().begin(), described.events().end());
    const GroupTimeline timeline = timelineOf(events);
    EXPECT_EQ(lastTrigger(timeline).reason, GroupReason::SessionTimeout) << dump(timeline);
    EXPECT_EQ(lastTrigger(timeline).certainty, Certainty::Inferred);
    EXPECT_EQ(nameOf(timeline, lastTrigger(timeline).member), "B");
}

TEST(Trigger, AliveUntilItWentIsNoSessionTimeout) {
    GroupStory wire(GroupType::Consumer, EventSource::Exchange);
    for (std::int64_t ms = 1'000; ms <= 5'000; ms += 500) {
        wire.at(ms).member(has("A", 2, {0})).step("A", MemberStepKind::Heartbeat);
    }
    wire.at(5'400).gone("A");
    EXPECT_EQ(lastTrigger(timelineOf(wire.events())).reason, GroupReason::Unknown);
}

// It went like a leave, 2.0 s after it was told to revoke, and came back with its own id.
TEST(Trigger, PollTimeoutIsKnownByTheTimeoutOrByTheSameIdAgain) {
    GroupStory story = alone();
    story.at(5'000).member(coded(has("A", 2, {0}, {1, 2, 3, 4, 5}), 1)).group("Reconciling", 3, 3);
    story.at(7'000).gone("A").group("Empty", 4, 4);
    EXPECT_EQ(lastTrigger(timelineOf(story.events())).reason, GroupReason::Unknown);
    story.at(9'000).member(coded(has("A", 5, {0}), 0)).group("Stable", 5, 5);
    const GroupTimeline timeline = timelineOf(story.events());
    const Rebalance& gone = timeline.rebalances()[timeline.rebalances().size() - 2];
    EXPECT_EQ(gone.triggers.at(0).reason, GroupReason::PollTimeout);
    EXPECT_EQ(gone.triggers.at(0).certainty, Certainty::Inferred);
    EXPECT_EQ(timeline.lanes().members.size(), 1u);  // the same lane, with a gap
    EXPECT_GT(timeline.lanes().members[0].intervals.back().span.fromMs, 7'000);

    GroupStory timed = alone();
    GroupStatus status;
    status.rebalanceTimeoutMs = 2'000;
    timed.at(4'000).say(status);
    timed.at(5'000).member(coded(has("A", 2, {0}, {1, 2, 3, 4, 5}), 1)).group("Reconciling", 3, 3);
    timed.at(7'000).gone("A").group("Empty", 4, 4);
    EXPECT_EQ(lastTrigger(timelineOf(timed.events())).reason, GroupReason::PollTimeout);
}

TEST(Trigger, FencedByTheRefusalBefore) {
    GroupStory wire(GroupType::Consumer, EventSource::Exchange);
    wire.at(1'000).member(has("A", 2, {0})).member(has("B", 2, {1}));
    wire.at(4'000).say(MemberRefused{"B", "ConsumerGroupHeartbeat", 110, {}}).gone("B");
    const GroupTimeline timeline = timelineOf(wire.events());
    EXPECT_EQ(lastTrigger(timeline).reason, GroupReason::Fenced);
    EXPECT_EQ(timeline.lanes().marks[0].kind, LaneMark::Kind::Refused);
    EXPECT_EQ(timeline.lanes().marks[0].errorCode, 110);
}

TEST(Trigger, SubscriptionMetadataConfigurationAssignor) {
    const auto reason = [](const GroupStatus& before, GroupStatus after) {
        GroupStory story = alone();
        story.at(2'000).say(before);
        after.epoch = 3;
        story.at(5'000).say(after);
        return lastTrigger(timelineOf(story.events())).reason;
    };
    GroupStatus before;
    GroupStatus after;
    before.metadataHash = 1;
    after.metadataHash = 2;
    EXPECT_EQ(reason(before, after), GroupReason::MetadataChanged);
    before = after = GroupStatus();
    before.configuration = "num.standby.replicas=0";
    after.configuration = "num.standby.replicas=1";
    EXPECT_EQ(reason(before, after), GroupReason::ConfigChanged);
    before = after = GroupStatus();
    before.assignor = "range";
    after.assignor = "uniform";
    EXPECT_EQ(reason(before, after), GroupReason::AssignorChanged);
    EXPECT_EQ(reason(GroupStatus(), GroupStatus()), GroupReason::Unknown);

    GroupStory story = alone();
    MemberStatus status;
    status.memberId = "A";
    status.topics = names({"orders"});
    story.at(2'000).member(status);
    status.topics = names({"orders", "payments"});
    story.at(5'000).member(status).group("Assigning", 3);
    EXPECT_EQ(lastTrigger(timelineOf(story.events())).reason, GroupReason::SubscriptionChanged);
}

TEST(Trigger, MetadataThatIsSeenLaterStillExplains) {
    GroupStory story = alone();
    story.at(5'000).group("Assigning", 3);
    std::vector<GroupEvent> events = story.events();
    EXPECT_EQ(lastTrigger(timelineOf(events)).reason, GroupReason::Unknown);
    GroupStory metadata(GroupType::Unknown, EventSource::Metadata);
    metadata.at(6'500).say(TopicsChanged{"orders", 6, 8});
    events.push_back(metadata.events().front());
    EXPECT_EQ(lastTrigger(timelineOf(events)).reason, GroupReason::MetadataChanged);
    EXPECT_EQ(lastTrigger(timelineOf(events)).words, "topics or partitions changed: orders has 8 partitions, 6 before");
}

TEST(Trigger, CoordinatorMovedMakesAClassicGeneration) {
    GroupStory story(GroupType::Classic);
    story.at(1'000).group("Stable", 4).member(has("A", 4, {0, 1})).roster({"A"});
    std::vector<GroupEvent> events = story.events();
    GroupStory metadata(GroupType::Unknown, EventSource::Metadata);
    metadata.at(500).say(CoordinatorSeen{1, 0});
    metadata.at(4'000).say(CoordinatorSeen{2, 0});
    events.insert(events.end(), metadata.events().begin(), metadata.events().end());
    story.at(5'000).group("Stable", 5).member(has("A", 5, {0, 1})).roster({"A"});
    events.insert(events.end(), story.events().begin() + 3, story.events().end());
    GroupTimeline timeline = timelineOf(events);
    EXPECT_EQ(lastTrigger(timeline).reason, GroupReason::CoordinatorMoved);
    const auto told = timeline.takeEvents();
    EXPECT_TRUE(std::ranges::any_of(
        told, [](const TimelineEvent& event) { return std::holds_alternative<CoordinatorMoved>(event.fact); }));
}

// One operation turns a classic group of generation 1 into a consumer group whose epochs begin anew.
TEST(Trigger, MigrationIsOneRebalance) {
    GroupStory story(GroupType::Classic);
    story.at(1'000).group("Stable", 7).member(has("c1", 7, {0, 1, 2})).roster({"c1"});
    story.type(GroupType::Consumer);
    story.at(5'000).member(wants(coded(has("c1", 1, {0, 1, 2}), 0), {0, 1})).group("Reconciling", 2, 2);
    story.member(wants(coded(has("c2", 2, {}), 2), {2}));
    story.at(5'300).member(coded(has("c1", 2, {0, 1}), 0));
    story.at(5'500).member(coded(has("c2", 2, {2}), 0)).group("Stable", 2, 2);
    const GroupTimeline timeline = timelineOf(story.events());
    EXPECT_EQ(timeline.type(), GroupType::Consumer);
    EXPECT_EQ(lastTrigger(timeline).reason, GroupReason::Migration) << dump(timeline);
    EXPECT_EQ(timeline.rebalances().back().durationMs(), 500);
    EXPECT_TRUE(timeline.violations().empty());
}

TEST(GroupTimeline, AStaticMemberThatComesBackIsOneOwner) {
    GroupStory story(GroupType::Consumer);
    MemberStatus old = coded(has("id-1", 2, {0, 1}), 0);
    old.instanceId = "i-1";
    story.at(1'000).member(joining(old)).group("Stable", 2, 2);
    MemberStatus away = coded(has("id-1", 2, {0, 1}), 0);
    away.isAway = true;
    story.at(3'000).member(away).group("Reconciling", 2, 2);
    MemberStatus back = coded(has("id-2", 2, {0, 1}), 0);
    back.instanceId = "i-1";
    story.at(4'000).gone("id-1").member(back).group("Stable", 2, 2);
    GroupTimeline timeline = timelineOf(story.events());
    EXPECT_EQ(timeline.rebalances().size(), 1u) << dump(timeline);  // that of the first join
    ASSERT_EQ(timeline.lanes().members.size(), 2u);
    EXPECT_EQ(nameOf(timeline, timeline.lanes().members[1].replaces), "id-1");
    EXPECT_TRUE(timeline.violations().empty());
    EXPECT_TRUE(differences(*timeline.snapshot(), 2'000, 4'500).empty());
    const auto told = timeline.takeEvents();
    const auto changed = std::ranges::find_if(
        told, [](const TimelineEvent& event) { return std::holds_alternative<MemberChanged>(event.fact); });
    ASSERT_NE(changed, told.end());
    EXPECT_EQ(std::get<MemberChanged>(changed->fact).what, (std::vector<std::string>{"away"}));
    const auto departed = std::ranges::find_if(
        told, [](const TimelineEvent& event) { return std::holds_alternative<MemberDeparted>(event.fact); });
    ASSERT_NE(departed, told.end());
    EXPECT_EQ(std::get<MemberDeparted>(departed->fact).member.reason, GroupReason::StaticReplaced);
    EXPECT_EQ(std::get<MemberDeparted>(departed->fact).member.replacedBy, "id-2");
}

// Two members ask for different assignors: epochs climb twice a second, nothing moves.
TEST(GroupTimeline, EpochsThatClimbWithoutEndAreOneRebalance) {
    GroupStory story(GroupType::Consumer);
    MemberStatus a = coded(has("A", 2, {0, 1}), 0);
    a.assignor = "range";
    MemberStatus b = coded(has("B", 2, {2, 3}), 0);
    b.assignor = "uniform";
    story.at(1'000).member(joining(a)).member(joining(b)).group("Stable", 2, 2);
    for (std::int32_t epoch = 3; epoch < 23; ++epoch) {
        a.epoch = b.epoch = epoch;
        story.at(10'000 + epoch * 500).group("Stable", epoch, epoch).member(a).member(b);
    }
    const GroupTimeline timeline = timelineOf(story.events());
    ASSERT_EQ(timeline.rebalances().size(), 2u) << dump(timeline);
    EXPECT_EQ(timeline.rebalances()[1].foldedEpochs, 19u);
    EXPECT_EQ(timeline.rebalances()[1].epochAfter, 22);
    EXPECT_EQ(lastTrigger(timeline).reason, GroupReason::AssignorChanged);
    EXPECT_TRUE(timeline.violations().empty());
}

TEST(GroupTimeline, SkippedEpochsAreOneRebalanceWithSeveralTriggers) {
    GroupStory story = alone();
    story.at(5'000).member(coded(has("B", 2, {}), 0)).group("Assigning", 3);
    story.at(5'100).member(coded(has("C", 2, {}), 0)).group("Assigning", 4);
    story.at(5'200).member(coded(has("D", 2, {}), 0)).group("Assigning", 5);
    story.at(5'800).group("Reconciling", 5, 5);
    const GroupTimeline timeline = timelineOf(story.events());
    ASSERT_EQ(timeline.rebalances().size(), 2u);
    const Rebalance& rebalance = timeline.rebalances()[1];
    EXPECT_EQ(rebalance.epochBefore, 2);
    EXPECT_EQ(rebalance.epochAfter, 5);
    EXPECT_EQ(rebalance.assignedEpochs, (std::vector<std::int32_t>{5}));
    EXPECT_EQ(rebalance.triggers.size(), 3u);
}

TEST(GroupTimeline, ACooperativeRebalanceTakesTwoGenerations) {
    GroupStory story(GroupType::Classic);
    GroupStatus status;
    status.state = "Stable";
    status.mode = "cooperative";
    const auto generation = [&](std::int64_t ms, std::int32_t number) -> GroupStory& {
        status.epoch = number;
        return story.at(ms).say(status);
    };
    generation(1'000, 1).member(has("c1", 1, {0, 1, 2})).roster({"c1"});
    generation(5'000, 2).member(has("c1", 2, {0, 1})).member(has("c2", 2, {})).roster({"c1", "c2"});
    generation(5'500, 3).member(has("c1", 3, {0, 1})).member(has("c2", 3, {2})).roster({"c1", "c2"});
    const GroupTimeline timeline = timelineOf(story.events());
    ASSERT_EQ(timeline.rebalances().size(), 2u) << dump(timeline);
    const Rebalance& rebalance = timeline.rebalances()[1];
    EXPECT_EQ(rebalance.epochAfter, 3);
    ASSERT_EQ(rebalance.moved.size(), 1u);
    EXPECT_EQ(rebalance.moved[0].unownedMs, 500);
    EXPECT_EQ(laneText(timeline, 0, 0), "c1 1000-");
}

// The upgrade policy left a group in Assigning with nobody to compute a target.
TEST(GroupTimeline, StuckInAssigningShowsWhatNobodyOwns) {
    GroupStory story = alone();
    story.at(5'000).member(wants(coded(has("A", 2, {0, 1, 2}), 0), {0, 1, 2}));
    story.member(wants(coded(has("B", 3, {3, 4, 5}), 0), {3, 4, 5})).group("Stable", 3, 3);
    story.at(10'000).gone("B").group("Assigning", 4);
    story.at(30'000).group("Assigning", 4);
    const GroupTimeline timeline = timelineOf(story.events());
    EXPECT_EQ(timeline.rebalances().back().span.toMs, kStillGoing);
    EXPECT_EQ(laneText(timeline, 3, 0), "A 1000-5000 | B 5000-10000 | none 10000-");
    EXPECT_EQ(momentOf(*timeline.snapshot(), 20'000).unowned.size(), 3u);
}

TEST(GroupTimeline, ShareGroupsHaveSeveralOwners) {
    GroupStory story(GroupType::Share);
    story.at(1'000).member(coded(has("s1", 2, {0, 1}), 0)).group("Stable", 2, 2);
    story.at(2'000).member(coded(has("s2", 3, {0, 1}), 0)).member(coded(has("s1", 3, {0, 1}), 0));
    story.group("Stable", 3, 3);
    const GroupTimeline timeline = timelineOf(story.events());
    EXPECT_TRUE(timeline.violations().empty());
    EXPECT_EQ(laneText(timeline, 0, 0), "s1 1000- | s2 2000-");
}

TEST(GroupTimeline, AGroupThatIsMadeAgainBeginsAnew) {
    GroupStory story = alone();
    story.at(5'000).gone("A").group("Empty", 3, 3);
    story.at(6'000).say(GroupGone{});
    story.at(8'000).member(wants(coded(has("N", 2, {0}), 0), {0})).group("Stable", 2, 2);
    GroupTimeline timeline = timelineOf(story.events());
    EXPECT_TRUE(timeline.violations().empty());
    EXPECT_EQ(timeline.rebalances().back().epochAfter, 2);
    EXPECT_EQ(timeline.lanes().states[1].span.toMs, 6'000);
    EXPECT_EQ(laneText(timeline, 0, 0), "A 1000-5000 | none 5000-6000 | N 8000-");
    EXPECT_EQ(momentOf(*timeline.snapshot(), 7'000).state, "");
}

// The tail of __consumer_offsets begins in the middle: its first record of a group may be any member's commit.
TEST(GroupTimeline, ACommitIsNoMigration) {
    GroupStory polled(GroupType::Consumer, EventSource::Describe);
    polled.at(1'000).group("Stable", 2, 2).member(has("A", 2, {0})).roster({"A"});
    polled.at(3'000).say(Unchanged{});
    GroupStory tail(GroupType::Unknown);
    tail.at(2'000).say(OffsetsCommitted{{}, orders({0}), false, 0});
    std::vector<GroupEvent> events = polled.events();
    events.insert(events.end(), tail.events().begin(), tail.events().end());
    const GroupTimeline timeline = timelineOf(events);
    EXPECT_TRUE(timeline.rebalances().empty());
    EXPECT_EQ(timeline.snapshot()->type, GroupType::Consumer);
}

TEST(GroupTimeline, ARebalanceIsToldByASourceAndFromItsBeginning) {
    GroupStory polled(GroupType::Classic, EventSource::Describe);
    polled.at(1'000).group("Stable", -1).member(has("A", -1, {0})).roster({"A"});
    polled.at(2'000).group("PreparingRebalance", -1);
    polled.at(5'000).group("Stable", -1).member(has("A", -1, {0})).roster({"A"});
    // Of a generation that is written it is known since when it was prepared.
    GroupStory log(GroupType::Classic);
    log.at(1'000).group("Stable", 5).member(has("A", 5, {0})).roster({"A"});
    log.at(5'000).since(4'700).group("Stable", 6).member(has("A", 6, {0})).member(has("B", 6, {1}));
    log.roster({"A", "B"});
    for (const auto& [story, fromMs] : {std::pair(&polled, 2'000), std::pair(&log, 4'700)}) {
        GroupTimeline timeline = timelineOf(story->events());
        timeline.finish();
        std::int64_t beganMs = -1;
        std::int64_t lastedMs = -1;
        for (const TimelineEvent& event : timeline.takeEvents()) {
            EXPECT_NE(event.evidence.source, EventSource::Timeline) << timelineEventName(event.fact);
            EXPECT_FALSE(event.isCorrection);
            if (std::holds_alternative<RebalanceBegan>(event.fact)) {
                beganMs = event.timeMs;
            } else if (const auto* ended = std::get_if<RebalanceFinished>(&event.fact)) {
                EXPECT_EQ(event.timeMs, 5'000);
                lastedMs = ended->durationMs;
            }
        }
        EXPECT_EQ(beganMs, fromMs);
        EXPECT_EQ(lastedMs, 5'000 - fromMs);
    }
}

TEST(GroupTimeline, AGroupThatNeverWasIsNotDeleted) {
    GroupStory story(GroupType::Unknown, EventSource::Describe);
    story.at(1'000).say(GroupGone{"Group g not found."});
    GroupTimeline timeline = timelineOf(story.events());
    EXPECT_TRUE(timeline.takeEvents().empty());
    EXPECT_TRUE(timeline.lanes().marks.empty());
    // Its members came since: they were not there at the look before.
    story.type(GroupType::Consumer).at(2'000).group("Stable", 2, 2).member(has("A", 2, {0})).roster({"A"});
    timeline = timelineOf(story.events());
    EXPECT_EQ(lastTrigger(timeline).reason, GroupReason::Joined);
    EXPECT_EQ(momentOf(*timeline.snapshot(), 2'000).members.size(), 1u);
}

TEST(GroupTimeline, ATopicMadeAnewHasLanesOfItsOwn) {
    GroupStory story(GroupType::Consumer);
    const auto of = [](const char* id) {
        Assignment assignment{{"orders", *Uuid::fromString(id), TaskRole::Active, {0}, {}}};
        return std::make_shared<const Assignment>(assignment);
    };
    MemberStatus a = coded(has("A", 2, {}), 0);
    a.assigned = of("Dx4tPEtaSXiHlqW0w9Lh8A");
    story.at(1'000).member(a).group("Stable", 2, 2);
    a.assigned = of("6kySFknNRdG0J1E9XdO4sA");
    a.epoch = 3;
    story.at(2'000).member(a).group("Stable", 3, 3);
    const GroupTimeline timeline = timelineOf(story.events());
    ASSERT_EQ(timeline.lanes().partitions.size(), 2u);
    EXPECT_EQ(timeline.lanes().partitions[1].topic, "orders");
    EXPECT_EQ(timeline.lanes().partitions[1].intervals.at(0).span.fromMs, 2'000);
}

TEST(GroupTimeline, ReconcilingWithAMemberAwayIsNoRebalance) {
    GroupStory story = alone();
    MemberStatus away = coded(has("A", 2, {0, 1, 2, 3, 4, 5}), 0);
    away.isAway = true;
    story.at(5'000).member(away).group("Reconciling", 2, 2);
    story.at(40'000).group("Reconciling", 2, 2);
    EXPECT_EQ(timelineOf(story.events()).rebalances().size(), 1u);
}

// That records are read again is said where none tells it, and says nothing where one has.
// A coordinator that moves, loads, and then tells: one time in which nothing was seen.
TEST(GroupTimeline, BrokersThatCannotTellEndNoBlindTime) {
    GroupStory story(GroupType::Consumer, EventSource::Describe);
    story.at(1'000).group("Stable", 2, 2).member(has("A", 2, {0})).roster({"A"});
    story.at(2'000).since(1'000).say(SourceBlind{"connection refused", false});
    story.at(3'000)
        .since(1'000)
        .say(CoordinatorSeen{-1, 16})
        .since(1'000)
        .say(SourceBlind{"NOT_COORDINATOR (16)", false});
    story.at(4'000).since(1'000).say(CoordinatorSeen{-1, 14}).say(SourceBlind{"loading", false});
    story.at(5'000).since(1'000).say(SourceBlind{"loading", true});
    story.say(Unchanged{});
    const GroupTimeline timeline = timelineOf(story.events());
    ASSERT_EQ(timeline.lanes().blind.size(), 1u);
    const BlindInterval& blind = timeline.lanes().blind.front();
    EXPECT_EQ(blind.span.fromMs, 1'000);
    EXPECT_EQ(blind.span.toMs, 5'000);
    EXPECT_EQ(blind.why, "connection refused");
}

TEST(GroupTimeline, ABlindTimeOfRecordsEndsOnce) {
    const auto blindOf = [](bool hasRecord) {
        GroupStory log(GroupType::Consumer);
        log.at(1'000).group("Stable", 2, 2).member(has("A", 2, {0}));
        log.at(5'000).say(SourceBlind{"the broker is away", false});
        if (hasRecord) {
            log.at(9'000).member(has("A", 3, {0})).group("Stable", 3, 3);
        }
        log.at(9'500).say(SourceBlind{{}, true});
        GroupTimeline timeline = timelineOf(log.events());
        const auto& blind = timeline.lanes().blind;
        EXPECT_EQ(blind.size(), 1u) << dump(timeline);
        return blind.empty() ? -1 : blind.back().span.toMs;
    };
    EXPECT_EQ(blindOf(false), 9'500);
    EXPECT_EQ(blindOf(true), 9'000);
}

TEST(GroupTimeline, LostConnectionIsABlindPeriodAndGoesOn) {
    GroupStory story(GroupType::Consumer, EventSource::Describe);
    story.at(1'000).group("Stable", 2, 2).member(has("A", 2, {0})).roster({"A"});
    story.at(2'000).since(1'500).say(SourceBlind{"the connection was lost", false});
    story.at(9'000).group("Stable", 2, 2).roster({"A"});
    GroupTimeline timeline = timelineOf(story.events());
    ASSERT_EQ(timeline.lanes().blind.size(), 1u);
    EXPECT_EQ(timeline.lanes().blind[0].span.fromMs, 1'500);
    EXPECT_EQ(timeline.lanes().blind[0].span.toMs, 9'000);
    EXPECT_TRUE(timeline.lanes().blind[0].isTotal);
    EXPECT_EQ(momentOf(*timeline.snapshot(), 5'000).certainty, Certainty::Blind);
    EXPECT_TRUE(momentOf(*timeline.snapshot(), 5'000).members.empty());
    EXPECT_EQ(momentOf(*timeline.snapshot(), 9'500).members.size(), 1u);
}

// An answer that was computed before the records that came first is old, and changes nothing.
TEST(GroupTimeline, AnOlderViewDoesNotTakeBackWhatTheLogSaid) {
    GroupStory log = alone();
    log.at(5'000).member(coded(has("A", 3, {0, 1, 2}), 0)).group("Stable", 3, 3);
    GroupStory polled(GroupType::Consumer, EventSource::Describe);
    polled.at(4'900).group("Stable", 2, 2).member(has("A", 2, {0, 1, 2, 3, 4, 5})).roster({"A"});
    polled.at(5'010).group("Stable", 2, 2).member(has("A", 2, {0, 1, 2, 3, 4, 5})).roster({"A"});
    std::vector<GroupEvent> events = log.events();
    events.insert(events.end(), polled.events().begin(), polled.events().end());
    const GroupTimeline timeline = timelineOf(events);
    EXPECT_EQ(timeline.lanes().states.back().epoch, 3);
    EXPECT_EQ(laneText(timeline, 0, 0), "A 1000-");
    EXPECT_GT(timeline.status().stale, 0u);
    EXPECT_TRUE(timeline.violations().empty());
}

TEST(GroupTimeline, TooLateIsCountedAndNotUsed) {
    GroupStory story = alone();
    GroupTimeline timeline("g");
    story.at(100'000).group("Stable", 2, 2);
    timeline.append(story.events());
    GroupStory late(GroupType::Consumer, EventSource::Describe);
    late.at(2'000).group("Stable", 9, 9);
    timeline.append(late.events());
    EXPECT_EQ(timeline.status().tooLate, 1u);
    EXPECT_EQ(timeline.lanes().states.back().epoch, 2);
}

TEST(GroupTimeline, AClockThatIsSetBackKeepsTheOrderOfItsLog) {
    GroupStory story = alone(1'000'000);
    story.at(400'000).member(coded(has("A", 3, {0}), 0)).group("Stable", 3, 3);
    story.at(401'000).member(coded(has("A", 4, {0, 1}), 0)).group("Stable", 4, 4);
    const GroupTimeline timeline = timelineOf(story.events());
    EXPECT_EQ(timeline.lanes().states.back().epoch, 4);
    EXPECT_EQ(timeline.lastMs(), 1'001'000);
    ASSERT_EQ(timeline.lanes().marks.size(), 1u);
    EXPECT_EQ(timeline.lanes().marks[0].kind, LaneMark::Kind::ClockJump);
    EXPECT_TRUE(timeline.violations().empty());
}

TEST(GroupTimeline, ALateEventIsToldAsACorrection) {
    GroupStory story = alone();
    GroupTimeline timeline("g");
    timeline.append(story.events());
    GroupStory later(GroupType::Consumer, EventSource::Offsets, 1);
    later.at(6'000).member(coded(has("C", 4, {}), 0)).group("Assigning", 4);
    timeline.append(later.events());
    EXPECT_FALSE(timeline.takeEvents().empty());
    GroupStory between(GroupType::Consumer, EventSource::Offsets, 2);
    between.at(5'000).member(coded(has("B", 3, {}), 0)).group("Assigning", 3);
    timeline.append(between.events());
    const std::vector<TimelineEvent> told = timeline.takeEvents();
    ASSERT_FALSE(told.empty());
    for (const TimelineEvent& event : told) {
        EXPECT_TRUE(event.isCorrection) << timelineEventName(event.fact);
        EXPECT_FALSE(std::holds_alternative<MemberArrived>(event.fact) && event.timeMs == 6'000);
    }
}

// An answer was faster than the record of the same: what it told is not told again with the record's time.
TEST(GroupTimeline, WhatASlowerSourceConfirmsIsNotToldAgain) {
    GroupTimeline timeline("g");
    timeline.append(alone().events());
    GroupStory polled(GroupType::Consumer, EventSource::Describe);
    polled.at(4'000).say(Unchanged{});
    polled.at(5'020).group("Assigning", 3, 2);
    timeline.append(polled.events());
    const auto isState = [](const TimelineEvent& event) { return std::holds_alternative<StateChanged>(event.fact); };
    EXPECT_TRUE(std::ranges::any_of(timeline.takeEvents(), isState));
    GroupStory log(GroupType::Consumer, EventSource::Offsets, 1);
    log.at(5'000).group("Assigning", 3);
    timeline.append(log.events());
    EXPECT_TRUE(timeline.takeEvents().empty());
    EXPECT_EQ(timeline.lanes().states.back().span.fromMs, 5'000);
}

TEST(GroupTimeline, PendingAndStaleCommitsAreMarks) {
    GroupStory story = alone();
    story.at(2'000).say(OffsetsCommitted{"A", orders({0}), true, 0});
    story.at(3'000).say(OffsetsCommitted{"A", orders({0}), false, 22});
    const GroupTimeline timeline = timelineOf(story.events());
    ASSERT_EQ(timeline.lanes().marks.size(), 2u);
    EXPECT_EQ(timeline.lanes().marks[0].kind, LaneMark::Kind::Committed);
    EXPECT_EQ(timeline.lanes().marks[1].kind, LaneMark::Kind::StaleCommit);
    EXPECT_TRUE(timeline.violations().empty());
}

TEST(GroupTimeline, FinishEndsWhatWasOpen) {
    GroupTimeline timeline = timelineOf(alone().events());
    timeline.advance(3'000);
    timeline.finish();
    EXPECT_EQ(timeline.lanes().members[0].intervals[0].span.toMs, 3'001);
    EXPECT_EQ(momentOf(*timeline.snapshot(), 3'000).members.size(), 1u);
}

TEST(GroupTimeline, EventsOfOtherGroupsAreIgnored) {
    GroupTimeline timeline("other");
    timeline.append(alone().events());
    EXPECT_EQ(timeline.status().events, 0u);
    EXPECT_EQ(timeline.firstMs(), 0);
}

TEST(GroupTimeline, TenThousandMembersAndManyPartitionsAreBounded) {
    constexpr int kMembers = 10'000;
    GroupStory story(GroupType::Consumer);
    story.at(1'000);
    std::vector<std::string> ids;
    for (int i = 0; i < kMembers; ++i) {
        ids.push_back("m" + std::to_string(10'000 + i));
        story.member(
            coded(has(ids.back(), 2, i < 5'000 ? std::vector<std::int32_t>{i} : std::vector<std::int32_t>{}), 0));
    }
    story.group("Stable", 2, 2);
    GroupTimeline timeline("g", {.intervals = 40'000});
    timeline.append(story.events());
    EXPECT_EQ(timeline.lanes().partitions.size(), 5'000u);
    // 10 000 more events, each alone, in order: one member after the other swaps its partition away and back.
    GroupStory more(GroupType::Consumer, EventSource::Offsets, 1);
    for (int i = 0; i < 10'000; ++i) {
        const int member = i % 5'000;
        more.at(20'000 + i * 10)
            .member(coded(has(ids[static_cast<std::size_t>(member)], 2,
                              i < 5'000 ? std::vector<std::int32_t>{} : std::vector<std::int32_t>{member}),
                          0));
    }
    for (const GroupEvent& event : more.events()) {
        timeline.append({&event, 1});
    }
    std::size_t intervals = 0;
    for (const MemberLane& lane : timeline.lanes().members) {
        intervals += lane.intervals.size();
    }
    for (const PartitionLane& lane : timeline.lanes().partitions) {
        intervals += lane.intervals.size();
    }
    EXPECT_LE(intervals, 40'000u);
    EXPECT_FALSE(timeline.status().limitMet);
    EXPECT_EQ(timeline.lanes().members[0].intervals.back().assigned->at(0).partitions[0], 0);
}

TEST(GroupTimeline, ThinningKeepsRebalances) {
    GroupStory story = alone();
    for (std::int32_t epoch = 3; epoch < 203; ++epoch) {
        const bool isOdd = epoch % 2 == 1;
        story.at(epoch * 20'000)
            .member(coded(has("A", epoch, isOdd ? std::vector<std::int32_t>{0} : std::vector<std::int32_t>{0, 1}), 0));
        story.member(coded(has("B", epoch, isOdd ? std::vector<std::int32_t>{1} : std::vector<std::int32_t>{}), 0));
        story.group("Stable", epoch, epoch);
    }
    const GroupTimeline timeline = timelineOf(story.events(), {.intervals = 100});
    EXPECT_GT(timeline.status().thinnedIntervals, 300u);
    EXPECT_EQ(timeline.rebalances().size(), 201u);
    EXPECT_EQ(timeline.lanes().members[0].intervals.front().span.certainty, Certainty::Thinned);
    EXPECT_EQ(timeline.lanes().members[0].intervals.front().span.fromMs, 1'000);
    EXPECT_EQ(timeline.status().droppedRebalances, 0u);
    EXPECT_FALSE(timeline.rebalances()[100].moved.empty());
}

TEST(GroupTimeline, MembersBeyondTheLimitAreLeftOut) {
    GroupStory story(GroupType::Consumer);
    story.at(1'000).member(has("A", 2, {0})).member(has("B", 2, {1})).member(has("C", 2, {2}));
    const GroupTimeline timeline = timelineOf(story.events(), {.members = 2});
    EXPECT_EQ(timeline.lanes().members.size(), 2u);
    EXPECT_TRUE(timeline.status().limitMet);
}

}  // namespace
}  // namespace brokerscope::stories
