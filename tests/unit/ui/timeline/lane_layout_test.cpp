#include "ui/timeline/lane_layout.h"

#include <gmock/gmock.h>

#include <numeric>

namespace brokerscope {
namespace {

LaneLayout threeAndFour() {
    LaneLayout layout({30, 20, 25, 10});
    layout.setMembers({2, 0, 1});
    layout.setPartitions({7, 3, 5, 4});
    return layout;
}

TEST(LaneLayout, laysRowsUnderEachOther) {
    const LaneLayout layout = threeAndFour();
    ASSERT_EQ(layout.rowCount(), 10);
    EXPECT_EQ(layout.row(0), (LaneRow{LaneKind::State, 0}));
    EXPECT_EQ(layout.row(1), (LaneRow{LaneKind::MembersHeading, 0}));
    EXPECT_EQ(layout.row(2), (LaneRow{LaneKind::Member, 2}));
    EXPECT_EQ(layout.row(4), (LaneRow{LaneKind::Member, 1}));
    EXPECT_EQ(layout.row(5), (LaneRow{LaneKind::PartitionsHeading, 0}));
    EXPECT_EQ(layout.row(6), (LaneRow{LaneKind::Partition, 7}));
    EXPECT_EQ(layout.row(9), (LaneRow{LaneKind::Partition, 4}));
    const std::vector<int> tops{0, 30, 50, 75, 100, 125, 145, 155, 165, 175, 185};
    for (int row = 0; row <= layout.rowCount(); ++row) {
        EXPECT_EQ(layout.top(row), tops[static_cast<std::size_t>(row)]) << row;
    }
    EXPECT_EQ(layout.contentHeight(), 185);
}

TEST(LaneLayout, everyPixelBelongsToTheRowThatItLiesIn) {
    LaneLayout layout = threeAndFour();
    for (const bool members : {true, false}) {
        for (const bool partitions : {true, false}) {
            layout.setMembersOpen(members);
            layout.setPartitionsOpen(partitions);
            for (int y = 0; y < layout.contentHeight(); ++y) {
                const auto row = layout.rowAt(y);
                ASSERT_TRUE(row) << y;
                EXPECT_LE(layout.top(*row), y);
                EXPECT_GT(layout.top(*row) + layout.height(*row), y);
            }
            EXPECT_FALSE(layout.rowAt(-1));
            EXPECT_FALSE(layout.rowAt(layout.contentHeight()));
        }
    }
}

TEST(LaneLayout, closedSectionsTakeNoRoom) {
    LaneLayout layout = threeAndFour();
    layout.setPartitionsOpen(false);
    EXPECT_EQ(layout.rowCount(), 6);
    EXPECT_EQ(layout.contentHeight(), 145);
    EXPECT_FALSE(layout.numberOf({LaneKind::Partition, 3}));
    layout.setMembersOpen(false);
    EXPECT_EQ(layout.contentHeight(), 70);
    EXPECT_EQ(layout.numberOf({LaneKind::PartitionsHeading, 0}), 2);
    EXPECT_EQ(layout.row(99), (LaneRow{LaneKind::PartitionsHeading, 0}));
}

TEST(LaneLayout, findsTheNumberOfARow) {
    LaneLayout layout = threeAndFour();
    for (int row = 0; row < layout.rowCount(); ++row) {
        EXPECT_EQ(layout.numberOf(layout.row(row)), row);
    }
    EXPECT_FALSE(layout.numberOf({LaneKind::Partition, 6}));
    EXPECT_FALSE(layout.numberOf({LaneKind::Member, 100}));
    layout.setMembers({0});
    EXPECT_FALSE(layout.numberOf({LaneKind::Member, 2}));
}

TEST(LaneLayout, aMillionPartitionsAreRowsLikeAnyOther) {
    std::vector<std::uint32_t> order(1'000'000);
    std::iota(order.begin(), order.end(), 0U);
    LaneLayout layout({30, 20, 25, 10});
    layout.setPartitions(std::move(order));
    EXPECT_EQ(layout.contentHeight(), 70 + 10'000'000);
    EXPECT_EQ(layout.row(*layout.rowAt(70 + 5'000'005)), (LaneRow{LaneKind::Partition, 500'000}));
}

}  // namespace
}  // namespace brokerscope
