#include "core/internal_topics/segments_source.h"

#include "core/internal_topics/key_history.h"
#include "tests/unit/core/internal_topics/replayed_log.h"
#include "tests/unit/core/internal_topics/state_log.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>

namespace brokerscope {
namespace {

// Batches that a real broker wrote (tests/kafka/members/README.md, "Recorded lives of groups").
ByteBuffer recordedLog(const std::string& name) {
    const auto folder = std::filesystem::path(BROKERSCOPE_SOURCE_DIR) / "tests/kafka/data/groups";
    for (const auto& file : std::filesystem::directory_iterator(folder)) {
        const std::string found = file.path().filename().string();
        if (found.starts_with(name + '.') && found.ends_with(".log")) {
            std::ifstream in(file.path(), std::ios::binary);
            return {std::istreambuf_iterator<char>(in), {}};
        }
    }
    ADD_FAILURE() << name;
    return {};
}

std::vector<BatchEntry> entriesOf(const ByteBuffer& bytes) {
    std::vector<BatchEntry> entries;
    BatchIterator iterator(bytes);
    for (BatchEntry entry; iterator.next(entry);) {
        entries.push_back(entry);
    }
    return entries;
}

std::vector<std::int64_t> offsetsFrom(const SegmentsSource& source, std::uint64_t position, std::size_t most) {
    std::vector<std::int64_t> offsets;
    EXPECT_TRUE(source.read(position, [&](const BatchEntry& entry) {
        offsets.push_back(entry.offset);
        return offsets.size() < most;
    }));
    return offsets;
}

TEST(SegmentsSource, ReadsAcrossSegmentsFromAnyEntryOn) {
    const ByteBuffer bytes = recordedLog("consumer-uniform");
    const std::vector<BatchEntry> entries = entriesOf(bytes);
    ASSERT_GT(entries.size(), 4u);
    const auto cut = static_cast<std::ptrdiff_t>(entries[3].position);
    const auto first = std::make_shared<MemoryByteSource>(ByteBuffer(bytes.begin(), bytes.begin() + cut));
    const auto second = std::make_shared<MemoryByteSource>(ByteBuffer(bytes.begin() + cut, bytes.end()));
    SegmentsSource source;
    EXPECT_EQ(source.add(first, *first->size()), 0u);
    EXPECT_EQ(source.add(second, *second->size()), entries[3].position);
    for (std::size_t number = 0; number < entries.size(); ++number) {
        const auto offsets = offsetsFrom(source, entries[number].position, entries.size());
        ASSERT_EQ(offsets.size(), entries.size() - number);
        EXPECT_EQ(offsets.front(), entries[number].offset);
        EXPECT_EQ(offsets.back(), entries.back().offset);
    }
    EXPECT_EQ(offsetsFrom(source, entries[2].position, 2),
              (std::vector<std::int64_t>{entries[2].offset, entries[3].offset}));
}

// A byte of an entry is wrong: it is passed over.
TEST(SegmentsSource, PassesOverDamage) {
    ByteBuffer bytes = recordedLog("classic-range");
    const std::vector<BatchEntry> entries = entriesOf(bytes);
    ASSERT_GT(entries.size(), 2u);
    ByteWriter::storeFixed(bytes.data() + entries[1].position + 8, 7, 4);
    SegmentsSource source;
    source.add(std::make_shared<MemoryByteSource>(bytes), bytes.size());
    const auto offsets = offsetsFrom(source, 0, entries.size());
    EXPECT_EQ(offsets.size(), entries.size() - 1);
    EXPECT_EQ(offsets[1], entries[2].offset);
}

TEST(SegmentsSource, RealLogsAreMadeAgainAtEveryMoment) {
    for (const std::string name : {"classic-range", "cooperative-sticky", "consumer-uniform", "share", "streams"}) {
        const ByteBuffer bytes = recordedLog(name);
        const InternalTopicFacts& topic = *testing::topicReader().topicByWord("offsets");
        KeyHistory history(testing::topicReader(), topic, 0);
        const auto growing = makeTopicState(testing::topicReader(), topic, 0);
        RecordReader opened;
        std::vector<std::pair<std::int64_t, std::string>> moments;
        for (const BatchEntry& entry : entriesOf(bytes)) {
            ASSERT_TRUE(opened.open(entry));
            history.begin(entry.position, entry.bytes.size());
            growing->entry(opened, entry.bytes.size(),
                           [&](const RecordView& view, const BatchContext& batch) { history.record(view, batch); });
            moments.emplace_back(growing->counts().lastOffset, testing::stateLines(*growing));
        }
        SegmentsSource source;
        source.add(std::make_shared<MemoryByteSource>(bytes), bytes.size());
        for (const auto& [moment, lines] : moments) {
            const auto rebuilt = makeTopicState(testing::topicReader(), topic, 0);
            const auto made = history.rebuild(moment, source, *rebuilt);
            ASSERT_TRUE(made) << made.error().text();
            EXPECT_EQ(testing::stateLines(*rebuilt), lines) << name << ' ' << moment;
        }
    }
}

}  // namespace
}  // namespace brokerscope
