#include "core/workbench/state_questions.h"

#include "core/base/hex.h"
#include "tests/unit/core/internal_topics/metadata_log.h"
#include "tests/unit/core/workbench/folded_topic.h"
#include "tests/unit/core/workbench/metadata_answers.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const Uuid kTopicId = *Uuid::fromString("0f1e2d3c-4b5a-4978-8796-a5b4c3d2e1f0");

// A partition's state, the questions about it, and answers to them by the name of their API.
class Asked {
public:
    explicit Asked(std::string_view word) : m_word(word), m_log(word) {
        m_cluster.brokers.push_back({1, {"localhost", 9092}, std::nullopt, false});
    }

    FoldedTopic& log() { return m_log; }
    ClusterSnapshot& cluster() { return m_cluster; }
    // Answers the next question about that API.
    void answer(std::string_view about, int version, std::string_view json) {
        const std::string_view api = about.substr(0, about.find(' '));
        if (m_questions.empty()) {
            m_questions = stateQuestions(m_word, m_log.fold.states(), m_cluster);
        }
        for (StateQuestion& question : m_questions) {
            if (question.take && question.about.starts_with(about)) {
                codes.push_back(std::exchange(question.take, nullptr)(answerBody(api, version, json), m_told));
                return;
            }
        }
        ADD_FAILURE() << "nobody asks " << about;
    }
    StateComparison compared() const {
        StateComparison found;
        m_told.compare(m_log.fold.states(), {}, found);
        return found;
    }
    // "kind id fact: log (place) / broker, API".
    std::vector<std::string> differences() const {
        std::vector<std::string> texts;
        for (const StateDifference& each : compared().differences) {
            texts.push_back(fmt::format("{} {} {}: {} ({}) / {}, {}", objectKindName(each.object.kind), each.object.id,
                                        each.fact, each.logged, each.from.offset < 0 ? "-" : placeText(each.from),
                                        each.told, each.source));
        }
        return texts;
    }

    std::vector<std::int64_t> codes;

private:
    std::string_view m_word;
    FoldedTopic m_log;
    ClusterSnapshot m_cluster;
    std::vector<StateQuestion> m_questions;
    ToldState m_told;
};

// C107: Ongoing with partitions t-0 and t-2 and one of __consumer_offsets.
WrittenRecord ongoing(std::string_view id) {
    return {
        FieldBytes().int16(0).classicString(id).take(),
        fromHex("00010000000000000fa000030000ea600103135f5f636f6e73756d65725f6f6666736574730200000007000274030000000"
                "000000002000000018bcfe568000000018bcfe567fb0300080000000000000f9f0108ffffffffffffffff02020002")
            .value()};
}

constexpr std::string_view kListed =
    R"({{"throttleTimeMs":0,"errorCode":0,"unknownStateFilters":[],"transactionStates":[{}]}})";
constexpr std::string_view kListedId = R"({{"transactionalId":"{}","producerId":4000,"transactionState":"Ongoing"}})";
constexpr std::string_view kDescribed =
    R"({{"throttleTimeMs":0,"transactionStates":[{{"errorCode":0,"transactionalId":"tx-1","transactionState":"{}",
        "transactionTimeoutMs":60000,"transactionStartTimeMs":1699999999995,"producerId":4000,"producerEpoch":{},
        "topics":[{{"topic":"t","partitions":[2,0]}},{{"topic":"__consumer_offsets","partitions":[7]}}]}}]}})";
// Why an id is not described.
constexpr std::string_view kNotDescribed =
    R"({{"throttleTimeMs":0,"transactionStates":[{{"errorCode":{},"transactionalId":"{}","transactionState":"",
        "transactionTimeoutMs":0,"transactionStartTimeMs":0,"producerId":0,"producerEpoch":0,"topics":[]}}]}})";

