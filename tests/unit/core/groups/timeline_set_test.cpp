#include "core/groups/timeline_set.h"

#include "group_story.h"
#include "known_rebalances.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace brokerscope {
namespace {

using namespace brokerscope::stories;

std::vector<GroupEvent> ofGroup(std::vector<GroupEvent> events, const std::string& group) {
    for (GroupEvent& event : events) {
        event.group = group;
    }
    return events;
}

std::vector<std::string> namesOf(const TimelineNews& news) {
    std::vector<std::string> groups;
    for (const SharedTimeline& timeline : news.changed) {
        groups.push_back(timeline->group);
    }
    return groups;
}

TEST(TimelineSet, givesWhatChangedOnce) {
    TimelineSet set;
    EXPECT_TRUE(set.takeNews().empty());
    std::vector<GroupEvent> events = ofGroup(consumerInRecords(), "b");
    const std::vector<GroupEvent> others = ofGroup(classicInRecords(), "a");
    events.insert(events.end(), others.begin(), others.end());
    set.append(events);
    const TimelineNews news = set.takeNews();
    EXPECT_EQ(namesOf(news), (std::vector<std::string>{"a", "b"}));
    EXPECT_FALSE(news.concluded.empty());
    EXPECT_TRUE(std::ranges::is_sorted(news.concluded, {}, &TimelineEvent::timeMs));
    EXPECT_TRUE(set.takeNews().empty());
    set.append(others);
    EXPECT_TRUE(set.takeNews().empty()) << "the same once more says nothing new";
    set.finish();
    EXPECT_EQ(namesOf(set.takeNews()), (std::vector<std::string>{"a", "b"}));
}

// Whatever the batches, the last news is what one batch gives; what was given before does not change.
TEST(TimelineSet, groupsBeyondTheMostAreCounted) {
    TimelineSet set({}, 1);
    GroupEvent event;
    event.said = GroupStatus{};
    for (const char* group : {"a", "b", "a", "c"}) {
        event.group = group;
        event.timeMs += 1000;
        ++event.evidence.index;
        set.append(std::span(&event, 1));
    }
    EXPECT_EQ(set.timelines().size(), 1U);
    EXPECT_TRUE(set.timelines().contains("a"));
    EXPECT_EQ(set.leftOut(), 2U);
    EXPECT_EQ(set.takeNews().changed.size(), 1U);
}

TEST(TimelineSet, batchesEndAsOne) {
    const std::vector<GroupEvent> events = consumerInRecords();
    GroupTimeline atOnce("g");
    atOnce.append(events);
    TimelineSet set;
    std::vector<SharedTimeline> given;
    std::vector<std::pair<std::size_t, std::size_t>> sizes;
    constexpr std::ptrdiff_t kBatch = 3;
    for (auto at = events.begin(); at != events.end();) {
        const auto end = at + std::min(kBatch, events.end() - at);
        set.append(std::span(at, end));
        at = end;
        for (const SharedTimeline& timeline : set.takeNews().changed) {
            given.push_back(timeline);
            sizes.emplace_back(timeline->lanes.members.size(), timeline->rebalances.size());
        }
    }
    ASSERT_GT(given.size(), 3u);
    EXPECT_EQ(dump(set.timelines().find("g")->second), dump(atOnce));
    for (std::size_t i = 0; i < given.size(); ++i) {
        EXPECT_EQ(given[i]->lanes.members.size(), sizes[i].first);
        EXPECT_EQ(given[i]->rebalances.size(), sizes[i].second);
    }
    EXPECT_EQ(given.back()->status.events, events.size());
}

TEST(TimelineSet, aSnapshotIsTheSameUntilSomethingChanges) {
    GroupTimeline timeline = timelineOf(consumerInRecords());
    const SharedTimeline first = timeline.snapshot();
    EXPECT_EQ(timeline.snapshot(), first);
    EXPECT_EQ(first->group, "g");
    EXPECT_EQ(first->type, GroupType::Consumer);
    EXPECT_EQ(first->firstMs, timeline.firstMs());
    timeline.advance(timeline.lastMs() + 1);
    EXPECT_NE(timeline.snapshot(), first);
    EXPECT_EQ(timeline.snapshot()->lastMs, first->lastMs + 1);
    EXPECT_EQ(&timeline.snapshot()->lanes.members[0], &first->lanes.members[0]) << "what did not change is shared";
}

}  // namespace
}  // namespace brokerscope
