#include "core/workbench/answer_collector.h"

#include "core/base/hex.h"
#include "tests/unit/core/internal_topics/group_values.h"
#include "tests/unit/core/workbench/answer_lines.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;

class AnswersOf {
public:
    explicit AnswersOf(std::string_view word)
        : m_reader(SchemaRegistry::embedded())
        , m_answers(m_reader, *m_reader.topicByWord(word))
        , m_fold([this](std::int32_t partition) { return m_answers.makeState(partition); }, {}, {},
                 {[this](const TopicState& state, const RecordView& view, const BatchContext& batch) {
                      m_answers.take(state.partition(), view, batch);
                  },
                  {}}) {}

    void write(const WrittenBatch& batch) {
        const ByteBuffer bytes = batch.at(m_next);
        m_next += batch.lastDelta() + 1;
        BatchEntry entry;
        BatchIterator(bytes).next(entry);
        m_fold.take({4, entry});
    }
    void write(std::vector<WrittenRecord> records, std::int64_t timestamp = 1000) {
        WrittenBatch batch;
        batch.records = std::move(records);
        batch.timestamp = timestamp;
        write(batch);
    }
    TopicAnswers told(AnswerOptions options = {}) {
        m_fold.finish();
        return m_answers.answers(m_fold, options);
    }

private:
    TopicRecordReader m_reader;
    AnswerCollector m_answers;
    TopicStateFold m_fold;
    std::int64_t m_next = 0;
};

TEST(AnswerCollector, GroupsOffsetsAndCommits) {
    AnswersOf topic("offsets");
    topic.write({commit(0, 40, "alone"), commit(1, 7, "alone")});
    topic.write({classic(1, {{"a", std::nullopt, ""}}), commit(0, 3)});
    topic.write({commit(0, 30, "alone")}, 2000);
    AnswerOptions options;
    options.isTopicThere = [](std::string_view, const Uuid&) { return false; };
    const TopicAnswers told = topic.told(options);
    EXPECT_EQ(told.records, 5U);
    EXPECT_THAT(answerLines(told, TopicQuestion::OffsetsAlone), ElementsAre(StartsWith("alone 2 ")));
    EXPECT_THAT(answerLines(told, TopicQuestion::BackwardCommits), ElementsAre("alone t 0 40 30 4:0 4:4 2000 @4:4"));
    EXPECT_THAT(answerLines(told, TopicQuestion::BusiestGroups),
                ElementsAre("alone 3 3 2 1000 2000", "g 1 1 1 1000 1000"));
    EXPECT_THAT(
        answerLines(told, TopicQuestion::MissingTopics),
        ElementsAre(StartsWith("alone t 0 30 4:4 "), StartsWith("alone t 1 7 4:1 "), StartsWith("g t 0 3 4:3 ")));
    EXPECT_THAT(answerLines(told, TopicQuestion::LargestGroups), ::testing::Contains(StartsWith("g classic ")));
    EXPECT_THAT(answerLines(told, TopicQuestion::RecordTypes), ::testing::Contains(StartsWith("OffsetCommit 1 4 ")));
    options.groups = {"g"};
    for (const TopicAnswer& answer : topic.told(options).answers) {
        for (const AnswerRow& row : answer.rows) {
            EXPECT_EQ(row.group, "g") << answerName(answer.question);
        }
    }
    const TopicAnswers unknown = topic.told();
    EXPECT_THAT(answerLines(unknown, TopicQuestion::MissingTopics), IsEmpty()) << "nobody knows the topics";
    for (const TopicAnswer& answer : unknown.answers) {
        EXPECT_EQ(answer.isKnown, answer.question != TopicQuestion::MissingTopics);
    }
}

TEST(AnswerCollector, OffsetsThatWaitForTheirTransaction) {
    AnswersOf topic("offsets");
    topic.write(inTransaction(7, {commit(0, 5)}));
    EXPECT_THAT(answerLines(topic.told(), TopicQuestion::PendingOffsets), ElementsAre("g t 0 7 5 4:0 @4:0"));
    EXPECT_THAT(answerLines(topic.told(), TopicQuestion::ControlRecords), IsEmpty());
    topic.write(markerBatch(7, true));
    EXPECT_THAT(answerLines(topic.told(), TopicQuestion::PendingOffsets), IsEmpty());
    EXPECT_THAT(answerLines(topic.told(), TopicQuestion::ControlRecords), ElementsAre(StartsWith("1 ")));
}

