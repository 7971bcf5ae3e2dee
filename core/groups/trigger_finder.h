#pragma once

#include "core/groups/timeline_state.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace brokerscope {

// Finds why a group rebalances, and why a member is gone, out of what was seen just before. Not thread safe.
//
//   session   how long a member may be silent: its own, or as the group's configuration has it
//   silence   the distance of a member's signs of life (its requests, commits of what it owns): it is gone after a
//             silence about as long as its session, or much longer than ever before where that is not known. After one
//             much longer than its session it had lived on without a sign, and nothing is known
//   left      records are the same when a member leaves and when its session ends. Where it lived for certain (by a
//             sign, by a record that only its own heartbeat or its joining of a generation makes) so shortly before
//             that its session cannot have ended, it left, or was made to. Inferred of records and descriptions alone:
//             who is heard on the wire is heard leaving
//   poll      it went while it had still to give something up, after the rebalance timeout or with the same id again
class TriggerFinder {
public:
    // Always inferred; the words say from what.
    struct Guess {
        GroupReason reason = GroupReason::Unknown;
        std::string words;
    };

    // How long before a rebalance its reason may lie.
    static constexpr std::int64_t kLookBackMs = 2'000;
    // How long after its beginning a reason that nobody saw may still come, from a source that is slower.
    static constexpr std::int64_t kLookAheadMs = 5'000;
    static constexpr std::size_t kMostHints = 100;

    explicit TriggerFinder(TimelineState& state) : m_state(state) {}

    void hint(TriggerHint hint);
    // What a member does again and again, and what shows once that it lived.
    void sign(MemberIndex member, std::int64_t timeMs);
    void lived(MemberIndex member, std::int64_t timeMs);
    // It went between the two moments. Unknown where nothing tells it.
    Guess whyGone(const MemberCell& cell, std::int64_t fromMs, std::int64_t toMs) const;
    // Reasons that lie in reach, oldest first, each given once.
    std::vector<RebalanceTrigger> take();
    bool hasHints() const { return !m_state.group.hints.empty(); }
    bool hasStrongHints() const;
    // A member was seen in this moment to come or go by its own request, which raises the group epoch.
    bool raisesEpoch() const;
    // Members ask for different assignors, which makes epochs rise without end.
    bool asksForSeveralAssignors() const;
    std::string words(const TriggerHint& hint) const;

private:
    // Since a member last lived for certain.
    struct Silence {
        std::int64_t leastMs = 0;
        std::int64_t mostMs = 0;
    };
    SessionLength sessionOf(const MemberCell& cell) const;
    Guess whyGoneWithin(const MemberCell& cell, const SessionLength& session, const Silence& silence) const;
    bool isMissed(const MemberCell& cell, const SessionLength& session, std::int64_t silenceMs) const;
    bool isPollingOver(std::int64_t silenceMs) const;
    bool isHeard() const;
    bool isLongSilence(const MemberCell& cell, std::int64_t silenceMs) const;

    TimelineState& m_state;
};

}  // namespace brokerscope
