#pragma once

#include <cstddef>
#include <cstdint>

namespace brokerscope {

// The INT32 that stands before every frame of a connection and counts the bytes after itself. Kafka protocol guide,
// "Common request and response structure".
inline constexpr std::size_t kFrameSizeBytes = 4;

// The least that a frame counts: the correlation id of an answer without anything else.
inline constexpr std::int32_t kLeastFrameSize = 4;

// What every request frame begins with, whatever its header version: size, API key, API version, correlation id.
inline constexpr std::size_t kLeastRequestBytes = kFrameSizeBytes + 2 + 2 + 4;

}  // namespace brokerscope
