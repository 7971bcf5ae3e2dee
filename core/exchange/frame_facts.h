#pragma once

#include "core/base/bytes.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace brokerscope {

// What every request frame begins with, whatever its header version:
//   size:int32 api_key:int16 api_version:int16 correlation_id:int32
inline constexpr std::size_t kCorrelationIdOffset = 8;
inline constexpr std::size_t kFrameHeadBytes = 12;

// What can be said about a request frame without knowing its API. Key, version and correlation id are absent where the
// frame has fewer than kFrameHeadBytes, the size where it has fewer than four.
struct FrameFacts {
    std::optional<std::int32_t> sizePrefix;  // as sent
    std::optional<std::int16_t> apiKey;
    std::optional<std::int16_t> apiVersion;
    std::optional<std::int32_t> correlationId;
    std::uint64_t bytes = 0;  // of the whole frame, prefix included
};
FrameFacts frameFacts(ByteView frame);

}  // namespace brokerscope
