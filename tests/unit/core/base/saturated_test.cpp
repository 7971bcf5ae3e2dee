#include "core/base/saturated.h"

#include "core/base/written_time.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kGreatest = std::numeric_limits<std::int64_t>::max();

TEST(Saturated, WhatDoesNotFitIsTheNearestThatDoes) {
    EXPECT_EQ(saturatedSum(2, -3), -1);
    EXPECT_EQ(saturatedSum(kGreatest, 1), kGreatest);
    EXPECT_EQ(saturatedSum(kLeast, -1), kLeast);
    EXPECT_EQ(saturatedSum(kLeast, kGreatest), -1);
    EXPECT_EQ(saturatedDifference(2, 3), -1);
    EXPECT_EQ(saturatedDifference(kGreatest, -1), kGreatest);
    EXPECT_EQ(saturatedDifference(kLeast, 1), kLeast);
    EXPECT_EQ(saturatedDifference(0, kLeast), kGreatest);
    EXPECT_EQ(saturatedDifference(-1, kLeast), kGreatest);
    EXPECT_EQ(saturatedProduct<std::uint64_t>(3, 4), 12U);
    EXPECT_EQ(saturatedProduct<std::uint64_t>(std::numeric_limits<std::uint64_t>::max() / 2, 3),
              std::numeric_limits<std::uint64_t>::max());
}

// A record may say any time.
TEST(Saturated, MomentsOfTimesThatAreNone) {
    const ZoneOffset ahead = [](std::int64_t) { return std::int64_t{3'600'000}; };
    const auto midnight = readTime("00:00");
    ASSERT_TRUE(midnight);
    EXPECT_GT(midnight->momentOn(kGreatest, ahead), 0);
    EXPECT_LT(midnight->momentOn(kLeast, ahead), 0);
}

}  // namespace
}  // namespace brokerscope
