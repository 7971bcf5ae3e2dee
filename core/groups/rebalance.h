#pragma once

#include "core/groups/group_event.h"
#include "core/groups/group_lanes.h"

#include <cstdint>
#include <string>
#include <vector>

namespace brokerscope {

// Steps of a rebalance, in each protocol's own order (KIP-62, KIP-429, KIP-848).
enum class RebalancePhaseKind : std::uint8_t {
    // Classic.
    Notice,    // the coordinator cannot call: until the member's next heartbeat is answered with error 27
    Rejoin,    // from there to its JoinGroup
    JoinWait,  // JoinGroup sent to answered
    Sync,      // to the SyncGroup answer; then it owns
    // Consumer and streams.
    TargetWait,    // group epoch above assignment epoch: the assignment interval, then any member's heartbeat
    ToldToRevoke,  // target computed to the answer that takes partitions away
    Revoke,        // from there to the acknowledgement
    Take,          // freed to told, by the taker's next heartbeat
    NotLogged      // the sources do not show what was between: records of classic groups
};
std::string_view rebalancePhaseName(RebalancePhaseKind kind);  // "joinWait"

// Of one member, or of the group (member None).
struct RebalancePhase {
    RebalancePhaseKind kind = RebalancePhaseKind::NotLogged;
    MemberIndex member = MemberIndex::None;
    LaneSpan span;
};

struct MovedPartition {
    PartitionIndex partition = PartitionIndex::None;
    MemberIndex from = MemberIndex::None;  // None: nobody had it
    MemberIndex to = MemberIndex::None;    // None: nobody has it yet, or any more
    std::int64_t unownedMs = 0;            // -1: not known
    Certainty certainty = Certainty::Observed;
    // Where unownedMs is not known: for so long at least, inferred. -1: nothing is known. Records of classic groups
    // hide when a partition was given up. They tell when all members had joined the new generation, and who joins anew,
    // or is gone, has given up what it does not keep: from then to the record nobody owned it.
    std::int64_t atLeastMs = -1;
};

// What changed together in why a group rebalances: several in the order of their times.
struct RebalanceTrigger {
    GroupReason reason = GroupReason::Unknown;
    MemberIndex member = MemberIndex::None;
    std::int64_t timeMs = 0;
    Certainty certainty = Certainty::Observed;
    EventEvidence evidence;
    std::string words;  // "c-3 joined from /10.0.0.9 (ConsumerGroupHeartbeat with member epoch 0)"
};

// From the first sign that the assignment is to change until every member has its part, or until the next one begins.
//   classic   out of Stable or Empty until Stable or Empty again; a cooperative one that moves partitions takes two
//             generations and is one rebalance
//   others    group epoch rises until all members that are not away are at an assignment epoch that equals it
// Epochs that rise again and again while nothing moves (members that ask for different assignors) are folded into one.
struct Rebalance {
    std::uint32_t number = 0;  // from 1, as seen by this timeline
    LaneSpan span;
    GroupType type = GroupType::Unknown;
    std::int32_t epochBefore = -1;  // of classic groups generations
    std::int32_t epochAfter = -1;
    std::vector<std::int32_t> assignedEpochs;  // those that got an assignment: some are skipped
    std::vector<RebalanceTrigger> triggers;    // never empty: Unknown where nothing tells it
    std::string mode;                          // "eager", "cooperative"; empty: of the other protocols, or not known
    std::vector<RebalancePhase> phases;        // by beginning
    MemberIndex slowest = MemberIndex::None;   // whose phase was the longest; waiting for others is none of its own
    RebalancePhase slowestPhase;
    // To another owner. Those that nobody has got yet come into it when the rebalance ends; until then the lanes have
    // them.
    std::vector<MovedPartition> moved;
    std::vector<MovedPartition> returned;  // unowned for a while, and then back with whom it was
    std::vector<MemberIndex> waitingFor;   // while it lasts: who has not rejoined, revoked or been told
    std::int64_t waitsAtMostUntilMs = -1;  // the end of the largest rebalance timeout or of the delay; -1: not known
    std::uint32_t foldedEpochs = 0;
    bool isInterrupted = false;  // the next one began before it ended

    std::int64_t durationMs() const { return span.toMs == kStillGoing ? -1 : span.toMs - span.fromMs; }
};

}  // namespace brokerscope
