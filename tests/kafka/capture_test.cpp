#include "core/workbench/workbench.h"
#include "tests/kafka/broker_fixture.h"
#include "tests/kafka/broker_release.h"
#include "tests/kafka/dumpcap_run.h"
#include "tests/kafka/ipv6_relay.h"
#include "tests/kafka/kafka_peer.h"
#include "tests/support/temporary_path.h"
#include "tests/unit/app/cli/cli_run.h"

#include <QRegularExpression>

#include <algorithm>
#include <fmt/format.h>
#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using namespace testing;

// Requests as their sender and as a capture tells them, in one line each, sorted.
using Sent = std::vector<std::string>;

struct CapturedInterface {
    const char* name;
    const char* interface;
    const char* linkType;
    bool isIpv6;
};

class CapturedClients : public ::testing::TestWithParam<CapturedInterface> {
protected:
    static constexpr const char* kFixture = "fetch-4.4.0";

    void SetUp() override {
        if (!DumpcapRun::isPossible()) {
            if (qEnvironmentVariable("CI") == QLatin1String("true")) {
                FAIL() << "dumpcap is not there, or may not capture";
            }
            GTEST_SKIP() << "dumpcap is not there, or may not capture";
        }
        const std::string bootstrap = brokerAddresses(kFixture).bootstrap;
        ASSERT_FALSE(bootstrap.empty()) << "no broker: the fixture did not start one";
        m_broker = Endpoint::parseList(bootstrap).value().front();
    }

    // A topic with some records, before anything is captured.
    std::string seeded() {
        KafkaPeer peer(kFixture);
        std::string topic = uniqueTopic("captured");
        peer.obey({{"do", "createTopic"}, {"topic", topic}, {"partitions", 2}});
        for (const char* compression : {"none", "zstd"}) {
            peer.obey({{"do", "produce"},
                       {"topic", topic},
                       {"count", 300},
                       {"value", "a record that repeats, repeats, repeats {n}"},
                       {"config", {{"compression.type", compression}}}});
        }
        return topic;
    }

    // Every request of the file that has an answer, and the status and complaints of reading it.
    static Sent capturedIn(const std::string& file) {
        const CliRun run = runBscope({"capture", file, "--format", "json"});
        EXPECT_EQ(run.status, 0) << run.err;
        EXPECT_EQ(run.err, "");
        Sent sent;
        for (const nlohmann::json& exchange : objectsOf(run)) {
            EXPECT_EQ(exchange.at("unread"), 0);
            for (const nlohmann::json& remark : exchange.at("diagnostics")) {
                EXPECT_EQ(remark.at("severity"), "note") << exchange.dump();
            }
            sent.push_back(
                fmt::format("{} v{} #{} {} bytes, answered by {}", exchange.at("api").at("name").get<std::string>(),
                            exchange.at("api").at("version").get<int>(), exchange.at("correlationId").get<int>(),
                            exchange.at("requestBytes").get<int>(), exchange.at("responseBytes").get<int>()));
        }
        std::sort(sent.begin(), sent.end());
        return sent;
    }

    Endpoint m_broker;
};

Sent sentBy(const Workbench& workbench) {
    Sent sent;
    for (const auto& exchange : workbench.exchanges()->since({})) {
        EXPECT_TRUE(exchange->request && exchange->response);
        sent.push_back(fmt::format("{} v{} #{} {} bytes, answered by {}",
                                   SchemaRegistry::embedded().api(exchange->apiKey.value_or(-1))->name,
                                   exchange->apiVersion.value_or(-1), exchange->correlationId.value_or(-1),
                                   exchange->request->size(), exchange->response->size()));
    }
    std::sort(sent.begin(), sent.end());
    return sent;
}

