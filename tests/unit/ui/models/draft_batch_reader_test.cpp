#include "ui/models/draft_batch_reader.h"

#include "core/base/hex.h"
#include "core/records/batch_composer.h"
#include "core/records/batch_header.h"
#include "tests/unit/ui/models/draft_batches.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using testing::batchWith;
using testing::bytesOfText;
using testing::composed;

ByteBuffer joined(const std::vector<DraftBatch>& batches) {
    ByteBuffer set;
    for (const DraftBatch& batch : batches) {
        const ByteBuffer bytes = composed(batch);
        set.insert(set.end(), bytes.begin(), bytes.end());
    }
    return set;
}

bool isUntouched(const DraftStruct& draft, const char* name) {
    return std::holds_alternative<std::monostate>(draftField(draft, name));
}

TEST(DraftBatchReader, everyFormatAndCodecComesBackAsItWas) {
    for (int format = 0; format < 3; ++format) {
        for (int codec = 0; codec < 5; ++codec) {
            if (format == 0 && codec == 4) {
                continue;  // zstd came later than magic 0
            }
            DraftBatch batch = batchWith(format, 3);
            setDraftField(batch.head.root, "attributes", std::int64_t{codec});
            const ByteBuffer bytes = composed(batch);
            const std::vector<DraftBatch> read = readDraftBatches(bytes, {});
            ASSERT_EQ(read.size(), 1U) << format << codec;
            EXPECT_EQ(read[0].format, format) << codec << read[0].whyRaw;
            EXPECT_EQ(read[0].recordCount(), 3) << format << codec;
            EXPECT_EQ(joined(read), bytes) << format << codec;
        }
    }
}

TEST(DraftBatchReader, whatIsComputedIsLeftToBeComputed) {
    const std::vector<DraftBatch> read = readDraftBatches(composed(batchWith(2, 2)), {});
    ASSERT_EQ(read.size(), 1U);
    for (const char* name : {"batchLength", "crc", "magic", "lastOffsetDelta", "maxTimestamp", "producerId"}) {
        EXPECT_TRUE(isUntouched(read[0].head.root, name)) << name;
    }
    EXPECT_EQ(draftInteger(read[0].head.root, "baseTimestamp"), 1700000000000);
    EXPECT_TRUE(isUntouched(read[0].record(1), "offsetDelta"));
    EXPECT_TRUE(isUntouched(read[0].record(1), "length"));
}

TEST(DraftBatchReader, wrongValuesAreSetByHand) {
    DraftBatch batch = batchWith(2, 2);
    setDraftField(batch.head.root, "crc", std::int64_t{0x01020304});
    setDraftField(batch.head.root, "lastOffsetDelta", std::int64_t{77});
    setDraftField(batch.record(1), "offsetDelta", std::int64_t{0});
    const ByteBuffer bytes = composed(batch);
    const std::vector<DraftBatch> read = readDraftBatches(bytes, {});
    ASSERT_EQ(read.size(), 1U);
    EXPECT_EQ(draftInteger(read[0].head.root, "crc"), 0x01020304);
    EXPECT_FALSE(isUntouched(read[0].head.root, "lastOffsetDelta"));
    EXPECT_FALSE(isUntouched(read[0].record(1), "offsetDelta"));
    EXPECT_EQ(joined(read), bytes);
}

TEST(DraftBatchReader, plainMessagesInARowAreOneEntry) {
    DraftBatch wrong = batchWith(1, 2);
    setDraftField(wrong.record(1), "crc", std::int64_t{9});
    std::vector<DraftBatch> batches;
    batches.push_back(batchWith(0, 2));
    batches.push_back(std::move(wrong));
    batches.push_back(batchWith(2, 1));
    const ByteBuffer bytes = joined(batches);
    const std::vector<DraftBatch> read = readDraftBatches(bytes, {});
    ASSERT_EQ(read.size(), 3U);
    EXPECT_EQ(read[0].recordCount(), 2);
    EXPECT_EQ(draftInteger(read[1].record(1), "crc"), 9);
    EXPECT_TRUE(isUntouched(read[1].record(0), "crc"));
    EXPECT_EQ(joined(read), bytes);
}

