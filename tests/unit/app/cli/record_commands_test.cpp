#include "core/base/hex.h"
#include "tests/support/temporary_path.h"
#include "tests/unit/app/cli/batch_bytes.h"
#include "tests/unit/app/cli/cli_run.h"
#include "tests/unit/core/records/case_bytes.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>

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
    EXPECT_EQ(all[0]["diagnostics"][0]["code"], "BATCH_PARTIAL");
    EXPECT_EQ(all[0]["records"], json::array());
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

}  // namespace
}  // namespace brokerscope
