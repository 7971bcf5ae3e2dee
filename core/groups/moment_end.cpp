#include "core/groups/moment_end.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace brokerscope {
namespace {

const Assignment& contents(const SharedAssignment& assignment) {
    static const Assignment kNothing;
    return assignment ? *assignment : kNothing;
}

bool isSamePartitions(const SharedAssignment& left, const SharedAssignment& right) {
    return left == right || (left && right && *left == *right);
}

void compare(const SharedAssignment& before, const SharedAssignment& now, Assignment& lost, Assignment& gained) {
    if (!isSamePartitions(before, now)) {
        lost = assignmentMinus(contents(before), contents(now));
        gained = assignmentMinus(contents(now), contents(before));
    }
}

}  // namespace

void MomentEnd::conclude() {
    GroupCell& group = m_state.group;
    raiseEpochs();
    if (group.now.assignmentEpoch != group.knownAssignmentEpoch) {
        group.targetSinceMs = m_state.momentMs;
    }
    m_tracker.beginByState();
    if (group.now.assignmentEpoch != group.knownAssignmentEpoch) {
        group.knownAssignmentEpoch = group.now.assignmentEpoch;
        m_tracker.targetComputed();
    }
    std::vector<MemberDelta> deltas;
    for (const MemberIndex index : m_state.touched) {
        deltas.push_back(deltaOf(index));
    }
    tellTargets(deltas);
    for (const MemberDelta& delta : deltas) {
        takeAway(delta);
    }
    for (const MemberDelta& delta : deltas) {
        give(delta);
    }
    for (const MemberDelta& delta : deltas) {
        tellMember(delta);
        m_writer.writeMember(delta.member);
        checkTarget(delta.member);
    }
    const std::set<PartitionIndex> partitions = m_state.touchedPartitions;
    for (const PartitionIndex index : partitions) {
        endPartition(index);
    }
    countSettled();
    const std::map<PartitionIndex, MovedPartition> loose = m_state.loose;
    m_tracker.end();
    if (!group.open.isOpen) {
        for (const auto& [index, moved] : loose) {
            m_state.touch(index);
            tellOwners(index);
        }
    }
    inferState();
    writeState();
    group.isMigrating = false;
}

// What one source says at one moment must fit; else the epoch that was not told follows from the other.
void MomentEnd::raiseEpochs() {
    GroupCell& group = m_state.group;
    const bool isTold = group.epochTold.timeMs == m_state.momentMs;
    for (const MemberIndex index : m_state.touched) {
        const MemberCell& cell = m_state.member(index);
        if (!cell.isPresent || cell.now.epoch <= group.now.epoch) {
            continue;
        }
        const bool isOneSource = cell.assignment.timeMs == m_state.momentMs &&
                                 cell.assignment.evidence.source == group.epochTold.evidence.source;
        if (isTold && isOneSource) {
            m_state.violate({GroupRule::MemberAhead,
                             0,
                             PartitionIndex::None,
                             index,
                             MemberIndex::None,
                             fmt::format("{} at epoch {}, the group at {}", m_state.memberName(index), cell.now.epoch,
                                         group.now.epoch),
                             {group.epochTold.evidence, cell.assignment.evidence}});
            continue;
        }
        group.now.epoch = cell.now.epoch;
        group.now.assignmentEpoch = m_state.isClassic() ? -1 : std::max(group.now.assignmentEpoch, cell.now.epoch);
        group.isRaised = true;
        group.isRecounted = true;
        if (group.stateTold.timeMs < 0) {
            group.stateTold = cell.assignment;
        }
    }
    if (group.now.assignmentEpoch <= group.now.epoch) {
        return;
    }
    const Said& assignment = group.assignmentEpochTold;
    if (isTold && assignment.timeMs == m_state.momentMs &&
        assignment.evidence.source == group.epochTold.evidence.source) {
        m_state.violate({GroupRule::AssignmentAhead,
                         0,
                         PartitionIndex::None,
                         MemberIndex::None,
                         MemberIndex::None,
                         fmt::format("assignment epoch {}, group epoch {}", group.now.assignmentEpoch, group.now.epoch),
                         {group.epochTold.evidence, assignment.evidence}});
        return;
    }
    group.now.epoch = group.now.assignmentEpoch;
    group.isRaised = true;
    group.isRecounted = true;
}

