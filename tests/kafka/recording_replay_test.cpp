#include "tests/kafka/broker_fixture.h"
#include "tests/kafka/broker_release.h"
#include "tests/support/documented_collection.h"
#include "tests/support/temporary_path.h"
#include "tests/unit/app/cli/cli_run.h"

#include <QProcess>
#include <QStringList>

#include <algorithm>
#include <fstream>
#include <gmock/gmock.h>
#include <map>

namespace brokerscope {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using namespace testing;

using RequestFiles = std::vector<std::pair<std::string, std::string>>;

// What both brokers have before anything is recorded: the topic, and coordinators that are awake.
const RequestFiles kBefore{
    {"1-create.request", "api: CreateTopics\nexpect: response.topics[].errorCode == NONE\n\n"
                         R"({"topics": [{"name": "{{topic}}", "numPartitions": 1, "replicationFactor": 1}]})"},
    {"2-wait.request",
     "api: Fetch\nversion: 12\nretry: while response.responses[].partitions[].errorCode in NOT_LEADER_OR_FOLLOWER, "
     "UNKNOWN_TOPIC_OR_PARTITION for 30s every 200ms\n\n"
     R"({"replicaId": -1, "maxWaitMs": 10, "minBytes": 1, "topics": [
         {"topic": "{{topic}}", "partitions": [{"partition": 0, "fetchOffset": 0, "partitionMaxBytes": 1000}]}]})"},
    {"3-coordinator.request",
     "api: FindCoordinator\nretry: while response.coordinators[].errorCode == COORDINATOR_NOT_AVAILABLE for 60s every "
     "200ms\n\n"
     R"({"keyType": 0, "coordinatorKeys": ["{{topic}}"]})"},
    {"4-group.request",
     "api: JoinGroup\nversion: 5\nretry: while response.errorCode in COORDINATOR_LOAD_IN_PROGRESS, NOT_COORDINATOR, "
     "COORDINATOR_NOT_AVAILABLE for 60s every 200ms\nexpect: response.errorCode == MEMBER_ID_REQUIRED\n\n"
     R"({"groupId": "{{topic}}-before", "sessionTimeoutMs": 10000, "rebalanceTimeoutMs": 10000, "memberId": "",
         "protocolType": "consumer", "protocols": [{"name": "range", "metadata": "AAAAAAAAAAAAAA=="}]})"},
    {"5-producer.request",
     "api: InitProducerId\nversion: 4\nretry: while response.errorCode in COORDINATOR_NOT_AVAILABLE, "
     "COORDINATOR_LOAD_IN_PROGRESS, NOT_COORDINATOR for 60s every 200ms\nexpect: response.errorCode == NONE\n\n"
     R"({"transactionalId": "{{topic}}-before", "transactionTimeoutMs": 60000})"},
};

// A fetch session, a member of a group and a transaction, each with values that the broker makes up.
const RequestFiles kRecordedRequests{
    {"1-metadata.request", "api: Metadata\nversion: 12\nset: id = response.topics[0].topicId\n\n"
                           R"({"topics": [{"name": "{{topic}}"}], "allowAutoTopicCreation": false})"},
    {"3-fetch.request",
     "api: Fetch\nversion: 13\nexpect: response.sessionId > 0\nset: session = response.sessionId\n\n"
     R"({"replicaId": -1, "maxWaitMs": 10, "minBytes": 1, "sessionId": 0, "sessionEpoch": 0, "topics": [
         {"topicId": "{{id}}", "partitions": [{"partition": 0, "fetchOffset": 0, "partitionMaxBytes": 1000}]}]})"},
    {"4-fetch-again.request", "api: Fetch\nversion: 13\nexpect: response.errorCode == NONE\n\n"
                              R"({"replicaId": -1, "maxWaitMs": 10, "minBytes": 1, "sessionId": "{{session}}",
         "sessionEpoch": 1, "topics": []})"},
    {"6-join.request",
     "api: JoinGroup\nversion: 5\nexpect: response.errorCode == MEMBER_ID_REQUIRED\nset: member = "
     "response.memberId\n\n"
     R"({"groupId": "{{topic}}", "sessionTimeoutMs": 10000, "rebalanceTimeoutMs": 10000, "memberId": "",
         "protocolType": "consumer", "protocols": [{"name": "range", "metadata": "AAAAAAAAAAAAAA=="}]})"},
    {"7-join-again.request",
     "api: JoinGroup\nversion: 5\nexpect: response.errorCode == NONE\nset: generation = response.generationId\n\n"
     R"({"groupId": "{{topic}}", "sessionTimeoutMs": 10000, "rebalanceTimeoutMs": 10000, "memberId": "{{member}}",
         "protocolType": "consumer", "protocols": [{"name": "range", "metadata": "AAAAAAAAAAAAAA=="}]})"},
    {"8-sync.request", "api: SyncGroup\nversion: 3\nexpect: response.errorCode == NONE\n\n"
                       R"({"groupId": "{{topic}}", "generationId": "{{generation}}", "memberId": "{{member}}",
         "assignments": [{"memberId": "{{member}}", "assignment": "AAAAAAAAAAAAAA=="}]})"},
    {"9-heartbeat.request", "api: Heartbeat\nversion: 3\nexpect: response.errorCode == NONE\n\n"
                            R"({"groupId": "{{topic}}", "generationId": "{{generation}}", "memberId": "{{member}}"})"},
    {"91-producer.request", "api: InitProducerId\nversion: 4\nexpect: response.errorCode == NONE\n"
                            "set: producer = response.producerId\nset: epoch = response.producerEpoch\n\n"
                            R"({"transactionalId": "{{topic}}", "transactionTimeoutMs": 60000})"},
    {"92-transaction.request",
     "api: AddPartitionsToTxn\nversion: 3\nexpect: response.resultsByTopicV3AndBelow[].resultsByPartition[]."
     "partitionErrorCode == NONE\n\n"
     R"({"v3AndBelowTransactionalId": "{{topic}}", "v3AndBelowProducerId": "{{producer}}",
         "v3AndBelowProducerEpoch": "{{epoch}}", "v3AndBelowTopics": [{"name": "{{topic}}", "partitions": [0]}]})"},
    {"93-abort.request", "api: EndTxn\nversion: 3\nexpect: response.errorCode == NONE\n\n"
                         R"({"transactionalId": "{{topic}}", "producerId": "{{producer}}", "producerEpoch": "{{epoch}}",
         "committed": false})"},
};

