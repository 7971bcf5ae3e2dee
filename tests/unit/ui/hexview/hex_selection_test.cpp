#include "ui/hexview/hex_selection.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

constexpr int Columns = 16;
constexpr int PageRows = 4;

// Where a move from `cursor` leads in a buffer of `size` bytes.
std::uint64_t after(HexMove move, std::uint64_t cursor, std::uint64_t size = 100) {
    HexSelection selection(size);
    selection.moveTo(cursor, false);
    selection.move(move, Columns, PageRows, false);
    EXPECT_EQ(selection.length(), 1U);
    return selection.cursor();
}

TEST(HexSelection, LeftAndRightStopAtTheEnds) {
    EXPECT_EQ(after(HexMove::Left, 17), 16U);
    EXPECT_EQ(after(HexMove::Left, 16), 15U);
    EXPECT_EQ(after(HexMove::Left, 0), 0U);
    EXPECT_EQ(after(HexMove::Right, 15), 16U);
    EXPECT_EQ(after(HexMove::Right, 99), 99U);
}

TEST(HexSelection, UpAndDownKeepTheColumn) {
    EXPECT_EQ(after(HexMove::Up, 20), 4U);
    EXPECT_EQ(after(HexMove::Up, 4), 4U);
    EXPECT_EQ(after(HexMove::Down, 20), 36U);
    EXPECT_EQ(after(HexMove::Down, 97), 97U);  // in the last row
    EXPECT_EQ(after(HexMove::Down, 90), 99U);  // the last row ends before that column
    EXPECT_EQ(after(HexMove::Down, 83), 99U);
    EXPECT_EQ(after(HexMove::Down, 82), 98U);
}

TEST(HexSelection, PagesStopAtTheFirstAndLastRow) {
    EXPECT_EQ(after(HexMove::PageDown, 5), 69U);
    EXPECT_EQ(after(HexMove::PageDown, 50), 98U);
    EXPECT_EQ(after(HexMove::PageDown, 60), 99U);
    EXPECT_EQ(after(HexMove::PageUp, 69), 5U);
    EXPECT_EQ(after(HexMove::PageUp, 40), 8U);
}

TEST(HexSelection, HomeAndEnd) {
    EXPECT_EQ(after(HexMove::RowStart, 37), 32U);
    EXPECT_EQ(after(HexMove::RowEnd, 37), 47U);
    EXPECT_EQ(after(HexMove::RowEnd, 97), 99U);
    EXPECT_EQ(after(HexMove::Start, 37), 0U);
    EXPECT_EQ(after(HexMove::End, 37), 99U);
}

TEST(HexSelection, EveryMoveStaysWithinTheBuffer) {
    for (const HexMove move : {HexMove::Left, HexMove::Right, HexMove::Up, HexMove::Down, HexMove::PageUp,
                               HexMove::PageDown, HexMove::RowStart, HexMove::RowEnd, HexMove::Start, HexMove::End}) {
        for (std::uint64_t size : {1, 15, 16, 17, 33}) {
            for (std::uint64_t cursor = 0; cursor < size; ++cursor) {
                EXPECT_LT(after(move, cursor, size), size);
            }
        }
    }
}

TEST(HexSelection, ShiftExtendsInBothDirections) {
    HexSelection selection(100);
    selection.moveTo(20, false);
    selection.move(HexMove::Right, Columns, PageRows, true);
    selection.move(HexMove::Right, Columns, PageRows, true);
    EXPECT_EQ(selection.first(), 20U);
    EXPECT_EQ(selection.last(), 22U);
    EXPECT_EQ(selection.length(), 3U);
    selection.move(HexMove::Up, Columns, PageRows, true);
    EXPECT_EQ(selection.anchor(), 20U);
    EXPECT_EQ(selection.cursor(), 6U);
    EXPECT_EQ(selection.first(), 6U);
    EXPECT_EQ(selection.length(), 15U);
    EXPECT_TRUE(selection.contains(6));
    EXPECT_TRUE(selection.contains(20));
    EXPECT_FALSE(selection.contains(21));
    selection.move(HexMove::Left, Columns, PageRows, false);
    EXPECT_EQ(selection.length(), 1U);
    EXPECT_EQ(selection.cursor(), 5U);
}

TEST(HexSelection, RangesAreLimitedToTheBuffer) {
    HexSelection selection(10);
    selection.selectRange(4, 3);
    EXPECT_EQ(selection.first(), 4U);
    EXPECT_EQ(selection.cursor(), 6U);
    selection.selectRange(4, 1000);
    EXPECT_EQ(selection.last(), 9U);
    selection.selectRange(50, 5);
    EXPECT_EQ(selection.first(), 9U);
    EXPECT_EQ(selection.length(), 1U);
    selection.selectRange(3, 0);
    EXPECT_EQ(selection.first(), 3U);
    EXPECT_EQ(selection.length(), 1U);
    selection.selectAll();
    EXPECT_EQ(selection.first(), 0U);
    EXPECT_EQ(selection.length(), 10U);
}

TEST(HexSelection, ResizeKeepsWhatIsStillThere) {
    HexSelection selection(100);
    selection.selectRange(40, 20);
    selection.resize(50);
    EXPECT_EQ(selection.first(), 40U);
    EXPECT_EQ(selection.last(), 49U);
    selection.resize(200);
    EXPECT_EQ(selection.last(), 49U);
    selection.resize(10);
    EXPECT_EQ(selection.first(), 9U);
    EXPECT_EQ(selection.length(), 1U);
}

TEST(HexSelection, EmptyBuffer) {
    HexSelection selection;
    EXPECT_TRUE(selection.isEmpty());
    EXPECT_EQ(selection.length(), 0U);
    EXPECT_FALSE(selection.contains(0));
    selection.move(HexMove::End, Columns, PageRows, true);
    selection.selectAll();
    selection.moveTo(5, false);
    EXPECT_EQ(selection, HexSelection());
}

}  // namespace
}  // namespace brokerscope
