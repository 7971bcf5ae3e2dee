#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace brokerscope {

// Sums over offsets that anybody may have written: nothing overflows, what is beyond the range stays at its end.

// The offset after `offset`.
constexpr std::int64_t offsetAfter(std::int64_t offset) {
    return offset == std::numeric_limits<std::int64_t>::max() ? offset : offset + 1;
}

// Offsets that lie after `last` and before `next`; 0 where `next` does not come after it.
constexpr std::int64_t offsetsBetween(std::int64_t last, std::int64_t next) {
    if (next <= last) {
        return 0;
    }
    const std::uint64_t distance = static_cast<std::uint64_t>(next) - static_cast<std::uint64_t>(last) - 1;
    constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    return static_cast<std::int64_t>(std::min(distance, kMost));
}

}  // namespace brokerscope
