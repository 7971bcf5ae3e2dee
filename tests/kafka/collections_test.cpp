#include "tests/kafka/broker_fixture.h"
#include "tests/kafka/broker_release.h"
#include "tests/support/documented_collection.h"
#include "tests/support/temporary_path.h"
#include "tests/unit/app/cli/cli_run.h"

#include <QXmlStreamReader>

#include <algorithm>
#include <chrono>
#include <gmock/gmock.h>
#include <thread>

namespace brokerscope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using namespace testing;

// One element of a JUnit report with what the tests look at.
struct JunitElement {
    std::string name;
    std::string caseName;
    std::string message;
};

// What cases of a report are not passed: failures, errors, skipped ones. A report that is not well formed fails.
std::vector<JunitElement> troubleIn(const std::filesystem::path& file, std::size_t& cases) {
    QXmlStreamReader xml(QByteArray::fromStdString(fileText(file)));
    std::vector<JunitElement> trouble;
    std::string caseName;
    cases = 0;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) {
            continue;
        }
        const std::string name = xml.name().toString().toStdString();
        if (name == "testcase") {
            caseName = xml.attributes().value(QLatin1String("name")).toString().toStdString();
            ++cases;
        } else if (name != "testsuites" && name != "testsuite") {
            trouble.push_back(
                {name, caseName, xml.attributes().value(QLatin1String("message")).toString().toStdString()});
        }
    }
    EXPECT_FALSE(xml.hasError()) << xml.errorString().toStdString() << " in " << fileText(file);
    return trouble;
}

class CollectionRuns : public ::testing::TestWithParam<const char*> {
protected:
    void SetUp() override {
        m_bootstrap = brokerAddresses(std::string("groups-") + GetParam()).bootstrap;
        ASSERT_FALSE(m_bootstrap.empty()) << "no broker: the fixture did not start one";
        std::filesystem::create_directories(m_root);
    }
    void TearDown() override { std::filesystem::remove_all(m_root); }

    void write(const std::string& name, const std::string& text) const {
        std::filesystem::create_directories((m_root / name).parent_path());
        std::ofstream(m_root / name, std::ios::binary) << text;
    }
    CliRun run(std::vector<std::string> more = {}) const {
        std::vector<std::string> arguments{"--bootstrap", m_bootstrap, "run", m_root.string()};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return runBscope(arguments);
    }

    std::string m_bootstrap;
    std::filesystem::path m_root = temporaryPath(std::string("collection-") + GetParam());
    std::filesystem::path m_junit = temporaryPath(std::string("junit-") + GetParam() + ".xml");
};

TEST_P(CollectionRuns, TheOneOfTheDocumentationPasses) {
    const std::size_t files = writeDocumentedCollection(BROKERSCOPE_SOURCE_DIR, m_root);
    const std::filesystem::path recording = temporaryPath("collection.bsrec");
    const CliRun passed = run(
        {"--env", "local", "--yes", "--format", "json", "--junit", m_junit.string(), "--record", recording.string()});
    ASSERT_EQ(passed.status, 0) << passed.out << passed.err;
    const auto requests = objectsOf(passed);
    ASSERT_EQ(requests.size(), files - 1);
    for (const auto& request : requests) {
        EXPECT_EQ(request.at("outcome"), "passed");
        EXPECT_FALSE(request.at("expectations").empty());
        for (const auto& expectation : request.at("expectations")) {
            EXPECT_EQ(expectation.at("ok"), true);
        }
    }
    EXPECT_EQ(requests.front().at("file"), "1-brokers.request");
    EXPECT_EQ(requests.front().at("name"), "Who is there?");
    EXPECT_EQ(requests[1].at("exchange").at("request").size(), 0u) << "ApiVersions v2 has no fields";
    EXPECT_EQ(requests[2].at("exchange").at("error").at("code"), "CONNECTION_CLOSED");
    // What the first JoinGroup was given the second one says, and it leads.
    const auto& member = requests[4].at("exchange").at("response").at("memberId");
    EXPECT_NE(member, "");
    EXPECT_EQ(requests[5].at("exchange").at("request").at("memberId"), member);
    EXPECT_EQ(requests[5].at("exchange").at("response").at("leader"), member);

    std::size_t cases = 0;
    EXPECT_THAT(troubleIn(m_junit, cases), ::testing::IsEmpty());
    EXPECT_EQ(cases, files - 1);
    const CliRun captured = runBscope({"capture", recording.string(), "--filter", "api:SyncGroup", "--format", "json"});
    EXPECT_EQ(objectsOf(captured).size(), 1u) << captured.err;
    std::filesystem::remove(recording);
    std::filesystem::remove(m_junit);
}

