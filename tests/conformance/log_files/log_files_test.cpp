// Files that real brokers wrote, against what kafka-dump-log prints of them.
#include "core/base/hex.h"
#include "core/log_files/batch_outline.h"
#include "core/log_files/log_check.h"
#include "core/log_files/log_file.h"
#include "core/log_files/log_folder.h"
#include "core/log_files/snapshot_frame.h"
#include "core/records/batch_header.h"
#include "core/records/decompressor.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>

using namespace brokerscope;
using ::testing::IsEmpty;

namespace {

using Json = nlohmann::json;
using Words = std::map<std::string, std::string>;

struct BrokerFile {
    std::string path;  // release, folder, name
    ByteBuffer bytes;
    std::vector<std::string> lines;

    std::string name() const { return std::filesystem::path(path).filename().string(); }
};

std::vector<BrokerFile> readFiles() {
    std::ifstream stream(LOG_FILES, std::ios::binary);
    const ByteBuffer packed{std::istreambuf_iterator<char>(stream), {}};
    Decompressor decompressor;
    EXPECT_TRUE(decompressor.run(CompressionType::Zstd, packed).whole);
    std::vector<BrokerFile> files;
    const std::string_view text = asText(decompressor.output());
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at);
        const Json json = Json::parse(text.substr(at, end - at));
        files.push_back({json["release"].get<std::string>() + '/' + json["file"].get<std::string>(),
                         *fromHex(json["hex"].get<std::string>()), json["lines"].get<std::vector<std::string>>()});
        at = end + 1;
    }
    return files;
}

const std::vector<BrokerFile>& files() {
    static const std::vector<BrokerFile> all = readFiles();
    return all;
}

const BrokerFile* find(const std::string& path) {
    const auto found =
        std::find_if(files().begin(), files().end(), [&](const BrokerFile& file) { return file.path == path; });
    return found == files().end() ? nullptr : &*found;
}

// "offset: 105 position: 4096" by names; the first of those that stand twice.
Words wordsOf(const std::string& line) {
    static const std::regex pair(R"((\w+): ?(\S+))");
    Words words;
    for (std::sregex_iterator at(line.begin(), line.end(), pair), end; at != end; ++at) {
        words.emplace((*at)[1], (*at)[2]);
    }
    return words;
}

// The lines that begin with this word.
std::vector<Words> linesWith(const BrokerFile& file, std::string_view first) {
    std::vector<Words> found;
    for (const std::string& line : file.lines) {
        if (line.starts_with(first)) {
            found.push_back(wordsOf(line));
        }
    }
    return found;
}

struct EntryNames {
    LogFileKind kind;
    const char* firstWord;
    std::vector<std::pair<const char*, const char*>> names;  // Kafka's and ours
};

const std::vector<EntryNames>& entryNames() {
    static const std::vector<EntryNames> all{
        {LogFileKind::OffsetIndex, "offset:", {{"offset", "offset"}, {"position", "position"}}},
        {LogFileKind::TimeIndex, "timestamp:", {{"timestamp", "timestamp"}, {"offset", "offset"}}},
        {LogFileKind::TransactionIndex,
         "version:",
         {{"version", "version"},
          {"producerId", "producerId"},
          {"firstOffset", "firstOffset"},
          {"lastOffset", "lastOffset"},
          {"lastStableOffset", "lastStableOffset"}}},
        {LogFileKind::ProducerSnapshot,
         "producerId:",
         {{"producerId", "producerId"},
          {"producerEpoch", "epoch"},
          {"coordinatorEpoch", "coordinatorEpoch"},
          {"lastTimestamp", "timestamp"}}}};
    return all;
}

