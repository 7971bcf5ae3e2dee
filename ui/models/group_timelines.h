#pragma once

#include "core/groups/group_timeline.h"

#include <QObject>

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace brokerscope {

// The timelines of all groups that a feed speaks of. GUI thread.
class GroupTimelines : public QObject {
    Q_OBJECT

public:
    // Rebalances within kFlappingMs that make a group one that flaps.
    static constexpr int kFlapping = 4;
    static constexpr std::int64_t kFlappingMs = 10 * 60'000;

    explicit GroupTimelines(const TimelineLimits& limits = {}, QObject* parent = nullptr);

    void clear();
    void append(std::span<const GroupEvent> events);
    // Time passes: what lasts is known to last until then.
    void advance(std::int64_t nowMs);
    void finish();

    // Null: nothing was said about it. Stays at its place until clear().
    const GroupTimeline* timeline(const std::string& group) const;
    // How many rebalances were seen, and how many of them began at `fromMs` or later. 0: none, or no timeline.
    int rebalances(const std::string& group, std::int64_t fromMs = 0) const;
    bool isFlapping(const std::string& group, std::int64_t nowMs) const;

Q_SIGNALS:
    // Each group once; then what was concluded, by time.
    void changed(const std::vector<std::string>& groups);
    void concluded(const std::vector<brokerscope::TimelineEvent>& events);

private:
    void announce(const std::vector<std::string>& groups);

    TimelineLimits m_limits;
    std::map<std::string, GroupTimeline, std::less<>> m_timelines;
};

}  // namespace brokerscope
