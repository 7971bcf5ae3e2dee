#include "core/base/hex.h"
#include "tests/support/temporary_path.h"
#include "tests/unit/app/cli/cli_run.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

namespace brokerscope {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using namespace testing;
using Json = nlohmann::json;

// Case C103: tombstones of offset g/t/3 and of group g, offsets 0 and 1.
constexpr std::string_view kTombstoneBatch =
    "00000000000000000000005000000000024f7d491a0000000000010000018bcfe568000000018bcfe56800ffffffffffffffffffffffffffff"
    "0000000224000000180001000167000174000000030100160000020a00020001670100";
// Case C104: a commit of g/t/3 within a transaction of producer 7 (offset 10), its COMMIT and its ABORT (offset 11).
constexpr std::string_view kPendingCommit =
    "000000000000000a0000005c0000000002f35a906a0010000000000000018bcfe568000000018bcfe568000000000000000007000000000000"
    "000000015400000018000100016700017400000003300003000000000000002a0000000600000000018bcfe5680000";
constexpr std::string_view kCommitMarker =
    "000000000000000b000000420000000002edd683a70030000000000000018bcfe568000000018bcfe5680000000000000000070000ffffffff"
    "000000012000000008000000010c00000000000000";
constexpr std::string_view kAbortMarker =
    "000000000000000b00000042000000000219e855ef0030000000000000018bcfe568000000018bcfe5680000000000000000070000ffffffff"
    "000000012000000008000000000c00000000000000";

// A log directory with one segment of one partition.
class LogDirectory {
public:
    explicit LogDirectory(std::string_view partition, std::initializer_list<std::string_view> batches)
        : m_path(temporaryPath("offsets-command-" + std::to_string(++s_count))), m_partition(m_path / partition) {
        std::filesystem::create_directories(m_partition);
        std::ofstream log(m_partition / "00000000000000000000.log", std::ios::binary);
        for (const std::string_view batch : batches) {
            const ByteBuffer bytes = fromHex(batch).value();
            log.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        }
    }
    ~LogDirectory() { std::filesystem::remove_all(m_path); }
    LogDirectory(const LogDirectory&) = delete;
    LogDirectory& operator=(const LogDirectory&) = delete;

