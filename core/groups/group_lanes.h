#pragma once

#include "core/base/uuid.h"
#include "core/groups/event_evidence.h"
#include "core/groups/member_saying.h"
#include "core/groups/shared_list.h"
#include "core/internal_topics/group_type.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace brokerscope {

// Positions in the lanes of one timeline; they stay as long as the timeline lives.
enum class MemberIndex : std::uint32_t { None = std::numeric_limits<std::uint32_t>::max() };
enum class PartitionIndex : std::uint32_t { None = std::numeric_limits<std::uint32_t>::max() };

inline constexpr std::int64_t kStillGoing = std::numeric_limits<std::int64_t>::max();

// [fromMs, toMs) in ms since 1970. `doubtMs`: it may have begun so much earlier (the distance of two polls).
struct LaneSpan {
    std::int64_t fromMs = 0;
    std::int64_t toMs = kStillGoing;
    std::int32_t doubtMs = 0;
    Certainty certainty = Certainty::Observed;

    bool contains(std::int64_t ms) const { return ms >= fromMs && ms < toMs; }
};

struct StateInterval {
    LaneSpan span;
    std::string state;  // the protocol's word; empty: not known
    GroupType type = GroupType::Unknown;
    std::int32_t epoch = -1;  // of classic groups the generation
    std::int32_t assignmentEpoch = -1;
    std::string assignor;
    EventEvidence evidence;
};

// While one member was as it was.
struct MemberInterval {
    LaneSpan span;
    std::int32_t epoch = -1;
    std::int32_t previousEpoch = -1;
    std::int8_t stateCode = -1;  // -1: no record told it
    bool isAway = false;         // static, its place is kept
    SharedAssignment assigned;   // null: not known
    SharedAssignment pendingRevocation;
    SharedAssignment target;
    SharedNames topics;
    EventEvidence evidence;
};

struct MemberLane {
    std::string memberId;  // ids come back: a removed client may rejoin with its own
    std::string clientId;
    std::string host;
    std::string instanceId;                    // empty: dynamic
    MemberIndex replaces = MemberIndex::None;  // the lane before, of the same instance id
    std::vector<MemberInterval> intervals;     // ascending; gaps between them: not in the group
};

enum class Ownership : std::uint8_t {
    Owned,
    PendingRevocation,  // the owner must give it up and still has it
    Unowned,
    Unknown
};

struct OwnershipInterval {
    LaneSpan span;
    Ownership ownership = Ownership::Unknown;
    MemberIndex owner = MemberIndex::None;
    MemberIndex next = MemberIndex::None;  // whose target it is in, where that is another
    EventEvidence evidence;
};

struct PartitionLane {
    std::string topic;  // or subtopology; empty: the id alone is known
    Uuid topicId;
    TaskRole role = TaskRole::Active;
    std::int32_t partition = -1;
    // Ascending by fromMs. They overlap only in share groups, for standby and warmup tasks, and where an invariant is
    // violated.
    std::vector<OwnershipInterval> intervals;
};

struct BlindInterval {
    LaneSpan span;
    EventSource source = EventSource::Timeline;  // which one could not see
    bool isTotal = false;                        // no other source saw either
    std::string why;
};

// A moment that is drawn as a mark.
struct LaneMark {
    enum class Kind : std::uint8_t { Committed, Refused, StaleCommit, Deleted, CoordinatorMoved, ClockJump };
    std::int64_t timeMs = 0;
    Kind kind = Kind::Committed;
    MemberIndex member = MemberIndex::None;
    std::int16_t errorCode = 0;
    std::int32_t broker = -1;  // the new coordinator
    std::string words;
    EventEvidence evidence;
};

// Everything that is drawn of one group. Plain data over which pure geometry is computed.
struct GroupLanes {
    SharedList<StateInterval, 64> states;
    SharedList<MemberLane> members;        // in the order of appearance, never removed before they are thinned empty
    SharedList<PartitionLane> partitions;  // in the order of appearance
    SharedList<BlindInterval, 64> blind;
    SharedList<LaneMark, 256> marks;
    std::map<std::string, SharedNames> expressions;  // regular expressions as resolved now; absent: not resolved yet
};

// The first interval of a lane that ends after `ms`; size() where there is none. By halving; of lanes whose
// intervals do not overlap.
template <class Intervals>
std::size_t firstEndingAfter(const Intervals& intervals, std::int64_t ms) {
    const auto found = std::partition_point(intervals.begin(), intervals.end(),
                                            [ms](const auto& interval) { return interval.span.toMs <= ms; });
    return static_cast<std::size_t>(found - intervals.begin());
}

}  // namespace brokerscope
