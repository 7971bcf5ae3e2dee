#include "group_story.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <variant>

namespace brokerscope::stories {
namespace {

// Who is there when somebody first looks did not join then, whatever looks.

MemberStatus with(std::string id, std::int32_t epoch, std::int32_t previous = -1) {
    MemberStatus status;
    status.memberId = std::move(id);
    status.epoch = epoch;
    status.previousEpoch = previous;
    status.assigned = orders({0});
    return status;
}

std::vector<std::string> arrivals(const std::vector<GroupEvent>& events) {
    GroupTimeline timeline = timelineOf(events);
    std::vector<std::string> ids;
    for (const TimelineEvent& event : timeline.takeEvents()) {
        if (const auto* arrived = std::get_if<MemberArrived>(&event.fact)) {
            ids.push_back(arrived->member.memberId);
        }
    }
    return ids;
}

using Ids = std::vector<std::string>;

TEST(FirstLooks, Described) {
    GroupStory story(GroupType::Consumer, EventSource::Describe);
    story.at(1'000).since(1'000).group("Stable", 2, 2).member(with("A", 2)).roster({"A"});
    story.at(2'000).group("Stable", 3, 3).member(with("B", 3)).roster({"A", "B"});
    EXPECT_EQ(arrivals(story.events()), Ids{"B"});
}

TEST(FirstLooks, RecordsOfAClassicGroup) {
    const auto story = [](std::int32_t generation) {
        GroupStory log(GroupType::Classic);
        log.at(1'000).group("Stable", generation).member(with("A", generation)).roster({"A"});
        log.at(2'000).group("Stable", generation + 1).member(with("A", generation + 1));
        log.member(with("B", generation + 1)).roster({"A", "B"});
        return log.events();
    };
    EXPECT_EQ(arrivals(story(7)), Ids{"B"});
    EXPECT_EQ(timelineOf(story(7)).rebalances().size(), 1u);
    // Before the first generation there was nobody.
    EXPECT_EQ(arrivals(story(1)), (Ids{"A", "B"}));
}

TEST(FirstLooks, RecordsOfOtherGroups) {
    GroupStory log(GroupType::Consumer);
    log.at(1'000).member(with("A", 7, 6)).member(with("B", 7, 0)).group("Stable", 7, 7);
    // The record of a join has no epoch before its own.
    EXPECT_EQ(arrivals(log.events()), Ids{"B"});
    log.at(2'000).member(with("C", 8, 3)).group("Stable", 8, 8);
    EXPECT_EQ(arrivals(log.events()), (Ids{"B", "C"}));
}

// Another source has looked before, and it was not there.
TEST(FirstLooks, RecordsAfterALook) {
    GroupStory described(GroupType::Classic, EventSource::Describe);
    described.at(500).since(500).group("Stable", -1).member(with("A", -1)).roster({"A"});
    GroupStory log(GroupType::Classic);
    log.at(1'000).group("Stable", 7).member(with("A", 7)).member(with("B", 7)).roster({"A", "B"});
    std::vector<GroupEvent> events = described.events();
    events.insert(events.end(), log.events().begin(), log.events().end());
    EXPECT_EQ(arrivals(events), Ids{"B"});
}

TEST(FirstLooks, OnTheWire) {
    using enum MemberStepKind;
    GroupStory wire(GroupType::Classic, EventSource::Exchange);
    wire.at(1'000).say(MemberStep{"A", SyncAnswered, 7, {}, -1, false});
    wire.at(2'000).say(MemberStep{"B", JoinSent, -1, {}, -1, false});  // it rejoins
    wire.at(2'100).say(MemberStep{"C", JoinSent, -1, {}, -1, true});
    wire.at(2'200).member(with("A", 8)).member(with("D", 8)).roster({"A", "B", "C", "D"});
    EXPECT_EQ(arrivals(wire.events()), Ids{"C"});
    // Of a later generation the leader is told of one that was not in the list before.
    wire.at(3'000).member(with("E", 9)).roster({"A", "B", "C", "D", "E"});
    EXPECT_EQ(arrivals(wire.events()), (Ids{"C", "E"}));
}

// A list shows that a new group rebalances before any answer shows its members: that is the rebalance in which they
// come, and no other that is over at once.
TEST(FirstLooks, AListOfAGroupThatForms) {
    GroupStory log(GroupType::Classic);
    log.at(1'000).group("Empty", 0).roster({});
    GroupStory polled(GroupType::Classic, EventSource::Describe);
    polled.at(1'020).since(1'020).group("PreparingRebalance", -1);
    polled.at(1'050).since(1'050).member(with("A", -1)).roster({"A"});
    log.at(1'300).since(1'290).group("Stable", 1).member(with("A", 1)).member(with("B", 1)).roster({"A", "B"});
    std::vector<GroupEvent> events = log.events();
    events.insert(events.end(), polled.events().begin(), polled.events().end());
    const GroupTimeline timeline = timelineOf(events);
    ASSERT_EQ(timeline.rebalances().size(), 1u) << dump(timeline);
    const Rebalance& first = timeline.rebalances()[0];
    EXPECT_EQ(first.span.fromMs, 1'020);
    EXPECT_EQ(first.span.toMs, 1'300);
    EXPECT_EQ(first.epochAfter, 1);
    // A was there at the look, and joined all the same: the generation is the first.
    ASSERT_EQ(first.triggers.size(), 2u) << dump(timeline);
    EXPECT_EQ(first.triggers[0].words, "A joined: it is in the first generation");
    EXPECT_EQ(first.triggers[0].certainty, Certainty::Inferred);
    EXPECT_EQ(first.triggers[1].words, "B joined");
}

TEST(FirstLooks, WhoIsInTheFirstGenerationJoinedForIt) {
    const auto story = [](std::int32_t generation) {
        GroupStory polled(GroupType::Classic, EventSource::Describe);
        polled.at(1'020).since(1'020).group("PreparingRebalance", -1).member(with("A", -1)).roster({"A"});
        GroupStory log(GroupType::Classic);
        log.at(1'300).since(1'290).group("Stable", generation).member(with("A", generation)).roster({"A"});
        std::vector<GroupEvent> events = log.events();
        events.insert(events.end(), polled.events().begin(), polled.events().end());
        return timelineOf(events).rebalances();
    };
    ASSERT_EQ(story(1).size(), 1u);
    EXPECT_EQ(story(1)[0].triggers.at(0).reason, GroupReason::Joined);
    ASSERT_EQ(story(2).size(), 1u);
    EXPECT_EQ(story(2)[0].triggers.at(0).reason, GroupReason::Unknown);
}

// The last member leaves within a rebalance: that one is over.
TEST(FirstLooks, AGroupThatIsLeftWithinARebalanceIsDone) {
    GroupStory polled(GroupType::Classic, EventSource::Describe);
    polled.at(1'000).since(1'000).group("PreparingRebalance", -1).member(with("A", -1)).roster({"A"});
    polled.at(1'250).roster({});
    const GroupTimeline timeline = timelineOf(polled.events());
    ASSERT_EQ(timeline.rebalances().size(), 1u) << dump(timeline);
    EXPECT_EQ(timeline.rebalances()[0].span.toMs, 1'250);
}

}  // namespace
}  // namespace brokerscope::stories
