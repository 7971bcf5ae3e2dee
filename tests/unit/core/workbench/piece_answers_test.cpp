#include "core/workbench/piece_answers.h"

#include "tests/unit/core/internal_topics/group_values.h"
#include "tests/unit/core/workbench/answer_lines.h"
#include "tests/unit/core/workbench/written_topic.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using namespace brokerscope::testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TopicRowContext contextOf(const std::string& topic) {
    return {&SchemaRegistry::embedded(), topic, topic, {}, {}};
}

// A reading of a topic; each batch is a second later than the one before.
class AskedTopic {
public:
    explicit AskedTopic(const std::string& topic)
        : m_context(contextOf(topic)), m_builder(SchemaRegistry::embedded(), {topic, {}, {}, {}}) {}

    AskedTopic& write(std::int32_t partition, std::vector<WrittenRecord> records) {
        WrittenBatch batch;
        batch.timestamp = m_timestamp += 1000;
        batch.records = std::move(records);
        addBatch(m_builder, partition, sealed(batch, m_next[partition]));
        m_next[partition] += static_cast<std::int64_t>(batch.records.size());
        return *this;
    }
    TopicAnswers ask(const AnswerOptions& options = {}) {
        m_pieces.push_back(m_builder.take());
        return answersOf(m_pieces, m_context, options);
    }

private:
    TopicRowContext m_context;
    TopicRowBuilder m_builder;
    std::vector<SharedTopicPiece> m_pieces;
    std::map<std::int32_t, std::int64_t> m_next;
    std::int64_t m_timestamp = 0;
};

WrittenRecord transaction(std::string_view id, int status, std::int64_t startMs) {
    FieldBytes value;
    value.int16(0).int64(4711).int16(3).int32(60'000).int8(status);
    value.int32(1).classicString("orders").int32(2).int32(0).int32(3);
    return {FieldBytes().int16(0).classicString(id).take(), value.int64(startMs + 5).int64(startMs).take()};
}

TEST(PieceAnswers, WhatIsAskedOfGroups) {
    AskedTopic topic("__consumer_offsets");
    topic.write(18, {commit(0, 5, "simple"), commit(1, 7, "simple")});
    topic.write(18, {commit(0, 9), classic(1, {{"m", {}, ""}})});
    topic.write(18, {commit(0, 4)});
    topic.write(3, {commit(2, 1, "other")});
    const TopicAnswers all = topic.ask();
    EXPECT_EQ(all.records, 6U);
    EXPECT_EQ(all.unread, 0U);
    EXPECT_THAT(answerLines(all, TopicQuestion::BackwardCommits), ElementsAre("g t 0 9 4 18:2 18:4 3000 @18:4"));
    ASSERT_EQ(answerLines(all, TopicQuestion::OffsetsAlone).size(), 2U);
    EXPECT_THAT(answerLines(all, TopicQuestion::OffsetsAlone)[0], ::testing::StartsWith("other 1 "));
    EXPECT_THAT(answerLines(all, TopicQuestion::OffsetsAlone)[1], ::testing::StartsWith("simple 2 "));
    const auto busiest = answerLines(all, TopicQuestion::BusiestGroups);
    ASSERT_EQ(busiest.size(), 3U);
    EXPECT_EQ(busiest[2], "other 1 0.33 1 4000 4000") << "over all the time that was watched";
    EXPECT_EQ(answerLines(all, TopicQuestion::LargestGroups)[0].substr(0, 8), "g classi");
    EXPECT_THAT(answerLines(all, TopicQuestion::MissingTopics), IsEmpty());
    const auto types = answerLines(all, TopicQuestion::RecordTypes);
    ASSERT_EQ(types.size(), 2U);
    EXPECT_THAT(types, ::testing::Contains(::testing::StartsWith("OffsetCommit 1 5 ")));
    for (const TopicAnswer& one : all.answers) {
        EXPECT_EQ(one.isKnown, one.question != TopicQuestion::MissingTopics)
            << "no cluster says which topics there are";
        EXPECT_EQ(one.left, 0U);
    }
}

TEST(PieceAnswers, OffsetsOfTopicsThatAreNotThere) {
    AskedTopic topic("__consumer_offsets");
    topic.write(18, {commit(0, 5), commit(3, 7)});
    AnswerOptions options;
    options.isTopicThere = [](std::string_view, const Uuid&) { return false; };
    const auto missing = answerLines(topic.ask(options), TopicQuestion::MissingTopics);
    ASSERT_EQ(missing.size(), 2U);
    EXPECT_THAT(missing[1], ::testing::StartsWith("g t 3 7 "));
    options.isTopicThere = [](std::string_view name, const Uuid&) { return name == "t"; };
    EXPECT_THAT(answerLines(topic.ask(options), TopicQuestion::MissingTopics), IsEmpty());
}

TEST(PieceAnswers, WhatACompactionWouldKeep) {
    AskedTopic topic("__consumer_offsets");
    topic.write(18, {commit(0, 5), commit(0, 6), commit(1, 7), commitGone(1)});
    const TopicAnswers all = topic.ask();
    const TopicAnswer& types = *(all.answers.end() - 2);
    ASSERT_EQ(types.question, TopicQuestion::RecordTypes);
    ASSERT_EQ(types.rows.size(), 1U);
    const AnswerRow& commits = types.rows[0];
    EXPECT_EQ(commits.get<std::int64_t>("records"), 4);
    EXPECT_EQ(commits.get<std::int64_t>("keptRecords"), 1);
    EXPECT_EQ(commits.get<std::int64_t>("tombstones"), 1);
    EXPECT_EQ(commits.filter, "type:1");
    EXPECT_TRUE(parseRowFilter(commits.filter, contextOf("__consumer_offsets")));
}

TEST(PieceAnswers, TransactionsThatHang) {
    AskedTopic topic("__transaction_state");
    topic.write(4, {transaction("long", 1, 1'000'000), transaction("done", 4, 1'000'000)});
    topic.write(5, {transaction("short", 1, 1'150'000)});
    AnswerOptions options;
    options.nowMs = 1'200'000;
    const TopicAnswers all = topic.ask(options);
    EXPECT_THAT(answerLines(all, TopicQuestion::OpenTransactions),
                ElementsAre("long Ongoing 4711 3 200000 60000 true orders-0,orders-3 4:0 @4:0 !",
                            "short Ongoing 4711 3 50000 60000 false orders-0,orders-3 5:0 @5:0"));
    const std::string& filter = all.answers[1].rows[0].filter;
    EXPECT_EQ(filter, "key.transactionalId:\"long\"");
    EXPECT_TRUE(parseRowFilter(filter, contextOf("__transaction_state")));
    EXPECT_THAT(answerLines(all, TopicQuestion::BusiestGroups), ElementsAre("not asked"));
}

// Coordinators delete their records, so that nothing is said of a compaction.
TEST(PieceAnswers, TopicsThatAreNotCompacted) {
    AskedTopic topic("__share_group_state");
    topic.write(0, {{FieldBytes().int16(9).take(), FieldBytes().int16(0).take()}});
    const TopicAnswers all = topic.ask();
    EXPECT_EQ(answerLines(all, TopicQuestion::RecordTypes), std::vector<std::string>{"unknown 9 9 1 11"});
    EXPECT_THAT(answerLines(all, TopicQuestion::ControlRecords), IsEmpty());
}

TEST(PieceAnswers, OrdinaryTopicsHaveNone) {
    AskedTopic topic("orders");
    topic.write(0, {plainRecord("o-1", "paid")});
    EXPECT_THAT(topic.ask().answers, IsEmpty());
}

}  // namespace
}  // namespace brokerscope
