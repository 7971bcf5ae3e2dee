#include "known_rebalances.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace brokerscope::stories {
namespace {

std::vector<GroupReason> reasons(const GroupTimeline& timeline) {
    std::vector<GroupReason> list;
    for (const Rebalance& one : timeline.rebalances()) {
        list.push_back(one.triggers.at(0).reason);
    }
    return list;
}

std::vector<std::int64_t> unownedMs(const Rebalance& rebalance) {
    std::vector<std::int64_t> list;
    for (const MovedPartition& moved : rebalance.moved) {
        list.push_back(moved.unownedMs);
    }
    return list;
}

std::vector<std::string> phases(const GroupTimeline& timeline, const Rebalance& rebalance) {
    std::vector<std::string> list;
    for (const RebalancePhase& phase : rebalance.phases) {
        list.push_back(std::string(rebalancePhaseName(phase.kind)) + " " + nameOf(timeline, phase.member) + " " +
                       std::to_string(phase.span.toMs - phase.span.fromMs));
    }
    return list;
}

std::vector<GroupEvent> together(std::vector<std::vector<GroupEvent>> sources) {
    std::vector<GroupEvent> all;
    for (std::vector<GroupEvent>& source : sources) {
        all.insert(all.end(), source.begin(), source.end());
    }
    return all;
}

const std::vector<GroupReason> kJoinJoinLeftLeft = {GroupReason::Joined, GroupReason::Joined, GroupReason::Left,
                                                    GroupReason::Left};

// Two members with range: B joins, and leaves again.
TEST(ClassicRebalance, OnTheWireHasPhasesAndWhatNobodyOwned) {
    const GroupTimeline timeline = timelineOf(classicOnTheWire());
    ASSERT_EQ(timeline.rebalances().size(), 4u);
    EXPECT_EQ(reasons(timeline), kJoinJoinLeftLeft);
    const Rebalance& joined = timeline.rebalances()[1];
    EXPECT_EQ(joined.epochBefore, 1);
    EXPECT_EQ(joined.epochAfter, 2);
    EXPECT_EQ(joined.mode, "eager");
    EXPECT_EQ(joined.durationMs(), 2'562);
    EXPECT_EQ(unownedMs(joined), (std::vector<std::int64_t>{32, 32, 32}));
    ASSERT_EQ(joined.returned.size(), 3u);
    EXPECT_EQ(joined.returned[0].unownedMs, 31);
    EXPECT_EQ(phases(timeline, joined), (std::vector<std::string>{"notice A 2520", "joinWait B 2536", "rejoin A 10",
                                                                  "joinWait A 5", "sync A 26", "sync B 26"}));
    EXPECT_EQ(nameOf(timeline, joined.slowest), "A");
    const Rebalance& left = timeline.rebalances()[2];
    EXPECT_EQ(unownedMs(left), (std::vector<std::int64_t>{2'600, 2'600, 2'600}));
    EXPECT_EQ(left.returned.at(0).unownedMs, 7);
    EXPECT_EQ(laneText(timeline, 3, kZero),
              "A 3020-12030 | none 12030-12062 | B 12062-20000 | none 20000-22600 | A 22600-30000 | none 30000-");
    EXPECT_TRUE(timeline.violations().empty());
    EXPECT_EQ(timeline.lanes().states.back().state, "Empty");
}

TEST(ClassicRebalance, InRecordsIsNotLogged) {
    const GroupTimeline timeline = timelineOf(classicInRecords());
    ASSERT_EQ(timeline.rebalances().size(), 4u);
    const Rebalance& joined = timeline.rebalances()[1];
    EXPECT_EQ(joined.triggers.at(0).reason, GroupReason::Joined);
    EXPECT_EQ(phases(timeline, joined), (std::vector<std::string>{"notLogged - 16"}));
    EXPECT_EQ(joined.phases.at(0).span.certainty, Certainty::Blind);
    EXPECT_EQ(unownedMs(joined), (std::vector<std::int64_t>{-1, -1, -1}));
    EXPECT_EQ(joined.moved.at(0).certainty, Certainty::Inferred);
    // A leave and a session's end leave the same records.
    EXPECT_EQ(timeline.rebalances()[2].triggers.at(0).reason, GroupReason::Unknown);
    EXPECT_EQ(nameOf(timeline, timeline.rebalances()[2].triggers.at(0).member), "B");
    EXPECT_EQ(timeline.rebalances()[3].epochAfter, 4);
    EXPECT_TRUE(timeline.violations().empty());
}

TEST(ClassicRebalance, DescribedHasTheDoubtOfPolling) {
    const GroupTimeline timeline = timelineOf(classicDescribed());
    ASSERT_EQ(timeline.rebalances().size(), 3u);  // the first one was over before anybody looked
    const Rebalance& joined = timeline.rebalances()[0];
    EXPECT_EQ(joined.span.doubtMs, 250);
    EXPECT_EQ(joined.durationMs(), 2'500);
    EXPECT_EQ(joined.triggers.at(0).reason, GroupReason::Joined);
    EXPECT_EQ(unownedMs(joined), (std::vector<std::int64_t>{-1, -1, -1}));
    EXPECT_EQ(unownedMs(timeline.rebalances()[1]), (std::vector<std::int64_t>{2'500, 2'500, 2'500}));
    EXPECT_EQ(timeline.lanes().members.size(), 2u);
    EXPECT_TRUE(timeline.violations().empty());
}

TEST(ClassicRebalance, OfAllSourcesIsToldOnce) {
    const GroupTimeline timeline = timelineOf(together({classicOnTheWire(), classicInRecords(), classicDescribed()}));
    ASSERT_EQ(timeline.rebalances().size(), 4u) << dump(timeline);
    EXPECT_EQ(reasons(timeline), kJoinJoinLeftLeft) << dump(timeline);
    const Rebalance& joined = timeline.rebalances()[1];
    ASSERT_EQ(joined.moved.size(), 3u);
    // The coordinator wrote the assignment 12 ms before the member had it.
    EXPECT_EQ(unownedMs(joined), (std::vector<std::int64_t>{20, 20, 20}));
    EXPECT_TRUE(timeline.violations().empty()) << dump(timeline);
    EXPECT_EQ(timeline.status().contradictions, 0u);
}

// B joins a group of the consumer protocol; A revokes slowly.
TEST(ConsumerRebalance, InRecordsHasEveryStep) {
    const GroupTimeline timeline = timelineOf(consumerInRecords());
    ASSERT_EQ(timeline.rebalances().size(), 4u);
    const Rebalance& joined = timeline.rebalances()[1];
    EXPECT_EQ(joined.epochBefore, 2);
    EXPECT_EQ(joined.epochAfter, 3);
    EXPECT_EQ(joined.assignedEpochs, (std::vector<std::int32_t>{3}));
    EXPECT_EQ(phases(timeline, joined),
              (std::vector<std::string>{"targetWait - 1500", "toldToRevoke A 0", "revoke A 5000", "take B 184"}));
    EXPECT_EQ(nameOf(timeline, joined.slowest), "A");
    EXPECT_EQ(unownedMs(joined), (std::vector<std::int64_t>{184, 184, 184}));
    EXPECT_EQ(laneText(timeline, 0, kZero), "A 0-50000 | none 50000-");  // never let go
    EXPECT_EQ(laneText(timeline, 3, kZero),
              "A 0-21500 | A! 21500-26500 | none 26500-26684 | B 26684-40000 | none 40000-40300 | A 40300-50000 | "
              "none 50000-");
    EXPECT_TRUE(timeline.violations().empty());
}

TEST(ConsumerRebalance, PartitionsMayWaitLongForTheirNewOwner) {
    const GroupTimeline timeline = timelineOf(consumerInRecords(5'100));
    EXPECT_EQ(unownedMs(timeline.rebalances()[1]), (std::vector<std::int64_t>{5'100, 5'100, 5'100}));
    EXPECT_EQ(nameOf(timeline, timeline.rebalances()[1].slowest), "B");
}

TEST(ConsumerRebalance, OnTheWireEndsWhenTheLastOneHasItsPart) {
    const GroupTimeline timeline = timelineOf(consumerOnTheWire());
    ASSERT_EQ(timeline.rebalances().size(), 4u);
    EXPECT_EQ(reasons(timeline), kJoinJoinLeftLeft);
    EXPECT_EQ(timeline.rebalances()[1].durationMs(), 6'684);
    EXPECT_EQ(unownedMs(timeline.rebalances()[1]), (std::vector<std::int64_t>{184, 184, 184}));
    EXPECT_EQ(timeline.rebalances()[1].span.certainty, Certainty::Observed);
    EXPECT_TRUE(timeline.violations().empty());
}

TEST(ConsumerRebalance, DescribedIsTheSameWithDoubt) {
    const GroupTimeline timeline = timelineOf(consumerDescribed());
    ASSERT_EQ(timeline.rebalances().size(), 3u);
    const Rebalance& joined = timeline.rebalances()[0];
    EXPECT_EQ(joined.epochAfter, 3);
    EXPECT_EQ(unownedMs(joined), (std::vector<std::int64_t>{250, 250, 250}));
    EXPECT_EQ(laneText(timeline, 0, kZero), "A 100-50150 | none 50150-");
    EXPECT_TRUE(timeline.violations().empty());
}

TEST(ConsumerRebalance, OfAllSourcesIsToldOnce) {
    const GroupTimeline timeline =
        timelineOf(together({consumerOnTheWire(), consumerInRecords(), consumerDescribed()}));
    ASSERT_EQ(timeline.rebalances().size(), 4u) << dump(timeline);
    EXPECT_EQ(reasons(timeline), kJoinJoinLeftLeft) << dump(timeline);
    EXPECT_EQ(unownedMs(timeline.rebalances()[1]), (std::vector<std::int64_t>{184, 184, 184}));
    EXPECT_TRUE(timeline.violations().empty()) << dump(timeline);
}

class EveryTelling : public ::testing::TestWithParam<int> {
protected:
    static std::vector<GroupEvent> events(int which) {
        switch (which) {
            case 0:
                return classicOnTheWire();
            case 1:
                return classicInRecords();
            case 2:
                return classicDescribed();
            case 3:
                return consumerInRecords();
            case 4:
                return consumerOnTheWire();
            case 5:
                return consumerDescribed();
            case 6:
                return together({classicOnTheWire(), classicInRecords(), classicDescribed()});
            default:
                return together({consumerOnTheWire(), consumerInRecords(), consumerDescribed()});
        }
    }
    static std::vector<GroupEvent> inOrder(int which) {
        std::vector<GroupEvent> list = events(which);
        std::ranges::sort(list, isBefore);
        return list;
    }
};

TEST_P(EveryTelling, OneByOneIsTheSameAsAtOnce) {
    GroupTimeline timeline("g");
    for (const GroupEvent& event : inOrder(GetParam())) {
        timeline.append({&event, 1});
    }
    EXPECT_EQ(dump(timeline), dump(timelineOf(events(GetParam()))));
    EXPECT_EQ(timeline.status().tooLate, 0u);
}

TEST_P(EveryTelling, IsTheSameInAnyOrderAndDoubled) {
    const std::string expected = dump(timelineOf(events(GetParam())));
    std::mt19937 random(7);
    for (int round = 0; round < 8; ++round) {
        std::vector<GroupEvent> list = inOrder(GetParam());
        // Each comes late by up to 9 s of the events' own time.
        std::vector<std::pair<std::int64_t, GroupEvent>> arriving;
        for (const GroupEvent& event : list) {
            arriving.emplace_back(event.timeMs + static_cast<std::int64_t>(random() % 9'000), event);
            if (random() % 3 == 0) {
                arriving.emplace_back(event.timeMs + static_cast<std::int64_t>(random() % 9'000), event);
            }
        }
        std::ranges::stable_sort(arriving, {}, [](const auto& one) { return one.first; });
        GroupTimeline timeline("g");
        for (const auto& [when, event] : arriving) {
            timeline.append({&event, 1});
        }
        ASSERT_EQ(timeline.status().tooLate, 0u);
        ASSERT_EQ(dump(timeline), expected) << "round " << round;
        EXPECT_EQ(timeline.status().duplicates, arriving.size() - list.size());
    }
}

TEST_P(EveryTelling, WithoutAnyOneEventBreaksNoRule) {
    const std::vector<GroupEvent> whole = inOrder(GetParam());
    for (std::size_t out = 0; out < whole.size(); ++out) {
        std::vector<GroupEvent> list = whole;
        list.erase(list.begin() + static_cast<std::ptrdiff_t>(out));
        const GroupTimeline timeline = timelineOf(list);
        EXPECT_TRUE(timeline.violations().empty()) << "without " << out << "\n" << dump(timeline);
        for (const PartitionLane& lane : timeline.lanes().partitions) {
            for (std::size_t i = 1; i < lane.intervals.size(); ++i) {
                EXPECT_LE(lane.intervals[i - 1].span.toMs, lane.intervals[i].span.fromMs) << "without " << out;
            }
        }
    }
}

TEST_P(EveryTelling, IsToldOnceHoweverItComes) {
    const auto keys = [](std::vector<TimelineEvent> told) {
        std::multiset<std::string> list;
        for (const TimelineEvent& event : told) {
            list.insert(std::to_string(event.timeMs) + std::string(timelineEventName(event.fact)));
        }
        return list;
    };
    GroupTimeline whole = timelineOf(events(GetParam()));
    GroupTimeline timeline("g");
    for (const GroupEvent& event : inOrder(GetParam())) {
        timeline.append({&event, 1});
    }
    EXPECT_EQ(keys(timeline.takeEvents()), keys(whole.takeEvents()));
    EXPECT_TRUE(timeline.takeEvents().empty());
}

INSTANTIATE_TEST_SUITE_P(Sources, EveryTelling, ::testing::Range(0, 8));

}  // namespace
}  // namespace brokerscope::stories
