#include "core/base/hex.h"
#include "core/records/crc.h"
#include "tests/support/temporary_path.h"
#include "tests/unit/app/cli/batch_bytes.h"
#include "tests/unit/app/cli/cli_run.h"
#include "tests/unit/core/records/case_bytes.h"
#include "tests/unit/core/records/large_batches.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <utility>

namespace brokerscope {
namespace {

using nlohmann::json;
using testing::CliRun;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::objectsOf;
using testing::runBscope;

const std::string kBatch(testing::kC028_0);  // one record, key "k", value "v"

class SegmentFile {
public:
    explicit SegmentFile(const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }
    ~SegmentFile() { std::filesystem::remove(path); }

    const std::string path = temporaryPath("segment.log").string();
};

TEST(Records, HexGivesTheBatchAndItsRecord) {
    const CliRun run = runBscope({"records", kBatch});
    EXPECT_EQ(run.status, 0);
    EXPECT_EQ(run.out,
              "offsets 0 to 0 at byte 0, 70 bytes, 1 record, magic 2, compression none, CreateTime 1700000000000, "
              "leader epoch 0, CRC-32C e99b8dd8\n"
              "  0 1700000000000 key \"k\" value \"v\"\n");
    EXPECT_THAT(run.err, IsEmpty());
}

TEST(Records, JsonIsOneObjectABatch) {
    const auto all = objectsOf(runBscope({"records", kBatch, "--format", "json"}));
    ASSERT_EQ(all.size(), 1u);
    const json& batch = all[0];
    EXPECT_EQ(batch["file"], nullptr);
    EXPECT_EQ(batch["position"], 0);
    EXPECT_EQ(batch["size"], 70);
    EXPECT_EQ(batch["baseOffset"], 0);
    EXPECT_EQ(batch["lastOffset"], 0);
    EXPECT_EQ(batch["count"], 1);
    EXPECT_EQ(batch["magic"], 2);
    EXPECT_EQ(batch["compression"], "none");
    EXPECT_EQ(batch["timestampType"], "CreateTime");
    EXPECT_EQ(batch["transactional"], false);
    EXPECT_EQ(batch["control"], false);
    EXPECT_EQ(batch["deleteHorizonMs"], nullptr);
    EXPECT_EQ(batch["producerId"], -1);
    EXPECT_EQ(batch["producerEpoch"], -1);
    EXPECT_EQ(batch["baseSequence"], -1);
    EXPECT_EQ(batch["partitionLeaderEpoch"], 0);
    EXPECT_EQ(batch["crc"], json::parse(R"({"stored":"e99b8dd8","computed":"e99b8dd8","ok":true})"));
    EXPECT_EQ(batch["diagnostics"], json::array());
    EXPECT_EQ(
        batch["records"],
        json::parse(
            R"([{"offset":0,"timestamp":1700000000000,"key":"aw==","value":"dg==","headers":[],"sequence":-1}])"));
}

TEST(Records, BatchesOnlyHasNoRecords) {
    const auto all = objectsOf(runBscope({"records", kBatch, "--format", "json", "--batches-only"}));
    ASSERT_EQ(all.size(), 1u);
    EXPECT_FALSE(all[0].contains("records"));
    EXPECT_EQ(all[0]["crc"]["ok"], true);
}

TEST(Records, FileDigitsAndStandardInput) {
    const SegmentFile file(testing::rawBytes(kBatch));
    const auto all = objectsOf(runBscope({"records", file.path, "--format", "json"}));
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0]["file"], file.path);
    EXPECT_THAT(runBscope({"records", "-"}, testing::rawBytes(kBatch)).out, HasSubstr("key \"k\""));
    EXPECT_THAT(runBscope({"records", "-", "--hex"}, kBatch).out, HasSubstr("key \"k\""));
    EXPECT_THAT(runBscope({"records", kBatch.substr(0, 40), kBatch.substr(40)}).out, HasSubstr("key \"k\""));
    EXPECT_EQ(runBscope({"records", "no such file"}).status, 2);
    EXPECT_EQ(runBscope({"records", "abc"}).status, 2);
    EXPECT_EQ(runBscope({"records", kBatch, "--decode", "anything"}).status, 2);
}

