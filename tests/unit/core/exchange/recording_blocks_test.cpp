#include "core/exchange/recording_blocks.h"

#include "core/base/hex.h"
#include "core/codec/byte_writer.h"
#include "core/records/crc.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

constexpr RecordingMarker kTestMarker{1, 2, 3, 4, 5, 6, 7, 8};

void addBlock(ByteBuffer& file, std::string_view payload, std::uint16_t kind = 2,
              const RecordingMarker& marker = kTestMarker) {
    const ByteBuffer block = makeBlock(marker, static_cast<RecordingKind>(kind), 1, asBytes(payload));
    file.insert(file.end(), block.begin(), block.end());
}

// Three blocks of 24 + 5, 24 + 6 and 24 + 5 bytes, the first at 24.
ByteBuffer threeBlocks() {
    ByteBuffer file = makeRecordingHead(kTestMarker);
    addBlock(file, "first");
    addBlock(file, "second");
    addBlock(file, "third");
    return file;
}

struct BlocksRead {
    std::vector<std::string> payloads;
    std::vector<Diagnostic> remarks;
    std::uint64_t damaged = 0;
};

BlocksRead readBlocks(const ByteBuffer& file, std::uint64_t largest = kLargestBlock) {
    auto blocks = RecordingBlocks::open(std::make_shared<MemoryByteSource>(file), largest);
    BlocksRead read;
    if (!blocks) {
        ADD_FAILURE() << blocks.error().text();
        return read;
    }
    std::uint64_t inBlocks = 0;
    while (const auto block = blocks->next()) {
        read.payloads.emplace_back(asText(block->payload));
        inBlocks += block->size;
        EXPECT_EQ(asText(blocks->at(block->offset)->payload), asText(block->payload));
    }
    blocks->finish();
    read.remarks = blocks->takeDiagnostics();
    read.damaged = blocks->damagedBytes();
    EXPECT_FALSE(blocks->next());
    EXPECT_EQ(blocks->position(), file.size());
    std::uint64_t told = 0;
    for (const Diagnostic& remark : read.remarks) {
        told += remark.span.length;
    }
    const bool isHeadTold = !read.remarks.empty() && read.remarks.front().span.offset == 0;
    EXPECT_EQ(inBlocks + told + (isHeadTold ? 0 : kRecordingHeadBytes), file.size()) << "each byte is accounted for";
    return read;
}

using Payloads = std::vector<std::string>;

TEST(RecordingBlocks, TheBytesAreThoseOfTheFormat) {
    // CRC-32C of "123456789" is e3069283.
    const ByteBuffer block = makeBlock(kTestMarker, RecordingKind::Exchange, 1, asBytes("123456789"));
    const std::string hex = toHex(block);
    EXPECT_EQ(hex.substr(0, 32), "0102030405060708"
                                 "0002"
                                 "0001"
                                 "00000009");
    EXPECT_EQ(hex.substr(40), "313233343536373839"
                              "e3069283");
    EXPECT_EQ(toHex(makeRecordingHead(kTestMarker)).substr(0, 40), "b54253520d0a1a0a"
                                                                   "0001"
                                                                   "0000"
                                                                   "0102030405060708");
}

TEST(RecordingBlocks, AWholeFileIsReadWithoutARemark) {
    const BlocksRead read = readBlocks(threeBlocks());
    EXPECT_EQ(read.payloads, (Payloads{"first", "second", "third"}));
    EXPECT_TRUE(read.remarks.empty());
}

TEST(RecordingBlocks, ATornFileIsReadUpToItsLastWholeBlock) {
    const ByteBuffer file = threeBlocks();
    for (std::size_t size = kRecordingHeadBytes; size < file.size(); ++size) {
        const BlocksRead read = readBlocks({file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size)});
        const std::size_t whole = size < 53 ? 0 : size < 83 ? 1 : 2;
        EXPECT_EQ(read.payloads.size(), whole) << size;
        const std::array<std::size_t, 3> ends{24, 53, 83};
        EXPECT_EQ(read.remarks.size(), size == ends[whole] ? 0u : 1u) << size;
        EXPECT_EQ(read.damaged, size - ends[whole]);
    }
    const BlocksRead torn = readBlocks({file.begin(), file.begin() + 70});
    ASSERT_EQ(torn.remarks.size(), 1u);
    EXPECT_EQ(torn.remarks[0].text(), "17 bytes are not readable (no block begins there); the recording ends there");
    EXPECT_EQ(torn.remarks[0].span, (ByteSpan{BufferId::Main, 53, 17}));
    const BlocksRead tornPayload = readBlocks({file.begin(), file.begin() + 80});
    ASSERT_EQ(tornPayload.remarks.size(), 1u);
    EXPECT_EQ(
        tornPayload.remarks[0].text(),
        "27 bytes are not readable (a block that is cut off or whose checksum is wrong); the recording ends there");
}

TEST(RecordingBlocks, AFlippedBitCostsItsOwnBlockAlone) {
    const ByteBuffer file = threeBlocks();
    const Payloads all{"first", "second", "third"};
    for (std::size_t at = kRecordingHeadBytes; at < file.size(); ++at) {
        for (int bit = 0; bit < 8; ++bit) {
            ByteBuffer flipped = file;
            flipped[at] = static_cast<std::uint8_t>(flipped[at] ^ 1 << bit);
            const std::size_t hurt = at < 53 ? 0 : at < 83 ? 1 : 2;
            Payloads kept = all;
            kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(hurt));
            const BlocksRead read = readBlocks(flipped);
            ASSERT_EQ(read.payloads, kept) << "bit " << bit << " of byte " << at;
            ASSERT_EQ(read.remarks.size(), 1u);
            ASSERT_EQ(read.remarks[0].span.offset, hurt == 0 ? 24u : hurt == 1 ? 53u : 83u);
        }
    }
}

