#pragma once

#include <cstdint>

namespace brokerscope {

// The APIs that something here asks or acts on, by their key on the wire (requestApiKey of the request header). Every
// other API is known by its definition alone.
namespace api_key {

inline constexpr std::int16_t kProduce = 0;
inline constexpr std::int16_t kFetch = 1;
inline constexpr std::int16_t kListOffsets = 2;
inline constexpr std::int16_t kMetadata = 3;
inline constexpr std::int16_t kControlledShutdown = 7;
inline constexpr std::int16_t kOffsetCommit = 8;
inline constexpr std::int16_t kOffsetFetch = 9;
inline constexpr std::int16_t kFindCoordinator = 10;
inline constexpr std::int16_t kJoinGroup = 11;
inline constexpr std::int16_t kHeartbeat = 12;
inline constexpr std::int16_t kLeaveGroup = 13;
inline constexpr std::int16_t kSyncGroup = 14;
inline constexpr std::int16_t kDescribeGroups = 15;
inline constexpr std::int16_t kListGroups = 16;
inline constexpr std::int16_t kSaslHandshake = 17;
inline constexpr std::int16_t kApiVersions = 18;
inline constexpr std::int16_t kTxnOffsetCommit = 28;
inline constexpr std::int16_t kDescribeAcls = 29;
inline constexpr std::int16_t kDescribeConfigs = 32;
inline constexpr std::int16_t kDescribeClientQuotas = 48;
inline constexpr std::int16_t kDescribeUserScramCredentials = 50;
inline constexpr std::int16_t kDescribeQuorum = 55;
inline constexpr std::int16_t kFetchSnapshot = 59;
inline constexpr std::int16_t kDescribeCluster = 60;
inline constexpr std::int16_t kDescribeProducers = 61;
inline constexpr std::int16_t kDescribeTransactions = 65;
inline constexpr std::int16_t kListTransactions = 66;
inline constexpr std::int16_t kConsumerGroupHeartbeat = 68;
inline constexpr std::int16_t kConsumerGroupDescribe = 69;
inline constexpr std::int16_t kShareGroupHeartbeat = 76;
inline constexpr std::int16_t kShareGroupDescribe = 77;
inline constexpr std::int16_t kShareFetch = 78;
inline constexpr std::int16_t kReadShareGroupState = 84;
inline constexpr std::int16_t kReadShareGroupStateSummary = 87;
inline constexpr std::int16_t kStreamsGroupHeartbeat = 88;
inline constexpr std::int16_t kStreamsGroupDescribe = 89;
inline constexpr std::int16_t kDescribeShareGroupOffsets = 90;

}  // namespace api_key

}  // namespace brokerscope
