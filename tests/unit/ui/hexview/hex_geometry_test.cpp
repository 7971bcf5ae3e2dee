#include "ui/hexview/hex_geometry.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

// Round numbers: margin 10, digits 10, bytes 20 and 6 between, 14 more between groups, columns 30 apart, rows 20.
constexpr HexCellSizes Sizes{.digitWidth = 10,
                             .byteWidth = 20,
                             .textWidth = 10,
                             .rowHeight = 20,
                             .byteGap = 6,
                             .groupGap = 14,
                             .columnGap = 30,
                             .margin = 10};

// 4 offset digits: 10 + 40 + 30.
constexpr int BytesLeft = 80;
// The ninth byte lies behind eight bytes, eight gaps and a group gap.
constexpr int NinthLeft = BytesLeft + 8 * 26 + 14;
constexpr int TextLeft = BytesLeft + 15 * 26 + 14 + 20 + 30;

TEST(HexGeometry, ColumnsAreThoseOfTheLayout) {
    const HexGeometry geometry(100, 16, Sizes);
    EXPECT_EQ(geometry.bytesLeft(), BytesLeft);
    EXPECT_EQ(geometry.textLeft(), TextLeft);
    EXPECT_EQ(geometry.contentWidth(), TextLeft + 160 + 10);
    EXPECT_EQ(geometry.rowCount(), 7U);
}

TEST(HexGeometry, WithoutTextARowEndsBehindItsBytes) {
    const HexGeometry geometry(100, 16, Sizes, false);
    EXPECT_EQ(geometry.contentWidth(), TextLeft - 30 + 10);
    EXPECT_EQ(geometry.cell(3, HexColumn::Bytes, 0), HexGeometry(100, 16, Sizes).cell(3, HexColumn::Bytes, 0));
    EXPECT_TRUE(geometry.cell(3, HexColumn::Text, 0).isEmpty());
    EXPECT_TRUE(geometry.outline(3, 2, HexColumn::Text, 0, 6).isEmpty());
    EXPECT_FALSE(geometry.hitTest({TextLeft + 5, 15}, 0));
}

TEST(HexGeometry, OtherColumnCountsAreRounded) {
    EXPECT_EQ(HexGeometry(1, 0, Sizes).columns(), 8);
    EXPECT_EQ(HexGeometry(1, 15, Sizes).columns(), 8);
    EXPECT_EQ(HexGeometry(1, 24, Sizes).columns(), 24);
    EXPECT_EQ(HexGeometry(1, 31, Sizes).columns(), 24);
    EXPECT_EQ(HexGeometry(1, 1000, Sizes).columns(), 32);
}

TEST(HexGeometry, OffsetDigitsGrowInPairs) {
    EXPECT_EQ(HexGeometry(0, 16, Sizes).offsetDigits(), 4);
    EXPECT_EQ(HexGeometry(0x10000, 16, Sizes).offsetDigits(), 4);
    EXPECT_EQ(HexGeometry(0x10001, 16, Sizes).offsetDigits(), 6);
    EXPECT_EQ(HexGeometry(0x1000000, 16, Sizes).offsetDigits(), 6);
    EXPECT_EQ(HexGeometry(0x1000001, 16, Sizes).offsetDigits(), 8);
    EXPECT_EQ(HexGeometry(0x100000001, 16, Sizes).offsetDigits(), 10);
}

TEST(HexGeometry, RowCountAtTheEdges) {
    EXPECT_EQ(HexGeometry(0, 16, Sizes).rowCount(), 0U);
    EXPECT_EQ(HexGeometry(1, 16, Sizes).rowCount(), 1U);
    EXPECT_EQ(HexGeometry(16, 16, Sizes).rowCount(), 1U);
    EXPECT_EQ(HexGeometry(17, 16, Sizes).rowCount(), 2U);
    EXPECT_EQ(HexGeometry(17, 8, Sizes).rowCount(), 3U);
}

TEST(HexGeometry, CellsOfBothColumns) {
    const HexGeometry geometry(100, 16, Sizes);
    EXPECT_EQ(geometry.cell(0, HexColumn::Bytes, 0), QRect(BytesLeft, 10, 20, 20));
    EXPECT_EQ(geometry.cell(7, HexColumn::Bytes, 0), QRect(BytesLeft + 7 * 26, 10, 20, 20));
    EXPECT_EQ(geometry.cell(8, HexColumn::Bytes, 0), QRect(NinthLeft, 10, 20, 20));
    EXPECT_EQ(geometry.cell(24, HexColumn::Bytes, 0), QRect(NinthLeft, 30, 20, 20));
    EXPECT_EQ(geometry.cell(24, HexColumn::Bytes, 1), QRect(NinthLeft, 10, 20, 20));
    EXPECT_EQ(geometry.cell(3, HexColumn::Text, 0), QRect(TextLeft + 30, 10, 10, 20));
    EXPECT_EQ(geometry.offsetCell(2, 1), QRect(10, 30, 40, 20));
    // Above the first visible row.
    EXPECT_EQ(geometry.rowTop(0, 3), 10 - 3 * 20);
}

