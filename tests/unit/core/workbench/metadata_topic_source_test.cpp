#include "core/workbench/metadata_topic_source.h"

#include "core/schema/api_keys.h"
#include "core/workbench/partition_history.h"
#include "tests/unit/core/workbench/metadata_answers.h"

#include <QPromise>

#include <gmock/gmock.h>

#include <deque>

namespace brokerscope {
namespace {

using namespace brokerscope::testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const Uuid kReadOrders = *Uuid::fromString("0f1e2d3c-4b5a-4978-8796-a5b4c3d2e1f0");
const TopicRowContext kMetadataRows{&SchemaRegistry::embedded(), "__cluster_metadata", "__cluster_metadata", {}, {}};

ByteBuffer batchAt(std::int64_t offset, std::vector<WrittenRecord> records) {
    WrittenBatch batch;
    batch.records = std::move(records);
    batch.timestamp = 1000 + offset;
    return sealed(batch, offset);
}

constexpr std::string_view kFetchedSnapshot = R"(,"snapshotId":{"endOffset":8,"epoch":6})";

// A quorum whose log begins behind a snapshot that ends at 8, and goes on to 10.
class ReadQuorum {
public:
    explicit ReadQuorum(const ReadingStart& start = {})
        : m_source(
              SchemaRegistry::embedded(), [this](SendRequest) { return answer(); }, start) {
        const ByteBuffer snapshot =
            batchAt(0, {topicRecord("orders", kReadOrders), partitionRecord(kReadOrders, 0, {1}, 1)});
        const ByteBuffer log = batchAt(8, {partitionRecord(kReadOrders, 1, {1}, 1), noOp()});
        answers.push_back(metadataAnswer("DescribeQuorum", 2, fmt::format(kQuorum, 7, 10)));
        const int asked = start.from == FetchFrom::Beginning ? 2 : 1;  // for offset 1 too
        for (int i = 0; i < asked; ++i) {
            answers.push_back(metadataAnswer("Fetch", 15, fmt::format(kFetched, 0, 10, "null", kFetchedSnapshot)));
        }
        answers.push_back(
            metadataAnswer("FetchSnapshot", 1, fmt::format(kSnapshot, 0, 8, snapshot.size(), 0, toBase64(snapshot))));
        answers.push_back(metadataAnswer("Fetch", 15, fmt::format(kFetched, 0, 10, recordsText(log), "")));
    }
    SharedTopicPiece read() {
        while (m_source.read(m_builder) != TopicSource::Step::End) {
        }
        return m_builder.take();
    }
    TopicReadingStatus status() const {
        TopicReadingStatus status;
        m_source.tell(status);
        return status;
    }
    MetadataTopicSource& source() { return m_source; }

    std::deque<Result<SendResult>> answers;

private:
    QFuture<Result<SendResult>> answer() {
        QPromise<Result<SendResult>> promise;
        promise.start();
        promise.addResult(answers.front());
        answers.pop_front();
        promise.finish();
        return promise.future();
    }

    TopicRowBuilder m_builder{SchemaRegistry::embedded(), {"__cluster_metadata", {}, {}, {}}};
    MetadataTopicSource m_source;
};

// "snapshot 0", "8".
std::vector<std::string> placesOf(const TopicPiece& piece) {
    std::vector<std::string> places;
    for (const TopicRow& row : piece.rows) {
        const bool isOfLog = piece.batchOf(row).place.checkpoint < 0;
        places.push_back((isOfLog ? "" : "snapshot ") + std::to_string(row.offset));
    }
    return places;
}

TEST(MetadataTopicSource, TheSnapshotComesBeforeTheLog) {
    ReadQuorum quorum;
    const SharedTopicPiece piece = quorum.read();
    EXPECT_THAT(placesOf(*piece), ElementsAre("snapshot 0", "snapshot 1", "8", "9"));
    EXPECT_EQ(piece->batches[1].missingBefore, 0) << "what the snapshot has is not missing";
    EXPECT_EQ(quorum.status().percent(), 100);
    EXPECT_FALSE(quorum.status().problem);
}

TEST(MetadataTopicSource, AnEndThatIsNotKnownYetIsWaitedFor) {
    ReadQuorum quorum;
    quorum.answers.push_front(metadataAnswer("DescribeQuorum", 2, fmt::format(kQuorum, 7, -1)));
    EXPECT_THAT(placesOf(*quorum.read()), ElementsAre("snapshot 0", "snapshot 1", "8", "9"));
    EXPECT_FALSE(quorum.status().problem);
}

TEST(MetadataTopicSource, StatesBeginWithTheSnapshot) {
    ReadQuorum quorum;
    const auto history = PartitionHistory::read({quorum.read()}, kMetadataRows, 0).value_or(nullptr);
    ASSERT_NE(history, nullptr);
    EXPECT_TRUE(history->hasCheckpoint());
    EXPECT_EQ(history->firstOffset(), 8);
    const StateObjectId orders{StateObjectKind::Topic, "orders"};
    const auto before = history->at(7, -1);
    ASSERT_TRUE(before);
    EXPECT_THAT(before->objects, ElementsAre(orders));
    const auto after = history->at(9, 7);
    ASSERT_TRUE(after);
    ASSERT_EQ(after->differences.size(), 1U);
    EXPECT_EQ(after->differences[0].id, orders) << "the log has its id alone";
    EXPECT_EQ(history->historyOf(8)->object, orders);
}

TEST(MetadataTopicSource, FromAnOffsetOnThereIsNoSnapshot) {
    ReadingStart start;
    start.from = FetchFrom::Offset;
    start.value = 9;
    ReadQuorum quorum(start);
    EXPECT_THAT(placesOf(*quorum.read()), ElementsAre("9"));
}

TEST(MetadataTopicSource, WhyItCannotBeRead) {
    ReadQuorum quorum;
    quorum.answers[1] = failure(MessageId::Other, {"no route"});
    EXPECT_EQ(quorum.read()->rows.size(), 0U);
    ASSERT_TRUE(quorum.status().problem);
    EXPECT_THAT(quorum.status().problem->text(), HasSubstr("no route (__cluster_metadata is read from the controller"));
}

TEST(MetadataTopicSource, CancelledItEnds) {
    ReadQuorum quorum;
    quorum.source().cancel();
    EXPECT_EQ(quorum.read()->rows.size(), 0U);
    EXPECT_EQ(quorum.answers.size(), 5U);
}

}  // namespace
}  // namespace brokerscope
