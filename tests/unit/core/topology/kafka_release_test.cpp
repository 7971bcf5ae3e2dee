#include "core/topology/kafka_release.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

TEST(KafkaRelease, ReadsLinesWithAndWithoutPatchRelease) {
    EXPECT_EQ(KafkaRelease::parse("4.4"), (KafkaRelease{4, 4}));
    EXPECT_EQ(KafkaRelease::parse("3.9.2"), (KafkaRelease{3, 9}));
    EXPECT_EQ(KafkaRelease::parse("0.11.0"), (KafkaRelease{0, 11}));
    for (const char* text :
         {"", "4", "4.", ".4", "4.x", "4.4.", "4.4.0.1", "4.4-IV2", "4.4+", " 4.4", "4.1-2", "04.4"}) {
        EXPECT_FALSE(KafkaRelease::parse(text)) << text;
    }
}

TEST(KafkaRelease, MinorNumbersAreNumbers) {
    EXPECT_LT((KafkaRelease{3, 9}), (KafkaRelease{3, 10}));
    EXPECT_LT((KafkaRelease{3, 9}), (KafkaRelease{4, 0}));
}

TEST(KafkaReleaseRange, HoldsItsEnds) {
    const auto open = KafkaReleaseRange::parse("4.0+");
    ASSERT_TRUE(open);
    EXPECT_FALSE(open->contains({3, 9}));
    EXPECT_TRUE(open->contains({4, 0}));
    EXPECT_TRUE(open->contains({9, 0}));
    const auto closed = KafkaReleaseRange::parse("2.1-3.9");
    ASSERT_TRUE(closed);
    EXPECT_FALSE(closed->contains({2, 0}));
    EXPECT_TRUE(closed->contains({2, 1}));
    EXPECT_TRUE(closed->contains({3, 9}));
    EXPECT_FALSE(closed->contains({4, 0}));
    const auto one = KafkaReleaseRange::parse("3.9");
    ASSERT_TRUE(one);
    EXPECT_TRUE(one->contains({3, 9}));
    EXPECT_FALSE(one->contains({4, 0}));
    EXPECT_FALSE(one->contains({3, 8}));
}

TEST(KafkaReleaseRange, RefusesWhatIsNone) {
    for (const char* text : {"", "+", "-", "4+", "4.0-", "-4.0", "4.0-3.9", "4.0-4.1+", "any"}) {
        EXPECT_FALSE(KafkaReleaseRange::parse(text)) << text;
    }
}

}  // namespace
}  // namespace brokerscope
