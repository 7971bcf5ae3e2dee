#include "core/schema/version_range.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

TEST(VersionRange, ParsesTheFormsOfTheLanguage) {
    EXPECT_EQ(VersionRange::parse("3"), (VersionRange{3, 3}));
    EXPECT_EQ(VersionRange::parse("0-2"), (VersionRange{0, 2}));
    EXPECT_EQ(VersionRange::parse("3+"), (VersionRange{3, VersionRange::kOpenEnd}));
    EXPECT_EQ(VersionRange::parse("none"), VersionRange::none());
    EXPECT_EQ(VersionRange::parse("32767"), (VersionRange{32767, 32767}));
}

TEST(VersionRange, RefusesEverythingElse) {
    for (const char* text :
         {"", "+", "-", "-1", "1-", "2-1", "1-2-3", "1 ", " 1", "+1", "1++", "None", "32768", "0x1", "1-2+"}) {
        EXPECT_EQ(VersionRange::parse(text), std::nullopt) << text;
    }
}

TEST(VersionRange, PrintsWhatItParses) {
    for (const char* text : {"0", "3", "0-2", "3+", "0+", "none"}) {
        EXPECT_EQ(VersionRange::parse(text)->toString(), text);
    }
}

TEST(VersionRange, IntersectsAndJoins) {
    EXPECT_EQ((VersionRange{0, 5}.intersect({3, 9})), (VersionRange{3, 5}));
    EXPECT_EQ((VersionRange{0, 2}.intersect({3, 9})), VersionRange::none());
    EXPECT_EQ((VersionRange{0, 2}.hull({5, 9})), (VersionRange{0, 9}));
    EXPECT_EQ((VersionRange::none().hull({5, 9})), (VersionRange{5, 9}));
    EXPECT_EQ((VersionRange{5, 9}.hull(VersionRange::none())), (VersionRange{5, 9}));
}

TEST(VersionRange, EmptyIsWithinAnythingAndContainsNothing) {
    EXPECT_TRUE(VersionRange::none().isWithin({4, 4}));
    EXPECT_FALSE((VersionRange{3, 4}.isWithin({4, 9})));
    EXPECT_TRUE((VersionRange{4, 9}.isWithin({4, 9})));
    for (int version = -2; version < 3; ++version) {
        EXPECT_FALSE(VersionRange::none().contains(version));
    }
}

}  // namespace
}  // namespace brokerscope
