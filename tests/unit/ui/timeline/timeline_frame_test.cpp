#include "ui/timeline/timeline_frame.h"

#include "tests/unit/core/groups/known_rebalances.h"
#include "ui/timeline/timeline_lanes.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using namespace brokerscope::stories;

// The consumer-protocol rebalance of two members, ten ms a pixel.
class TimelineFrameTest : public ::testing::Test {
protected:
    TimelineFrameTest() {
        lanes.setTimeline(timeline.snapshot());
        layout.setSizes({30, 20, 26, 20});
        layout.setMembers(lanes.memberOrder());
        layout.setPartitions(lanes.partitionOrder());
        frame.size = {5260, 600};
        frame.gutter = 150;
        scale.setWidth(frame.timeWidth());
        scale.show(kZero, kZero + 10LL * frame.timeWidth());
    }
    std::optional<TimelineHit> hit(int x, LaneRow row) {
        const QRect rect = frame.rowRect(layout, *layout.numberOf(row));
        return hitTest({x, rect.center().y()}, frame, layout, scale, lanes);
    }
    int xOf(std::int64_t ms) const { return frame.gutter + scale.pixelOf(kZero + ms); }
    const OwnershipInterval& interval(const TimelineHit& one) const {
        return timeline.lanes().partitions[one.row->index].intervals[static_cast<std::size_t>(one.interval)];
    }
    // The row of orders-N.
    LaneRow partition(std::size_t number) const { return {LaneKind::Partition, layout.partitions()[number]}; }

    GroupTimeline timeline = timelineOf(consumerInRecords());
    TimelineLanes lanes;
    LaneLayout layout;
    TimeScale scale;
    TimelineFrame frame;
};

