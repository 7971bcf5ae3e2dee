#pragma once

#include "core/groups/group_event.h"
#include "core/groups/group_invariants.h"
#include "core/groups/group_lanes.h"
#include "core/groups/rebalance.h"
#include "core/groups/shared_list.h"

#include <cstdint>
#include <memory>
#include <string>

namespace brokerscope {

// What the timeline had to leave out, and how its sources did.
struct TimelineStatus {
    std::uint64_t events = 0;
    std::uint64_t duplicates = 0;  // equal evidence: ignored
    std::uint64_t tooLate = 0;     // older than reorderMs: counted, and not used
    std::uint64_t stale = 0;       // an answer with lower epochs than were known: ignored
    std::uint64_t contradictions = 0;
    std::uint64_t thinnedIntervals = 0;
    std::uint64_t droppedRebalances = 0;
    bool limitMet = false;  // members or partitions beyond the limits were left out
};

using RebalanceList = SharedList<Rebalance>;  // ascending; the last one may be going on
using ViolationList = SharedList<Violation, 64>;

// One group's life as a timeline had it at one moment. A value that does not change: whoever shows it does so while
// another thread folds on. What it has in common with earlier ones is shared, so that it costs what has changed.
struct TimelineSnapshot {
    std::string group;
    GroupType type = GroupType::Unknown;
    GroupLanes lanes;
    RebalanceList rebalances;
    ViolationList violations;
    TimelineStatus status;
    std::int64_t firstMs = 0;  // of the first event, in ms since 1970; 0: none
    std::int64_t lastMs = 0;
    std::uint64_t revision = 0;  // rises with every change
    SharedTopology topology;     // as it was told last
};
using SharedTimeline = std::shared_ptr<const TimelineSnapshot>;

}  // namespace brokerscope
