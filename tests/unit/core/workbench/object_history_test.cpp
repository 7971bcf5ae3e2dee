#include "core/workbench/object_history.h"

#include "tests/unit/core/internal_topics/group_values.h"
#include "tests/unit/core/internal_topics/metadata_log.h"
#include "tests/unit/core/workbench/folded_topic.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr int kCurrentOfConsumer = 8;
constexpr int kMetadataOfConsumer = 5;

// The partition assignment of a classic member: t-0 and so on.
std::string assigned(const std::vector<std::int32_t>& partitions) {
    FieldBytes bytes;
    bytes.int16(0).int32(1).classicString("t").int32(static_cast<std::int64_t>(partitions.size()));
    for (const std::int32_t partition : partitions) {
        bytes.int32(partition);
    }
    const ByteBuffer all = bytes.int32(-1).take();
    return {all.begin(), all.end()};
}

class HistoryOf {
public:
    HistoryOf(std::string_view word, HistoryWanted wanted)
        : m_reader(SchemaRegistry::embedded())
        , m_history(m_reader, *m_reader.topicByWord(word), std::move(wanted),
                    [](const Uuid& id) { return id == kTopic ? std::optional<std::string>("t") : std::nullopt; })
        , log(word, {},
              {[this](const TopicState& state, const RecordView& view, const BatchContext& batch) {
                   m_history.take(state, view, batch);
               },
               [this](const TopicState& state) { m_history.begin(state); }}) {}

    ObjectHistory& history() { return m_history; }
    // "0:1 changed offsets[t-0]: … -> …", with the facts that tests look at in few words.
    std::vector<std::string> lines() const {
        std::vector<std::string> texts;
        for (const HistoryChange& change : m_history.changes()) {
            if (!change.isChange) {
                continue;
            }
            std::string text = placeText(change.record);
            for (const FactDifference& fact : change.difference.facts) {
                text += fmt::format(" {}: {} -> {}", factName(fact.path()), said(fact.before), said(fact.after));
            }
            texts.push_back(text);
        }
        return texts;
    }

private:
    static std::string said(const std::optional<StateFact>& fact) {
        if (!fact) {
            return "-";
        }
        const auto after = [&](std::string_view key, char end) {
            const std::size_t at = fact->json.find(key);
            return at == std::string::npos
                       ? std::string()
                       : fact->json.substr(at + key.size(), fact->json.find(end, at + key.size()) - at - key.size());
        };
        if (fact->path.front() == "offsets") {
            return after("\"offset\":", ',');
        }
        return fact->path.front() == "owners" ? after("\"memberId\":\"", '"') : fact->json.substr(0, 20);
    }

    TopicRecordReader m_reader;
    ObjectHistory m_history;

public:
    FoldedTopic log;
};

// Where did the offset come from, and who had the partition before.
TEST(ObjectHistory, AnOffsetAndWhoHadItsPartition) {
    HistoryOf history("offsets", {"g", {"offsets[t-0]"}});
    history.log.write({classic(1, {{"a", std::nullopt, assigned({0})}})});
    history.log.write({commit(0, 40), commit(1, 7), commit(0, 99, "other")});
    history.log.write({classic(2, {{"a", std::nullopt, assigned({1})}, {"b", std::nullopt, assigned({0})}})});
    history.log.write({commit(0, 42)});
    history.log.write({commitGone(0)});
    EXPECT_THAT(history.lines(),
                ElementsAre("0:0 owners[t-0]: - -> a", "0:1 offsets[t-0]: - -> 40", "0:4 owners[t-0]: a -> b",
                            "0:5 offsets[t-0]: 40 -> 42", "0:6 offsets[t-0]: 42 -> -"));
}

TEST(ObjectHistory, OwnersOfTheNewProtocolAreKnownByTheIdsOfTopics) {
    HistoryOf history("offsets", {"g", {"owners[t-2]"}});
    history.log.write({member(kMetadataOfConsumer, "a"), current(kCurrentOfConsumer, "a", {1, 0, 0, {1, 2}, {}, {}})});
    history.log.write({current(kCurrentOfConsumer, "a", {2, 1, 0, {1}, {}, {}})});
    EXPECT_THAT(history.lines(), ElementsAre("0:1 owners[t-2]: - -> a", "0:2 owners[t-2]: a -> -"));
}

