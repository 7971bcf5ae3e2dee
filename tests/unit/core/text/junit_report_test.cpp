#include "core/text/junit_report.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

TEST(JunitReport, HasASuiteAFolderWithItsSums) {
    const std::string xml =
        junitXml({{"groups",
                   {{"groups", "join", "groups/1.request", 0.25, JunitCase::Outcome::Passed, {}, {}},
                    {"groups", "sync", {}, 1.5, JunitCase::Outcome::Failed, "is 16", "two\nlines"},
                    {"groups", "beat", {}, -1, JunitCase::Outcome::Error, "closed", {}},
                    {"groups", "leave", {}, -1, JunitCase::Outcome::Skipped, {}, {}}}}});
    EXPECT_EQ(xml,
              "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
              "  <testsuite name=\"groups\" tests=\"4\" failures=\"1\" errors=\"1\" skipped=\"1\" time=\"1.750\">\n"
              "    <testcase classname=\"groups\" name=\"join\" file=\"groups/1.request\" time=\"0.250\"/>\n"
              "    <testcase classname=\"groups\" name=\"sync\" time=\"1.500\">"
              "<failure message=\"is 16\">two&#10;lines</failure></testcase>\n"
              "    <testcase classname=\"groups\" name=\"beat\"><error message=\"closed\"/></testcase>\n"
              "    <testcase classname=\"groups\" name=\"leave\"><skipped/></testcase>\n"
              "  </testsuite>\n</testsuites>\n");
}

TEST(JunitReport, HoldsAnyBytes) {
    std::string bytes;
    for (int byte = 0; byte < 256; ++byte) {
        bytes += static_cast<char>(byte);
    }
    const std::string xml =
        junitXml({{bytes, {{bytes, bytes, bytes, 0, JunitCase::Outcome::Failed, bytes + "\xef\xbf\xbf", bytes}}}});
    for (const char c : xml) {
        EXPECT_TRUE(static_cast<unsigned char>(c) >= 0x20 || c == '\n') << static_cast<int>(c);
    }
    EXPECT_THAT(xml, ::testing::Not(::testing::HasSubstr("\xef\xbf\xbf")));
    EXPECT_THAT(xml, ::testing::HasSubstr(" !&quot;#$%&amp;'()"));
    EXPECT_THAT(xml, ::testing::HasSubstr("&#9;&#10;"));
}

}  // namespace
}  // namespace brokerscope
