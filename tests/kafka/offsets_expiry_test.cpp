#include "tests/kafka/broker_fixture.h"
#include "tests/unit/app/cli/cli_run.h"

#include <QElapsedTimer>
#include <QThread>

#include <algorithm>
#include <fmt/format.h>
#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using namespace testing;
using Json = nlohmann::json;
using ::testing::HasSubstr;

constexpr int kRetentionMs = 60'000;
constexpr int kMostWaitMs = 180'000;
constexpr unsigned kBetweenCommitsMs = 2'000;
constexpr int kReadyWithinMs = 20'000;
constexpr unsigned kBetweenTriesMs = 200;

// A broker that forgets offsets after a minute (offsets.retention.minutes), and looks for such every second.
class ExpiringOffsets : public ::testing::TestWithParam<const char*> {
protected:
    ExpiringOffsets() : m_bootstrap(brokerAddresses(std::string("expiry-") + GetParam()).bootstrap) {}

    CliRun run(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), {"--bootstrap", m_bootstrap});
        return runBscope(arguments);
    }
    CliRun send(const std::string& api, const std::string& version, const std::string& body) const {
        return run({"send", api, "--version", version, "--yes", "--body", body});
    }
    // Again while the broker does not know the new topic yet, or its coordinator.
    void commit(const std::string& group, int offset) const {
        const std::string body = fmt::format(R"({{"groupId":"{}","generationIdOrMemberEpoch":-1,
            "memberId":"","topics":[{{"name":"kept","partitions":[{{"partitionIndex":0,"committedOffset":{},
            "committedMetadata":"by hand"}}]}}]}})",
                                             group, offset);
        QElapsedTimer timer;
        timer.start();
        CliRun sent = send("OffsetCommit", "8", body);
        while (sent.status != 0 && timer.elapsed() < kReadyWithinMs) {
            QThread::msleep(kBetweenTriesMs);
            sent = send("OffsetCommit", "8", body);
        }
        EXPECT_EQ(sent.status, 0) << sent.out << sent.err;
    }
    std::vector<Json> offsets(std::vector<std::string> options) const {
        options.insert(options.begin(), "offsets");
        options.insert(options.end(), {"--format", "json"});
        return objectsOf(run(options));
    }

    std::string m_bootstrap;
};

TEST_P(ExpiringOffsets, AreGoneWithTheRecordThatSaysSo) {
    ASSERT_FALSE(m_bootstrap.empty()) << "no broker: the fixture did not start one";
    ASSERT_EQ(
        send("CreateTopics", "7", R"({"topics":[{"name":"kept","numPartitions":1,"replicationFactor":1}]})").status, 0);
    commit("left-behind", 7);
    int offset = 0;
    commit("alive", offset);
    QElapsedTimer timer;
    timer.start();
    while (timer.elapsed() < kMostWaitMs && !offsets({"--state", "--group", "left-behind"}).empty()) {
        QThread::msleep(kBetweenCommitsMs);
        commit("alive", ++offset);
    }
    // Newer brokers forget the group at once, with a record of its own.
    const std::vector<Json> records = offsets({"--group", "left-behind"});
    ASSERT_GE(records.size(), 2u);
    EXPECT_EQ(records[1]["tombstone"], true);
    EXPECT_EQ(records[1]["deletes"], "offset left-behind/kept/0");
    EXPECT_GE(records[1]["timestamp"].get<std::int64_t>(), records[0]["timestamp"].get<std::int64_t>() + kRetentionMs);
    const std::vector<Json> history = offsets({"--history", "left-behind", "--fact", "offsets[kept-0]"});
    ASSERT_EQ(history.size(), 2u) << Json(history);
    EXPECT_EQ(history[0]["facts"][0]["after"]["offset"], 7);
    EXPECT_EQ(history[1]["facts"][0]["before"]["offset"], 7);
    EXPECT_EQ(history[1]["facts"][0]["after"], nullptr);
    EXPECT_EQ(history[1]["operation"], records.size() == 2 ? "offsets deleted" : "group deleted");
    EXPECT_EQ(history[1]["record"],
              fmt::format("{}:{}", records[1]["partition"].get<int>(), records[1]["offset"].get<std::int64_t>()));
    // What is committed again and again stays.
    const std::vector<Json> alive = offsets({"--state", "--group", "alive"});
    ASSERT_EQ(alive.size(), 1u);
    EXPECT_EQ(alive[0]["offsets"]["kept-0"]["offset"], offset);
    const CliRun same = run({"offsets", "--diff-broker"});
    EXPECT_EQ(same.status, 0) << same.out << same.err;
    EXPECT_THAT(same.err, HasSubstr("compared, 0 differences"));
}

std::string expiryBrokerName(const ::testing::TestParamInfo<const char*>& instance) {
    std::string name = std::string("expiry_") + instance.param + "_broker";
    std::ranges::replace(name, '.', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Kafka, ExpiringOffsets, ::testing::Values("4.4.0", "3.9.2"), expiryBrokerName);

}  // namespace
}  // namespace brokerscope
