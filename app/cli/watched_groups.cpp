#include "app/cli/watched_groups.h"

#include "app/cli/counted.h"
#include "core/text/group_event_json.h"
#include "core/text/group_event_text.h"
#include "core/text/group_report.h"
#include "core/text/group_report_json.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <ostream>

namespace brokerscope {

void WatchedGroups::take(const std::vector<GroupEvent>& events) {
    std::vector<GroupEvent> wanted;
    std::ranges::copy_if(events, std::back_inserter(wanted), [this](const GroupEvent& event) {
        return event.evidence.source == EventSource::Metadata || m_printing.sources.contains(event.evidence.source);
    });
    m_timelines.append(wanted);
    for (const GroupEvent& event : wanted) {
        const auto timeline = m_timelines.timelines().find(event.group);
        if (timeline != m_timelines.timelines().end()) {
            const RebalanceList& rebalances = timeline->second.rebalances();
            m_busy[event.group] = !rebalances.empty() && rebalances.back().span.toMs == kStillGoing;
        }
    }
}

void WatchedGroups::advance(std::int64_t nowMs) {
    m_timelines.advance(nowMs);
}

void WatchedGroups::finish() {
    m_timelines.finish();
    if (m_timelines.leftOut() > 0) {
        m_context.remark(fmt::format("bscope: {} of groups beyond the first {} were left out",
                                     counted(m_timelines.leftOut(), "event", "events"), TimelineSet::kMost));
    }
}

void WatchedGroups::print() {
    const std::vector<TimelineEvent> concluded = m_timelines.takeEvents();
    if (concluded.empty()) {
        return;
    }
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
    for (const auto& [group, timeline] : m_timelines.timelines()) {
        if (m_printing.isJson) {
            out += timelineJson(*timeline.snapshot()) + '\n';
        } else {
            out += '\n' + timelineReport(*timeline.snapshot());
        }
    }
    m_context.streams.out << out << std::flush;
}

}  // namespace brokerscope
