#include "core/internal_topics/hanging_transactions.h"
#include "tests/unit/core/internal_topics/state_log.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using testing::FieldBytes;
using testing::StateLog;
using testing::WrittenRecord;

ByteBuffer transactionKey(std::string_view id) {
    return FieldBytes().int16(0).classicString(id).take();
}

// C107: Empty, and Ongoing with partitions and tagged fields.
const ByteBuffer kEmptyValue =
    fromHex("00000000000000000fa000030000ea6000ffffffff0000018bcfe56800ffffffffffffffff").value();
const ByteBuffer kOngoingValue =
    fromHex(
        "00010000000000000fa000030000ea600103135f5f636f6e73756d65725f6f6666736574730200000007000274030000000000000002"
        "000000018bcfe568000000018bcfe567fb0300080000000000000f9f0108ffffffffffffffff02020002")
        .value();

const TransactionFact& factOf(StateLog& log, std::string_view id) {
    const auto fact = dynamic_cast<TransactionStateReplay&>(log.state()).find(id);
    EXPECT_NE(fact, nullptr);
    return *fact;
}

TEST(TransactionStateReplay, TheLastRecordIsTheState) {
    StateLog log("transactions");
    log.write({WrittenRecord{transactionKey("tx-1"), kEmptyValue}});
    EXPECT_FALSE(factOf(log, "tx-1").isOpen());
    EXPECT_EQ(factOf(log, "tx-1").startMs, -1);
    log.write({WrittenRecord{transactionKey("tx-1"), kOngoingValue}});
    const TransactionFact& fact = factOf(log, "tx-1");
    EXPECT_TRUE(fact.isOpen());
    EXPECT_EQ(fact.record, (RecordPlace{7, 1, -1}));
    EXPECT_EQ(fact.producerId, 4000);
    EXPECT_EQ(fact.previousProducerId, 3999);
    EXPECT_EQ(fact.nextProducerId, -1);
    EXPECT_EQ(fact.clientTransactionVersion, 2);
    ASSERT_EQ(fact.partitions.size(), 2u);
    EXPECT_EQ(fact.partitions[1].topic, "t");
    EXPECT_EQ(fact.partitions[1].partitions, (std::vector<std::int32_t>{0, 2}));
    EXPECT_EQ(log.state().counts().records, 2u);
    EXPECT_EQ(log.state().counts().doubtful, 0u);
}

TEST(TransactionStateReplay, ObjectsSayWhichRecordSetThem) {
    StateLog log("transactions");
    log.write({WrittenRecord{transactionKey("tx-1"), kEmptyValue}});
    const std::string text = log.json(StateObjectKind::TransactionalId, "tx-1");
    EXPECT_NE(text.find(R"({"transactionalId":"tx-1","state":"Empty","producerId":4000,"producerEpoch":3,)"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find(R"("from":{"state":"7:0",)"), std::string::npos) << text;
}

TEST(TransactionStateReplay, ATombstoneIsAnExpiredId) {
    StateLog log("transactions");
    log.write({WrittenRecord{transactionKey("tx-1"), kEmptyValue}, WrittenRecord{transactionKey("tx-2"), kEmptyValue}});
    log.write({WrittenRecord{transactionKey("tx-1"), std::nullopt}});
    EXPECT_EQ(log.json(StateObjectKind::TransactionalId, "tx-1"), "");
    EXPECT_EQ(log.state().objects().size(), 1u);
    ASSERT_EQ(log.state().removed().size(), 1u);
    EXPECT_EQ(log.state().removed()[0].id.id, "tx-1");
    EXPECT_EQ(log.state().removed()[0].from.offset, 2);
    EXPECT_EQ(log.state().counts().tombstones, 1u);
    log.write({WrittenRecord{transactionKey("tx-1"), kEmptyValue}});
    EXPECT_TRUE(log.state().removed().empty());
}

TEST(TransactionStateReplay, WhatCannotBeReadIsCountedAndKept) {
    StateLog log("transactions");
    const ByteBuffer unknownType = FieldBytes().int16(77).classicString("x").take();
    const ByteBuffer unknownVersion = FieldBytes().int16(9).int64(1).take();
    const ByteBuffer cut(kEmptyValue.begin(), kEmptyValue.begin() + 12);
    log.write({WrittenRecord{unknownType, kEmptyValue}, WrittenRecord{transactionKey("tx-1"), unknownVersion},
               WrittenRecord{transactionKey("tx-2"), cut}});
    EXPECT_EQ(log.state().counts().unknownTypes, 1u);
    EXPECT_EQ(log.state().counts().doubtful, 2u);
    EXPECT_EQ(log.state().others().byType().at(77).count, 1u);
    EXPECT_EQ(log.state().others().byType().at(77).value, kEmptyValue);
    EXPECT_EQ(log.state().others().byType().at(0).last.offset, 1);
    // As far as it could be read.
    EXPECT_EQ(factOf(log, "tx-2").producerId, 4000);
    EXPECT_TRUE(factOf(log, "tx-2").isDoubtful);
    EXPECT_EQ(factOf(log, "tx-2").timeoutMs, -1);
}

TEST(TransactionStateReplay, ATransactionHangsBeyondItsTimeout) {
    StateLog log("transactions");
    log.write(
        {WrittenRecord{transactionKey("done"), kEmptyValue}, WrittenRecord{transactionKey("open"), kOngoingValue}});
    const auto& replay = dynamic_cast<TransactionStateReplay&>(log.state());
    const std::int64_t start = factOf(log, "open").startMs;
    ASSERT_GT(start, 0);
    const auto soon = openTransactions(replay, start + 60'000);
    ASSERT_EQ(soon.size(), 1u);
    EXPECT_EQ(soon[0].transactionalId, "open");
    EXPECT_EQ(soon[0].openMs, 60'000);
    EXPECT_FALSE(soon[0].isHanging);
    EXPECT_TRUE(openTransactions(replay, start + 60'001)[0].isHanging);
    EXPECT_TRUE(isWithin(*soon[0].fact, "t", 2));
    EXPECT_FALSE(isWithin(*soon[0].fact, "t", 1));
}

}  // namespace
}  // namespace brokerscope
