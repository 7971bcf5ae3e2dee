#pragma once

#include "core/groups/timeline_set.h"

#include <QObject>

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace brokerscope {

// The timelines of all groups that a feed speaks of, as they were folded last. They are folded where the events come
// in: here they are only kept. GUI thread.
class GroupTimelines : public QObject {
    Q_OBJECT

public:
    // Rebalances within kFlappingMs that make a group one that flaps.
    static constexpr int kFlapping = 4;
    static constexpr std::int64_t kFlappingMs = 10 * 60'000;

    using QObject::QObject;

    // Everything so far is forgotten.
    void clear() { m_timelines.clear(); }
    void take(const TimelineNews& news);

    // Null: nothing was said about it.
    SharedTimeline timeline(const std::string& group) const;
    const std::map<std::string, SharedTimeline, std::less<>>& all() const { return m_timelines; }
    // How many rebalances were seen, and how many of them began at `fromMs` or later. 0: none, or no timeline.
    int rebalances(const std::string& group, std::int64_t fromMs = 0) const;
    bool isFlapping(const std::string& group, std::int64_t nowMs) const;

Q_SIGNALS:
    // Each group once, by name; then what was concluded, by time.
    void changed(const std::vector<std::string>& groups);
    void concluded(const std::vector<brokerscope::TimelineEvent>& events);

private:
    std::map<std::string, SharedTimeline, std::less<>> m_timelines;
};

}  // namespace brokerscope
