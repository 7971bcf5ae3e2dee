#include "core/groups/trigger_finder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace brokerscope {
namespace {

// By GroupReason. {} is the member's name.
constexpr std::array<std::string_view, 13> kTriggerWords = {
    "{} left, or its session ended",
    "{} joined",
    "{} left",
    "{} was silent until its session ended",
    "{} did not poll in time",
    "{} was fenced",
    "{} took the place of its static member",
    "{} subscribed to something else",
    "topics or partitions changed",
    "the group's configuration changed",
    "the assignor changed",
    "the coordinator moved",
    "the group changed its protocol",
};

// A member comes or goes.
constexpr std::array kRaisingReasons{GroupReason::Joined, GroupReason::Left, GroupReason::SessionTimeout,
                                     GroupReason::PollTimeout, GroupReason::Fenced};
constexpr std::uint32_t kFewSigns = 3;
constexpr std::int64_t kMuchLonger = 3;

}  // namespace

void TriggerFinder::hint(TriggerHint hint) {
    auto& hints = m_state.group.hints;
    if (hints.size() < kMostHints) {
        hint.words = words(hint);
        hints.push_back(std::move(hint));
    }
}

std::string TriggerFinder::words(const TriggerHint& hint) const {
    std::string name;
    if (hint.member != MemberIndex::None) {
        const MemberLane& lane = m_state.lane(hint.member);
        name = lane.instanceId.empty() ? lane.memberId : lane.instanceId;
        if (name.empty() || (!lane.clientId.empty() && lane.instanceId.empty() &&
                             lane.memberId.find(lane.clientId) == std::string::npos)) {
            name = lane.clientId + (name.empty() ? "" : " (" + name + ")");
        }
    }
    if (hint.reason == GroupReason::Unknown && name.empty()) {
        return "nothing that was seen tells why";
    }
    const std::string_view known = kTriggerWords.at(static_cast<std::size_t>(hint.reason));
    const std::string sentence = fmt::format(fmt::runtime(known), name);
    return hint.words.empty() ? sentence : fmt::format("{}: {}", sentence, hint.words);
}

void TriggerFinder::sign(MemberIndex member, std::int64_t timeMs) {
    MemberCell& cell = m_state.touch(member);
    if (cell.lastSignMs >= 0 && timeMs > cell.lastSignMs) {
        cell.longestSilenceMs = std::max(cell.longestSilenceMs, timeMs - cell.lastSignMs);
    }
    if (timeMs > cell.lastSignMs) {
        cell.firstSignMs = cell.signs == 0 ? timeMs : cell.firstSignMs;
        cell.lastSignMs = timeMs;
        ++cell.signs;
    }
    lived(member, timeMs);
}

void TriggerFinder::lived(MemberIndex member, std::int64_t timeMs) {
    MemberCell& cell = m_state.touch(member);
    cell.aliveMs = std::max(cell.aliveMs, timeMs);
}

// Members speak for themselves.
bool TriggerFinder::isHeard() const {
    return m_state.group.firstSaid[static_cast<std::size_t>(EventSource::Exchange)] >= 0;
}

TriggerFinder::Guess TriggerFinder::whyGone(const MemberCell& cell, std::int64_t fromMs, std::int64_t toMs) const {
    const std::int64_t timeoutMs = m_state.group.now.rebalanceTimeoutMs;
    const std::int64_t pendingMs = cell.pendingSinceMs >= 0 ? toMs - cell.pendingSinceMs : -1;
    if (timeoutMs > 0 && pendingMs >= timeoutMs * 9 / 10) {
        return {GroupReason::PollTimeout,
                fmt::format("it had to give something up for {} ms of at most {} ms", pendingMs, timeoutMs)};
    }
    if (cell.aliveMs < 0) {
        return {};
    }
    // Who is heard is heard leaving: it was there as long as it was not found to be gone.
    const Silence silence{(isHeard() ? toMs : fromMs) - cell.aliveMs, toMs - cell.aliveMs};
    if (const SessionLength session = sessionOf(cell); session.timeoutMs > 0) {
        return whyGoneWithin(cell, session, silence);
    }
    return cell.signs >= kFewSigns && isLongSilence(cell, silence.leastMs)
               ? Guess{GroupReason::SessionTimeout, fmt::format("{} ms without a sign of it, before at most {} ms",
                                                                silence.leastMs, cell.longestSilenceMs)}
               : Guess();
}

