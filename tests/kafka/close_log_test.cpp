#include "core/base/hex.h"
#include "core/workbench/workbench.h"
#include "tests/kafka/broker_fixture.h"

#include <QThread>

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>

namespace brokerscope {
namespace {

using namespace testing;

// A request that brokers close on. Bodies are not what they refuse, unless `frame` says otherwise.
struct Provocation {
    const char* what;
    const char* frame;
    const char* closedBy;  // releases, for those that not every one refuses
};
constexpr std::array kProvocations{
    Provocation{"Metadata v99", "0000000f 0003 0063 00000001 0003753033 00 00", "4.4.0 3.9.2"},
    Provocation{"Metadata v13", "00000010 0003 000d 00000001 0003753033 00 0000", "3.9.2"},
    Provocation{"Vote v0", "0000000e 0034 0000 00000001 0003753033 00", "4.4.0 3.9.2"},
    Provocation{"Vote v2", "0000000e 0034 0002 00000001 0003753033 00", "4.4.0 3.9.2"},
    Provocation{"Envelope v0", "0000000e 003a 0000 00000001 0003753033 00", "4.4.0 3.9.2"},
    Provocation{"LeaderAndIsr v0", "0000000d 0004 0000 00000001 0003753033", "4.4.0 3.9.2"},
    Provocation{"StreamsGroupHeartbeat v0", "0000000e 0058 0000 00000001 0003753033 00", "4.4.0 3.9.2"},
    Provocation{"key 91", "0000000e 005b 0000 00000001 0003753033 00", "4.4.0 3.9.2"},
    Provocation{"key 94", "0000000e 005e 0000 00000001 0003753033 00", "4.4.0 3.9.2"},
    Provocation{"key 95", "0000000e 005f 0000 00000001 0003753033 00", "4.4.0 3.9.2"},
    Provocation{"InitProducerId v6", "00000013 0016 0006 00000001 0003753033 00 0000000001", "4.4.0 3.9.2"},
    Provocation{"InitProducerId v7", "00000013 0016 0007 00000001 0003753033 00 0000000001", "4.4.0 3.9.2"},
    Provocation{"Produce v2", "0000000d 0000 0002 00000001 0003753033", "4.4.0 3.9.2"},
    Provocation{"GetTelemetrySubscriptions v1", "0000000e 0047 0001 00000001 0003753033 00", "4.4.0 3.9.2"},
    Provocation{"a header without client id", "00000008 0003 0001 00000001", "4.4.0 3.9.2"},
    Provocation{"a header with half a client id", "0000000a 0003 0001 00000001 0005", "4.4.0 3.9.2"},
    Provocation{"two bytes", "00000002 00ff", "4.4.0 3.9.2"},
    Provocation{"an empty frame", "00000000", "4.4.0 3.9.2"},
    Provocation{"a negative size", "ffffffff", "4.4.0 3.9.2"},
    Provocation{"a size above the limit", "06400001", "4.4.0 3.9.2"},
    Provocation{"ApiVersions v3 with half a body", "0000000f 0012 0003 00000001 0003753033 00 ff", "4.4.0 3.9.2"},
    Provocation{"Metadata v12 with half a body", "0000000f 0003 000c 00000001 0003753033 00 05", "4.4.0 3.9.2"},
};

class ClosedConnections : public ::testing::TestWithParam<const char*> {};

// What the log has gained since `from`; waits for what is expected, since brokers log when they have closed.
std::string logSince(const std::string& path, std::streamoff from, const std::string& expected) {
    std::string text;
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    do {
        std::ifstream file(path, std::ios::binary);
        file.seekg(from);
        text.assign(std::istreambuf_iterator<char>(file), {});
        if (text.find(expected) != std::string::npos) {
            break;
        }
        QThread::msleep(20);
    } while (std::chrono::steady_clock::now() < until);
    return text;
}

std::streamoff sizeOf(const std::string& path) {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    return file.tellg();
}

// The log line to look for, which is said wherever a broker closes, is the one that real brokers write.
TEST_P(ClosedConnections, AreLoggedAsSaid) {
    const std::string release = GetParam();
    const BrokerAddresses addresses = brokerAddresses("check-" + release);
    ASSERT_FALSE(addresses.bootstrap.empty()) << "no broker: the fixture did not start one";
    ASSERT_GT(sizeOf(addresses.log), 0) << addresses.log;

    Workbench workbench;
    ClusterSettings settings;
    settings.bootstrap = Endpoint::parseList(addresses.bootstrap).value();
    auto connected = workbench.connectToCluster(settings);
    connected.waitForFinished();
    ASSERT_TRUE(connected.result().has_value()) << connected.result().error().text();

    for (const Provocation& provocation : kProvocations) {
        if (std::string(provocation.closedBy).find(release) == std::string::npos) {
            continue;
        }
        SCOPED_TRACE(provocation.what);
        const std::streamoff before = sizeOf(addresses.log);
        SendRequest request;
        request.rawFrame = *fromHex(provocation.frame);
        request.target = *RequestTarget::parse("any");
        auto sending = workbench.send(std::move(request));
        sending.waitForFinished();
        const Result<SendResult> sent = sending.result();
        ASSERT_TRUE(sent) << sent.error().text();
        ASSERT_TRUE(sent->exchange->failure && sent->exchange->failure->cause) << "it was answered";
        const std::string expected = sent->exchange->failure->cause->logLine;
        ASSERT_FALSE(expected.empty());
        const std::string logged = logSince(addresses.log, before, expected);
        EXPECT_NE(logged.find(expected), std::string::npos) << "said:   " << expected << "\nlogged: " << logged;
    }
}

std::string closedName(const ::testing::TestParamInfo<const char*>& instance) {
    std::string name = std::string("check_") + instance.param + "_closes";
    std::replace(name.begin(), name.end(), '.', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Kafka, ClosedConnections, ::testing::Values("4.4.0", "3.9.2"), closedName);

}  // namespace
}  // namespace brokerscope
