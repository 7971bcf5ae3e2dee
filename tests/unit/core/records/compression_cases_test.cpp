// The cases about compression, and every codec both ways.
#include "core/records/compressor.h"
#include "core/records/crc.h"
#include "core/records/xxh32.h"
#include "tests/unit/core/records/case_bytes.h"
#include "tests/unit/core/records/record_set_support.h"

#include <gmock/gmock.h>
#include <numeric>

using namespace brokerscope;
using namespace brokerscope::testing;
using ::testing::Contains;
using ::testing::IsEmpty;
using ::testing::SizeIs;

namespace {

constexpr CompressionType kCodecs[] = {CompressionType::Gzip, CompressionType::Snappy, CompressionType::Lz4,
                                       CompressionType::Zstd};

ByteBuffer someBytes(std::size_t size) {
    ByteBuffer bytes(size);
    std::uint32_t state = 1;
    for (std::size_t i = 0; i < size; ++i) {
        state = state * 1664525 + 1013904223;
        bytes[i] = static_cast<std::uint8_t>((i / 97) % 2 == 0 ? i % 7 : state >> 24);
    }
    return bytes;
}

TEST(CompressionCases, C055XerialAndRawSnappy) {
    const ReadSet xerial(kC055_0);
    const ReadSet raw(kC055_1);
    EXPECT_EQ(summary(xerial[0]), "0:\"k\"=\"v\"");
    EXPECT_EQ(summary(raw[0]), summary(xerial[0]));
    EXPECT_EQ(xerial[0].snappy, SnappyFraming::Xerial);
    EXPECT_EQ(raw[0].snappy, SnappyFraming::Raw);
    EXPECT_THAT(xerial[0].remarks, IsEmpty());
    EXPECT_THAT(raw[0].remarks, IsEmpty());
}

TEST(CompressionCases, C056LittleEndianVersionWords) {
    const ReadSet set(kC056_0);
    EXPECT_EQ(summary(set[0]), "0:\"k\"=\"v\"");
    ASSERT_THAT(set[0].remarks, SizeIs(1));
    EXPECT_EQ(set[0].remarks[0].id, MessageId::SnappyWordOrder);
    EXPECT_EQ(set[0].remarks[0].span, (ByteSpan{BufferId::Main, 69, 8}));
}

TEST(CompressionCases, C057ZstdWithAndWithoutContentSize) {
    EXPECT_EQ(summary(ReadSet(kC057_0)[0]), "0:\"k\"=\"v\"");
    EXPECT_EQ(summary(ReadSet(kC057_1)[0]), "0:\"k\"=\"v\"");
}

TEST(CompressionCases, C058ZstdFramesInARow) {
    const ReadSet set(kC058_0);
    EXPECT_EQ(summary(set[0]), "0:\"a\"=\"1\" 1:\"b\"=\"2\"");
    EXPECT_THAT(set[0].remarks, IsEmpty());
}

TEST(CompressionCases, C059GzipMembersInARow) {
    const ReadSet set(kC059_0);
    EXPECT_EQ(summary(set[0]), "0:\"a\"=\"1\" 1:\"b\"=\"2\"");
    EXPECT_THAT(set[0].remarks, IsEmpty());
    const ReadSet junk(kC059_1);
    EXPECT_EQ(summary(junk[0]), summary(set[0]));
    ASSERT_THAT(junk[0].remarks, SizeIs(1));
    EXPECT_EQ(junk[0].remarks[0].text(), "trailing garbage: 3 bytes after the end of the gzip data");
    EXPECT_EQ(junk[0].remarks[0].span, (ByteSpan{BufferId::Main, 119, 3}));
}

TEST(CompressionCases, C060Lz4BlocksWithChecksums) {
    const ReadSet set(kC060_0);
    EXPECT_EQ(summary(set[0]), "0:\"a\"=\"1\" 1:\"b\"=\"2\"");
    EXPECT_THAT(set[0].remarks, IsEmpty());
    // A bit of the second, stored block.
    std::string hex(kC060_0);
    const std::size_t at = hex.find("023200a3bed790");
    ASSERT_NE(at, std::string::npos);
    hex.replace(at, 4, "0233");
    const ReadSet flipped(hex);
    EXPECT_EQ(summary(flipped[0]), "0:\"a\"=\"1\" 1:\"b\"=\"3\"");
    const Diagnostic* wrong = remarkOf(flipped[0].remarks, MessageId::CompressionFailed);
    ASSERT_NE(wrong, nullptr);
    EXPECT_EQ(wrong->arguments.at(1), "LZ4 block checksum mismatch");
}

TEST(CompressionCases, C061EachBatchHasItsOwnPayload) {
    const ReadSet set(kC061_0);
    ASSERT_THAT(set.entries, SizeIs(3));
    EXPECT_EQ(set[0].header.compression(), CompressionType::Gzip);
    EXPECT_EQ(set[1].header.compression(), CompressionType::Snappy);
    EXPECT_EQ(set[2].header.compression(), CompressionType::None);
    for (std::size_t i = 0; i < 3; ++i) {
        ASSERT_THAT(set[i].records, SizeIs(1));
        EXPECT_EQ(set[i].records[0].view.offset, static_cast<std::int64_t>(i));
        EXPECT_THAT(set[i].remarks, IsEmpty());
    }
}

TEST(CompressionCases, C062CodecWithoutPayload) {
    const ReadSet set(kC062_0);
    EXPECT_EQ(set[0].header.compression(), CompressionType::Gzip);
    EXPECT_THAT(set[0].records, IsEmpty());
    EXPECT_THAT(set[0].remarks, IsEmpty());
}

TEST(CompressionCases, C063UnknownCodec) {
    const ReadSet set(kC063_0);
    ASSERT_THAT(set.entries, SizeIs(2));
    EXPECT_EQ(set[0].remarks.at(0).text(), "unknown codec 5: the bytes stay compressed");
    EXPECT_THAT(set[0].records, IsEmpty());
    EXPECT_EQ(summary(set[1]), "1:\"k\"=\"v\"");
}

TEST(CompressionCases, C064BombStopsAtTheLimit) {
    Limits limits;
    limits.decompressed = 3'000'000;
    const ByteBuffer zeros(3'000'001);
    Decompressor decompressor(limits);
    for (const CompressionType codec : kCodecs) {
        SCOPED_TRACE(compressionName(codec));
        const ByteBuffer fits = compressBytes(codec, ByteView(zeros).first(3'000'000));
        const Decompression exact = decompressor.run(codec, fits);
        EXPECT_TRUE(exact.whole);
        EXPECT_THAT(exact.findings, IsEmpty());
        EXPECT_EQ(decompressor.output().size(), 3'000'000U);
        const Decompression over = decompressor.run(codec, compressBytes(codec, zeros));
        EXPECT_FALSE(over.whole);
        ASSERT_THAT(over.findings, SizeIs(1));
        EXPECT_EQ(over.findings[0].id, MessageId::LimitExceeded);
        EXPECT_EQ(over.findings[0].arguments.at(0), "decompressed");
        EXPECT_LE(decompressor.output().size(), 3'000'000U);
    }
}

TEST(CompressionCases, C064RatioLimit) {
    Limits limits;
    limits.ratio = 100;
    const ByteBuffer zeros(40'000'000);
    Decompressor decompressor(limits);
    const Decompression stopped = decompressor.run(CompressionType::Zstd, compressBytes(CompressionType::Zstd, zeros));
    ASSERT_THAT(stopped.findings, SizeIs(1));
    EXPECT_EQ(stopped.findings[0].arguments.at(0), "ratio");
    EXPECT_GT(decompressor.output().size(), 16'777'216U);
}

TEST(CompressionCases, C064RecordsBeforeTheLimitAreKept) {
    // Two records of a kilobyte and a limit that ends within the second.
    ByteBuffer records;
    for (int i = 0; i < 2; ++i) {
        const ByteBuffer head = fromHex(i == 0 ? "d60f00000001c80f" : "d60f00000201c80f").value();
        records.insert(records.end(), head.begin(), head.end());
        records.resize(records.size() + 996, 'x');
        records.push_back(0);
    }
    const ByteBuffer packed = compressBytes(CompressionType::Gzip, records);
    ByteBuffer batch = fromHex(kC028_0).value();
    batch.resize(BatchHeader::kSize);
    batch.insert(batch.end(), packed.begin(), packed.end());
    batch[22] = 1;
    batch[26] = 1;
    batch[60] = 2;
    batch[10] = static_cast<std::uint8_t>((batch.size() - 12) >> 8);
    batch[11] = static_cast<std::uint8_t>(batch.size() - 12);
    EXPECT_THAT(readSet(batch).at(0).records, SizeIs(2));
    EXPECT_THAT(readSet(batch).at(0).remarks, IsEmpty());
    Limits limits;
    limits.decompressed = 1500;
    const std::vector<ReadEntry> cut = readSet(batch, limits);
    ASSERT_THAT(cut.at(0).records, SizeIs(2));
    EXPECT_FALSE(cut[0].records[0].view.isBroken);
    EXPECT_TRUE(cut[0].records[1].view.isBroken);
    EXPECT_NE(remarkOf(cut[0].remarks, MessageId::LimitExceeded), nullptr);
}

TEST(Compression, EveryCodecReadsWhatItWrites) {
    Decompressor decompressor;
    for (const std::size_t size : {0UL, 1UL, 100UL, 32768UL, 65537UL, 300'000UL}) {
        const ByteBuffer bytes = someBytes(size);
        for (const CompressionType codec : kCodecs) {
            for (const CompressionForm form : {CompressionForm{}, CompressionForm{true, true}}) {
                const Decompression done = decompressor.run(codec, compressBytes(codec, bytes, form), 0);
                EXPECT_TRUE(done.whole) << compressionName(codec) << ' ' << size;
                EXPECT_EQ(decompressor.takeOutput(), bytes) << compressionName(codec) << ' ' << size;
            }
        }
    }
}

TEST(Compression, CutInputGivesItsBeginning) {
    const ByteBuffer bytes = someBytes(300'000);
    Decompressor decompressor;
    for (const CompressionType codec : kCodecs) {
        const ByteBuffer packed = compressBytes(codec, bytes);
        const Decompression done = decompressor.run(codec, ByteView(packed).first(packed.size() / 2));
        EXPECT_FALSE(done.whole);
        ASSERT_THAT(done.findings, SizeIs(1)) << compressionName(codec);
        EXPECT_EQ(done.findings[0].id, MessageId::CompressionFailed);
        const ByteView gained = decompressor.output();
        EXPECT_GT(gained.size(), 30'000U) << compressionName(codec);
        EXPECT_TRUE(std::equal(gained.begin(), gained.end(), bytes.begin())) << compressionName(codec);
    }
}

TEST(Compression, ClaimsAreNotAllocated) {
    Decompressor decompressor;
    // A raw snappy block of seven bytes that claims four gigabytes less one.
    const Decompression snappy = decompressor.run(CompressionType::Snappy, fromHex("ffffffff0f0000").value());
    ASSERT_THAT(snappy.findings, SizeIs(1));
    EXPECT_EQ(snappy.findings[0].arguments.at(1), "the block claims more than it can hold");
    // A xerial block of two gigabytes.
    const Decompression xerial =
        decompressor.run(CompressionType::Snappy, fromHex("82534e4150505900000000010000000180000000ff").value());
    EXPECT_EQ(xerial.findings.at(0).arguments.at(1), "a block is longer than the data");
}

TEST(Compression, ABrokenFrameLeavesNothingForTheNext) {
    // A frame that claims a size of its content and breaks in its first block.
    const ByteBuffer broken = fromHex("04224d187840ad85340080d642003737373737d7420d00").value();
    const ByteBuffer good = compressBytes(CompressionType::Lz4, asBytes("abc"));
    Decompressor decompressor;
    EXPECT_FALSE(decompressor.run(CompressionType::Lz4, broken).whole);
    EXPECT_TRUE(decompressor.run(CompressionType::Lz4, good).whole);
    EXPECT_EQ(asText(decompressor.output()), "abc");
}

TEST(Compression, NoBytesGiveNoBytes) {
    Decompressor decompressor;
    for (const CompressionType codec : kCodecs) {
        EXPECT_TRUE(decompressor.run(codec, {}).whole);
        EXPECT_THAT(decompressor.output(), IsEmpty());
    }
}

TEST(Checksums, PublishedValues) {
    EXPECT_EQ(crc32c(asBytes("123456789")), 0xe3069283U);
    EXPECT_EQ(crc32Ieee(asBytes("123456789")), 0xcbf43926U);
    EXPECT_EQ(xxh32({}), 0x02cc5d05U);
    EXPECT_EQ(xxh32(asBytes("Nobody inspects the spammish repetition")), 0xe2293b2fU);
}

}  // namespace
