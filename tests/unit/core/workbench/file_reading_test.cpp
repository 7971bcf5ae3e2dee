#include "core/workbench/file_reading.h"

#include "core/base/hex.h"
#include "core/workbench/file_listing.h"
#include "tests/support/temporary_path.h"
#include "tests/unit/core/exchange/recorded_run.h"
#include "tests/unit/core/records/case_bytes.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

namespace brokerscope {
namespace {

void write(const std::string& path, ByteView bytes) {
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

// A partition's folder with a segment of one batch, its epochs and its topic's id.
std::string partitionFolder() {
    const std::string folder = (temporaryPath("logs") / "orders-3").string();
    std::filesystem::create_directories(folder);
    ByteBuffer log = fromHex(testing::kC028_0).value();
    write(folder + "/00000000000000000000.log", log);
    write(folder + "/leader-epoch-checkpoint", asBytes("0\n1\n0 0\n"));
    write(folder + "/partition.metadata", asBytes("version: 0\ntopic_id: 0EfGZqGhTQGPWXCEEMAgkA\n"));
    return folder;
}

template <typename Piece>
std::vector<Piece> piecesOf(QFuture<Piece> future) {
    future.waitForFinished();
    const QList<Piece> results = future.results();
    return {results.begin(), results.end()};
}

TEST(FileListing, ToldByContentAndFolder) {
    const auto files = listFiles(partitionFolder()).value();
    ASSERT_EQ(files.size(), 3u);
    EXPECT_EQ(files[0].content, FileContent::Batches);
    ASSERT_TRUE(files[0].partition);
    EXPECT_EQ(files[0].partition->text(), "orders-3");
    EXPECT_EQ(files[1].content, FileContent::Entries);
    EXPECT_EQ(files[1].kind, LogFileKind::LeaderEpochCheckpoint);
    EXPECT_EQ(files[2].kind, LogFileKind::PartitionMetadata);
}

TEST(FileListing, CapturesAndUnknownFiles) {
    const auto capture = listFiles(BROKERSCOPE_SOURCE_DIR "/tests/unit/core/capture/kcat.pcap").value();
    ASSERT_EQ(capture.size(), 1u);
    EXPECT_EQ(capture.front().content, FileContent::Capture);
    EXPECT_EQ(capture.front().phrase(), "a packet capture");
    const std::string path = temporaryPath("letter.txt").string();
    write(path, asBytes("Dear broker,"));
    const auto letter = listFiles(path).value();
    EXPECT_EQ(letter.front().content, FileContent::Nothing);
    EXPECT_EQ(letter.front().first.size(), 12u);
    EXPECT_FALSE(listFiles(path + "-not-there"));
}

TEST(FileReading, BatchesComeWithTheirPlaces) {
    const auto pieces = piecesOf(readBatches(partitionFolder() + "/00000000000000000000.log"));
    ASSERT_FALSE(pieces.empty());
    ASSERT_EQ(pieces.back().batches->size(), 1u);
    EXPECT_EQ(pieces.back().batches->front().kind, EntryKind::Batch);
    EXPECT_EQ(pieces.back().progress.read, pieces.back().progress.size);
    EXPECT_FALSE(pieces.back().progress.failure);
}

// A recording opens where captures do.
TEST(FileReading, RecordingsGiveTheirExchanges) {
    testing::RecordedRun run;
    run.apiVersions(1);
    run.authenticate(true);
    const std::string path = temporaryPath("kept.bsrec").string();
    {
        const auto recording = RecordingWriter::open(path, SchemaRegistry::embedded(), {}).value();
        for (const auto& exchange : run.exchanges.since({})) {
            recording->record(exchange);
        }
    }
    const auto files = listFiles(path).value();
    EXPECT_EQ(files.front().content, FileContent::Capture);
    EXPECT_EQ(files.front().phrase(), "a recording");
    const auto store = std::make_shared<ExchangeStore>();
    const auto pieces = piecesOf(readCapture(path, SchemaRegistry::embedded(), store));
    ASSERT_FALSE(pieces.empty());
    EXPECT_EQ(pieces.back().exchanges, 2u);
    EXPECT_EQ(pieces.back().connections, 1u);
    EXPECT_EQ(pieces.back().remarks, 0u);
    EXPECT_EQ(pieces.back().progress.read, pieces.back().progress.size);
    EXPECT_FALSE(pieces.back().progress.failure);
    ASSERT_EQ(store->since({}).size(), 2u);
    EXPECT_EQ(store->since({}).back()->apiKey, 36);
    std::filesystem::remove(path);
}

TEST(FileReading, WhatIsNotThereIsSaid) {
    const auto pieces = piecesOf(readBatches(temporaryPath("nothing.log").string()));
    ASSERT_EQ(pieces.size(), 1u);
    ASSERT_TRUE(pieces.front().progress.failure);
    EXPECT_EQ(pieces.front().progress.failure->id, MessageId::FileUnreadable);
}

TEST(FileReading, EntriesHaveColumnsAndPropertiesAreRows) {
    const auto files = listFiles(partitionFolder()).value();
    const auto epochs = piecesOf(readEntries(files[1]));
    EXPECT_EQ(epochs.back().columns, (std::vector<std::string>{"epoch", "startOffset"}));
    ASSERT_EQ(epochs.back().rows->size(), 1u);
    EXPECT_EQ(epochs.back().rows->front().values, (std::vector<std::string>{"0", "0"}));
    const auto metadata = piecesOf(readEntries(files[2]));
    EXPECT_EQ(metadata.back().columns, (std::vector<std::string>{"name", "value"}));
    ASSERT_EQ(metadata.back().rows->size(), 2u);
    EXPECT_EQ(metadata.back().rows->back().values.back(), "0EfGZqGhTQGPWXCEEMAgkA");
}

TEST(FileReading, ACaptureFillsAStore) {
    const auto store = std::make_shared<ExchangeStore>();
    const auto pieces = piecesOf(
        readCapture(BROKERSCOPE_SOURCE_DIR "/tests/unit/core/capture/kcat.pcap", SchemaRegistry::embedded(), store));
    ASSERT_FALSE(pieces.empty());
    EXPECT_FALSE(pieces.back().progress.failure);
    EXPECT_GT(pieces.back().exchanges, 0u);
    EXPECT_EQ(store->status().kept, pieces.back().exchanges);
    EXPECT_EQ(pieces.back().progress.read, pieces.back().progress.size);
}

TEST(FileReading, WhatIsNoCaptureIsSaid) {
    const std::string path = temporaryPath("no.pcap").string();
    write(path, asBytes("this is no capture at all"));
    const auto pieces = piecesOf(readCapture(path, SchemaRegistry::embedded(), std::make_shared<ExchangeStore>()));
    ASSERT_FALSE(pieces.empty());
    EXPECT_TRUE(pieces.back().progress.failure);
}

}  // namespace
}  // namespace brokerscope