MomentEnd::MemberDelta MomentEnd::deltaOf(MemberIndex index) {
    const MemberCell& cell = m_state.member(index);
    MemberDelta delta;
    delta.member = index;
    const MemberInterval none;
    const MemberInterval& before = cell.hasOpen ? m_state.lane(index).intervals.back() : none;
    const SharedAssignment nothing;
    compare(before.assigned, cell.isPresent ? cell.now.assigned : nothing, delta.lost, delta.gained);
    compare(before.pendingRevocation, cell.isPresent ? cell.now.pendingRevocation : nothing, delta.lostPending,
            delta.gainedPending);
    const SharedAssignment& target = cell.isPresent ? cell.now.target : nothing;
    compare(before.target, target, delta.targetLost, delta.targetGained);
    delta.hasNewTarget = target && !isSamePartitions(before.target, target);
    return delta;
}

void MomentEnd::tellTargets(const std::vector<MemberDelta>& deltas) {
    TargetComputed computed;
    EventEvidence evidence;
    for (const MemberDelta& delta : deltas) {
        const MemberCell& cell = m_state.member(delta.member);
        if (delta.hasNewTarget && !cell.isLoaded) {
            computed.targets.emplace_back(m_state.memberName(delta.member), cell.now.target);
            evidence = cell.targetTold.evidence;
        }
    }
    if (!computed.targets.empty()) {
        std::ranges::sort(computed.targets, {}, [](const auto& target) { return target.first; });
        m_state.conclude(std::move(computed), evidence);
    }
}

void MomentEnd::forEach(const Assignment& assignment, const std::function<void(PartitionIndex)>& visit) {
    for (const AssignedTopic& topic : assignment) {
        const PartitionDirectory::Topic number = m_state.directory.topic(topic);
        for (const std::int32_t partition : topic.partitions) {
            const PartitionIndex index = m_state.directory.partition(number, partition);
            if (index == PartitionIndex::None) {
                m_state.group.isLimited = true;
                continue;
            }
            visit(index);
        }
    }
}

void MomentEnd::takeAway(const MemberDelta& delta) {
    const MemberCell& member = m_state.member(delta.member);
    const Said said = member.isPresent ? member.assignment : member.presence;
    const auto remove = [&](PartitionIndex index) {
        PartitionCell& cell = m_state.touch(index);
        const auto removed =
            std::erase_if(cell.owners, [&](const PartitionOwner& owner) { return owner.member == delta.member; });
        if (removed > 0) {
            cell.released = said;
        }
    };
    forEach(delta.lost, remove);
    forEach(delta.lostPending, remove);
    forEach(delta.targetLost, [&](PartitionIndex index) {
        PartitionCell& cell = m_state.touch(index);
        if (cell.next == delta.member) {
            cell.next = MemberIndex::None;
        }
    });
}

void MomentEnd::give(const MemberDelta& delta) {
    MemberCell& member = m_state.member(delta.member);
    std::int64_t freedMs = -1;
    const auto own = [&](bool isPending) {
        return [&, isPending](PartitionIndex index) {
            PartitionCell& cell = m_state.touch(index);
            const bool isKept = std::ranges::any_of(
                cell.owners, [&](const PartitionOwner& owner) { return owner.member == delta.member; });
            if (!isKept) {
                cell.owners.push_back({delta.member, isPending, member.assignment});
                std::ranges::sort(cell.owners, {}, &PartitionOwner::member);
                freedMs = std::max({freedMs, cell.unownedSinceMs, std::int64_t{0}});
            }
        };
    };
    forEach(delta.gained, own(false));
    const bool isTaking = freedMs >= 0;
    forEach(delta.gainedPending, own(true));
    forEach(delta.targetGained, [&](PartitionIndex index) { m_state.touch(index).next = delta.member; });
    const bool hasRevoked = !delta.lostPending.empty() && contents(member.now.pendingRevocation).empty();
    m_tracker.memberChanged(delta.member, !delta.gainedPending.empty(), hasRevoked, isTaking ? freedMs : -1);
}

void MomentEnd::tellMember(const MemberDelta& delta) {
    MemberCell& cell = m_state.member(delta.member);
    const MemberLane& lane = m_state.lane(delta.member);
    if (cell.hasOpen && !cell.isPresent) {
        m_state.conclude(
            MemberDeparted{{lane.memberId, cell.goneWhy, cell.goneWords, cell.replacedBy}, lane.clientId, lane.host},
            cell.presence.evidence, cell.goneCertainty);
    } else if (!cell.hasOpen && cell.isPresent && !cell.isLoaded) {
        m_state.conclude(MemberArrived{cell.now}, cell.presence.evidence);
    } else if (cell.hasOpen && !cell.changed.empty()) {
        m_state.conclude(MemberChanged{cell.now, cell.changed}, cell.assignment.evidence);
    }
    cell.changed.clear();
    const bool isOther =
        !delta.gained.empty() || !delta.lost.empty() || !delta.gainedPending.empty() || !delta.lostPending.empty();
    if (!isOther || (cell.isLoaded && !cell.hasOpen)) {
        return;
    }
    const auto share = [](Assignment assignment) { return std::make_shared<const Assignment>(std::move(assignment)); };
    Assignment gone = delta.lost;
    gone.insert(gone.end(), delta.lostPending.begin(), delta.lostPending.end());
    const Assignment kept = cell.isPresent ? contents(cell.now.pendingRevocation) : Assignment();
    AssignmentChanged change{lane.memberId, share(assignmentMinus(delta.gained, delta.lostPending)),
                             share(assignmentMinus(assignmentMinus(normalized(gone), kept), delta.gained)),
                             share(kept)};
    m_state.conclude(std::move(change), cell.isPresent ? cell.assignment.evidence : cell.presence.evidence);
}

