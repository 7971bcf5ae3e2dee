#include "core/log_files/checkpoint_reader.h"
#include "core/log_files/properties_text.h"
#include "core/log_files/state_json.h"
#include "tests/unit/core/log_files/log_bytes.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> textsOf(const std::vector<Diagnostic>& remarks) {
    std::vector<std::string> texts;
    for (const Diagnostic& remark : remarks) {
        texts.push_back(remark.text());
    }
    return texts;
}

std::unique_ptr<EntryReader> readCheckpointText(LogFileKind kind, std::string_view text, const Limits& limits = {}) {
    const ByteView bytes = asBytes(text);
    return std::make_unique<CheckpointReader>(kind, ByteBuffer(bytes.begin(), bytes.end()), limits);
}

// All entries are read, for remarks on the file as a whole.
std::vector<Diagnostic> remarksOf(EntryReader& reader) {
    testing::linesOf(reader);
    return reader.takeRemarks();
}

std::string factsOf(const EntryReader& reader) {
    LogFileEntry facts;
    facts.fields = reader.facts();
    return testing::lineOf(facts);
}

TEST(CheckpointText, LeaderEpochs) {
    const auto reader = readCheckpointText(LogFileKind::LeaderEpochCheckpoint, "0\n2\n0 0\n3 1500\n");
    EXPECT_THAT(testing::linesOf(*reader), ElementsAre("epoch=0 startOffset=0", "epoch=3 startOffset=1500"));
    EXPECT_EQ(factsOf(*reader), "version=0 count=2");
    EXPECT_THAT(reader->takeRemarks(), IsEmpty());
}

TEST(CheckpointText, Offsets) {
    const auto reader =
        readCheckpointText(LogFileKind::OffsetCheckpoint, "0\r\n2\r\nmy-topic 0 9223372036854775807\r\n__x 12 0");
    EXPECT_THAT(testing::linesOf(*reader), ElementsAre("topic=\"my-topic\" partition=0 offset=9223372036854775807",
                                                       "topic=\"__x\" partition=12 offset=0"));
    EXPECT_THAT(reader->takeRemarks(), IsEmpty());
}

TEST(CheckpointText, ABadLineIsSaidWithItsPlaceAndTheNextOnesAreRead) {
    const auto reader =
        readCheckpointText(LogFileKind::OffsetCheckpoint, "0\n4\na 0 1\nb zero 1\nc 1\nd 2 3 4\ne 5 6\n");
    EXPECT_THAT(testing::linesOf(*reader),
                ElementsAre("topic=\"a\" partition=0 offset=1", "topic=\"e\" partition=5 offset=6"));
    const auto remarks = reader->takeRemarks();
    EXPECT_THAT(textsOf(remarks),
                ElementsAre("line 4, column 3: partition \"zero\" is no number",
                            "line 5, column 4: 3 values are expected, 2 found",
                            "line 6, column 7: 3 values are expected, 4 found", "4 entries said, 2 found"));
    EXPECT_EQ(remarks[0].span, (ByteSpan{BufferId::Main, 12, 6}));
}

TEST(CheckpointText, EpochsAscend) {
    const auto reader = readCheckpointText(LogFileKind::LeaderEpochCheckpoint, "0\n2\n3 10\n3 9\n");
    EXPECT_THAT(testing::linesOf(*reader),
                ElementsAre("epoch=3 startOffset=10", "epoch=3 startOffset=9 !ENTRY_ORDER !ENTRY_ORDER"));
}

TEST(CheckpointText, WhatIsMissingIsSaid) {
    EXPECT_THAT(textsOf(remarksOf(*readCheckpointText(LogFileKind::OffsetCheckpoint, ""))),
                ElementsAre("line 1, column 1: the version is missing", "line 2, column 1: the count is missing"));
    EXPECT_THAT(textsOf(remarksOf(*readCheckpointText(LogFileKind::OffsetCheckpoint, "0\nmany\n"))),
                ElementsAre("line 2, column 1: \"many\" is no count"));
    const auto newer = readCheckpointText(LogFileKind::OffsetCheckpoint, "1\n1\nx y z\n");
    EXPECT_THAT(testing::linesOf(*newer), IsEmpty());
    EXPECT_THAT(testing::codesOf(newer->takeRemarks()), ElementsAre("UNKNOWN_VERSION at 0+1"));
}

