#pragma once

#include <cstdint>

namespace brokerscope {

// The APIs whose behaviour on a connection cannot be read from their schemas, by their key on the wire (requestApiKey
// of the request header). Every other API is known by its definition alone.
namespace api_key {

inline constexpr std::int16_t kProduce = 0;
inline constexpr std::int16_t kFetch = 1;
inline constexpr std::int16_t kMetadata = 3;
inline constexpr std::int16_t kSaslHandshake = 17;
inline constexpr std::int16_t kApiVersions = 18;
inline constexpr std::int16_t kDescribeQuorum = 55;
inline constexpr std::int16_t kShareFetch = 78;

}  // namespace api_key

}  // namespace brokerscope
