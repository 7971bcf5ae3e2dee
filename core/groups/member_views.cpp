#include "core/groups/source_views.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace brokerscope {
namespace {

const SharedAssignment& noPartitions() {
    static const SharedAssignment kNone = std::make_shared<const Assignment>();
    return kNone;
}

bool isSameAssignment(const SharedAssignment& left, const SharedAssignment& right) {
    return left == right || (left && right && *left == *right);
}

const SharedAssignment& orNothing(const SharedAssignment& assignment) {
    return assignment ? assignment : noPartitions();
}

// What is not told is not another.
bool isOther(const SharedAssignment& told, const SharedAssignment& known) {
    return told && !isSameAssignment(told, known);
}

}  // namespace

bool SourceViews::isMemberUsed(const GroupEvent& event, const MemberStatus& status, MemberIndex index) {
    MemberCell& cell = m_state.member(index);
    const Said& known = cell.assignment;
    const bool isSure =
        event.earliestMs >= known.timeMs && event.timeMs - known.timeMs >= m_state.limits.contradictionMs;
    if (status.epoch >= 0 && status.epoch < cell.now.epoch) {
        if (isOneLog(event, known)) {
            m_state.violate(
                {GroupRule::EpochBackwards,
                 0,
                 PartitionIndex::None,
                 index,
                 MemberIndex::None,
                 fmt::format("{}: member epoch {} after {}", m_state.memberName(index), status.epoch, cell.now.epoch),
                 {known.evidence, event.evidence}});
            return true;
        }
        if (!isSure) {
            ++m_state.group.stale;
            return false;
        }
        ++m_state.group.contradictions;
        return true;
    }
    const bool isNewer = status.epoch > cell.now.epoch;
    const bool isDifferent =
        isOther(status.assigned, cell.now.assigned) || isOther(status.pendingRevocation, cell.now.pendingRevocation);
    if (known.timeMs < 0 || isNewer || !isDifferent || event.evidence.source <= known.evidence.source) {
        return true;
    }
    if (isSure) {
        ++m_state.group.contradictions;
        return true;
    }
    return event.earliestMs >= known.timeMs && known.certainty == Certainty::Inferred;
}

void SourceViews::takeSaid(const GroupEvent& event, const MemberStatus& status) {
    if (status.memberId.empty()) {
        return;
    }
    MemberIndex index = find(status.memberId);
    if (index == MemberIndex::None) {
        index = arrive(event, status);
        if (index == MemberIndex::None) {
            return;
        }
    }
    MemberCell& cell = m_state.touch(index);
    takeIdentity(event, status, index);
    takeSign(event, status, index);
    if (!isMemberUsed(event, status, index)) {
        return;
    }
    checkMember(event, status, index);
    takeAssignment(event, status, index);
    if (status.isAway.has_value() && status.isAway != cell.now.isAway) {
        if (cell.now.isAway.has_value() || *status.isAway) {
            cell.changed.emplace_back("away");
        }
        cell.now.isAway = status.isAway;
        m_state.group.isRecounted = true;
    }
}

// What a member itself did. Its current assignment is written at its own heartbeat, but for a migration; two answers
// with different epochs have such a heartbeat between them. Who is in a new generation had joined it when it was
// complete, but for static members, whose place is kept. Who is in the first generation joined for it, also where a
// look showed it before.
void SourceViews::takeSign(const GroupEvent& event, const MemberStatus& status, MemberIndex index) {
    const MemberCell& cell = m_state.member(index);
    const bool isRecord = event.evidence.source == EventSource::Offsets && event.earliestMs > 0;
    const bool isFounder = isRecord && m_state.isClassic() && status.epoch == kFirstGeneration && cell.isLoaded &&
                           m_state.group.open.isOpen && cell.now.epoch < kFirstGeneration;
    if (isFounder) {
        m_triggers.hint({GroupReason::Joined, index, event.timeMs, Certainty::Inferred, event.evidence,
                         "it is in the first generation", false});
    }
    const bool isOwnRecord = isRecord && status.stateCode.has_value() && !m_state.group.isMigrating;
    const bool isRejoin =
        isRecord && m_state.isClassic() && status.epoch > cell.now.epoch && m_state.lane(index).instanceId.empty();
    const bool isRisen = event.evidence.source == EventSource::Describe && event.earliestMs > 0 &&
                         cell.now.epoch >= 0 && status.epoch > cell.now.epoch && !m_state.isClassic() &&
                         !m_state.group.isMigrating;
    if (event.evidence.source == EventSource::Exchange) {
        m_triggers.sign(index, event.timeMs);
    } else if (isOwnRecord || isRejoin || isRisen) {
        m_triggers.lived(index, event.earliestMs);
    }
}

