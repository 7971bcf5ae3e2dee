#pragma once

#include "core/groups/timeline_state.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace brokerscope {

// Finds why a group rebalances, and why a member is gone, out of what was seen just before. Not thread safe.
//
//   silence   the distance of a member's signs of life (its requests, commits of what it owns): it is gone after a
//             silence as long as its session, or much longer than ever before
//   poll      it went while it had still to give something up, after the rebalance timeout or with the same id again
class TriggerFinder {
public:
    // How long before a rebalance its reason may lie.
    static constexpr std::int64_t kLookBackMs = 2'000;
    // How long after its beginning a reason that nobody saw may still come, from a source that is slower.
    static constexpr std::int64_t kLookAheadMs = 5'000;
    static constexpr std::size_t kMostHints = 100;

    explicit TriggerFinder(TimelineState& state) : m_state(state) {}

    void hint(TriggerHint hint);
    void sign(MemberIndex member, std::int64_t timeMs);
    // Unknown where nothing tells it.
    GroupReason whyGone(const MemberCell& cell, std::int64_t timeMs) const;
    // Reasons that lie in reach, oldest first, each given once.
    std::vector<RebalanceTrigger> take();
    bool hasHints() const { return !m_state.group.hints.empty(); }
    bool hasStrongHints() const;
    // Members ask for different assignors, which makes epochs rise without end.
    bool asksForSeveralAssignors() const;
    std::string words(const TriggerHint& hint) const;

private:
    TimelineState& m_state;
};

}  // namespace brokerscope
