#include "ui/timeline/timeline_lanes.h"

#include "core/groups/partition_order.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace brokerscope {
namespace {

// A departure is what begins the rebalance, or comes into one that goes on: triggers carry its moment, and sources
// may say it a little later than the lane has it.
constexpr std::int64_t kNearDeparture = 2000;

bool isErrorMark(const LaneMark& mark) {
    return mark.kind == LaneMark::Kind::Refused || mark.kind == LaneMark::Kind::StaleCommit;
}

bool isHere(const MemberLane& lane) {
    return !lane.intervals.empty() && lane.intervals.back().span.toMs == kStillGoing;
}

// Entries are added, and taken back, at the end alone: where the last one is shared, all are.
template <class List>
bool isSameTail(const List& now, const List& then) {
    return now.size() == then.size() && (now.empty() || &now.back() == &then.back());
}

std::int64_t lastMsOf(const MemberLane& lane) {
    return lane.intervals.empty() ? 0 : lane.intervals.back().span.toMs;
}

}  // namespace

void TimelineLanes::setTimeline(SharedTimeline timeline) {
    m_timeline = std::move(timeline);
    m_tracks.clear();
    m_signs.clear();
    m_hasSigns = false;
    m_partitionOrder.clear();
}

bool TimelineLanes::update(SharedTimeline timeline) {
    if (timeline == nullptr || m_timeline == nullptr) {
        const bool changed = timeline != m_timeline;
        setTimeline(std::move(timeline));
        return changed;
    }
    if (timeline->revision == m_timeline->revision) {
        return false;
    }
    std::erase_if(m_tracks, [&](const auto& entry) { return !isSameLane(rowOf(entry.first), *timeline); });
    const bool sameSigns = isSameTail(m_timeline->lanes.marks, timeline->lanes.marks) &&
                           isSameTail(m_timeline->violations, timeline->violations);
    if (!sameSigns) {
        m_signs.clear();
        m_hasSigns = false;
    }
    m_timeline = std::move(timeline);
    return true;
}

// What two timelines share did not change between them.
bool TimelineLanes::isSameLane(LaneRow row, const TimelineSnapshot& other) const {
    const auto isShared = [at = row.index](const auto& now, const auto& then) {
        return at < now.size() && at < then.size() && &now[at] == &then[at];
    };
    switch (row.kind) {
        case LaneKind::Member:
            return isShared(m_timeline->lanes.members, other.lanes.members);
        case LaneKind::Partition:
            return isShared(m_timeline->lanes.partitions, other.lanes.partitions);
        default:
            return false;
    }
}

std::uint64_t TimelineLanes::keyOf(LaneRow row) {
    return static_cast<std::uint64_t>(row.kind) << 32U | row.index;
}

LaneRow TimelineLanes::rowOf(std::uint64_t key) {
    return {static_cast<LaneKind>(key >> 32U), static_cast<std::uint32_t>(key)};
}

const LaneTracks& TimelineLanes::tracks(LaneRow row) {
    const std::uint64_t key = keyOf(row);
    if (const auto found = m_tracks.find(key); found != m_tracks.end()) {
        return found->second;
    }
    if (m_tracks.size() >= kMostKept) {
        m_tracks.clear();
    }
    LaneTracks tracks;
    if (m_timeline != nullptr) {
        const GroupLanes& lanes = m_timeline->lanes;
        const auto never = [](const auto&) { return false; };
        if (row.kind == LaneKind::State) {
            tracks = LaneTracks(lanes.states, never);
        } else if (row.kind == LaneKind::Member && row.index < lanes.members.size()) {
            tracks = LaneTracks(lanes.members[row.index].intervals, never);
        } else if (row.kind == LaneKind::Partition && row.index < lanes.partitions.size()) {
            tracks = LaneTracks(lanes.partitions[row.index].intervals, [](const OwnershipInterval& interval) {
                return interval.ownership == Ownership::Unowned;
            });
        }
    }
    return m_tracks.emplace(key, std::move(tracks)).first->second;
}

std::span<const LaneSign> TimelineLanes::errors(LaneRow row) {
    makeSigns();
    const auto found = m_signs.find(keyOf(row));
    return found == m_signs.end() ? std::span<const LaneSign>() : found->second.errors;
}

std::span<const LaneSign> TimelineLanes::signs(LaneRow row) {
    makeSigns();
    const auto found = m_signs.find(keyOf(row));
    return found == m_signs.end() ? std::span<const LaneSign>() : found->second.others;
}

