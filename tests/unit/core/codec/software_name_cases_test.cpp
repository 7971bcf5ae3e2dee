#include "tests/unit/core/codec/draft_test_support.h"

namespace brokerscope {
namespace {

using namespace testing;

// Paths of what is wrong with a request that calls its software so.
std::vector<std::string> warnedOf(std::string_view name, std::string_view version) {
    const auto layout = layoutOf("ApiVersionsRequest", 3);
    const ValueDraft draft =
        draftOf(*layout, fmt::format(R"({{"clientSoftwareName":"{}","clientSoftwareVersion":"{}"}})", name, version));
    std::vector<std::string> paths;
    for (const Diagnostic& found : validateDraft(*layout, draft)) {
        EXPECT_EQ(found.severity, Severity::Warning);
        EXPECT_EQ(found.id, MessageId::InvalidValue);
        paths.push_back(found.path);
    }
    return paths;
}
using Paths = std::vector<std::string>;

TEST(Cases, C013_NamesThatBrokersRefuseAreWarnedOf) {
    for (const char* bad : {"", "my app", "kpx-", "-kpx", ".kpx", "a+b", "a_b", "naïve"}) {
        EXPECT_EQ(warnedOf(bad, "1.0"), Paths{"clientSoftwareName"}) << bad;
        EXPECT_EQ(warnedOf("kpx", bad), Paths{"clientSoftwareVersion"}) << bad;
    }
    for (const char* good : {"a", "kpx", "apache-kafka-java", "1.0", "4.4.0", "A-.9"}) {
        EXPECT_EQ(warnedOf(good, good), Paths{}) << good;
    }
}

TEST(Cases, C013_TheWarningNamesValueAndForm) {
    const auto layout = layoutOf("ApiVersionsRequest", 3);
    const ValueDraft draft = draftOf(*layout, R"({"clientSoftwareName":"my app","clientSoftwareVersion":"1.0"})");
    const auto found = validateDraft(*layout, draft);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].text(),
              "clientSoftwareName: \"my app\" is not made of letters, digits, . and - with a letter or "
              "digit at both ends; brokers answer INVALID_REQUEST (42)");
    // It may be sent all the same.
    EXPECT_EQ(encodedHex(layout, draft), "076d792061707004312e3000");
}

TEST(Cases, C013_UntouchedNamesAreEmptyAndWarnedOf) {
    const auto layout = layoutOf("ApiVersionsRequest", 3);
    EXPECT_EQ(validateDraft(*layout, ValueDraft::fromDefaults(layout->spec)).size(), 2U);
    // Versions without the names have nothing to say.
    const auto old = layoutOf("ApiVersionsRequest", 2);
    EXPECT_TRUE(validateDraft(*old, ValueDraft::fromDefaults(old->spec)).empty());
}

}  // namespace
}  // namespace brokerscope