TEST(CheckpointText, GuessesGoByTheFirstLine) {
    EXPECT_EQ(guessCheckpoint("0\n1\n0 0\n").kind, LogFileKind::LeaderEpochCheckpoint);
    EXPECT_EQ(guessCheckpoint("0\n1\na 0 0\n").kind, LogFileKind::OffsetCheckpoint);
    EXPECT_TRUE(guessCheckpoint("0\n0\n").isCheckpoint);
    EXPECT_EQ(guessCheckpoint("0\n0\n").kind, LogFileKind::Unknown);
    EXPECT_FALSE(guessCheckpoint("hello\n0\n").isCheckpoint);
    EXPECT_FALSE(guessCheckpoint("0").isCheckpoint);
}

TEST(PropertiesText, PartitionMetadata) {
    const auto reader =
        readPropertiesText(LogFileKind::PartitionMetadata, "version: 0\ntopic_id: K7lPH24pQRKvjY9roKRd9Q");
    EXPECT_THAT(testing::linesOf(*reader), ElementsAre("version=0 topic_id=\"K7lPH24pQRKvjY9roKRd9Q\""));
    EXPECT_THAT(reader->takeRemarks(), IsEmpty());
    const auto bad = readPropertiesText(LogFileKind::PartitionMetadata, "version: zero\ntopic_id: short\n");
    EXPECT_THAT(testing::linesOf(*bad), ElementsAre("version=\"zero\" topic_id=\"short\""));
    EXPECT_THAT(textsOf(bad->takeRemarks()), ElementsAre("line 1, column 10: version \"zero\" is no number",
                                                         "line 2, column 11: topic_id \"short\" is no id"));
}

TEST(PropertiesText, MetaProperties) {
    const auto reader =
        readPropertiesText(LogFileKind::MetaProperties,
                           "#\n#Mon Nov 30 12:06:58 UTC 2026\nnode.id=1\n"
                           "directory.id=aXCiKv0VTFCDW0VXlgAX_g\nversion=1\ncluster.id=INlhEK9tBPuvevVgWZElGQ\n");
    EXPECT_THAT(testing::linesOf(*reader), ElementsAre("node.id=1 directory.id=\"aXCiKv0VTFCDW0VXlgAX_g\" version=1 "
                                                       "cluster.id=\"INlhEK9tBPuvevVgWZElGQ\""));
    EXPECT_THAT(reader->takeRemarks(), IsEmpty());
}

TEST(PropertiesText, TheGrammarIsJavas) {
    const auto reader = readPropertiesText(
        LogFileKind::MetaProperties,
        "! remark\n  version   1\ncluster.id = a\\:b\\u00e9 \\\n    c\\\\\nkey\\ with\\ spaces\n\nx=1\nx=2\\");
    EXPECT_THAT(testing::linesOf(*reader),
                ElementsAre("version=1 cluster.id=\"a:b\u00e9 c\\\" key with spaces=\"\" x=\"1\" x=\"2\""));
    const auto remarks = reader->takeRemarks();
    EXPECT_THAT(textsOf(remarks), ElementsAre("line 8, column 1: x is there twice; the last value is used"));
    EXPECT_EQ(remarks[0].severity, Severity::Warning);
}

TEST(CheckpointText, RemarksEndAtTheLimit) {
    Limits limits;
    limits.diagnostics = 2;
    std::string text = "0\n9\n";
    for (int i = 0; i < 9; ++i) {
        text += "bad\n";
    }
    const auto remarks = remarksOf(*readCheckpointText(LogFileKind::OffsetCheckpoint, text, limits));
    ASSERT_EQ(remarks.size(), 3u);
    EXPECT_EQ(remarks.back().id, MessageId::LimitExceeded);
}

TEST(PropertiesText, TheNumberOfPropertiesIsLimited) {
    Limits limits;
    limits.nodes = 2;
    const auto reader = readPropertiesText(LogFileKind::MetaProperties, "version=1\na=1\nb=2\nc=3\n", limits);
    EXPECT_THAT(testing::linesOf(*reader), ElementsAre("version=1 a=\"1\""));
    EXPECT_THAT(testing::codesOf(reader->takeRemarks()), ElementsAre("LIMIT_EXCEEDED at 14+8"));
}

