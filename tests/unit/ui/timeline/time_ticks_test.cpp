#include "ui/timeline/time_ticks.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using testing::ElementsAre;

// 30 November 2026, 10:41:07.204 UTC.
constexpr std::int64_t kMoment = 1'796'035'267'204;

std::vector<TimeTick> ticksOf(std::int64_t from, std::int64_t span, const char* zone = "UTC", int width = 400) {
    TimeScale scale;
    scale.setWidth(width);
    scale.show(from, from + span);
    return timeTicks(scale, QTimeZone(zone), 100);
}

std::vector<std::string> labels(const std::vector<TimeTick>& ticks) {
    std::vector<std::string> found;
    for (const TimeTick& tick : ticks) {
        found.push_back(tick.label.toStdString());
    }
    return found;
}

TEST(TimeTicks, sayAsMuchAsDiffers) {
    EXPECT_THAT(labels(ticksOf(kMoment, 20)),
                ElementsAre("10:41:07.205", "10:41:07.210", "10:41:07.215", "10:41:07.220"));
    EXPECT_THAT(labels(ticksOf(kMoment, 4'000)), ElementsAre("10:41:08", "10:41:09", "10:41:10", "10:41:11"));
    EXPECT_THAT(labels(ticksOf(kMoment, 240'000)), ElementsAre("10:42", "10:43", "10:44", "10:45"));
    EXPECT_THAT(labels(ticksOf(kMoment, 12 * 3'600'000LL)), ElementsAre("12:00", "15:00", "18:00", "21:00"));
}

TEST(TimeTicks, theDateStandsAtMidnight) {
    EXPECT_THAT(labels(ticksOf(kMoment, 24 * 3'600'000LL)), ElementsAre("12:00", "18:00", "1 Dec", "06:00"));
    const auto days = ticksOf(kMoment, 4 * 86'400'000LL);
    EXPECT_THAT(labels(days), ElementsAre("1 Dec", "2 Dec", "3 Dec", "4 Dec"));
}

TEST(TimeTicks, followTheZone) {
    // Half an hour beside the full ones of UTC.
    EXPECT_THAT(labels(ticksOf(kMoment, 12 * 3'600'000LL, "Asia/Kolkata")),
                ElementsAre("18:00", "21:00", "1 Dec", "03:00"));
}

TEST(TimeTicks, stayRoundWhereTheClockIsSet) {
    // Berlin, 29 March 2026: 02:00 is 03:00. Every tick stands on a full hour of the clock of its moment.
    constexpr std::int64_t kTenInTheEvening = 1'774'731'600'000;  // 28 March 22:00
    const auto ticks = ticksOf(kTenInTheEvening, 8 * 3'600'000LL, "Europe/Berlin", 1000);
    EXPECT_THAT(labels(ticks),
                ElementsAre("22:00", "23:00", "29 Mar", "01:00", "03:00", "04:00", "05:00", "06:00", "07:00"));
    for (std::size_t i = 1; i < ticks.size(); ++i) {
        EXPECT_EQ(ticks[i].ms - ticks[i - 1].ms, 3'600'000) << ticks[i].label.toStdString();
    }
}

TEST(TimeTicks, areNeverTooNearAtAnyZoom) {
    TimeScale scale;
    scale.setWidth(1300);
    scale.show(kMoment, kMoment + 1);
    scale.zoom(1e9, 0);
    for (int step = 0; step < 400 && scale.msPerPixel() < TimeScale::kMostMsPerPixel; ++step) {
        const auto ticks = timeTicks(scale, QTimeZone("Europe/Berlin"), 100);
        for (std::size_t i = 1; i < ticks.size(); ++i) {
            ASSERT_GE(ticks[i].x - ticks[i - 1].x, 50) << scale.msPerPixel();
            ASSERT_NE(ticks[i].label, ticks[i - 1].label) << scale.msPerPixel();
        }
        // Some mark is always in view, but where the largest step is wider than the view.
        if (scale.msPerPixel() >= 0.1 && scale.msPerPixel() < 1e7) {
            ASSERT_GE(ticks.size(), 2U) << scale.msPerPixel();
        }
        scale.zoom(1 / 1.1, 600);
    }
}

TEST(TimeTicks, textsOfMoments) {
    EXPECT_EQ(momentText(kMoment, QTimeZone("UTC")).toStdString(), "30 Nov 2026 10:41:07.204");
    EXPECT_EQ(clockText(kMoment, QTimeZone("Asia/Seoul")).toStdString(), "19:41:07.204");
    EXPECT_EQ(dayText(kMoment, QTimeZone("Asia/Seoul")).toStdString(), "30 Nov 2026 UTC+09:00");
    EXPECT_EQ(dayText(kMoment, QTimeZone("America/St_Johns")).toStdString(), "30 Nov 2026 UTC-03:30");
    EXPECT_EQ(dayText(kMoment, QTimeZone("UTC")).toStdString(), "30 Nov 2026 UTC");
}

}  // namespace
}  // namespace brokerscope