class ReplayedRuns : public ::testing::TestWithParam<const char*> {
protected:
    void SetUp() override {
        m_first = brokerAddresses("groups-4.4.0").bootstrap;
        m_second = brokerAddresses(std::string("replay-") + GetParam()).bootstrap;
        ASSERT_FALSE(m_first.empty() || m_second.empty()) << "no brokers: the fixtures did not start them";
    }
    void TearDown() override {
        std::filesystem::remove_all(m_root);
        for (const auto& file : {m_file, m_again, m_packets}) {
            std::filesystem::remove(file);
        }
    }

    CliRun send(const std::string& bootstrap, const RequestFiles& files, const std::string& recording = {}) const {
        std::filesystem::remove_all(m_root);
        std::filesystem::create_directories(m_root);
        for (const auto& [name, text] : files) {
            std::ofstream(m_root / name, std::ios::binary) << text;
        }
        std::vector<std::string> line{
            "--bootstrap", bootstrap, "--yes", "run", m_root.string(), "--set", "topic=\"" + m_topic + '"'};
        if (!recording.empty()) {
            line.insert(line.begin(), {"--record", recording});
        }
        return runBscope(line);
    }
    void record() const {
        for (const std::string& broker : {m_first, m_second}) {
            const CliRun before = send(broker, kBefore);
            ASSERT_EQ(before.status, 0) << before.out << before.err;
        }
        const CliRun run = send(m_first, kRecordedRequests, m_file.string());
        ASSERT_EQ(run.status, 0) << run.out << run.err;
    }
    CliRun recording(std::vector<std::string> more) const {
        more.insert(more.begin(), {"recording", m_file.string()});
        return runBscope(more);
    }
    CliRun replay(std::vector<std::string> more) const {
        more.insert(more.begin(), {"--bootstrap", m_second, "--yes", "recording", m_file.string(), "--replay"});
        return runBscope(more);
    }

    std::string m_first;
    std::string m_second;
    std::string m_topic = uniqueTopic("replayed");
    std::filesystem::path m_root = temporaryPath("replayed");
    std::filesystem::path m_file = temporaryPath("replayed.bsrec");
    std::filesystem::path m_again = temporaryPath("again.bsrec");
    std::filesystem::path m_packets = temporaryPath("replayed.pcapng");
};

std::map<std::string, std::vector<std::string>> outcomesByApi(const CliRun& run) {
    std::map<std::string, std::vector<std::string>> outcomes;
    for (const nlohmann::json& object : objectsOf(run)) {
        outcomes[object.at("api").at("name")].push_back(object.at("outcome"));
    }
    return outcomes;
}

TEST_P(ReplayedRuns, AnotherBrokerAnswersAlikeWhereIdsAreMapped) {
    record();
    const CliRun replayed = replay({"--format", "json", "--record", m_again.string()});
    EXPECT_EQ(replayed.status, 0) << replayed.out << replayed.err;
    std::map<std::string, std::size_t> mapped;
    for (const nlohmann::json& object : objectsOf(replayed)) {
        EXPECT_EQ(object.at("outcome"), "same") << object;
        for (const nlohmann::json& value : object.at("mapped")) {
            EXPECT_NE(value.at("to"), nullptr) << object;
            ++mapped[value.at("entity")];
        }
    }
    for (const char* entity : {"topicId", "fetchSessionId", "memberId"}) {
        EXPECT_GT(mapped[entity], 0u) << entity << " is another one there";
    }
    // Addresses are another matter.
    const CliRun diff = recording({"--diff", m_again.string(), "--format", "json", "--filter", "-(api:Metadata)"});
    EXPECT_EQ(diff.status, 0) << diff.out;
    EXPECT_THAT(objectsOf(diff), SizeIs(kRecordedRequests.size() - 1));
    EXPECT_THAT(diff.out, HasSubstr(R"("path":"request.topics[0].topicId","change":"changed")"));
}

