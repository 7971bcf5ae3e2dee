#include "core/log_files/log_file.h"
#include "core/log_files/log_folder.h"

#include "tests/support/temporary_path.h"
#include "tests/unit/core/log_files/log_bytes.h"

#include <gmock/gmock.h>

#include <fstream>

namespace brokerscope {
namespace {

using ::testing::ElementsAre;

RecognizedFile recognized(std::string_view name, const ByteBuffer& bytes) {
    const MemoryByteSource source(bytes);
    return recognizeFile(name, source).value();
}
RecognizedFile recognized(std::string_view name, std::string_view text) {
    const ByteView bytes = asBytes(text);
    return recognized(name, ByteBuffer(bytes.begin(), bytes.end()));
}

TEST(RecognizeFile, NameAndContentAgree) {
    const ByteBuffer batch = testing::batchAt(0);
    for (const auto& [name, bytes] : std::initializer_list<std::pair<const char*, ByteBuffer>>{
             {"00000000000000000000.log", batch},
             {"00000000000000000000-0000000001.checkpoint", batch},
             {"00000000000000000000.index", *fromHex("0000000100000046")},
             {"00000000000000000000.timeindex", {}},
             {"00000000000000000000.log", ByteBuffer(100)},
             {"00000000000000000000.snapshot", *fromHex("00010000000000000000")}}) {
        const RecognizedFile file = recognized(name, bytes);
        EXPECT_EQ(file.kind, readLogFileName(name).kind) << name;
        EXPECT_FALSE(file.remark) << name;
    }
    EXPECT_EQ(recognized("leader-epoch-checkpoint", "0\n0\n").kind, LogFileKind::LeaderEpochCheckpoint);
    EXPECT_EQ(recognized("cleaner-offset-checkpoint", "0\n0\n").kind, LogFileKind::OffsetCheckpoint);
    EXPECT_FALSE(recognized("quorum-state", R"({"leaderId":1,"data_version":1})").remark);
}

TEST(RecognizeFile, ContentHasTheLastWordAndTheNameIsSaid) {
    const RecognizedFile batches = recognized("00000000000000000000.index", testing::batchAt(0));
    EXPECT_EQ(batches.kind, LogFileKind::Log);
    ASSERT_TRUE(batches.remark);
    EXPECT_EQ(batches.remark->severity, Severity::Warning);
    EXPECT_EQ(batches.remark->text(), "by its name it is an offset index, by its content a log segment");
    EXPECT_EQ(recognized("leader-epoch-checkpoint", "0\n1\norders 0 5\n").kind, LogFileKind::OffsetCheckpoint);
    EXPECT_EQ(recognized("00000000000000000000.log", "version: 0\ntopic_id: K7lPH24pQRKvjY9roKRd9Q").kind,
              LogFileKind::PartitionMetadata);
}

TEST(RecognizeFile, ContentAloneIsEnoughWhereItIsSure) {
    const RecognizedFile batches = recognized("saved.bin", testing::batchAt(0));
    EXPECT_EQ(batches.kind, LogFileKind::Log);
    ASSERT_TRUE(batches.remark);
    EXPECT_EQ(batches.remark->severity, Severity::Note);
    EXPECT_EQ(recognized("x", "{\"version\":0,\"brokerEpoch\":3}").kind, LogFileKind::CleanShutdown);
    EXPECT_EQ(recognized("x", "node.id=1\nversion=1\ncluster.id=abc\n").kind, LogFileKind::MetaProperties);
    ByteBuffer snapshot = *fromHex("00010000000000000001");
    snapshot.resize(56);
    EXPECT_EQ(recognized("x", snapshot).kind, LogFileKind::ProducerSnapshot);
}

TEST(RecognizeFile, WhatNobodyKnowsHasItsFirstBytes) {
    const RecognizedFile file = recognized("x", "%PDF-1.7 is something else, and long enough");
    EXPECT_EQ(file.kind, LogFileKind::Unknown);
    EXPECT_EQ(asText(file.first), "%PDF-1.7 is some");
    // Text is no segment, whatever it is called.
    EXPECT_EQ(recognized("00000000000000000000.log", "#!/bin/sh\nexec java -jar kafka.jar").kind, LogFileKind::Unknown);
    EXPECT_EQ(recognized("x", ByteBuffer{1, 2, 3}).kind, LogFileKind::Unknown);
}

TEST(OpenEntryReader, LogsAndLocksHaveNone) {
    const MemoryByteSource source({});
    for (const LogFileKind kind :
         {LogFileKind::Log, LogFileKind::MetadataSnapshot, LogFileKind::Lock, LogFileKind::Unknown}) {
        EXPECT_EQ(openEntryReader(kind, {}, source).value(), nullptr);
    }
}

TEST(OpenEntryReader, TextsAreReadUpToTheLimit) {
    Limits limits;
    limits.frame = 10;
    const MemoryByteSource source(ByteBuffer(11, '0'));
    const auto reader = openEntryReader(LogFileKind::OffsetCheckpoint, {}, source, limits);
    ASSERT_FALSE(reader);
    EXPECT_EQ(reader.error().id, MessageId::LimitExceeded);
}

class LogFolderTest : public ::testing::Test {
protected:
    void SetUp() override {
        for (const char* folder : {"orders-10", "orders-2", "no partition", "a-0"}) {
            std::filesystem::create_directories(root / folder);
        }
        write("orders-2/00000000000000000000.log");
        write("orders-2/00000000000000000000.index");
        write("orders-2/partition.metadata");
        write("meta.properties");
    }
    void TearDown() override { std::filesystem::remove_all(root); }
    void write(const char* name) const { std::ofstream(root / name) << name; }

    const std::filesystem::path root = temporaryPath("log_dir");
};

TEST_F(LogFolderTest, PartitionsAreInTheOrderOfTheirNumbers) {
    const auto folder = readLogFolder(root.string());
    ASSERT_TRUE(folder);
    EXPECT_TRUE(folder->isKnown());
    EXPECT_FALSE(folder->partition);
    EXPECT_THAT(folder->partitions,
                ElementsAre((root / "a-0").string(), (root / "orders-2").string(), (root / "orders-10").string()));
    ASSERT_EQ(folder->files.size(), 1u);
    EXPECT_EQ(folder->files[0].name, "meta.properties");
}

TEST_F(LogFolderTest, APartitionsFilesHaveSizes) {
    for (const std::string& path : {(root / "orders-2").string(), (root / "orders-2").string() + '/'}) {
        const auto folder = readLogFolder(path);
        ASSERT_TRUE(folder);
        ASSERT_TRUE(folder->partition);
        EXPECT_EQ(folder->partition->text(), "orders-2");
        ASSERT_EQ(folder->files.size(), 3u);
        EXPECT_EQ(folder->files[0].name, "00000000000000000000.index");
        EXPECT_EQ(folder->files[0].size, 35u);
    }
    EXPECT_FALSE(readLogFolder((root / "no partition").string())->isKnown());
    EXPECT_FALSE(readLogFolder((root / "a-0").string())->isKnown());
    EXPECT_FALSE(readLogFolder((root / "none").string()));
}

TEST(LogBeside, HasTheSameNameAndSuffix) {
    EXPECT_EQ(logBeside("a/00000000000000000007.timeindex"), "a/00000000000000000007.log");
    EXPECT_EQ(logBeside("a/00000000000000000007.index.deleted"), "a/00000000000000000007.log.deleted");
}

}  // namespace
}  // namespace brokerscope
