#include "core/records/segment_reader.h"

#include "core/records/batch_header.h"

#include "core/base/hex.h"
#include "tests/unit/core/records/case_bytes.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace brokerscope {
namespace {

using ::testing::ElementsAre;

// C028's batch of one record, 70 bytes, with another base offset, which the checksum does not cover.
ByteBuffer batchAt(std::uint8_t offset) {
    ByteBuffer batch = *fromHex(testing::kC028_0);
    batch[7] = offset;
    return batch;
}
constexpr std::size_t kSize = 70;

ByteBuffer segment(int count) {
    ByteBuffer all;
    for (int i = 0; i < count; ++i) {
        const ByteBuffer batch = batchAt(static_cast<std::uint8_t>(i));
        all.insert(all.end(), batch.begin(), batch.end());
    }
    return all;
}

// "batch 0+70", "wrong 70+70", "skipped 3+5", "partial 140+20", in their order.
std::vector<std::string> parts(const ByteBuffer& bytes, std::size_t piece = SIZE_MAX, const Limits& limits = {}) {
    SegmentReader reader(limits);
    std::vector<std::string> all;
    const auto drain = [&] {
        for (SegmentPart part; reader.next(part);) {
            const std::string where = std::to_string(part.entry.position) + '+';
            if (part.skipped > 0) {
                all.push_back("skipped " + where + std::to_string(part.skipped));
                EXPECT_EQ(part.remark->span, (ByteSpan{BufferId::Main, part.entry.position, part.skipped}));
                continue;
            }
            const bool isWrong = part.crc && !part.crc->isGood();
            const char* kind = part.entry.kind == EntryKind::Partial        ? "partial "
                               : part.entry.kind == EntryKind::UnknownMagic ? "unknown "
                               : isWrong                                    ? "wrong "
                                                                            : "batch ";
            all.push_back(kind + where + std::to_string(part.entry.bytes.size()));
        }
    };
    for (std::size_t at = 0; at < bytes.size();) {
        const std::size_t size = std::min(piece, bytes.size() - at);
        reader.feed(ByteView(bytes).subspan(at, size));
        at += size;
        drain();
    }
    reader.finish();
    drain();
    EXPECT_TRUE(reader.isAtEnd());
    return all;
}

TEST(SegmentReader, PiecesOfAnySizeGiveTheSame) {
    ASSERT_EQ(batchAt(0).size(), kSize);
    ByteBuffer bytes = segment(4);
    bytes.resize(bytes.size() - 20);
    bytes[kSize + 11] = 0xff;  // the second one's length
    const auto whole = parts(bytes);
    EXPECT_THAT(whole, ElementsAre("batch 0+70", "skipped 70+70", "batch 140+70", "partial 210+50"));
    for (const std::size_t piece : {1u, 7u, 16u, 17u, 61u, 70u, 100u}) {
        EXPECT_EQ(parts(bytes, piece), whole) << piece;
    }
}

TEST(SegmentReader, AWrongChecksumIsHandedOutWhereTheNextOneFollows) {
    ByteBuffer bytes = segment(3);
    bytes[kSize + 65] ^= 1;
    EXPECT_THAT(parts(bytes), ElementsAre("batch 0+70", "wrong 70+70", "batch 140+70"));
    bytes = segment(2);
    bytes[kSize + 65] ^= 1;
    EXPECT_THAT(parts(bytes), ElementsAre("batch 0+70", "wrong 70+70"));
}

TEST(SegmentReader, ALengthThatIsNoneIsPassedOver) {
    for (const std::vector<std::uint8_t>& length : std::vector<std::vector<std::uint8_t>>{
             {0, 0, 0, 5}, {0xff, 0xff, 0xff, 0xff}, {0x7f, 0xff, 0xff, 0xff}, {0, 0, 0, 0x3b}, {0, 0, 1, 0}}) {
        ByteBuffer bytes = segment(4);
        std::copy(length.begin(), length.end(), bytes.begin() + kSize + 8);
        EXPECT_THAT(parts(bytes), ElementsAre("batch 0+70", "skipped 70+70", "batch 140+70", "batch 210+70"));
    }
}

TEST(SegmentReader, BytesInBetweenAndAtTheFrontAreSkipped) {
    ByteBuffer bytes = segment(2);
    bytes.insert(bytes.begin() + kSize, 33, 0xab);
    EXPECT_THAT(parts(bytes), ElementsAre("batch 0+70", "skipped 70+33", "batch 103+70"));
    bytes = segment(1);
    bytes.insert(bytes.begin(), 5, 0xab);
    EXPECT_THAT(parts(bytes), ElementsAre("skipped 0+5", "batch 5+70"));
}

TEST(SegmentReader, AnUnknownMagicIsPassedByItsLengthWhereThatFits) {
    ByteBuffer bytes = segment(3);
    bytes[kSize + BatchHeader::kMagicAt] = 9;
    EXPECT_THAT(parts(bytes), ElementsAre("batch 0+70", "unknown 70+70", "batch 140+70"));
}

TEST(SegmentReader, ZerosUpToTheEndAreSpaceAndNoFault) {
    ByteBuffer bytes = segment(1);
    bytes.resize(1000);
    SegmentReader reader;
    reader.feed(bytes);
    reader.finish();
    SegmentPart part;
    ASSERT_TRUE(reader.next(part));
    ASSERT_TRUE(reader.next(part));
    EXPECT_EQ(part.skipped, 930u);
    EXPECT_EQ(part.remark->severity, Severity::Note);
    EXPECT_EQ(part.remark->text(), "unused preallocated space, 930 bytes");
    EXPECT_FALSE(reader.next(part));
}

TEST(SegmentReader, BeginsWithinASegment) {
    SegmentReader reader({}, 1000, 5);
    ByteBuffer bytes(10, 0xab);
    for (const std::uint8_t offset : {4, 6}) {
        const ByteBuffer batch = batchAt(offset);
        bytes.insert(bytes.end(), batch.begin(), batch.end());
    }
    reader.feed(bytes);
    EXPECT_FALSE(reader.isFinished());
    reader.finish();
    EXPECT_TRUE(reader.isFinished());
    SegmentPart part;
    ASSERT_TRUE(reader.next(part));
    EXPECT_EQ(part.entry.position, 1000u);
    // Offset 4 does not follow 5.
    EXPECT_EQ(part.skipped, 80u);
    ASSERT_TRUE(reader.next(part));
    EXPECT_EQ(part.entry.position, 1080u);
    EXPECT_EQ(part.entry.offset, 6);
}

TEST(SegmentReader, PlausibleHeaders) {
    BatchEntry entry;
    const ByteBuffer batch = batchAt(0);
    ASSERT_TRUE(BatchIterator(batch).next(entry));
    EXPECT_TRUE(isPlausibleEntry(entry));
    ByteBuffer odd = batch;
    odd[BatchHeader::kAttributesAt] = 0xff;
    ASSERT_TRUE(BatchIterator(odd).next(entry));
    EXPECT_FALSE(isPlausibleEntry(entry));
}

TEST(SegmentReader, LowerOffsetsAreNoPlaceToGoOn) {
    // After damage the bytes of an older batch stand, as values do that hold batches themselves.
    ByteBuffer bytes = segment(3);
    bytes[2 * kSize + 8] = 0xff;
    const ByteBuffer old = batchAt(0);
    bytes.insert(bytes.end(), old.begin(), old.end());
    const ByteBuffer next = batchAt(3);
    bytes.insert(bytes.end(), next.begin(), next.end());
    EXPECT_THAT(parts(bytes), ElementsAre("batch 0+70", "batch 70+70", "skipped 140+140", "batch 280+70"));
}

TEST(SegmentReader, LengthsAboveTheLimitNameIt) {
    Limits limits;
    limits.frame = 50;
    SegmentReader reader(limits);
    reader.feed(segment(1));
    reader.finish();
    SegmentPart part;
    ASSERT_TRUE(reader.next(part));
    EXPECT_EQ(part.skipped, kSize);
    EXPECT_THAT(part.remark->text(), ::testing::HasSubstr("limit frame of 50"));
}

TEST(SegmentReader, NothingButNoiseIsOneRun) {
    ByteBuffer bytes(5000);
    std::uint32_t state = 1;
    for (std::uint8_t& byte : bytes) {
        state = state * 1664525U + 1013904223U;
        byte = static_cast<std::uint8_t>(state >> 24);
    }
    EXPECT_EQ(parts(bytes).size(), 1u);
    EXPECT_EQ(parts({}).size(), 0u);
}

// 200 bytes of noise whose length field reaches beyond the end.
ByteBuffer noiseWithMagic(std::uint8_t magic) {
    ByteBuffer noise;
    for (int i = 0; i < 200; ++i) {
        noise.push_back(static_cast<std::uint8_t>(i * 151 + 77));
    }
    noise[8] = noise[9] = 0;
    noise[16] = magic;
    return noise;
}

TEST(SegmentReader, NoiseWithALengthThatMayBeOneIsNoBatchThatIsCutOff) {
    EXPECT_THAT(parts(noiseWithMagic(55)), ElementsAre("skipped 0+200"));
    // Attributes, counts and codec of the header are none.
    EXPECT_THAT(parts(noiseWithMagic(2)), ElementsAre("skipped 0+200"));
    ByteBuffer after = segment(2);
    const ByteBuffer noise = noiseWithMagic(55);
    after.insert(after.end(), noise.begin(), noise.end());
    EXPECT_THAT(parts(after), ElementsAre("batch 0+70", "batch 70+70", "skipped 140+200"));
}

TEST(SegmentReader, ABatchThatIsCutOffStaysOneWhereverItIsCut) {
    const ByteBuffer two = segment(2);
    for (std::size_t size = kSize + 1; size < two.size(); ++size) {
        EXPECT_THAT(parts(ByteBuffer(two.begin(), two.begin() + static_cast<std::ptrdiff_t>(size))),
                    ElementsAre("batch 0+70", "partial 70+" + std::to_string(size - kSize)));
    }
}

}  // namespace
}  // namespace brokerscope
