#pragma once

#include "core/groups/group_event.h"
#include "core/groups/group_timeline.h"

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace brokerscope {

// The latest events in their order, so that one that comes late finds its place. Not thread safe.
//
// A source whose clock is set back by more than reorderMs keeps its own order: its times are moved so that none of its
// events comes before the last one, until its clock has caught up.
class EventOrder {
public:
    explicit EventOrder(const TimelineLimits& limits) : m_limits(limits) {}

    enum class Place : std::uint8_t { Taken, Duplicate, TooLate };
    struct Put {
        Place place = Place::Taken;
        std::int64_t timeMs = 0;        // at which it counts
        std::int64_t clockSetByMs = 0;  // other than 0: the source's clock was set by so much just before it
    };
    // Events come in batches, each source's in the order in which it said them: begin, put…, end.
    void beginBatch();
    Put put(GroupEvent event);
    void endBatch();

    const std::deque<GroupEvent>& events() const { return m_events; }
    // Drops the events before `timeMs`: nothing may be put there any more.
    void settle(std::int64_t timeMs);
    std::int64_t newestMs() const { return m_events.empty() ? m_settledMs : m_events.back().timeMs; }

private:
    struct Clock {
        EventEvidence last;
        std::int64_t lastMs = 0;
        std::int64_t shiftMs = 0;
        bool isRunning = false;
    };

    std::int64_t counted(const GroupEvent& event, Put& put);

    TimelineLimits m_limits;
    std::int64_t m_earliestMs = INT64_MIN;  // of this batch
    std::vector<GroupEvent> m_batch;
    std::deque<GroupEvent> m_events;
    std::set<EventEvidence> m_evidence;  // of m_events
    std::map<std::pair<EventSource, std::pair<std::uint32_t, std::int32_t>>, Clock> m_clocks;
    std::int64_t m_settledMs = INT64_MIN;
};

}  // namespace brokerscope