    std::string path() const { return m_path.string(); }
    std::string partition() const { return m_partition.string(); }

private:
    static inline int s_count = 0;
    std::filesystem::path m_path;
    std::filesystem::path m_partition;
};

TEST(OffsetsCommand, TombstonesSayWhatTheyDelete) {
    const LogDirectory log("__consumer_offsets-18", {kTombstoneBatch});
    const CliRun run = runBscope({"offsets", "--file", log.path(), "--format", "json"});
    EXPECT_EQ(run.status, 0) << run.err;
    const std::vector<Json> records = objectsOf(run);
    ASSERT_EQ(records.size(), 2u);
    EXPECT_EQ(records[0], Json::parse(R"({"topic":"__consumer_offsets","partition":18,"offset":0,
        "timestamp":1700000000000,"type":"OffsetCommit","typeId":1,"version":null,"group":"g",
        "about":"offset g/t/3","deletes":"offset g/t/3","key":{"group":"g","topic":"t","partition":3},"value":null,
        "tombstone":true,"transactional":false,"diagnostics":[]})"));
    EXPECT_EQ(records[1]["deletes"], "group g");
    EXPECT_EQ(runBscope({"offsets", "--file", log.partition(), "--format", "json"}).out, run.out);
}

TEST(OffsetsCommand, TransactionsArePendingUntilTheirMarker) {
    for (const auto& [marker, name] : {std::pair(kCommitMarker, "COMMIT"), std::pair(kAbortMarker, "ABORT")}) {
        const LogDirectory log("__consumer_offsets-0", {kPendingCommit, marker});
        const std::vector<Json> records = objectsOf(runBscope({"offsets", "--file", log.path(), "--format", "json"}));
        ASSERT_EQ(records.size(), 2u);
        EXPECT_EQ(records[0]["pending"], true);
        EXPECT_EQ(records[0]["producerId"], 7);
        EXPECT_EQ(records[0]["value"]["offset"], 42);
        EXPECT_EQ(records[1]["control"]["name"], name);
        EXPECT_EQ(records[1]["decides"], 1);
        const std::string text = runBscope({"offsets", "--file", log.path()}).out;
        EXPECT_THAT(text, HasSubstr("0:10 1700000000000 OffsetCommit (record type 1): offset g/t/3, pending until the "
                                    "marker of producer 7, sequence 0\n"));
        EXPECT_THAT(text, HasSubstr(std::string(name) + " marker of producer 7, decides 1 record above"));
    }
}

TEST(OffsetsCommand, GroupsAndTypesAreChosen) {
    const LogDirectory log("__consumer_offsets-0", {kTombstoneBatch, kPendingCommit, kCommitMarker});
    const auto count = [&log](std::vector<std::string> options) {
        options.insert(options.begin(), {"offsets", "--file", log.path(), "--format", "json"});
        return objectsOf(runBscope(options)).size();
    };
    EXPECT_EQ(count({}), 4u);
    EXPECT_EQ(count({"--group", "g"}), 4u);
    EXPECT_EQ(count({"--group", "h"}), 0u);
    EXPECT_EQ(count({"--type", "groupmetadata"}), 1u);
    EXPECT_EQ(count({"--type", "2,1"}), 4u);
    EXPECT_EQ(count({"--type", "OffsetCommit"}), 3u);
    EXPECT_EQ(count({"--max", "1"}), 1u);
}

// A copy under another name has the same form; another internal topic has its own.
TEST(OffsetsCommand, TopicsChooseTheDefinitions) {
    const LogDirectory copy("west.__consumer_offsets-3", {kTombstoneBatch});
    const std::vector<Json> records = objectsOf(
        runBscope({"offsets", "--topic", "west.__consumer_offsets", "--file", copy.path(), "--format", "json"}));
    ASSERT_EQ(records.size(), 2u);
    EXPECT_EQ(records[0]["topic"], "west.__consumer_offsets");
    EXPECT_EQ(records[0]["partition"], 3);
    EXPECT_EQ(records[0]["type"], "OffsetCommit");
    const std::vector<Json> asTransactions =
        objectsOf(runBscope({"offsets", "--topic", "west.__consumer_offsets", "--decode", "transactions", "--file",
                             copy.path(), "--format", "json"}));
    EXPECT_EQ(asTransactions[0]["type"], nullptr);
    EXPECT_EQ(asTransactions[0]["typeId"], 1);
}

TEST(OffsetsCommand, DamageIsSaidAndPassedOver) {
    std::string damaged(kTombstoneBatch);
    damaged[2 * 70] = 'f';
    const LogDirectory log("__consumer_offsets-0", {damaged, kPendingCommit, kCommitMarker});
    const CliRun run = runBscope({"offsets", "--file", log.path(), "--format", "json"});
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.err, HasSubstr("__consumer_offsets"));
    const std::vector<Json> records = objectsOf(run);
    ASSERT_GE(records.size(), 2u);
    EXPECT_EQ(records.back()["decides"], 1);
}

