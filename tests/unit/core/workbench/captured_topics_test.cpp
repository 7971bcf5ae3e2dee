#include "core/workbench/captured_topic_source.h"

#include "core/base/base64.h"
#include "core/exchange/topic_names.h"
#include "tests/support/group_exchanges.h"
#include "tests/unit/core/workbench/written_topic.h"

#include <QCoreApplication>

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using namespace brokerscope::testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr const char* kOrdersId = "Dx4tPEtaSXiHlqW0w9Lh8A";

ByteBuffer ordersBatch(std::int64_t baseOffset, const std::vector<std::string>& keys) {
    WrittenBatch batch;
    for (const std::string& key : keys) {
        batch.records.push_back(plainRecord(key, "paid"));
    }
    return sealed(batch, baseOffset);
}

ByteBuffer joined(ByteBuffer first, const ByteBuffer& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

Exchange fetchedAnswer(std::int32_t partition, const ByteBuffer& set, const std::string& topic = R"("topic":"orders")",
                       int version = 12) {
    return exchangeOf("Fetch", version, "{}",
                      fmt::format(R"({{"responses":[{{{},"partitions":[{{"partitionIndex":{},"errorCode":0,
                          "highWatermark":90,"lastStableOffset":80,"logStartOffset":2,"records":"{}"}}]}}]}})",
                                  topic, partition, toBase64(set)),
                      0, 1);
}

Exchange produced(std::int32_t partition, const ByteBuffer& set, std::optional<std::int64_t> baseOffset,
                  int errorCode = 0) {
    Exchange exchange =
        exchangeOf("Produce", 9,
                   fmt::format(R"({{"transactionalId":null,"acks":1,"timeoutMs":1000,"topicData":[{{"name":"orders",
            "partitionData":[{{"index":{},"records":"{}"}}]}}]}})",
                               partition, toBase64(set)),
                   fmt::format(R"({{"responses":[{{"name":"orders","partitionResponses":[{{"index":{},"errorCode":{},
            "baseOffset":{}}}]}}]}})",
                               partition, errorCode, baseOffset.value_or(-1)),
                   0, 1);
    exchange.response = baseOffset ? exchange.response : nullptr;
    return exchange;
}

struct CapturedRows {
    std::vector<std::string> rows;  // "0:5 o-1"
    TopicReadingStatus status;
    SharedTopicPiece piece;
};

CapturedRows readAll(const SharedCapturedTopic& topic, std::optional<std::int32_t> partition = {},
                     const WantedRows& wanted = {}) {
    CapturedTopicSource source(topic, partition, wanted);
    TopicRowBuilder builder(SchemaRegistry::embedded(), {});
    while (source.read(builder) != TopicSource::Step::End) {
    }
    CapturedRows found;
    source.tell(found.status);
    found.piece = builder.take();
    for (const TopicRow& row : found.piece->rows) {
        found.rows.push_back(
            fmt::format("{}:{} {}", found.piece->batchOf(row).partition, row.offset, found.piece->text(row.about)));
    }
    return found;
}

TEST(CapturedTopics, RecordsComeInTheOrderOfTheLogEachOnce) {
    CapturedTopics topics(SchemaRegistry::embedded());
    topics.add(fetchedAnswer(0, ordersBatch(7, {"o-7", "o-8"})));
    topics.add(fetchedAnswer(0, joined(ordersBatch(4, {"o-4"}), ordersBatch(7, {"o-7", "o-8"}))));
    topics.add(fetchedAnswer(1, ordersBatch(20, {"p-20"})));
    topics.add(produced(0, ordersBatch(0, {"o-9", "o-10"}), 9));
    topics.add(fetchedAnswer(0, ordersBatch(9, {"o-9", "o-10"})));
    const auto found = topics.take("a.pcap");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0]->topic, "orders");
    EXPECT_EQ(found[0]->path, "a.pcap");
    EXPECT_GT(found[0]->bytes, 0U);
    const CapturedRows all = readAll(found[0]);
    EXPECT_THAT(all.rows, ElementsAre("0:4 o-4", "0:7 o-7", "0:8 o-8", "0:9 o-9", "0:10 o-10", "1:20 p-20"));
    EXPECT_TRUE(all.status.isCaughtUp());
    EXPECT_EQ(all.status.partitionsWanted, 2);
    ASSERT_EQ(all.status.partitions.size(), 2U);
    const TopicPartitionStatus& first = all.status.partitions[0];
    EXPECT_EQ(first.highWatermark, 90);
    EXPECT_EQ(first.lastStableOffset, 80);
    EXPECT_EQ(first.logStartOffset, 2);
    ASSERT_TRUE(first.captured);
    EXPECT_EQ(first.captured->firstOffset, 4);
    EXPECT_EQ(first.captured->lastOffset, 10);
    EXPECT_EQ(first.captured->missing, 2);
    EXPECT_EQ(all.piece->batches[1].missingBefore, 2);
    EXPECT_EQ(all.piece->batches[0].place.origin, BatchOrigin::Answer);
    EXPECT_EQ(all.piece->batches[2].place.origin, BatchOrigin::Request) << "it was seen first";
    EXPECT_FALSE(all.piece->batches[2].isFaulty) << "the checksum does not cover the base offset";
    EXPECT_THAT(readAll(found[0], 1).rows, ElementsAre("1:20 p-20"));
    WantedRows wanted;
    wanted.first = 8;
    EXPECT_THAT(readAll(found[0], 0, wanted).rows, ElementsAre("0:8 o-8", "0:9 o-9", "0:10 o-10"));
}

