#include "core/groups/group_moment.h"
#include "group_story.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <variant>

namespace brokerscope::stories {
namespace {

// What is easily taken for something else in what brokers write and answer about groups.

MemberStatus written(std::string id, std::int32_t epoch, std::int32_t previous, std::vector<std::int32_t> assigned,
                     std::vector<std::int32_t> pending = {}, std::int8_t state = 0) {
    MemberStatus status;
    status.memberId = std::move(id);
    status.epoch = epoch;
    status.previousEpoch = previous;
    status.stateCode = state;
    status.assigned = orders(std::move(assigned));
    status.pendingRevocation = orders(std::move(pending));
    return status;
}

template <class Fact>
std::vector<Fact> factsOf(const GroupStory& story) {
    GroupTimeline timeline = timelineOf(story.events());
    std::vector<Fact> facts;
    for (const TimelineEvent& event : timeline.takeEvents()) {
        if (const auto* fact = std::get_if<Fact>(&event.fact)) {
            facts.push_back(*fact);
        }
    }
    return facts;
}

// A member that joined between two targets is at the assignment epoch, STABLE and has nothing: its part is to come.
TEST(GroupPitfalls, StableAtTheAssignmentEpochIsNotDoneYet) {
    GroupStory story(GroupType::Consumer);
    story.at(1'000).member(written("A", 2, 0, {0, 1, 2})).group("Stable", 2, 2);
    story.at(5'000).member(written("B", 2, 0, {})).group("Assigning", 3);
    const GroupTimeline timeline = timelineOf(story.events());
    EXPECT_EQ(timeline.rebalances().back().span.toMs, kStillGoing) << dump(timeline);
    EXPECT_EQ(timeline.rebalances().back().epochAfter, 3);
}

// A record whose epoch is its previous one acknowledges; nothing happens by it.
TEST(GroupPitfalls, APreviousEpochMayBeTheSame) {
    GroupStory story(GroupType::Consumer);
    story.at(1'000).member(written("A", 2, 0, {0})).group("Stable", 2, 2);
    story.at(2'000).member(written("B", 3, 0, {}, {}, 2)).group("Reconciling", 3, 3);
    story.at(2'050).member(written("B", 3, 3, {}, {}, 2));
    EXPECT_TRUE(factsOf<MemberChanged>(story).empty());
    EXPECT_TRUE(timelineOf(story.events()).violations().empty());
}

// A static member that goes carries an older previous epoch on: epochs did not go backwards.
TEST(GroupPitfalls, ALeavingStaticMemberHasAnOlderPreviousEpoch) {
    GroupStory story(GroupType::Consumer);
    MemberStatus fixed = written("S", 8, 7, {0});
    fixed.instanceId = "i-1";
    story.at(1'000).member(fixed).group("Stable", 8, 8);
    fixed.epoch = -1;
    fixed.isAway = true;
    story.at(2'000).member(fixed).group("Reconciling", 8, 8);
    const GroupTimeline timeline = timelineOf(story.events());
    EXPECT_TRUE(timeline.violations().empty());
    EXPECT_EQ(timeline.lanes().members[0].intervals.back().epoch, 8);
    EXPECT_TRUE(timeline.rebalances().empty());
}

// After a static leave and return the epochs at which partitions were assigned are all 0.
TEST(GroupPitfalls, AssignmentEpochsMayBeZero) {
    GroupStory story(GroupType::Consumer);
    const auto zero = [](MemberStatus status) {
        for (SharedAssignment* shared : {&status.assigned, &status.pendingRevocation}) {
            Assignment assignment = **shared;
            for (AssignedTopic& topic : assignment) {
                topic.epochs.assign(topic.partitions.size(), 0);
            }
            *shared = std::make_shared<const Assignment>(std::move(assignment));
        }
        return status;
    };
    story.at(1'000).member(zero(written("S", 8, 7, {0, 1}))).group("Stable", 8, 8);
    story.at(2'000).member(zero(written("S", 8, 8, {0}, {1}, 1))).group("Reconciling", 9, 9);
    EXPECT_TRUE(timelineOf(story.events()).violations().empty());
}

// A group that is made of offsets alone has no record of its own.
TEST(GroupPitfalls, AGroupMayBeCommitsAlone) {
    GroupStory story(GroupType::Classic);
    story.at(1'000).say(OffsetsCommitted{{}, orders({0, 1}), false, 0});
    story.at(2'000).say(OffsetsCommitted{{}, orders({0}), true, 0});
    const GroupTimeline timeline = timelineOf(story.events());
    EXPECT_EQ(timeline.lanes().marks.size(), 2u);
    EXPECT_TRUE(timeline.lanes().members.empty());
    EXPECT_TRUE(timeline.rebalances().empty());
    EXPECT_EQ(factsOf<CommitsMade>(story).size(), 2u);
    EXPECT_EQ(momentOf(*timeline.snapshot(), 1'500).state, "");
}

// A share group is Stable even while its target is behind, or a member is.
TEST(GroupPitfalls, StableOfAShareGroupEndsNothing) {
    GroupStory described(GroupType::Share, EventSource::Describe);
    const auto member = [](std::int32_t epoch, std::vector<std::int32_t> assigned) {
        MemberStatus status = written("A", epoch, -1, std::move(assigned));
        status.stateCode.reset();
        return status;
    };
    described.at(1'000).group("Stable", 2, 2).member(member(2, {})).roster({"A"});
    described.at(2'000).group("Stable", 3, 2);
    EXPECT_EQ(timelineOf(described.events()).rebalances().back().span.toMs, kStillGoing);
    described.at(2'500).group("Stable", 3, 3);
    EXPECT_EQ(timelineOf(described.events()).rebalances().back().span.toMs, kStillGoing);
    described.at(3'000).member(member(3, {0, 1}));
    const GroupTimeline timeline = timelineOf(described.events());
    ASSERT_EQ(timeline.rebalances().size(), 1u) << dump(timeline);
    EXPECT_EQ(timeline.rebalances()[0].span.toMs, 3'000);
}

// The first record of a static member that is back has the client id of the one before; the next one has its own.
TEST(GroupPitfalls, AReturningStaticMemberFirstHasAnOldClientId) {
    GroupStory story(GroupType::Consumer);
    const auto named = [](std::string id, std::string client) {
        MemberStatus status = written(std::move(id), 5, 0, {0});
        status.instanceId = "i-1";
        status.clientId = std::move(client);
        return status;
    };
    story.at(1'000).member(named("id-1", "c")).group("Stable", 5, 5);
    story.at(2'000).gone("id-1", GroupReason::StaticReplaced).member(named("id-2", "c")).member(named("id-2", "d"));
    const GroupTimeline timeline = timelineOf(story.events());
    ASSERT_EQ(timeline.lanes().members.size(), 2u);
    EXPECT_EQ(timeline.lanes().members[0].clientId, "c");
    EXPECT_EQ(timeline.lanes().members[1].clientId, "d");
    EXPECT_EQ(nameOf(timeline, timeline.lanes().members[1].replaces), "id-1");
    const auto arrived = factsOf<MemberArrived>(story);
    ASSERT_EQ(arrived.size(), 2u);
    EXPECT_EQ(arrived.back().member.clientId, "d");
    EXPECT_TRUE(factsOf<MemberChanged>(story).empty());
    EXPECT_EQ(timeline.rebalances().size(), 1u) << dump(timeline);  // that of the first join
}

// Two owners of a partition are normal in a share group, and a violation in others.
TEST(GroupPitfalls, OnePartitionHasOneOwnerButInShareGroups) {
    const auto twice = [](GroupType type) {
        GroupStory story(type);
        story.at(1'000).member(written("A", 3, 2, {0})).member(written("B", 3, 2, {0})).group("Stable", 3, 3);
        return timelineOf(story.events()).violations().size();
    };
    EXPECT_EQ(twice(GroupType::Share), 0u);
    EXPECT_EQ(twice(GroupType::Consumer), 1u);
}

}  // namespace
}  // namespace brokerscope::stories
