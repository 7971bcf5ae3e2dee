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

// What is not told is not another.
bool isOther(const SharedAssignment& told, const SharedAssignment& known) {
    return told && !isSameAssignment(told, known);
}

}  // namespace

MemberIndex SourceViews::find(const std::string& memberId) const {
    const auto known = m_state.memberIds.find(memberId);
    return known != m_state.memberIds.end() && m_state.present.contains(known->second) ? known->second
                                                                                       : MemberIndex::None;
}

MemberIndex SourceViews::lane(const std::string& memberId) {
    const auto known = m_state.memberIds.find(memberId);
    if (known != m_state.memberIds.end()) {
        return known->second;
    }
    if (m_state.lanes.members.size() >= m_state.limits.members) {
        m_state.group.isLimited = true;
        return MemberIndex::None;
    }
    const MemberIndex index{static_cast<std::uint32_t>(m_state.lanes.members.size())};
    MemberLane lane;
    lane.memberId = memberId;
    m_state.lanes.members.push_back(std::move(lane));
    if (m_state.members.size() < m_state.lanes.members.size()) {
        m_state.members.emplace_back();
    }
    m_state.memberIds.emplace(memberId, index);
    TimelineState& state = m_state;
    m_state.journal.add([&state, memberId] {
        state.memberIds.erase(memberId);
        state.lanes.members.pop_back();
    });
    return index;
}

MemberIndex SourceViews::arrive(const GroupEvent& event, const MemberStatus& status) {
    const MemberIndex index = lane(status.memberId);
    if (index == MemberIndex::None) {
        return index;
    }
    MemberCell& cell = m_state.touch(index);
    if (isOlderView(event, cell.presence)) {
        ++m_state.group.stale;
        return MemberIndex::None;
    }
    const bool isBack = cell.presence.timeMs >= 0;
    if (isBack && cell.goneWhy == GroupReason::Unknown && cell.hadPending) {
        m_tracker.explain(index, GroupReason::PollTimeout);
    }
    m_state.group.isDeleted = false;
    const std::int64_t lastSignMs = cell.lastSignMs;
    cell = MemberCell();
    cell.lastSignMs = lastSignMs;
    cell.isPresent = true;
    cell.presence = saidBy(event);
    cell.arrivedMs = event.timeMs;
    cell.isLoaded = isLoaded(event);
    cell.now.memberId = status.memberId;
    m_state.insert(m_state.present, index);
    if (!cell.isLoaded) {
        // A member that is replaced gives the better reason.
        const std::string instance = status.instanceId.value_or(std::string());
        takeInstance(event, index, instance, true);
    }
    m_state.group.isRecounted = true;
    return index;
}

void SourceViews::takeInstance(const GroupEvent& event, MemberIndex index, const std::string& instance, bool isNew) {
    TimelineState& state = m_state;
    MemberLane& lane = m_state.lane(index);
    MemberIndex before = MemberIndex::None;
    const auto known = m_state.instances.find(instance);
    if (!instance.empty() && (known == m_state.instances.end() || known->second != index)) {
        m_state.journal.add([&state, index, name = lane.instanceId, replaces = lane.replaces] {
            state.lane(index).instanceId = name;
            state.lane(index).replaces = replaces;
        });
        lane.instanceId = instance;
        if (known != m_state.instances.end()) {
            before = known->second;
            m_state.journal.add([&state, instance, before] { state.instances[instance] = before; });
            known->second = index;
            // Lanes are older the lower they stand: an id that comes back begins no circle.
            lane.replaces = before < index ? before : lane.replaces;
        } else {
            m_state.journal.add([&state, instance] { state.instances.erase(instance); });
            m_state.instances.emplace(instance, index);
        }
    }
    const bool isReplacing = before != MemberIndex::None && m_state.present.contains(before);
    const bool wasReplaced = before != MemberIndex::None && m_state.member(before).presence.timeMs == event.timeMs &&
                             !m_state.member(before).isPresent;
    if (isReplacing) {
        depart(event, before,
               {m_state.lane(before).memberId, GroupReason::StaticReplaced, {}, m_state.lane(index).memberId});
    }
    if (isReplacing || wasReplaced) {
        MemberCell& old = m_state.touch(before);
        old.replacedBy = m_state.lane(index).memberId;
        old.goneWhy = GroupReason::StaticReplaced;
        std::erase_if(m_state.group.hints, [before](const TriggerHint& told) { return told.member == before; });
        hint(event, GroupReason::StaticReplaced, index);
    } else if (isNew) {
        hint(event, GroupReason::Joined, index);
    }
}

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
    if (event.evidence.source == EventSource::Exchange) {
        m_triggers.sign(index, event.timeMs);
    }
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

