#include "app/cli/watched_groups.h"

#include "core/text/group_event_json.h"
#include "core/text/group_event_text.h"
#include "core/text/group_report.h"
#include "core/text/group_report_json.h"

#include <algorithm>
#include <ostream>

namespace brokerscope {

void WatchedGroups::take(const std::vector<GroupEvent>& events) {
    std::map<std::string, std::vector<GroupEvent>> byGroup;
    for (const GroupEvent& event : events) {
        if (event.evidence.source == EventSource::Metadata || m_printing.sources.contains(event.evidence.source)) {
            byGroup[event.group].push_back(event);
        }
    }
    for (const auto& [group, own] : byGroup) {
        GroupTimeline& timeline = m_timelines.try_emplace(group, group).first->second;
        timeline.append(own);
        const auto& rebalances = timeline.rebalances();
        m_busy[group] = !rebalances.empty() && rebalances.back().span.toMs == kStillGoing;
    }
}

void WatchedGroups::advance(std::int64_t nowMs) {
    for (auto& [group, timeline] : m_timelines) {
        timeline.advance(nowMs);
    }
}

void WatchedGroups::finish() {
    for (auto& [group, timeline] : m_timelines) {
        timeline.finish();
    }
}

void WatchedGroups::print() {
    std::vector<TimelineEvent> concluded;
    for (auto& [group, timeline] : m_timelines) {
        std::vector<TimelineEvent> own = timeline.takeEvents();
        std::ranges::move(own, std::back_inserter(concluded));
    }
    if (concluded.empty()) {
        return;
    }
    std::ranges::stable_sort(concluded, {}, &TimelineEvent::timeMs);
    EventTextOptions text;
    text.groupWidth = m_printing.groupWidth;
    std::string out;
    for (const TimelineEvent& event : concluded) {
        if (m_printing.isJson) {
            appendEventJson(out, event);
        } else {
            appendEventLine(out, event, text);
        }
        out += '\n';
    }
    m_context.streams.out << out << std::flush;
}

void WatchedGroups::printReports() const {
    std::string out;
    for (const auto& [group, timeline] : m_timelines) {
        if (m_printing.isJson) {
            out += timelineJson(factsOf(timeline)) + '\n';
        } else {
            out += '\n' + timelineReport(factsOf(timeline));
        }
    }
    m_context.streams.out << out << std::flush;
}

}  // namespace brokerscope
