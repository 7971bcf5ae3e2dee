#include "tests/kafka/broker_fixture.h"
#include "tests/kafka/broker_release.h"
#include "tests/kafka/kafka_peer.h"
#include "tests/unit/app/cli/cli_run.h"

#include <QThread>

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using namespace testing;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

class CommittedOffsets : public ::testing::TestWithParam<const char*> {
protected:
    void SetUp() override {
        m_bootstrap = brokerAddresses(std::string("fetch-") + GetParam()).bootstrap;
        ASSERT_FALSE(m_bootstrap.empty()) << "no broker: the fixture did not start one";
    }
    // Asked again while the coordinator is still loading or being made.
    CliRun send(const std::string& api, int version, const std::string& body) const {
        CliRun run;
        for (int i = 0; i < 60; ++i) {
            run = runBscope({"--bootstrap", m_bootstrap, "--yes", "send", api, "--version", std::to_string(version),
                             "--body", body});
            const std::string all = run.out + run.err;
            if (all.find("COORDINATOR") == std::string::npos) {
                break;
            }
            QThread::msleep(500);
        }
        return run;
    }
    CliRun fetchOffset(int version, const std::string& group, const std::string& topic) const {
        return send(
            "OffsetFetch", version,
            fmt::format(
                R"({{"groups":[{{"groupId":"{}","topics":[{{{},"partitionIndexes":[0]}}]}}],"requireStable":false}})",
                group, topic));
    }
    static std::string byName(const std::string& name) { return R"("name":")" + name + '"'; }
    static std::string byId(const std::string& id) { return R"("topicId":")" + id + '"'; }

    std::string m_bootstrap;
};

// What was committed for a topic is not the offset of the one that has its name now.
TEST_P(CommittedOffsets, C083_OfATopicThatWasMadeAnew) {
    KafkaPeer peer(std::string("fetch-") + GetParam());
    const std::string topic = uniqueTopic("anew");
    const std::string group = topic + "-group";
    const std::string oldId = peer.obey({{"do", "createTopic"}, {"topic", topic}}).at("topicId").get<std::string>();
    const CliRun commit = send(
        "OffsetCommit", 10,
        fmt::format(
            R"({{"groupId":"{}","generationIdOrMemberEpoch":-1,"memberId":"","topics":[{{"topicId":"{}","partitions":[{{"partitionIndex":0,"committedOffset":42,"committedLeaderEpoch":-1,"committedMetadata":"m"}}]}}]}})",
            group, oldId));
    ASSERT_EQ(commit.status, 0) << commit.out << commit.err;
    EXPECT_THAT(fetchOffset(9, group, byName(topic)).out, HasSubstr("CommittedOffset: 42\n"));
    EXPECT_THAT(fetchOffset(10, group, byId(oldId)).out, HasSubstr("CommittedOffset: 42\n"));

    peer.obey({{"do", "deleteTopic"}, {"topic", topic}});
    std::string newId;
    for (int i = 0; i < 40 && newId.empty(); ++i) {
        QThread::msleep(250);
        // The name is free once the deletion is done.
        const CliRun made = runBscope(
            {"--bootstrap", m_bootstrap, "--yes", "send", "CreateTopics", "--body",
             fmt::format(
                 R"({{"topics":[{{"name":"{}","numPartitions":1,"replicationFactor":1,"assignments":[],"configs":[]}}],"timeoutMs":10000}})",
                 topic),
             "--format", "json"});
        if (made.status == 0) {
            newId = nlohmann::json::parse(made.out).at("response").at("topics")[0].at("topicId").get<std::string>();
        }
    }
    ASSERT_FALSE(newId.empty()) << "the topic was not made anew";
    ASSERT_NE(newId, oldId);
    // By the new id there is nothing, which is said; by name the old number may still be there.
    const CliRun byNewId = fetchOffset(10, group, byId(newId));
    EXPECT_THAT(byNewId.out, HasSubstr("CommittedOffset: -1 (no committed offset for this topic id)\n"));
    EXPECT_THAT(byNewId.out, HasSubstr("CommittedLeaderEpoch: -1"));
    EXPECT_THAT(fetchOffset(9, group, byName(topic)).out,
                AnyOf(HasSubstr("CommittedOffset: 42\n"), HasSubstr("CommittedOffset: -1 (no committed offset)\n")));
    // The difference between the two versions is told where versions are compared.
    const CliRun versions = runBscope({"schema", "OffsetFetchResponse", "--diff", "9..10"});
    EXPECT_THAT(versions.out, HasSubstr("v10: An offset that was committed under another topic id"));
}

INSTANTIATE_TEST_SUITE_P(Kafka, CommittedOffsets, ::testing::Values("4.4.0"), fetchBrokerName);

}  // namespace
}  // namespace brokerscope