TEST(RecordingBlocks, ADamagedHeadOfTheFileIsToldAndGotOver) {
    for (std::size_t at = kRecordingMagic.size(); at < kRecordingHeadBytes; ++at) {
        ByteBuffer file = threeBlocks();
        file[at] ^= 0x10;
        const BlocksRead read = readBlocks(file);
        EXPECT_EQ(read.payloads.size(), 3u) << at;
        ASSERT_EQ(read.remarks.size(), 1u);
        EXPECT_EQ(
            read.remarks[0].text(),
            "24 bytes are not readable (the head of the file is cut off or its checksum is wrong); the blocks are "
            "read all the same");
    }
}

// A recorded Produce may carry another recording: its blocks are not this file's, also where this one is damaged.
TEST(RecordingBlocks, BlocksOfARecordingWithinAPayloadAreNone) {
    ByteBuffer inner = makeRecordingHead({9, 9, 9, 9, 9, 9, 9, 9});
    addBlock(inner, "inner", 2, {9, 9, 9, 9, 9, 9, 9, 9});
    ByteBuffer file = makeRecordingHead(kTestMarker);
    addBlock(file, asText(inner));
    addBlock(file, "after");
    file[kRecordingHeadBytes + kBlockHeadBytes] ^= 1;
    EXPECT_EQ(readBlocks(file).payloads, Payloads{"after"});
}

// What a run left torn, the next one was added behind.
TEST(RecordingBlocks, ABlockThatSaysMoreThanThereIsEndsAtTheNextOne) {
    ByteBuffer file = threeBlocks();
    const ByteBuffer torn = makeBlock(kTestMarker, RecordingKind::Exchange, 1, ByteBuffer(100'000, 7));
    file.insert(file.end(), torn.begin(), torn.begin() + 300);
    addBlock(file, "next run");
    const BlocksRead read = readBlocks(file);
    EXPECT_EQ(read.payloads, (Payloads{"first", "second", "third", "next run"}));
    EXPECT_EQ(read.damaged, 300u);
    ASSERT_EQ(read.remarks.size(), 1u);
    EXPECT_EQ(read.remarks[0].text(),
              "300 bytes are not readable (a block that is cut off or whose checksum is wrong); the next whole block "
              "begins at byte 412");
}

TEST(RecordingBlocks, TheNextBlockIsFoundAcrossPieces) {
    ByteBuffer file = threeBlocks();
    const std::size_t end = file.size();
    for (const std::size_t hole : {1'048'570u, 1'048'576u, 1'048'590u, 3'000'000u}) {
        file.resize(end);
        file.resize(end + hole, 0xee);
        addBlock(file, "far");
        EXPECT_EQ(readBlocks(file).payloads.back(), "far") << hole;
    }
}

TEST(RecordingBlocks, AGrowingFileIsReadOn) {
    class Growing : public MemoryByteSource {
    public:
        explicit Growing(ByteBuffer bytes) : MemoryByteSource(std::move(bytes)) {}
        Result<std::uint64_t> size() const override { return there; }
        std::uint64_t there = 30;
    };
    const auto source = std::make_shared<Growing>(threeBlocks());
    auto blocks = RecordingBlocks::open(source);
    ASSERT_TRUE(blocks);
    for (int i = 0; i < 2000; ++i) {
        EXPECT_FALSE(blocks->next());
    }
    source->there = 60;
    EXPECT_EQ(asText(blocks->next()->payload), "first");
    EXPECT_FALSE(blocks->next());
    source->there = 112;
    EXPECT_EQ(asText(blocks->next()->payload), "second");
    EXPECT_EQ(asText(blocks->next()->payload), "third");
    EXPECT_FALSE(blocks->next());
    EXPECT_TRUE(blocks->takeDiagnostics().empty());
}

TEST(RecordingBlocks, BlocksBeyondTheLimitAreSteppedOver) {
    ByteBuffer file = makeRecordingHead(kTestMarker);
    addBlock(file, std::string(1000, 'x'));
    addBlock(file, "small");
    const BlocksRead read = readBlocks(file, 999);
    EXPECT_EQ(read.payloads, Payloads{"small"});
    ASSERT_EQ(read.remarks.size(), 1u);
    EXPECT_EQ(read.remarks[0].id, MessageId::LimitExceeded);
    EXPECT_EQ(read.remarks[0].arguments, (std::vector<std::string>{"frame", "1024", "999"}));
}

TEST(RecordingBlocks, OtherFilesAreRefused) {
    const auto textOf = [](ByteBuffer file) {
        const auto opened = RecordingBlocks::open(std::make_shared<MemoryByteSource>(std::move(file)));
        return opened ? std::string() : opened.error().text();
    };
    EXPECT_EQ(textOf({}), "no recording: it begins with nothing");
    EXPECT_EQ(textOf(*fromHex("d4c3b2a10200")), "no recording: it begins with d4c3b2a10200");
    ByteBuffer later = makeRecordingHead(kTestMarker);
    later[9] = 2;
    // Damaged, not later: the checksum says so.
    EXPECT_EQ(textOf(later), "");
    ByteWriter::storeFixed(later.data() + 20, crc32c(ByteView(later).first(20)), 4);
    EXPECT_EQ(textOf(later), "a recording of format 2; this program reads format 1");
    EXPECT_FALSE(isRecording(ByteView(kRecordingMagic).first(7)));
}

}  // namespace
}  // namespace brokerscope
