#include "core/base/written_time.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

constexpr std::int64_t kHour = 3'600'000;

std::int64_t moment(std::string_view text, const ZoneOffset& zone = {}) {
    const auto time = readTime(text, zone);
    return time && !time->isOfAnyDay ? time->fromMs : -1;
}

std::int64_t spanOf(std::string_view text) {
    const auto time = readTime(text);
    return time ? time->toMs - time->fromMs : -1;
}

TEST(WrittenTime, DatesWithAndWithoutAClock) {
    EXPECT_EQ(moment("2023-11-14T22:13:20Z"), 1700000000000);
    EXPECT_EQ(moment("2023-11-14 22:13:20"), 1700000000000);
    EXPECT_EQ(moment("2023-11-14 22:13:20 UTC"), 1700000000000);
    EXPECT_EQ(moment("2023-11-14T22:13:20.123456Z"), 1700000000123);
    EXPECT_EQ(moment("2023-11-14T22:13:20,5"), 1700000000500);
    EXPECT_EQ(moment("2023-11-14T23:43:20+01:30"), 1700000000000);
    EXPECT_EQ(moment("2023-11-14T17:13:20-0500"), 1700000000000);
    EXPECT_EQ(moment("2023-11-14T17:13:20-05"), 1700000000000);
    EXPECT_EQ(moment("1970-01-01"), 0);
    EXPECT_EQ(moment("2024-02-29T00:00"), 1709164800000);
}

TEST(WrittenTime, WhatIsNone) {
    for (const char* wrong : {"",
                              "2023",
                              "2023-02-29",
                              "2023-13-01",
                              "2023-11-14T",
                              "2023-11-14T24:00",
                              "2023-11-14T22:60",
                              "2023-11-14T22:13:20.",
                              "2023-11-14T22:13:20Zx",
                              "23-11-14",
                              "2023-11-1",
                              "2023-11-14T22:13:20+1",
                              "2023-11-14T22:13+25:00",
                              "24:00",
                              "10:4",
                              "10:60",
                              "10:41Z",
                              "aa:bb",
                              "yesterday",
                              "+123-11-14"}) {
        EXPECT_FALSE(readTime(wrong)) << wrong;
    }
}

TEST(WrittenTime, ItLastsAsLongAsItsLastUnit) {
    EXPECT_EQ(spanOf("2023-11-14"), 24 * kHour);
    EXPECT_EQ(spanOf("2023-11-14 22:13"), 60'000);
    EXPECT_EQ(spanOf("2023-11-14 22:13:20"), 1000);
    EXPECT_EQ(spanOf("2023-11-14 22:13:20.1"), 100);
    EXPECT_EQ(spanOf("2023-11-14 22:13:20.12"), 10);
    EXPECT_EQ(spanOf("2023-11-14 22:13:20.123456"), 1);
    EXPECT_EQ(spanOf("22:13"), 60'000);
}

TEST(WrittenTime, WithoutAZoneItIsLocal) {
    // Two hours ahead until that moment, one from then on.
    const ZoneOffset zone = [](std::int64_t timeMs) { return timeMs < 1700000000000 ? 2 * kHour : kHour; };
    EXPECT_EQ(moment("2023-11-14T22:13:20Z", zone), 1700000000000);
    EXPECT_EQ(moment("2023-11-14 23:13:20", zone), 1700000000000);
    EXPECT_EQ(moment("2023-11-14 23:13:20+01", zone), 1700000000000);
    EXPECT_EQ(moment("2023-11-14 20:00", zone), 1700000000000 - 4 * kHour - 800'000);
    EXPECT_EQ(moment("2023-11-15", zone), 1700000000000 + 2'800'000);
}

TEST(WrittenTime, ComparesWithMoments) {
    const auto minute = readTime("2023-11-14T22:13Z");
    ASSERT_TRUE(minute);
    EXPECT_LT(minute->compare(1699999979999), 0);
    EXPECT_EQ(minute->compare(1699999980000), 0);
    EXPECT_EQ(minute->compare(1700000039999), 0);
    EXPECT_GT(minute->compare(1700000040000), 0);
    const auto clock = readTime("22:13:20");
    ASSERT_TRUE(clock && clock->isOfAnyDay);
    EXPECT_EQ(clock->compare(1700000000999), 0);
    EXPECT_EQ(clock->compare(1700000000000 - 24 * kHour), 0) << "of any day";
    EXPECT_GT(clock->compare(1700000001000), 0);
    EXPECT_LT(clock->compare(1699999999999), 0);
    EXPECT_EQ(clock->compare(1700000000000 - 3 * kHour, [](std::int64_t) { return 3 * kHour; }), 0);
    // Before 1970, and where the zone crosses midnight.
    EXPECT_EQ(readTime("23:59:59.999")->compare(-1), 0);
    EXPECT_EQ(readTime("01:00")->compare(23 * kHour, [](std::int64_t) { return 2 * kHour; }), 0);
    EXPECT_EQ(readTime("23:00")->compare(kHour, [](std::int64_t) { return -2 * kHour; }), 0);
}

TEST(WrittenTime, AClockTimeOfTheDayOfAnotherMoment) {
    EXPECT_EQ(readTime("22:13:20")->momentOn(1700000000000 - 5 * kHour), 1700000000000);
    EXPECT_EQ(readTime("2023-11-14T22:13:20Z")->momentOn(0), 1700000000000);
    // Where it is the 15th already.
    const ZoneOffset zone = [](std::int64_t) { return 3 * kHour; };
    EXPECT_EQ(readTime("01:13:20")->momentOn(1700000000000, zone), 1700000000000);
    EXPECT_EQ(readTime("23:00")->momentOn(-1), -kHour);
}

}  // namespace
}  // namespace brokerscope
