#include "ui/timeline/time_scale.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

constexpr std::int64_t kNoon = 1'796'040'000'000;

TimeScale hourOn(int width) {
    TimeScale scale;
    scale.setWidth(width);
    scale.show(kNoon, kNoon + 3'600'000);
    return scale;
}

TEST(TimeScale, fillsTheWidthWithWhatIsShown) {
    const TimeScale scale = hourOn(1000);
    EXPECT_DOUBLE_EQ(scale.msPerPixel(), 3600);
    EXPECT_NEAR(scale.xOf(kNoon), 0, 1e-6);
    EXPECT_NEAR(scale.xOf(kNoon + 1'800'000), 500, 1e-6);
    EXPECT_EQ(scale.msAt(500), kNoon + 1'800'000);
    EXPECT_EQ(scale.pixelOf(kNoon + 3599), 0);
    EXPECT_EQ(scale.pixelOf(kNoon + 3600), 1);
    EXPECT_EQ(scale.pixelOf(kNoon - 1), -1);
}

TEST(TimeScale, zoomKeepsTheMomentUnderThePointer) {
    TimeScale scale = hourOn(1000);
    const std::int64_t before = scale.msAt(730);
    for (int i = 0; i < 40; ++i) {
        scale.zoom(1.25, 730);
    }
    EXPECT_NEAR(static_cast<double>(scale.msAt(730) - before), 0, 2);
    for (int i = 0; i < 40; ++i) {
        scale.zoom(1 / 1.25, 730);
    }
    EXPECT_NEAR(scale.msPerPixel(), 3600, 1e-6);
    EXPECT_NEAR(static_cast<double>(scale.fromMs() - kNoon), 0, 2);
}

TEST(TimeScale, zoomStaysWithinItsLimits) {
    TimeScale scale = hourOn(1000);
    scale.zoom(1e12, 10);
    EXPECT_DOUBLE_EQ(scale.msPerPixel(), TimeScale::kLeastMsPerPixel);
    scale.zoom(1e-18, 10);
    EXPECT_DOUBLE_EQ(scale.msPerPixel(), TimeScale::kMostMsPerPixel);
    scale.zoom(1e18, 10);
    EXPECT_DOUBLE_EQ(scale.msPerPixel(), TimeScale::kLeastMsPerPixel);
    scale.zoom(0, 10);
    EXPECT_DOUBLE_EQ(scale.msPerPixel(), TimeScale::kMostMsPerPixel);
}

TEST(TimeScale, panMovesToLaterMoments) {
    TimeScale scale = hourOn(1000);
    scale.pan(10);
    EXPECT_EQ(scale.fromMs(), kNoon + 36'000);
    scale.pan(-20);
    EXPECT_EQ(scale.fromMs(), kNoon - 36'000);
}

TEST(TimeScale, emptyAndReversedRangesShowASecond) {
    TimeScale scale;
    scale.setWidth(500);
    for (const std::int64_t to : {kNoon, kNoon - 5000}) {
        scale.show(kNoon, to);
        EXPECT_DOUBLE_EQ(scale.msPerPixel(), 2);
        EXPECT_NEAR(scale.xOf(kNoon), 250, 1e-6);
    }
}

TEST(TimeScale, momentsFarAwayStayNumbers) {
    const TimeScale scale = hourOn(1000);
    EXPECT_DOUBLE_EQ(scale.xOf(std::numeric_limits<std::int64_t>::max()), TimeScale::kFarAway);
    EXPECT_DOUBLE_EQ(scale.xOf(std::numeric_limits<std::int64_t>::min()), -TimeScale::kFarAway);
    EXPECT_EQ(scale.pixelOf(std::numeric_limits<std::int64_t>::max()), 10'000'000);
}

TEST(TimeScale, followsThePresentMoment) {
    TimeScale scale = hourOn(1000);
    scale.setFollowing(true, kNoon);
    EXPECT_EQ(scale.pixelOf(kNoon), 1000 - TimeScale::kFollowRoom);
    scale.advance(kNoon + 36'000);
    EXPECT_EQ(scale.pixelOf(kNoon + 36'000), 1000 - TimeScale::kFollowRoom);
    // Zoom and resize keep it there, wherever the pointer is.
    scale.zoom(4, 100);
    scale.setWidth(700);
    EXPECT_NEAR(scale.xOf(kNoon + 36'000), 700 - TimeScale::kFollowRoom, 1e-3);
    EXPECT_TRUE(scale.isFollowing());
    scale.setSpan(60'000);
    EXPECT_NEAR(scale.xOf(kNoon + 36'000), 700 - TimeScale::kFollowRoom, 1e-3);
}

TEST(TimeScale, lookingElsewhereEndsFollowing) {
    TimeScale scale = hourOn(1000);
    scale.setFollowing(true, kNoon);
    scale.pan(-1);
    EXPECT_FALSE(scale.isFollowing());
    const std::int64_t from = scale.fromMs();
    scale.advance(kNoon + 60'000);
    EXPECT_EQ(scale.fromMs(), from);
    scale.setFollowing(true, kNoon + 60'000);
    scale.show(kNoon, kNoon + 1000);
    EXPECT_FALSE(scale.isFollowing());
}

TEST(TimeScale, widthBelowOneCountsAsOne) {
    TimeScale scale;
    scale.setWidth(0);
    scale.show(kNoon, kNoon + 1000);
    EXPECT_EQ(scale.width(), 1);
    EXPECT_DOUBLE_EQ(scale.msPerPixel(), 1000);
}

}  // namespace
}  // namespace brokerscope