// As a copy of a log that is written to ends.
TEST(OffsetsCommand, AFileThatEndsWithinABatchIsSaid) {
    const std::string_view half = kPendingCommit.substr(0, kPendingCommit.size() / 4 * 2);
    const LogDirectory log("__consumer_offsets-0", {kTombstoneBatch, half});
    const CliRun run = runBscope({"offsets", "--file", log.path(), "--format", "json"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(objectsOf(run).size(), 2u);
    EXPECT_THAT(run.err, HasSubstr("note at byte 92: incomplete batch"));
}

TEST(OffsetsCommand, WhatIsNotThereIsSaid) {
    const LogDirectory log("orders-0", {kTombstoneBatch});
    const CliRun other = runBscope({"offsets", "--file", log.path()});
    EXPECT_EQ(other.status, 2);
    EXPECT_THAT(other.err, HasSubstr("no partitions of __consumer_offsets"));
    const CliRun foreign = runBscope({"offsets", "--file", log.partition()});
    EXPECT_EQ(foreign.status, 0);
    EXPECT_THAT(foreign.err, HasSubstr("taken as partition 0"));
    EXPECT_EQ(runBscope({"offsets", "--file", log.path(), "--from", "end"}).status, 2);
    EXPECT_EQ(runBscope({"offsets", "--decode", "nothing", "--file", log.path()}).status, 2);
}

// The same group by the records that its broker wrote, and by the Fetch answers of a recorded connection.
TEST(OffsetsCommand, SegmentsOfARealBroker) {
    const auto data = std::filesystem::path(BROKERSCOPE_SOURCE_DIR) / "tests/kafka/data/groups";
    const CliRun run = runBscope({"offsets", "--file", (data / "consumer-uniform.00000000000000000000.log").string(),
                                  "--group", "consumer-uniform", "--format", "json", "--quiet"});
    EXPECT_EQ(run.status, 0) << run.err;
    const std::vector<Json> records = objectsOf(run);
    ASSERT_GT(records.size(), 10u);
    for (const Json& record : records) {
        EXPECT_EQ(record["group"], "consumer-uniform");
        EXPECT_NE(record["about"], nullptr);
        EXPECT_TRUE(record["diagnostics"].empty()) << record;
    }
}

std::vector<Json> stateOf(const LogDirectory& log, std::vector<std::string> options = {}) {
    options.insert(options.begin(), {"offsets", "--state", "--file", log.path(), "--format", "json", "--quiet"});
    const CliRun run = runBscope(options);
    EXPECT_EQ(run.status, 0) << run.err;
    return objectsOf(run);
}

TEST(OffsetsCommand, StateHasEachFactAndItsRecord) {
    const LogDirectory committed("__consumer_offsets-18", {kPendingCommit, kCommitMarker});
    const std::vector<Json> groups = stateOf(committed);
    ASSERT_EQ(groups.size(), 1u);
    EXPECT_EQ(groups[0]["group"], "g");
    EXPECT_EQ(groups[0]["offsets"]["t-3"]["offset"], 42);
    EXPECT_EQ(groups[0]["offsets"]["t-3"]["decidedBy"], 11);
    EXPECT_EQ(groups[0]["from"]["offsets[t-3]"], "18:10");
    EXPECT_TRUE(stateOf(committed, {"--group", "h"}).empty());
    const LogDirectory aborted("__consumer_offsets-18", {kPendingCommit, kAbortMarker});
    for (const Json& group : stateOf(aborted)) {
        EXPECT_FALSE(group.contains("offsets")) << group;
    }
}

TEST(OffsetsCommand, StateAtAMoment) {
    const LogDirectory log("__consumer_offsets-18", {kPendingCommit, kCommitMarker});
    const auto offsets = [&log](const std::string& at) {
        const std::vector<Json> groups = stateOf(log, {"--at", at});
        return groups.empty() ? Json() : groups[0].value("offsets", Json());
    };
    EXPECT_EQ(offsets("18:11")["t-3"]["offset"], 42);
    EXPECT_EQ(offsets("18:10"), Json());
    EXPECT_EQ(offsets("18:9"), Json());
    EXPECT_EQ(offsets("17:11"), Json());
    EXPECT_EQ(offsets("@1700000000000")["t-3"]["offset"], 42);
    EXPECT_EQ(offsets("@1699999999999"), Json());
    EXPECT_EQ(offsets("@2023-11-14T22:13:20Z")["t-3"]["offset"], 42);
}

TEST(OffsetsCommand, StateAsText) {
    const LogDirectory log("__consumer_offsets-18", {kPendingCommit, kCommitMarker});
    const CliRun run = runBscope({"offsets", "--state", "--file", log.path()});
    EXPECT_THAT(run.out, HasSubstr("group g, of __consumer_offsets-18\n"));
    EXPECT_THAT(run.out, HasSubstr("from 18:10\n"));
    EXPECT_THAT(run.err,
                HasSubstr("__consumer_offsets-18: 2 records (182 bytes) up to offset 11, 1 transaction marker"));
}

TEST(OffsetsCommand, StateIsMadeOfAllRecords) {
    const LogDirectory log("__consumer_offsets-18", {kPendingCommit});
    for (const std::vector<std::string>& wrong : std::vector<std::vector<std::string>>{{"--max", "1"},
                                                                                       {"--type", "1"},
                                                                                       {"--at", "18"},
                                                                                       {"--at", "x:1"},
                                                                                       {"--at", "18:-1"},
                                                                                       {"--at", "@never"},
                                                                                       {"--at", "1:2:3"}}) {
        std::vector<std::string> options{"offsets", "--state", "--file", log.path()};
        options.insert(options.end(), wrong.begin(), wrong.end());
        EXPECT_EQ(runBscope(options).status, 2) << wrong[0] << ' ' << wrong[1];
    }
}

TEST(OffsetsCommand, FiltersAskTheFieldsOfARecord) {
    const LogDirectory log("__consumer_offsets-0", {kTombstoneBatch, kPendingCommit, kCommitMarker});
    const auto offsets = [&log](const std::string& filter) {
        std::vector<int> found;
        for (const Json& record :
             objectsOf(runBscope({"offsets", "--file", log.path(), "--filter", filter, "--format", "json"}))) {
            found.push_back(record["offset"].get<int>());
        }
        return found;
    };
    EXPECT_EQ(offsets("tombstone:true"), (std::vector{0, 1}));
    // A marker comes with what it decides, or where it is asked for itself.
    EXPECT_EQ(offsets("key.topic:t key.partition:3 -(tombstone:true)"), (std::vector{10, 11}));
    EXPECT_EQ(offsets("value.offset>42"), std::vector<int>());
    EXPECT_EQ(offsets("control:true"), std::vector{11});
    const CliRun wrong = runBscope({"offsets", "--file", log.path(), "--filter", "group:g partiton:3"});
    EXPECT_EQ(wrong.status, 2);
    EXPECT_THAT(wrong.err, HasSubstr("partiton"));
    EXPECT_THAT(wrong.err, HasSubstr("nearest: partition"));
    EXPECT_THAT(wrong.err, HasSubstr("8"));
}

TEST(OffsetsCommand, HistoriesSayWhichRecordChangedWhat) {
    const LogDirectory log("__consumer_offsets-18", {kPendingCommit, kCommitMarker});
    const std::vector<std::string> options{"offsets", "--file", log.path(), "--history", "g", "--fact", "offsets[t-3]"};
    const CliRun text = runBscope(options);
    EXPECT_EQ(text.status, 0) << text.err;
    EXPECT_THAT(text.out, HasSubstr("18:11 2023-11-14T22:13:20.000Z group g changed"));
    EXPECT_THAT(text.out, HasSubstr("by the marker of a transaction\n  offsets[t-3]  nothing -> {\"offset\":42,"));
    EXPECT_THAT(text.err, HasSubstr("g: 1 change"));
    std::vector<std::string> asJson = options;
    asJson.insert(asJson.end(), {"--format", "json"});
    const std::vector<Json> changes = objectsOf(runBscope(asJson));
    ASSERT_EQ(changes.size(), 1u);
    EXPECT_EQ(changes[0]["record"], "18:11");
    EXPECT_EQ(changes[0]["marker"], true);
    EXPECT_EQ(changes[0]["facts"][0]["after"]["offset"], 42);
    EXPECT_EQ(changes[0]["facts"][0]["to"], "18:10");
    EXPECT_EQ(runBscope({"offsets", "--file", log.path(), "--history", "h"}).out, "");
}

TEST(OffsetsCommand, AnswersAreReadyMade) {
    const LogDirectory log("__consumer_offsets-18", {kPendingCommit});
    const std::vector<std::string> options{"offsets", "--file", log.path(), "--answers"};
    const CliRun text = runBscope(options);
    EXPECT_EQ(text.status, 0) << text.err;
    EXPECT_THAT(text.out, HasSubstr("pendingOffset: group g: offset 42 of t-3 waits for the transaction of producer 7 "
                                    "(18:10)\n"));
    EXPECT_THAT(text.err, HasSubstr("no copy of __cluster_metadata"));
    std::vector<std::string> asJson = options;
    asJson.insert(asJson.end(), {"--format", "json", "--group", "g"});
    const std::vector<Json> answers = objectsOf(runBscope(asJson));
    ASSERT_GE(answers.size(), 1u);
    EXPECT_EQ(answers[0], Json::parse(R"({"answer":"pendingOffset","group":"g","topic":"t","topicPartition":3,
        "producerId":7,"offset":42,"from":"18:10"})"));
    for (const Json& answer : answers) {
        EXPECT_EQ(answer["group"], "g") << answer;
    }
}

TEST(OffsetsCommand, OptionsThatDoNotGoTogether) {
    const LogDirectory log("__consumer_offsets-18", {kPendingCommit});
    for (const std::vector<std::string>& wrong :
         std::vector<std::vector<std::string>>{{"--answers", "--history", "g"},
                                               {"--fact", "epoch"},
                                               {"--state", "--filter", "group:g"},
                                               {"--answers", "--max", "1"},
                                               {"--topic", "__remote_log_metadata", "--state"}}) {
        std::vector<std::string> options{"offsets", "--file", log.path()};
        options.insert(options.end(), wrong.begin(), wrong.end());
        EXPECT_EQ(runBscope(options).status, 2) << wrong[0];
    }
}

TEST(OffsetsCommand, PartitionsAndTypesThatAreAskedFor) {
    const LogDirectory log("__consumer_offsets-18", {kPendingCommit, kCommitMarker});
    const auto run = [&log](std::vector<std::string> options) {
        options.insert(options.begin(), {"offsets", "--file", log.path()});
        return runBscope(options);
    };
    EXPECT_NE(run({"--topic", "__consumer_offsets:18"}).out, "");
    EXPECT_EQ(run({"--topic", "__consumer_offsets:17"}).out, "");
    EXPECT_EQ(run({"--topic", "__consumer_offsets:17", "--state"}).out, "");
    EXPECT_EQ(run({"--topic", "__consumer_offsets:17", "--at", "18:11"}).status, 2);
    const CliRun mistyped = run({"--type", "OffsetComit"});
    EXPECT_EQ(mistyped.status, 2);
    EXPECT_THAT(mistyped.err, HasSubstr("OffsetCommit"));
    EXPECT_EQ(run({"--type", "200"}).status, 0) << "a number may be one that nobody knows";
}

// A later segment that is given first.
TEST(OffsetsCommand, RecordsThatArePassedOverAreCounted) {
    const LogDirectory later("__consumer_offsets-18", {kPendingCommit, kCommitMarker});
    const LogDirectory earlier("__consumer_offsets-18", {kTombstoneBatch});
    const CliRun run = runBscope({"offsets", "--state", "--file", later.path(), "--file", earlier.path()});
    EXPECT_THAT(run.err, HasSubstr("2 records passed over, since later ones came before them"));
}

// As a shell gives them where names do not sort as offsets do.
TEST(OffsetsCommand, SegmentsMakeAStateInTheOrderOfTheirOffsets) {
    const LogDirectory log("__consumer_offsets-18", {kTombstoneBatch});
    const LogDirectory later("__consumer_offsets-18", {kPendingCommit, kCommitMarker});
    const std::filesystem::path folder = log.partition();
    const std::string first = (folder / "00000000000000000000.log").string();
    for (const char* name : {"00000000000000000010.log", "a-copy"}) {
        const std::string second = (folder / name).string();
        std::filesystem::copy_file(later.partition() + "/00000000000000000000.log", second);
        const CliRun run = runBscope({"offsets", "--state", "--file", second, "--file", first, "--format", "json"});
        EXPECT_EQ(run.status, 0) << run.err;
        EXPECT_THAT(run.err, Not(HasSubstr("passed over"))) << name;
        EXPECT_THAT(run.err, HasSubstr("4 records")) << name;
        std::filesystem::remove(second);
    }
}

// A log that begins behind records which no snapshot has.
TEST(OffsetsCommand, MetadataThatIsMissingIsSaid) {
    // A NoOpRecord at offset 7.
    constexpr std::string_view kNoOpAt7 =
        "00000000000000070000003c0000000002b03bfe3d0000000000000000018bcfe568000000018bcfe56800ffffffffffffffffff"
        "ffffffffff000000011400000001080114000000";
    const LogDirectory log("__cluster_metadata-0", {kNoOpAt7});
    const CliRun run = runBscope({"offsets", "--topic", "__cluster_metadata", "--file", log.path(), "--state"});
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.err, HasSubstr("__cluster_metadata-0: the records 0 to 6 are missing"));
}

TEST(OffsetsCommand, ACountThatIsNoneIsRefusedInOneLine) {
    const CliRun run = runBscope({"offsets", "--file", "x.log", "--max", "0"});
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(run.err, "bscope: --max: \"0\" is not a whole number from 1 on (see bscope help offsets)\n");
}

// With --max one thread makes the text of all records, without it several do.
TEST(OffsetsCommand, ManyThreadsPrintWhatOneDoes) {
    std::vector<std::string> batches;
    for (int i = 0; i < 2500; ++i) {
        for (const std::string_view batch :
             {kPendingCommit, i % 2 == 0 ? kCommitMarker : kAbortMarker, kTombstoneBatch}) {
            std::string moved(batch);
            moved.replace(0, 16,
                          fmt::format("{:016x}", 4 * i + (batch == kPendingCommit    ? 0
                                                          : batch == kTombstoneBatch ? 2
                                                                                     : 1)));
            batches.push_back(std::move(moved));
        }
    }
    const LogDirectory log("__consumer_offsets-0", {});
    std::ofstream file(log.partition() + "/00000000000000000000.log", std::ios::binary);
    for (const std::string& batch : batches) {
        const ByteBuffer bytes = fromHex(batch).value();
        file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    }
    file.close();
    for (const char* format : {"text", "json"}) {
        for (const std::vector<std::string>& chosen : {std::vector<std::string>{}, {"--group", "g"}, {"--type", "2"}}) {
            std::vector<std::string> arguments{"offsets", "--file", log.path(), "--format", format};
            arguments.insert(arguments.end(), chosen.begin(), chosen.end());
            const CliRun many = runBscope(arguments);
            arguments.insert(arguments.end(), {"--max", "1000000"});
            const CliRun one = runBscope(arguments);
            EXPECT_EQ(many.status, 0) << many.err;
            EXPECT_EQ(one.status, 0);
            EXPECT_TRUE(many.out == one.out) << format;
            EXPECT_EQ(linesOf(many.out).empty(), false);
        }
    }
}

}  // namespace
}  // namespace brokerscope
