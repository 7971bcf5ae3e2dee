#include "core/workbench/topic_reading.h"

#include "core/workbench/fetch_topic_source.h"
#include "core/workbench/segment_topic_source.h"
#include "core/workbench/topic_record_cursor.h"
#include "tests/unit/core/workbench/written_topic.h"

#include <chrono>
#include <gmock/gmock.h>
#include <thread>

namespace brokerscope {
namespace {

using namespace brokerscope::testing;
using ::testing::ElementsAre;

constexpr auto kPatience = std::chrono::seconds(10);

// Until the condition holds, taking what comes.
template <typename Condition>
bool readUntil(TopicReading& reading, std::vector<SharedTopicPiece>& pieces, Condition condition) {
    const auto end = std::chrono::steady_clock::now() + kPatience;
    while (std::chrono::steady_clock::now() < end) {
        for (SharedTopicPiece& piece : reading.take()) {
            pieces.push_back(std::move(piece));
        }
        if (condition()) {
            return true;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return false;
}

std::size_t rowsOf(const std::vector<SharedTopicPiece>& pieces) {
    std::size_t rows = 0;
    for (const SharedTopicPiece& piece : pieces) {
        rows += piece->rows.size();
    }
    return rows;
}

FetchPiece fetched(std::int32_t partition, std::int64_t offset, const WrittenBatch& batch, std::int64_t stable,
                   std::int64_t highWatermark) {
    // Records do not begin an answer.
    ByteBuffer bytes{1, 2, 3};
    const ByteBuffer set = sealed(batch, offset);
    bytes.insert(bytes.end(), set.begin(), set.end());
    FetchPiece piece;
    piece.partition = partition;
    piece.answer = std::make_shared<const ByteBuffer>(std::move(bytes));
    piece.records = ByteView(*piece.answer).subspan(3);
    piece.lastStableOffset = stable;
    piece.highWatermark = highWatermark;
    return piece;
}

WrittenBatch oneRecord(std::string_view key, std::string_view value) {
    WrittenBatch batch;
    batch.records = {plainRecord(key, value)};
    return batch;
}

struct LiveReading {
    std::shared_ptr<FetchStream> stream = std::make_shared<FetchStream>();
    TopicReading reading{SchemaRegistry::embedded(), std::make_unique<FetchTopicSource>(stream), {}};
    std::vector<SharedTopicPiece> pieces;

    bool readAll(std::size_t rows) {
        return readUntil(reading, pieces, [&] { return rowsOf(pieces) >= rows; });
    }
};

TEST(TopicReading, WhatAFetchBringsComesWithItsBytes) {
    LiveReading live;
    live.reading.start();
    live.stream->push(fetched(2, 5, oneRecord("k", "hello"), 6, 6));
    ASSERT_TRUE(live.readAll(1));
    const TopicRow& row = live.pieces.front()->rows.front();
    EXPECT_EQ(row.offset, 5);
    TopicRecordCursor cursor;
    const RecordView* record = cursor.record(*live.pieces.front(), row);
    ASSERT_NE(record, nullptr);
    EXPECT_EQ(asText(record->value.bytes), "hello");
    live.stream->finish({});
    EXPECT_TRUE(readUntil(live.reading, live.pieces, [&] { return live.reading.status().isOver; }));
    EXPECT_EQ(live.reading.status().records, 1U);
}

TEST(TopicReading, SaysWhichTransactionHoldsReadersBack) {
    LiveReading live;
    live.reading.start();
    live.stream->push(fetched(1, 10, transactionalBatch(77, {plainRecord("k", "v")}), 10, 11));
    live.stream->push(fetched(3, 0, oneRecord("k", "v"), 1, 1));
    ASSERT_TRUE(live.readAll(2));
    const TopicReadingStatus status = live.reading.status();
    ASSERT_EQ(status.partitions.size(), 2U);
    EXPECT_TRUE(status.partitions[0].isHeldBack());
    ASSERT_TRUE(status.partitions[0].open);
    EXPECT_EQ(status.partitions[0].open->producerId, 77);
    EXPECT_EQ(status.partitions[0].open->firstOffset, 10);
    EXPECT_FALSE(status.partitions[1].isHeldBack());
}

TEST(TopicReading, PausedItReadsNothing) {
    LiveReading live;
    live.reading.setPaused(true);
    live.reading.start();
    live.stream->push(fetched(0, 0, oneRecord("k", "v"), 1, 1));
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    EXPECT_TRUE(live.reading.take().empty());
    EXPECT_TRUE(live.reading.status().isPaused);
    live.reading.setPaused(false);
    EXPECT_TRUE(live.readAll(1));
}

// Gives a batch a step, as fast as it is asked, and says when it has begun.
class SteadySource : public TopicSource {
public:
    explicit SteadySource(std::function<void(int)> before) : m_before(std::move(before)) {}

    Step read(TopicRowBuilder& rows) override {
        m_before(m_steps);
        addBatch(rows, 0, sealed(oneRecord("k", "v"), m_steps++));
        return Step::Some;
    }
    void tell(TopicReadingStatus&) const override {}
    void cancel() override {}

private:
    std::function<void(int)> m_before;
    int m_steps = 0;
};

TEST(TopicReading, PausedItHandsOverWhatWasRead) {
    TopicReading* made = nullptr;
    // Within the first step, long before a piece is due.
    const auto pause = [&made](int step) { made->setPaused(step == 0); };
    TopicReading reading(SchemaRegistry::embedded(), std::make_unique<SteadySource>(pause), {});
    made = &reading;
    reading.start();
    std::vector<SharedTopicPiece> pieces;
    EXPECT_TRUE(readUntil(reading, pieces, [&] { return rowsOf(pieces) == 1; }));
    EXPECT_TRUE(reading.status().isPaused);
    EXPECT_EQ(reading.status().records, 1U);
}

TEST(TopicReading, CancelledAfterItsEndItStaysAtItsEnd) {
    LiveReading live;
    live.reading.start();
    live.stream->finish({});
    ASSERT_TRUE(readUntil(live.reading, live.pieces, [&] { return live.reading.status().isOver; }));
    live.reading.cancel();
    EXPECT_FALSE(live.reading.status().isCancelled);
}

TEST(TopicReading, CancelledItKeepsWhatWasRead) {
    LiveReading live;
    live.reading.start();
    live.stream->push(fetched(0, 0, oneRecord("k", "v"), 1, 1));
    ASSERT_TRUE(live.readAll(1));
    live.reading.cancel();
    EXPECT_TRUE(readUntil(live.reading, live.pieces, [&] { return live.reading.status().isOver; }));
    EXPECT_TRUE(live.reading.status().isCancelled);
    EXPECT_TRUE(live.stream->isCancelled());
    EXPECT_EQ(rowsOf(live.pieces), 1U);
}

TEST(TopicReading, TheNoticeComesOnceUntilSomethingIsTaken) {
    LiveReading live;
    std::atomic<int> notices = 0;
    live.reading.setNotice([&notices] { ++notices; });
    live.reading.start();
    for (int i = 0; i < 5; ++i) {
        live.stream->push(fetched(0, i, oneRecord("k", "v"), 5, 5));
    }
    live.stream->finish({});
    const auto end = std::chrono::steady_clock::now() + kPatience;
    // The end is seen before it is told.
    while ((!live.reading.status().isOver || notices == 0) && std::chrono::steady_clock::now() < end) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    EXPECT_EQ(notices, 1);
    EXPECT_EQ(rowsOf(live.reading.take()), 5U);
}

TEST(TopicReading, AFetchThatFailsSaysWhy) {
    LiveReading live;
    live.stream->finish({FetchProblem{{MessageId::Other, {"no way"}, std::nullopt, {}}, 0, true}});
    live.reading.start();
    ASSERT_TRUE(readUntil(live.reading, live.pieces, [&] { return live.reading.status().isOver; }));
    ASSERT_TRUE(live.reading.status().problem);
}

TEST(FileTopics, LogDirectoriesListTheirTopics) {
    const WrittenLogs logs("topic-logs");
    logs.write("orders-1", sealed(oneRecord("k", "v"), 0));
    logs.write("orders-0", sealed(oneRecord("k", "v"), 0));
    logs.write("__consumer_offsets-18", sealed(oneRecord("k", "v"), 0));
    logs.write("gone-0.0123456789abcdef0123456789abcdef-delete", sealed(oneRecord("k", "v"), 0));
    const auto topics = listFileTopics(logs.path());
    ASSERT_TRUE(topics);
    ASSERT_EQ(topics->size(), 2U);
    EXPECT_EQ((*topics)[0].topic, "__consumer_offsets");
    EXPECT_EQ((*topics)[1].topic, "orders");
    EXPECT_EQ((*topics)[1].partitions, 2);
    ASSERT_EQ((*topics)[1].segments.size(), 2U);
    EXPECT_EQ((*topics)[1].segments[0].partition, 0);
    EXPECT_GT((*topics)[1].bytes, 0U);
    const auto alone = listFileTopics(logs.path("__consumer_offsets-18") + "/00000000000000000000.log");
    ASSERT_TRUE(alone);
    EXPECT_EQ(alone->front().segments.front().partition, 18);
    EXPECT_FALSE(listFileTopics(logs.path() + "/nowhere"));
}

TEST(TopicReading, SegmentsAreReadWithoutKeepingTheirBytes) {
    const WrittenLogs logs("topic-segments");
    logs.write("orders-4", sealed(oneRecord("a", "first"), 0));
    logs.write("orders-4", sealed(oneRecord("b", "second"), 1));
    const auto topics = listFileTopics(logs.path("orders-4"));
    ASSERT_TRUE(topics);
    TopicReading reading(SchemaRegistry::embedded(),
                         std::make_unique<SegmentTopicSource>(topics->front().segments, WantedRows{}), {});
    reading.start();
    std::vector<SharedTopicPiece> pieces;
    ASSERT_TRUE(readUntil(reading, pieces, [&] { return reading.status().isOver; }));
    for (SharedTopicPiece& piece : reading.take()) {
        pieces.push_back(std::move(piece));
    }
    ASSERT_EQ(rowsOf(pieces), 2U);
    EXPECT_EQ(pieces.front()->bytes, 0U);
    EXPECT_EQ(pieces.front()->batches.front().partition, 4);
    const TopicReadingStatus status = reading.status();
    EXPECT_EQ(status.done, status.wanted);
    EXPECT_EQ(status.partitionsWanted, 1);
    TopicRecordCursor cursor;
    const RecordView* record = cursor.record(*pieces.back(), pieces.back()->rows.back());
    ASSERT_NE(record, nullptr);
    EXPECT_EQ(asText(record->value.bytes), "second");
    std::filesystem::remove(topics->front().segments.front().path);
    EXPECT_FALSE(batchBytes(pieces.front()->batches.front()));
}

}  // namespace
}  // namespace brokerscope
