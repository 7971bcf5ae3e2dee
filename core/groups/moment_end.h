#pragma once

#include "core/groups/lane_writer.h"
#include "core/groups/rebalance_tracker.h"
#include "core/groups/timeline_state.h"

#include <functional>
#include <vector>

namespace brokerscope {

// Concludes when all that was said for one moment is known: who has which partition now, what that violates, where a
// rebalance begins and ends. It writes the lanes. Not thread safe.
class MomentEnd {
public:
    MomentEnd(TimelineState& state, RebalanceTracker& tracker, LaneWriter& writer)
        : m_state(state), m_tracker(tracker), m_writer(writer) {}

    void conclude();

private:
    // What a member's lane shows against what it is now.
    struct MemberDelta {
        MemberIndex member = MemberIndex::None;
        Assignment lost;  // owned before
        Assignment gained;
        Assignment lostPending;
        Assignment gainedPending;
        Assignment targetLost;
        Assignment targetGained;
        bool hasNewTarget = false;
    };

    void raiseEpochs();
    void tellTargets(const std::vector<MemberDelta>& deltas);
    MemberDelta deltaOf(MemberIndex index);
    void takeAway(const MemberDelta& delta);
    void give(const MemberDelta& delta);
    void tellMember(const MemberDelta& delta);
    void forEach(const Assignment& assignment, const std::function<void(PartitionIndex)>& visit);

    void endPartition(PartitionIndex index);
    void settleOwners(PartitionIndex index);
    void tellOwners(PartitionIndex index);
    bool isGiven(PartitionIndex index, const PartitionCell& cell) const;
    void checkOwners(PartitionIndex index, const PartitionOwner& left, const PartitionOwner& right);
    void checkTarget(MemberIndex index);
    bool isMemberSettled(const MemberCell& cell) const;
    void countSettled();
    void inferState();
    void writeState();

    TimelineState& m_state;
    RebalanceTracker& m_tracker;
    LaneWriter& m_writer;
};

}  // namespace brokerscope