TEST_F(TimelineFrameTest, findsWhoOwnsAPartition) {
    const auto owned = hit(xOf(10'000), partition(4));
    ASSERT_TRUE(owned && owned->interval >= 0);
    EXPECT_EQ(owned->part, TimelineHit::Part::Bars);
    EXPECT_EQ(interval(*owned).ownership, Ownership::Owned);
    EXPECT_EQ(nameOf(timeline, interval(*owned).owner), "A");
    EXPECT_EQ(owned->timeMs, kZero + 10'000);
    const auto later = hit(xOf(30'000), partition(4));
    ASSERT_TRUE(later && later->interval >= 0);
    EXPECT_EQ(nameOf(timeline, interval(*later).owner), "B");
}

TEST_F(TimelineFrameTest, ofSeveralInOnePixelTheUnownedOneIsFound) {
    // A pixel a second: 184 ms without an owner lie in one with what comes before or after.
    scale.show(kZero, kZero + 1000LL * scale.width());
    bool found = false;
    for (int x = xOf(24'000); x <= xOf(29'000); ++x) {
        const auto one = hit(x, partition(4));
        ASSERT_TRUE(one);
        found = found || (one->interval >= 0 && interval(*one).ownership == Ownership::Unowned);
    }
    EXPECT_TRUE(found);
}

TEST_F(TimelineFrameTest, namesRulerAndOutside) {
    const auto names = hit(20, partition(0));
    ASSERT_TRUE(names);
    EXPECT_EQ(names->part, TimelineHit::Part::Names);
    EXPECT_EQ(names->row, partition(0));
    EXPECT_EQ(names->interval, -1);
    EXPECT_EQ(names->timeMs, kZero);

    const auto ruler = hitTest({xOf(22'000), 5}, frame, layout, scale, lanes);
    ASSERT_TRUE(ruler);
    EXPECT_EQ(ruler->part, TimelineHit::Part::Ruler);
    EXPECT_FALSE(ruler->row);
    EXPECT_GE(ruler->rebalance, 0);

    EXPECT_FALSE(hitTest({-1, 5}, frame, layout, scale, lanes));
    EXPECT_FALSE(hitTest({5, 600}, frame, layout, scale, lanes));
    const auto below = hitTest({xOf(0), 590}, frame, layout, scale, lanes);
    ASSERT_TRUE(below);
    EXPECT_FALSE(below->row);
}

TEST_F(TimelineFrameTest, scrolledRowsAreFoundWhereTheyAre) {
    frame.scroll = 60;
    const int top = frame.rowRect(layout, *layout.numberOf(partition(2))).top();
    const auto found = hitTest({20, top}, frame, layout, scale, lanes);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->row, partition(2));
    EXPECT_NE(hitTest({20, top - 1}, frame, layout, scale, lanes)->row, partition(2));
}

TEST_F(TimelineFrameTest, rebalanceIsFoundWhileItLasts) {
    const LaneRow state{LaneKind::State, 0};
    EXPECT_LT(hit(xOf(15'000), state)->rebalance, 0);
    const int going = hit(xOf(23'000), state)->rebalance;
    ASSERT_GE(going, 0);
    EXPECT_EQ(timeline.rebalances()[static_cast<std::size_t>(going)].span.fromMs, kZero + 20'000);
    EXPECT_LT(hit(xOf(33'000), state)->rebalance, 0);
}

TEST(TimelineLanes, withoutATimelineThereIsNothing) {
    TimelineLanes lanes;
    EXPECT_TRUE(lanes.memberOrder().empty());
    EXPECT_TRUE(lanes.partitionOrder().empty());
    EXPECT_EQ(lanes.tracks({LaneKind::State, 0}).count(), 0U);
    EXPECT_TRUE(lanes.errors({LaneKind::State, 0}).empty());
    EXPECT_FALSE(lanes.update(nullptr));
}

// What is laid out stays only where it is still right.
TEST(TimelineLanes, lanesThatChangedAreLaidOutAnew) {
    GroupStory story(GroupType::Consumer);
    story.at(kZero).group("Stable", 1, 1).member(has("A", 1, {0})).member(has("B", 1, {1}));
    GroupTimeline timeline = timelineOf(story.events());
    TimelineLanes lanes;
    lanes.setTimeline(timeline.snapshot());
    const LaneTracks::Track* kept = &lanes.tracks({LaneKind::Partition, 0}).track(0);
    EXPECT_EQ(lanes.tracks({LaneKind::Partition, 1}).track(0).size(), 1U);
    EXPECT_TRUE(lanes.errors({LaneKind::Partition, 1}).empty());
    EXPECT_EQ(lanes.partitionOrder(), (TimelineLanes::Rows{0, 1}));
    EXPECT_FALSE(lanes.update(timeline.snapshot())) << "nothing was said since";
    // Another one has it too: that breaks a rule.
    story.at(kZero + 500).group("Stable", 2, 2).member(has("B", 2, {1})).member(has("A", 2, {0, 1, 2}));
    timeline.append(story.events());
    EXPECT_TRUE(lanes.update(timeline.snapshot()));
    EXPECT_EQ(&lanes.tracks({LaneKind::Partition, 0}).track(0), kept) << "that of A did not change";
    EXPECT_EQ(lanes.tracks({LaneKind::Partition, 1}).count(), 2U);
    EXPECT_FALSE(lanes.errors({LaneKind::Partition, 1}).empty());
    EXPECT_EQ(lanes.partitionOrder(), (TimelineLanes::Rows{0, 1, 2}));
    EXPECT_TRUE(lanes.update(nullptr));
    EXPECT_EQ(lanes.timeline(), nullptr);
}

TEST(TimelineLanes, membersThatLeftComeAfterThoseThatAreThere) {
    GroupStory story(GroupType::Consumer);
    for (const auto& [ms, id] : {std::pair(0, "A"), std::pair(10, "B"), std::pair(20, "C"), std::pair(30, "D")}) {
        MemberStatus status;
        status.memberId = id;
        status.epoch = 1;
        story.at(kZero + ms).member(status);
    }
    story.at(kZero + 1000).gone("B");
    story.at(kZero + 2000).gone("A");
    const GroupTimeline timeline = timelineOf(story.events());
    TimelineLanes lanes;
    lanes.setTimeline(timeline.snapshot());
    std::vector<std::string> order;
    for (const std::uint32_t index : lanes.memberOrder()) {
        order.push_back(nameOf(timeline, MemberIndex{index}));
    }
    EXPECT_THAT(order, ::testing::ElementsAre("C", "D", "A", "B"));
}

TEST(TimelineLanes, whyAMemberWentIsWhatTheRebalanceSays) {
    const GroupTimeline timeline = timelineOf(classicOnTheWire());
    const MemberLane& lane = timeline.lanes().members[1];
    ASSERT_EQ(lane.memberId, "B");
    EXPECT_EQ(departureReason(timeline.rebalances(), MemberIndex{1}, lane.intervals.back().span.toMs),
              GroupReason::Left);
    EXPECT_EQ(departureReason(timeline.rebalances(), MemberIndex{1}, kZero + 15'000), GroupReason::Unknown);
    EXPECT_EQ(departureReason(timeline.rebalances(), MemberIndex{0}, lane.intervals.back().span.toMs),
              GroupReason::Unknown);
}

TEST(TimelineLanes, aStaticMemberThatCameBackKeepsItsColour) {
    SharedList<MemberLane> members;
    for (std::uint32_t i = 0; i < 12; ++i) {
        MemberLane lane;
        lane.replaces = i == 9 ? MemberIndex{4} : i == 11 ? MemberIndex{9} : MemberIndex::None;
        members.push_back(lane);
    }
    EXPECT_EQ(memberTint(members, MemberIndex{11}), memberTint(members, MemberIndex{4}));
    EXPECT_NE(memberTint(members, MemberIndex{10}), memberTint(members, MemberIndex{9}));
}

TEST(TimelineLanes, rebalancesAreFoundByTimeAndNumber) {
    RebalanceList list;
    for (std::uint32_t i = 0; i < 3; ++i) {
        Rebalance one;
        one.number = i + 5;
        one.span = {std::int64_t{i} * 100, std::int64_t{i} * 100 + 20};
        list.push_back(one);
    }
    list.changeBack().span.toMs = kStillGoing;
    EXPECT_EQ(rebalanceAt(list, -1), -1);
    EXPECT_EQ(rebalanceAt(list, 0), 0);
    EXPECT_EQ(rebalanceAt(list, 20), -1);
    EXPECT_EQ(rebalanceAt(list, 22, 3), 0);
    EXPECT_EQ(rebalanceAt(list, 98, 3), 1);
    EXPECT_EQ(rebalanceAt(list, 1'000'000), 2);
    EXPECT_EQ(rebalanceWithNumber(list, 6), 1);
    EXPECT_EQ(rebalanceWithNumber(list, 4), -1);
    EXPECT_EQ(rebalanceWithNumber(list, 8), -1);
}

}  // namespace
}  // namespace brokerscope
