#include "ui/hexview/hex_highlights.h"

#include <gmock/gmock.h>

#include <limits>

namespace brokerscope {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct Piece {
    std::uint64_t offset;
    std::uint64_t size;
    std::uint32_t field;
    bool operator==(const Piece&) const = default;
    friend void PrintTo(const Piece& piece, std::ostream* out) {
        *out << piece.offset << '+' << piece.size << " of " << piece.field;
    }
};

HexHighlight run(std::uint64_t offset, std::uint64_t size, std::uint32_t field) {
    return {offset, size, static_cast<int>(field % 8), HexKind::Value, field};
}

std::vector<Piece> pieces(std::span<const HexHighlight> runs) {
    std::vector<Piece> found;
    for (const HexHighlight& each : runs) {
        found.push_back({each.offset, each.size, each.field});
    }
    return found;
}

TEST(HexHighlights, SortsAndDropsEmptyOnes) {
    const HexHighlights highlights({run(8, 2, 2), run(5, 0, 9), run(0, 4, 1)});
    EXPECT_THAT(pieces(highlights.runs()), ElementsAre(Piece{0, 4, 1}, Piece{8, 2, 2}));
}

TEST(HexHighlights, InnerRunsCutOuterOnes) {
    const HexHighlights highlights({run(0, 20, 1), run(4, 10, 2), run(6, 2, 3), run(10, 1, 4)});
    EXPECT_THAT(pieces(highlights.runs()), ElementsAre(Piece{0, 4, 1}, Piece{4, 2, 2}, Piece{6, 2, 3}, Piece{8, 2, 2},
                                                       Piece{10, 1, 4}, Piece{11, 3, 2}, Piece{14, 6, 1}));
}

TEST(HexHighlights, NestedAtTheSameStartOrEnd) {
    EXPECT_THAT(pieces(HexHighlights({run(0, 4, 1), run(0, 10, 2)}).runs()),
                ElementsAre(Piece{0, 4, 1}, Piece{4, 6, 2}));
    EXPECT_THAT(pieces(HexHighlights({run(6, 4, 1), run(0, 10, 2)}).runs()),
                ElementsAre(Piece{0, 6, 2}, Piece{6, 4, 1}));
    // Of two over the same bytes the one given later shows.
    EXPECT_THAT(pieces(HexHighlights({run(0, 4, 1), run(0, 4, 2)}).runs()), ElementsAre(Piece{0, 4, 2}));
}

TEST(HexHighlights, OverlapWithoutNestingEndsTheEarlierOne) {
    EXPECT_THAT(pieces(HexHighlights({run(0, 6, 1), run(4, 6, 2)}).runs()),
                ElementsAre(Piece{0, 4, 1}, Piece{4, 6, 2}));
    // The one around both goes on.
    EXPECT_THAT(pieces(HexHighlights({run(0, 20, 9), run(2, 6, 1), run(4, 8, 2)}).runs()),
                ElementsAre(Piece{0, 2, 9}, Piece{2, 2, 1}, Piece{4, 8, 2}, Piece{12, 8, 9}));
}

TEST(HexHighlights, EveryByteHasAtMostOneRun) {
    // All pairs of intervals within a dozen bytes, with a third around them.
    for (std::uint64_t a = 0; a < 12; ++a) {
        for (std::uint64_t b = 0; b < 12; ++b) {
            const HexHighlights highlights({run(a, 12 - a, 1), run(b, 3, 2), run(1, 8, 3)});
            std::uint64_t end = 0;
            for (const HexHighlight& each : highlights.runs()) {
                EXPECT_GE(each.offset, end);
                EXPECT_GT(each.size, 0U);
                end = each.end();
            }
        }
    }
}

TEST(HexHighlights, QueryGivesWhatTouches) {
    const HexHighlights highlights({run(0, 4, 1), run(4, 20, 2), run(30, 2, 3)});
    EXPECT_THAT(pieces(highlights.runsIn(0, 4)), ElementsAre(Piece{0, 4, 1}));
    EXPECT_THAT(pieces(highlights.runsIn(3, 2)), ElementsAre(Piece{0, 4, 1}, Piece{4, 20, 2}));
    EXPECT_THAT(pieces(highlights.runsIn(16, 16)), ElementsAre(Piece{4, 20, 2}, Piece{30, 2, 3}));
    EXPECT_THAT(pieces(highlights.runsIn(24, 6)), IsEmpty());
    EXPECT_THAT(pieces(highlights.runsIn(0, 0)), IsEmpty());
    EXPECT_THAT(pieces(highlights.runsIn(1000, 16)), IsEmpty());
    EXPECT_EQ(highlights.at(23)->field, 2U);
    EXPECT_EQ(highlights.at(24), nullptr);
}

TEST(HexHighlights, MarksMayOverlapAndReachFar) {
    const HexMark whole{0, 100, HexMark::Severity::Note};
    const HexMark inner{10, 2, HexMark::Severity::Error};
    const HexMark later{50, 4, HexMark::Severity::Warning};
    const HexHighlights highlights({}, {later, inner, whole, {7, 0, HexMark::Severity::Error}});
    EXPECT_THAT(highlights.marksIn(0, 16), ElementsAre(whole, inner));
    EXPECT_THAT(highlights.marksIn(12, 16), ElementsAre(whole));
    EXPECT_THAT(highlights.marksIn(53, 1), ElementsAre(whole, later));
    EXPECT_THAT(highlights.marksIn(100, 16), IsEmpty());
}

TEST(HexHighlights, NumbersAtTheEndOfTheRange) {
    const std::uint64_t top = std::numeric_limits<std::uint64_t>::max();
    const HexHighlights highlights({run(top - 4, 100, 1)}, {{top - 2, 100, HexMark::Severity::Error}});
    EXPECT_THAT(pieces(highlights.runsIn(top - 1, 100)), ElementsAre(Piece{top - 4, 4, 1}));
    EXPECT_EQ(highlights.marksIn(top - 2, 100).size(), 1U);
}

TEST(HexHighlights, Empty) {
    EXPECT_TRUE(HexHighlights().isEmpty());
    EXPECT_FALSE(HexHighlights({}, {{0, 1, HexMark::Severity::Note}}).isEmpty());
    EXPECT_EQ(HexHighlights().at(0), nullptr);
}

}  // namespace
}  // namespace brokerscope