TEST(StateQuestions, TransactionsThatAreTheSame) {
    Asked asked("transactions");
    asked.log().write({ongoing("tx-1")});
    asked.answer("ListTransactions", 1, fmt::format(kListed, fmt::format(kListedId, "tx-1")));
    asked.answer("DescribeTransactions", 0, fmt::format(kDescribed, "Ongoing", 3));
    EXPECT_THAT(asked.differences(), IsEmpty());
    EXPECT_EQ(asked.compared().facts, 7u);
    EXPECT_THAT(asked.codes, ElementsAre(0, 0));
}

TEST(StateQuestions, TransactionsThatDiffer) {
    Asked asked("transactions");
    asked.log().write({ongoing("tx-1"), ongoing("tx-2")});
    asked.answer("ListTransactions", 1,
                 fmt::format(kListed, fmt::format(kListedId, "tx-1") + "," + fmt::format(kListedId, "tx-3")));
    asked.answer("DescribeTransactions", 0, fmt::format(kDescribed, "PrepareAbort", 4));
    EXPECT_THAT(asked.differences(),
                ElementsAre("transactionalId tx-1 producerEpoch: 3 (0:0) / 4, DescribeTransactions",
                            "transactionalId tx-1 state: \"Ongoing\" (0:0) / \"PrepareAbort\", DescribeTransactions",
                            "transactionalId tx-3 :  (-) / there, ListTransactions"));
    EXPECT_THAT(asked.compared().unanswered,
                ElementsAre("ListTransactions: the list lacks 1 of the log (transactionalId), which may be hidden from "
                            "who asks"));
}

TEST(StateQuestions, ATransactionalIdThatItsCoordinatorDoesNotKnow) {
    Asked asked("transactions");
    asked.log().write({ongoing("tx-2")});
    asked.answer("ListTransactions", 1, fmt::format(kListed, ""));
    asked.answer("DescribeTransactions", 0, fmt::format(kNotDescribed, 105, "tx-2"));
    EXPECT_THAT(asked.differences(), ElementsAre("transactionalId tx-2 : there (-) / , DescribeTransactions"));
    EXPECT_THAT(asked.compared().unanswered, IsEmpty());
}

// Producers 4000 and 77 with open transactions on t-0, 78 with none.
constexpr std::string_view kProducers =
    R"({{"throttleTimeMs":0,"topics":[{{"name":"t","partitions":[{{"partitionIndex":0,"errorCode":0,"errorMessage":null,
        "activeProducers":[
        {{"producerId":4000,"producerEpoch":3,"lastSequence":1,"lastTimestamp":5,"coordinatorEpoch":0,
          "currentTxnStartOffset":8}},
        {{"producerId":77,"producerEpoch":2,"lastSequence":1,"lastTimestamp":6,"coordinatorEpoch":-1,
          "currentTxnStartOffset":{}}},
        {{"producerId":78,"producerEpoch":0,"lastSequence":1,"lastTimestamp":7,"coordinatorEpoch":-1,
          "currentTxnStartOffset":-1}}]}}]}}]}})";

void addLeader(ClusterSnapshot& cluster) {
    TopicInfo topic;
    topic.name = "t";
    topic.partitions.push_back({0, 1, 0, {1}, {1}, 0});
    topic.partitions.push_back({1, -1, 0, {1}, {1}, 0});
    cluster.topics.push_back(topic);
}

// It coordinates nothing, and an answer of it would never come.
TEST(StateQuestions, AFencedBrokerIsNotAskedForTransactions) {
    Asked asked("transactions");
    addLeader(asked.cluster());
    asked.cluster().brokers.push_back({2, {"localhost", 9093}, std::nullopt, true});
    asked.answer("DescribeProducers", 0, fmt::format(kProducers, 12));
    asked.answer("ListTransactions", 1, fmt::format(kListed, fmt::format(kListedId, "tx-1")));
    asked.answer("DescribeProducers", 0, fmt::format(kProducers, 12));
    ASSERT_THAT(asked.differences(), SizeIs(2));
    EXPECT_THAT(asked.differences()[0], ::testing::StartsWith("transactionalId tx-1 :  (-) / there"));
    EXPECT_THAT(asked.differences()[1], ::testing::StartsWith("producer 77 hangingTransaction[t-0]:"));
}

