#include "ui/widgets/version_ticks.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

constexpr int kLetter = 6;

VersionTickRoom roomOf(int lowest, int highest, std::optional<int> firstFlexible, int width) {
    return {lowest,
            highest,
            firstFlexible,
            width,
            [=](int version) { return 10 + (width - 20) * (version - lowest) / std::max(1, highest - lowest); },
            [](const QString& text) { return static_cast<int>(text.size()) * kLetter; }};
}

std::vector<std::string> textsOf(const std::vector<VersionTick>& ticks) {
    std::vector<std::string> texts;
    for (const VersionTick& tick : ticks) {
        texts.push_back(tick.text.toStdString());
    }
    return texts;
}

TEST(VersionTicks, EndsAndTheFirstFlexibleVersion) {
    EXPECT_THAT(textsOf(versionTicks(roomOf(0, 13, 9, 230), QStringLiteral("9 flexible"))),
                ::testing::ElementsAre("0", "9 flexible", "13"));
    EXPECT_THAT(textsOf(versionTicks(roomOf(0, 3, std::nullopt, 230), {})), ::testing::ElementsAre("0", "3"));
    EXPECT_THAT(textsOf(versionTicks(roomOf(0, 0, std::nullopt, 230), {})), ::testing::ElementsAre("0"));
}

// Heartbeat is flexible from its newest version on, BrokerRegistration from its oldest.
TEST(VersionTicks, AFlexibleVersionAtAnEndTakesItsPlace) {
    EXPECT_THAT(textsOf(versionTicks(roomOf(0, 4, 4, 120), QStringLiteral("4 flexible"))),
                ::testing::ElementsAre("0", "4 flexible"));
    EXPECT_THAT(textsOf(versionTicks(roomOf(0, 4, 0, 120), QStringLiteral("0 flexible"))),
                ::testing::ElementsAre("0 flexible", "4"));
}

TEST(VersionTicks, OneOutsideOfTheRangeIsNotShown) {
    EXPECT_THAT(textsOf(versionTicks(roomOf(0, 4, 6, 120), QStringLiteral("6 flexible"))),
                ::testing::ElementsAre("0", "4"));
}

TEST(VersionTicks, NothingIsUponAnotherOrOutside) {
    for (int width = 80; width <= 260; width += 10) {
        for (int flexible = 0; flexible <= 13; ++flexible) {
            const QString text = QStringLiteral("%1 flexible").arg(flexible);
            const auto ticks = versionTicks(roomOf(0, 13, flexible, width), text);
            ASSERT_THAT(textsOf(ticks), ::testing::Contains(text.toStdString())) << width;
            int from = 0;
            for (const VersionTick& tick : ticks) {
                EXPECT_GE(tick.left, from) << width << ' ' << flexible;
                from = tick.left + static_cast<int>(tick.text.size()) * kLetter + 1;
            }
            EXPECT_LE(from - 1, width) << width << ' ' << flexible;
        }
    }
}

}  // namespace
}  // namespace brokerscope
