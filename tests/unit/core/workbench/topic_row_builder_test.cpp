#include "core/workbench/topic_row_builder.h"

#include "core/workbench/record_preview.h"
#include "core/workbench/transaction_states.h"
#include "tests/unit/core/workbench/written_topic.h"

#include <gmock/gmock.h>
#include <limits>

namespace brokerscope {
namespace {

using namespace brokerscope::testing;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TopicRowBuilder offsetsRows() {
    return {SchemaRegistry::embedded(), {"__consumer_offsets", {}, {}, {}}};
}

TopicRowBuilder ordinaryRows() {
    return {SchemaRegistry::embedded(), {}};
}

ByteBuffer batchOf(std::vector<WrittenRecord> records, std::int64_t baseOffset) {
    WrittenBatch batch;
    batch.records = std::move(records);
    return sealed(batch, baseOffset);
}

TEST(TopicRowBuilder, RecordsOfGroupsAreNamedByWhatTheyAreAbout) {
    TopicRowBuilder builder = offsetsRows();
    addBatch(builder, 18,
             batchOf({commitRecord("payments", "orders", 3, 42), {memberKey(5, "payments", "c-3"), std::nullopt}}, 40));
    const SharedTopicPiece piece = builder.take();
    ASSERT_EQ(piece->rows.size(), 2U);
    const TopicRow& commit = piece->rows[0];
    EXPECT_EQ(commit.offset, 40);
    EXPECT_EQ(piece->batchOf(commit).partition, 18);
    EXPECT_EQ(piece->typeOf(commit), "OffsetCommit");
    EXPECT_EQ(commit.typeId, 1);
    EXPECT_EQ(piece->text(commit.group), "payments");
    EXPECT_THAT(std::string(piece->text(commit.about)), HasSubstr("orders"));
    EXPECT_THAT(std::string(piece->text(commit.says)), StartsWith("offset 42"));
    EXPECT_FALSE(commit.isTombstone);
    EXPECT_FALSE(commit.isFaulty);
    const TopicRow& gone = piece->rows[1];
    EXPECT_TRUE(gone.isTombstone);
    EXPECT_EQ(piece->text(gone.member), "c-3");
    EXPECT_THAT(std::string(piece->text(gone.about)), HasSubstr("c-3"));
    EXPECT_EQ(gone.valueSize, -1);
    EXPECT_EQ(builder.faults(), 0U);
}

TEST(TopicRowBuilder, OffsetsAtTheEndsOfTheirRangeAreOnlyStrange) {
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    TopicRowBuilder builder = ordinaryRows();
    WrittenBatch batch;
    batch.records = {plainRecord("o-1", "paid"), plainRecord("o-2", "open")};
    addBatch(builder, 0, sealed(batch, 0));
    addBatch(builder, 0, sealed(batch, kMost - 1));
    batch.lastOffsetDelta = 10;
    WantedRows all;
    all.first = std::numeric_limits<std::int64_t>::min();
    addBatch(builder, 0, sealed(batch, -5), all);
    const SharedTopicPiece piece = builder.take();
    ASSERT_EQ(piece->batches.size(), 3U);
    EXPECT_EQ(piece->batches[1].missingBefore, kMost - 3);
    EXPECT_EQ(piece->batches[1].missingWithin, 0);
    EXPECT_EQ(piece->batches[2].missingBefore, 0);
    EXPECT_EQ(piece->batches[2].missingWithin, 9);
}

TEST(TopicRowBuilder, CommitsArePendingUntilTheirMarker) {
    TopicRowBuilder builder = offsetsRows();
    TransactionStates states;
    addBatch(builder, 0, sealed(transactionalBatch(5, {commitRecord("g", "t", 0, 1)}), 0));
    addBatch(builder, 0, sealed(transactionalBatch(6, {commitRecord("g", "t", 0, 2)}), 1));
    const SharedTopicPiece first = builder.take();
    states.note(first->decided);
    EXPECT_EQ(states.of(first->batches[0].transaction), TransactionState::Pending);
    EXPECT_EQ(builder.oldestOpen(0)->producerId, 5);
    EXPECT_EQ(builder.oldestOpen(0)->firstOffset, 0);
    EXPECT_FALSE(builder.oldestOpen(1));

    addBatch(builder, 0, sealed(markerBatch(5, true), 2));
    addBatch(builder, 0, sealed(markerBatch(6, false), 3));
    const SharedTopicPiece second = builder.take();
    states.note(second->decided);
    EXPECT_EQ(states.of(first->batches[0].transaction), TransactionState::Committed);
    EXPECT_EQ(states.of(first->batches[1].transaction), TransactionState::Aborted);
    EXPECT_EQ(states.of(second->batches[0].transaction), TransactionState::Committed);
    EXPECT_EQ(second->typeOf(second->rows[0]), "COMMIT");
    EXPECT_EQ(second->text(second->rows[0].about), "producer 5: commits 1 record from offset 0 on");
    EXPECT_EQ(second->typeOf(second->rows[1]), "ABORT");
    EXPECT_FALSE(builder.oldestOpen(0));
}

TEST(TopicRowBuilder, AMarkerWithoutItsTransactionDecidesNothing) {
    TopicRowBuilder builder = ordinaryRows();
    addBatch(builder, 0, sealed(markerBatch(9, true), 7));
    const SharedTopicPiece piece = builder.take();
    EXPECT_TRUE(piece->decided.empty());
    EXPECT_EQ(piece->text(piece->rows[0].about), "producer 9: nothing of its transaction was read");
}

TEST(TopicRowBuilder, WhatCompactionTookIsCounted) {
    TopicRowBuilder builder = ordinaryRows();
    WrittenBatch compacted;
    compacted.records = {plainRecord("a", "1")};
    compacted.lastOffsetDelta = 4;
    addBatch(builder, 0, sealed(compacted, 10));
    addBatch(builder, 0, batchOf({plainRecord("b", "2")}, 20));
    addBatch(builder, 1, batchOf({plainRecord("c", "3")}, 7));
    WrittenBatch empty;
    empty.lastOffsetDelta = 2;
    addBatch(builder, 0, sealed(empty, 21));
    const SharedTopicPiece piece = builder.take();
    ASSERT_EQ(piece->batches.size(), 4U);
    EXPECT_EQ(piece->batches[0].missingWithin, 4);
    EXPECT_EQ(piece->batches[0].missingBefore, 0) << "reading began there";
    EXPECT_EQ(piece->batches[1].missingBefore, 5);
    EXPECT_EQ(piece->batches[2].missingBefore, 0) << "of another partition";
    EXPECT_EQ(piece->batches[3].rows, 0U);
    EXPECT_EQ(piece->batches[3].missingWithin, 3);
}

TEST(TopicRowBuilder, OnlyWantedOffsetsAndTimesBecomeRows) {
    TopicRowBuilder builder = ordinaryRows();
    std::vector<WrittenRecord> records;
    for (int i = 0; i < 5; ++i) {
        records.push_back(plainRecord("k", "v"));
        records.back().timestamp = i;
    }
    addBatch(builder, 0, batchOf(records, 100), {.first = 102, .end = 104});
    addBatch(builder, 0, batchOf(records, 105), {.fromTimestamp = 1003});
    addBatch(builder, 0, batchOf(records, 110), {.first = 200});
    const SharedTopicPiece piece = builder.take();
    std::vector<std::int64_t> offsets;
    for (const TopicRow& row : piece->rows) {
        offsets.push_back(row.offset);
    }
    EXPECT_THAT(offsets, ::testing::ElementsAre(102, 103, 108, 109));
    EXPECT_EQ(piece->rows[0].record, 2U);
    EXPECT_EQ(piece->batches.size(), 2U);
}

TEST(TopicRowBuilder, BrokenBatchesAreShownAndCounted) {
    TopicRowBuilder builder = ordinaryRows();
    ByteBuffer bytes = batchOf({plainRecord("k", "v")}, 0);
    bytes[bytes.size() - 2] ^= 1;  // of the value
    addBatch(builder, 0, bytes);
    EXPECT_TRUE(builder.take()->batches[0].isFaulty);
    EXPECT_EQ(builder.faults(), 1U);
    ByteBuffer unknown = batchOf({plainRecord("k", "v")}, 1);
    unknown[BatchHeader::kMagicAt] = 9;
    addBatch(builder, 0, unknown);
    EXPECT_EQ(builder.faults(), 2U);
}

TEST(TopicRowBuilder, AValueThatDoesNotFitIsAFault) {
    TopicRowBuilder builder = offsetsRows();
    addBatch(builder, 0, batchOf({{ByteBuffer{0}, textBytes("x")}}, 0));
    const SharedTopicPiece piece = builder.take();
    EXPECT_EQ(piece->typeOf(piece->rows[0]), "no record type");
}

TEST(RecordPreview, SaysWhatBytesAre) {
    const auto preview = [](const ByteBuffer& bytes, std::size_t most = 100) {
        return recordPreview({bytes, false}, most);
    };
    EXPECT_EQ(recordPreview({}, 10), "null");
    EXPECT_EQ(preview({}), "\"\"");
    EXPECT_EQ(preview(textBytes("two\nlines")), "two lines");
    EXPECT_EQ(preview({0x01, 0xff}), "0x01ff");
    EXPECT_EQ(preview(textBytes("0123456789"), 4), "0123 \u2026");
    EXPECT_EQ(preview(textBytes("aaa\u00e9"), 4), "aaa \u2026") << "not within a character";
    EXPECT_EQ(preview({0, 0, 0, 0, 7, 'h', 'i'}), "[schema id 7] hi");
    EXPECT_EQ(schemaIdOf(ByteBuffer{0, 0, 0, 1, 2}), 258U);
    EXPECT_FALSE(schemaIdOf(ByteBuffer{0, 0, 0, 1}));
    EXPECT_FALSE(schemaIdOf(textBytes("{\"a\":1}")));
}

}  // namespace
}  // namespace brokerscope
