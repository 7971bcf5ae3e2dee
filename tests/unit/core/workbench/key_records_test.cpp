#include "core/workbench/key_records.h"

#include "tests/unit/core/internal_topics/group_values.h"
#include "tests/unit/core/workbench/written_topic.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using namespace brokerscope::testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::int32_t kPartition = 18;
const TopicRowContext kGroupRecords{&SchemaRegistry::embedded(), "__consumer_offsets", "__consumer_offsets", {}, {}};

// ConsumerProtocolAssignment v0 of partitions of the topic "t".
std::string assignmentOf(const std::vector<std::int32_t>& partitions) {
    FieldBytes bytes;
    bytes.int16(0).int32(1).classicString("t").int32(static_cast<std::int64_t>(partitions.size()));
    for (const std::int32_t partition : partitions) {
        bytes.int32(partition);
    }
    const ByteBuffer all = bytes.int32(-1).take();
    return {all.begin(), all.end()};
}

// The records of one partition, batch by batch.
class OffsetsLog {
public:
    OffsetsLog& write(WrittenBatch batch) {
        batch.timestamp = 1000 * (m_next + 1);
        const auto count = static_cast<std::int64_t>(batch.records.size());
        addBatch(m_builder, kPartition, sealed(batch, m_next));
        m_next += count;
        return *this;
    }
    OffsetsLog& write(std::vector<WrittenRecord> records) {
        WrittenBatch batch;
        batch.records = std::move(records);
        return write(std::move(batch));
    }
    std::shared_ptr<PartitionHistory> history() {
        m_pieces.push_back(m_builder.take());
        return PartitionHistory::read(m_pieces, kGroupRecords, kPartition);
    }

private:
    TopicRowBuilder m_builder{SchemaRegistry::embedded(), {"__consumer_offsets", {}, {}, {}}};
    std::vector<SharedTopicPiece> m_pieces;
    std::int64_t m_next = 0;
};

// "0 c-1@host 1 c-2@host": record and whom the partition was assigned to.
std::string told(const KeyRecords& records) {
    std::string text;
    for (const KeyRecord& record : records.records) {
        text += (text.empty() ? "" : " ") + std::to_string(record.step.record.offset);
        for (const PartitionHolder& holder : record.holders) {
            text += ' ' + holder.memberId;
        }
    }
    return text;
}

TEST(KeyRecords, WhoCommittedInAClassicGroup) {
    OffsetsLog log;
    log.write({commit(3, 1)});  // 0: nobody is known
    log.write({classic(1, {{"a-1", {}, assignmentOf({0, 3}), "app"}, {"b-1", "static-b", assignmentOf({1}), "app"}})});
    log.write({commit(3, 5), commit(1, 6)});                                  // 2, 3
    log.write({classic(2, {{"b-1", "static-b", assignmentOf({0, 1, 3})}})});  // 4
    log.write({commit(3, 7)});                                                // 5
    log.write({commitGone(3)});                                               // 6
    const auto history = log.history();
    ASSERT_NE(history, nullptr);
    const auto records = keyRecordsOf(*history, 5);
    ASSERT_TRUE(records);
    EXPECT_EQ(records->object, (StateObjectId{StateObjectKind::Group, "g"}));
    EXPECT_EQ(records->path, (FactPath{"offsets", "t-3"}));
    EXPECT_TRUE(records->isOfCommits);
    EXPECT_EQ(told(*records), "0 2 a-1 5 b-1 6 b-1");
    EXPECT_EQ(records->records[1].holders[0].clientId, "app");
    EXPECT_EQ(records->records[2].holders[0].instanceId, "static-b");
    EXPECT_EQ(records->records[3].step.effect, RecordEffect::Removes);
    ASSERT_NE(records->records[1].record.row, nullptr);
    EXPECT_EQ(records->records[1].record.row->offset, 2);
    EXPECT_EQ(records->records[1].record.row->timestamp, 3000);
}

TEST(KeyRecords, WhoCommittedInAConsumerGroup) {
    OffsetsLog log;
    log.write(
        {member(5, "a", {"app-a", {}, {"t"}, {}}), epoch(3, 2), current(8, "a", {2, 1, 0, {0, 3}, {}, {}})});  // 0 to 2
    log.write({commitRecord("g", "t", 3, 5)});                                                                 // 3
    log.write({member(5, "b", {"app-b", {}, {"t"}, {}}), epoch(3, 3), current(8, "a", {3, 2, 0, {0}, {}, {}}),
               current(8, "b", {3, 0, 0, {3}, {}, {}})});  // 4 to 7
    log.write({commitRecord("g", "t", 3, 9)});             // 8
    const auto history = log.history();
    ASSERT_NE(history, nullptr);
    const auto named = keyRecordsOf(
        *history, 3, [](const Uuid& id) { return id == kTopic ? std::optional<std::string>("t") : std::nullopt; });
    ASSERT_TRUE(named);
    EXPECT_EQ(told(*named), "3 a 8 b");
    EXPECT_EQ(named->records[1].holders[0].clientId, "app-b");
    const auto unnamed = keyRecordsOf(*history, 3);
    ASSERT_TRUE(unnamed);
    EXPECT_EQ(told(*unnamed), "3 8") << "whose id it is nobody said";
}

TEST(KeyRecords, CommitsTellTheIdOfTheirTopic) {
    OffsetsLog log;
    log.write({epoch(3, 2), current(8, "a", {2, 1, 0, {0, 3}, {}, {}})}).write({commit(3, 5)});
    const auto history = log.history();
    ASSERT_NE(history, nullptr);
    const auto records = keyRecordsOf(*history, 2);
    ASSERT_TRUE(records);
    EXPECT_EQ(told(*records), "2 a");
}

TEST(KeyRecords, CommitsOfTransactionsSayWhatBecameOfThem) {
    OffsetsLog log;
    log.write(transactionalBatch(9, {commit(0, 8)}));  // 0
    log.write(markerBatch(9, true));                   // 1
    log.write(transactionalBatch(9, {commit(0, 9)}));  // 2
    log.write(markerBatch(9, false));                  // 3
    log.write(transactionalBatch(9, {commit(0, 9)}));  // 4
    const auto history = log.history();
    ASSERT_NE(history, nullptr);
    const auto records = keyRecordsOf(*history, 0);
    ASSERT_TRUE(records);
    ASSERT_EQ(records->records.size(), 3U);
    EXPECT_EQ(records->records[0].step.transaction->marker, 1);
    EXPECT_TRUE(records->records[0].step.transaction->isCommitted);
    EXPECT_FALSE(records->records[1].step.transaction->isCommitted);
    EXPECT_EQ(records->records[2].step.transaction->marker, -1);
    EXPECT_FALSE(keyRecordsOf(*history, 1)) << "a marker is about no key";
    EXPECT_FALSE(keyRecordsOf(*history, 77));
}

TEST(KeyRecords, OtherKeysHaveNoHolders) {
    OffsetsLog log;
    log.write({epoch(3, 2)}).write({epoch(3, 3)}).write({epoch(3, 4, "h")});
    const auto history = log.history();
    ASSERT_NE(history, nullptr);
    const auto records = keyRecordsOf(*history, 1);
    ASSERT_TRUE(records);
    EXPECT_EQ(records->path, (FactPath{"epoch"}));
    EXPECT_FALSE(records->isOfCommits);
    EXPECT_EQ(told(*records), "0 1");
    CancelToken cancel;
    cancel.cancel();
    EXPECT_FALSE(keyRecordsOf(*history, 1, {}, cancel));
}

}  // namespace
}  // namespace brokerscope
