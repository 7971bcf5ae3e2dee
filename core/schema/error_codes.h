#pragma once

#include <cstdint>

namespace brokerscope {

// The error codes that something here acts on, by Kafka's names (org.apache.kafka.common.protocol.Errors). All others
// are known by the table of codes alone (SchemaRegistry::errorCode), and so are names and whether they pass.
namespace error_code {

inline constexpr std::int16_t kOffsetOutOfRange = 1;
inline constexpr std::int16_t kUnknownTopicOrPartition = 3;
inline constexpr std::int16_t kLeaderNotAvailable = 5;
inline constexpr std::int16_t kNotLeaderOrFollower = 6;
inline constexpr std::int16_t kCoordinatorLoadInProgress = 14;
inline constexpr std::int16_t kCoordinatorNotAvailable = 15;
inline constexpr std::int16_t kNotCoordinator = 16;
inline constexpr std::int16_t kUnknownMemberId = 25;
inline constexpr std::int16_t kRebalanceInProgress = 27;
inline constexpr std::int16_t kGroupAuthorizationFailed = 30;
inline constexpr std::int16_t kClusterAuthorizationFailed = 31;
inline constexpr std::int16_t kUnsupportedVersion = 35;
inline constexpr std::int16_t kSecurityDisabled = 54;
// A group that does not exist, or that has another type than it was asked for as.
inline constexpr std::int16_t kGroupIdNotFound = 69;
inline constexpr std::int16_t kFetchSessionIdNotFound = 70;
inline constexpr std::int16_t kInvalidFetchSessionEpoch = 71;
inline constexpr std::int16_t kFencedLeaderEpoch = 74;
inline constexpr std::int16_t kUnknownLeaderEpoch = 75;
inline constexpr std::int16_t kMemberIdRequired = 79;
inline constexpr std::int16_t kFencedInstanceId = 82;
inline constexpr std::int16_t kResourceNotFound = 91;
inline constexpr std::int16_t kTransactionalIdNotFound = 105;
inline constexpr std::int16_t kFencedMemberEpoch = 110;

}  // namespace error_code

}  // namespace brokerscope