void SourceViews::takeIdentity(const GroupEvent& event, const MemberStatus& status, MemberIndex index) {
    MemberCell& cell = m_state.member(index);
    MemberLane& lane = m_state.lane(index);
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
    if (lane.clientId != cell.now.clientId || lane.host != cell.now.host) {
        m_state.journal.add([&state, index, client = lane.clientId, host = lane.host] {
            state.lane(index).clientId = client;
            state.lane(index).host = host;
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

void SourceViews::depart(const GroupEvent& event, MemberIndex index, const MemberGone& gone) {
    MemberCell& cell = m_state.touch(index);
    const GroupReason fenced = cell.goneWhy == GroupReason::Fenced ? GroupReason::Fenced : GroupReason::Unknown;
    GroupReason why = gone.reason;
    Certainty certainty = Certainty::Observed;
    if (why == GroupReason::Unknown) {
        why = fenced != GroupReason::Unknown ? fenced : m_triggers.whyGone(cell, event.timeMs);
        certainty = Certainty::Inferred;
    }
    cell.isPresent = false;
    cell.presence = saidBy(event);
    cell.goneWhy = why;
    cell.goneWords = gone.words;
    cell.replacedBy = gone.replacedBy;
    cell.hadPending = cell.pendingSinceMs >= 0;
    m_state.erase(m_state.present, index);
    m_state.group.isRecounted = true;
    if (why != GroupReason::StaticReplaced) {
        m_triggers.hint({why, index, event.timeMs, certainty, event.evidence, gone.words, false});
    }
    m_tracker.memberGone(index);
}

void SourceViews::takeSaid(const GroupEvent& event, const MemberGone& gone) {
    const MemberIndex index = find(gone.memberId);
    if (index != MemberIndex::None) {
        if (!isOlderView(event, m_state.member(index).presence)) {
            depart(event, index, gone);
        }
        return;
    }
    const auto known = m_state.memberIds.find(gone.memberId);
    if (known == m_state.memberIds.end()) {
        return;
    }
    // Told once more, and perhaps better.
    MemberCell& cell = m_state.member(known->second);
    const bool isBetter = cell.goneWhy == GroupReason::Unknown && gone.reason != GroupReason::Unknown;
    if (isBetter && event.timeMs - cell.presence.timeMs <= TriggerFinder::kLookAheadMs) {
        m_tracker.explain(known->second, gone.reason);
        m_state.touch(known->second).goneWords = gone.words;
    }
}

void SourceViews::takeSaid(const GroupEvent& event, const MemberRoster& roster) {
    if (!roster.memberIds) {
        return;
    }
    const std::set<MemberIndex> present = m_state.present;
    for (const MemberIndex index : present) {
        const MemberCell& cell = m_state.member(index);
        if (cell.isJoining || isOlderView(event, cell.presence) ||
            std::ranges::binary_search(*roster.memberIds, m_state.lane(index).memberId)) {
            continue;
        }
        depart(event, index, {m_state.lane(index).memberId, GroupReason::Unknown, {}, {}});
    }
    for (const std::string& memberId : *roster.memberIds) {
        if (!memberId.empty() && find(memberId) == MemberIndex::None) {
            MemberStatus status;
            status.memberId = memberId;
            arrive(event, status);
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
