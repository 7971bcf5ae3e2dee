#pragma once

#include "core/base/limits.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace brokerscope {

// One of the limits, as it is called everywhere.
struct LimitName {
    std::string_view name;
    std::uint64_t Limits::*member;
    bool isBytes;  // else a number of things
};
std::span<const LimitName> limitNames();

}  // namespace brokerscope
