#include "ui/timeline/lane_tracks.h"

#include <gmock/gmock.h>

#include <random>

namespace brokerscope {
namespace {

using testing::ElementsAre;

struct Piece {
    LaneSpan span;
    bool isUrgent = false;
};

std::vector<Piece> pieces(const std::vector<std::int64_t>& borders) {
    std::vector<Piece> list;
    for (std::size_t i = 1; i < borders.size(); ++i) {
        list.push_back({{borders[i - 1], borders[i]}});
    }
    return list;
}

LaneTracks tracksOf(const std::vector<Piece>& list) {
    return LaneTracks(list, [](const Piece& piece) { return piece.isUrgent; });
}

// Ten ms a pixel from 0 on.
TimeScale scaleOf(int width) {
    TimeScale scale;
    scale.setWidth(width);
    scale.show(0, width * 10);
    return scale;
}

std::vector<PixelRun> runsOf(const LaneTracks& tracks, const TimeScale& scale, std::size_t track = 0) {
    std::vector<PixelRun> runs;
    tracks.runs(track, scale, 0, scale.width(), runs);
    return runs;
}

TEST(LaneTracks, wideIntervalsTouch) {
    const LaneTracks tracks = tracksOf(pieces({0, 100, 250, kStillGoing}));
    ASSERT_EQ(tracks.count(), 1U);
    EXPECT_THAT(runsOf(tracks, scaleOf(50)),
                ElementsAre(PixelRun{0, 10, 0, 0}, PixelRun{10, 25, 1, 1}, PixelRun{25, 50, 2, 2}));
}

TEST(LaneTracks, gapsStayEmpty) {
    const std::vector<Piece> list{{{20, 60}}, {{200, 300}}};
    EXPECT_THAT(runsOf(tracksOf(list), scaleOf(50)), ElementsAre(PixelRun{2, 6, 0, 0}, PixelRun{20, 30, 1, 1}));
}

TEST(LaneTracks, narrowOnesShareAPixel) {
    // 101 to 109 ms all lie in the pixel 10.
    const LaneTracks tracks = tracksOf(pieces({0, 101, 103, 105, 109, 300}));
    EXPECT_THAT(runsOf(tracks, scaleOf(50)),
                ElementsAre(PixelRun{0, 10, 0, 0}, PixelRun{10, 11, 1, 3}, PixelRun{11, 30, 4, 4}));
}

TEST(LaneTracks, anUrgentOneIsSeenHoweverNarrow) {
    auto list = pieces({0, 101, 103, 105, 109, 300});
    list[2].isUrgent = true;
    EXPECT_TRUE(runsOf(tracksOf(list), scaleOf(50))[1].isUrgent);
    list[2].isUrgent = false;
    list[4].isUrgent = true;
    const auto runs = runsOf(tracksOf(list), scaleOf(50));
    EXPECT_FALSE(runs[1].isUrgent);
    EXPECT_TRUE(runs[2].isUrgent);
}

TEST(LaneTracks, emptyIntervalsAreLeftOut) {
    EXPECT_THAT(runsOf(tracksOf(pieces({0, 100, 100, 200})), scaleOf(50)),
                ElementsAre(PixelRun{0, 10, 0, 0}, PixelRun{10, 20, 2, 2}));
}

TEST(LaneTracks, onlyWhatIsAskedForIsGiven) {
    const LaneTracks tracks = tracksOf(pieces({0, 100, 200, 300, 400}));
    std::vector<PixelRun> runs;
    tracks.runs(0, scaleOf(50), 15, 25, runs);
    EXPECT_THAT(runs, ElementsAre(PixelRun{15, 20, 1, 1}, PixelRun{20, 25, 2, 2}));
}

TEST(LaneTracks, ownersAtOneTimeHaveATrackEach) {
    const std::vector<Piece> list{{{0, 300}}, {{50, 150}}, {{100, 400}}, {{150, 200}}, {{300, 500}}};
    const LaneTracks tracks = tracksOf(list);
    ASSERT_EQ(tracks.count(), 3U);
    EXPECT_THAT(runsOf(tracks, scaleOf(50), 0), ElementsAre(PixelRun{0, 30, 0, 0}, PixelRun{30, 50, 4, 4}));
    EXPECT_THAT(runsOf(tracks, scaleOf(50), 1), ElementsAre(PixelRun{5, 15, 1, 1}, PixelRun{15, 20, 3, 3}));
    EXPECT_THAT(runsOf(tracks, scaleOf(50), 2), ElementsAre(PixelRun{10, 40, 2, 2}));
}

TEST(LaneTracks, beyondTheMostTheLaterHidesTheEarlier) {
    std::vector<Piece> list;
    for (std::int64_t from = 0; from < 60; from += 10) {
        list.push_back({{from, 400}});
    }
    const LaneTracks tracks = tracksOf(list);
    ASSERT_EQ(tracks.count(), LaneTracks::kMostTracks);
    EXPECT_THAT(runsOf(tracks, scaleOf(50), 3),
                ElementsAre(PixelRun{3, 4, 3, 3}, PixelRun{4, 5, 4, 4}, PixelRun{5, 40, 5, 5}));
}

// Against a walk over everything: what covers a pixel is in its run, and an urgent one is never lost.
TEST(LaneTracks, randomLanesAreCoveredPixelByPixel) {
    std::mt19937 random(7);
    for (int round = 0; round < 300; ++round) {
        std::vector<Piece> list;
        std::int64_t at = static_cast<std::int64_t>(random() % 50);
        while (at < 900) {
            const std::int64_t length = random() % 4 == 0 ? random() % 200 : random() % 9;
            list.push_back({{at, at + length}, random() % 5 == 0});
            at += length + (random() % 6 == 0 ? random() % 60 : 0);
        }
        const TimeScale scale = scaleOf(80);
        const auto runs = runsOf(tracksOf(list), scale);
        int free = 0;
        for (const PixelRun& run : runs) {
            ASSERT_GE(run.left, free);
            ASSERT_GT(run.right, run.left);
            ASSERT_LE(run.first, run.last);
            ASSERT_TRUE(run.first == run.last || run.right - run.left == 1);
            free = run.right;
        }
        for (std::size_t i = 0; i < list.size(); ++i) {
            const LaneSpan& span = list[i].span;
            // What begins in the last pixel may stand behind others there.
            if (span.fromMs == span.toMs || span.fromMs >= 790) {
                continue;
            }
            const auto found =
                std::ranges::find_if(runs, [i](const PixelRun& run) { return run.first <= i && i <= run.last; });
            ASSERT_NE(found, runs.end()) << "interval " << i << " of round " << round;
            ASSERT_LE(std::abs(found->left - scale.pixelOf(span.fromMs)), 1);
            ASSERT_TRUE(found->isUrgent || !list[i].isUrgent);
        }
    }
}

TEST(OnePerPixel, takesTheFirstOfEachColumn) {
    const std::vector<std::int64_t> times{-40, 5, 7, 9, 31, 32, 480, 505};
    std::vector<std::pair<std::size_t, int>> taken;
    onePerPixel(
        std::span<const std::int64_t>(times), scaleOf(50), 0, 50, [](std::int64_t ms) { return ms; },
        [&](std::size_t at, int pixel) { taken.emplace_back(at, pixel); });
    EXPECT_THAT(taken, ElementsAre(std::pair(1U, 0), std::pair(4U, 3), std::pair(6U, 48)));
}

}  // namespace
}  // namespace brokerscope