bool MomentEnd::isMemberSettled(const MemberCell& cell) const {
    const GroupStatus& group = m_state.group.now;
    if (cell.now.isAway.value_or(false) || cell.now.epoch < 0) {
        return true;
    }
    const std::int32_t epoch = group.assignmentEpoch >= 0 ? group.assignmentEpoch : group.epoch;
    if (cell.now.epoch != epoch || !contents(cell.now.pendingRevocation).empty()) {
        return false;
    }
    if (cell.now.stateCode.has_value()) {
        return reconciliationOf(m_state.group.type, *cell.now.stateCode) == Reconciliation::Stable;
    }
    return !cell.now.target || !cell.now.assigned || assignmentMinus(*cell.now.target, *cell.now.assigned).empty();
}

void MomentEnd::countSettled() {
    GroupCell& group = m_state.group;
    if (m_state.isClassic()) {
        return;
    }
    if (group.isRecounted) {
        group.isRecounted = false;
        group.unsettled = 0;
        for (const MemberIndex index : m_state.present) {
            const bool isSettled = isMemberSettled(m_state.member(index));
            if (isSettled != m_state.member(index).isSettled) {
                m_state.touch(index).isSettled = isSettled;
            }
            group.unsettled += isSettled ? 0 : 1;
        }
        return;
    }
    for (const MemberIndex index : m_state.touched) {
        MemberCell& cell = m_state.member(index);
        const bool isSettled = isMemberSettled(cell);
        if (cell.isPresent && isSettled != cell.isSettled) {
            group.unsettled += isSettled ? -1 : 1;
            cell.isSettled = isSettled;
        }
    }
}

// The wire has no states of groups: they follow from what its members do.
void MomentEnd::inferState() {
    GroupCell& group = m_state.group;
    const auto exchange = static_cast<std::size_t>(EventSource::Exchange);
    const bool isByOthers = group.stateTold.timeMs >= 0 && group.stateTold.evidence.source != EventSource::Exchange;
    if (group.lastSaid[exchange] != m_state.momentMs || group.type == GroupType::Unknown || group.isDeleted ||
        (isByOthers && (!m_state.isClassic() || group.stateTold.timeMs == m_state.momentMs))) {
        return;
    }
    std::string word = m_state.present.empty() ? "Empty" : "Stable";
    if (group.open.isOpen && m_state.isClassic()) {
        const bool isWaiting =
            m_state.joiners.empty() || group.open.lastJoinMs == m_state.momentMs ||
            std::ranges::any_of(m_state.joiners, [this](MemberIndex index) { return m_state.member(index).isJoining; });
        word = isWaiting ? "PreparingRebalance" : "CompletingRebalance";
    } else if (group.open.isOpen) {
        word = group.now.assignmentEpoch < group.now.epoch ? "Assigning" : "Reconciling";
    }
    if (word == group.now.state) {
        return;
    }
    group.now.state = word;
    group.stateTold = {
        {EventSource::Exchange, 0, ExchangeId::None, {}, 0}, m_state.momentMs, m_state.momentMs, Certainty::Inferred};
}

void MomentEnd::writeState() {
    const GroupCell& group = m_state.group;
    if (group.isDeleted) {
        m_writer.endState();
        return;
    }
    if (group.now.state.empty() && group.now.epoch < 0) {
        return;
    }
    const auto& states = m_state.lanes.states;
    const std::string before = states.empty() ? std::string() : states.back().state;
    const Said& said =
        group.stateTold.timeMs == m_state.momentMs || group.epochTold.timeMs < 0 ? group.stateTold : group.epochTold;
    m_writer.writeState(group.now.state, said);
    if (!before.empty() && before != group.now.state) {
        m_state.conclude(StateChanged{before, group.now.state}, group.stateTold.evidence, group.stateTold.certainty);
    }
}

}  // namespace brokerscope
