#pragma once

#include "core/groups/group_timeline.h"

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace brokerscope {

// What became known since the last look. Does not change, so that it passes between threads.
struct TimelineNews {
    std::vector<SharedTimeline> changed;   // each group once, by name
    std::vector<TimelineEvent> concluded;  // by time

    bool empty() const { return changed.empty() && concluded.empty(); }
};
using SharedTimelineNews = std::shared_ptr<const TimelineNews>;

// The timelines of all groups that events speak of. Not thread safe: it belongs to the thread that has the events;
// what it gives is for any.
class TimelineSet {
public:
    explicit TimelineSet(const TimelineLimits& limits = {}) : m_limits(limits) {}

    // A batch: what of one group is in it is taken together, since events of one moment belong together.
    void append(std::span<const GroupEvent> events);
    // Time passes: what lasts is known to last until then.
    void advance(std::int64_t nowMs);
    // Nothing more comes.
    void finish();

    const std::map<std::string, GroupTimeline, std::less<>>& timelines() const { return m_timelines; }
    // Of all groups, since the last call of this or of takeNews(), by time.
    std::vector<TimelineEvent> takeEvents();
    TimelineNews takeNews();

private:
    TimelineLimits m_limits;
    std::map<std::string, GroupTimeline, std::less<>> m_timelines;
    std::set<std::string> m_changed;  // since takeNews()
};

}  // namespace brokerscope
