#pragma once

#include "app/cli/command_context.h"
#include "core/groups/timeline_set.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace brokerscope {

struct WatchPrinting {
    bool isJson = false;
    std::set<EventSource> sources;  // whose events are used; Metadata always is
    std::size_t groupWidth = 0;     // 0: one group is watched, so that its name is left out of lines
};

// Timelines of the groups that events speak of, and what they conclude printed a line each. Not thread safe.
class WatchedGroups {
public:
    WatchedGroups(const CommandContext& context, WatchPrinting printing)
        : m_context(context), m_printing(std::move(printing)) {}

    void take(const std::vector<GroupEvent>& events);
    // It is so late now (ms since 1970), and nothing else came.
    void advance(std::int64_t nowMs);
    // Nothing more comes. On stderr: whether there were too many groups.
    void finish();
    // Prints what was concluded since the last call, by time; what stands there is seen at once.
    void print();
    // The report of each group, by name.
    void printReports() const;

    // Whether a rebalance goes on in a group.
    const std::map<std::string, bool>& busy() const { return m_busy; }
    bool hasSeen(const std::string& group) const { return m_timelines.timelines().contains(group); }

private:
    const CommandContext& m_context;
    WatchPrinting m_printing;
    TimelineSet m_timelines;
    std::map<std::string, bool> m_busy;
};

}  // namespace brokerscope