TEST(StateQuestions, NothingHangsWhereACoordinatorIsMissing) {
    Asked asked("transactions");
    addLeader(asked.cluster());
    asked.cluster().topics.front().name = "__transaction_state";
    asked.answer("DescribeProducers", 0, fmt::format(kProducers, 12));
    asked.answer("ListTransactions", 1, fmt::format(kListed, ""));
    asked.answer("DescribeProducers", 0, fmt::format(kProducers, 12));
    EXPECT_THAT(asked.differences(), IsEmpty());
    ASSERT_THAT(asked.compared().unanswered, SizeIs(1));
    EXPECT_THAT(asked.compared().unanswered[0],
                ::testing::StartsWith("partitions of __transaction_state have no leader"));
}

TEST(StateQuestions, NothingHangsWhereTransactionsAreHidden) {
    Asked asked("transactions");
    addLeader(asked.cluster());
    asked.log().write({ongoing("tx-1")});
    asked.answer("DescribeProducers", 0, fmt::format(kProducers, 12));
    asked.answer("ListTransactions", 1, fmt::format(kListed, ""));
    asked.answer("DescribeTransactions", 0, fmt::format(kNotDescribed, 53, "tx-1"));
    asked.answer("DescribeProducers", 0, fmt::format(kProducers, 12));
    EXPECT_THAT(asked.differences(), IsEmpty());
    EXPECT_THAT(asked.codes, ::testing::Contains(53)) << "which takeAnswer() tells";
    // Their coordinator may not even be told.
    Asked unanswered("transactions");
    addLeader(unanswered.cluster());
    unanswered.log().write({ongoing("tx-1")});
    unanswered.answer("DescribeProducers", 0, fmt::format(kProducers, 12));
    unanswered.answer("ListTransactions", 1, fmt::format(kListed, ""));
    unanswered.answer("DescribeProducers", 0, fmt::format(kProducers, 12));
    EXPECT_THAT(unanswered.differences(), IsEmpty());
}

TEST(StateQuestions, TransactionsThatNoCoordinatorKnows) {
    Asked asked("transactions");
    addLeader(asked.cluster());
    asked.log().write({ongoing("tx-1")});
    asked.answer("DescribeProducers", 0, fmt::format(kProducers, 12));
    asked.answer("ListTransactions", 1, fmt::format(kListed, fmt::format(kListedId, "tx-1")));
    asked.answer("DescribeTransactions", 0, fmt::format(kDescribed, "Ongoing", 3));
    EXPECT_THAT(asked.differences(), IsEmpty()) << "it may have ended meanwhile";
    asked.answer("DescribeProducers", 0, fmt::format(kProducers, 12));
    EXPECT_THAT(asked.differences(),
                ElementsAre("producer 77 hangingTransaction[t-0]:  (-) / {\"startOffset\":12,\"producerEpoch\":2,"
                            "\"lastTimestampMs\":6,\"coordinatorEpoch\":-1}, DescribeProducers, ListTransactions"));
}

// The coordinator has ended it; its marker never came to the partition.
TEST(StateQuestions, TransactionsThatTheirCoordinatorHasDoneWith) {
    Asked asked("transactions");
    addLeader(asked.cluster());
    asked.log().write({ongoing("tx-1")});
    asked.answer("DescribeProducers", 0, fmt::format(kProducers, -1));
    asked.answer(
        "ListTransactions", 1,
        fmt::format(kListed, R"({"transactionalId":"tx-1","producerId":4000,"transactionState":"CompleteCommit"})"));
    asked.answer("DescribeTransactions", 0, fmt::format(kDescribed, "Ongoing", 3));
    asked.answer("DescribeProducers", 0, fmt::format(kProducers, -1));
    ASSERT_EQ(asked.differences().size(), 1u);
    EXPECT_THAT(asked.differences()[0],
                ::testing::StartsWith("producer 4000 hangingTransaction[t-0]: {\"transactionalId\":\"tx-1\",\"state\":"
                                      "\"Ongoing\"} (0:0) / {\"startOffset\":8"));
}

