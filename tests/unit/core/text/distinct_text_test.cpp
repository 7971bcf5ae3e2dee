#include "core/text/distinct_text.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

TEST(DistinctText, OnlyWhatWouldBeTakenForSomethingElseHasQuotes) {
    EXPECT_EQ(distinctText("payments"), "payments");
    EXPECT_EQ(distinctText("nullable"), "nullable");
    EXPECT_EQ(distinctText("null"), "\"null\"");
    EXPECT_EQ(distinctText("null (tombstone)"), "\"null (tombstone)\"");
    EXPECT_EQ(distinctText("not read"), "\"not read\"");
    EXPECT_EQ(distinctText("\"\""), "\"\"\"\"");
    EXPECT_EQ(distinctText("0x00"), "\"0x00\"");
}

}  // namespace
}  // namespace brokerscope
