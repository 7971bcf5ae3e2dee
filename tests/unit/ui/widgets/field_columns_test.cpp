#include "ui/widgets/field_columns.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

constexpr int kBytesColumn = 90;
constexpr int kUsualLetter = 7;

FieldColumnWidths widthsAt(int width) {
    return FieldColumnWidths::share(width, kBytesColumn, kUsualLetter);
}

TEST(FieldColumnWidths, TheWidthIsSharedWithoutARest) {
    for (int width = 200; width < 2000; width += 7) {
        const FieldColumnWidths widths = widthsAt(width);
        EXPECT_EQ(widths.field + widths.type + widths.value + widths.bytes, width);
        EXPECT_GT(widths.field, 0);
        EXPECT_GT(widths.value, 0);
    }
}

// Half of a window of 1440 pixels, as the form of a request has it.
TEST(FieldColumnWidths, HalfAWindowHasRoomForTypes) {
    const FieldColumnWidths widths = widthsAt(510);
    EXPECT_GE(widths.type, 13 * kUsualLetter);
    EXPECT_GE(widths.value, 15 * kUsualLetter);
    EXPECT_GE(widths.field, 18 * kUsualLetter);
    EXPECT_EQ(widths.bytes, kBytesColumn);
}

TEST(FieldColumnWidths, NamesAndValuesAreWorthMoreThanTypes) {
    const FieldColumnWidths some = widthsAt(340);
    EXPECT_EQ(some.type, 0);
    EXPECT_EQ(some.bytes, kBytesColumn);
    EXPECT_GE(some.value, 14 * kUsualLetter);
    // What a window of 1024 pixels leaves beside the bytes.
    const FieldColumnWidths few = widthsAt(290);
    EXPECT_EQ(few.type, 0);
    EXPECT_EQ(few.bytes, 0);
    EXPECT_GE(few.field, 22 * kUsualLetter);
    EXPECT_GE(few.value, 15 * kUsualLetter);
}

TEST(FieldColumnWidths, LargerLettersNeedMoreRoom) {
    EXPECT_GT(FieldColumnWidths::share(510, kBytesColumn, 7).type, 0);
    EXPECT_EQ(FieldColumnWidths::share(510, kBytesColumn, 12).type, 0);
}

// The rest of a wide window is the value's.
TEST(FieldColumnWidths, NamesAndTypesDoNotGrowForEver) {
    EXPECT_EQ(widthsAt(1800).field, widthsAt(2400).field);
    EXPECT_EQ(widthsAt(1800).type, widthsAt(2400).type);
}

}  // namespace
}  // namespace brokerscope
