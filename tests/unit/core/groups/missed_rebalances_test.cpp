#include "group_story.h"

#include <gtest/gtest.h>

namespace brokerscope::stories {
namespace {

// Rebalances of classic groups that no source shows while they run.

GroupStatus range(std::string state, std::int32_t generation = -1) {
    GroupStatus status;
    status.state = std::move(state);
    status.epoch = generation;
    status.assignor = "range";
    status.mode = "eager";
    return status;
}

// Describe answers have no generation.
GroupStory looks() {
    GroupStory story(GroupType::Classic, EventSource::Describe);
    story.at(1'000).say(range("Stable")).member(has("A", -1, {0, 1, 2})).roster({"A"});
    story.at(3'000).say(Unchanged{});
    return story;
}

std::vector<GroupEvent> both(const GroupStory& one, const GroupStory& other) {
    std::vector<GroupEvent> events = one.events();
    events.insert(events.end(), other.events().begin(), other.events().end());
    return events;
}

TEST(MissedRebalances, TheNextGenerationOfAGroupThatWasFoundStable) {
    GroupStory log(GroupType::Classic);
    log.at(4'000).since(3'990).say(range("Stable", 8)).member(has("A", 8, {0, 1, 2, 3})).roster({"A"});
    const GroupTimeline timeline = timelineOf(both(looks(), log));
    ASSERT_EQ(timeline.rebalances().size(), 1u) << dump(timeline);
    const Rebalance& missed = timeline.rebalances()[0];
    EXPECT_EQ(missed.epochBefore, 7);
    EXPECT_EQ(missed.epochAfter, 8);
    EXPECT_EQ(missed.span.fromMs, 3'990);
    EXPECT_EQ(missed.durationMs(), 10);
    EXPECT_EQ(missed.triggers.at(0).reason, GroupReason::Unknown);
    ASSERT_EQ(missed.moved.size(), 1u);
    EXPECT_EQ(nameOf(timeline, missed.moved[0].to), "A");
}

// The coordinator of a static member that comes back writes the generation again.
TEST(MissedRebalances, TheSameGenerationWrittenAgainIsNone) {
    GroupStory story(GroupType::Classic, EventSource::Describe);
    MemberStatus old = has("A-1", -1, {0, 1, 2});
    old.instanceId = "i-1";
    story.at(1'000).say(range("Stable")).member(old).roster({"A-1"});
    GroupStory log(GroupType::Classic);
    MemberStatus back = has("A-2", 7, {0, 1, 2});
    back.instanceId = "i-1";
    log.at(4'000).since(900).say(range("Stable", 7)).member(back).roster({"A-2"});
    const GroupTimeline timeline = timelineOf(both(story, log));
    EXPECT_TRUE(timeline.rebalances().empty()) << dump(timeline);
}

TEST(MissedRebalances, TwoCalmLooksThatDiffer) {
    GroupStory story = looks();
    story.at(3'250).member(has("A", -1, {0, 1})).member(has("B", -1, {2})).roster({"A", "B"});
    story.at(3'500).say(Unchanged{});
    const GroupTimeline timeline = timelineOf(story.events());
    ASSERT_EQ(timeline.rebalances().size(), 1u) << dump(timeline);
    const Rebalance& missed = timeline.rebalances()[0];
    EXPECT_EQ(missed.triggers.at(0).reason, GroupReason::Joined);
    EXPECT_EQ(missed.span.certainty, Certainty::Inferred);
    EXPECT_EQ(missed.span.fromMs, 3'000);  // some time between the two looks
    EXPECT_EQ(missed.span.toMs, 3'250);
    ASSERT_EQ(missed.phases.size(), 1u);
    EXPECT_EQ(missed.phases[0].kind, RebalancePhaseKind::NotLogged);
    ASSERT_EQ(missed.moved.size(), 1u);
    EXPECT_EQ(missed.moved[0].unownedMs, -1);
    EXPECT_EQ(missed.moved[0].atLeastMs, -1);
    // A leave, and an assignment that changes alone.
    story.at(4'000).member(has("A", -1, {0, 1, 2})).roster({"A"});
    story.at(5'000).member(has("A", -1, {0, 1, 2, 3}));
    const GroupTimeline longer = timelineOf(story.events());
    ASSERT_EQ(longer.rebalances().size(), 3u) << dump(longer);
    EXPECT_EQ(nameOf(longer, longer.rebalances()[1].moved.at(0).from), "B");
    EXPECT_EQ(longer.rebalances()[1].triggers.at(0).words, "B left, or its session ended");
    EXPECT_EQ(longer.rebalances()[2].triggers.at(0).reason, GroupReason::Unknown);
    EXPECT_EQ(longer.rebalances()[2].span.toMs, 5'000);
}

// A look that was faster than the record of the same generation.
TEST(MissedRebalances, ALookBeforeItsRecordIsOneRebalance) {
    GroupStory story = looks();
    story.at(3'250).member(has("A", -1, {0, 1, 2, 3}));
    GroupStory log(GroupType::Classic);
    log.at(900).since(890).say(range("Stable", 7)).member(has("A", 7, {0, 1, 2})).roster({"A"});
    log.at(3'300).since(3'290).say(range("Stable", 8)).member(has("A", 8, {0, 1, 2, 3})).roster({"A"});
    const GroupTimeline timeline = timelineOf(both(story, log));
    ASSERT_EQ(timeline.rebalances().size(), 1u) << dump(timeline);
    EXPECT_EQ(timeline.rebalances()[0].epochAfter, 8);
}

// A look within a rebalance, whose state may be older than a record's: it shows who is gone, and no end.
TEST(MissedRebalances, ALookWithinARebalanceEndsNone) {
    GroupStory log(GroupType::Classic);
    log.at(900).since(890).say(range("Stable", 7)).member(has("A", 7, {0, 1})).member(has("B", 7, {2}));
    log.roster({"A", "B"});
    log.at(3'100).since(3'090).say(range("Stable", 8)).member(has("A", 8, {0, 1})).member(has("B", 8, {2}));
    log.roster({"A", "B"});
    log.at(3'300).since(3'290).say(range("Stable", 9)).member(has("A", 9, {0, 1, 2})).roster({"A"});
    GroupStory polled(GroupType::Classic, EventSource::Describe);
    polled.at(1'000).say(range("Stable")).member(has("A", -1, {0, 1})).member(has("B", -1, {2})).roster({"A", "B"});
    polled.at(3'000).say(Unchanged{});
    polled.at(3'250).say(range("PreparingRebalance")).roster({"A"});
    const GroupTimeline timeline = timelineOf(both(polled, log));
    ASSERT_EQ(timeline.rebalances().size(), 2u) << dump(timeline);
    EXPECT_EQ(timeline.rebalances()[1].epochAfter, 9);
    ASSERT_EQ(timeline.rebalances()[1].moved.size(), 1u);
    EXPECT_EQ(nameOf(timeline, timeline.rebalances()[1].moved[0].from), "B");
    EXPECT_EQ(nameOf(timeline, timeline.rebalances()[1].moved[0].to), "A");
}

TEST(MissedRebalances, ALookInBetweenIsNoSecondOne) {
    GroupStory story = looks();
    story.at(3'250).say(range("PreparingRebalance"));
    story.at(3'500).say(range("Stable")).member(has("A", -1, {0, 1})).member(has("B", -1, {2})).roster({"A", "B"});
    const GroupTimeline timeline = timelineOf(story.events());
    ASSERT_EQ(timeline.rebalances().size(), 1u) << dump(timeline);
    EXPECT_EQ(timeline.rebalances()[0].span.certainty, Certainty::Observed);
    EXPECT_EQ(timeline.rebalances()[0].durationMs(), 250);
}

// From the moment at which all had joined to the record nobody had what changed hands.
TEST(MissedRebalances, RecordsBoundHowLongPartitionsWereNobodys) {
    GroupStory log(GroupType::Classic);
    log.at(1'000).since(990).say(range("Stable", 1)).member(has("A", 1, {0, 1, 2})).roster({"A"});
    log.at(5'000).since(4'840).say(range("Stable", 2)).member(has("A", 2, {0, 1})).member(has("B", 2, {2}));
    log.roster({"A", "B"});
    const GroupTimeline timeline = timelineOf(log.events());
    ASSERT_EQ(timeline.rebalances().size(), 2u) << dump(timeline);
    const MovedPartition& moved = timeline.rebalances()[1].moved.at(0);
    EXPECT_EQ(moved.unownedMs, -1);
    EXPECT_EQ(moved.atLeastMs, 160);
    EXPECT_EQ(moved.certainty, Certainty::Inferred);
}

}  // namespace
}  // namespace brokerscope::stories
