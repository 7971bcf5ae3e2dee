#include "ui/models/group_timelines.h"

#include <algorithm>
#include <iterator>

namespace brokerscope {

GroupTimelines::GroupTimelines(const TimelineLimits& limits, QObject* parent) : QObject(parent), m_limits(limits) {}

void GroupTimelines::clear() {
    m_timelines.clear();
}

void GroupTimelines::append(std::span<const GroupEvent> events) {
    // A timeline takes its events of a batch together: events of one moment belong together.
    std::map<std::string, std::vector<GroupEvent>, std::less<>> batches;
    for (const GroupEvent& event : events) {
        batches[event.group].push_back(event);
    }
    std::vector<std::string> groups;
    for (const auto& [group, batch] : batches) {
        GroupTimeline& timeline = m_timelines.try_emplace(group, group, m_limits).first->second;
        const std::uint64_t before = timeline.revision();
        timeline.append(batch);
        if (timeline.revision() != before) {
            groups.push_back(group);
        }
    }
    announce(groups);
}

void GroupTimelines::advance(std::int64_t nowMs) {
    std::vector<std::string> groups;
    for (auto& [group, timeline] : m_timelines) {
        const std::uint64_t before = timeline.revision();
        timeline.advance(nowMs);
        if (timeline.revision() != before) {
            groups.push_back(group);
        }
    }
    announce(groups);
}

void GroupTimelines::finish() {
    std::vector<std::string> groups;
    for (auto& [group, timeline] : m_timelines) {
        timeline.finish();
        groups.push_back(group);
    }
    announce(groups);
}

void GroupTimelines::announce(const std::vector<std::string>& groups) {
    if (groups.empty()) {
        return;
    }
    std::vector<TimelineEvent> events;
    for (const std::string& group : groups) {
        std::ranges::move(m_timelines.find(group)->second.takeEvents(), std::back_inserter(events));
    }
    std::ranges::stable_sort(events, {}, &TimelineEvent::timeMs);
    Q_EMIT changed(groups);
    if (!events.empty()) {
        Q_EMIT concluded(events);
    }
}

const GroupTimeline* GroupTimelines::timeline(const std::string& group) const {
    const auto found = m_timelines.find(group);
    return found == m_timelines.end() ? nullptr : &found->second;
}

int GroupTimelines::rebalances(const std::string& group, std::int64_t fromMs) const {
    const GroupTimeline* found = timeline(group);
    if (found == nullptr) {
        return 0;
    }
    const auto& all = found->rebalances();
    const auto first =
        std::ranges::lower_bound(all, fromMs, {}, [](const Rebalance& rebalance) { return rebalance.span.fromMs; });
    return static_cast<int>(all.end() - first);
}

bool GroupTimelines::isFlapping(const std::string& group, std::int64_t nowMs) const {
    return rebalances(group, nowMs - kFlappingMs) >= kFlapping;
}

}  // namespace brokerscope
