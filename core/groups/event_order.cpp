#include "core/groups/event_order.h"

#include <algorithm>
#include <iterator>

namespace brokerscope {

void EventOrder::beginBatch() {
    m_earliestMs = m_events.empty() ? m_settledMs : std::max(m_settledMs, newestMs() - m_limits.reorderMs);
}

EventOrder::Put EventOrder::put(GroupEvent event) {
    Put put;
    if (m_evidence.contains(event.evidence)) {
        put.place = Place::Duplicate;
        return put;
    }
    const std::int64_t saidMs = event.timeMs;
    event.timeMs = counted(event, put);
    if (event.earliestMs > 0) {
        event.earliestMs += event.timeMs - saidMs;
    }
    put.timeMs = event.timeMs;
    if (event.timeMs < m_earliestMs) {
        put.place = Place::TooLate;
        return put;
    }
    m_evidence.insert(event.evidence);
    m_batch.push_back(std::move(event));
    return put;
}

void EventOrder::endBatch() {
    std::ranges::sort(m_batch, isBefore);
    const auto before = static_cast<std::ptrdiff_t>(m_events.size());
    const bool isInOrder = m_events.empty() || m_batch.empty() || isBefore(m_events.back(), m_batch.front());
    m_events.insert(m_events.end(), std::make_move_iterator(m_batch.begin()), std::make_move_iterator(m_batch.end()));
    if (!isInOrder) {
        const auto middle = m_events.begin() + before;
        const auto first = std::upper_bound(m_events.begin(), middle, *middle, isBefore);
        std::inplace_merge(first, middle, m_events.end(), isBefore);
    }
    m_batch.clear();
}

// Records of one partition have one clock, and so has everything that one feed saw. Exchanges come when they are
// answered, with steps of long before, and their clock is steady.
std::int64_t EventOrder::counted(const GroupEvent& event, Put& put) {
    const EventEvidence& evidence = event.evidence;
    if (evidence.source == EventSource::Exchange) {
        return event.timeMs;
    }
    Clock& clock = m_clocks[{evidence.source, {evidence.feed, evidence.record.partition}}];
    std::int64_t timeMs = event.timeMs;
    if (clock.isRunning && clock.last < evidence) {
        if (timeMs >= clock.lastMs) {
            clock.shiftMs = 0;
        } else if (timeMs + clock.shiftMs < clock.lastMs - m_limits.reorderMs) {
            clock.shiftMs = clock.lastMs - timeMs;
            put.clockSetByMs = -clock.shiftMs;
        }
        timeMs += clock.shiftMs;
    }
    if (!clock.isRunning || clock.last < evidence) {
        clock.last = evidence;
        clock.lastMs = std::max(clock.lastMs, timeMs);
        clock.isRunning = true;
    }
    return timeMs;
}

void EventOrder::settle(std::int64_t timeMs) {
    while (!m_events.empty() && m_events.front().timeMs < timeMs) {
        m_evidence.erase(m_events.front().evidence);
        m_events.pop_front();
    }
    m_settledMs = std::max(m_settledMs, timeMs);
}

}  // namespace brokerscope