TEST(StateQuestions, ATransactionThatCameMeanwhileDoesNotHang) {
    Asked asked("transactions");
    addLeader(asked.cluster());
    asked.log().write({ongoing("tx-1")});
    asked.answer("DescribeProducers", 0, fmt::format(kProducers, 12));
    asked.answer("ListTransactions", 1, fmt::format(kListed, fmt::format(kListedId, "tx-1")));
    asked.answer("DescribeProducers", 0, fmt::format(kProducers, 15));
    EXPECT_THAT(asked.differences(), IsEmpty()) << "another one began";
}

WrittenRecord shareSnapshot(std::int64_t start) {
    return {FieldBytes().int16(0).classicString("g").bytes(kTopicId.bytes).int32(0).take(), FieldBytes()
                                                                                                .int16(0)
                                                                                                .int32(1)
                                                                                                .int32(2)
                                                                                                .int32(5)
                                                                                                .int64(start)
                                                                                                .int64(100)
                                                                                                .int64(200)
                                                                                                .varint(2)
                                                                                                .int64(start)
                                                                                                .int64(start + 4)
                                                                                                .int8(2)
                                                                                                .int16(1)
                                                                                                .noTags()
                                                                                                .noTags()
                                                                                                .take()};
}

TEST(StateQuestions, ShareStateOnBothSides) {
    const std::string topic = kTopicId.toString();
    const auto summary = fmt::format(
        R"({{"results":[{{"topicId":"{}","partitions":[{{"partition":0,"errorCode":0,"errorMessage":null,"stateEpoch":2,
            "leaderEpoch":5,"startOffset":10}}]}}]}})",
        topic);
    const auto states = [&topic](int count) {
        return fmt::format(
            R"({{"results":[{{"topicId":"{}","partitions":[{{"partition":0,"errorCode":0,"errorMessage":null,
                "stateEpoch":2,"startOffset":10,"stateBatches":[{{"firstOffset":10,"lastOffset":14,"deliveryState":2,
                "deliveryCount":{}}}]}}]}}]}})",
            topic, count);
    };
    Asked same("share");
    same.log().write({shareSnapshot(10)});
    same.answer("ReadShareGroupStateSummary", 0, summary);
    same.answer("ReadShareGroupState of", 0, states(1));
    EXPECT_THAT(same.differences(), IsEmpty());
    EXPECT_EQ(same.compared().facts, 5u);
    Asked other("share");
    other.log().write({shareSnapshot(11)});
    other.answer("ReadShareGroupStateSummary", 0, summary);
    EXPECT_THAT(other.differences(),
                ElementsAre("sharePartition g:" + topic + ":0 startOffset: 11 (0:0) / 10, ReadShareGroupStateSummary"));
}

constexpr std::string_view kTopics =
    R"({{"throttleTimeMs":0,"brokers":[],"clusterId":"c","controllerId":1,"topics":[{{"errorCode":0,"name":"orders",
        "topicId":"{}","isInternal":false,"partitions":[{{"errorCode":0,"partitionIndex":0,"leaderId":{},"leaderEpoch":0,
        "replicaNodes":[1,2],"isrNodes":[2,1],"offlineReplicas":[]}}]}}]}})";

