#include "core/base/base64.h"
#include "core/base/hex.h"
#include "core/records/batch_composer.h"
#include "core/records/record_formats.h"
#include "core/schema/overlays.h"
#include "core/schema/schema_registry.h"
#include "core/value/json_reader.h"
#include "tests/support/temporary_path.h"
#include "tests/unit/app/cli/cli_run.h"
#include "tests/unit/core/records/case_bytes.h"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace brokerscope {
namespace {

using nlohmann::json;
using testing::CliRun;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::runBscope;

// Tombstones of record types 1 and 2.
const std::string kTombstones = "00000000000000000000005000000000024f7d491a0000000000010000018bcfe568000000018bcfe56800"
                                "ffffffffffffffffffffffffffff000000"
                                "0224000000180001000167000174000000030100160000020a00020001670100";

// The only batch of a run as JSON.
json batchOf(const CliRun& run) {
    return json::parse(run.out);
}

class PartitionFolder {
public:
    explicit PartitionFolder(const std::string& name) : m_root(temporaryPath("log-dir")) {
        std::filesystem::create_directories(m_root / name);
        file = (m_root / name / "00000000000000000000.log").string();
        const ByteBuffer bytes = fromHex(kTombstones).value();
        std::ofstream(file, std::ios::binary) << asText(bytes);
    }
    ~PartitionFolder() { std::filesystem::remove_all(m_root); }