void TimelineLanes::addSign(LaneRow row, LaneSign sign, bool isError) {
    Signs& signs = m_signs[keyOf(row)];
    (isError ? signs.errors : signs.others).push_back(sign);
}

void TimelineLanes::makeSigns() {
    if (m_hasSigns || m_timeline == nullptr) {
        return;
    }
    m_hasSigns = true;
    const auto& marks = m_timeline->lanes.marks;
    for (std::size_t i = 0; i < marks.size(); ++i) {
        const LaneRow row = marks[i].member == MemberIndex::None
                                ? LaneRow{}
                                : LaneRow{LaneKind::Member, static_cast<std::uint32_t>(marks[i].member)};
        addSign(row, {marks[i].timeMs, static_cast<std::uint32_t>(i), false}, isErrorMark(marks[i]));
    }
    const auto& violations = m_timeline->violations;
    for (std::size_t i = 0; i < violations.size(); ++i) {
        const Violation& one = violations[i];
        LaneRow row;
        if (one.partition != PartitionIndex::None) {
            row = {LaneKind::Partition, static_cast<std::uint32_t>(one.partition)};
        } else if (one.member != MemberIndex::None) {
            row = {LaneKind::Member, static_cast<std::uint32_t>(one.member)};
        }
        addSign(row, {one.timeMs, static_cast<std::uint32_t>(i), true}, true);
    }
    for (auto& [key, signs] : m_signs) {
        std::ranges::stable_sort(signs.errors, {}, &LaneSign::timeMs);
        std::ranges::stable_sort(signs.others, {}, &LaneSign::timeMs);
    }
}

TimelineLanes::Rows TimelineLanes::memberOrder() const {
    if (m_timeline == nullptr) {
        return {};
    }
    const auto& members = m_timeline->lanes.members;
    Rows order(members.size());
    std::iota(order.begin(), order.end(), 0U);
    std::erase_if(order, [&](std::uint32_t index) { return members[index].intervals.empty(); });
    const auto gone =
        std::stable_partition(order.begin(), order.end(), [&](std::uint32_t index) { return isHere(members[index]); });
    std::stable_sort(gone, order.end(), [&](std::uint32_t left, std::uint32_t right) {
        return lastMsOf(members[left]) > lastMsOf(members[right]);
    });
    return order;
}

const TimelineLanes::Rows& TimelineLanes::partitionOrder() {
    if (m_timeline != nullptr) {
        orderPartitions(m_timeline->lanes.partitions, m_partitionOrder);
    }
    return m_partitionOrder;
}

int rebalanceAt(const RebalanceList& rebalances, std::int64_t ms, std::int64_t toleranceMs) {
    const auto after = std::ranges::upper_bound(rebalances, ms + toleranceMs, {},
                                                [](const Rebalance& one) { return one.span.fromMs; });
    if (after == rebalances.begin()) {
        return -1;
    }
    const auto last = after - 1;
    const bool contains = last->span.toMs == kStillGoing || last->span.toMs + toleranceMs > ms;
    return contains ? static_cast<int>(last - rebalances.begin()) : -1;
}

int rebalanceWithNumber(const RebalanceList& rebalances, std::uint32_t number) {
    const auto found = std::ranges::lower_bound(rebalances, number, {}, &Rebalance::number);
    return found != rebalances.end() && found->number == number ? static_cast<int>(found - rebalances.begin()) : -1;
}

GroupReason departureReason(const RebalanceList& rebalances, MemberIndex member, std::int64_t endMs) {
    auto one = std::ranges::lower_bound(rebalances, endMs - kNearDeparture, {},
                                        [](const Rebalance& rebalance) { return rebalance.span.toMs; });
    for (; one != rebalances.end() && one->span.fromMs <= endMs + kNearDeparture; ++one) {
        for (const RebalanceTrigger& trigger : one->triggers) {
            if (trigger.member == member && trigger.reason != GroupReason::Joined) {
                return trigger.reason;
            }
        }
    }
    return GroupReason::Unknown;
}

int memberTint(const SharedList<MemberLane>& members, MemberIndex member) {
    while (member != MemberIndex::None && static_cast<std::size_t>(member) < members.size() &&
           members[static_cast<std::size_t>(member)].replaces != MemberIndex::None) {
        member = members[static_cast<std::size_t>(member)].replaces;
    }
    return static_cast<int>(static_cast<std::uint32_t>(member) % 8U);
}

}  // namespace brokerscope