TEST(DraftBatchReader, whatNoFieldsSayStaysBytes) {
    ByteBuffer bytes = composed(batchWith(2, 1));
    const ByteBuffer partial(bytes.begin(), bytes.begin() + 40);
    bytes.insert(bytes.end(), partial.begin(), partial.end());
    const std::vector<DraftBatch> read = readDraftBatches(bytes, {});
    ASSERT_EQ(read.size(), 2U);
    EXPECT_EQ(read[1].format, DraftBatch::kRaw);
    EXPECT_EQ(read[1].raw, partial);
    EXPECT_FALSE(read[1].whyRaw.empty());
    EXPECT_FALSE(readAnyway(read[1], {}));
    EXPECT_EQ(joined(read), bytes);
}

// Another writer's gzip: the same records, other bytes.
TEST(DraftBatchReader, anotherWritersCompressionIsTakenOverOnlyWhenAsked) {
    DraftBatch batch = batchWith(2, 3);
    setDraftField(batch.head.root, "attributes", std::int64_t{1});
    ByteBuffer bytes = composed(batch);
    constexpr std::size_t kOperatingSystemAt = BatchHeader::kSize + 9;  // of the gzip header: nobody reads it
    bytes[kOperatingSystemAt] ^= 1;
    const std::vector<DraftBatch> read = readDraftBatches(bytes, {});
    ASSERT_EQ(read.size(), 1U);
    ASSERT_EQ(read[0].format, DraftBatch::kRaw);
    EXPECT_EQ(joined(read), bytes);
    ASSERT_TRUE(read[0].canRead);
    const auto taken = readAnyway(read[0], {});
    ASSERT_TRUE(taken);
    EXPECT_EQ(taken->recordCount(), 3);
    EXPECT_EQ(composed(*taken), composed(batch));
}

TEST(DraftBatchReader, aWrongCountOfRecordsIsKept) {
    DraftBatch batch = batchWith(2, 2);
    const std::uint32_t records = batch.head.root.spec->find("records")->index;
    batch.head.root.overrides.emplace_back(records, FieldOverride{{}, {}, 7, false});
    const ByteBuffer bytes = composed(batch);
    EXPECT_EQ(BatchHeader::read(bytes).recordsCount, 7);
    EXPECT_EQ(joined(readDraftBatches(bytes, {})), bytes);
}

TEST(DraftBatchReader, nullAndEmptyAreTwoThings) {
    DraftBatch batch = batchWith(2, 2);
    setDraftField(batch.record(0), "key", DraftNull{});
    setDraftField(batch.record(1), "key", ByteBuffer());
    const std::vector<DraftBatch> read = readDraftBatches(composed(batch), {});
    ASSERT_EQ(read.size(), 1U);
    EXPECT_TRUE(std::holds_alternative<DraftNull>(draftField(read[0].record(0), "key")));
    EXPECT_TRUE(std::holds_alternative<ByteBuffer>(draftField(read[0].record(1), "key")));
}

TEST(DraftBatchReader, anyBytesComposeToThemselves) {
    const ByteBuffer whole = composed(batchWith(2, 2));
    for (std::size_t at = 0; at < whole.size(); ++at) {
        ByteBuffer changed = whole;
        changed[at] ^= 0xff;
        EXPECT_EQ(joined(readDraftBatches(changed, {})), changed) << at;
    }
}

TEST(DraftBatch, anotherFormatSaysWhatItHasNoPlaceFor) {
    DraftBatch batch = batchWith(2, 2);
    auto headers = std::make_unique<DraftArray>();
    headers->elements.emplace_back(
        std::make_unique<DraftStruct>(makeStruct(*batch.record(0).spec->find("headers")->structure)));
    setDraftField(batch.record(0), "headers", std::move(headers));
    EXPECT_THAT(withFormat(batch, 1).lost, ::testing::ElementsAre("record headers"));
    EXPECT_THAT(withFormat(batchWith(1, 1), 0).lost, ::testing::ElementsAre("timestamps"));
    const FormatChange change = withFormat(batchWith(1, 2), 2);
    EXPECT_THAT(change.lost, ::testing::IsEmpty());
    EXPECT_EQ(draftInteger(change.batch.head.root, "baseTimestamp"), 1700000000000);
    EXPECT_EQ(draftInteger(change.batch.record(1), "timestampDelta"), 1);
}

}  // namespace
}  // namespace brokerscope
