#include "core/workbench/partition_history.h"

#include "tests/unit/core/workbench/written_topic.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using namespace brokerscope::testing;

const TopicRowContext kOffsetsHistory{&SchemaRegistry::embedded(), "__consumer_offsets", "__consumer_offsets", {}};

// Commits 41, 42 and 43 of one partition, a tombstone of it, and a commit of another group in another partition.
std::vector<SharedTopicPiece> historyPieces() {
    TopicRowBuilder builder(SchemaRegistry::embedded(), {"__consumer_offsets", {}, {}, {}});
    std::vector<SharedTopicPiece> pieces;
    for (std::int64_t i = 0; i < 3; ++i) {
        WrittenBatch batch;
        batch.records = {commitRecord("payments", "orders", 0, 41 + i)};
        batch.timestamp = 1000 * (i + 1);
        addBatch(builder, 18, sealed(batch, i));
        pieces.push_back(builder.take());
    }
    WrittenBatch last;
    last.records = {{offsetKey("payments", "orders", 0), std::nullopt}};
    last.timestamp = 4000;
    addBatch(builder, 18, sealed(last, 3));
    last.records = {commitRecord("billing", "orders", 1, 5)};
    addBatch(builder, 3, sealed(last, 0));
    pieces.push_back(builder.take());
    return pieces;
}

const StateFact* factNamed(const std::optional<StateObject>& object, std::string_view part) {
    if (object) {
        for (const StateFact& fact : object->facts) {
            if (factName(fact.path).find(part) != std::string::npos) {
                return &fact;
            }
        }
    }
    return nullptr;
}

TEST(PartitionHistory, TheStateAtEachRecordAndWhatItChanged) {
    const auto history = PartitionHistory::read(historyPieces(), kOffsetsHistory, 18).value_or(nullptr);
    ASSERT_NE(history, nullptr);
    EXPECT_EQ(history->faults().count(), 0U);
    EXPECT_EQ(history->firstOffset(), 0);
    EXPECT_EQ(history->lastOffset(), 3);
    const StateObjectId payments{StateObjectKind::Group, "payments"};

    const auto first = history->at(0, -1);
    ASSERT_TRUE(first);
    EXPECT_EQ(first->objects, std::vector<StateObjectId>{payments});
    ASSERT_EQ(first->differences.size(), 1U);
    EXPECT_EQ(first->differences[0].change, ObjectDifference::Change::Added);

    const auto second = history->at(1, 0);
    ASSERT_TRUE(second);
    ASSERT_EQ(second->differences.size(), 1U);
    EXPECT_EQ(second->differences[0].change, ObjectDifference::Change::Changed);
    const auto object = history->object(*second, payments);
    const StateFact* committed = factNamed(object, "orders-0");
    ASSERT_NE(committed, nullptr);
    EXPECT_THAT(committed->json, ::testing::HasSubstr("42"));
    EXPECT_EQ(committed->from.offset, 1);

    const auto gone = history->at(3, 2);
    ASSERT_TRUE(gone);
    EXPECT_TRUE(gone->objects.empty());
    ASSERT_EQ(gone->differences.size(), 1U);
    EXPECT_EQ(gone->differences[0].change, ObjectDifference::Change::Removed);
    EXPECT_EQ(history->offsetAt(2500).value_or(-2), 1);

    const auto back = history->at(0, 2);
    ASSERT_TRUE(back);
    ASSERT_EQ(back->differences.size(), 1U) << "compared with a later moment";
    ASSERT_FALSE(back->differences[0].facts.empty());
    EXPECT_THAT(back->differences[0].facts[0].before->json, ::testing::HasSubstr("43"));
    EXPECT_THAT(back->differences[0].facts[0].after->json, ::testing::HasSubstr("41"));
    ASSERT_NE(history->recordAt(2).row, nullptr);
    EXPECT_EQ(history->recordAt(2).row->timestamp, 3000);
    EXPECT_EQ(history->recordAt(9).row, nullptr);
}

TEST(PartitionHistory, ARecordIsFoundWhereOffsetsDoNotAscend) {
    TopicRowBuilder builder(SchemaRegistry::embedded(), {"__consumer_offsets", {}, {}, {}});
    addBatch(builder, 18, swappedBatch(5));
    const auto history = PartitionHistory::read({builder.take()}, kOffsetsHistory, 18).value_or(nullptr);
    ASSERT_NE(history, nullptr);
    for (const std::int64_t offset : {5, 6}) {
        ASSERT_NE(history->recordAt(offset).row, nullptr) << offset;
        EXPECT_EQ(history->recordAt(offset).row->offset, offset);
    }
}

TEST(PartitionHistory, CancelledItMakesNoState) {
    const auto history = PartitionHistory::read(historyPieces(), kOffsetsHistory, 18).value_or(nullptr);
    ASSERT_NE(history, nullptr);
    EXPECT_EQ(history->faults().count(), 0U);
    CancelToken cancel;
    cancel.cancel();
    const auto moment = history->at(-1, -1, cancel);  // where nothing would have to be read
    ASSERT_FALSE(moment);
    EXPECT_EQ(moment.error().id, MessageId::Cancelled);
}

TEST(PartitionHistory, WhyThereIsNone) {
    const TopicRowContext orders{&SchemaRegistry::embedded(), "orders", "", {}};
    const auto ordinary = PartitionHistory::read(historyPieces(), orders, 18);
    ASSERT_FALSE(ordinary);
    EXPECT_EQ(ordinary.error().text(), "the records of orders make no state that is known here");
    const auto unread = PartitionHistory::read(historyPieces(), kOffsetsHistory, 7);
    ASSERT_FALSE(unread);
    EXPECT_EQ(unread.error().text(), "nothing of __consumer_offsets-7 was read");
    CancelToken cancel;
    cancel.cancel();
    const auto cancelled = PartitionHistory::read(historyPieces(), kOffsetsHistory, 18, cancel);
    ASSERT_FALSE(cancelled);
    EXPECT_EQ(cancelled.error().id, MessageId::Cancelled);
}

// The rest of the partition has its states all the same.
TEST(PartitionHistory, BatchesThatCannotBeReadAreSaid) {
    TopicRowBuilder builder(SchemaRegistry::embedded(), {"__consumer_offsets", {}, {}, {}});
    WrittenBatch batch;
    batch.records = {commitRecord("payments", "orders", 0, 41)};
    addBatch(builder, 18, sealed(batch, 0));
    batch.records = {commitRecord("payments", "orders", 0, 42)};
    addBatch(builder, 18, sealed(batch, 1));
    auto piece = std::make_shared<TopicPiece>(*builder.take());
    piece->batches[0].place = {nullptr, std::make_shared<const std::string>("/no/such.log"), 0};
    const auto history = PartitionHistory::read({piece}, kOffsetsHistory, 18).value_or(nullptr);
    ASSERT_NE(history, nullptr);
    ASSERT_EQ(history->faults().count(), 1U);
    EXPECT_THAT(faultLine(history->topic(), history->faults().first()[0]),
                ::testing::AllOf(::testing::StartsWith("__consumer_offsets-18, batch at offset 0: "),
                                 ::testing::HasSubstr("/no/such.log")));
    const auto moment = history->at(1, -1);
    ASSERT_TRUE(moment) << moment.error().text();
    EXPECT_THAT(factNamed(history->object(*moment, {StateObjectKind::Group, "payments"}), "orders-0")->json,
                ::testing::HasSubstr("42"));
}

}  // namespace
}  // namespace brokerscope