TEST(ObjectHistory, AMemberComesAndGoes) {
    HistoryOf history("offsets", {"g", {"members[y]"}});
    history.log.write({classic(1, {{"x", std::nullopt, ""}})});
    history.log.write({classic(2, {{"x", std::nullopt, ""}, {"y", std::nullopt, ""}})});
    history.log.write({classic(3, {{"x", std::nullopt, ""}})});
    const std::vector<std::string> lines = history.lines();
    ASSERT_THAT(lines, SizeIs(2));
    EXPECT_THAT(lines[0], HasSubstr("0:1 members[y]: - -> {"));
    EXPECT_THAT(lines[1], HasSubstr("-> -"));
}

TEST(ObjectHistory, MarkersPutInForceWhatWaited) {
    HistoryOf history("offsets", {"g", {"offsets[t-0]"}});
    history.log.write(inTransaction(7, {commit(0, 5)}));
    EXPECT_THAT(history.lines(), IsEmpty());
    history.log.write(markerBatch(7, true));
    EXPECT_THAT(history.lines(), ElementsAre("0:1 offsets[t-0]: - -> 5"));
    const auto changes = history.history().changes();
    ASSERT_THAT(changes, SizeIs(2));
    EXPECT_FALSE(changes[0].isChange);
    EXPECT_EQ(changes[0].effect, RecordEffect::Sets);
    EXPECT_TRUE(changes[1].isMarker);
    history.log.write(inTransaction(7, {commit(0, 6)}));
    history.log.write(markerBatch(7, false));
    ASSERT_THAT(history.history().changes(), SizeIs(3)) << "nothing came of it, and the marker is about no offset";
    EXPECT_FALSE(history.history().changes()[2].isChange);
}

TEST(ObjectHistory, OperationsNameWhatWasDone) {
    const TopicRecordReader reader(SchemaRegistry::embedded());
    ObjectHistory history(reader, *reader.topicByWord("offsets"), {"g"}, {});
    TopicStateFold fold([&](std::int32_t partition) { return history.makeState(partition); }, {}, {},
                        {[&history](const TopicState& state, const RecordView& view, const BatchContext& batch) {
                             history.take(state, view, batch);
                         },
                         {}});
    WrittenBatch batch;
    batch.records = {commit(0, 5)};
    const ByteBuffer bytes = batch.at(0);
    BatchEntry entry;
    BatchIterator(bytes).next(entry);
    fold.take({3, entry});
    const auto changes = history.changes();
    ASSERT_THAT(changes, SizeIs(1));
    EXPECT_EQ(changes[0].operation, operationName(GroupOperationKind::OffsetsCommitted));
    EXPECT_EQ(changes[0].record.partition, 3);
}

TEST(ObjectHistory, ASnapshotIsWhereItBegins) {
    const Uuid orders = *Uuid::fromString("0f1e2d3c-4b5a-4978-8796-a5b4c3d2e1f0");
    HistoryOf history("metadata", {"TOPIC orders", {}});
    history.log.write({topicRecord("orders", orders), configRecord(2, "orders", "retention.ms", "1")}, 1000, 10);
    history.log.next = 10;
    history.log.write({configRecord(2, "orders", "retention.ms", "2")});
    history.log.write({removedTopic(orders)});
    const std::vector<std::string> lines = history.lines();
    EXPECT_THAT(lines,
                ElementsAre(R"(0:10 configs[retention.ms]: "1" -> "2")", R"(0:11 configs[retention.ms]: "2" -> -)"));
    EXPECT_EQ(history.history().changes()[1].difference.change, ObjectDifference::Change::Removed);
}

// Records of its partitions have the id alone.
TEST(ObjectHistory, ATopicOfASnapshotIsKnownByItsName) {
    const Uuid orders = *Uuid::fromString("0f1e2d3c-4b5a-4978-8796-a5b4c3d2e1f0");
    HistoryOf history("metadata", {"orders", {"partitions[0].leader"}});
    history.log.write({topicRecord("orders", orders), partitionRecord(orders, 0, {1, 2}, 1)}, 1000, 10);
    history.log.next = 10;
    history.log.write({partitionRecord(orders, 0, {1, 2}, 2)});
    EXPECT_THAT(history.lines(), ElementsAre("0:10 partitions[0].leader: 1 -> 2"));
}

}  // namespace
}  // namespace brokerscope
