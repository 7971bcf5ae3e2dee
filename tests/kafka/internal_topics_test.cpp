#include "tests/kafka/broker_fixture.h"
#include "tests/kafka/least_records.h"
#include "tests/kafka/record_comparison.h"
#include "tests/kafka/topic_story.h"
#include "tests/support/temporary_path.h"
#include "tests/unit/app/cli/cli_run.h"

#include <QElapsedTimer>
#include <QThread>

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <limits>
#include <map>
#include <set>

namespace brokerscope {
namespace {

using namespace testing;
using Json = nlohmann::json;

constexpr std::array<const char*, 4> kTopics{"__consumer_offsets", "__transaction_state", "__share_group_state",
                                             "__cluster_metadata"};
constexpr int kExpiryPatienceMs = 60'000;
constexpr int kMostAttempts = 10;

// Where a record was read: its source is "logs" (the copied ones), "broker", or the path of a copied checkpoint.
struct SourcedPlace {
    std::string source;
    std::string topic;
    std::int32_t partition = -1;
    std::int64_t offset = -1;
    auto operator<=>(const SourcedPlace&) const = default;
};

std::ostream& operator<<(std::ostream& out, const SourcedPlace& place) {
    return out << place.source << ' ' << place.topic << '-' << place.partition << ' ' << place.offset;
}

SourcedPlace placeOf(const FormattedRecord& record) {
    const bool isLog = record.file.ends_with(".log");
    return {record.file.empty() ? "broker"
            : isLog             ? "logs"
                                : record.file,
            record.topic, record.partition, record.offset};
}

// Real clients make a broker write records of every type. What `bscope offsets` says of each of them is held against
// what Kafka's own tools print of it, and the state that they make against what the broker answers.
class InternalTopics : public ::testing::TestWithParam<const char*> {
protected:
    InternalTopics()
        : m_fixture(std::string("state-") + GetParam())
        , m_addresses(brokerAddresses(m_fixture))
        , m_story(m_fixture, isNewer())
        , m_logs(temporaryPath("internal-topics")) {}
    ~InternalTopics() override { std::filesystem::remove_all(m_logs); }

    bool isNewer() const { return std::string(GetParam()) == "4.4.0"; }
    CliRun ofBroker(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), {"--bootstrap", m_addresses.bootstrap});
        return runBscope(arguments);
    }

    void awaitExpiry() const;
    void copyLogs() const;
    void readOurs();
    void read(const std::string& source, const std::string& topic, std::vector<std::string> options);
    void compareAll(const std::vector<FormattedRecord>& theirs);
    void expectCompacted() const;
    void expectEnough() const;
    void expectSameGroups() const;
    void expectSameFromCopy() const;
    void expectSameTransactions() const;

    std::string m_fixture;
    BrokerAddresses m_addresses;
    TopicStory m_story;
    std::filesystem::path m_logs;
    std::map<SourcedPlace, Json> m_ours;
    RecordComparison m_comparison;
};

// A group without members and offsets goes at the next check.
void InternalTopics::awaitExpiry() const {
    QElapsedTimer timer;
    timer.start();
    bool isGone = false;
    while (!isGone && timer.elapsed() < kExpiryPatienceMs) {
        QThread::msleep(100);
        const std::string listed = ofBroker({"groups", "list"}).out;
        isGone = listed.find("late-classic") != std::string::npos && listed.find("passing") == std::string::npos;
    }
    EXPECT_TRUE(isGone) << ofBroker({"groups", "list"}).out;
}

// Only what is never written over: the broker goes on meanwhile.
void InternalTopics::copyLogs() const {
    const auto data = std::filesystem::path(m_addresses.log).parent_path() / "data";
    for (const auto& entry : std::filesystem::recursive_directory_iterator(data)) {
        const std::filesystem::path partition = entry.path().parent_path().filename();
        const std::filesystem::path suffix = entry.path().extension();
        if (partition.string().starts_with("__") && (suffix == ".log" || suffix == ".checkpoint")) {
            std::filesystem::create_directories(m_logs / partition);
            std::filesystem::copy_file(entry.path(), m_logs / partition / entry.path().filename());
        }
    }
}

void InternalTopics::readOurs() {
    for (const char* topic : kTopics) {
        const bool isThere = isNewer() || std::string_view(topic) != "__share_group_state";
        if (isThere) {
            read("logs", topic, {"--file", m_logs.string()});
        }
        if (isThere && std::string_view(topic) != "__cluster_metadata") {
            read("broker", topic, {"--bootstrap", m_addresses.bootstrap});
        }
    }
    for (const auto& entry : std::filesystem::directory_iterator(m_logs / "__cluster_metadata-0")) {
        if (entry.path().extension() == ".checkpoint") {
            read(entry.path().string(), "__cluster_metadata", {"--file", entry.path().string()});
        }
    }
}

void InternalTopics::read(const std::string& source, const std::string& topic, std::vector<std::string> options) {
    options.insert(options.begin(), {"offsets", "--topic", topic, "--format", "json", "--unmask"});
    const CliRun run = runBscope(options);
    EXPECT_EQ(run.status, 0) << source << ' ' << topic << '\n' << run.err;
    for (Json& record : objectsOf(run)) {
        EXPECT_EQ(record["diagnostics"], Json::array()) << record;
        m_ours.emplace(SourcedPlace{source, topic, record["partition"], record["offset"]}, std::move(record));
    }
}

