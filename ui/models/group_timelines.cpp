#include "ui/models/group_timelines.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace brokerscope {

GroupTimelines::GroupTimelines(const TimelineLimits& limits, QObject* parent) : QObject(parent), m_limits(limits) {}

void GroupTimelines::clear(bool inBackground) {
    m_folding.cancel();
    m_timelines.clear();
    m_next = std::make_shared<Timelines>();
    m_pending.clear();
    m_folded.clear();
    m_isInBackground = inBackground;
}

void GroupTimelines::append(std::span<const GroupEvent> events) {
    announce(fold(m_timelines, events, m_limits));
}

void GroupTimelines::append(const SharedEvents& events) {
    if (!m_isInBackground) {
        append(std::span(*events));
        return;
    }
    m_pending.push_back(events);
    foldOn();
}

// The groups that changed.
std::vector<std::string> GroupTimelines::fold(Timelines& timelines, std::span<const GroupEvent> events,
                                              const TimelineLimits& limits) {
    // A timeline takes its events of a batch together: events of one moment belong together.
    std::map<std::string, std::vector<GroupEvent>, std::less<>> batches;
    for (const GroupEvent& event : events) {
        batches[event.group].push_back(event);
    }
    std::vector<std::string> groups;
    for (const auto& [group, batch] : batches) {
        GroupTimeline& timeline = timelines.try_emplace(group, group, limits).first->second;
        const std::uint64_t before = timeline.revision();
        timeline.append(batch);
        if (timeline.revision() != before) {
            groups.push_back(group);
        }
    }
    return groups;
}

std::vector<std::string> GroupTimelines::finishAll(Timelines& timelines) {
    std::vector<std::string> groups;
    for (auto& [group, timeline] : timelines) {
        timeline.finish();
        groups.push_back(group);
    }
    return groups;
}

std::vector<std::string> GroupTimelines::foldSteps(Timelines& timelines, const Steps& steps,
                                                   const TimelineLimits& limits, const CancelToken& cancel) {
    std::set<std::string> changed;
    for (const SharedEvents& events : steps) {
        if (cancel.isCancelled()) {
            break;
        }
        const auto groups = events != nullptr ? fold(timelines, *events, limits) : finishAll(timelines);
        changed.insert(groups.begin(), groups.end());
    }
    return {changed.begin(), changed.end()};
}

void GroupTimelines::foldOn() {
    if (m_folding.isRunning() || m_pending.empty()) {
        return;
    }
    Steps missed = std::exchange(m_folded, std::exchange(m_pending, {}));
    m_folding.start(
        this,
        [next = m_next, missed = std::move(missed), steps = m_folded, limits = m_limits](const CancelToken& cancel) {
            // Concluded already, by those that are shown.
            for (const std::string& group : foldSteps(*next, missed, limits, cancel)) {
                next->find(group)->second.takeEvents();
            }
            return foldSteps(*next, steps, limits, cancel);
        },
        [this](const std::vector<std::string>& groups) { takeFolded(groups); });
}

// Timelines stay at their places: what is in them changes.
void GroupTimelines::takeFolded(const std::vector<std::string>& groups) {
    for (auto& [group, timeline] : *m_next) {
        std::swap(m_timelines.try_emplace(group, group, m_limits).first->second, timeline);
    }
    const bool isFinished = m_pending.empty() && !m_folded.empty() && m_folded.back() == nullptr;
    announce(groups);
    foldOn();
    if (isFinished) {
        Q_EMIT finished();
    }
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
    if (m_isInBackground) {
        m_pending.push_back(nullptr);
        foldOn();
        return;
    }
    announce(finishAll(m_timelines));
    Q_EMIT finished();
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
