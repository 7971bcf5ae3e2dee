#include "core/groups/group_event.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace brokerscope {
namespace {

GroupEvent eventAt(std::int64_t timeMs, EventSource source, std::uint32_t index = 0) {
    GroupEvent event;
    event.group = "g";
    event.timeMs = timeMs;
    event.earliestMs = timeMs;
    event.evidence.source = source;
    event.evidence.index = index;
    return event;
}

TEST(GroupEvent, TimeComesFirstThenTheSourceThenItsOwnOrder) {
    const GroupEvent describe = eventAt(10, EventSource::Describe);
    EXPECT_TRUE(isBefore(describe, eventAt(11, EventSource::Offsets)));
    EXPECT_TRUE(isBefore(eventAt(10, EventSource::Offsets), describe));
    EXPECT_TRUE(isBefore(describe, eventAt(10, EventSource::Describe, 1)));
}

TEST(GroupEvent, OrderIsStrictAndTotal) {
    std::vector<GroupEvent> events;
    for (const std::int64_t time : {5, 6}) {
        for (const EventSource source : {EventSource::Offsets, EventSource::Exchange, EventSource::Describe}) {
            for (const std::uint32_t index : {0u, 1u}) {
                events.push_back(eventAt(time, source, index));
            }
        }
    }
    for (std::size_t left = 0; left < events.size(); ++left) {
        for (std::size_t right = 0; right < events.size(); ++right) {
            EXPECT_EQ(isBefore(events[left], events[right]), left < right) << left << " " << right;
        }
    }
}

TEST(GroupEvent, TheSameEvidenceIsTheSameEvent) {
    const GroupEvent event = eventAt(10, EventSource::Offsets, 3);
    const GroupEvent again = eventAt(10, EventSource::Offsets, 3);
    EXPECT_FALSE(isBefore(event, again));
    EXPECT_FALSE(isBefore(again, event));
    EXPECT_EQ(event.evidence, again.evidence);
}

}  // namespace
}  // namespace brokerscope