void SourceViews::takeIdentity(const GroupEvent& event, const MemberStatus& status, MemberIndex index) {
    MemberCell& cell = m_state.member(index);
    TimelineState& state = m_state;
    if (status.instanceId.has_value()) {
        takeInstance(event, index, *status.instanceId, false);
        cell.now.instanceId = status.instanceId;
    }
    const auto take = [&](std::string& into, const std::string& told, const char* name) {
        if (told.empty() || told == into) {
            return;
        }
        if (!into.empty()) {
            cell.changed.emplace_back(name);
        }
        into = told;
    };
    take(cell.now.clientId, status.clientId, "clientId");
    take(cell.now.host, status.host, "host");
    take(cell.now.assignor, status.assignor, "assignor");
    if (m_state.lane(index).clientId != cell.now.clientId || m_state.lane(index).host != cell.now.host) {
        MemberLane& lane = m_state.change(index);
        m_state.journal.add([&state, index, client = lane.clientId, host = lane.host] {
            state.change(index).clientId = client;
            state.change(index).host = host;
        });
        lane.clientId = cell.now.clientId;
        lane.host = cell.now.host;
    }
    if (status.rackId.has_value()) {
        cell.now.rackId = status.rackId;
    }
    if (status.isClassic.has_value()) {
        cell.now.isClassic = status.isClassic;
    }
    if (status.sessionTimeoutMs >= 0) {
        cell.now.sessionTimeoutMs = status.sessionTimeoutMs;
    }
    if (!status.undecoded.empty()) {
        cell.now.undecoded = status.undecoded;
    }
    const bool isOtherList = status.topics && cell.now.topics && *status.topics != *cell.now.topics;
    const bool isOtherExpression = status.regularExpression.has_value() && cell.now.regularExpression.has_value() &&
                                   status.regularExpression != cell.now.regularExpression;
    if (isOtherList || isOtherExpression) {
        cell.changed.emplace_back(isOtherList ? "topics" : "regularExpression");
        hint(event, GroupReason::SubscriptionChanged, index);
        cell.isNewTarget = true;  // it may have to give up something before a target is computed
    }
    if (status.topics) {
        cell.now.topics = status.topics;
    }
    if (status.regularExpression.has_value()) {
        cell.now.regularExpression = status.regularExpression;
    }
}

void SourceViews::checkMember(const GroupEvent& event, const MemberStatus& status, MemberIndex index) {
    MemberCell& cell = m_state.member(index);
    const Said& known = cell.assignment;
    if (known.timeMs < 0 || !isSameSource(known.evidence, event.evidence)) {
        return;
    }
    const auto violate = [&](GroupRule rule, std::string found) {
        m_state.violate({rule,
                         0,
                         PartitionIndex::None,
                         index,
                         MemberIndex::None,
                         fmt::format("{}: {}", m_state.memberName(index), found),
                         {known.evidence, event.evidence}});
    };
    const SharedAssignment& held = cell.now.pendingRevocation;
    if (status.epoch > cell.now.epoch && cell.now.epoch >= 0 && held && status.pendingRevocation) {
        const std::size_t still = partitionCount(assignmentOverlap(*held, *status.pendingRevocation));
        if (still > 0) {
            violate(GroupRule::UnrevokedAdvanced,
                    fmt::format("epoch {} to {} with {} partitions to revoke", cell.now.epoch, status.epoch, still));
        }
    }
    if (status.pendingRevocation && cell.now.assigned && status.epoch == cell.now.epoch) {
        Assignment missing = assignmentMinus(*status.pendingRevocation, *cell.now.assigned);
        missing = assignmentMinus(missing, held ? *held : Assignment());
        // What came to it since may not have been seen.
        const auto isRecent = [&](const AssignedTopic& topic) {
            return std::ranges::any_of(topic.epochs, [&](std::int32_t epoch) { return epoch >= cell.now.epoch; });
        };
        std::erase_if(missing, isRecent);
        if (!missing.empty()) {
            violate(GroupRule::RevokedNotOwned,
                    fmt::format("told to revoke {} partitions that it did not have", partitionCount(missing)));
        }
    }
    if (status.stateCode.has_value() && cell.now.stateCode.has_value()) {
        const GroupType type = m_state.group.type;
        const Reconciliation from = reconciliationOf(type, *cell.now.stateCode);
        const Reconciliation to = reconciliationOf(type, *status.stateCode);
        const bool isNewTarget = cell.isNewTarget || isOther(status.target, cell.now.target);
        if (!mayFollow(from, to, isNewTarget) && status.epoch == cell.now.epoch) {
            violate(GroupRule::MemberTransition,
                    fmt::format("{} after {}", reconciliationName(type, to), reconciliationName(type, from)));
        }
    }
}

