#pragma once

#include <concepts>
#include <cstdint>
#include <limits>

namespace brokerscope {

// Arithmetic with numbers that came from elsewhere: offsets and times may have any value. A result that does not fit is
// the nearest number that does.

constexpr std::int64_t saturatedSum(std::int64_t a, std::int64_t b) {
    constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
    constexpr std::int64_t kGreatest = std::numeric_limits<std::int64_t>::max();
    if (b > 0 && a > kGreatest - b) {
        return kGreatest;
    }
    return b < 0 && a < kLeast - b ? kLeast : a + b;
}

constexpr std::int64_t saturatedDifference(std::int64_t a, std::int64_t b) {
    constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
    constexpr std::int64_t kGreatest = std::numeric_limits<std::int64_t>::max();
    if (b < 0 && a > kGreatest + b) {
        return kGreatest;
    }
    return b > 0 && a < kLeast + b ? kLeast : a - b;
}

template <std::unsigned_integral Number>
constexpr Number saturatedProduct(Number a, Number b) {
    constexpr Number kGreatest = std::numeric_limits<Number>::max();
    return b != 0 && a > kGreatest / b ? kGreatest : static_cast<Number>(a * b);
}

}  // namespace brokerscope