TEST(StateQuestions, TopicsOnBothSides) {
    const std::string id = kTopicId.toString();
    Asked same("metadata");
    same.log().write({topicRecord("orders", kTopicId), partitionRecord(kTopicId, 0, {1, 2}, 1)});
    same.answer("Metadata", 12, fmt::format(kTopics, id, 1));
    EXPECT_THAT(same.differences(), IsEmpty());
    EXPECT_EQ(same.compared().facts, 6u);
    Asked other("metadata");
    other.log().write({topicRecord("orders", kTopicId), partitionRecord(kTopicId, 0, {1, 2}, 1),
                       partitionRecord(kTopicId, 1, {1, 2}, 1)});
    other.answer("Metadata", 12, fmt::format(kTopics, id, 2));
    const std::vector<std::string> found = other.differences();
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found.front(), "topic orders partitions[0].leader: 1 (0:1) / 2, Metadata");
    EXPECT_THAT(found, ::testing::Contains("topic orders partitions[1].leader: 1 (0:2) / , Metadata"));
}

constexpr std::string_view kNoTopics =
    R"({"throttleTimeMs":0,"brokers":[],"clusterId":"c","controllerId":1,"topics":[]})";
constexpr std::string_view kNoConfigs =
    R"({{"throttleTimeMs":0,"results":[{{"errorCode":{},"errorMessage":null,"resourceType":2,"resourceName":"orders",
        "configs":[]}}]}})";

// Metadata leaves out, without a word, what the asker may not describe.
TEST(StateQuestions, ATopicThatIsNotListedIsAskedForByName) {
    Asked gone("metadata");
    gone.log().write({topicRecord("orders", kTopicId)});
    gone.answer("Metadata", 12, kNoTopics);
    gone.answer("DescribeConfigs of resources", 4, fmt::format(kNoConfigs, 3));
    EXPECT_THAT(gone.differences(), ElementsAre("topic orders : there (-) / , DescribeConfigs"));
    EXPECT_THAT(gone.codes, ElementsAre(0, 0));
    Asked hidden("metadata");
    hidden.log().write({topicRecord("orders", kTopicId)});
    hidden.answer("Metadata", 12, kNoTopics);
    hidden.answer("DescribeConfigs of resources", 4, fmt::format(kNoConfigs, 29));
    EXPECT_THAT(hidden.differences(), IsEmpty());
    EXPECT_THAT(hidden.compared().unanswered,
                ElementsAre("Metadata: the list lacks 1 of the log (topic), which may be hidden from who asks"));
    EXPECT_THAT(hidden.codes, ElementsAre(0, 29));
}

TEST(StateQuestions, ConfigsAndWhatIsSecret) {
    Asked asked("metadata");
    asked.log().write({topicRecord("orders", kTopicId), configRecord(2, "orders", "retention.ms", "1000"),
                       configRecord(2, "orders", "segment.bytes", "77")});
    asked.answer("DescribeConfigs", 4,
                 R"({"throttleTimeMs":0,"results":[{"errorCode":0,"errorMessage":null,"resourceType":2,
        "resourceName":"orders","configs":[
        {"name":"retention.ms","value":"2000","readOnly":false,"configSource":1,"isSensitive":false,"synonyms":[],
         "configType":5,"documentation":null},
        {"name":"segment.bytes","value":null,"readOnly":false,"configSource":1,"isSensitive":true,"synonyms":[],
         "configType":5,"documentation":null},
        {"name":"cleanup.policy","value":"delete","readOnly":false,"configSource":5,"isSensitive":false,"synonyms":[],
         "configType":7,"documentation":null}]}]})");
    EXPECT_THAT(asked.differences(),
                ElementsAre("configResource TOPIC orders configs[retention.ms]: \"1000\" (0:1) / \"2000\", "
                            "DescribeConfigs"));
}

