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
        return PartitionHistory::read(m_pieces, kGroupRecords, kPartition).value_or(nullptr);
    }

private:
    TopicRowBuilder m_builder{SchemaRegistry::embedded(), {"__consumer_offsets", {}, {}, {}}};
    std::vector<SharedTopicPiece> m_pieces;
    std::int64_t m_next = 0;
};

std::optional<KeyRecords> recordsOf(const PartitionHistory& history, std::int64_t offset,
                                    const TopicNameOf& nameOf = {}) {
    return keyRecordsOf(history, offset, nameOf).value_or(std::nullopt);
}

// "0 c-1@host 1 c-2@host": record and whom the partition was assigned to.
std::string told(const KeyRecords& records) {
    std::string text;
    for (const KeyRecord& record : records.records) {
        text += (text.empty() ? "" : " ") + std::to_string(record.change.record.offset);
        for (const PartitionHolder& holder : record.change.holders) {
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
    const auto records = recordsOf(*history, 5);
    ASSERT_TRUE(records);
    EXPECT_EQ(records->object, (StateObjectId{StateObjectKind::Group, "g"}));
    EXPECT_EQ(records->path, (FactPath{"offsets", "t-3"}));
    EXPECT_TRUE(records->isOfCommits);
    EXPECT_EQ(told(*records), "0 1 a-1 2 a-1 4 b-1 5 b-1 6 b-1") << "with the records that gave the partition away";
    EXPECT_EQ(records->records[1].change.effect, RecordEffect::None);
    EXPECT_TRUE(records->records[1].change.isChange);
    EXPECT_EQ(records->records[2].change.holders[0].clientId, "app");
    EXPECT_EQ(records->records[4].change.holders[0].instanceId, "static-b");
    EXPECT_EQ(records->records[5].change.effect, RecordEffect::Removes);
    ASSERT_NE(records->records[2].record.row, nullptr);
    EXPECT_EQ(records->records[2].record.row->offset, 2);
    EXPECT_EQ(records->records[2].record.row->timestamp, 3000);
    EXPECT_EQ(records->records[4].change.difference.facts[0].before->from.offset, 2);
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
    const auto named = recordsOf(
        *history, 3, [](const Uuid& id) { return id == kTopic ? std::optional<std::string>("t") : std::nullopt; });
    ASSERT_TRUE(named);
    EXPECT_EQ(told(*named), "2 a 3 a 6 7 b 8 b");
    EXPECT_EQ(named->records.back().change.holders[0].clientId, "app-b");
    const auto unnamed = recordsOf(*history, 3);
    ASSERT_TRUE(unnamed);
    EXPECT_EQ(told(*unnamed), "3 8") << "whose id it is nobody said";
}

TEST(KeyRecords, CommitsTellTheIdOfTheirTopic) {
    OffsetsLog log;
    log.write({epoch(3, 2), current(8, "a", {2, 1, 0, {0, 3}, {}, {}})}).write({commit(3, 5)});
    const auto history = log.history();
    ASSERT_NE(history, nullptr);
    const auto records = recordsOf(*history, 2);
    ASSERT_TRUE(records);
    EXPECT_EQ(told(*records), "2 a") << "the commit told whose id it is";
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
    const auto records = recordsOf(*history, 0);
    ASSERT_TRUE(records);
    ASSERT_EQ(told(*records), "0 1 2 4");
    EXPECT_EQ(records->records[0].transaction->marker, 1);
    EXPECT_TRUE(records->records[0].transaction->isCommitted);
    EXPECT_FALSE(records->records[0].change.isChange);
    EXPECT_TRUE(records->records[1].change.isMarker);
    EXPECT_TRUE(records->records[1].change.isChange);
    EXPECT_FALSE(records->records[2].transaction->isCommitted);
    EXPECT_EQ(records->records[3].transaction->marker, -1);
    EXPECT_FALSE(recordsOf(*history, 1)) << "a marker is about no key";
    EXPECT_FALSE(recordsOf(*history, 77));
}

// Of more than are kept, the first ones are made of what was before them.
TEST(KeyRecords, TheLatestOfManyKnowWhatWasBefore) {
    OffsetsLog log;
    log.write({classic(1, {{"a-1", {}, assignmentOf({3}), "app"}})});
    std::vector<WrittenRecord> commits;
    for (std::size_t i = 0; i < KeyRecords::kMost + 5; ++i) {
        commits.push_back(commit(3, static_cast<int>(i)));
        if (commits.size() == 100) {
            log.write(std::exchange(commits, {}));
        }
    }
    log.write(std::move(commits));
    const auto history = log.history();
    ASSERT_NE(history, nullptr);
    const auto records = recordsOf(*history, history->lastOffset());
    ASSERT_TRUE(records);
    EXPECT_EQ(records->earlier, 5U);
    ASSERT_GE(records->records.size(), KeyRecords::kMost);
    const HistoryChange& last = records->records.back().change;
    ASSERT_EQ(last.holders.size(), 1U);
    EXPECT_EQ(last.holders[0].memberId, "a-1");
    EXPECT_EQ(last.difference.facts[0].before->from.offset, history->lastOffset() - 1);
}

TEST(KeyRecords, OtherKeysHaveNoHolders) {
    OffsetsLog log;
    log.write({epoch(3, 2)}).write({epoch(3, 3)}).write({epoch(3, 4, "h")});
    const auto history = log.history();
    ASSERT_NE(history, nullptr);
    const auto records = recordsOf(*history, 1);
    ASSERT_TRUE(records);
    EXPECT_EQ(records->path, (FactPath{"epoch"}));
    EXPECT_FALSE(records->isOfCommits);
    EXPECT_EQ(told(*records), "0 1");
    CancelToken cancel;
    cancel.cancel();
    const auto cancelled = keyRecordsOf(*history, 1, {}, cancel);
    ASSERT_FALSE(cancelled);
    EXPECT_EQ(cancelled.error().id, MessageId::Cancelled);
}

}  // namespace
}  // namespace brokerscope
