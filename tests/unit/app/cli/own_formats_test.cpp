#include "tests/unit/app/cli/cli_run.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using namespace testing;
using ::testing::HasSubstr;
using ::testing::Not;

// What has no definition of Kafka's is asked for as definitions are.
TEST(OwnFormatCommands, SchemaShowsThemByName) {
    const CliRun batch = runBscope({"schema", "RecordBatch"});
    EXPECT_EQ(batch.status, 0) << batch.err;
    EXPECT_THAT(batch.out, HasSubstr("RecordBatch"));
    EXPECT_THAT(batch.out, HasSubstr("PartitionLeaderEpoch"));
    const CliRun connect = runBscope({"schema", "ConnectAssignment", "--version", "1", "--format", "json"});
    EXPECT_EQ(connect.status, 0) << connect.err;
    EXPECT_EQ(nlohmann::json::parse(connect.out).at("name"), "ConnectAssignment");
    const CliRun bnf = runBscope({"schema", "ProducerSnapshotFile", "--format", "bnf"});
    EXPECT_THAT(bnf.out, HasSubstr("current_txn_first_offset"));
    const CliRun diff = runBscope({"schema", "ConnectAssignment", "--diff", "0..1"});
    EXPECT_EQ(diff.status, 1);
    EXPECT_THAT(diff.out, HasSubstr("added"));
    const CliRun wrong = runBscope({"schema", "TimeIndexes"});
    EXPECT_EQ(wrong.status, 2);
    EXPECT_THAT(wrong.err, HasSubstr("TimeIndex"));
    // No release has them.
    EXPECT_NE(runBscope({"schema", "RecordBatch", "--release", "4.4.0"}).status, 0);
    EXPECT_THAT(runBscope({"completions", "bash"}).out, HasSubstr("ProducerSnapshotFile"));
}

TEST(OwnFormatCommands, DecodeReadsThemByName) {
    // Connect's subscription v0: a worker's url and the offset of its configuration.
    const CliRun connect = runBscope({"decode", "ConnectSubscription", "--version", "0", "0003 613a31",
                                      "00000000000001c6", "--format", "kafka-json"});
    EXPECT_EQ(connect.status, 0) << connect.err << connect.out;
    EXPECT_EQ(nlohmann::json::parse(connect.out), nlohmann::json::parse(R"({"url":"a:1","configOffset":454})"));
    // Entries of index files have no count: they go on to the end.
    const CliRun index = runBscope({"decode", "OffsetIndex", "--version", "0", "00000005 00000100", "00000009 00000200",
                                    "--format", "kafka-json"});
    EXPECT_EQ(index.status, 0) << index.err << index.out;
    EXPECT_EQ(nlohmann::json::parse(index.out).at("entries"),
              nlohmann::json::parse(R"([{"relativeOffset":5,"position":256},{"relativeOffset":9,"position":512}])"));
    const CliRun cut = runBscope({"decode", "TimeIndex", "--version", "0", "00000000000003e8 00000005 ff"});
    EXPECT_EQ(cut.status, 1);
    EXPECT_THAT(cut.out, HasSubstr("Timestamp: 1000"));
    EXPECT_THAT(cut.out, HasSubstr("1 byte not decoded: ff"));
    const CliRun aborted =
        runBscope({"decode", "TransactionIndex", "--version", "0", "0000", "000000000000000d", "0000000000000001",
                   "0000000000000002", "0000000000000003", "--format", "kafka-json"});
    EXPECT_EQ(nlohmann::json::parse(aborted.out).at("entries")[0].at("producerId"), 13);
    // A batch with one record, and the same as a record set.
    const std::string batch =
        "000000000000000a0000003a0000000002e99b8dd80000000000000000018bcfe568000000018bcfe56800ffffffffff"
        "ffffffffffffffffff0000000110000000026b027600";
    const CliRun one = runBscope({"decode", "RecordBatch", "--version", "2", batch, "--format", "kafka-json"});
    EXPECT_EQ(one.status, 0) << one.err << one.out;
    EXPECT_EQ(nlohmann::json::parse(one.out).at("records")[0].at("value"), "dg==");
    const CliRun set = runBscope({"decode", "RecordSet", "--version", "0", batch + batch, "--format", "kafka-json"});
    EXPECT_EQ(set.status, 0) << set.err << set.out;
    EXPECT_EQ(nlohmann::json::parse(set.out).at("batches").size(), 2U);
    EXPECT_EQ(nlohmann::json::parse(set.out).at("batches")[1].at("baseOffset"), 10);
    const CliRun unknown = runBscope({"decode", "RecordBatch", "--version", "1", batch});
    EXPECT_NE(unknown.status, 0);
    EXPECT_THAT(unknown.err, HasSubstr("RecordBatch"));
}

}  // namespace
}  // namespace brokerscope