std::size_t compareEntries(const BrokerFile& file, const EntryNames& names) {
    SCOPED_TRACE(file.path);
    const MemoryByteSource source(file.bytes);
    const auto recognized = recognizeFile(file.name(), source);
    EXPECT_EQ(recognized->kind, names.kind);
    EXPECT_FALSE(recognized->remark);
    const auto reader = openEntryReader(recognized->kind, recognized->name, source);
    const BrokerFile* const log = find(logBeside(file.path));
    const MemoryByteSource beside(log != nullptr ? log->bytes : ByteBuffer());
    LogCheck check(names.kind, beside);
    const std::vector<Words> expected = linesWith(file, names.firstWord);
    std::size_t count = 0;
    for (LogFileEntry entry; (*reader)->next(entry) && count < expected.size(); ++count) {
        if (LogCheck::isFor(names.kind)) {
            EXPECT_NE(log, nullptr);
            check.check(entry);
        }
        EXPECT_THAT(entry.remarks, IsEmpty());
        for (const auto& [theirs, ours] : names.names) {
            EXPECT_EQ(std::to_string(entry.number(ours).value_or(-999)), expected[count].at(theirs)) << ours;
        }
    }
    EXPECT_EQ(count, expected.size());
    EXPECT_THAT((*reader)->takeRemarks(), IsEmpty());
    return count;
}

TEST(LogFiles, EntriesAreThoseThatKafkaPrints) {
    for (const EntryNames& names : entryNames()) {
        std::size_t entries = 0;
        for (const BrokerFile& file : files()) {
            if (readLogFileName(file.name()).kind == names.kind) {
                entries += compareEntries(file, names);
            }
        }
        EXPECT_GT(entries, 10u) << logFileKindName(names.kind);
    }
}

std::size_t compareBatches(const BrokerFile& file) {
    SCOPED_TRACE(file.path);
    const MemoryByteSource source(file.bytes);
    const std::vector<Words> expected = linesWith(file, "baseOffset:");
    SegmentScan scan(source);
    BatchOutline outline(source);
    OutlinedBatch outlined;
    std::size_t count = 0;
    for (SegmentPart part; scan.next(part) && count < expected.size(); ++count) {
        const Words& words = expected[count];
        EXPECT_FALSE(part.remark);
        const BatchHeader header = BatchHeader::read(part.entry.bytes);
        EXPECT_TRUE(outline.next(outlined));
        for (const auto& [name, value] : std::initializer_list<std::pair<const char*, std::int64_t>>{
                 {"baseOffset", outlined.baseOffset},
                 {"lastOffset", outlined.lastOffset},
                 {"count", outlined.records.value_or(-1)},
                 {"producerId", outlined.producerId},
                 {"producerEpoch", header.producerEpoch},
                 {"baseSequence", header.baseSequence},
                 {"partitionLeaderEpoch", header.partitionLeaderEpoch},
                 {"position", static_cast<std::int64_t>(outlined.position)},
                 {"size", static_cast<std::int64_t>(outlined.size)},
                 {"crc", part.crc->computed}}) {
            EXPECT_EQ(std::to_string(value), words.at(name)) << name;
        }
        EXPECT_EQ(outlined.isControl ? "true" : "false", words.at("isControl"));
        EXPECT_EQ(header.isTransactional() ? "true" : "false", words.at("isTransactional"));
        EXPECT_EQ(part.entry.position, outlined.position);
    }
    EXPECT_EQ(count, expected.size());
    EXPECT_FALSE(outline.next(outlined));
    return count;
}

TEST(LogFiles, BatchesAreThoseThatKafkaPrints) {
    std::size_t batches = 0;
    for (const BrokerFile& file : files()) {
        const LogFileKind kind = readLogFileName(file.name()).kind;
        if (kind == LogFileKind::Log || kind == LogFileKind::MetadataSnapshot) {
            batches += compareBatches(file);
        }
    }
    EXPECT_GT(batches, 100u);
}

TEST(LogFiles, SnapshotsOfMetadataAreWhole) {
    int snapshots = 0;
    for (const BrokerFile& file : files()) {
        if (readLogFileName(file.name()).kind != LogFileKind::MetadataSnapshot) {
            continue;
        }
        ++snapshots;
        SnapshotFrame frame;
        BatchIterator iterator(file.bytes);
        for (BatchEntry entry; iterator.next(entry);) {
            frame.add(entry);
        }
        EXPECT_THAT(frame.finish(file.bytes.size()), IsEmpty()) << file.path;
    }
    EXPECT_EQ(snapshots, 2);
}

}  // namespace
