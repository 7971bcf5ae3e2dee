#include "core/workbench/topic_findings.h"

#include "core/base/hex.h"
#include "core/internal_topics/group_topic_state.h"
#include "core/workbench/topic_state_fold.h"
#include "tests/unit/core/internal_topics/group_values.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using namespace testing;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

class AnswersOf {
public:
    explicit AnswersOf(std::string_view word)
        : m_reader(SchemaRegistry::embedded())
        , m_answers(m_reader, *m_reader.topicByWord(word))
        , m_fold([this](std::int32_t partition) { return m_answers.makeState(partition); }, {}, {},
                 {[this](const TopicState& state, const RecordView& view, const BatchContext& batch) {
                      m_answers.take(state, view, batch);
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
    // "kind: text" of each.
    std::vector<std::string> told(const IsTopicThere& isThere = {}, std::int64_t nowMs = 0) const {
        std::vector<std::string> texts;
        for (const TopicFinding& answer : m_answers.answers(m_fold.states(), isThere, nowMs)) {
            texts.push_back(answer.kind + ": " + answer.text);
        }
        return texts;
    }
    std::vector<TopicFinding> answers(std::int64_t nowMs) const {
        return m_answers.answers(m_fold.states(), {}, nowMs);
    }

private:
    TopicRecordReader m_reader;
    TopicFindings m_answers;
    TopicStateFold m_fold;
    std::int64_t m_next = 0;
};

TEST(TopicFindings, GroupsOffsetsAndCommits) {
    AnswersOf topic("offsets");
    topic.write({commit(0, 40, "alone"), commit(1, 7, "alone")});
    topic.write({classic(1, {{"a", std::nullopt, ""}}), commit(0, 3)});
    topic.write({commit(0, 30, "alone")}, 2000);
    const auto told = topic.told([](std::string_view, const Uuid&) { return false; });
    EXPECT_THAT(told, Contains(HasSubstr("groupOfOffsetsAlone: group alone is offsets alone, of 2 partitions")));
    EXPECT_THAT(told, Not(Contains(HasSubstr("groupOfOffsetsAlone: group g"))));
    EXPECT_THAT(told, Contains("backwardCommit: group alone went back on t-0 from 40 (4:0) to 30 (4:4)"));
    EXPECT_THAT(told, Contains("hottestCommitter: group alone commits 3.00 records a second: 3 records, 2 in the "
                               "busiest second"));
    EXPECT_THAT(told, Contains("offsetOfMissingTopic: group g has offset 3 of t-0, a topic that is not there (any "
                               "more) (4:3)"));
    EXPECT_THAT(told, Contains(HasSubstr("largestGroup: group g: 1 member, 1 partition with an offset")));
    EXPECT_THAT(told, Contains(HasSubstr("recordType: OffsetCommit: 4 records")));
    EXPECT_THAT(topic.told(), Not(Contains(HasSubstr("offsetOfMissingTopic")))) << "nobody knows the topics";
}

TEST(TopicFindings, OffsetsThatWaitForTheirTransaction) {
    AnswersOf topic("offsets");
    topic.write(inTransaction(7, {commit(0, 5)}));
    EXPECT_THAT(topic.told(),
                Contains("pendingOffset: group g: offset 5 of t-0 waits for the transaction of producer 7 (4:0)"));
    topic.write(markerBatch(7, true));
    EXPECT_THAT(topic.told(), Not(Contains(HasSubstr("pendingOffset"))));
    EXPECT_THAT(topic.told(), Contains(HasSubstr("controlRecords: control records: 1 record")));
}

TEST(TopicFindings, WhatIsBeyondTheMostIsCounted) {
    AnswersOf topic("offsets");
    std::vector<WrittenRecord> records;
    for (int i = 0; i < 25; ++i) {
        records.push_back(commit(0, i, "g" + std::to_string(i)));
    }
    topic.write(records);
    const auto told = topic.told();
    EXPECT_THAT(told, Contains("more: and 5 more of groupOfOffsetsAlone"));
    EXPECT_EQ(std::ranges::count_if(told, [](const auto& text) { return text.starts_with("groupOfOffsetsAlone"); }),
              20);
}

TEST(TopicFindings, TransactionsThatHoldBackPartitions) {
    AnswersOf topic("transactions");
    topic.write({{FieldBytes().int16(0).classicString("tx-1").take(),
                  fromHex("00010000000000000fa000030000ea600103135f5f636f6e73756d65725f6f66667365747302000000070002740"
                          "30000000000000002000000018bcfe568000000018bcfe567fb0300080000000000000f9f0108fffffffffffff"
                          "fff02020002")
                      .value()}});
    constexpr std::int64_t kStart = 0x18bcfe567fb;
    EXPECT_THAT(topic.told({}, kStart + 500),
                Contains("openTransaction: transaction tx-1 of producer 4000 epoch 3 (Ongoing) holds back "
                         "__consumer_offsets-7 t-0 t-2, open for 500 ms of at most 60000 (4:0)"));
    EXPECT_THAT(topic.told({}, kStart + 60'001), Contains(HasSubstr(": it hangs")));
    const auto open = topic.answers(kStart + 500).front();
    ASSERT_THAT(open.facts, SizeIs(9));
    EXPECT_EQ(open.facts[7].first, "partitions");
    EXPECT_EQ(open.facts[7].second, R"(["__consumer_offsets-7","t-0","t-2"])");
}

}  // namespace
}  // namespace brokerscope
