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

constexpr const char* kBase = "00000000000000000100";

// A log directory with one partition.
class FileDump : public ::testing::Test {
protected:
    void SetUp() override { std::filesystem::create_directories(partition); }
    void TearDown() override { std::filesystem::remove_all(root); }

    std::string write(const std::string& name, const std::string& bytes) const {
        const std::string path = (partition / name).string();
        std::ofstream(path, std::ios::binary) << bytes;
        return path;
    }
    std::string writeLog() const {
        return write(std::string(kBase) + ".log", testing::batchAt(100) + testing::batchAt(101));
    }

    const std::filesystem::path root = temporaryPath("dump_dir");
    const std::filesystem::path partition = root / "orders-3";
};

TEST_F(FileDump, C113_IndexEntriesAreChecked) {
    const std::string index = write(std::string(kBase) + ".index", testing::rawBytes("0000000100000046"
                                                                                     "0000000200000047"
                                                                                     "0000000000000000"));
    // Without its log it is read all the same.
    CliRun run = runBscope({"dump", index});
    EXPECT_EQ(run.status, 0);
    EXPECT_THAT(run.out, HasSubstr("not checked against the log: 00000000000000000100.log is not there"));
    EXPECT_THAT(run.out, HasSubstr("offset: 101 relativeOffset: 1 position: 70\n"));
    writeLog();
    run = runBscope({"dump", index});
    EXPECT_EQ(run.status, 1);
    EXPECT_EQ(run.out,
              "offset: 101 relativeOffset: 1 position: 70\n"
              "offset: 102 relativeOffset: 2 position: 71\n"
              "  ! error at byte 8, position: no batch of the log begins at byte 71: it is within the batch of offsets "
              "101 to 101 at byte 70\n"
              "  ! note at byte 16: unused preallocated space, 8 bytes\n");
    const auto all = objectsOf(runBscope({"dump", index, "--format", "json"}));
    ASSERT_EQ(all.size(), 3u);
    EXPECT_EQ(all[0]["file"], index);
    EXPECT_EQ(all[0]["kind"], "index");
    EXPECT_EQ(all[0]["entry"], 0);
    EXPECT_EQ(all[0]["offset"], 101);
    EXPECT_EQ(all[0]["relativeOffset"], 1);
    EXPECT_EQ(all[0]["position"], 70);
    EXPECT_EQ(all[0]["diagnostics"], json::array());
    EXPECT_EQ(all[1]["diagnostics"][0]["code"], "LOG_POSITION_INVALID");
    EXPECT_FALSE(all[2].contains("entry"));
    EXPECT_EQ(all[2]["diagnostics"][0]["code"], "SPACE_UNUSED");
}

TEST_F(FileDump, OffsetsChooseEntries) {
    const std::string index = write(std::string(kBase) + ".timeindex", testing::rawBytes("0000018bcfe5680000000000"
                                                                                         "0000018bcfe5680100000001"
                                                                                         "0000018bcfe5680200000002"));
    const auto chosen = objectsOf(runBscope({"dump", index, "--format", "json", "--from", "101", "--to", "101"}));
    ASSERT_EQ(chosen.size(), 2u);  // the note that there is no log comes first
    EXPECT_EQ(chosen[1]["timestamp"], 1700000000001);
    EXPECT_EQ(objectsOf(runBscope({"dump", index, "--format", "json", "--max", "1"})).size(), 2u);
}

TEST_F(FileDump, CheckpointsAndPropertiesHaveTheirKeys) {
    const std::string epochs = write("leader-epoch-checkpoint", "0\n2\n0 0\n4 100\n");
    const auto all = objectsOf(runBscope({"dump", epochs, "--format", "json"}));
    ASSERT_EQ(all.size(), 3u);
    EXPECT_EQ(all[1]["epoch"], 4);
    EXPECT_EQ(all[1]["startOffset"], 100);
    EXPECT_EQ(all[2]["count"], 2);
    const std::string metadata = write("partition.metadata", "version: 0\ntopic_id: K7lPH24pQRKvjY9roKRd9Q");
    EXPECT_EQ(objectsOf(runBscope({"dump", metadata, "--format", "json"}))[0]["topic_id"], "K7lPH24pQRKvjY9roKRd9Q");
    EXPECT_EQ(runBscope({"dump", metadata}).out, "version: 0 topic_id: K7lPH24pQRKvjY9roKRd9Q\n");
    const std::string broken = write("recovery-point-offset-checkpoint", "0\n1\norders zero 5\n");
    const CliRun run = runBscope({"dump", broken});
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.out, HasSubstr("line 3, column 8: partition \"zero\" is no number"));
}

// What a file says never reaches a terminal as its commands.
TEST_F(FileDump, ControlCharactersAreEscapedInText) {
    const std::string metadata = write("partition.metadata", "version: 0\ntopic_id: a\x1b[2Jb\nodd\x1b: 1");
    const std::string out = runBscope({"dump", metadata}).out;
    EXPECT_THAT(out, Not(HasSubstr("\x1b")));
    EXPECT_THAT(out, HasSubstr("a\\x1b[2Jb"));
}

TEST_F(FileDump, ANameThatDisagreesIsSaid) {
    const std::string path = write(std::string(kBase) + ".timeindex", testing::batchAt(100));
    const CliRun run = runBscope({"dump", path});
    EXPECT_EQ(run.status, 0);
    EXPECT_THAT(run.out, HasSubstr("by its name it is a time index, by its content a log segment"));
    EXPECT_THAT(run.out, HasSubstr("offsets 100 to 100"));
    const CliRun low = runBscope({"dump", write(std::string(kBase) + ".log", testing::batchAt(7))});
    EXPECT_THAT(low.out, HasSubstr("baseOffset 7: the file's name says that it begins at 100"));
}

