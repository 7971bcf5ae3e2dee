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
inline constexpr std::int16_t kOffsetFetch = 9;
inline constexpr std::int16_t kFindCoordinator = 10;
inline constexpr std::int16_t kDescribeGroups = 15;
inline constexpr std::int16_t kListGroups = 16;
inline constexpr std::int16_t kSaslHandshake = 17;
inline constexpr std::int16_t kApiVersions = 18;
inline constexpr std::int16_t kDescribeQuorum = 55;
inline constexpr std::int16_t kDescribeCluster = 60;
inline constexpr std::int16_t kConsumerGroupDescribe = 69;
inline constexpr std::int16_t kShareGroupDescribe = 77;
inline constexpr std::int16_t kShareFetch = 78;
inline constexpr std::int16_t kStreamsGroupDescribe = 89;
inline constexpr std::int16_t kDescribeShareGroupOffsets = 90;

}  // namespace api_key

}  // namespace brokerscope
