#include "ui/models/group_timelines.h"

#include <algorithm>

namespace brokerscope {

void GroupTimelines::take(const TimelineNews& news) {
    std::vector<std::string> groups;
    for (const SharedTimeline& timeline : news.changed) {
        m_timelines[timeline->group] = timeline;
        groups.push_back(timeline->group);
    }
    if (!groups.empty()) {
        Q_EMIT changed(groups);
    }
    if (!news.concluded.empty()) {
        Q_EMIT concluded(news.concluded);
    }
}

SharedTimeline GroupTimelines::timeline(const std::string& group) const {
    const auto found = m_timelines.find(group);
    return found == m_timelines.end() ? nullptr : found->second;
}

int GroupTimelines::rebalances(const std::string& group, std::int64_t fromMs) const {
    const SharedTimeline found = timeline(group);
    if (found == nullptr) {
        return 0;
    }
    const RebalanceList& all = found->rebalances;
    const auto first =
        std::ranges::lower_bound(all, fromMs, {}, [](const Rebalance& rebalance) { return rebalance.span.fromMs; });
    return static_cast<int>(all.end() - first);
}

bool GroupTimelines::isFlapping(const std::string& group, std::int64_t nowMs) const {
    return rebalances(group, nowMs - kFlappingMs) >= kFlapping;
}

}  // namespace brokerscope
