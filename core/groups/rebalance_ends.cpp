#include "core/groups/rebalance_tracker.h"

#include <algorithm>
#include <utility>

namespace brokerscope {

namespace {

bool isCalm(const std::string& state) {
    return state == "Stable" || state == "Empty";
}

}  // namespace

// The first epoch that is told was so before anybody looked, but where something just seen has raised it.
void RebalanceTracker::learnEpoch() {
    GroupCell& group = m_state.group;
    if (group.isEpochKnown || group.now.epoch < 0) {
        return;
    }
    group.isEpochKnown = true;
    if (!m_triggers.hasStrongHints() && !isOpen()) {
        group.roundEpoch = isWrittenAnew() ? group.now.epoch - 1 : group.now.epoch;
    }
}

// A generation is written when it is new; answers before it have none. A static member that comes back writes the old
// one again.
bool RebalanceTracker::isWrittenAnew() const {
    const GroupCell& group = m_state.group;
    const Said& told = group.epochTold;
    const bool isRecord = told.evidence.source == EventSource::Offsets && told.timeMs == m_state.momentMs;
    const auto& states = m_state.lanes.states;
    return m_state.isClassic() && isRecord && told.earliestMs > 0 && !states.empty() &&
           states.back().state == "Stable" && !m_triggers.hasHints();
}

// Two looks at a calm classic group that differ: a rebalance came and went between them. The others tell their epochs.
bool RebalanceTracker::isBetweenLooks() const {
    const GroupCell& group = m_state.group;
    const bool isNew = !isOpen() || m_state.rebalances.back().span.fromMs == m_state.momentMs;
    return m_state.isClassic() && group.lookChanged.timeMs == m_state.momentMs && isCalm(group.now.state) &&
           isCalm(group.lookState) && isNew;
}

void RebalanceTracker::beginMissed() {
    const Said look = m_state.group.lookChanged;
    begin(look);
    addNotLogged(look);
    edit().span.certainty = Certainty::Inferred;
    m_state.group.open.isMissed = true;
}

// Its steps nobody saw. A record says when its members had joined; between two looks it may have been at any time.
void RebalanceTracker::addNotLogged(const Said& said) {
    Rebalance& rebalance = edit();
    const bool isLook = said.evidence.source == EventSource::Describe;
    if (said.earliestMs > 0 && (isLook || said.evidence.source == EventSource::Offsets)) {
        const std::size_t count = m_state.rebalances.size();
        const std::int64_t lastMs = count > 1 ? m_state.rebalances[count - 2].span.toMs : said.earliestMs;
        rebalance.span.fromMs = std::min(m_state.momentMs, std::max(said.earliestMs, lastMs));
        rebalance.span.doubtMs = 0;
    }
    addPhase(RebalancePhaseKind::NotLogged, MemberIndex::None, rebalance.span.fromMs);
}

// A rebalance that ended is told its epoch: the last member left, or a look was faster than the record.
bool RebalanceTracker::takeAwaitedEpoch() {
    GroupCell& group = m_state.group;
    if (!group.awaitsEpoch || isOpen() || m_triggers.hasHints() || m_state.rebalances.empty()) {
        return false;
    }
    group.awaitsEpoch = false;
    const bool isNear = group.epochTold.timeMs == m_state.momentMs &&
                        m_state.momentMs <= m_state.rebalances.back().span.toMs + kClocksDifferMs;
    if (!m_state.present.empty() && !isNear) {
        return false;
    }
    edit().epochAfter = group.now.epoch;
    group.roundEpoch = group.now.epoch;
    return true;
}

void RebalanceTracker::beginByState() {
    GroupCell& group = m_state.group;
    learnEpoch();
    const std::int32_t epoch = group.now.epoch;
    const bool isRisen = epoch > group.roundEpoch;
    const bool isOfState = m_state.isClassic() && group.stateTold.timeMs == m_state.momentMs &&
                           (group.now.state == "PreparingRebalance" || group.now.state == "CompletingRebalance");
    const bool isOfSteps =
        !m_state.isClassic() && m_triggers.hasStrongHints() && (group.epochTold.timeMs < 0 || m_triggers.raisesEpoch());
    Said said = isRisen && group.epochTold.timeMs == m_state.momentMs ? group.epochTold : group.stateTold;
    if (isOfSteps && m_triggers.hasHints()) {
        said = {group.hints.front().evidence, m_state.momentMs, m_state.momentMs, Certainty::Observed};
    }
    const bool isUnseen = isRisen && !isOpen() && !isOfState;
    if (isUnseen && takeAwaitedEpoch()) {
        return;
    }
    if (isOpen() && isRisen && group.open.targetMs >= 0 && !m_state.isClassic() &&
        group.open.above < group.roundEpoch) {
        finish(true);
    }
    if (isRisen || isOfState || (isOfSteps && !isOpen())) {
        begin(said);
        group.open.isAhead = group.open.isAhead || (isOfSteps && !isRisen);
    }
    if (isUnseen && m_state.isClassic()) {
        addNotLogged(said);
    } else if (!isRisen && !isOfState && isBetweenLooks()) {
        beginMissed();
    }
    if (isRisen && isOpen()) {
        edit().epochAfter = epoch;
        group.open.needsTriggers = group.open.needsTriggers || m_triggers.hasHints();
        group.open.isAhead = false;
        group.roundEpoch = epoch;
    }
    stateWordPhases();
    attachTriggers();
}

void RebalanceTracker::targetComputed() {
    if (!isOpen()) {
        return;
    }
    OpenRebalance& open = m_state.group.open;
    if (open.targetMs < 0) {
        open.targetMs = m_state.momentMs;
        addPhase(RebalancePhaseKind::TargetWait, MemberIndex::None, m_state.rebalances.back().span.fromMs);
    }
    edit().assignedEpochs.push_back(m_state.group.now.assignmentEpoch);
}

void RebalanceTracker::memberChanged(MemberIndex member, bool hasNewPending, bool hasRevoked, std::int64_t freedMs) {
    if (!isOpen() || m_state.isClassic()) {
        return;
    }
    OpenRebalance& open = m_state.group.open;
    if (hasNewPending) {
        if (open.targetMs < 0) {
            open.targetMs = m_state.momentMs;
            addPhase(RebalancePhaseKind::TargetWait, MemberIndex::None, m_state.rebalances.back().span.fromMs);
        }
        addPhase(RebalancePhaseKind::ToldToRevoke, member, open.targetMs);
        openPhase(member, RebalancePhaseKind::Revoke);
    }
    if (hasRevoked && m_state.member(member).phase == RebalancePhaseKind::Revoke) {
        closePhase(member);
    }
    if (freedMs >= 0) {
        addPhase(RebalancePhaseKind::Take, member, std::max(freedMs, open.targetMs));
    }
}

// Eager ones need no second one, and what somebody left behind is given away in the first.
bool RebalanceTracker::awaitsSecondGeneration() const {
    if (!m_state.isCooperative()) {
        return false;
    }
    return std::ranges::any_of(m_state.loose,
                               [this](const auto& loose) { return m_state.present.contains(loose.second.from); });
}

// Lists tell states alone: that nobody is known to be in a group that rebalances does not mean that nobody is.
bool RebalanceTracker::isForming() const {
    const GroupCell& group = m_state.group;
    return !group.now.state.empty() && !isCalm(group.now.state) && group.stateTold.certainty == Certainty::Observed &&
           group.stateTold.timeMs >= group.lastGoneMs;
}

bool RebalanceTracker::isClassicDone() const {
    const GroupCell& group = m_state.group;
    const OpenRebalance& open = group.open;
    if (m_state.present.empty() && m_state.joiners.empty()) {
        return !isForming();
    }
    if (awaitsSecondGeneration()) {
        return false;
    }
    if (open.isMissed) {
        return true;
    }
    const bool isToldSince = isCalm(group.now.state) && group.stateTold.timeMs >= m_state.rebalances.back().span.fromMs;
    // DescribeGroups tells no generation.
    const bool isNext = group.now.epoch > open.above || group.epochTold.timeMs < 0;
    if (isToldSince && isNext && m_state.joiners.empty()) {
        return true;
    }
    // Whoever did not get its answer in sight has got it by then.
    if (isToldSince && group.stateTold.evidence.source == EventSource::Describe &&
        group.stateTold.earliestMs >= open.lastJoinMs && open.lastJoinMs >= 0 && isNext) {
        return true;
    }
    return open.hasSynced && m_state.joiners.empty();
}

bool RebalanceTracker::isDone() const {
    const GroupCell& group = m_state.group;
    const OpenRebalance& open = group.open;
    if (m_state.isClassic()) {
        return isClassicDone();
    }
    // Else the members alone show it: an epoch that was told before, by a source that looks now and then, is old.
    const bool isEpochTold = group.epochTold.timeMs >= 0 && !group.isRaised && !open.isAhead;
    const bool isAssigned = group.now.assignmentEpoch < 0 || group.now.assignmentEpoch >= group.now.epoch;
    if (m_state.present.empty()) {
        return isAssigned || !isEpochTold;
    }
    if (!isAssigned || (group.now.assignmentEpoch < 0 && isEpochTold)) {
        return false;
    }
    const bool isStable =
        group.now.state == "Stable" && group.type != GroupType::Share && group.stateTold.timeMs == m_state.momentMs;
    if (isEpochTold) {
        return isStable || group.unsettled == 0;
    }
    return group.unsettled == 0 && group.now.epoch > open.above && m_state.loose.empty();
}

void RebalanceTracker::end() {
    if (isOpen() && isDone()) {
        finish(false);
    }
}

void RebalanceTracker::interrupt() {
    if (isOpen()) {
        if (m_state.group.open.needsTriggers) {
            attachTriggers();
        }
        finish(true);
    }
}

void RebalanceTracker::tellWaiting() {
    if (!isOpen()) {
        return;
    }
    std::vector<MemberIndex> waiting;
    for (const MemberIndex index : m_state.present) {
        const MemberCell& cell = m_state.member(index);
        const bool isLate = m_state.isClassic() ? m_state.joiners.contains(index) || !cell.isJoining
                                                : !cell.isSettled && !cell.now.isAway.value_or(false);
        if (isLate) {
            waiting.push_back(index);
        }
    }
    if (waiting != m_state.rebalances.back().waitingFor) {
        m_state.rebalances.changeBack().waitingFor = std::move(waiting);
    }
}

}  // namespace brokerscope
