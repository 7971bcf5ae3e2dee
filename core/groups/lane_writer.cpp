#include "core/groups/lane_writer.h"

#include <algorithm>
#include <utility>

namespace brokerscope {
namespace {

bool isSameAs(const StateInterval& left, const StateInterval& right) {
    return left.state == right.state && left.type == right.type && left.epoch == right.epoch &&
           left.assignmentEpoch == right.assignmentEpoch && left.assignor == right.assignor &&
           left.span.certainty == right.span.certainty;
}

template <class Shared>
bool isSameShared(const Shared& left, const Shared& right) {
    return left == right || (left && right && *left == *right);
}

bool isSameAs(const MemberInterval& left, const MemberInterval& right) {
    return left.epoch == right.epoch && left.previousEpoch == right.previousEpoch &&
           left.stateCode == right.stateCode && left.isAway == right.isAway &&
           left.span.certainty == right.span.certainty && isSameShared(left.assigned, right.assigned) &&
           isSameShared(left.pendingRevocation, right.pendingRevocation) && isSameShared(left.target, right.target) &&
           isSameShared(left.topics, right.topics);
}

bool isSameAs(const OwnershipInterval& left, const OwnershipInterval& right) {
    return left.ownership == right.ownership && left.owner == right.owner && left.next == right.next;
}

// How many of the oldest intervals ended by `ms`, as far as they stand together.
template <class Interval>
std::size_t endedBy(const std::vector<Interval>& intervals, std::int64_t ms) {
    const auto first = std::ranges::find_if(intervals, [ms](const auto& interval) { return interval.span.toMs >= ms; });
    return static_cast<std::size_t>(first - intervals.begin());
}

template <class Interval>
std::size_t mergeOldest(std::vector<Interval>& intervals, std::int64_t ms) {
    const std::size_t count = endedBy(intervals, ms);
    if (count < 2) {
        return 0;
    }
    const std::int64_t fromMs = intervals.front().span.fromMs;
    const auto end = intervals.begin() + static_cast<std::ptrdiff_t>(count);
    intervals.erase(intervals.begin(), end - 1);
    intervals.front().span.fromMs = fromMs;
    intervals.front().span.certainty = Certainty::Thinned;
    return count - 1;
}

}  // namespace

void LaneWriter::writeState(const std::string& word, const Said& said) {
    const GroupCell& group = m_state.group;
    auto& states = m_state.lanes.states;
    StateInterval interval{spanFrom(said, m_state.momentMs),
                           word,
                           group.type,
                           group.now.epoch,
                           group.now.assignmentEpoch,
                           group.now.assignor,
                           said.evidence};
    const bool isOpen = !states.empty() && states.back().span.toMs == kStillGoing;
    if (isOpen && isSameAs(states.back(), interval)) {
        return;
    }
    endState();
    m_state.journal.push(states, std::move(interval));
}

void LaneWriter::endState() {
    auto& states = m_state.lanes.states;
    if (states.empty() || states.back().span.toMs != kStillGoing) {
        return;
    }
    if (states.back().span.fromMs == m_state.momentMs) {
        m_state.journal.add([&states, before = states.back()] { states.push_back(before); });
        states.pop_back();
        return;
    }
    m_state.journal.add([&states] { states.changeBack().span.toMs = kStillGoing; });
    states.changeBack().span.toMs = m_state.momentMs;
}

void LaneWriter::writeMember(MemberIndex index) {
    MemberCell& cell = m_state.member(index);
    TimelineState& state = m_state;
    MemberInterval interval{spanFrom(cell.assignment.timeMs >= 0 ? cell.assignment : cell.presence, m_state.momentMs),
                            cell.now.epoch,
                            cell.now.previousEpoch,
                            cell.now.stateCode.value_or(-1),
                            cell.now.isAway.value_or(false),
                            cell.now.assigned,
                            cell.now.pendingRevocation,
                            cell.now.target,
                            cell.now.topics,
                            cell.assignment.timeMs >= 0 ? cell.assignment.evidence : cell.presence.evidence};
    if (cell.hasOpen) {
        if (cell.isPresent && isSameAs(m_state.lane(index).intervals.back(), interval)) {
            return;
        }
        m_state.journal.add([&state, index] { state.change(index).intervals.back().span.toMs = kStillGoing; });
        m_state.change(index).intervals.back().span.toMs = m_state.momentMs;
        cell.hasOpen = false;
    }
    if (!cell.isPresent) {
        return;
    }
    m_state.change(index).intervals.push_back(std::move(interval));
    ++m_state.intervals;
    m_state.journal.add([&state, index] {
        state.change(index).intervals.pop_back();
        --state.intervals;
    });
    cell.hasOpen = true;
}

void LaneWriter::close(PartitionIndex index, std::uint64_t interval) {
    TimelineState& state = m_state;
    const std::int64_t endMs = m_state.momentMs;
    const auto at = [&state, index, interval]() -> OwnershipInterval& {
        return state.change(index).intervals[interval - state.partitionThinned[static_cast<std::size_t>(index)]];
    };
    m_state.journal.add([at] { at().span.toMs = kStillGoing; });
    at().span.toMs = endMs;
}

void LaneWriter::writePartition(PartitionIndex index, const std::vector<OwnershipInterval>& wanted) {
    PartitionCell& cell = m_state.partition(index);
    const std::uint64_t thinned = m_state.partitionThinned[static_cast<std::size_t>(index)];
    TimelineState& state = m_state;
    const auto isAt = [&](std::uint64_t position, const OwnershipInterval& one) {
        return isSameAs(one, state.lane(index).intervals[position - thinned]);
    };
    std::vector<std::uint64_t> open;
    for (const std::uint64_t position : cell.open) {
        const bool stays = std::ranges::any_of(wanted, [&](const auto& one) { return isAt(position, one); });
        if (stays) {
            open.push_back(position);
        } else {
            close(index, position);
        }
    }
    for (const OwnershipInterval& one : wanted) {
        const bool isOpen = std::ranges::any_of(open, [&](std::uint64_t position) { return isAt(position, one); });
        if (isOpen) {
            continue;
        }
        state.change(index).intervals.push_back(one);
        ++m_state.intervals;
        m_state.journal.add([&state, index] {
            state.change(index).intervals.pop_back();
            --state.intervals;
        });
        open.push_back(thinned + state.lane(index).intervals.size() - 1);
    }
    cell.open = std::move(open);
}

std::uint64_t LaneWriter::thin(std::int64_t settledMs) {
    std::vector<std::int64_t> ends;
    const auto collect = [&](const auto& lanes) {
        for (const auto& lane : lanes) {
            const std::size_t count = endedBy(lane.intervals, settledMs);
            for (std::size_t i = 0; i + 1 < count; ++i) {
                ends.push_back(lane.intervals[i + 1].span.toMs);
            }
        }
    };
    collect(m_state.lanes.members);
    collect(m_state.lanes.partitions);
    const std::uint64_t keep = m_state.limits.intervals - m_state.limits.intervals / 4;
    if (ends.empty() || m_state.intervals <= keep) {
        return 0;
    }
    const std::size_t excess = std::min<std::size_t>(ends.size(), m_state.intervals - keep);
    const auto last = ends.begin() + static_cast<std::ptrdiff_t>(excess - 1);
    std::ranges::nth_element(ends, last);
    const std::int64_t cutMs = *last + 1;
    std::uint64_t gone = 0;
    for (std::size_t i = 0; i < m_state.lanes.members.size(); ++i) {
        gone += mergeOldest(m_state.lanes.members.change(i).intervals, cutMs);
    }
    for (std::size_t i = 0; i < m_state.lanes.partitions.size(); ++i) {
        const std::size_t merged = mergeOldest(m_state.lanes.partitions.change(i).intervals, cutMs);
        if (merged > 0) {
            m_state.partitionThinned[i] += merged;
            gone += merged;
        }
    }
    m_state.intervals -= gone;
    return gone;
}

}  // namespace brokerscope
