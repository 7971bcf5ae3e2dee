#pragma once

#include "core/groups/group_event.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace brokerscope {

// Adds events that one exchange or operation gives, numbered, to a list of the caller's. What they have in common is
// set where it changes. Borrows the list.
class EventList {
public:
    EventList(std::vector<GroupEvent>& events, EventEvidence evidence) : m_events(events) {
        m_next.evidence = std::move(evidence);
    }

    void of(std::string_view group, GroupType type) {
        m_next.group = group;
        m_next.type = type;
    }
    // ms since 1970. `earliestMs`: since when it may have been so.
    void at(std::int64_t timeMs, std::int64_t earliestMs) {
        m_next.timeMs = timeMs;
        m_next.earliestMs = std::min(timeMs, earliestMs);
    }
    void at(std::int64_t timeMs) { at(timeMs, timeMs); }
    // Of records: what the next events are read from, and the first of their numbers.
    void from(const RecordPlace& record, std::uint32_t index = 0) {
        m_next.evidence.record = record;
        m_next.evidence.index = index;
    }

    void say(GroupSaying said) {
        GroupEvent& event = m_events.emplace_back(m_next);
        event.said = std::move(said);
        ++m_next.evidence.index;
    }
    std::uint32_t nextIndex() const { return m_next.evidence.index; }

private:
    std::vector<GroupEvent>& m_events;
    GroupEvent m_next;
};

}  // namespace brokerscope