TEST_F(FileDump, WhatIsNoKnownFileIsSaidToBeSo) {
    const CliRun run = runBscope({"dump", write("notes.bin", std::string("\x01\x02\x03\xff", 4))});
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(run.err, HasSubstr("it begins with 01 02 03 ff"));
    EXPECT_EQ(runBscope({"dump", write(".lock", "")}).status, 0);
}

TEST_F(FileDump, C110ToC112InWords) {
    const CliRun tail =
        runBscope({"dump", write(std::string(kBase) + ".log", testing::batchAt(100) + std::string(64, '\0'))});
    EXPECT_EQ(tail.status, 0);
    EXPECT_THAT(tail.out, HasSubstr("note at byte 70: unused preallocated space, 64 bytes"));
    const CliRun middle =
        runBscope({"dump", write(std::string(kBase) + ".log",
                                 testing::batchAt(100) + std::string(64, '\0') + testing::batchAt(101))});
    EXPECT_EQ(middle.status, 1);
    EXPECT_THAT(middle.out, HasSubstr("error at byte 70: 64 bytes skipped (length 0 is none); the next one begins at "
                                      "byte 134"));
    const CliRun cut = runBscope(
        {"dump", write(std::string(kBase) + ".log", testing::batchAt(100) + testing::batchAt(101).substr(0, 61))});
    EXPECT_EQ(cut.status, 0);
    EXPECT_THAT(cut.out, HasSubstr("note at byte 70: incomplete batch: 61 of 70 bytes are here"));
}

TEST_F(FileDump, ASnapshotOfMetadataHasHeaderAndFooter) {
    const CliRun run = runBscope({"dump", write("00000000000000000100-0000000001.checkpoint", testing::batchAt(100))});
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.out, HasSubstr("it does not begin with a snapshot header"));
    EXPECT_THAT(run.out, HasSubstr("it does not end with a snapshot footer"));
}

TEST_F(FileDump, FoldersAreListed) {
    writeLog();
    write(std::string(kBase) + ".index", testing::rawBytes("0000000100000047"));
    write("strange", "x");
    std::ofstream(root / "cleaner-offset-checkpoint") << "0\n1\norders 3 100\n";
    const CliRun run = runBscope({"dump", root.string()});
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.out,
                HasSubstr(root.string() + ": 1 file, 17 bytes\n"
                                          "  cleaner-offset-checkpoint: offset-checkpoint, 17 bytes, 1 entry\n"));
    EXPECT_THAT(run.out, HasSubstr("  00000000000000000100.log: log, 140 bytes, 2 batches, 2 records, offsets 100 to "
                                   "101\n"));
    EXPECT_THAT(run.out, HasSubstr("  00000000000000000100.index: index, 8 bytes, 1 entry\n"
                                   "    ! error at byte 0, position: no batch of the log begins at byte 71"));
    EXPECT_THAT(run.out, HasSubstr("  strange: unknown, 1 byte\n    ! note"));
    const auto all = objectsOf(runBscope({"dump", partition.string() + '/', "--format", "json"}));
    ASSERT_EQ(all.size(), 3u);
    EXPECT_EQ(all[1]["kind"], "log");
    EXPECT_EQ(all[1]["topic"], "orders");
    EXPECT_EQ(all[1]["partition"], 3);
    EXPECT_EQ(all[1]["batches"], 2);
    EXPECT_EQ(all[1]["records"], 2);
    EXPECT_EQ(all[1]["baseOffset"], 100);
    EXPECT_EQ(all[1]["lastOffset"], 101);
    EXPECT_EQ(all[1]["maxTimestamp"], 1700000000000);
    EXPECT_EQ(all[1]["entries"], nullptr);
    EXPECT_EQ(all[0]["entries"], 1);
    EXPECT_EQ(all[0]["batches"], nullptr);
}

TEST_F(FileDump, AFoldersBatchesAreListedOnRequest) {
    writeLog();
    const CliRun run = runBscope({"dump", partition.string(), "--batches-only"});
    EXPECT_EQ(run.status, 0);
    EXPECT_THAT(run.out, HasSubstr("2 batches"));
    EXPECT_THAT(run.out, HasSubstr("offsets 101 to 101 at byte 70"));
    EXPECT_THAT(run.out, Not(HasSubstr("key \"k\"")));
    EXPECT_EQ(objectsOf(runBscope({"dump", partition.string(), "--batches-only", "--format", "json"})).size(), 3u);
}

TEST_F(FileDump, SegmentsThatOverlapAreSaid) {
    writeLog();
    write("00000000000000000101.log", testing::batchAt(101));
    write("00000000000000000100.log.deleted", testing::batchAt(100));
    const CliRun run = runBscope({"dump", partition.string()});
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.out, HasSubstr("  00000000000000000101.log: log, 70 bytes, 1 batch, 1 record, offsets 101 to 101\n"
                                   "    ! error at byte 0, baseOffset: baseOffset 101 follows 101: not ascending\n"));
}

TEST_F(FileDump, AFolderThatIsNoBrokersIsRefused) {
    std::filesystem::create_directories(root / "other" / "ImageMagick-6");
    const CliRun run = runBscope({"dump", (root / "other").string()});
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(run.err, HasSubstr("no file of a broker and no partition is in it"));
    EXPECT_THAT(run.out, IsEmpty());
}

}  // namespace
}  // namespace brokerscope