TEST(CapturedTopics, ABatchThatBeginsWithinAnotherGivesTheRest) {
    CapturedTopics topics(SchemaRegistry::embedded());
    topics.add(fetchedAnswer(0, ordersBatch(4, {"o-4", "o-5"})));
    topics.add(fetchedAnswer(0, ordersBatch(5, {"o-5", "o-6"})));
    EXPECT_THAT(readAll(topics.take("a.pcap").at(0)).rows, ElementsAre("0:4 o-4", "0:5 o-5", "0:6 o-6"));
}

TEST(CapturedTopics, ProducedBatchesWithoutAPlaceAreCounted) {
    CapturedTopics topics(SchemaRegistry::embedded());
    topics.add(produced(0, ordersBatch(0, {"o-1"}), std::nullopt));
    topics.add(produced(0, ordersBatch(0, {"refused"}), -1, 6));
    topics.add(produced(3, ordersBatch(0, {"refused"}), -1, 6));
    const auto found = topics.take("a.pcap");
    ASSERT_EQ(found.size(), 1U);
    ASSERT_EQ(found[0]->partitions.size(), 1U) << "what a broker refused is in no log";
    EXPECT_EQ(found[0]->partitions[0].unplaced, 1U);
    const CapturedRows all = readAll(found[0]);
    EXPECT_THAT(all.rows, IsEmpty());
    EXPECT_EQ(all.status.partitions[0].captured->unplaced, 1U);
    EXPECT_EQ(all.status.partitions[0].captured->firstOffset, -1);
    EXPECT_TRUE(all.status.isCaughtUp());
}

TEST(CapturedTopics, NamesOfIdsMayBeToldLater) {
    CapturedTopics topics(SchemaRegistry::embedded());
    const std::string byId = fmt::format(R"("topicId":"{}")", kOrdersId);
    const auto names = std::make_shared<TopicNames>();
    Exchange first = fetchedAnswer(0, ordersBatch(4, {"o-4"}), byId, 13);
    first.topicNames = names;
    topics.add(first);
    topics.add(fetchedAnswer(0, ordersBatch(5, {"o-5"})));
    topics.add(fetchedAnswer(0, ordersBatch(0, {"raft"}), R"("topicId":"AAAAAAAAAAAAAAAAAAAAAQ")", 13));
    names->learn(*Uuid::fromString(kOrdersId), "orders");
    const auto found = topics.take("a.pcap");
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0]->topic, "__cluster_metadata");
    EXPECT_THAT(readAll(found[1]).rows, ElementsAre("0:4 o-4", "0:5 o-5"));
    topics.add(fetchedAnswer(0, ordersBatch(4, {"o-4"}), byId, 13));
    EXPECT_EQ(topics.take("b.pcap").at(0)->topic, kOrdersId) << "nobody told";
}

TEST(CapturedTopics, NoMoreIsKeptThanTheLimit) {
    const ByteBuffer batch = ordersBatch(4, {"o-4"});
    CapturedTopics topics(SchemaRegistry::embedded(), {}, batch.size());
    topics.add(fetchedAnswer(0, batch));
    topics.add(fetchedAnswer(0, ordersBatch(5, {"o-5"})));
    EXPECT_EQ(topics.dropped(), 0U);
    topics.add(fetchedAnswer(0, ordersBatch(6, {"o-6"})));
    EXPECT_EQ(topics.dropped(), 1U);
    EXPECT_EQ(readAll(topics.take("a.pcap").at(0)).rows.size(), 2U);
}

TEST(CapturedTopics, AFileThatIsNoCaptureIsSaid) {
    const auto reading = readCapturedTopics("/nowhere/at/all.pcap", SchemaRegistry::embedded(), {});
    const CapturedTopicsPiece piece = reading.result();
    ASSERT_TRUE(piece.progress.failure);
    EXPECT_EQ(piece.progress.failure->id, MessageId::FileUnreadable);
    EXPECT_THAT(piece.topics, IsEmpty());
}

}  // namespace
}  // namespace brokerscope