TEST(Records, AFileIsReadAsDumpReadsIt) {
    // Nothing that is known, bytes that are digits, and batches whose offsets do not ascend.
    for (const std::string& bytes : {std::string("import os\nimport sys\nprint(sys.argv, os.environ)\n"), kBatch,
                                     testing::batchAt(7) + testing::batchAt(7)}) {
        const SegmentFile file(bytes);
        const CliRun records = runBscope({"records", file.path});
        const CliRun dump = runBscope({"dump", file.path});
        EXPECT_EQ(records.status, dump.status);
        EXPECT_EQ(records.out, dump.out);
        EXPECT_EQ(records.err, dump.err);
        EXPECT_NE(records.status, 0);
    }
    EXPECT_EQ(runBscope({"records", "-"}, "import os\nimport sys\n").status, 2);
}

TEST(Records, LargeRecordsAreTheSameFromEveryCodec) {
    const std::vector<testing::PlannedRecord> records = testing::mixedRecords();
    std::optional<std::string> objects;
    std::optional<std::string> lines;
    for (const auto codec : {CompressionType::None, CompressionType::Gzip, CompressionType::Snappy,
                             CompressionType::Lz4, CompressionType::Zstd}) {
        const ByteBuffer batch = testing::batchOf(records, codec);
        const SegmentFile file{std::string(asText(batch))};
        const CliRun inJson = runBscope({"dump", file.path, "--format", "json"});
        const std::string object = inJson.out.substr(inJson.out.find("\"records\":"));
        EXPECT_TRUE(object.ends_with("],\"diagnostics\":[]}\n"));
        EXPECT_TRUE(object == objects.value_or(object)) << compressionName(codec);
        objects = object;
        const CliRun inText = runBscope({"dump", file.path});
        EXPECT_EQ(inText.status, 0);
        const std::string text = inText.out.substr(inText.out.find('\n'));
        EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 7);
        EXPECT_TRUE(text == lines.value_or(text)) << compressionName(codec);
        lines = text;
    }
}

// With --max one thread prints all; without it several print the small batches, and none of them the large one.
TEST(Dump, ALargeBatchStandsBetweenThoseAroundIt) {
    const ByteBuffer large = testing::batchOf({{"large", std::string(18'000'000, 'x')}}, CompressionType::None);
    std::string bytes;
    for (int i = 0; i < 40'000; ++i) {
        std::string batch = i == 20'000 ? std::string(asText(large)) : testing::rawBytes(kBatch);
        for (std::size_t at = 0; at < 8; ++at) {
            batch[at] = static_cast<char>(static_cast<std::uint64_t>(i) >> 8 * (7 - at));
        }
        bytes += batch;
    }
    const SegmentFile file(bytes);
    const CliRun many = runBscope({"dump", file.path});
    EXPECT_EQ(many.status, 0);
    EXPECT_TRUE(many.out == runBscope({"dump", file.path, "--max", "1000000"}).out);
}

// The control bit on a batch of data.
TEST(Records, AControlBatchWithoutControlRecordsShowsTheirBytes) {
    std::string batch = testing::rawBytes(kBatch);
    batch[22] = 0x20;
    const CliRun run = runBscope({"records", toHex(asBytes(batch))});
    EXPECT_THAT(run.out,
                HasSubstr("  0 1700000000000 key \"k\" value \"v\", not a control record: 1 of the 4 bytes of its "
                          "key are there\n"));
}

TEST(Records, AWrongChecksumIsSaidAndTheRecordsAreStillThere) {
    std::string digits = kBatch;
    digits[2 * 17] = '0';
    const CliRun run = runBscope({"records", digits});
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.out, HasSubstr("CRC-32C 099b8dd8 (wrong)\n"));
    EXPECT_THAT(run.out, HasSubstr("value \"v\""));
    EXPECT_THAT(run.out, HasSubstr("  ! error at byte 17, crc: "));
}

TEST(Records, ATruncatedLastBatchIsNoFault) {
    const CliRun run = runBscope({"records", kBatch.substr(0, 100), "--format", "json"});
    EXPECT_EQ(run.status, 0);
    const auto all = objectsOf(run);
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0]["size"], 50);
    EXPECT_EQ(all[0]["diagnostics"][0]["code"], "BATCH_INCOMPLETE");
    EXPECT_EQ(all[0]["records"], json::array());
    // What a Fetch may do about it is no advice for a file.
    EXPECT_THAT(runBscope({"records", kBatch.substr(0, 100)}).out, Not(HasSubstr("limit of at least")));
}

TEST(Records, ControlRecordsAreNamed) {
    const auto all = objectsOf(runBscope({"records", std::string(testing::kC039_0), "--format", "json"}));
    ASSERT_FALSE(all.empty());
    EXPECT_EQ(all[0]["control"], true);
    const json decoded = all[0]["records"][0]["decoded"];
    EXPECT_TRUE(decoded["name"] == "COMMIT" || decoded["name"] == "ABORT") << decoded;
    EXPECT_TRUE(decoded["value"].contains("coordinatorEpoch")) << decoded;
    EXPECT_THAT(runBscope({"records", std::string(testing::kC039_0)}).out, HasSubstr("never delivered to consumers"));
}

