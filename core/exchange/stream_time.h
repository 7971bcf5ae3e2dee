#pragma once

#include <cstdint>

namespace brokerscope {

// A moment on two clocks: ns of a clock that never jumps (its zero means nothing) and ms since 1970.
struct StreamTime {
    std::int64_t steadyNs = 0;
    std::int64_t wallMs = 0;

    bool operator==(const StreamTime&) const = default;
};

}  // namespace brokerscope
