#include "core/groups/rebalance_tracker.h"

#include <algorithm>
#include <utility>

namespace brokerscope {
namespace {

bool isPreparing(const std::string& state) {
    return state == "PreparingRebalance" || state == "CompletingRebalance";
}

bool isUnknown(const RebalanceTrigger& trigger) {
    return trigger.reason == GroupReason::Unknown && trigger.member == MemberIndex::None;
}

bool isIdle(const Rebalance& rebalance) {
    return rebalance.moved.empty() && rebalance.returned.empty() &&
           std::ranges::all_of(rebalance.triggers, [](const RebalanceTrigger& trigger) {
               return isUnknown(trigger) || trigger.reason == GroupReason::AssignorChanged;
           });
}

}  // namespace

// What is long in it is left where it is: it only grows, and is taken back entry by entry.
Rebalance& RebalanceTracker::edit(std::size_t index) {
    Rebalance& rebalance = m_state.rebalances.change(index);
    const std::size_t fromEnd = m_state.rebalances.size() - index;
    auto moved = std::exchange(rebalance.moved, {});
    auto returned = std::exchange(rebalance.returned, {});
    auto phases = std::exchange(rebalance.phases, {});
    TimelineState& state = m_state;
    m_state.journal.add([&state, fromEnd, before = rebalance] {
        Rebalance& after = state.rebalances.change(state.rebalances.size() - fromEnd);
        Rebalance restored = before;
        restored.moved = std::move(after.moved);
        restored.returned = std::move(after.returned);
        restored.phases = std::move(after.phases);
        after = std::move(restored);
    });
    rebalance.moved = std::move(moved);
    rebalance.returned = std::move(returned);
    rebalance.phases = std::move(phases);
    return rebalance;
}

Rebalance& RebalanceTracker::edit() {
    return edit(m_state.rebalances.size() - 1);
}

void RebalanceTracker::begin(const Said& said) {
    GroupCell& group = m_state.group;
    if (group.open.isOpen) {
        return;
    }
    group.open = OpenRebalance();
    group.open.isOpen = true;
    group.open.above = group.isMigrating ? group.now.epoch : group.roundEpoch;
    if (foldIntoLast()) {
        return;
    }
    group.open.needsTriggers = true;
    Rebalance rebalance;
    rebalance.number = ++group.rebalanceNumber;
    rebalance.span = spanFrom(said, m_state.momentMs);
    rebalance.type = group.type;
    rebalance.epochBefore = group.roundEpoch;
    rebalance.epochAfter = group.now.epoch;
    rebalance.mode = m_state.isClassic() ? group.now.mode : std::string();
    if (group.now.rebalanceTimeoutMs > 0) {
        rebalance.waitsAtMostUntilMs = m_state.momentMs + group.now.rebalanceTimeoutMs;
    }
    m_state.journal.push(m_state.rebalances, std::move(rebalance));
}

bool RebalanceTracker::foldIntoLast() {
    if (m_state.rebalances.empty() || m_state.isClassic() || m_triggers.hasHints()) {
        return false;
    }
    const Rebalance& last = m_state.rebalances.back();
    const bool isClose = last.span.toMs != kStillGoing && m_state.momentMs - last.span.toMs <= kFoldMs;
    if (!isClose || last.type != m_state.group.type || !isIdle(last)) {
        return false;
    }
    Rebalance& again = edit();
    again.span.toMs = kStillGoing;
    again.epochAfter = m_state.group.now.epoch;
    ++again.foldedEpochs;
    return true;
}

void RebalanceTracker::joinSent(MemberIndex member) {
    MemberCell& cell = m_state.touch(member);
    begin(cell.presence.timeMs == m_state.momentMs ? cell.presence : cell.assignment);
    if (cell.phase == RebalancePhaseKind::Rejoin) {
        closePhase(member);
    }
    cell.isJoining = true;
    openPhase(member, RebalancePhaseKind::JoinWait);
    m_state.insert(m_state.joiners, member);
    m_state.group.open.lastJoinMs = m_state.momentMs;
    m_state.group.open.hasSynced = false;
}

void RebalanceTracker::joinAnswered(MemberIndex member) {
    MemberCell& cell = m_state.touch(member);
    cell.isJoining = false;
    if (cell.phase == RebalancePhaseKind::JoinWait) {
        closePhase(member);
    }
    if (isOpen() && m_state.joiners.contains(member)) {
        openPhase(member, RebalancePhaseKind::Sync);
    }
}

void RebalanceTracker::synced(MemberIndex member) {
    MemberCell& cell = m_state.touch(member);
    cell.isJoining = false;
    if (cell.phase == RebalancePhaseKind::Sync || cell.phase == RebalancePhaseKind::JoinWait) {
        closePhase(member);
    }
    if (m_state.erase(m_state.joiners, member)) {
        m_state.group.open.hasSynced = true;
    }
}

void RebalanceTracker::toldToRejoin(MemberIndex member) {
    MemberCell& cell = m_state.touch(member);
    begin(cell.presence);
    if (cell.phase == RebalancePhaseKind::JoinWait || cell.phase == RebalancePhaseKind::Rejoin) {
        return;
    }
    addPhase(RebalancePhaseKind::Notice, member, m_state.rebalances.back().span.fromMs);
    openPhase(member, RebalancePhaseKind::Rejoin);
}

void RebalanceTracker::memberGone(MemberIndex member) {
    MemberCell& cell = m_state.member(member);
    m_state.erase(m_state.joiners, member);
    cell.phase.reset();
    cell.isJoining = false;
    if (m_state.isClassic() && cell.presence.evidence.source != EventSource::Offsets &&
        cell.goneWhy != GroupReason::StaticReplaced) {
        begin(cell.presence);
    }
}

void RebalanceTracker::openPhase(MemberIndex member, RebalancePhaseKind kind) {
    MemberCell& cell = m_state.touch(member);
    cell.phase = kind;
    cell.phaseFromMs = m_state.momentMs;
}

void RebalanceTracker::closePhase(MemberIndex member) {
    MemberCell& cell = m_state.touch(member);
    if (cell.phase.has_value()) {
        addPhase(*cell.phase, member, cell.phaseFromMs);
        cell.phase.reset();
    }
}

void RebalanceTracker::addPhase(RebalancePhaseKind kind, MemberIndex member, std::int64_t fromMs) {
    if (!isOpen() || m_state.rebalances.back().phases.size() >= kMostPhases) {
        return;
    }
    const std::int64_t beginMs = std::clamp(fromMs, m_state.rebalances.back().span.fromMs, m_state.momentMs);
    const Certainty certainty = kind == RebalancePhaseKind::NotLogged ? Certainty::Blind : Certainty::Observed;
    m_state.rebalances.changeBack().phases.push_back({kind, member, {beginMs, m_state.momentMs, 0, certainty}});
    TimelineState& state = m_state;
    m_state.journal.add([&state] { state.rebalances.changeBack().phases.pop_back(); });
}

void RebalanceTracker::released(PartitionIndex partition, MemberIndex from, Certainty certainty) {
    if (isOpen()) {
        m_state.insert(m_state.loose,
                       std::pair(partition, MovedPartition{partition, from, MemberIndex::None, -1, certainty}));
    }
}

void RebalanceTracker::taken(PartitionIndex partition, MemberIndex from, MemberIndex to, std::int64_t unownedMs,
                             Certainty certainty) {
    if (!isOpen()) {
        return;
    }
    m_state.erase(m_state.loose, partition);
    const bool isBounded = unownedMs < 0 && from != MemberIndex::None;
    addMoved({partition, from, to, unownedMs, certainty, isBounded ? leastUnownedMs() : -1});
}

// Of what changes hands in a generation that is only written.
std::int64_t RebalanceTracker::leastUnownedMs() const {
    const auto& phases = m_state.rebalances.back().phases;
    const bool isWritten = m_state.isClassic() && m_state.group.epochTold.timeMs == m_state.momentMs &&
                           m_state.group.epochTold.evidence.source == EventSource::Offsets;
    const bool isNotLogged = !phases.empty() && phases.back().kind == RebalancePhaseKind::NotLogged &&
                             phases.back().span.toMs == m_state.momentMs;
    return isWritten && isNotLogged ? m_state.momentMs - phases.back().span.fromMs : -1;
}

void RebalanceTracker::addMoved(const MovedPartition& moved) {
    TimelineState& state = m_state;
    if (m_state.isSameOwner(moved.from, moved.to)) {
        m_state.rebalances.changeBack().returned.push_back(moved);
        m_state.journal.add([&state] { state.rebalances.changeBack().returned.pop_back(); });
        return;
    }
    m_state.rebalances.changeBack().moved.push_back(moved);
    m_state.journal.add([&state] { state.rebalances.changeBack().moved.pop_back(); });
}

// What was guessed gives way to what is told.
void RebalanceTracker::explain(MemberIndex member, GroupReason reason, Certainty certainty) {
    MemberCell& cell = m_state.touch(member);
    const GroupReason before = std::exchange(cell.goneWhy, reason);
    cell.goneCertainty = certainty;
    cell.goneWords.clear();
    const std::string words = m_triggers.words({reason, member, 0, certainty, {}, {}, false});
    for (TriggerHint& hint : m_state.group.hints) {
        if (hint.member == member && hint.reason == before) {
            hint.reason = reason;
            hint.certainty = certainty;
            hint.words = words;
        }
    }
    constexpr std::size_t kLookedAt = 3;
    const std::size_t count = m_state.rebalances.size();
    for (std::size_t back = 1; back <= std::min(count, kLookedAt); ++back) {
        const auto& triggers = m_state.rebalances[count - back].triggers;
        const auto found = std::ranges::find_if(triggers, [&](const RebalanceTrigger& trigger) {
            return trigger.member == member && trigger.reason == before;
        });
        if (found == triggers.end()) {
            continue;
        }
        const auto position = static_cast<std::size_t>(found - triggers.begin());
        RebalanceTrigger& trigger = edit(count - back).triggers[position];
        trigger.reason = reason;
        trigger.certainty = certainty;
        trigger.words = words;
        return;
    }
}

void RebalanceTracker::attachTriggers() {
    OpenRebalance& open = m_state.group.open;
    if (m_state.rebalances.empty() || (!open.needsTriggers && !m_triggers.hasHints())) {
        return;
    }
    const Rebalance& last = m_state.rebalances.back();
    const bool isUnexplained = last.triggers.size() == 1 && isUnknown(last.triggers.front()) &&
                               m_state.momentMs - last.span.fromMs <= TriggerFinder::kLookAheadMs &&
                               m_triggers.hasStrongHints();
    const bool isGathering = open.isOpen && m_state.isClassic();
    if (!open.needsTriggers && !isUnexplained && !isGathering) {
        return;
    }
    std::vector<RebalanceTrigger> found = m_triggers.take();
    const bool isFirst = open.needsTriggers && last.triggers.empty();
    open.needsTriggers = false;
    if (found.empty() && isFirst) {
        const bool several = m_triggers.asksForSeveralAssignors();
        found.push_back({several ? GroupReason::AssignorChanged : GroupReason::Unknown, MemberIndex::None,
                         m_state.momentMs, several ? Certainty::Inferred : Certainty::Observed, EventEvidence(),
                         several ? "members ask for different assignors" : "nothing that was seen tells why"});
    }
    if (found.empty()) {
        return;
    }
    Rebalance& rebalance = edit();
    std::erase_if(rebalance.triggers, isUnknown);
    const std::size_t room = kMostTriggers - std::min(kMostTriggers, rebalance.triggers.size());
    found.resize(std::min(found.size(), room));
    rebalance.triggers.insert(rebalance.triggers.end(), found.begin(), found.end());
    if (isFirst) {
        const RebalanceTrigger& first = rebalance.triggers.front();
        m_state.concludeSince(
            rebalance.span.fromMs,
            RebalanceBegan{rebalance.number, first.reason, m_state.memberName(first.member), first.words},
            first.evidence, first.certainty);
    }
}

void RebalanceTracker::stateWordPhases() {
    GroupCell& group = m_state.group;
    OpenRebalance& open = group.open;
    if (!open.isOpen || open.phaseState == group.now.state) {
        return;
    }
    const bool isByMembers = std::ranges::any_of(m_state.rebalances.back().phases, [](const RebalancePhase& phase) {
        return phase.member != MemberIndex::None;
    });
    if (!isByMembers && isPreparing(open.phaseState)) {
        addPhase(open.phaseState == "PreparingRebalance" ? RebalancePhaseKind::JoinWait : RebalancePhaseKind::Sync,
                 MemberIndex::None, open.phaseFromMs);
    }
    open.phaseState = group.now.state;
    open.phaseFromMs = m_state.momentMs;
}

void RebalanceTracker::finish(bool isInterrupted) {
    GroupCell& group = m_state.group;
    while (!m_state.loose.empty()) {
        const auto [partition, moved] = *m_state.loose.begin();
        m_state.erase(m_state.loose, partition);
        addMoved(moved);
    }
    Rebalance& rebalance = edit();
    rebalance.span.toMs = m_state.momentMs;
    rebalance.epochAfter = std::max(rebalance.epochAfter, isInterrupted ? rebalance.epochAfter : group.now.epoch);
    rebalance.isInterrupted = isInterrupted;
    rebalance.waitingFor.clear();
    rebalance.waitsAtMostUntilMs = -1;
    TimelineState& state = m_state;
    m_state.journal.add([&state, before = rebalance.phases] { state.rebalances.changeBack().phases = before; });
    std::ranges::stable_sort(rebalance.phases, {}, [](const RebalancePhase& phase) { return phase.span.fromMs; });
    for (const RebalancePhase& phase : rebalance.phases) {
        // Who waits for JoinGroup to be answered waits for others.
        const bool isOwn = phase.member != MemberIndex::None && phase.kind != RebalancePhaseKind::JoinWait;
        const bool isLonger =
            rebalance.slowest == MemberIndex::None ||
            phase.span.toMs - phase.span.fromMs > rebalance.slowestPhase.span.toMs - rebalance.slowestPhase.span.fromMs;
        if (isOwn && isLonger) {
            rebalance.slowest = phase.member;
            rebalance.slowestPhase = phase;
        }
    }
    group.awaitsEpoch = !isInterrupted && group.now.epoch <= group.open.above;
    group.open = OpenRebalance();
    while (!m_state.joiners.empty()) {
        m_state.erase(m_state.joiners, MemberIndex(*m_state.joiners.begin()));
    }
    group.roundEpoch = std::max(group.roundEpoch, isInterrupted ? rebalance.epochAfter : group.now.epoch);
    if (rebalance.foldedEpochs == 0 || !rebalance.moved.empty()) {
        const EventEvidence& evidence = group.stateTold.evidence;
        m_state.conclude(finished(rebalance), evidence);
    }
}

RebalanceFinished RebalanceTracker::finished(const Rebalance& rebalance) const {
    RebalanceFinished fact;
    fact.number = rebalance.number;
    if (!rebalance.triggers.empty()) {
        fact.why = rebalance.triggers.front().reason;
        fact.words = rebalance.triggers.front().words;
    }
    fact.durationMs = rebalance.durationMs();
    fact.slowestMember = m_state.memberName(rebalance.slowest);
    fact.mode = rebalance.mode;
    for (const RebalancePhase& phase : rebalance.phases) {
        fact.phases.push_back({std::string(rebalancePhaseName(phase.kind)), m_state.memberName(phase.member),
                               phase.span.toMs - phase.span.fromMs});
    }
    for (const MovedPartition& moved : rebalance.moved) {
        fact.moved.push_back({m_state.named(moved.partition), m_state.memberName(moved.from),
                              m_state.memberName(moved.to), moved.unownedMs, moved.certainty, moved.atLeastMs});
    }
    return fact;
}

}  // namespace brokerscope