TEST(Records, FormatsOfOldWrappersHaveNullWhereTheyLackAField) {
    const auto all = objectsOf(runBscope({"records", std::string(testing::kC052_0), "--format", "json"}));
    ASSERT_FALSE(all.empty());
    const json& wrapper = all[0];
    EXPECT_EQ(wrapper["magic"], 1);
    EXPECT_NE(wrapper["compression"], "none");
    EXPECT_EQ(wrapper["producerId"], nullptr);
    EXPECT_EQ(wrapper["transactional"], nullptr);
    EXPECT_EQ(wrapper["count"], wrapper["records"].size());
    ASSERT_FALSE(wrapper["records"].empty());
    EXPECT_EQ(wrapper["baseOffset"], wrapper["records"][0]["offset"]);
    EXPECT_EQ(wrapper["lastOffset"], wrapper["records"].back()["offset"]);
}

TEST(Dump, OffsetsChooseRecordsAndMaxCountsThem) {
    const SegmentFile file(testing::batchAt(0) + testing::batchAt(1) + testing::batchAt(2) + testing::batchAt(3));
    EXPECT_EQ(objectsOf(runBscope({"dump", file.path, "--format", "json"})).size(), 4u);
    auto all = objectsOf(runBscope({"dump", file.path, "--format", "json", "--from", "1", "--to", "2"}));
    ASSERT_EQ(all.size(), 2u);
    EXPECT_EQ(all[0]["baseOffset"], 1);
    EXPECT_EQ(all[0]["position"], 70);
    EXPECT_EQ(all[0]["file"], file.path);
    EXPECT_EQ(objectsOf(runBscope({"dump", file.path, "--format", "json", "--max", "3"})).size(), 3u);
    EXPECT_EQ(objectsOf(runBscope({"dump", file.path, "--format", "json", "--max", "1", "--batches-only"})).size(), 1u);
    EXPECT_EQ(objectsOf(runBscope({"dump", file.path, file.path, "--format", "json"})).size(), 8u);
    EXPECT_THAT(runBscope({"dump", file.path, file.path}).out, HasSubstr(file.path + ":\n"));
    EXPECT_EQ(runBscope({"dump", "-"}, testing::batchAt(7)).status, 0);
}

TEST(Dump, DamageIsLocatedAndReadingGoesOn) {
    std::string bytes = testing::batchAt(0) + testing::batchAt(1) + testing::batchAt(2);
    bytes[70 + 8] = '\x7f';
    const SegmentFile file(bytes);
    const CliRun run = runBscope({"dump", file.path, "--format", "json"});
    EXPECT_EQ(run.status, 1);
    const auto all = objectsOf(run);
    ASSERT_EQ(all.size(), 3u);
    EXPECT_EQ(all[1]["position"], 70);
    EXPECT_EQ(all[1]["size"], 70);
    EXPECT_EQ(all[1]["diagnostics"][0]["code"], "SEGMENT_SKIPPED");
    EXPECT_EQ(all[2]["baseOffset"], 2);
    EXPECT_THAT(runBscope({"dump", file.path}).out, HasSubstr("  ! error at byte 70: 70 bytes skipped ("));
}

TEST(Dump, AFileThatIsNoSegmentIsSaidToBeSoWithItsFirstBytes) {
    const SegmentFile file("%PDF-1.7 is something else, and long enough to be looked at");
    const CliRun run = runBscope({"dump", file.path});
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(run.out, IsEmpty());
    EXPECT_THAT(run.err, HasSubstr("25 50 44 46"));
    EXPECT_EQ(runBscope({"dump", "no such file"}).status, 2);
    EXPECT_EQ(runBscope({"dump"}).status, 2);
    const SegmentFile empty("");
    EXPECT_EQ(runBscope({"dump", empty.path}).status, 0);
}

TEST(Dump, NoiseWithAPlausibleLengthIsNoSegment) {
    std::string noise;
    for (int i = 0; i < 200; ++i) {
        noise += static_cast<char>(i * 151 + 77);
    }
    noise[8] = noise[9] = 0;
    noise[16] = 55;
    const SegmentFile file(noise);
    const CliRun run = runBscope({"dump", file.path});
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(run.out, IsEmpty());
    EXPECT_THAT(run.err, HasSubstr("begins with 4d e4 7b"));
}

