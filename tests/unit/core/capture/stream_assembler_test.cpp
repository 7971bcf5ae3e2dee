#include "core/capture/stream_assembler.h"

#include <gtest/gtest.h>

#include <string>

namespace brokerscope {
namespace {

// Writes down what it gets: "abc" for bytes, "[3 lost]" for a gap, "{2 again}" for a repeat.
class Notes : public StreamSink {
public:
    void piece(const StreamPiece& piece) override {
        EXPECT_EQ(piece.offset, m_at);
        m_at = piece.end();
        text += asText(piece.bytes);
        packets += std::to_string(piece.packet) + ' ';
    }
    void gap(const StreamGap& gap) override {
        EXPECT_EQ(gap.offset, m_at);
        m_at = gap.end();
        const char* why = gap.reason == GapReason::SnapLength ? " cut]"
                          : gap.reason == GapReason::Limit    ? " limit]"
                                                              : " lost]";
        text += '[' + std::to_string(gap.length) + why;
    }
    void repeat(std::uint64_t, std::uint64_t length, std::uint64_t packet) override {
        text += '{' + std::to_string(length) + " again in " + std::to_string(packet) + '}';
    }

    std::string text;
    std::string packets;

private:
    std::uint64_t m_at = 0;
};

class StreamAssemblerTest : public ::testing::Test {
protected:
    void put(std::uint32_t sequence, std::string_view bytes, std::uint64_t missing = 0, bool isFin = false) {
        TcpSegment segment;
        segment.sequence = sequence;
        segment.payload = asBytes(bytes);
        segment.missing = missing;
        segment.isFin = isFin;
        ++m_stamp.number;
        assembler.segment(segment, m_stamp);
    }
    void pass(int packets, std::int64_t ns = 1000) {
        for (int i = 0; i < packets; ++i) {
            ++m_stamp.number;
            m_stamp.timeNs += ns;
            assembler.tick(m_stamp);
        }
    }

