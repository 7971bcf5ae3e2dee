#include "core/workbench/entry_filter.h"

#include "tests/unit/core/workbench/written_topic.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

const TopicRowContext kOfOffsets{&SchemaRegistry::embedded(), "__consumer_offsets", "__consumer_offsets"};

// Offsets of the records of a batch at offset 5 that pass.
std::vector<std::int64_t> passing(const std::string& text) {
    WrittenBatch batch;
    batch.records = {commitRecord("a", "orders", 0, 40),
                     commitRecord("a", "clicks", 1, 41),
                     commitRecord("b", "orders", 0, 42),
                     {offsetKey("b", "orders", 0), std::nullopt}};
    const ByteBuffer bytes = sealed(batch, 5);
    BatchEntry entry;
    BatchIterator(bytes).next(entry);
    EntryFilter filter(parseRowFilter(text, kOfOffsets).value(), kOfOffsets, {"__consumer_offsets"});
    filter.open(3, entry);
    std::vector<std::int64_t> offsets;
    for (std::int64_t offset = 0; offset < 12; ++offset) {
        if (filter.matches(offset)) {
            offsets.push_back(offset);
        }
    }
    return offsets;
}

TEST(EntryFilter, ColumnsAndPathsOfTheRecord) {
    EXPECT_THAT(passing("group:a"), ElementsAre(5, 6));
    EXPECT_THAT(passing("key.topic:orders -(tombstone:true)"), ElementsAre(5, 7));
    EXPECT_THAT(passing("value.offset>=41"), ElementsAre(6, 7));
    EXPECT_THAT(passing("partition:3 offset:8"), ElementsAre(8));
    EXPECT_THAT(passing("partition:4"), IsEmpty());
}

// A batch is malformed where offsets do not ascend; its records are there all the same.
TEST(EntryFilter, RecordsWhoseOffsetsDoNotAscend) {
    const ByteBuffer bytes = swappedBatch(5);
    BatchEntry entry;
    BatchIterator(bytes).next(entry);
    EntryFilter filter(parseRowFilter("group:a", kOfOffsets).value(), kOfOffsets, {"__consumer_offsets"});
    filter.open(3, entry);
    EXPECT_TRUE(filter.matches(5));
    EXPECT_TRUE(filter.matches(6));
}

TEST(EntryFilter, AnEmptyOneLetsEverythingThrough) {
    EXPECT_EQ(passing("").size(), 12u);
}

TEST(EntryFilter, EachEntryIsAskedAnew) {
    EntryFilter filter(parseRowFilter("group:a value.offset:40", kOfOffsets).value(), kOfOffsets,
                       {"__consumer_offsets"});
    // Those of the same size may lie where the ones before them lay.
    for (int i = 0; i < 50; ++i) {
        const bool isWanted = i % 7 == 3;
        WrittenBatch batch;
        batch.records = {commitRecord(i % 2 == 0 && !isWanted ? "b" : "a", "orders", 0, isWanted ? 40 : 41)};
        const ByteBuffer bytes = sealed(batch, i);
        BatchEntry entry;
        BatchIterator(bytes).next(entry);
        filter.open(0, entry);
        EXPECT_EQ(filter.matches(i), isWanted) << i;
    }
}

}  // namespace
}  // namespace brokerscope
