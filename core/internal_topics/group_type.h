#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace brokerscope {

// The protocol by which a group assigns partitions (GroupType of ListGroups v5). A protocol type does not tell it:
// "consumer" is said by classic and by KIP-848 groups alike.
enum class GroupType : std::uint8_t { Unknown, Classic, Consumer, Share, Streams };

std::string_view groupTypeName(GroupType type);                   // "classic"; "unknown"
std::optional<GroupType> groupTypeByName(std::string_view name);  // upper and lower case alike, as brokers do
GroupType groupTypeOfRecordType(std::int32_t type);               // Unknown: offset commits, numbers without schema

// How far a member is with its own assignment, as the coordinator has it. One meaning under two numberings: consumer
// and share records count from 0, streams records from 1 (ConsumerGroupCurrentMemberAssignmentValue and
// StreamsGroupCurrentMemberAssignmentValue, "State").
enum class Reconciliation : std::uint8_t {
    Stable,
    Unrevoked,   // it still holds something that it must give up: its epoch may not rise
    Unreleased,  // it waits for something that another member holds
    Unknown      // 127, and every number that is not listed: the code is kept beside it
};

Reconciliation reconciliationOf(GroupType type, std::int8_t code);
// "UNREVOKED_PARTITIONS"; of streams "UNREVOKED_TASKS"; "UNKNOWN" for 127; "unknown (9)" is the caller's to write.
std::string_view reconciliationName(GroupType type, Reconciliation state);

// Member epochs that are no epochs (ConsumerGroupHeartbeatRequest "MemberEpoch", KIP-848).
inline constexpr std::int32_t kJoinEpoch = 0;
inline constexpr std::int32_t kLeaveEpoch = -1;
inline constexpr std::int32_t kStaticLeaveEpoch = -2;  // a static member is away and keeps its place

// The topic that groups are kept in.
inline constexpr std::string_view kOffsetsTopic = "__consumer_offsets";

// The partition of an internal topic that a group, or a transactional id, belongs to: the absolute value of Java's
// String.hashCode() over UTF-16 units, modulo the count; a hash of -2^31 gives 0. Bytes that are no UTF-8 count as the
// replacement character. `partitions` below 1 gives -1.
std::int32_t javaHash(std::string_view text);
std::int32_t groupPartition(std::string_view id, std::int32_t partitions);

}  // namespace brokerscope