void SourceViews::takeAssignment(const GroupEvent& event, const MemberStatus& status, MemberIndex index) {
    MemberCell& cell = m_state.member(index);
    const bool isOtherAssignment =
        isOther(status.assigned, cell.now.assigned) || isOther(status.pendingRevocation, cell.now.pendingRevocation);
    const bool isOtherEpoch = status.epoch >= 0 && status.epoch != cell.now.epoch;
    if (isOtherAssignment && cell.now.assigned) {
        noteLook(event);
    }
    if (isOther(status.assigned, cell.now.assigned) && event.evidence.source == EventSource::Exchange) {
        departSilent(event, index, assignmentMinus(*status.assigned, *orNothing(cell.now.assigned)));
    }
    if (status.target) {
        cell.isNewTarget = cell.isNewTarget || isOther(status.target, cell.now.target);
        cell.now.target = status.target;
        cell.targetTold = saidBy(event);
        m_state.group.hasTargets = true;
    }
    if (status.stateCode.has_value()) {
        cell.now.stateCode = status.stateCode;
        cell.isNewTarget = false;
    } else if (isOtherAssignment || isOtherEpoch) {
        cell.now.stateCode.reset();
    }
    if (status.epoch >= 0) {
        cell.now.epoch = status.epoch;
    }
    if (status.previousEpoch >= 0) {
        cell.now.previousEpoch = status.previousEpoch;
    }
    // A record that has no epoch before its own is that of the join.
    const bool isJoin = cell.isLoaded && cell.arrivedMs == event.timeMs && status.previousEpoch == 0;
    if (isJoin && event.evidence.source == EventSource::Offsets && event.earliestMs > 0) {
        welcome(event, index, m_state.lane(index).instanceId);
    }
    if (status.assigned) {
        cell.now.assigned = status.assigned;
    }
    if (status.pendingRevocation) {
        const bool isPending = !status.pendingRevocation->empty();
        if (isPending != (cell.pendingSinceMs >= 0)) {
            cell.pendingSinceMs = isPending ? event.timeMs : -1;
        }
        cell.now.pendingRevocation = status.pendingRevocation;
    }
    if (isOtherAssignment || isOtherEpoch || status.assigned || status.stateCode.has_value()) {
        const bool isBetter = cell.assignment.timeMs < 0 || isOtherAssignment || isOtherEpoch ||
                              event.evidence.source <= cell.assignment.evidence.source ||
                              cell.assignment.certainty != Certainty::Observed;
        if (isBetter) {
            cell.assignment = saidBy(event);
        }
    }
}

void SourceViews::takeSaid(const GroupEvent& event, const MemberStep& step) {
    if (step.memberId.empty() || step.kind == MemberStepKind::IdRequired) {
        return;
    }
    MemberIndex index = find(step.memberId);
    const bool isJoin = step.kind == MemberStepKind::JoinSent;
    if (index == MemberIndex::None && (isJoin || step.kind == MemberStepKind::SyncAnswered)) {
        MemberStatus status;
        status.memberId = step.memberId;
        index = arrive(event, status);
    }
    if (index == MemberIndex::None) {
        if (step.kind == MemberStepKind::LeaveSent) {
            takeSaid(event, MemberGone{step.memberId, GroupReason::Left, step.words, {}});
        }
        return;
    }
    m_triggers.sign(index, event.timeMs);
    MemberCell& cell = m_state.touch(index);
    if (step.kind == MemberStepKind::LeaveSent) {
        depart(event, index, {step.memberId, GroupReason::Left, step.words, {}});
    } else if (step.kind == MemberStepKind::StaticLeaveSent) {
        if (!cell.now.isAway.value_or(false)) {
            cell.changed.emplace_back("away");
        }
        cell.now.isAway = true;
        m_state.group.isRecounted = true;
    } else if (m_state.isClassic()) {
        takeClassicStep(event, step, index);
    } else if (isJoin && cell.arrivedMs < event.timeMs) {
        cell.now.epoch = -1;  // its epochs begin anew
    }
}

void SourceViews::takeClassicStep(const GroupEvent& event, const MemberStep& step, MemberIndex index) {
    MemberCell& cell = m_state.member(index);
    switch (step.kind) {
        case MemberStepKind::JoinSent:
            // An eager member gives up everything before it asks to join again.
            if (!m_state.isCooperative() && cell.now.assigned && !cell.now.assigned->empty()) {
                cell.now.assigned = noPartitions();
                cell.assignment = saidBy(event, Certainty::Inferred);
            }
            m_tracker.joinSent(index);
            break;
        case MemberStepKind::JoinAnswered:
            m_tracker.joinAnswered(index);
            break;
        case MemberStepKind::SyncAnswered:
            m_tracker.synced(index);
            break;
        case MemberStepKind::ToldToRejoin:
            m_tracker.toldToRejoin(index);
            break;
        default:
            break;
    }
    if (step.epoch > cell.now.epoch) {
        cell.now.epoch = step.epoch;
    }
}

}  // namespace brokerscope
