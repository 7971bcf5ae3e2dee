#include "core/groups/timeline_set.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace brokerscope {

void TimelineSet::append(std::span<const GroupEvent> events) {
    std::map<std::string, std::vector<GroupEvent>, std::less<>> batches;
    for (const GroupEvent& event : events) {
        batches[event.group].push_back(event);
    }
    for (const auto& [group, batch] : batches) {
        GroupTimeline* timeline = timelineOf(group);
        if (timeline == nullptr) {
            m_leftOut += batch.size();
            continue;
        }
        const std::uint64_t before = timeline->revision();
        timeline->append(batch);
        if (timeline->revision() != before) {
            m_changed.insert(group);
        }
    }
}

GroupTimeline* TimelineSet::timelineOf(const std::string& group) {
    const auto known = m_timelines.find(group);
    if (known != m_timelines.end()) {
        return &known->second;
    }
    return m_timelines.size() < m_mostGroups ? &m_timelines.try_emplace(group, group, m_limits).first->second : nullptr;
}

void TimelineSet::advance(std::int64_t nowMs) {
    for (auto& [group, timeline] : m_timelines) {
        timeline.advance(nowMs);
    }
}

void TimelineSet::finish() {
    for (auto& [group, timeline] : m_timelines) {
        timeline.finish();
        m_changed.insert(group);
    }
}

std::vector<TimelineEvent> TimelineSet::takeEvents() {
    std::vector<TimelineEvent> events;
    for (auto& [group, timeline] : m_timelines) {
        std::ranges::move(timeline.takeEvents(), std::back_inserter(events));
    }
    std::ranges::stable_sort(events, {}, &TimelineEvent::timeMs);
    return events;
}

TimelineNews TimelineSet::takeNews() {
    TimelineNews news;
    for (const std::string& group : std::exchange(m_changed, {})) {
        GroupTimeline& timeline = m_timelines.find(group)->second;
        news.changed.push_back(timeline.snapshot());
        std::ranges::move(timeline.takeEvents(), std::back_inserter(news.concluded));
    }
    std::ranges::stable_sort(news.concluded, {}, &TimelineEvent::timeMs);
    return news;
}

}  // namespace brokerscope