TEST_P(ReplayedRuns, VerbatimIdsMeanNothingThere) {
    record();
    const CliRun replayed = replay({"--verbatim", "--format", "json"});
    EXPECT_EQ(replayed.status, 1) << replayed.err;
    auto outcomes = outcomesByApi(replayed);
    EXPECT_THAT(outcomes["Heartbeat"], Contains("different"));
    EXPECT_THAT(outcomes["Fetch"], Contains("different"));
    for (const nlohmann::json& object : objectsOf(replayed)) {
        EXPECT_THAT(object.at("mapped"), IsEmpty());
    }
}

TEST_P(ReplayedRuns, PacketsAreReadByTshark) {
    record();
    ASSERT_EQ(recording({"--to", "pcapng", "--output", m_packets.string()}).status, 0);
    std::vector<std::string> wanted;
    const auto kept = objectsOf(recording({"--to", "json"}));
    for (const nlohmann::json& object : kept) {
        wanted.push_back(std::to_string(object.at("api").at("key").get<int>()) + ' ' +
                         std::to_string(object.at("correlationId").get<int>()));
    }
    const std::string port = m_first.substr(m_first.rfind(':') + 1);
    QProcess tshark;
    tshark.start(QStringLiteral("tshark"), {QStringLiteral("-n"),
                                            QStringLiteral("-r"),
                                            QString::fromStdString(m_packets.string()),
                                            QStringLiteral("-d"),
                                            QString::fromStdString("tcp.port==" + port + ",kafka"),
                                            QStringLiteral("-o"),
                                            QStringLiteral("tcp.check_checksum:TRUE"),
                                            QStringLiteral("-o"),
                                            QStringLiteral("ip.check_checksum:TRUE"),
                                            QStringLiteral("-Y"),
                                            QStringLiteral("kafka"),
                                            QStringLiteral("-T"),
                                            QStringLiteral("fields"),
                                            QStringLiteral("-E"),
                                            QStringLiteral("separator=/s"),
                                            QStringLiteral("-e"),
                                            QStringLiteral("kafka.request_key"),
                                            QStringLiteral("-e"),
                                            QStringLiteral("kafka.api_key"),
                                            QStringLiteral("-e"),
                                            QStringLiteral("kafka.correlation_id"),
                                            QStringLiteral("-e"),
                                            QStringLiteral("tcp.checksum.status"),
                                            QStringLiteral("-e"),
                                            QStringLiteral("tcp.dstport")});
    ASSERT_TRUE(tshark.waitForStarted()) << "tshark is not there";
    ASSERT_TRUE(tshark.waitForFinished(60'000));
    std::vector<std::string> requests;
    std::size_t answers = 0;
    for (const std::string& line : linesOf(QString::fromUtf8(tshark.readAllStandardOutput()).toStdString())) {
        const QStringList words = QString::fromStdString(line).split(u' ', Qt::SkipEmptyParts);
        ASSERT_GE(words.size(), 3) << line;
        EXPECT_EQ(words[words.size() - 2], QStringLiteral("1")) << "checksums are right: " << line;
        if (words.back().toStdString() == port) {
            requests.push_back((words[0] + u' ' + words[words.size() - 3]).toStdString());
        } else {
            ++answers;
        }
    }
    EXPECT_EQ(requests, wanted) << tshark.readAllStandardError().toStdString();
    EXPECT_EQ(answers, kept.size());

    const auto captured = objectsOf(runBscope({"capture", m_packets.string(), "--format", "json"}));
    ASSERT_EQ(captured.size(), kept.size());
    for (std::size_t i = 0; i < kept.size(); ++i) {
        for (const char* key : {"time", "api", "correlationId", "request", "response", "requestBytes", "responseBytes",
                                "errors", "unread"}) {
            EXPECT_EQ(captured[i].at(key), kept[i].at(key)) << key << i;
        }
    }
}

TEST_P(ReplayedRuns, VectorsHoldForBatch) {
    record();
    const CliRun vectors = recording({"--to", "vectors"});
    EXPECT_EQ(vectors.status, 0) << vectors.err;
    const auto lines = objectsOf(vectors);
    const auto answers = objectsOf(runBscope({"batch"}, vectors.out));
    ASSERT_EQ(lines.size(), answers.size());
    EXPECT_GT(lines.size(), 2 * kRecordedRequests.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
        EXPECT_EQ(lines[i].at("expect"), answers[i]);
        EXPECT_EQ(answers[i].at("ok"), true) << lines[i];
    }
}

std::string replayBrokerName(const ::testing::TestParamInfo<const char*>& instance) {
    std::string name = std::string("replay_") + instance.param + "_recorded";
    std::replace(name.begin(), name.end(), '.', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Kafka, ReplayedRuns, ::testing::Values("4.4.0"), replayBrokerName);

}  // namespace
}  // namespace brokerscope