TEST(Dump, ACaptureIsNamedWithTheCommandThatReadsIt) {
    const std::string capture = testing::rawBytes("0a0d0d0a 1c000000 4d3c2b1a 0100 0000 ffffffffffffffff 1c000000");
    const SegmentFile file(capture + testing::rawBytes(kBatch));
    const CliRun run = runBscope({"dump", file.path});
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(run.out, IsEmpty());
    EXPECT_THAT(run.err, HasSubstr("packet capture"));
    EXPECT_THAT(run.err, HasSubstr("bscope capture"));
}

TEST(Dump, NumbersThatChooseNothingAreRefused) {
    const SegmentFile file(testing::rawBytes(kBatch));
    for (const char* most : {"--max=-1", "--max=0", "--max=x", "--max=99999999999999999999"}) {
        const CliRun run = runBscope({"dump", file.path, most});
        EXPECT_EQ(run.status, 2) << most;
        EXPECT_THAT(run.err, HasSubstr("is not a whole number from 1 on")) << most;
        EXPECT_THAT(run.out, IsEmpty()) << most;
    }
    for (const char* command : {"dump", "records"}) {
        const CliRun run = runBscope({command, file.path, "--from", "5", "--to", "3"});
        EXPECT_EQ(run.status, 2) << command;
        EXPECT_THAT(run.err, HasSubstr("--from 5 is beyond --to 3")) << command;
        EXPECT_THAT(run.out, IsEmpty()) << command;
    }
}

TEST(Records, C030ToC032_WhatCompactionLeftIsSaid) {
    const CliRun emptied = runBscope({"records", std::string(testing::kC030_0)});
    EXPECT_EQ(emptied.status, 0);
    EXPECT_THAT(emptied.out, HasSubstr("offsets 100 to 109 at byte 0, 61 bytes, 0 records (emptied by compaction)"));
    EXPECT_THAT(emptied.out, HasSubstr(", producer 4005 epoch 3"));
    EXPECT_THAT(emptied.out, HasSubstr("gap 100-109: compacted away; continue at 110\n"));
    const CliRun tail = runBscope({"records", std::string(testing::kC031_0)});
    EXPECT_EQ(tail.status, 0);
    EXPECT_THAT(tail.out, HasSubstr("  ! note at byte 23, lastOffsetDelta: gap 202-209: compacted away; continue at "
                                    "210\n"));
    const auto holes = objectsOf(runBscope({"records", std::string(testing::kC032_0), "--format", "json"}));
    ASSERT_EQ(holes.size(), 1u);
    EXPECT_EQ(holes[0]["diagnostics"][0]["code"], "OFFSETS_COMPACTED");
    EXPECT_EQ(holes[0]["diagnostics"][0]["message"], "gap 300-302, 304-306: compacted away; continue at 308");
    EXPECT_EQ(holes[0]["records"][0]["offset"], 303);
    EXPECT_EQ(holes[0]["records"][1]["offset"], 307);
}

TEST(Records, C055_TheSnappyFramingIsShown) {
    for (const auto& [batch, framing] : {std::pair{testing::kC055_0, "xerial"}, {testing::kC055_1, "raw"}}) {
        const std::string digits(batch);
        EXPECT_THAT(runBscope({"records", digits}).out,
                    HasSubstr(std::string("compression snappy (") + framing + "), "));
        EXPECT_EQ(objectsOf(runBscope({"records", digits, "--format", "json"})).at(0)["snappyFraming"], framing);
    }
    EXPECT_EQ(objectsOf(runBscope({"records", kBatch, "--format", "json"})).at(0)["snappyFraming"], nullptr);
}

// What is wrong with bytes that nobody was given has no place in those that were.
TEST(Records, OffsetsInDecompressedBytesAreCalledSo) {
    std::string hex(testing::kC055_1);
    hex[2 * 60 + 1] = '2';  // two records are said, one is there
    const json batch = json::parse(runBscope({"records", hex, "--format", "json"}).out);
    ASSERT_EQ(batch["diagnostics"].size(), 2u);
    EXPECT_EQ(batch["diagnostics"][0]["code"], "CRC_MISMATCH");
    EXPECT_FALSE(batch["diagnostics"][0].contains("decompressed"));
    // The number stands in the batch.
    EXPECT_EQ(batch["diagnostics"][1]["code"], "RECORD_COUNT_MISMATCH");
    EXPECT_EQ(batch["diagnostics"][1]["offset"], 57);
    EXPECT_FALSE(batch["diagnostics"][1].contains("decompressed"));
    hex[2 * 60 + 1] = '0';  // none is said
    const json none = json::parse(runBscope({"records", hex, "--format", "json"}).out);
    EXPECT_EQ(none["diagnostics"][1]["code"], "BYTES_LEFT");
    EXPECT_EQ(none["diagnostics"][1]["offset"], 0);
    EXPECT_EQ(none["diagnostics"][1]["decompressed"], true);
}