TEST(AnswerCollector, WhatIsBeyondTheMostIsCounted) {
    AnswersOf topic("offsets");
    std::vector<WrittenRecord> records;
    for (int i = 0; i < 25; ++i) {
        records.push_back(commit(0, i, "g" + std::to_string(i)));
    }
    topic.write(records);
    AnswerOptions options;
    options.mostRows = 20;
    for (const TopicAnswer& answer : topic.told(options).answers) {
        if (answer.question == TopicQuestion::OffsetsAlone) {
            EXPECT_THAT(answer.rows, SizeIs(20));
            EXPECT_EQ(answer.left, 5U);
        }
    }
    // A chosen group is not lost behind others.
    options.mostRows = 1;
    options.groups = {"g9"};
    EXPECT_THAT(answerLines(topic.told(options), TopicQuestion::OffsetsAlone), ElementsAre(StartsWith("g9 1 ")));
}

TEST(AnswerCollector, BackwardCommitsThatAreNotKeptAreCountedByGroup) {
    AnswersOf topic("offsets");
    topic.write({commit(0, 40), commit(0, 30)});
    std::vector<WrittenRecord> records;
    for (std::size_t i = 0; i <= CommitActivity::kBackwardKept; ++i) {
        records.push_back(commit(0, static_cast<std::int64_t>(CommitActivity::kBackwardKept - i), "other"));
    }
    topic.write(records);
    AnswerOptions options;
    options.groups = {"g"};
    for (const TopicAnswer& answer : topic.told(options).answers) {
        if (answer.question == TopicQuestion::BackwardCommits) {
            EXPECT_THAT(answer.rows, IsEmpty());
            EXPECT_EQ(answer.left, 1U) << "it was, and is not kept";
        }
    }
    options.groups = {"other"};
    options.mostRows = 20;
    for (const TopicAnswer& answer : topic.told(options).answers) {
        if (answer.question == TopicQuestion::BackwardCommits) {
            EXPECT_THAT(answer.rows, SizeIs(20));
            EXPECT_EQ(answer.left, CommitActivity::kBackwardKept - 20);
        }
    }
}

TEST(AnswerCollector, TransactionsThatHoldBackPartitions) {
    AnswersOf topic("transactions");
    topic.write({{FieldBytes().int16(0).classicString("tx-1").take(),
                  fromHex("00010000000000000fa000030000ea600103135f5f636f6e73756d65725f6f66667365747302000000070002740"
                          "30000000000000002000000018bcfe568000000018bcfe567fb0300080000000000000f9f0108fffffffffffff"
                          "fff02020002")
                      .value()}});
    constexpr std::int64_t kStart = 0x18bcfe567fb;
    AnswerOptions options;
    options.nowMs = kStart + 500;
    EXPECT_THAT(answerLines(topic.told(options), TopicQuestion::OpenTransactions),
                ElementsAre("tx-1 Ongoing 4000 3 500 60000 false __consumer_offsets-7,t-0,t-2 4:0 @4:0"));
    EXPECT_FALSE(topic.told(options).answers.front().isKnown) << "nobody asked what hangs";
    options.hanging = {{"t", 2, 4000, 12, 3, 1000, 0}, {"t", 3, 77, 8, 0, 1000, -1}};
    EXPECT_THAT(answerLines(topic.told(options), TopicQuestion::HangingTransactions),
                ElementsAre("4000 3 t 2 12 1000 0 tx-1 @4:0 !", "77 0 t 3 8 1000 -1  !"));
    EXPECT_TRUE(topic.told(options).answers.front().isKnown);
    options.nowMs = kStart + 60'001;
    EXPECT_THAT(answerLines(topic.told(options), TopicQuestion::OpenTransactions),
                ElementsAre("tx-1 Ongoing 4000 3 60001 60000 true __consumer_offsets-7,t-0,t-2 4:0 @4:0 !"));
}

}  // namespace
}  // namespace brokerscope
