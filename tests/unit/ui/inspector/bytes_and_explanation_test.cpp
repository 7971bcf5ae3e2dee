#include "ui/inspector/bytes_and_explanation.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

constexpr int kByteRow = 20;

TEST(BytesAndExplanation, FewBytesHaveTheHeightOfTheirRowsAndNoMore) {
    EXPECT_EQ(BytesAndExplanation::heightOfBytes(300, 76, kByteRow), 76);
}

TEST(BytesAndExplanation, ManyBytesLeaveTheExplanationItsLines) {
    const int bytes = BytesAndExplanation::heightOfBytes(300, 100'000, kByteRow);
    EXPECT_GE(bytes, 150);
    EXPECT_GE(300 - bytes, 120);
}

TEST(BytesAndExplanation, ASelectionHasItsNeighbours) {
    EXPECT_EQ(BytesAndExplanation::heightOfBytes(90, 400, kByteRow), 60);
    EXPECT_EQ(BytesAndExplanation::heightOfBytes(300, 16, kByteRow), 60);  // nothing jumps at the first row
    EXPECT_EQ(BytesAndExplanation::heightOfBytes(40, 400, kByteRow), 40);
}

}  // namespace
}  // namespace brokerscope