    std::string file;

private:
    std::filesystem::path m_root;
};

TEST(DecodeOption, KnowsTheTopicsOfTheOverlay) {
    for (const InternalTopicFacts& topic : SchemaRegistry::embedded().overlays().internalTopics()) {
        EXPECT_EQ(runBscope({"records", kTombstones, "--decode", topic.word}).status / 2, 0) << topic.word;
    }
    const CliRun wrong = runBscope({"records", kTombstones, "--decode", "orders"});
    EXPECT_EQ(wrong.status, 2);
    EXPECT_THAT(wrong.err, HasSubstr("orders"));
}

TEST(DecodeRecords, JsonHasKeyAndValue) {
    const json batch = batchOf(runBscope({"records", kTombstones, "--decode", "offsets", "--format", "json"}));
    ASSERT_EQ(batch["records"].size(), 2u);
    EXPECT_EQ(batch["records"][0]["decoded"], json::parse(R"({"type":"OffsetCommit","typeId":1,"version":null,
        "key":{"group":"g","topic":"t","partition":3},"value":null,"tombstone":true})"));
    EXPECT_EQ(batch["records"][1]["decoded"]["type"], "GroupMetadata");
    EXPECT_EQ(batch["diagnostics"], json::array());
}

TEST(DecodeRecords, TextIsATree) {
    EXPECT_EQ(runBscope({"records", kTombstones, "--decode", "offsets"}).out.substr(0, 7), "offsets");
    EXPECT_THAT(runBscope({"records", kTombstones, "--decode", "offsets"}).out,
                HasSubstr("  0 1700000000000 OffsetCommit (record type 1), tombstone, deleted: offset g/t/3\n"
                          "    key: OffsetCommitKey v0, 10 bytes, after recordType 1\n"
                          "      group: \"g\"\n"
                          "      topic: \"t\"\n"
                          "      partition: 3\n"));
}

TEST(DecodeRecords, WithoutAFolderNothingIsDecoded) {
    const CliRun run = runBscope({"records", kTombstones, "--format", "json"});
    EXPECT_FALSE(batchOf(run)["records"][0].contains("decoded"));
    EXPECT_THAT(run.err, IsEmpty());
    EXPECT_FALSE(batchOf(runBscope({"records", "-", "--hex", "--format", "json"}, kTombstones))["records"][0].contains(
        "decoded"));
}

TEST(DecodeRecords, TheFolderOfAFileSaysTheTopic) {
    const PartitionFolder offsets("__consumer_offsets-3");
    EXPECT_TRUE(batchOf(runBscope({"records", offsets.file, "--format", "json"}))["records"][0].contains("decoded"));
    EXPECT_FALSE(
        batchOf(runBscope({"records", offsets.file, "--format", "json", "--decode", "none"}))["records"][0].contains(
            "decoded"));
    const PartitionFolder orders("orders-3");
    EXPECT_FALSE(batchOf(runBscope({"records", orders.file, "--format", "json"}))["records"][0].contains("decoded"));
}

TEST(DecodeRecords, MarkersAreNoRecordsOfTheTopic) {
    const json batch =
        batchOf(runBscope({"records", std::string(testing::kC039_0), "--decode", "offsets", "--format", "json"}));
    EXPECT_EQ(batch["records"][0]["decoded"]["name"], "COMMIT");
    EXPECT_EQ(batch["diagnostics"], json::array());
}

TEST(DecodeRecords, RemarksAreThoseOfTheBatchWithTheirPlaces) {
    // Read as records of the transaction log the group's key is cut off, and type 2 is no one's.
    const json batch = batchOf(runBscope({"records", kTombstones, "--decode", "transactions", "--format", "json"}));
    ASSERT_EQ(batch["diagnostics"].size(), 2u);
    EXPECT_EQ(batch["diagnostics"][0]["path"], "records[0].key");
    EXPECT_EQ(batch["diagnostics"][1]["path"], "records[1].key");
    EXPECT_EQ(batch["diagnostics"][1]["code"], "RECORD_TYPE_UNKNOWN");
    // The key of the second record stands behind that of the first.
    EXPECT_EQ(batch["diagnostics"][1]["offset"].get<int>(), 61 + 19 + 5);
}

// The topic stands beside the records: its name, or an id that is the same in every cluster.
TEST(DecodeMessages, RecordsOfInternalTopicsInTheTextOfAFetch) {
    const std::string answer = "00000000"
                               "00000001"
                               "0012" +
                               std::string("5f5f636f6e73756d65725f6f666673657473") +
                               "00000001"
                               "00000000"
                               "0000"
                               "0000000000000001"
                               "0000000000000001"
                               "00000000"
                               "0000005c";
    const std::string out = runBscope({"decode", "FetchResponse", "--version", "4", answer + kTombstones}).out;
    EXPECT_THAT(out, HasSubstr("responses[0].partitions[0].records:\noffsets 0 to 1 at byte 0"));
    EXPECT_THAT(out, HasSubstr("GroupMetadata (record type 2), tombstone"));
    std::string other = answer;
    other.replace(other.find("5f5f"), 4, "6f6f");
    EXPECT_THAT(runBscope({"decode", "FetchResponse", "--version", "4", other + kTombstones}).out,
                Not(HasSubstr("GroupMetadata")));
}

// A Fetch answer v4 of one partition with these records.
std::string fetchAnswer(std::string_view records) {
    return fmt::format("00000000 00000001 0001 74 00000001 00000000 0000 0000000000000001 0000000000000001 00000000 "
                       "{:08x} {}",
                       records.size() / 2, records);
}

CliRun decodeAnswerWith(std::string_view records, const char* format) {
    return runBscope({"decode", "FetchResponse", "--version", "4", fetchAnswer(records), "--format", format});
}

// C046: the same faults in every format, told as others are: place, what is stored and computed, and over which bytes.
TEST(DecodeMessages, C046_WrongChecksumsOfRecordsAreSaidInEveryFormat) {
    // The batch begins at byte 45, behind 4 + 4 + 3 + 4 + 4 + 2 + 8 + 8 + 4 + 4 bytes.
    constexpr const char* kText = "stored 37363337, computed e99b8dd8 over bytes 66 to 115";
    const CliRun asJson = decodeAnswerWith(testing::kC046_0, "json");
    EXPECT_EQ(asJson.status, 1);
    const json answer = json::parse(asJson.out);
    ASSERT_EQ(answer["diagnostics"].size(), 1u);
    const json& wrong = answer["diagnostics"][0];
    EXPECT_EQ(wrong["severity"], "error");
    EXPECT_EQ(wrong["code"], "CRC_MISMATCH");
    EXPECT_EQ(wrong["path"], "responses[0].partitions[0].records.batches[0].crc");
    EXPECT_EQ(wrong["offset"], 45 + 17);
    EXPECT_EQ(wrong["size"], 4);
    EXPECT_EQ(wrong["message"], kText);
    EXPECT_EQ(answer["ok"], true) << "the message itself was read";
    const CliRun annotated = decodeAnswerWith(testing::kC046_0, "annotated");
    EXPECT_EQ(annotated.status, 1);
    EXPECT_THAT(
        annotated.out,
        HasSubstr(std::string("\n! error at byte 62, responses[0].partitions[0].records.batches[0].crc: ") + kText));
    EXPECT_EQ(decodeAnswerWith(testing::kC046_0, "text").status, 1);
    EXPECT_EQ(decodeAnswerWith(testing::kC046_0, "kafka-json").status, 1);
    for (const char* format : {"text", "annotated", "json", "kafka-json"}) {
        EXPECT_EQ(decodeAnswerWith(testing::kC028_0, format).status, 0) << format;
    }
    EXPECT_EQ(json::parse(decodeAnswerWith(testing::kC028_0, "json").out)["diagnostics"], json::array());
    const std::string line = fmt::format(R"({{"op":"decode","name":"FetchResponse","version":4,"hex":"{}"}})",
                                         fetchAnswer(testing::kC046_0));
    EXPECT_EQ(json::parse(runBscope({"batch"}, line + '\n').out)["diagnostics"], answer["diagnostics"]);
}

// C036: what a limit cut is no fault.
TEST(DecodeMessages, C036_ACutBatchIsANote) {
    const CliRun run = decodeAnswerWith(testing::kC036_1, "json");
    EXPECT_EQ(run.status, 0);
    const json answer = json::parse(run.out);
    ASSERT_EQ(answer["diagnostics"].size(), 1u);
    EXPECT_EQ(answer["diagnostics"][0]["code"], "BATCH_PARTIAL");
    EXPECT_EQ(answer["diagnostics"][0]["severity"], "note");
}

// The records of a batch that is given by itself are no record set.
TEST(DecodeMessages, ABatchAloneIsReadAsWhatItIs) {
    for (const char* name : {"RecordBatch", "RecordBatchHeader", "RecordSet"}) {
        const std::string version = std::string(name) == "RecordSet" ? "0" : "2";
        for (const char* format : {"text", "annotated", "json"}) {
            const CliRun run =
                runBscope({"decode", name, "--version", version, std::string(testing::kC028_0), "--format", format});
            EXPECT_EQ(run.status, 0) << name << ' ' << format << run.out;
        }
    }
    for (const char* name : {"RecordBatch", "RecordBatchHeader", "RecordSet"}) {
        const std::string version = std::string(name) == "RecordSet" ? "0" : "2";
        for (const char* format : {"text", "annotated", "json"}) {
            const CliRun run =
                runBscope({"decode", name, "--version", version, std::string(testing::kC046_0), "--format", format});
            EXPECT_EQ(run.status, 1) << name << ' ' << format;
            EXPECT_THAT(run.out, HasSubstr("stored 37363337, computed e99b8dd8 over bytes 21 to 70")) << format;
        }
    }
}

// The subscription says a topic of 255 bytes.
TEST(DecodeMessages, MalformedStructuresWithinBytesChangeTheStatus) {
    const std::string hex = "0a682d636c61737369630000afc8000493e0010009636f6e73756d6572020672616e67651d00030000000100ff"
                            "6f7264657273ffffffff00000000ffffffffffff000100";
    for (const char* format : {"text", "annotated", "json", "kafka-json"}) {
        EXPECT_EQ(runBscope({"decode", "JoinGroup", "--version", "9", hex, "--format", format}).status, 1) << format;
    }
}

TEST(DecodeMessages, NestedBytesInTextAnnotatedAndAnswer) {
    const std::string hex = "0a682d636c61737369630000afc8000493e0010009636f6e73756d6572020672616e67651d0003000000010006"
                            "6f7264657273ffffffff000000"
                            "00ffffffffffff000100";
    EXPECT_THAT(runBscope({"decode", "JoinGroup", "--version", "9", hex}).out,
                HasSubstr("holds ConsumerProtocolSubscription v3"));
    EXPECT_THAT(runBscope({"decode", "JoinGroup", "--version", "9", hex, "--format", "annotated"}).out,
                HasSubstr("protocols[0].metadata > topics"));
    const json answer = json::parse(runBscope({"decode", "JoinGroup", "--version", "9", hex, "--format", "json"}).out);
    EXPECT_EQ(answer["nested"][0]["type"], "ConsumerProtocolSubscription");
    EXPECT_EQ(answer["json"]["protocols"][0]["metadata"].is_string(), true);
    const json kafka =
        json::parse(runBscope({"decode", "JoinGroup", "--version", "9", hex, "--format", "kafka-json"}).out);
    EXPECT_EQ(kafka, answer["json"]);
    const json line = json::parse(
        runBscope({"batch"}, R"({"op":"annotate","name":"JoinGroupRequest","version":9,"hex":")" + hex + "\"}\n").out);
    EXPECT_EQ(line["nested"][0]["path"], "protocols[0].metadata");
    EXPECT_TRUE(line["nested"][0].contains("fields"));
}