TEST(StateQuestions, QuotasUsersFeaturesAndAcls) {
    Asked asked("metadata");
    asked.log().write({quotaRecord("alice", "producer_byte_rate", 1000, false), scramRecord("alice", 4096),
                       featureRecord("metadata.version", 25), aclRecord(kTopicId, "User:alice")});
    asked.answer("DescribeClientQuotas", 1,
                 R"({"throttleTimeMs":0,"errorCode":0,"errorMessage":null,"entries":[{"entity":[{"entityType":"user",
        "entityName":"alice"}],"values":[{"key":"producer_byte_rate","value":2000}]}]})");
    asked.answer("DescribeUserScramCredentials", 0,
                 R"({"throttleTimeMs":0,"errorCode":0,"errorMessage":null,"results":[{"user":"bob","errorCode":0,
        "errorMessage":null,"credentialInfos":[{"mechanism":1,"iterations":4096}]}]})");
    asked.answer("DescribeAcls", 3, R"({"throttleTimeMs":0,"errorCode":0,"errorMessage":null,"resources":[]})");
    const std::vector<std::string> found = asked.differences();
    EXPECT_THAT(found, ::testing::Contains("clientQuota user=alice quotas[producer_byte_rate]: 1000.0 (0:0) / 2000.0, "
                                           "DescribeClientQuotas"));
    EXPECT_THAT(found, ::testing::Contains("scramUser alice : there (-) / , DescribeUserScramCredentials"));
    EXPECT_THAT(found, ::testing::Contains("scramUser bob :  (-) / there, DescribeUserScramCredentials"));
    EXPECT_THAT(found, ::testing::Contains("acl " + kTopicId.toString() + " : there (-) / , DescribeAcls"));
    EXPECT_THAT(found, SizeIs(4));
}

TEST(StateQuestions, WhatIsNotAnsweredIsSaid) {
    const SchemaRegistry& registry = SchemaRegistry::embedded();
    ToldState told;
    StateQuestion question = askedOf(brokerTarget(1), "ListTransactions of broker 1", 66, "{}",
                                     [](const NodeRef&, ToldState&) { return std::int64_t{31}; });
    takeAnswer(registry, question, failure(MessageId::Cancelled), told);
    SendResult result;
    auto exchange = std::make_shared<Exchange>();
    result.exchange = exchange;
    takeAnswer(registry, question, std::move(result), told);
    StateComparison found;
    told.compare({}, {}, found);
    ASSERT_THAT(found.unanswered, SizeIs(2));
    EXPECT_TRUE(found.unanswered[0].starts_with("ListTransactions of broker 1: "));
    EXPECT_EQ(found.unanswered[1], "ListTransactions of broker 1: the answer cannot be read");
    EXPECT_THAT(stateQuestions("offsets", {}, {}), IsEmpty());
}

// What could be read of it would say that there is no more.
TEST(StateQuestions, AnAnswerThatDoesNotDecodeTellsNothing) {
    FoldedTopic log("transactions");
    log.write({ongoing("tx-1")});
    ClusterSnapshot cluster;
    cluster.brokers.push_back({1, {"localhost", 9092}, std::nullopt, false});
    std::vector<StateQuestion> questions = stateQuestions("transactions", log.fold.states(), cluster);
    const auto list = std::ranges::find(questions, "ListTransactions of broker 1", &StateQuestion::about);
    ASSERT_NE(list, questions.end());
    SendResult result = metadataAnswer("ListTransactions", 1, fmt::format(kListed, ""));
    auto exchange = std::make_shared<Exchange>();
    exchange->response = result.response->bytes;
    exchange->malformed = Diagnostic{Severity::Error, MessageId::Other, {"it ends too soon"}, {}, {}};
    result.exchange = exchange;
    ToldState told;
    takeAnswer(SchemaRegistry::embedded(), *list, result, told);
    StateComparison found;
    told.compare(log.fold.states(), {}, found);
    EXPECT_THAT(found.differences, IsEmpty());
    ASSERT_THAT(found.unanswered, SizeIs(1));
    EXPECT_THAT(found.unanswered[0], ::testing::HasSubstr("it ends too soon"));
}

}  // namespace
}  // namespace brokerscope
