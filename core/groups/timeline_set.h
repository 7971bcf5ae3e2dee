#pragma once

#include "core/groups/group_timeline.h"

#include <cstddef>
#include <cstdint>
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
    // More groups than this have no timeline: what a peer sends must not fill the memory.
    static constexpr std::size_t kMost = 100'000;

    explicit TimelineSet(const TimelineLimits& limits = {}, std::size_t mostGroups = kMost)
        : m_limits(limits), m_mostGroups(mostGroups) {}

    // A batch: what of one group is in it is taken together, since events of one moment belong together.
    void append(std::span<const GroupEvent> events);
    // Time passes: what lasts is known to last until then.
    void advance(std::int64_t nowMs);
    // Nothing more comes.
    void finish();

    const std::map<std::string, GroupTimeline, std::less<>>& timelines() const { return m_timelines; }
    // Events of groups beyond the most.
    std::uint64_t leftOut() const { return m_leftOut; }
    // Of all groups, since the last call of this or of takeNews(), by time.
    std::vector<TimelineEvent> takeEvents();
    TimelineNews takeNews();

private:
    GroupTimeline* timelineOf(const std::string& group);  // null: there are too many

    TimelineLimits m_limits;
    std::size_t m_mostGroups;
    std::uint64_t m_leftOut = 0;
    std::map<std::string, GroupTimeline, std::less<>> m_timelines;
    std::set<std::string> m_changed;  // since takeNews()
};

}  // namespace brokerscope
