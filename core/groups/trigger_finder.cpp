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
    "{} is gone; nothing that was seen tells why",
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
        cell.lastSignMs = timeMs;
        ++cell.signs;
    }
}

GroupReason TriggerFinder::whyGone(const MemberCell& cell, std::int64_t timeMs) const {
    const std::int64_t timeoutMs = m_state.group.now.rebalanceTimeoutMs;
    if (cell.pendingSinceMs >= 0 && timeoutMs > 0 && timeMs - cell.pendingSinceMs >= timeoutMs * 9 / 10) {
        return GroupReason::PollTimeout;
    }
    if (cell.lastSignMs < 0) {
        return GroupReason::Unknown;
    }
    const std::int64_t silenceMs = timeMs - cell.lastSignMs;
    // A session runs from the last heartbeat, which is sent a little before the coordinator counts it.
    const std::int64_t sessionMs = cell.now.sessionTimeoutMs;
    constexpr std::uint32_t kFewSigns = 3;
    if (sessionMs > 0) {
        if (silenceMs >= sessionMs * 8 / 10) {
            return cell.signs >= kFewSigns && cell.longestSilenceMs < sessionMs ? GroupReason::SessionTimeout
                                                                                : GroupReason::Unknown;
        }
        return GroupReason::Unknown;
    }
    const bool isSilent = cell.signs >= kFewSigns && silenceMs >= 3 * std::max<std::int64_t>(cell.longestSilenceMs, 1);
    return isSilent ? GroupReason::SessionTimeout : GroupReason::Unknown;
}

bool TriggerFinder::hasStrongHints() const {
    return std::ranges::any_of(m_state.group.hints, [](const TriggerHint& hint) { return !hint.isWeak; });
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