TEST(HexGeometry, RunsCoverTheGapsBetween) {
    const HexGeometry geometry(100, 16, Sizes);
    EXPECT_EQ(geometry.run(0, 6, 9, HexColumn::Bytes, 0), QRect(BytesLeft + 6 * 26, 10, 3 * 26 + 14 + 20, 20));
    EXPECT_EQ(geometry.run(1, 2, 4, HexColumn::Text, 0), QRect(TextLeft + 20, 30, 30, 20));
}

TEST(HexGeometry, HugeBuffersStayWithinInt) {
    const std::uint64_t size = std::uint64_t{1} << 50;
    const HexGeometry geometry(size, 16, Sizes);
    const std::uint64_t lastRow = geometry.rowCount() - 1;
    EXPECT_EQ(geometry.cell(size - 1, HexColumn::Text, lastRow), QRect(geometry.textLeft() + 150, 10, 10, 20));
    EXPECT_GT(geometry.rowTop(lastRow, 0), 1'000'000);
    EXPECT_LT(geometry.rowTop(0, lastRow), -1'000'000);
}

TEST(HexGeometry, EveryCellIsHitByItsMiddle) {
    for (const int columns : {8, 16, 24, 32}) {
        const HexGeometry geometry(100, columns, Sizes);
        for (std::uint64_t offset = 0; offset < 100; ++offset) {
            for (const HexColumn column : {HexColumn::Bytes, HexColumn::Text}) {
                for (const std::uint64_t firstRow : {std::uint64_t{0}, geometry.rowOf(offset)}) {
                    const QRect cell = geometry.cell(offset, column, firstRow);
                    EXPECT_EQ(geometry.hitTest(cell.center(), firstRow), (HexGeometry::Hit{offset, column}));
                    EXPECT_EQ(geometry.hitTest(cell.topLeft(), firstRow), (HexGeometry::Hit{offset, column}));
                    EXPECT_EQ(geometry.hitTest(cell.bottomRight(), firstRow), (HexGeometry::Hit{offset, column}));
                }
            }
        }
    }
}

TEST(HexGeometry, GapsBelongToTheNearerByte) {
    const HexGeometry geometry(100, 16, Sizes);
    // The gap between bytes 0 and 1 is 6 wide, that between 7 and 8 is 20.
    EXPECT_EQ(geometry.hitTest({BytesLeft + 22, 15}, 0)->offset, 0U);
    EXPECT_EQ(geometry.hitTest({BytesLeft + 23, 15}, 0)->offset, 1U);
    EXPECT_EQ(geometry.hitTest({NinthLeft - 11, 15}, 0)->offset, 7U);
    EXPECT_EQ(geometry.hitTest({NinthLeft - 10, 15}, 0)->offset, 8U);
}

TEST(HexGeometry, HitsNothingOutside) {
    const HexGeometry geometry(20, 16, Sizes);
    EXPECT_EQ(geometry.hitTest({15, 15}, 0), std::nullopt);                  // offset column
    EXPECT_EQ(geometry.hitTest({BytesLeft + 5, 9}, 0), std::nullopt);        // margin above
    EXPECT_EQ(geometry.hitTest({TextLeft - 10, 15}, 0), std::nullopt);       // between the columns
    EXPECT_EQ(geometry.hitTest({TextLeft + 160, 15}, 0), std::nullopt);      // right of everything
    EXPECT_EQ(geometry.hitTest({BytesLeft + 4 * 26, 35}, 0), std::nullopt);  // past the last byte
    EXPECT_EQ(geometry.hitTest({BytesLeft, 55}, 0), std::nullopt);           // below the last row
    EXPECT_EQ(HexGeometry(0, 16, Sizes).hitTest({BytesLeft, 15}, 0), std::nullopt);
}

