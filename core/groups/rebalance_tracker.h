#pragma once

#include "core/groups/timeline_state.h"
#include "core/groups/trigger_finder.h"

#include <cstdint>

namespace brokerscope {

// Follows rebalances from their first sign to their end. Not thread safe.
class RebalanceTracker {
public:
    // Epochs that rise again so soon while nothing moves are one rebalance.
    static constexpr std::int64_t kFoldMs = 3'000;
    // How much later than a look the record may be written that the look already showed: clocks differ.
    static constexpr std::int64_t kClocksDifferMs = 1'000;
    static constexpr std::size_t kMostTriggers = 100;
    static constexpr std::size_t kMostPhases = 100'000;

    RebalanceTracker(TimelineState& state, TriggerFinder& triggers) : m_state(state), m_triggers(triggers) {}

    // Steps of a classic group's members show a rebalance before any epoch does.
    void begin(const Said& said);
    void joinSent(MemberIndex member);
    void joinAnswered(MemberIndex member);
    void synced(MemberIndex member);
    void toldToRejoin(MemberIndex member);
    void memberGone(MemberIndex member);
    // As the moment ends, in this order.
    void beginByState();
    void targetComputed();
    void memberChanged(MemberIndex member, bool hasNewPending, bool hasRevoked, std::int64_t freedMs);
    void released(PartitionIndex partition, MemberIndex from, Certainty certainty);
    void taken(PartitionIndex partition, MemberIndex from, MemberIndex to, std::int64_t unownedMs, Certainty certainty);
    void end();
    // It ends where it is: the group is gone, or has another type.
    void interrupt();
    // Why a member went became clear later.
    void explain(MemberIndex member, GroupReason reason, Certainty certainty);
    // Who is waited for: not part of what is folded.
    void tellWaiting();

private:
    bool isOpen() const { return m_state.group.open.isOpen; }
    Rebalance& edit();  // the last one
    Rebalance& edit(std::size_t index);
    void addPhase(RebalancePhaseKind kind, MemberIndex member, std::int64_t fromMs);
    void openPhase(MemberIndex member, RebalancePhaseKind kind);
    void closePhase(MemberIndex member);
    void addMoved(const MovedPartition& moved);
    std::int64_t leastUnownedMs() const;
    void learnEpoch();
    bool isWrittenAnew() const;
    bool isBetweenLooks() const;
    bool takeAwaitedEpoch();
    void beginMissed();
    void addNotLogged(const Said& said);
    void attachTriggers();
    void stateWordPhases();
    bool foldIntoLast();
    bool isClassicDone() const;
    bool isForming() const;
    bool isDone() const;
    bool awaitsSecondGeneration() const;
    void finish(bool isInterrupted);
    RebalanceFinished finished(const Rebalance& rebalance) const;

    TimelineState& m_state;
    TriggerFinder& m_triggers;
};

}  // namespace brokerscope