TEST_P(CapturedClients, AllThatBscopeSentIsFoundAndNothingElse) {
    const CapturedInterface& captured = GetParam();
    const std::string topic = seeded();
    ClusterSettings settings;
    std::optional<Ipv6Relay> relay;
    settings.bootstrap = {m_broker};
    if (captured.isIpv6) {
        relay.emplace(m_broker.port);
        ASSERT_NE(relay->port(), 0) << "::1 cannot be listened on";
        settings.bootstrap = {{"::1", relay->port()}};
        settings.resolve[m_broker] = settings.bootstrap.front();
    }
    const std::string file = temporaryPath(std::string(captured.name) + ".pcapng").string();
    DumpcapRun dumpcap(QString::fromLatin1(captured.interface), QString::fromLatin1(captured.linkType),
                       settings.bootstrap.front().port, file);
    ASSERT_TRUE(dumpcap.isCapturing()) << dumpcap.said();
    Sent sent;
    {
        Workbench workbench;
        auto connected = workbench.connectToCluster(settings);
        connected.waitForFinished();
        ASSERT_TRUE(connected.result().has_value()) << connected.result().error().text();
        FetchOptions options;
        options.topic = topic;
        const auto stream = workbench.fetch(options);
        while (!stream->end()) {
            stream->next(std::chrono::milliseconds(500));
        }
        EXPECT_FALSE(stream->end()->problem);
        sent = sentBy(workbench);
    }
    dumpcap.stop();
    EXPECT_GE(sent.size(), 6U);
    EXPECT_EQ(capturedIn(file), sent) << dumpcap.said();
    const CliRun connections = runBscope({"capture", file, "--fields", "connection"});
    EXPECT_THAT(connections.out, ::testing::HasSubstr(captured.isIpv6 ? "[::1]:" : "127.0.0.1:"));
    std::filesystem::remove(file);
}

// kcat says what it sends: "Sent FetchRequest (v11, 92 bytes @ 0, CorrId 5)".
TEST_P(CapturedClients, AllThatKcatSentIsFoundAndNothingElse) {
    const CapturedInterface& captured = GetParam();
    if (captured.isIpv6) {
        GTEST_SKIP() << "kcat would follow the broker to the IPv4 address that it advertises";
    }
    const std::string topic = seeded();
    const std::string file = temporaryPath(std::string(captured.name) + "-kcat.pcapng").string();
    DumpcapRun dumpcap(QString::fromLatin1(captured.interface), QString::fromLatin1(captured.linkType), m_broker.port,
                       file);
    ASSERT_TRUE(dumpcap.isCapturing()) << dumpcap.said();
    QProcess kcat;
    kcat.start(QStringLiteral("kcat"),
               {QStringLiteral("-C"), QStringLiteral("-e"), QStringLiteral("-q"), QStringLiteral("-d"),
                QStringLiteral("protocol"), QStringLiteral("-b"), QString::fromStdString(m_broker.toString()),
                QStringLiteral("-t"), QString::fromStdString(topic)});
    ASSERT_TRUE(kcat.waitForFinished(60'000));
    EXPECT_EQ(kcat.exitCode(), 0);
    dumpcap.stop();

    Sent sent;
    static const QRegularExpression line(
        QStringLiteral("Sent (\\w+)Request \\(v(\\d+), (\\d+) bytes @ \\d+, CorrId (\\d+)\\)"));
    auto found = line.globalMatch(QString::fromUtf8(kcat.readAllStandardError()));
    while (found.hasNext()) {
        const auto match = found.next();
        // librdkafka has names of its own.
        const QString name =
            match.captured(1) == QLatin1String("ApiVersion") ? QStringLiteral("ApiVersions") : match.captured(1);
        sent.push_back(fmt::format("{} v{} #{} {} bytes", name.toStdString(), match.captured(2).toStdString(),
                                   match.captured(4).toStdString(), match.captured(3).toStdString()));
    }
    std::sort(sent.begin(), sent.end());
    EXPECT_GE(sent.size(), 4U);
    // It leaves while a Fetch waits, which then has no answer: what was sent is compared.
    Sent seen;
    for (const nlohmann::json& exchange : objectsOf(runBscope({"capture", file, "--format", "json"}))) {
        if (exchange.at("api").is_object()) {
            seen.push_back(fmt::format("{} v{} #{} {} bytes", exchange.at("api").at("name").get<std::string>(),
                                       exchange.at("api").at("version").get<int>(),
                                       exchange.at("correlationId").get<int>(),
                                       exchange.at("requestBytes").get<int>()));
        }
    }
    std::sort(seen.begin(), seen.end());
    EXPECT_EQ(seen, sent) << dumpcap.said();
    std::filesystem::remove(file);
}

std::string capturedName(const ::testing::TestParamInfo<CapturedInterface>& instance) {
    return std::string("fetch_4_4_0_") + instance.param.name;
}

INSTANTIATE_TEST_SUITE_P(Kafka, CapturedClients,
                         ::testing::Values(CapturedInterface{"loopback", "lo", "", false},
                                           CapturedInterface{"loopback_over_ipv6", "lo", "", true},
                                           CapturedInterface{"any_cooked_v1", "any", "LINUX_SLL", false},
                                           CapturedInterface{"any_cooked_v2", "any", "LINUX_SLL2", false}),
                         capturedName);

}  // namespace
}  // namespace brokerscope