TEST(PropertiesText, RequiredKeysAreMissed) {
    const auto reader = readPropertiesText(LogFileKind::PartitionMetadata, "");
    EXPECT_THAT(testing::linesOf(*reader), ElementsAre(" !ENTRY_MISSING !ENTRY_MISSING"));
}

TEST(StateJson, QuorumStateOfBothVersions) {
    const auto newer =
        readStateJson(LogFileKind::QuorumState, R"({"leaderId":1,"leaderEpoch":3,"votedId":-1,)"
                                                R"("votedDirectoryId":"AAAAAAAAAAAAAAAAAAAAAA","data_version":1})");
    EXPECT_THAT(testing::linesOf(*newer),
                ElementsAre("leaderId=1 leaderEpoch=3 votedId=-1 votedDirectoryId=\"AAAAAAAAAAAAAAAAAAAAAA\" "
                            "data_version=1"));
    EXPECT_THAT(newer->takeRemarks(), IsEmpty());
    const auto older = readStateJson(LogFileKind::QuorumState,
                                     R"({"clusterId":"","leaderId":1,"leaderEpoch":1,"votedId":-1,"appliedOffset":0,)"
                                     R"("currentVoters":[{"voterId":1}],"data_version":0})");
    EXPECT_THAT(testing::linesOf(*older),
                ElementsAre("clusterId=\"\" leaderId=1 leaderEpoch=1 votedId=-1 appliedOffset=0 "
                            "currentVoters=[{\"voterId\":1}] data_version=0"));
}

TEST(StateJson, FieldsOfOtherVersionsAndMissingOnesAreSaid) {
    const auto reader =
        readStateJson(LogFileKind::QuorumState, R"({"leaderId":1,"leaderEpoch":3,"appliedOffset":7,"data_version":1})");
    EXPECT_THAT(testing::linesOf(*reader),
                ElementsAre("leaderId=1 leaderEpoch=3 appliedOffset=7 data_version=1 !UNKNOWN_FIELD !ENTRY_MISSING "
                            "!ENTRY_MISSING"));
    const auto newer = readStateJson(LogFileKind::QuorumState, R"({"data_version":9})");
    EXPECT_THAT(testing::linesOf(*newer), ElementsAre("data_version=9 !UNKNOWN_VERSION"));
    const auto none = readStateJson(LogFileKind::QuorumState, R"({"leaderId":1})");
    EXPECT_THAT(testing::linesOf(*none), ElementsAre("leaderId=1 !ENTRY_MISSING"));
}

TEST(StateJson, CleanShutdown) {
    const auto reader = readStateJson(LogFileKind::CleanShutdown, R"({"version":0,"brokerEpoch":15})");
    EXPECT_THAT(testing::linesOf(*reader), ElementsAre("version=0 brokerEpoch=15"));
    const auto empty = readStateJson(LogFileKind::CleanShutdown, "");
    EXPECT_THAT(testing::linesOf(*empty), IsEmpty());
    EXPECT_THAT(empty->takeRemarks(), IsEmpty());
}

TEST(StateJson, TextThatIsNoneIsSaidWithItsPlace) {
    const auto broken = readStateJson(LogFileKind::QuorumState, "{\"leaderId\":1,\n \"x\" 5}");
    EXPECT_THAT(testing::linesOf(*broken), IsEmpty());
    const auto remarks = broken->takeRemarks();
    ASSERT_EQ(remarks.size(), 1u);
    EXPECT_THAT(remarks[0].text(), HasSubstr("line 2, column 6"));
    EXPECT_THAT(textsOf(readStateJson(LogFileKind::QuorumState, "[1]")->takeRemarks()),
                ElementsAre("quorum-state: expected an object, found an array"));
    const std::string deep(100'000, '[');
    EXPECT_EQ(readStateJson(LogFileKind::QuorumState, deep)->takeRemarks().size(), 1u);
}

}  // namespace
}  // namespace brokerscope
