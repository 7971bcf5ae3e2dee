#pragma once

#include "core/internal_topics/group_assignment.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

using SharedNames = std::shared_ptr<const std::vector<std::string>>;  // ascending; null: not told

// What a source may say about one member. What is nothing, null, empty or -1 was not told, and what was known before
// stays true.

// One member: what it is and has.
struct MemberStatus {
    std::string memberId;
    std::optional<std::string> instanceId;  // static
    std::string clientId;
    std::string host;
    std::optional<std::string> rackId;
    std::optional<bool> isClassic;  // in a consumer group
    SharedNames topics;
    std::optional<std::string> regularExpression;  // "": none; what it resolves to is in the group's events
    std::string assignor;
    std::int32_t sessionTimeoutMs = -1;
    std::int32_t epoch = -1;  // member epoch; of classic groups the generation. Never a sentinel: see `isAway`
    std::int32_t previousEpoch = -1;
    std::optional<std::int8_t> stateCode;  // reconciliationOf(); records alone have it
    SharedAssignment assigned;             // what it may use now: without what it must give up
    SharedAssignment pendingRevocation;
    SharedAssignment target;
    std::optional<bool> isAway;  // static, epoch -2: it left and keeps its place
    std::string undecoded;       // why subscription or assignment stayed raw
};

// Why a member is not in the group any more, and why a group rebalances.
enum class GroupReason : std::uint8_t {
    Unknown,
    Joined,
    Left,
    SessionTimeout,
    PollTimeout,
    Fenced,
    StaticReplaced,
    SubscriptionChanged,
    MetadataChanged,
    ConfigChanged,
    AssignorChanged,
    CoordinatorMoved,
    Migration
};
std::string_view groupReasonName(GroupReason reason);  // "sessionTimeout"

struct MemberGone {
    std::string memberId;
    GroupReason reason = GroupReason::Unknown;  // as far as the source knows
    std::string words;                          // the client's own: "the consumer is being closed"
    std::string replacedBy;                     // member id of the static member that took its place
};

// The complete list of members at that moment: who is not in it is not in the group. MemberStatus events of the same
// moment come before it.
struct MemberRoster {
    SharedNames memberIds;
};

// A step that a member took, or was told to take, seen on the wire.
enum class MemberStepKind : std::uint8_t {
    JoinSent,    // JoinGroup, or a heartbeat with epoch 0
    IdRequired,  // error 79: a normal step before the join, with the id to use next
    JoinAnswered,
    SyncSent,
    SyncAnswered,
    ToldToRejoin,        // Heartbeat with error 27
    ToldToRevoke,        // a heartbeat's answer lacks partitions that it has
    RevokeAcknowledged,  // a heartbeat names what it still has
    ToldToTake,
    LeaveSent,
    StaticLeaveSent,
    Heartbeat  // nothing else: it is alive
};
struct MemberStep {
    std::string memberId;
    MemberStepKind kind = MemberStepKind::Heartbeat;
    std::int32_t epoch = -1;
    std::string words;  // reason that the client gave, the id to use next
    std::int64_t answeredMs = -1;
    bool isNew = false;  // of JoinSent: it was no member before. False: it was one, or that is not known
};

// Offsets were committed. One event for each request or operation.
struct OffsetsCommitted {
    std::string memberId;         // empty: not told (records)
    SharedAssignment partitions;  // which, without the offsets
    bool isTransactional = false;
    std::int16_t errorCode = 0;  // the first one above 0: a stale commit
};

// A request of a member was refused: stale epochs and generations, fenced ids, wrong coordinators.
struct MemberRefused {
    std::string memberId;
    std::string api;  // "Heartbeat"
    std::int16_t errorCode = 0;
    std::string words;
};

}  // namespace brokerscope