TEST_P(CollectionRuns, AFailedExpectationIsStatus1AndEndsItsFolder) {
    write("a/1-brokers.request", "name: <no brokers> & \"quotes\"\napi: Metadata\nexpect: response.brokers count 0\n\n"
                                 "{\"topics\": []}\n");
    write("a/2-never.request", "api: Metadata\n\n{\"topics\": []}\n");
    write("b/1-error.request", "api: Metadata\nversion: 12\n\n{\"topics\": [{\"name\": \"nobody-{{runId}}\"}], "
                               "\"allowAutoTopicCreation\": false}\n");
    const CliRun failed = run({"--junit", m_junit.string()});
    EXPECT_EQ(failed.status, 1) << failed.err;
    const auto lines = linesOf(failed.out);
    ASSERT_EQ(lines.size(), 5u) << failed.out;
    EXPECT_THAT(lines[0], ::testing::StartsWith("FAIL a/1-brokers.request  Metadata v"));
    EXPECT_EQ(lines[1], "     response.brokers count == 0: the count of response.brokers is 1");
    EXPECT_EQ(lines[2], "skip a/2-never.request");
    EXPECT_THAT(lines[3], ::testing::StartsWith("FAIL b/1-error.request  Metadata v12"));
    EXPECT_EQ(lines[4], "     response.topics[0].errorCode is UNKNOWN_TOPIC_OR_PARTITION (3)");
    EXPECT_THAT(failed.err, HasSubstr("3 requests: 0 passed, 2 failed, 0 without an answer or not sent, 1 skipped"));

    std::size_t cases = 0;
    const auto trouble = troubleIn(m_junit, cases);
    EXPECT_EQ(cases, 3u);
    ASSERT_EQ(trouble.size(), 3u);
    EXPECT_EQ(trouble[0].name, "failure");
    EXPECT_EQ(trouble[0].caseName, "<no brokers> & \"quotes\"");
    EXPECT_EQ(trouble[0].message, "response.brokers count == 0: the count of response.brokers is 1");
    EXPECT_EQ(trouble[1].name, "skipped");
    EXPECT_EQ(trouble[2].name, "failure");
    std::filesystem::remove(m_junit);
}