// A batch of the metadata log whose one record has the SCRAM credentials of user u.
constexpr std::string_view kCredentials = "010b00027501"
                                          "03aaab"
                                          "02bb"
                                          "02cc"
                                          "0000100000";

std::string credentialsBatch() {
    const auto draft = draftFromJson(RecordFormats::embedded().batch()->spec,
                                     "{\"records\":[{\"value\":\"" + toBase64(fromHex(kCredentials).value()) + "\"}]}");
    return toHex(*composeBatch(draft.value().draft)->bytes);
}

void expectMasked(const CliRun& run) {
    const json record = batchOf(run)["records"][0];
    EXPECT_EQ(record["decoded"]["value"]["salt"], "***");
    EXPECT_EQ(record["masked"], true);
    EXPECT_EQ(toHex(fromBase64(record["value"].get<std::string>()).value()), "010b00027501"
                                                                             "032a2a"
                                                                             "022a"
                                                                             "022a"
                                                                             "0000100000");
}

TEST(DecodedRecords, TheirBytesSayNoMoreThanTheirFields) {
    expectMasked(runBscope({"records", credentialsBatch(), "--decode", "metadata", "--format", "json"}));
    const CliRun shown =
        runBscope({"--unmask", "records", credentialsBatch(), "--decode", "metadata", "--format", "json"});
    const json record = batchOf(shown)["records"][0];
    EXPECT_EQ(record["decoded"]["value"]["salt"], "qqs=");
    EXPECT_FALSE(record.contains("masked"));
    EXPECT_EQ(record["value"], toBase64(fromHex(kCredentials).value()));
    const CliRun text = runBscope({"records", credentialsBatch(), "--decode", "metadata"});
    EXPECT_THAT(text.out, HasSubstr("Salt: ***"));
    EXPECT_THAT(text.out, Not(HasSubstr("aa ab")));
    // Other records are printed as they are.
    EXPECT_THAT(runBscope({"records", kTombstones, "--decode", "offsets", "--format", "json"}).out,
                Not(HasSubstr("masked")));
}

TEST(DecodedRecords, FilesAreMaskedTheSameWay) {
    const PartitionFolder folder("__cluster_metadata-0");
    std::ofstream(folder.file, std::ios::binary) << asText(fromHex(credentialsBatch()).value());
    expectMasked(runBscope({"dump", folder.file, "--format", "json"}));
}

}  // namespace
}  // namespace brokerscope