SessionLength TriggerFinder::sessionOf(const MemberCell& cell) const {
    return cell.now.sessionTimeoutMs > 0 ? SessionLength{cell.now.sessionTimeoutMs, -1}
                                         : m_state.group.sessions.of(m_state.group.type);
}

// Heartbeats have a pace, and who leaves says so there: one pause of before is no measure. Commits come as they like.
bool TriggerFinder::isLongSilence(const MemberCell& cell, std::int64_t silenceMs) const {
    if (!isHeard()) {
        return silenceMs >= kMuchLonger * std::max<std::int64_t>(cell.longestSilenceMs, 1);
    }
    const std::int64_t paceMs = (cell.lastSignMs - cell.firstSignMs) / std::max<std::int64_t>(cell.signs - 1, 1);
    return silenceMs > cell.longestSilenceMs && silenceMs >= kMuchLonger * std::max<std::int64_t>(paceMs, 1);
}

// A session runs from the last heartbeat, which is up to an interval before the last sign, and is sent a little before
// the coordinator counts it.
TriggerFinder::Guess TriggerFinder::whyGoneWithin(const MemberCell& cell, const SessionLength& session,
                                                  const Silence& silence) const {
    const std::int64_t sessionMs = session.timeoutMs;
    const std::int64_t endsMs =
        std::min(sessionMs * 8 / 10, sessionMs - 2 * std::max<std::int64_t>(session.heartbeatMs, 0));
    if (silence.leastMs >= endsMs && isMissed(cell, session, silence.leastMs)) {
        return {GroupReason::SessionTimeout,
                fmt::format("{} ms without a sign of it, its session lasts {} ms", silence.leastMs, sessionMs)};
    }
    if (silence.mostMs >= endsMs || isHeard() || isPollingOver(silence.mostMs)) {
        return {};
    }
    return {GroupReason::Left,
            fmt::format("it lived {} ms before, its session lasts {} ms", silence.mostMs, sessionMs)};
}

// It gave signs until about a session before. Of members of which records alone tell: who died would have been missed
// long before, and who does not poll for too long leaves by itself.
bool TriggerFinder::isMissed(const MemberCell& cell, const SessionLength& session, std::int64_t silenceMs) const {
    const bool wasRegular = cell.signs >= kFewSigns && cell.longestSilenceMs < session.timeoutMs;
    const std::int64_t mostMs = std::int64_t{session.timeoutMs} * 3 / 2 + 2 * cell.longestSilenceMs;
    return wasRegular && (isHeard() || (silenceMs <= mostMs && !isPollingOver(silenceMs)));
}

// A member that does not poll, or rejoin, in time is removed though it lives.
bool TriggerFinder::isPollingOver(std::int64_t silenceMs) const {
    const std::int64_t timeoutMs = m_state.group.now.rebalanceTimeoutMs;
    return timeoutMs > 0 && silenceMs >= timeoutMs * 9 / 10;
}

bool TriggerFinder::hasStrongHints() const {
    return std::ranges::any_of(m_state.group.hints, [](const TriggerHint& hint) { return !hint.isWeak; });
}

bool TriggerFinder::raisesEpoch() const {
    return std::ranges::any_of(m_state.group.hints, [this](const TriggerHint& hint) {
        return hint.timeMs == m_state.momentMs && hint.evidence.source == EventSource::Exchange &&
               std::ranges::find(kRaisingReasons, hint.reason) != kRaisingReasons.end();
    });
}

std::vector<RebalanceTrigger> TriggerFinder::take() {
    auto& hints = m_state.group.hints;
    std::erase_if(hints, [this](const TriggerHint& hint) { return hint.timeMs < m_state.momentMs - kLookBackMs; });
    const bool hasStrong = hasStrongHints();
    std::vector<RebalanceTrigger> triggers;
    for (TriggerHint& hint : hints) {
        if (!hint.isWeak || !hasStrong) {
            triggers.push_back(
                {hint.reason, hint.member, hint.timeMs, hint.certainty, hint.evidence, std::move(hint.words)});
        }
    }
    hints.clear();
    std::ranges::stable_sort(triggers, {}, &RebalanceTrigger::timeMs);
    return triggers;
}

bool TriggerFinder::asksForSeveralAssignors() const {
    std::string first;
    for (const MemberIndex index : m_state.present) {
        const std::string& assignor = m_state.member(index).now.assignor;
        if (first.empty()) {
            first = assignor;
        } else if (!assignor.empty() && assignor != first) {
            return true;
        }
    }
    return false;
}

}  // namespace brokerscope