TEST_P(CollectionRuns, ARetryGoesOnUntilItsConditionEnds) {
    write("1-wait.request",
          "api: Metadata\nretry: while response.topics[].errorCode == UNKNOWN_TOPIC_OR_PARTITION for 60s every 100ms\n"
          "expect: response.topics[].errorCode in NONE, LEADER_NOT_AVAILABLE\n\n"
          "{\"topics\": [{\"name\": \"{{topic}}\"}], \"allowAutoTopicCreation\": false}\n");
    const std::string topic = uniqueTopic("late");
    const std::filesystem::path recording = temporaryPath(topic + ".bsrec");
    // The topic comes when somebody was told that it is not there.
    std::thread creating([&] {
        const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(30);
        while (fileText(recording).find(topic) == std::string::npos && std::chrono::steady_clock::now() < until) {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
        runBscope({"--bootstrap", m_bootstrap, "--yes", "send", "CreateTopics", "--body",
                   R"({"topics":[{"name":")" + topic + R"(","numPartitions":1,"replicationFactor":1}]})"});
    });
    const CliRun waited = run({"--set", "topic=" + topic, "--format", "json", "--record", recording.string()});
    creating.join();
    ASSERT_EQ(waited.status, 0) << waited.out << waited.err;
    const auto request = objectsOf(waited).at(0);
    EXPECT_GE(request.at("attempts"), 2);
    EXPECT_LT(request.at("attempts"), 600);
    std::filesystem::remove(recording);
}

TEST_P(CollectionRuns, ARetryThatRunsOutHasFailed) {
    write("1-wait.request",
          "api: Metadata\nretry: while response.brokers count >= 1 for 600ms every 200ms\n\n{\"topics\": []}\n");
    const CliRun waited = run();
    EXPECT_EQ(waited.status, 1);
    EXPECT_THAT(waited.out, HasSubstr("3 attempts"));
    EXPECT_THAT(waited.out, HasSubstr("after 600 ms and 3 attempts still response.brokers count >= 1: it is 1"));
}

TEST_P(CollectionRuns, NothingThatChangesTheClusterIsSentUnasked) {
    write("1-brokers.request", "api: Metadata\n\n{\"topics\": []}\n");
    write("2-create.request",
          "api: CreateTopics\n\n{\"topics\": [{\"name\": \"unasked-{{runId}}\", \"numPartitions\": 1, "
          "\"replicationFactor\": 1}]}\n");
    const CliRun unasked = run();
    EXPECT_EQ(unasked.status, 2);
    EXPECT_EQ(unasked.out, "");
    EXPECT_THAT(unasked.err, HasSubstr("2-create.request: CreateTopics changes the cluster"));
    const CliRun readOnly = run({"--read-only", "--yes"});
    EXPECT_EQ(readOnly.status, 2);
    EXPECT_THAT(readOnly.err, HasSubstr("read-only mode"));
    // What only an answer tells is judged when it is sent.
    write("2-create.request",
          "on-failure: continue\napi: Metadata\nset: yes = response.brokers[0].nodeId\n\n{\"topics\": []}\n");
    write("3-auto.request",
          "api: Metadata\n\n{\"topics\": [{\"name\": \"unasked\"}], \"allowAutoTopicCreation\": \"{{yes}}\"}\n");
    const CliRun late = run();
    EXPECT_EQ(late.status, 2) << late.out;
    EXPECT_THAT(late.out, HasSubstr("nobody has allowed that"));
}

TEST_P(CollectionRuns, AnAnswerThatDoesNotComeIsStatus3) {
    write("1-closed.request", "raw: 0000000f 0003 0063 00000001 0003 753033 00 00\nexpect: latency < 10s\n");
    write("2-skipped.request", "api: Metadata\n");
    EXPECT_EQ(run().status, 2) << "what cannot be read may change the cluster";
    const CliRun closed = run({"--yes", "--junit", m_junit.string(), "--format", "json"});
    EXPECT_EQ(closed.status, 3) << closed.out;
    const auto request = objectsOf(closed).at(0);
    EXPECT_EQ(request.at("outcome"), "noAnswer");
    EXPECT_EQ(request.at("exchange").at("error").at("code"), "CONNECTION_CLOSED");
    EXPECT_EQ(request.at("expectations").at(0).at("actual"), nullptr);
    std::size_t cases = 0;
    const auto trouble = troubleIn(m_junit, cases);
    ASSERT_EQ(trouble.size(), 2u);
    EXPECT_EQ(trouble[0].name, "error");
    EXPECT_THAT(trouble[0].message, HasSubstr("closed the connection"));
    std::filesystem::remove(m_junit);
}

std::string collectionBrokerName(const ::testing::TestParamInfo<const char*>& instance) {
    std::string name = std::string("groups_") + instance.param + "_collections";
    std::replace(name.begin(), name.end(), '.', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Kafka, CollectionRuns, ::testing::Values("4.4.0", "3.9.2"), collectionBrokerName);

}  // namespace
}  // namespace brokerscope
