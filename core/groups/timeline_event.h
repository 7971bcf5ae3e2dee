#pragma once

#include "core/groups/group_event.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace brokerscope {

struct NamedPartition {
    std::string topic;  // or subtopology, or the id of a topic without a known name
    std::int32_t partition = -1;
};

struct StateChanged {
    std::string from;
    std::string to;
};
struct MemberArrived {
    MemberStatus member;
};
struct MemberDeparted {
    MemberGone member;
    std::string clientId;
    std::string host;
};
struct MemberChanged {
    MemberStatus member;
    std::vector<std::string> what;  // names of the fields that changed: "epoch", "topics"
};
struct RebalanceBegan {
    std::uint32_t number = 0;
    GroupReason why = GroupReason::Unknown;
    std::string memberId;  // empty: not about one
    std::string words;
};
struct PhaseDuration {
    std::string phase;
    std::string memberId;  // empty: the group's
    std::int64_t ms = 0;
};
struct PartitionMove {
    NamedPartition partition;
    std::string from;  // member id; empty: nobody
    std::string to;
    std::int64_t unownedMs = -1;  // -1: not known
    Certainty certainty = Certainty::Observed;
    std::int64_t atLeastMs = -1;  // see MovedPartition
};
struct RebalanceFinished {
    std::uint32_t number = 0;
    GroupReason why = GroupReason::Unknown;
    std::string words;
    std::int64_t durationMs = 0;
    std::vector<PhaseDuration> phases;
    std::string slowestMember;
    std::vector<PartitionMove> moved;
    std::string mode;
};
struct TargetComputed {
    std::vector<std::pair<std::string, SharedAssignment>> targets;  // by member id: those that changed
};
struct AssignmentChanged {
    std::string memberId;
    SharedAssignment added;  // never null
    SharedAssignment removed;
    SharedAssignment pending;
};
struct CoordinatorMoved {
    std::int32_t from = -1;
    std::int32_t to = -1;
};
struct CommitsMade {
    OffsetsCommitted commit;
};
struct GroupDeleted {};
struct BlindPeriod {
    std::int64_t fromMs = 0;
    std::int64_t toMs = 0;  // the event's time while it lasts
    std::string why;
    bool isOver = true;
};
struct RuleViolated {
    std::string rule;
    std::string found;
    std::vector<EventEvidence> evidence;
};

using TimelineFact = std::variant<StateChanged, MemberArrived, MemberDeparted, MemberChanged, RebalanceBegan,
                                  RebalanceFinished, TargetComputed, AssignmentChanged, CoordinatorMoved, CommitsMade,
                                  GroupDeleted, BlindPeriod, RuleViolated>;

// What a timeline concludes, for lists and for `groups watch`: one line each. Names instead of positions, so that it
// can be kept and printed without its timeline.
struct TimelineEvent {
    std::int64_t timeMs = 0;
    std::string group;
    GroupType type = GroupType::Unknown;
    std::int32_t epoch = -1;  // of classic groups the generation
    EventEvidence evidence;   // the event that decided it
    Certainty certainty = Certainty::Observed;
    bool isCorrection = false;  // an event that came late changed what was told before
    TimelineFact fact;
};

// The word of the command line: "state", "memberJoined", "rebalanceEnded" …
std::string_view timelineEventName(const TimelineFact& fact);

}  // namespace brokerscope
