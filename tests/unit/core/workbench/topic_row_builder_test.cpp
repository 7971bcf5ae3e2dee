#include "core/workbench/topic_row_builder.h"

#include "core/base/hex.h"
#include "core/workbench/record_preview.h"
#include "core/workbench/transaction_states.h"
#include "tests/unit/core/records/case_bytes.h"
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

// Of a producer whose first transaction lies before what is wanted.
TEST(TopicRowBuilder, TransactionsThatAreNotWantedTouchNoOther) {
    const auto early = sealed(transactionalBatch(5, {plainRecord("a", "1"), plainRecord("b", "2")}), 0);
    const auto late = sealed(transactionalBatch(5, {plainRecord("c", "3")}), 3);
    WrittenBatch later = transactionalBatch(5, {plainRecord("c", "3")});
    later.timestamp = 2000;
    WrittenBatch laterMarker = markerBatch(5, true);
    laterMarker.timestamp = 2000;
    const WantedRows byOffset{.first = 3};
    const WantedRows byTime{.fromTimestamp = 2000};
    for (const auto& [wanted, batch, marker] : {std::tuple(byOffset, late, sealed(markerBatch(5, true), 4)),
                                                std::tuple(byTime, sealed(later, 3), sealed(laterMarker, 4))}) {
        TopicRowBuilder builder = ordinaryRows();
        addBatch(builder, 0, early, wanted);
        EXPECT_FALSE(builder.oldestOpen(0));
        addBatch(builder, 0, sealed(markerBatch(5, false), 2), wanted);
        addBatch(builder, 0, batch, wanted);
        EXPECT_EQ(builder.oldestOpen(0)->firstOffset, 3);
        addBatch(builder, 0, marker, wanted);
        const SharedTopicPiece piece = builder.take();
        ASSERT_EQ(piece->rows.size(), 2U);
        EXPECT_EQ(piece->text(piece->rows[1].about), "producer 5: commits 1 record from offset 3 on");
        TransactionStates states;
        states.note(piece->decided);
        EXPECT_EQ(states.of(piece->batches[0].transaction), TransactionState::Committed);
    }
}