void InternalTopics::compareAll(const std::vector<FormattedRecord>& theirs) {
    std::set<SourcedPlace> seen;
    for (const FormattedRecord& record : theirs) {
        const SourcedPlace place = placeOf(record);
        seen.insert(place);
        const auto ours = m_ours.find(place);
        ASSERT_NE(ours, m_ours.end()) << record.tool << " prints a record that bscope lacks: " << place;
        m_comparison.compare(record, ours->second);
    }
    for (const auto& [place, record] : m_ours) {
        // Consumers are given no markers, and what came after they had read is not theirs.
        SourcedPlace partition = place;
        partition.offset = std::numeric_limits<std::int64_t>::max();
        const auto after = seen.upper_bound(partition);
        const bool isLater = after == seen.begin() || *std::prev(after) < place;
        EXPECT_TRUE(seen.contains(place) || (place.source == "broker" && (record.contains("control") || isLater)))
            << "Kafka's tools lack a record of bscope's: " << place;
    }
}

// Offsets are missing in the middle of every partition: what was overtaken is gone.
void InternalTopics::expectCompacted() const {
    std::map<std::pair<std::string, std::int32_t>, std::pair<std::int64_t, std::int64_t>> partitions;  // records, end
    for (const auto& [place, record] : m_ours) {
        if (place.source == "logs" && (place.topic == "__consumer_offsets" || place.topic == "__transaction_state")) {
            auto& [records, end] = partitions[{place.topic, place.partition}];
            ++records;
            end = place.offset + 1;
        }
    }
    EXPECT_EQ(partitions.size(), 4U);
    for (const auto& [partition, counted] : partitions) {
        EXPECT_LT(counted.first, counted.second - 5) << partition.first << '-' << partition.second;
    }
}

void InternalTopics::expectEnough() const {
    for (const LeastRecords& least : leastRecords(isNewer())) {
        const auto tool = m_comparison.counts().find(least.tool);
        ASSERT_NE(tool, m_comparison.counts().end()) << least.tool;
        const auto count = tool->second.find(least.type);
        EXPECT_GE(count == tool->second.end() ? 0 : count->second, least.count) << least.tool << ' ' << least.type;
    }
    int compared = 0;
    for (const auto& [tool, types] : m_comparison.counts()) {
        for (const auto& [type, count] : types) {
            compared += count;
        }
    }
    EXPECT_GE(compared, isNewer() ? 800 : 400);
    RecordProperty("compared", compared);
}

// After expiry, deletion and compaction, with living members of every type.
void InternalTopics::expectSameGroups() const {
    const CliRun run = ofBroker({"offsets", "--diff-broker"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(run.out, "");
    EXPECT_GE(std::atoi(run.err.c_str()), isNewer() ? 250 : 150) << run.err;
}

void InternalTopics::expectSameFromCopy() const {
    const auto state = [](CliRun run) { return Json(objectsOf(run)); };
    const auto live = [&] { return state(ofBroker({"offsets", "--state", "--format", "json"})); };
    // A member may commit or be missed while the logs are copied.
    for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
        const Json before = live();
        std::filesystem::remove_all(m_logs);
        copyLogs();
        if (before == live()) {
            const Json copied = state(runBscope({"offsets", "--state", "--format", "json", "--file", m_logs.string()}));
            EXPECT_EQ(Json::diff(copied, before), Json::array());
            EXPECT_GE(copied.size(), 20U);
            return;
        }
    }
    FAIL() << "the broker does not come to rest";
}

void InternalTopics::expectSameTransactions() const {
    const CliRun run = ofBroker({"offsets", "--topic", "__transaction_state", "--state", "--format", "json"});
    EXPECT_EQ(run.status, 0) << run.err;
    std::set<std::string> states;
    for (const Json& ours : objectsOf(run)) {
        const std::string body = Json{{"transactionalIds", {ours["transactionalId"]}}}.dump();
        const CliRun asked =
            ofBroker({"send", "DescribeTransactions", "--version", "0", "--format", "json", "--body", body});
        ASSERT_EQ(asked.status, 0) << asked.err;
        const Json told = objectsOf(asked).at(0)["response"]["transactionStates"][0];
        EXPECT_EQ(ours["state"], told["transactionState"]) << told;
        EXPECT_EQ(ours["producerId"], told["producerId"]) << told;
        EXPECT_EQ(ours["producerEpoch"], told["producerEpoch"]) << told;
        EXPECT_EQ(ours["timeoutMs"], told["transactionTimeoutMs"]) << told;
        EXPECT_EQ(ours["startMs"], told["transactionStartTimeMs"]) << told;
        EXPECT_EQ(ours["partitions"], told["topics"]) << told;
        states.insert(ours["state"].get<std::string>());
    }
    EXPECT_THAT(states, ::testing::ElementsAre("CompleteAbort", "CompleteCommit", "Empty", "Ongoing"));
}

TEST_P(InternalTopics, AreReadAsKafkasOwnToolsReadThem) {
    ASSERT_FALSE(m_addresses.bootstrap.empty()) << "no broker: the fixture did not start one";
    m_story.play();
    awaitExpiry();
    copyLogs();
    const auto theirs = runKafkaFormatters(GetParam(), m_logs.string(), m_addresses.bootstrap);
    readOurs();
    compareAll(theirs);
    EXPECT_EQ(m_comparison.differences(), std::vector<std::string>());
    expectEnough();
    expectCompacted();
    expectSameGroups();
    expectSameTransactions();
    expectSameFromCopy();
}

std::string stateBrokerName(const ::testing::TestParamInfo<const char*>& instance) {
    std::string name = std::string("state_") + instance.param + "_broker";
    std::ranges::replace(name, '.', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Kafka, InternalTopics, ::testing::Values("4.4.0", "3.9.2"), stateBrokerName);

}  // namespace
}  // namespace brokerscope
