#pragma once

#include <cstdint>

namespace brokerscope {

// The error codes that something here acts on, by Kafka's names (org.apache.kafka.common.protocol.Errors). All others
// are known by the table of codes alone (SchemaRegistry::errorCode), and so are names and whether they pass.
namespace error_code {

inline constexpr std::int16_t kOffsetOutOfRange = 1;
inline constexpr std::int16_t kUnknownTopicOrPartition = 3;
inline constexpr std::int16_t kLeaderNotAvailable = 5;
inline constexpr std::int16_t kCoordinatorLoadInProgress = 14;
inline constexpr std::int16_t kCoordinatorNotAvailable = 15;
inline constexpr std::int16_t kNotCoordinator = 16;
inline constexpr std::int16_t kUnsupportedVersion = 35;
inline constexpr std::int16_t kFetchSessionIdNotFound = 70;
inline constexpr std::int16_t kInvalidFetchSessionEpoch = 71;

}  // namespace error_code

}  // namespace brokerscope