// Brokers stamp markers, producers their records: one may come before the other.
TEST(TopicRowBuilder, AMarkerThatIsNoRowEndsItsTransaction) {
    TopicRowBuilder builder = ordinaryRows();
    const WantedRows wanted{.fromTimestamp = 2000};
    WrittenBatch data = transactionalBatch(5, {plainRecord("a", "1")});
    data.timestamp = 2000;
    addBatch(builder, 0, sealed(data, 0), wanted);
    const SharedTopicPiece first = builder.take();
    EXPECT_EQ(builder.waiting(), 0U);
    addBatch(builder, 0, sealed(markerBatch(5, false), 1), wanted);
    EXPECT_EQ(builder.waiting(), 1U) << "it is news all the same";
    EXPECT_FALSE(builder.oldestOpen(0));
    const SharedTopicPiece second = builder.take();
    EXPECT_TRUE(second->rows.empty());
    TransactionStates states;
    states.note(second->decided);
    EXPECT_EQ(states.of(first->batches[0].transaction), TransactionState::Aborted);
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

TEST(TopicRowBuilder, AKeyThatDoesNotFitIsAFault) {
    TopicRowBuilder builder = offsetsRows();
    addBatch(builder, 0, batchOf({{ByteBuffer{0}, textBytes("x")}, commitRecord("g", "t", 0, 1)}, 0));
    const SharedTopicPiece piece = builder.take();
    EXPECT_EQ(piece->typeOf(piece->rows[0]), "no record type");
    EXPECT_TRUE(piece->rows[0].isFaulty);
    EXPECT_FALSE(piece->rows[1].isFaulty);
    EXPECT_EQ(builder.faults(), 1U);
}

TEST(TopicRowBuilder, ABatchThatCannotBeOpenedIsNotEmpty) {
    TopicRowBuilder builder = ordinaryRows();
    WrittenBatch batch;
    batch.records = {plainRecord("k", "v"), plainRecord("l", "w")};
    batch.attributes = 7;  // no codec
    addBatch(builder, 0, sealed(batch, 0));
    batch.attributes = 4;  // zstd, which it is not
    addBatch(builder, 0, sealed(batch, 2));
    const SharedTopicPiece piece = builder.take();
    ASSERT_EQ(piece->batches.size(), 2U);
    for (const TopicBatch& shown : piece->batches) {
        EXPECT_TRUE(shown.isFaulty) << shown.baseOffset;
        EXPECT_EQ(shown.rows, 0U);
        EXPECT_EQ(shown.missingWithin, 0) << "compaction took none";
    }
    EXPECT_EQ(builder.faults(), 2U);
}

TEST(TopicRowBuilder, RowsOfOneBatchAreBounded) {
    TopicRowOptions options;
    options.mostRowsOfBatch = 3;
    TopicRowBuilder builder(SchemaRegistry::embedded(), options);
    std::vector<WrittenRecord> records(4, plainRecord("k", "v"));
    addBatch(builder, 0, batchOf(records, 0));
    records.pop_back();
    addBatch(builder, 0, batchOf(records, 4));
    const SharedTopicPiece piece = builder.take();
    ASSERT_EQ(piece->batches.size(), 2U);
    EXPECT_EQ(piece->batches[0].rows, 3U);
    EXPECT_TRUE(piece->batches[0].isCut);
    EXPECT_TRUE(piece->batches[0].isFaulty);
    EXPECT_EQ(piece->batches[0].missingWithin, 0);
    EXPECT_EQ(piece->batches[1].rows, 3U);
    EXPECT_FALSE(piece->batches[1].isCut);
    EXPECT_EQ(piece->batches[1].missingBefore, 0);
    EXPECT_EQ(builder.faults(), 1U);
}

// A message that holds others bears the offset of the last one.
TEST(TopicRowBuilder, AWrapperBeginsWithItsFirstMessage) {
    TopicRowBuilder builder = ordinaryRows();
    addBatch(builder, 0, batchOf({plainRecord("k", "v")}, 106));
    addBatch(builder, 0, fromHex(kC052_0).value());
    const SharedTopicPiece piece = builder.take();
    ASSERT_EQ(piece->batches.size(), 2U);
    EXPECT_EQ(piece->batches[1].baseOffset, 107);
    EXPECT_EQ(piece->batches[1].lastOffset, 109);
    EXPECT_EQ(piece->batches[1].missingBefore, 0);
    EXPECT_EQ(piece->batches[1].rows, 3U);
    addBatch(builder, 1, fromHex(kC052_0).value(), {.end = 109});
    EXPECT_EQ(builder.take()->rows.size(), 2U);
    addBatch(builder, 2, fromHex(kC052_0).value(), {.end = 107});
    EXPECT_EQ(builder.waiting(), 0U);
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
    EXPECT_EQ(preview({0, 0, 0, 0, 7, 'h', 'i'}), "0x0000000007 [schema id 7] hi");
    EXPECT_EQ(preview({0, 0, 0, 0, 7, 0, 0, 1}), "0x0000000007000001") << "a number of 8 bytes";
    EXPECT_EQ(preview({0, 0, 0, 0, 0, 1}), "0x000000000001") << "no schema has the id 0";
    EXPECT_EQ(schemaIdOf(ByteBuffer{0, 0, 0, 1, 2}), 258U);
    EXPECT_FALSE(schemaIdOf(ByteBuffer{0, 0, 0, 1}));
    EXPECT_FALSE(schemaIdOf(textBytes("{\"a\":1}")));
}

// UserScramCredentialRecord of a version that nobody knows.
TEST(TopicRowBuilder, WhatMayHoldSecretsIsNotShown) {
    TopicRowBuilder builder(SchemaRegistry::embedded(), {"__cluster_metadata", {}, {}, {}});
    addBatch(builder, 0, batchOf({{{}, fromHex("010b63027501736563726574").value()}}, 0));
    const SharedTopicPiece piece = builder.take();
    ASSERT_EQ(piece->typeOf(piece->rows[0]), "UserScramCredentialRecord");
    EXPECT_EQ(piece->text(piece->rows[0].says), "*** (12 bytes)");
}

}  // namespace
}  // namespace brokerscope
