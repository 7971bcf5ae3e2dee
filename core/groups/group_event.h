#pragma once

#include "core/groups/event_evidence.h"
#include "core/groups/member_saying.h"
#include "core/internal_topics/group_type.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>

namespace brokerscope {

// In the structures below, what is nothing, null, empty or -1 was not told, and what was known before stays true.

// Which subtopology of a streams group reads a topic, by topic: its task of a partition reads that partition of each.
using SharedTopology = std::shared_ptr<const std::map<std::string, std::string, std::less<>>>;  // null: not told

// The group as a whole.
struct GroupStatus {
    std::string state;        // the protocol's own word; never Dead for a group of another type
    std::int32_t epoch = -1;  // group epoch; of classic groups the generation
    std::int32_t assignmentEpoch = -1;
    std::string protocolType;
    std::string assignor;                  // of classic groups the protocol
    std::string mode;                      // "eager", "cooperative": derived, see RebalanceMode
    std::string leader;                    // member id, classic
    std::int32_t rebalanceTimeoutMs = -1;  // the largest of the members: how long a rebalance may wait for them
    // Two values tell that the epoch rose without a change of members. Of records alone.
    std::optional<std::int64_t> metadataHash;  // 0: none, as in an empty group
    std::optional<std::string> configuration;  // streams: the configs of the last assignment, as text
    SharedTopology topology;
};

struct CoordinatorSeen {
    std::int32_t brokerId = -1;  // -1: there is none, or it is loading
    std::int16_t errorCode = 0;  // 14, 15, 16 …
};

// Topics that the group is concerned with changed: evidence for MetadataChanged.
struct TopicsChanged {
    std::string topic;
    std::int32_t partitionsBefore = -1;  // 0: the topic did not exist
    std::int32_t partitions = -1;        // 0: it was deleted
};

// What the broker resolved a regular expression of the group's members to (RE2); the last one counts.
struct ExpressionResolved {
    std::string expression;
    SharedNames topics;  // null: a tombstone, nobody has it any more
};

// How long members may be silent before they are missed, as the configuration of the group has it for members of each
// protocol (KIP-848, KIP-932, KIP-1071). Classic members bring their own: see MemberStatus.
struct SessionLength {
    std::int32_t timeoutMs = -1;
    std::int32_t heartbeatMs = -1;  // how often they are told to send heartbeats

    bool operator==(const SessionLength&) const = default;
};
struct GroupSessions {
    SessionLength consumer;
    SessionLength share;
    SessionLength streams;

    SessionLength of(GroupType type) const;  // nothing of the other types
    bool operator==(const GroupSessions&) const = default;
};

// There is no such group (any more). A classic Dead for a group of another type is no such event.
struct GroupGone {
    std::string words;
};

// The source looked again and found what it had found before: what it said holds up to this moment.
struct Unchanged {};

// The source could not see from `earliestMs` to `timeMs` of the event: connection lost, not permitted, records missing.
struct SourceBlind {
    std::string why;
    bool isOver = true;  // false: it lasts
};

using GroupSaying =
    std::variant<GroupStatus, MemberStatus, MemberGone, MemberRoster, MemberStep, OffsetsCommitted, MemberRefused,
                 CoordinatorSeen, TopicsChanged, ExpressionResolved, GroupSessions, GroupGone, Unchanged, SourceBlind>;

// What one source said about one group at one moment: an observation, not a conclusion. A value; what is large in it is
// shared. Times in ms since 1970.
struct GroupEvent {
    std::string group;
    GroupType type = GroupType::Unknown;  // Unknown: the source cannot tell it
    EventEvidence evidence;
    std::int64_t timeMs = 0;      // the latest moment at which it became true: of a record its timestamp, of an answer
                                  // when it was received
    std::int64_t earliestMs = 0;  // the earliest: of polling, when the answer before was received; else timeMs
    GroupSaying said;
};

// The order in which a timeline takes events: by time, then by source, then by evidence. Total; equal means the same
// event.
bool isBefore(const GroupEvent& left, const GroupEvent& right);

}  // namespace brokerscope
