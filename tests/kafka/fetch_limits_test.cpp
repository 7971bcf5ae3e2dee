#include "core/base/base64.h"
#include "tests/kafka/broker_fixture.h"
#include "tests/kafka/broker_release.h"
#include "tests/kafka/kafka_peer.h"
#include "tests/unit/app/cli/cli_run.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using namespace testing;
using ::testing::HasSubstr;
using ::testing::Not;

class FetchLimits : public ::testing::TestWithParam<const char*> {
protected:
    void SetUp() override {
        m_bootstrap = brokerAddresses(fixture()).bootstrap;
        ASSERT_FALSE(m_bootstrap.empty()) << "no broker: the fixture did not start one";
    }
    static std::string fixture() { return std::string("fetch-") + GetParam(); }
    // Fetch v12 of partition 0 from its beginning.
    CliRun ask(const std::string& topic, int maxBytes, int partitionMaxBytes) const {
        const std::string body = fmt::format(
            R"({{"maxWaitMs":500,"minBytes":1,"maxBytes":{},"isolationLevel":0,"topics":[{{"topic":"{}","partitions":[{{"partition":0,"fetchOffset":0,"partitionMaxBytes":{}}}]}}]}})",
            maxBytes, topic, partitionMaxBytes);
        return runBscope(
            {"--bootstrap", m_bootstrap, "send", "Fetch", "--version", "12", "--target", "any", "--body", body});
    }

    std::string m_bootstrap;
};

TEST_P(FetchLimits, C037_TheFirstBatchComesWholeAndIsSaidTo) {
    KafkaPeer peer(fixture());
    const std::string topic = uniqueTopic("large");
    peer.obey({{"do", "createTopic"}, {"topic", topic}});
    peer.obey({{"do", "produce"}, {"topic", topic}, {"value", std::string(100'000, 'x')}});
    peer.obey({{"do", "produce"}, {"topic", topic}, {"value", std::string(100'000, 'y')}});

    for (const auto& [whole, partition] : {std::pair{512, 512}, std::pair{512, 1 << 20}, std::pair{1 << 20, 512}}) {
        const CliRun run = ask(topic, whole, partition);
        EXPECT_EQ(run.status, 0) << run.err;
        EXPECT_THAT(run.out, HasSubstr("larger than max bytes (1000"));
        EXPECT_THAT(run.out, HasSubstr(" > 512): the first batch is always sent whole"));
        EXPECT_THAT(run.out, HasSubstr("xxxxxxxx"));
        EXPECT_THAT(run.out, Not(HasSubstr("yyyyyyyy"))) << "one batch alone";
        EXPECT_THAT(run.out, Not(HasSubstr("error at byte")));
    }
    const CliRun enough = ask(topic, 1 << 20, 1 << 20);
    EXPECT_EQ(enough.status, 0) << enough.err;
    EXPECT_THAT(enough.out, Not(HasSubstr("larger than max bytes")));
    EXPECT_THAT(enough.out, HasSubstr("yyyyyyyy"));
}

TEST_P(FetchLimits, C037_FetchSaysSoOfABatchLargerThanItAsksFor) {
    KafkaPeer peer(fixture());
    const std::string topic = uniqueTopic("larger");
    peer.obey({{"do", "createTopic"}, {"topic", topic}, {"config", {{"max.message.bytes", "4000000"}}}});
    peer.obey({{"do", "produce"}, {"topic", topic}, {"value", "small"}});
    peer.obey({{"do", "produce"},
               {"topic", topic},
               {"value", std::string(3'000'000, 'z')},
               {"config", {{"max.request.size", "4000000"}}}});
    const CliRun run = runBscope({"--bootstrap", m_bootstrap, "fetch", topic, "--from", "1"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_GT(run.out.size(), 3'000'000U);
    EXPECT_THAT(run.err, HasSubstr(topic + "-0, from offset 1 on: note at byte 0: larger than max bytes (3000"));
    EXPECT_THAT(run.err, HasSubstr(" > 2097152): the first batch is always sent whole"));
    const CliRun first = runBscope({"--bootstrap", m_bootstrap, "fetch", topic, "--max", "1"});
    EXPECT_THAT(first.err, Not(HasSubstr("larger than max bytes")));
}

// Read as records of the metadata log, a value is the SCRAM credentials of user u: salt "ab", keys "c" and "d".
TEST_P(FetchLimits, SecretsOfWhatIsDecodedAreMaskedInTheBytesToo) {
    KafkaPeer peer(fixture());
    const std::string topic = uniqueTopic("secrets");
    const std::string credentials("\x01\x0b\x00\x02u\x01\x03"
                                  "ab\x02"
                                  "c\x02"
                                  "d\x00\x00\x10\x00\x00",
                                  18);
    peer.obey({{"do", "createTopic"}, {"topic", topic}});
    peer.obey({{"do", "produce"}, {"topic", topic}, {"value", credentials}});
    const std::vector<std::string> fetch{"--bootstrap", m_bootstrap, "fetch",    topic,
                                         "--decode",    "metadata",  "--format", "json"};
    const auto masked = objectsOf(runBscope(fetch)).at(0);
    EXPECT_EQ(masked.at("masked"), true);
    EXPECT_EQ(masked.at("decoded").at("value").at("salt"), "***");
    const ByteBuffer bytes = fromBase64(masked.at("value").get<std::string>()).value();
    EXPECT_EQ(asText(bytes), std::string("\x01\x0b\x00\x02u\x01\x03**\x02*\x02*\x00\x00\x10\x00\x00", 18));
    std::vector<std::string> unmasked{"--unmask"};
    unmasked.insert(unmasked.end(), fetch.begin(), fetch.end());
    const auto shown = objectsOf(runBscope(unmasked)).at(0);
    EXPECT_FALSE(shown.contains("masked"));
    EXPECT_EQ(asText(fromBase64(shown.at("value").get<std::string>()).value()), credentials);
}

INSTANTIATE_TEST_SUITE_P(Kafka, FetchLimits, ::testing::Values("4.4.0", "3.9.2"), fetchBrokerName);

}  // namespace
}  // namespace brokerscope
