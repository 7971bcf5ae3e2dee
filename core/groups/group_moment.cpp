#include "core/groups/group_moment.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace brokerscope {
namespace {

bool isBlindAt(const TimelineSnapshot& timeline, std::int64_t timeMs) {
    return timeMs < timeline.firstMs || std::ranges::any_of(timeline.lanes.blind, [timeMs](const BlindInterval& blind) {
               return blind.isTotal && blind.span.contains(timeMs);
           });
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

std::vector<MemberAt> membersAt(const TimelineSnapshot& timeline, std::int64_t timeMs) {
    std::vector<MemberAt> members;
    if (isBlindAt(timeline, timeMs)) {
        return members;
    }
    for (std::size_t i = 0; i < timeline.lanes.members.size(); ++i) {
        const auto& intervals = timeline.lanes.members[i].intervals;
        const std::size_t at = firstEndingAfter(intervals, timeMs);
        if (at < intervals.size() && intervals[at].span.contains(timeMs)) {
            members.push_back({MemberIndex{static_cast<std::uint32_t>(i)}, static_cast<std::uint32_t>(at)});
        }
    }
    return members;
}

GroupMoment momentOf(const TimelineSnapshot& timeline, std::int64_t timeMs) {
    const GroupLanes& lanes = timeline.lanes;
    GroupMoment moment;
    moment.timeMs = timeMs;
    if (isBlindAt(timeline, timeMs)) {
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
    for (const MemberAt& one : membersAt(timeline, timeMs)) {
        moment.members.push_back(
            {one.member, lanes.members[static_cast<std::size_t>(one.member)].intervals[one.interval]});
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

std::vector<AssignmentDifference> differences(const TimelineSnapshot& timeline, std::int64_t fromMs,
                                              std::int64_t toMs) {
    const GroupLanes& lanes = timeline.lanes;
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

TargetDifference targetDifference(MemberIndex member, const MemberInterval& as) {
    Assignment toRevoke;
    Assignment toTake;
    if (as.target) {
        const Assignment held = as.assigned ? *as.assigned : Assignment();
        toRevoke = assignmentMinus(held, *as.target);
        if (as.pendingRevocation) {
            toRevoke.insert(toRevoke.end(), as.pendingRevocation->begin(), as.pendingRevocation->end());
        }
        toTake = assignmentMinus(*as.target, held);
    }
    return {member, std::make_shared<const Assignment>(normalized(std::move(toRevoke))),
            std::make_shared<const Assignment>(std::move(toTake))};
}

std::vector<TargetDifference> targetDifferences(const GroupMoment& moment) {
    std::vector<TargetDifference> found;
    for (const MemberMoment& member : moment.members) {
        TargetDifference one = targetDifference(member.member, member.as);
        if (!one.toRevoke->empty() || !one.toTake->empty()) {
            found.push_back(std::move(one));
        }
    }
    return found;
}

}  // namespace brokerscope
