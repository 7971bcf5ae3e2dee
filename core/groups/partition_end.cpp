#include "core/groups/moment_end.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace brokerscope {
void MomentEnd::endPartition(PartitionIndex index) {
    settleOwners(index);
    tellOwners(index);
}

// Who gets a partition that another was last seen with: either the other's release was not seen, or a rule is broken.
void MomentEnd::settleOwners(PartitionIndex index) {
    PartitionCell& cell = m_state.partition(index);
    if (cell.owners.size() < 2 || m_state.group.type == GroupType::Share ||
        m_state.lane(index).role != TaskRole::Active) {
        return;
    }
    const auto isNew = [this](const PartitionOwner& owner) { return owner.said.timeMs == m_state.momentMs; };
    const auto newest = std::ranges::find_if(cell.owners, isNew);
    if (newest == cell.owners.end()) {
        return;
    }
    const PartitionOwner gainer = *newest;
    const MemberCell& to = m_state.member(gainer.member);
    std::erase_if(cell.owners, [&](const PartitionOwner& owner) {
        if (owner.member == gainer.member) {
            return false;
        }
        const MemberCell& from = m_state.member(owner.member);
        const bool isOneSource = isSameSource(from.assignment.evidence, to.assignment.evidence);
        const bool isRestated = from.assignment.timeMs == m_state.momentMs;
        // Without epochs nobody can tell which of the two is the past.
        const bool isNoPast = from.now.epoch >= 0 && from.now.epoch >= to.now.epoch;
        if (isOneSource && (isRestated || isNoPast)) {
            checkOwners(index, owner, gainer);
            return false;
        }
        cell.released = to.assignment;
        cell.released.certainty = Certainty::Inferred;
        return true;
    });
}

void MomentEnd::checkOwners(PartitionIndex index, const PartitionOwner& left, const PartitionOwner& right) {
    m_state.violate(
        {GroupRule::OneOwner,
         0,
         index,
         left.member,
         right.member,
         fmt::format("{}: {} at epoch {} and {} at epoch {}", m_state.partitionName(index),
                     m_state.memberName(left.member), m_state.member(left.member).now.epoch,
                     m_state.memberName(right.member), m_state.member(right.member).now.epoch),
         {m_state.member(left.member).assignment.evidence, m_state.member(right.member).assignment.evidence}});
}

// Only where the target was told for this assignment epoch: an older one may have been followed by one that nobody saw.
void MomentEnd::checkTarget(MemberIndex index) {
    const MemberCell& cell = m_state.member(index);
    const GroupCell& group = m_state.group;
    if (!cell.isPresent || !cell.now.target || !cell.now.assigned || !cell.now.stateCode.has_value() ||
        cell.now.epoch != group.now.assignmentEpoch || cell.targetTold.timeMs < group.targetSinceMs ||
        cell.assignment.timeMs != m_state.momentMs || cell.now.isAway.value_or(false) ||
        !isSameSource(cell.assignment.evidence, cell.targetTold.evidence) ||
        reconciliationOf(group.type, *cell.now.stateCode) != Reconciliation::Stable) {
        return;
    }
    const std::size_t extra = partitionCount(assignmentMinus(*cell.now.assigned, *cell.now.target));
    if (extra > 0) {
        m_state.violate({GroupRule::AssignedNotInTarget,
                         0,
                         PartitionIndex::None,
                         index,
                         MemberIndex::None,
                         fmt::format("{}: {} partitions that its target lacks", m_state.memberName(index), extra),
                         {cell.targetTold.evidence, cell.assignment.evidence}});
    }
}

// Whether anybody is to have the partition, as far as that is known.
bool MomentEnd::isGiven(PartitionIndex index, const PartitionCell& cell) const {
    if (cell.next != MemberIndex::None || m_state.present.empty() || m_state.group.open.isOpen) {
        return true;
    }
    const GroupCell& group = m_state.group;
    if (!m_state.isClassic()) {
        return !group.hasTargets || group.now.assignmentEpoch < group.now.epoch;
    }
    const std::string& topic = m_state.lanes.partitions[static_cast<std::size_t>(index)].topic;
    return std::ranges::any_of(m_state.present, [&](MemberIndex member) {
        const MemberStatus& now = m_state.members[static_cast<std::size_t>(member)].now;
        return !now.topics || std::ranges::binary_search(*now.topics, topic);
    });
}

void MomentEnd::tellOwners(PartitionIndex index) {
    PartitionCell& cell = m_state.partition(index);
    const bool isActive = m_state.lane(index).role == TaskRole::Active;
    const std::int64_t nowMs = m_state.momentMs;
    std::vector<OwnershipInterval> wanted;
    for (const PartitionOwner& owner : cell.owners) {
        const MemberIndex next = cell.next == owner.member ? MemberIndex::None : cell.next;
        wanted.push_back({spanFrom(owner.said, nowMs),
                          owner.isPending ? Ownership::PendingRevocation : Ownership::Owned, owner.member, next,
                          owner.said.evidence});
    }
    if (!cell.owners.empty()) {
        const bool isStill = std::ranges::any_of(
            cell.owners, [&](const PartitionOwner& owner) { return owner.member == cell.lastOwner; });
        const MemberIndex owner = cell.owners.back().said.timeMs >= cell.owners.front().said.timeMs
                                      ? cell.owners.back().member
                                      : cell.owners.front().member;
        const bool isReplaced = cell.unownedSinceMs < 0 && m_state.isSameOwner(cell.lastOwner, owner);
        if (isActive && (!isStill || cell.unownedSinceMs >= 0) && !isReplaced) {
            const bool isMeasured = cell.unownedSinceMs >= 0;
            const bool isDirect = !isMeasured && cell.lastOwner != MemberIndex::None;
            m_tracker.taken(index, cell.lastOwner, owner, isMeasured ? nowMs - cell.unownedSinceMs : -1,
                            isDirect ? Certainty::Inferred : cell.released.certainty);
        }
        cell.lastOwner = isStill ? cell.lastOwner : owner;
        cell.unownedSinceMs = -1;
        cell.isTopicGone = false;
    } else if (isActive && (cell.lastOwner != MemberIndex::None || cell.next != MemberIndex::None) &&
               !cell.isTopicGone && isGiven(index, cell)) {
        if (cell.unownedSinceMs < 0) {
            cell.unownedSinceMs = nowMs;
            if (cell.released.timeMs < 0) {
                cell.released = m_state.member(cell.next).targetTold;
            }
            m_tracker.released(index, cell.lastOwner, cell.released.certainty);
        }
        LaneSpan span = spanFrom(cell.released, nowMs);
        wanted.push_back({span, Ownership::Unowned, MemberIndex::None, cell.next, cell.released.evidence});
    } else {
        cell.unownedSinceMs = -1;
        cell.lastOwner = MemberIndex::None;
        cell.isTopicGone = false;
    }
    m_writer.writePartition(index, wanted);
}

}  // namespace brokerscope