TEST(Records, C062_AnEmptyPayloadIsNotCalledCompacted) {
    const CliRun run = runBscope({"records", std::string(testing::kC062_0)});
    EXPECT_EQ(run.status, 0);
    EXPECT_THAT(run.out, HasSubstr(", 0 records, magic 2, compression gzip, empty payload, "));
}

TEST(Records, TextAndJsonEndTheSameWhereARecordOfATopicIsMalformed) {
    // A metadata record whose value ends inside the varint of its type.
    const std::string batch = "0000000000000000 0000003a 00000000 02 00000000 0000 00000000 0000018bcfe56800 "
                              "0000018bcfe56800 ffffffffffffffff ffff ffffffff 00000001 10 00 00 00 01 04 01ff 00";
    ByteBuffer bytes = *fromHex(batch);
    const std::uint32_t crc = crc32c(ByteView(bytes).subspan(21));
    for (int i = 0; i < 4; ++i) {
        bytes[17 + static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(crc >> (24 - 8 * i));
    }
    const std::string digits = toHex(bytes);
    EXPECT_EQ(runBscope({"records", digits}).status, 0);
    const CliRun inJson = runBscope({"records", digits, "--decode", "metadata", "--format", "json"});
    EXPECT_EQ(inJson.status, 1) << inJson.out;
    EXPECT_EQ(runBscope({"records", digits, "--decode", "metadata"}).status, 1);
}

// Offsets 5, 2 in a batch of 0 to 3.
TEST(Records, OffsetsThatGoBackAreCounted) {
    const CliRun run =
        runBscope({"records", "0000000000000000000000430000000002e20073450000000000030000018bcfe56800000001"
                              "8bcfe56800ffffffffffffffffffffffffffff000000021000000a0261026200100000040261"
                              "026200"});
    EXPECT_THAT(run.out,
                HasSubstr("  ! warning at byte 70, records[1].offsetDelta: offset 2 follows 5: not ascending\n"));
}

// The Fetch answer of C048: offset 10 is data of an aborted transaction, 11 its marker, 12 is not of a transaction.
TEST(Decode, C048_WhatACommittedReaderPassesOverIsMarked) {
    const std::string body =
        "000000000000000000000000000100017400000001000000000000000000000000000d000000000000000d000000000000000000000001"
        "0000"
        "000000000007000000000000000affffffff000000e0000000000000000a0000003d00000000025901b3d00010000000000000018bcfe5"
        "6800"
        "0000018bcfe5680000000000000000070000000000000000000116000000010a646972747900000000000000000b000000420000000002"
        "1"
        "9e855ef0030000000000000018bcfe568000000018bcfe5680000000000000000070000ffffffff00000001200000000800000000"
        "0c00000000000000000000000000000c0000003d000000000274e04a3b0000000000000000018bcfe568000000018bcfe56800ffff"
        "ffffffffffffffffffffffff0000000116000000010a636c65616e00";
    const CliRun run = runBscope({"decode", "FetchResponse", "--version", "11", body});
    EXPECT_EQ(run.status, 0);
    EXPECT_THAT(run.out, HasSubstr(", transactional, aborted: not for committed readers, CRC-32C 5901b3d0\n"));
    EXPECT_THAT(run.out, HasSubstr(", transactional, control, CRC-32C "));
    EXPECT_EQ(run.out.find("aborted: not for"), run.out.rfind("aborted: not for"));
}

TEST(Decode, AWrongChecksumOfRecordsEndsWithOne) {
    // C048's answer of one partition with one batch, whose checksum is wrong.
    const std::string body = "00000000 0000 00000000 00000001 0001 74 00000001 00000000 0000 0000000000000001 "
                             "0000000000000001 0000000000000000 ffffffff ffffffff 00000046" +
                             kBatch.substr(0, 34) + "00000000" + kBatch.substr(42);
    const CliRun run = runBscope({"decode", "FetchResponse", "--version", "11", body});
    EXPECT_THAT(run.out, HasSubstr("(wrong)"));
    EXPECT_EQ(run.status, 1);
}

}  // namespace
}  // namespace brokerscope
