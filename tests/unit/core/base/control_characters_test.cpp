#include "core/base/control_characters.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

TEST(ControlCharacters, AreNoCommandsToATerminal) {
    EXPECT_EQ(escapedControls("a\x1b[2Jb\x7f", LineBreaks::Kept), R"(a\x1b[2Jb\x7f)");
    EXPECT_EQ(escapedControls("x\xc2\x9b"
                              "31m",
                              LineBreaks::Kept),
              R"(x\u009b31m)");
    EXPECT_EQ(escapedControls("\xc2\xa0\xc3\xa9 \xe2\x82\xac", LineBreaks::Escaped), "\xc2\xa0\xc3\xa9 \xe2\x82\xac");
    EXPECT_EQ(escapedControls("\xff|\x9b", LineBreaks::Escaped), "\xef\xbf\xbd|\xef\xbf\xbd");
}

TEST(ControlCharacters, LineBreaksMayStay) {
    EXPECT_EQ(escapedControls("a\n\tb\r", LineBreaks::Kept), "a\n\tb\\x0d");
    EXPECT_EQ(escapedControls("a\n\tb", LineBreaks::Escaped), R"(a\x0a\x09b)");
}

}  // namespace
}  // namespace brokerscope