    PacketStamp m_stamp;
    CaptureLimits limits;
    CaptureBudget budget{1'000'000, 0};
    Notes notes;
    StreamAssembler assembler{limits, budget, notes};
};

TEST_F(StreamAssemblerTest, OutOfOrderAndRepeats) {
    assembler.begin(100);
    put(103, "def");
    put(106, "g");
    put(103, "def");
    put(100, "abc");
    put(100, "abcd");
    EXPECT_EQ(notes.text, "{3 again in 3}abcdefg{4 again in 5}");
    EXPECT_EQ(notes.packets, "4 1 2 ");
    EXPECT_EQ(assembler.counts().reordered, 2u);
    EXPECT_EQ(assembler.counts().repeated, 7u);
    EXPECT_EQ(assembler.counts().bytes, 7u);
    EXPECT_EQ(budget.used, 0u);
}

TEST_F(StreamAssemblerTest, OverlapsGiveEachByteOnce) {
    assembler.begin(0);
    put(0, "abc");
    put(2, "cde");  // one byte again, two new
    put(8, "ijk");
    put(6, "ghijkl");  // around what waits
    put(4, "ef");
    EXPECT_EQ(notes.text, "abcdefghijkl");
    EXPECT_EQ(assembler.counts().conflicts, 0u);
}

TEST_F(StreamAssemblerTest, OfDifferingBytesTheFirstCount) {
    assembler.begin(0);
    put(3, "def");
    put(2, "xDEFx");
    put(0, "ab");
    EXPECT_EQ(notes.text, "abxDEFx");  // the earlier byte of the two that wait goes first
    EXPECT_EQ(assembler.counts().conflicts, 3u);
}

TEST_F(StreamAssemblerTest, SequenceNumbersWrapAround) {
    assembler.begin(0xfffffffe);
    put(1, "de");
    put(0xfffffffe, "abc");
    put(3, "f");
    put(0xffffffff, "bcd");
    EXPECT_EQ(notes.text, "abcdef{3 again in 4}");
}

TEST_F(StreamAssemblerTest, ALongStreamWrapsMoreThanOnce) {
    assembler.begin(7);
    const std::string large(1 << 20, 'x');
    std::uint32_t sequence = 7;
    for (int i = 0; i < 9000; ++i) {
        put(sequence, large);
        sequence += 1 << 20;
        notes.text.clear();
        notes.packets.clear();
    }
    EXPECT_EQ(assembler.counts().bytes, 9000ull << 20);
    EXPECT_EQ(assembler.counts().gaps, 0u);
}

TEST_F(StreamAssemblerTest, KeepAlivesAreNoRepeats) {
    assembler.begin(0);
    put(0, "abc");
    put(2, "c");
    put(2, std::string_view("\0", 1));
    put(2, "");
    put(3, "d");
    EXPECT_EQ(notes.text, "abcd");
    EXPECT_EQ(assembler.counts().keepAlives, 2u);
    EXPECT_EQ(assembler.counts().repeated, 0u);
}

TEST_F(StreamAssemblerTest, AHoleThatWasAcknowledgedIsLostAfterAWhile) {
    assembler.begin(0);
    put(0, "ab");
    put(5, "fg");
    pass(1000);
    EXPECT_EQ(notes.text, "ab");  // not acknowledged: it may come
    assembler.acknowledged(7);
    pass(StreamAssembler::kPatience);
    EXPECT_EQ(notes.text, "ab");
    pass(1);
    EXPECT_EQ(notes.text, "ab[3 lost]fg");
    put(2, "cde");
    EXPECT_EQ(notes.text, "ab[3 lost]fg{3 again in 1036}");
}

TEST_F(StreamAssemblerTest, OrAfterASecond) {
    assembler.begin(0);
    put(5, "fg");
    assembler.acknowledged(5);
    pass(3, 600'000'000);
    EXPECT_EQ(notes.text, "[5 lost]fg");
}

TEST_F(StreamAssemblerTest, AHoleThatIsFilledInTimeIsNone) {
    assembler.begin(0);
    put(2, "c");
    assembler.acknowledged(3);
    pass(StreamAssembler::kPatience);
    put(0, "ab");
    pass(100);
    EXPECT_EQ(notes.text, "abc");
    EXPECT_EQ(assembler.counts().lost, 0u);
}

TEST_F(StreamAssemblerTest, LimitsOfWhatWaits) {
    limits.outOfOrder = 10;
    assembler.begin(0);
    put(5, "aaaaa");
    put(20, "bbbbb");
    EXPECT_EQ(notes.text, "");
    put(40, "c");
    EXPECT_EQ(notes.text, "[5 limit]aaaaa");
    EXPECT_EQ(budget.used, 6u);
    budget.limit = 7;
    put(50, "dd");
    EXPECT_EQ(notes.text, "[5 limit]aaaaa[10 limit]bbbbb");
}

TEST_F(StreamAssemblerTest, WhatTheSnapLengthCutIsAGapAtOnce) {
    assembler.begin(0);
    put(0, "abcd", 3);
    put(7, "h");
    put(8, "", 2);
    put(12, "mn", 2);
    put(10, "kl");
    EXPECT_EQ(notes.text, "abcd[3 cut]h[2 cut]klmn[2 cut]");
    EXPECT_EQ(assembler.counts().lost, 7u);
    // A repeat that has more of it comes too late.
    put(0, "abcdefg");
    EXPECT_EQ(notes.text, "abcd[3 cut]h[2 cut]klmn[2 cut]{7 again in 6}");
}

TEST_F(StreamAssemblerTest, TheEndGivesUpEveryHole) {
    assembler.begin(0);
    put(2, "c");
    put(5, "f");
    put(10, "", 0, true);
    EXPECT_FALSE(assembler.isFinished());
    assembler.end();
    EXPECT_EQ(notes.text, "[2 lost]c[2 lost]f[4 lost]");
    EXPECT_TRUE(assembler.isFinished());
}

TEST_F(StreamAssemblerTest, WhatWasAcknowledgedWasSent) {
    assembler.begin(0);
    put(0, "ab");
    assembler.acknowledged(3);  // a FIN that was not captured
    EXPECT_FALSE(assembler.hasHole());
    assembler.end();
    EXPECT_EQ(notes.text, "ab");
    assembler.acknowledged(10);
    EXPECT_TRUE(assembler.hasHole());
    pass(StreamAssembler::kPatience);
    EXPECT_EQ(notes.text, "ab");
    pass(1);
    EXPECT_EQ(notes.text, "ab[8 lost]");
    EXPECT_FALSE(assembler.hasHole());
    put(10, "k", 0, true);
    assembler.acknowledged(12);
    assembler.acknowledged(20);  // beyond the end
    assembler.end();
    EXPECT_EQ(notes.text, "ab[8 lost]k");
}

TEST_F(StreamAssemblerTest, BeginsWithTheFirstSegmentWhereNoSynWasCaptured) {
    put(777, "");
    EXPECT_FALSE(assembler.hasBegun());
    put(777, "ab");
    put(775, "zz");
    put(779, "c");
    EXPECT_EQ(notes.text, "abc");
    EXPECT_EQ(assembler.firstSequence(), 777u);
}

TEST_F(StreamAssemblerTest, WhatIsFartherAheadThanAnyWindowIsNoPartOfIt) {
    assembler.begin(0);
    put(0x50000000, "x");
    put(0, "ab");
    assembler.end();
    EXPECT_EQ(notes.text, "ab");
}

TEST_F(StreamAssemblerTest, BeyondAnyWindowAStreamGoesOnOnceTwoSegmentsAgree) {
    assembler.begin(1000);
    put(1000, "abc");
    put(1'500'001'003, "def");
    EXPECT_EQ(notes.text, "abc");
    EXPECT_TRUE(assembler.hasHole());
    put(1'500'001'006, "ghi");
    EXPECT_EQ(notes.text, "abc[1500000000 lost]defghi");
    EXPECT_FALSE(assembler.hasHole());
    put(1'500'001'009, "j", 0, true);
    EXPECT_TRUE(assembler.isFinished());
    EXPECT_EQ(assembler.counts().strays, 0u);
}

// Seen from the sequence numbers, what lies more than 2 GiB ahead lies behind.
TEST_F(StreamAssemblerTest, ThreeGigabytesThatWereLostAreAGapToo) {
    assembler.begin(1000);
    put(1000, "abc");
    put(3'000'001'003, "def");
    put(3'000'001'006, "ghi");
    EXPECT_EQ(notes.text, "abc[3000000000 lost]defghi");
}

TEST_F(StreamAssemblerTest, AStrayAloneIsCountedAndChangesNothing) {
    assembler.begin(1000);
    put(1000, "abc");
    put(1'500'001'003, "x");
    put(1003, "def");
    EXPECT_FALSE(assembler.hasHole());
    put(1'600'000'000, "y");
    put(1'700'000'000, "z");
    pass(StreamAssembler::kPatience + 1);
    EXPECT_FALSE(assembler.hasHole());
    assembler.end();
    EXPECT_EQ(notes.text, "abcdef");
    EXPECT_EQ(assembler.counts().strays, 3u);
    EXPECT_EQ(assembler.counts().lost, 0u);
}

// A retransmission may bring the bytes until the peer says that it has them.
TEST_F(StreamAssemblerTest, AStrayDoesNotEndTheWaitForAHole) {
    assembler.begin(1000);
    put(1000, "abc");
    put(1006, "ghi");
    put(1'500'000'000, "x");
    pass(StreamAssembler::kPatience + 1);
    EXPECT_EQ(assembler.counts().strays, 1u);
    EXPECT_TRUE(assembler.hasHole());
    put(1003, "def");
    EXPECT_EQ(notes.text, "abcdefghi");
    EXPECT_EQ(assembler.counts().lost, 0u);
}

TEST_F(StreamAssemblerTest, AHoleIsWaitedForFromItsAcknowledgementOn) {
    assembler.begin(1000);
    put(1000, "abc");
    put(1006, "ghi");
    put(1'500'000'000, "x");
    pass(StreamAssembler::kPatience / 2);
    assembler.acknowledged(1009);
    pass(StreamAssembler::kPatience);
    EXPECT_EQ(notes.text, "abc") << "the stray waited longer";
    pass(1);
    EXPECT_EQ(notes.text, "abc[3 lost]ghi");
}

}  // namespace
}  // namespace brokerscope
