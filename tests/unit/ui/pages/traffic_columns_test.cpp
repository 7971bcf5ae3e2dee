#include "ui/pages/traffic_columns.h"

#include "ui/pages/traffic_model.h"

#include <gtest/gtest.h>

#include <numeric>

namespace brokerscope {
namespace {

using Widths = std::array<int, TrafficColumns::kCount>;

constexpr Widths kWished{99, 55, 126, 142, 66, 90, 84, 80, 80, 215, 180};

int shownWidth(const std::array<bool, TrafficColumns::kCount>& hidden) {
    int sum = 0;
    for (std::size_t column = 0; column < kWished.size(); ++column) {
        sum += hidden[column] ? 0 : kWished[column];
    }
    return sum;
}

TEST(TrafficColumns, AWideWindowHasAllOfThem) {
    EXPECT_EQ(TrafficColumns::hidden(1300, kWished), (std::array<bool, TrafficColumns::kCount>{}));
}

TEST(TrafficColumns, WhatSaysLeastGoesFirst) {
    const auto hidden = TrafficColumns::hidden(std::accumulate(kWished.begin(), kWished.end(), 0) - 1, kWished);
    EXPECT_TRUE(hidden[TrafficModel::CorrelationColumn]);
    EXPECT_EQ(std::count(hidden.begin(), hidden.end(), true), 1);
}

// 1024 pixels less rail and margins.
TEST(TrafficColumns, TheLeastWindowHasTimeApiErrorAndSummaryWithoutScrolling) {
    const auto hidden = TrafficColumns::hidden(917, kWished);
    EXPECT_LE(shownWidth(hidden), 917);
    for (const int column : {TrafficModel::TimeColumn, TrafficModel::ApiColumn, TrafficModel::VersionColumn,
                             TrafficModel::ErrorColumn, TrafficModel::SummaryColumn}) {
        EXPECT_FALSE(hidden[static_cast<std::size_t>(column)]) << column;
    }
}

}  // namespace
}  // namespace brokerscope