TEST(HexGeometry, DraggingFindsTheNearestByte) {
    const HexGeometry geometry(100, 16, Sizes);
    EXPECT_EQ(geometry.nearestByte({0, 15}, HexColumn::Bytes, 0), 0U);
    EXPECT_EQ(geometry.nearestByte({10'000, 15}, HexColumn::Bytes, 0), 15U);
    EXPECT_EQ(geometry.nearestByte({10'000, 15}, HexColumn::Text, 2), 47U);
    EXPECT_EQ(geometry.nearestByte({0, -100}, HexColumn::Text, 0), 0U);
    EXPECT_EQ(geometry.nearestByte({0, 9}, HexColumn::Bytes, 3), 32U);  // the row above the viewport
    EXPECT_EQ(geometry.nearestByte({10'000, 10'000}, HexColumn::Bytes, 0), 99U);
    EXPECT_EQ(HexGeometry(0, 16, Sizes).nearestByte({0, 0}, HexColumn::Bytes, 0), std::nullopt);
}

TEST(HexGeometry, VisibleRows) {
    const HexGeometry geometry(100, 16, Sizes);  // 7 rows
    EXPECT_EQ(geometry.visibleRows(0, 10), 0);
    EXPECT_EQ(geometry.visibleRows(0, 11), 1);
    EXPECT_EQ(geometry.visibleRows(0, 50), 2);
    EXPECT_EQ(geometry.visibleRows(0, 51), 3);
    EXPECT_EQ(geometry.visibleRows(5, 1000), 2);
    EXPECT_EQ(geometry.visibleRows(7, 1000), 0);
    EXPECT_EQ(geometry.wholeRows(5), 1);
    EXPECT_EQ(geometry.wholeRows(69), 2);
    EXPECT_EQ(geometry.wholeRows(70), 3);
}

TEST(HexGeometry, OutlineOfOneRow) {
    const HexGeometry geometry(100, 16, Sizes);
    const QPainterPath bytes = geometry.outline(2, 3, HexColumn::Bytes, 0, 10);
    EXPECT_EQ(bytes.boundingRect(), QRectF(BytesLeft + 52 - 2, 11, 2 * 26 + 20 + 4, 18));
    EXPECT_EQ(geometry.outline(2, 3, HexColumn::Text, 0, 10).boundingRect(), QRectF(TextLeft + 20, 11, 30, 18));
}

TEST(HexGeometry, OutlineOverRowsIsOnePathWithoutTheOtherBytes) {
    const HexGeometry geometry(100, 16, Sizes);
    const QPainterPath path = geometry.outline(14, 20, HexColumn::Bytes, 0, 10);  // 14, 15 | 16 to 31 | 32, 33
    EXPECT_EQ(path.toSubpathPolygons().size(), 1);
    for (std::uint64_t offset = 0; offset < 48; ++offset) {
        const bool inside = offset >= 14 && offset < 34;
        EXPECT_EQ(path.contains(QPointF(geometry.cell(offset, HexColumn::Bytes, 0).center())), inside) << offset;
    }
}

TEST(HexGeometry, OutlineInTwoPartsWhereRowsDoNotTouch) {
    const HexGeometry geometry(100, 16, Sizes);
    const QPainterPath path = geometry.outline(14, 4, HexColumn::Bytes, 0, 10);  // 14, 15 | 16, 17
    EXPECT_EQ(path.toSubpathPolygons().size(), 2);
}

TEST(HexGeometry, OutlineIsLimitedToTheRowsAskedFor) {
    const HexGeometry geometry(1'000'000, 16, Sizes);
    const QPainterPath path = geometry.outline(5, 900'000, HexColumn::Bytes, 10, 12);
    EXPECT_EQ(path.boundingRect().height(), 3 * 20 - 2);
    EXPECT_TRUE(geometry.outline(0, 16, HexColumn::Bytes, 1, 5).isEmpty());
    EXPECT_TRUE(geometry.outline(500, 16, HexColumn::Bytes, 1, 5).isEmpty());
    EXPECT_TRUE(geometry.outline(16, 0, HexColumn::Bytes, 0, 5).isEmpty());
    EXPECT_TRUE(geometry.outline(1'000'000, 5, HexColumn::Bytes, 0, 100'000).isEmpty());
    // A span that reaches past the buffer ends with it.
    EXPECT_EQ(HexGeometry(20, 16, Sizes).outline(18, 100, HexColumn::Text, 0, 5).boundingRect().width(), 20);
}

TEST(HexGeometry, DecimalOffsetsHaveTheDigitsOfTheLastOne) {
    const auto digits = [](std::uint64_t size) {
        return HexGeometry(size, 16, Sizes, true, HexOffsets::Decimal).offsetDigits();
    };
    EXPECT_EQ(digits(0), 4);
    EXPECT_EQ(digits(10'000), 4) << "the last is 9999";
    EXPECT_EQ(digits(10'001), 5);
    EXPECT_EQ(digits(100'000'001), 9);
    const HexGeometry hex(10'001, 16, Sizes);
    const HexGeometry decimal(10'001, 16, Sizes, true, HexOffsets::Decimal);
    EXPECT_EQ(decimal.contentWidth() - hex.contentWidth(), Sizes.digitWidth);
}

TEST(HexGeometry, FittingColumns) {
    const int width16 = HexGeometry(100, 16, Sizes).contentWidth();
    EXPECT_EQ(HexGeometry::fittingColumns(width16, 100, Sizes), 16);
    EXPECT_EQ(HexGeometry::fittingColumns(width16 - 1, 100, Sizes), 8);
    EXPECT_EQ(HexGeometry::fittingColumns(5000, 100, Sizes), 32);
    EXPECT_EQ(HexGeometry::fittingColumns(10, 100, Sizes), 8);
}

}  // namespace
}  // namespace brokerscope
