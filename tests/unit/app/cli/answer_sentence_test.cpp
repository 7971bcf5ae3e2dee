#include "app/cli/answer_sentence.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using Partitions = std::vector<std::string>;
constexpr std::int64_t k7 = 7;

TEST(AnswerSentence, TransactionsAndWhatWaitsForThem) {
    AnswerRow open{{{"transactionalId", std::string("tx-1")},
                    {"state", std::string("Ongoing")},
                    {"producerId", k7},
                    {"producerEpoch", std::int64_t{0}},
                    {"openMs", std::int64_t{500}},
                    {"timeoutMs", std::int64_t{60000}},
                    {"hanging", false},
                    {"partitions", Partitions{"orders-3", "t-0"}},
                    {"from", RecordPlace{4, 0, -1}}}};
    EXPECT_EQ(answerSentence(TopicQuestion::OpenTransactions, open),
              "transaction tx-1 of producer 7 epoch 0 (Ongoing) holds back orders-3 t-0, open for 500 ms of at most "
              "60000 (4:0)");
    open.facts[6].value = true;
    EXPECT_EQ(answerSentence(TopicQuestion::OpenTransactions, open),
              "transaction tx-1 of producer 7 epoch 0 (Ongoing) holds back orders-3 t-0, open for 500 ms of at most "
              "60000: it hangs (4:0)");
    const AnswerRow pending{{{"group", std::string("g")},
                             {"topic", std::string("t")},
                             {"topicPartition", std::int64_t{0}},
                             {"producerId", k7},
                             {"offset", std::int64_t{5}},
                             {"from", RecordPlace{4, 0, -1}}}};
    EXPECT_EQ(answerSentence(TopicQuestion::PendingOffsets, pending),
              "group g: offset 5 of t-0 waits for the transaction of producer 7 (4:0)");
}

TEST(AnswerSentence, TransactionsThatNobodyWillEnd) {
    AnswerRow hanging{{{"producerId", k7},
                       {"producerEpoch", std::int64_t{2}},
                       {"topic", std::string("orders")},
                       {"topicPartition", std::int64_t{3}},
                       {"startOffset", std::int64_t{12}},
                       {"lastMs", std::int64_t{1700000000000}},
                       {"coordinatorEpoch", std::int64_t{-1}},
                       {"transactionalIds", Partitions{}}}};
    const std::string sentence = "producer 7 epoch 2 holds back orders-3 from offset 12 on, last written "
                                 "2023-11-14T22:13:20.000Z: its leader has the transaction open, and no coordinator "
                                 "lists one";
    EXPECT_EQ(answerSentence(TopicQuestion::HangingTransactions, hanging), sentence);
    hanging.facts.back().value = Partitions{"tx-1"};
    EXPECT_EQ(answerSentence(TopicQuestion::HangingTransactions, hanging),
              sentence + " (the log has the producer for tx-1)");
}

TEST(AnswerSentence, GroupsAndTheirCommits) {
    const AnswerRow backward{{{"group", std::string("g\n")},
                              {"topic", std::string("t")},
                              {"topicPartition", std::int64_t{0}},
                              {"before", std::int64_t{40}},
                              {"after", std::int64_t{30}},
                              {"from", RecordPlace{4, 0, -1}},
                              {"to", RecordPlace{4, 4, -1}},
                              {"timestamp", std::int64_t{2000}}}};
    EXPECT_EQ(answerSentence(TopicQuestion::BackwardCommits, backward),
              "group g\\x0a went back on t-0 from 40 (4:0) to 30 (4:4)");
    const AnswerRow alone{{{"group", std::string("g")}, {"partitions", std::int64_t{1}}, {"lastCommitMs", k7}}};
    EXPECT_EQ(answerSentence(TopicQuestion::OffsetsAlone, alone),
              "group g is offsets alone, of 1 partition: no record of its own, so no members");
    const AnswerRow rate{{{"group", std::string("g")},
                          {"commits", std::int64_t{3}},
                          {"perSecond", 1.5},
                          {"mostInASecond", std::int64_t{2}}}};
    EXPECT_EQ(answerSentence(TopicQuestion::BusiestGroups, rate),
              "group g commits 1.50 records a second: 3 records, 2 in the busiest second");
}

TEST(AnswerSentence, SizesSayWhatIsKeptWhereSomethingIs) {
    AnswerRow type{{{"type", std::string("OffsetCommit")},
                    {"typeId", std::int64_t{1}},
                    {"records", std::int64_t{1}},
                    {"bytes", std::int64_t{4}}}};
    EXPECT_EQ(answerSentence(TopicQuestion::RecordTypes, type), "OffsetCommit: 1 record, 4 bytes");
    type.facts.push_back({"keptRecords", std::int64_t{1}});
    type.facts.push_back({"keptBytes", std::int64_t{4}});
    type.facts.push_back({"tombstones", std::int64_t{0}});
    EXPECT_EQ(answerSentence(TopicQuestion::RecordTypes, type),
              "OffsetCommit: 1 record, 4 bytes; a compaction of everything keeps 1 value (4 bytes) and 0 tombstones");
}

}  // namespace
}  // namespace brokerscope
