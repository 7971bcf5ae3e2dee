#include "core/groups/group_moment.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace brokerscope {
namespace {

const LaneSpan* blindAt(const GroupLanes& lanes, std::int64_t timeMs) {
    const auto found = std::ranges::find_if(
        lanes.blind, [timeMs](const BlindInterval& blind) { return blind.isTotal && blind.span.contains(timeMs); });
    return found == lanes.blind.end() ? nullptr : &found->span;
}

// Intervals of a partition may overlap, so that the last one that began is looked for, and those before it.
std::vector<MemberIndex> ownersAt(const PartitionLane& lane, std::int64_t timeMs, bool& isUnowned) {
    std::vector<MemberIndex> owners;
    const auto after = std::ranges::upper_bound(lane.intervals, timeMs, {},
                                                [](const OwnershipInterval& interval) { return interval.span.fromMs; });
    for (auto interval = lane.intervals.begin(); interval != after; ++interval) {
        if (!interval->span.contains(timeMs)) {
            continue;
        }
        isUnowned = isUnowned || interval->ownership == Ownership::Unowned;
        if (interval->owner != MemberIndex::None) {
            owners.push_back(interval->owner);
        }
    }
    std::ranges::sort(owners);
    return owners;
}

// The first lane of a static member stands for all that came in its place.
MemberIndex firstLane(const GroupLanes& lanes, MemberIndex member) {
    while (member != MemberIndex::None) {
        const MemberIndex before = lanes.members[static_cast<std::size_t>(member)].replaces;
        if (before == MemberIndex::None) {
            break;
        }
        member = before;
    }
    return member;
}

std::vector<MemberIndex> people(const GroupLanes& lanes, std::vector<MemberIndex> owners) {
    for (MemberIndex& owner : owners) {
        owner = firstLane(lanes, owner);
    }
    std::ranges::sort(owners);
    return owners;
}

}  // namespace

GroupMoment momentOf(const GroupTimeline& timeline, std::int64_t timeMs) {
    const GroupLanes& lanes = timeline.lanes();
    GroupMoment moment;
    moment.timeMs = timeMs;
    if (timeMs < timeline.firstMs() || blindAt(lanes, timeMs) != nullptr) {
        moment.certainty = Certainty::Blind;
        return moment;
    }
    const std::size_t state = firstEndingAfter(lanes.states, timeMs);
    if (state < lanes.states.size() && lanes.states[state].span.contains(timeMs)) {
        moment.state = lanes.states[state].state;
        moment.epoch = lanes.states[state].epoch;
        moment.assignmentEpoch = lanes.states[state].assignmentEpoch;
        moment.certainty = lanes.states[state].span.certainty;
    }
    for (std::size_t i = 0; i < lanes.members.size(); ++i) {
        const auto& intervals = lanes.members[i].intervals;
        const std::size_t at = firstEndingAfter(intervals, timeMs);
        if (at < intervals.size() && intervals[at].span.contains(timeMs)) {
            moment.members.push_back({MemberIndex{static_cast<std::uint32_t>(i)}, intervals[at]});
        }
    }
    for (std::size_t i = 0; i < lanes.partitions.size(); ++i) {
        bool isUnowned = false;
        ownersAt(lanes.partitions[i], timeMs, isUnowned);
        if (isUnowned && lanes.partitions[i].role == TaskRole::Active) {
            moment.unowned.push_back(PartitionIndex{static_cast<std::uint32_t>(i)});
        }
    }
    return moment;
}

std::vector<AssignmentDifference> differences(const GroupTimeline& timeline, std::int64_t fromMs, std::int64_t toMs) {
    const GroupLanes& lanes = timeline.lanes();
    std::vector<AssignmentDifference> found;
    for (std::size_t i = 0; i < lanes.partitions.size(); ++i) {
        bool isUnowned = false;
        AssignmentDifference one{PartitionIndex{static_cast<std::uint32_t>(i)},
                                 ownersAt(lanes.partitions[i], fromMs, isUnowned),
                                 ownersAt(lanes.partitions[i], toMs, isUnowned)};
        if (people(lanes, one.before) != people(lanes, one.after)) {
            found.push_back(std::move(one));
        }
    }
    return found;
}

std::vector<TargetDifference> targetDifferences(const GroupMoment& moment) {
    std::vector<TargetDifference> found;
    for (const MemberMoment& member : moment.members) {
        if (!member.as.target) {
            continue;
        }
        const Assignment held = member.as.assigned ? *member.as.assigned : Assignment();
        const Assignment pending = member.as.pendingRevocation ? *member.as.pendingRevocation : Assignment();
        Assignment toRevoke = assignmentMinus(held, *member.as.target);
        toRevoke.insert(toRevoke.end(), pending.begin(), pending.end());
        Assignment toTake = assignmentMinus(*member.as.target, held);
        if (!toRevoke.empty() || !toTake.empty()) {
            found.push_back({member.member, std::make_shared<const Assignment>(normalized(std::move(toRevoke))),
                             std::make_shared<const Assignment>(std::move(toTake))});
        }
    }
    return found;
}

}  // namespace brokerscope
