#include "core/base/text_scan.h"
#include "core/records/byte_pieces.h"
#include "core/records/large_record.h"
#include "core/records/record_reader.h"
#include "core/records/snappy_stream.h"
#include "tests/unit/core/records/large_batches.h"
#include "tests/unit/core/records/record_set_support.h"

#include <gmock/gmock.h>

#include <algorithm>

using namespace brokerscope;
using namespace brokerscope::testing;
using ::testing::IsEmpty;
using ::testing::SizeIs;

namespace {

constexpr std::pair<CompressionType, CompressionForm> kForms[] = {
    {CompressionType::None, {}},   {CompressionType::Gzip, {}},
    {CompressionType::Snappy, {}}, {CompressionType::Snappy, {true, false}},
    {CompressionType::Lz4, {}},    {CompressionType::Zstd, {}}};

// Content of either form; "null".
std::string contentOf(const NullableBytes& bytes) {
    if (bytes.isNull || bytes.pieces == nullptr) {
        return shown(bytes);
    }
    const bool isText = bytes.pieces->isText();
    std::string all = "\"";
    while (bytes.pieces->left() > 0) {
        const ByteView piece = bytes.pieces->peek();
        EXPECT_TRUE(piece.size() >= BytePieces::kLeast || piece.size() == bytes.pieces->left());
        if (piece.empty()) {
            break;
        }
        // Not all of it, as text is cut between characters.
        const std::size_t taken = piece.size() > 7 ? piece.size() - 7 : piece.size();
        all += asText(piece.first(taken));
        bytes.pieces->take(taken);
    }
    EXPECT_EQ(isText, isPlainText(asBytes(all)));
    return all + '"';
}

struct ReadInPieces {
    std::vector<std::string> records;
    std::vector<Diagnostic> remarks;
    std::size_t large = 0;
    std::size_t mostHeld = 0;
};

ReadInPieces readInPieces(const ByteBuffer& batch, bool handsOutLarge, const Limits& limits = {}) {
    ReadInPieces read;
    RecordReader reader(limits);
    reader.handOutLarge(handsOutLarge);
    BatchEntry entry;
    BatchIterator(batch).next(entry);
    for (reader.open(entry); reader.next();) {
        const RecordView& record = reader.record();
        read.large += record.large != nullptr ? 1 : 0;
        std::string text = std::to_string(record.offset) + '@' + std::to_string(record.position) + '+' +
                           std::to_string(record.size) + ' ';
        // In their order: pieces come once.
        text += contentOf(record.key);
        text += '=' + contentOf(record.value);
        RecordHeaders headers(record);
        for (RecordHeaderView header; headers.next(header);) {
            text += ' ' + std::string(header.key) + ':' + contentOf(header.value);
        }
        read.mostHeld = std::max(read.mostHeld, reader.isDecompressed() ? reader.bytes().size() : 0);
        read.records.push_back(std::move(text));
    }
    read.remarks = reader.takeRemarks();
    return read;
}

std::string lineOf(const std::vector<Diagnostic>& remarks) {
    std::string line;
    for (const Diagnostic& remark : remarks) {
        line += std::string(remark.code()) + ' ' + remark.path + ' ' + std::to_string(remark.span.offset) + '+' +
                std::to_string(remark.span.length) + ' ' + std::to_string(static_cast<int>(remark.span.buffer)) + '\n';
    }
    return line;
}

TEST(LargeRecords, InPiecesTheyAreWhatTheyAreAsAWhole) {
    const std::vector<PlannedRecord> records = mixedRecords();
    const ReadInPieces expected = readInPieces(batchOf(records, CompressionType::None), false);
    ASSERT_THAT(expected.records, SizeIs(records.size()));
    for (const auto& [codec, form] : kForms) {
        SCOPED_TRACE(compressionName(codec));
        const ByteBuffer batch = batchOf(records, codec, form);
        const bool isCompressed = codec != CompressionType::None;
        for (const bool handsOutLarge : {false, true}) {
            const ReadInPieces read = readInPieces(batch, handsOutLarge);
            const auto withoutPlace = [](std::vector<std::string> all) {
                for (std::string& one : all) {
                    one.erase(one.find('@'), one.find('+') - one.find('@'));
                }
                return all;
            };
            EXPECT_TRUE(withoutPlace(read.records) == withoutPlace(expected.records)) << handsOutLarge;
            EXPECT_THAT(read.remarks, IsEmpty());
            EXPECT_EQ(read.large, handsOutLarge && isCompressed ? 4U : 0U);
            EXPECT_LE(read.mostHeld, handsOutLarge ? 2'500'000U : 8'000'000U);
        }
    }
}

TEST(LargeRecords, PiecesThatNobodyTakesArePassedOver) {
    const std::vector<PlannedRecord> records = mixedRecords();
    const ByteBuffer batch = batchOf(records, CompressionType::Zstd);
    RecordReader reader;
    reader.handOutLarge(true);
    BatchEntry entry;
    BatchIterator(batch).next(entry);
    std::size_t count = 0;
    for (reader.open(entry); reader.next(); ++count) {
        const RecordView& record = reader.record();
        EXPECT_EQ(record.offset, static_cast<std::int64_t>(count));
        if (record.large != nullptr && count % 2 == 1) {
            // A header behind a key and a value that are not looked at.
            RecordHeaderView header;
            EXPECT_EQ(RecordHeaders(record).next(header), record.headersCount > 0);
        }
    }
    EXPECT_EQ(count, records.size());
    EXPECT_THAT(reader.takeRemarks(), IsEmpty());
}

void expectTheSameEitherWay(const ByteBuffer& batch) {
    const ReadInPieces inPieces = readInPieces(batch, true);
    const ReadInPieces whole = readInPieces(batch, false);
    EXPECT_TRUE(inPieces.records == whole.records);
    EXPECT_EQ(lineOf(inPieces.remarks), lineOf(whole.remarks));
    EXPECT_THAT(whole.remarks, ::testing::Not(IsEmpty()));
}

TEST(LargeRecords, WhatIsDamagedIsToldTheSameEitherWay) {
    const std::vector<PlannedRecord> records = mixedRecords();
    const ByteBuffer plain = recordsBytes(records);
    const std::size_t key = asText(plain).find("\x08text") + 1;
    ASSERT_NE(key, std::string_view::npos + 1);
    for (const auto& [codec, form] : kForms) {
        SCOPED_TRACE(compressionName(codec));
        // The compressed bytes end, and the record, its key and its value say too much.
        const ByteBuffer whole = batchOf(records, codec, form);
        const ByteView payload = ByteView(whole).subspan(BatchHeader::kSize);
        expectTheSameEitherWay(batchAround(payload.first(payload.size() * 2 / 3), codec, records.size()));
        for (const std::size_t at : {key - 5, key - 1, key + 4}) {
            SCOPED_TRACE(at);
            ByteBuffer wrong = plain;
            wrong[at] = static_cast<std::uint8_t>(wrong[at] + 2);
            expectTheSameEitherWay(batchAround(
                codec == CompressionType::None ? wrong : compressBytes(codec, wrong, form), codec, records.size()));
        }
    }
}

TEST(LargeRecords, ManySmallOnesAreNeverHeldAtOnce) {
    const std::vector<PlannedRecord> records(100'000, {"key", std::string(100, 'x')});
    for (const auto& [codec, form] : kForms) {
        const ReadInPieces read = readInPieces(batchOf(records, codec, form), true);
        EXPECT_THAT(read.records, SizeIs(records.size()));
        EXPECT_THAT(read.remarks, IsEmpty());
        EXPECT_LE(read.mostHeld, 1'200'000U) << compressionName(codec);
    }
}

TEST(LargeRecords, LimitsCountWhatIsNoLongerHeld) {
    Limits limits;
    limits.decompressed = 5'000'000;
    const std::vector<PlannedRecord> records(100'000, {"key", std::string(100, 'x')});
    const ByteBuffer plain = recordsBytes(records);
    const ReadInPieces cut =
        readInPieces(batchAround(compressBytes(CompressionType::Zstd, ByteView(plain).first(5'000'000)),
                                 CompressionType::Zstd, records.size()),
                     true);
    for (const auto& [codec, form] : kForms) {
        if (codec == CompressionType::None) {
            continue;
        }
        const ReadInPieces read = readInPieces(batchOf(records, codec, form), true, limits);
        const Diagnostic* limit = remarkOf(read.remarks, MessageId::LimitExceeded);
        ASSERT_NE(limit, nullptr) << compressionName(codec);
        EXPECT_EQ(limit->arguments.at(0), "decompressed");
        EXPECT_TRUE(read.records == cut.records) << compressionName(codec);
    }
}

TEST(LargeRecords, ALargeWrapperHasTheOffsetsThatItsLastMessageTells) {
    // Messages of magic 1 with relative offsets 0 to 49 999, in a wrapper with offset 100 000.
    ByteBuffer set;
    ByteBuffer message = fromHex("0000000000000000 00000054 00000000 01 00 0000018bcfe56800 ffffffff 0000003e").value();
    message.resize(message.size() + 62, 'x');
    for (std::uint64_t i = 0; i < 50'000; ++i) {
        putNumber(message, 0, i, 8);
        putNumber(message, 12, crc32Ieee(ByteView(message).subspan(16)), 4);
        set.insert(set.end(), message.begin(), message.end());
    }
    const ByteBuffer packed = compressBytes(CompressionType::Gzip, set);
    ByteBuffer wrapper = fromHex("00000000000186a0 00000000 00000000 01 01 0000018bcfe56800 ffffffff 00000000").value();
    putNumber(wrapper, wrapper.size() - 4, packed.size(), 4);
    wrapper.insert(wrapper.end(), packed.begin(), packed.end());
    putNumber(wrapper, 8, wrapper.size() - 12, 4);
    putNumber(wrapper, 12, crc32Ieee(ByteView(wrapper).subspan(16)), 4);
    const ReadInPieces read = readInPieces(wrapper, true);
    ASSERT_THAT(read.records, SizeIs(50'000));
    EXPECT_THAT(read.remarks, IsEmpty());
    EXPECT_TRUE(read.records.front().starts_with("50001@0+96 "));
    EXPECT_TRUE(read.records.back().starts_with("100000@4799904+96 "));
    EXPECT_LE(read.mostHeld, 2'200'000U);
}

TEST(DecompressedBytes, WhatComesOnceMoreFollowsWhatWasDropped) {
    DecompressedBytes bytes;
    bytes.begin(1000, {});
    const auto write = [&bytes](std::size_t from, std::size_t to) {
        const std::span<std::uint8_t> room = bytes.room(to - from);
        for (std::size_t i = from; i < to; ++i) {
            room[i - from] = static_cast<std::uint8_t>(i);
        }
        EXPECT_TRUE(bytes.commit(to - from));
    };
    write(0, 100);
    bytes.drop(60);
    bytes.rewind(20);
    EXPECT_EQ(bytes.size(), 20U);
    write(20, 50);
    EXPECT_THAT(bytes.view(), IsEmpty());
    write(50, 130);
    EXPECT_EQ(bytes.viewAt(), 60U);
    ASSERT_THAT(bytes.view(), SizeIs(70));
    EXPECT_EQ(bytes.view().front(), 60);
    EXPECT_EQ(bytes.view().back(), 129);
    bytes.rewind(90);
    EXPECT_THAT(bytes.view(), SizeIs(30));
}

// A block that its first element, a literal, and copies make.
ByteBuffer snappyBlock(std::size_t literal, std::size_t copies, std::uint32_t offset) {
    ByteBuffer block;
    for (std::size_t left = literal + 64 * copies; left > 0 || block.empty(); left >>= 7) {
        block.push_back(static_cast<std::uint8_t>(left >= 0x80 ? left | 0x80 : left));
    }
    block.insert(block.end(),
                 {0xf8, static_cast<std::uint8_t>(literal - 1), static_cast<std::uint8_t>((literal - 1) >> 8),
                  static_cast<std::uint8_t>((literal - 1) >> 16)});
    const std::string bytes = noise(literal);
    block.insert(block.end(), bytes.begin(), bytes.end());
    for (std::size_t i = 0; i < copies; ++i) {
        block.insert(block.end(), {0xff, static_cast<std::uint8_t>(offset), static_cast<std::uint8_t>(offset >> 8),
                                   static_cast<std::uint8_t>(offset >> 16), 0});
    }
    return block;
}

TEST(SnappyStream, CopiesThatReachFarBackNeedTheWholeBlock) {
    Decompressor decompressor;
    for (const std::uint32_t offset : {1U, 63U, 65'000U, 65'536U, 100'000U}) {
        const ByteBuffer block = snappyBlock(200'000, 50'000, offset);
        const Decompression done = decompressor.run(CompressionType::Snappy, block);
        EXPECT_TRUE(done.whole) << offset;
        const ByteView output = decompressor.output();
        ASSERT_THAT(output, SizeIs(200'000 + 64 * 50'000)) << offset;
        const std::string expected = noise(200'000);
        EXPECT_TRUE(std::equal(expected.begin(), expected.end(), asText(output).begin())) << offset;
        for (std::size_t at = 200'000; at < output.size(); ++at) {
            if (output[at] != output[at - offset]) {
                FAIL() << offset << ' ' << at;
            }
        }
    }
}

TEST(SnappyStream, DamageKeepsWhatCameBefore) {
    Decompressor decompressor;
    const ByteBuffer good = snappyBlock(200'000, 50'000, 64);
    // It ends within a copy; a copy reaches before the beginning; it makes less than it claims.
    ByteBuffer before = good;
    before.back() = 0xff;
    ByteBuffer less = good;
    less.resize(less.size() - 5);
    for (const ByteBuffer& wrong : {ByteBuffer(good.begin(), good.end() - 2), before, less}) {
        const Decompression done = decompressor.run(CompressionType::Snappy, wrong);
        EXPECT_FALSE(done.whole);
        ASSERT_THAT(done.findings, SizeIs(1));
        EXPECT_EQ(done.findings[0].arguments.at(1), "the block is damaged");
        EXPECT_EQ(decompressor.output().size(), 200'000U + 64 * 49'999U);
    }
}

}  // namespace
