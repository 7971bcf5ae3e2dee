#include "core/workbench/workbench.h"
#include "tests/kafka/broker_fixture.h"

#include <gtest/gtest.h>
#include <map>

namespace brokerscope {
namespace {

using namespace testing;

struct CheckedBroker {
    const char* fixture;  // before the release in the fixture's name: "check" was seeded, "fresh" was asked nothing yet
    const char* release;
    bool controllerListener;
    std::size_t fewestVersions;  // advertised there, so that a check that sends nothing cannot pass
};

class EveryVersion : public ::testing::TestWithParam<CheckedBroker> {};

std::string describe(const CheckOutcome& outcome) {
    std::string text =
        outcome.apiName + " v" + std::to_string(outcome.version) + ": " + std::string(checkResultName(outcome.result));
    for (const ErrorFinding& finding : outcome.errors) {
        text += ' ' + SchemaRegistry::embedded().errorName(finding.code);
    }
    if (outcome.failure) {
        text += ' ' + outcome.failure->text();
    }
    for (const Diagnostic& diagnostic : outcome.diagnostics) {
        text += ' ' + diagnostic.path + ": " + diagnostic.text();
    }
    return text + " (" + outcome.note + ")";
}

// Every version of every API that the listener advertises is answered and decoded whole, or refused as the table says.
TEST_P(EveryVersion, IsAnsweredOrRefusedAsTheTableSays) {
    const CheckedBroker& broker = GetParam();
    const BrokerAddresses addresses = brokerAddresses(std::string(broker.fixture) + "-" + broker.release);
    const std::string& address = broker.controllerListener ? addresses.controller : addresses.bootstrap;
    ASSERT_FALSE(address.empty()) << "no broker: the fixture did not start one";

    Workbench workbench;
    ClusterSettings settings;
    settings.bootstrap = Endpoint::parseList(address).value();
    auto connected = workbench.connectToCluster(settings);
    connected.waitForFinished();
    ASSERT_TRUE(connected.result().has_value()) << connected.result().error().text();

    CheckOptions options;
    options.mutating = true;
    options.throwaway = true;
    // A broker is asked as each request needs, since looking coordinators up is what creates their topics.
    if (broker.controllerListener) {
        options.address = settings.bootstrap.front();
    }
    auto check = workbench.check(options);
    check.waitForFinished();
    std::size_t sent = 0;
    for (const Result<CheckOutcome>& result : check.results()) {
        ASSERT_TRUE(result) << result.error().text();
        const CheckOutcome& outcome = *result;
        EXPECT_TRUE(outcome.expected) << describe(outcome);
        EXPECT_NE(outcome.result, CheckResult::Undecodable) << describe(outcome);
        EXPECT_EQ(outcome.unread, 0U) << describe(outcome);
        EXPECT_TRUE(outcome.diagnostics.empty()) << describe(outcome);
        sent += outcome.result != CheckResult::Skipped ? 1 : 0;
    }
    EXPECT_GE(sent, broker.fewestVersions);
}

std::string brokerName(const ::testing::TestParamInfo<CheckedBroker>& instance) {
    std::string name = std::string(instance.param.fixture) + "_" + instance.param.release +
                       (instance.param.controllerListener ? "_controller" : "_broker");
    std::replace(name.begin(), name.end(), '.', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(
    Kafka, EveryVersion,
    ::testing::Values(CheckedBroker{"check", "4.4.0", false, 200}, CheckedBroker{"check", "4.4.0", true, 80},
                      CheckedBroker{"check", "3.9.2", false, 200}, CheckedBroker{"check", "3.9.2", true, 60},
                      CheckedBroker{"fresh", "4.4.0", false, 200}, CheckedBroker{"fresh", "4.4.0", true, 80},
                      CheckedBroker{"fresh", "3.9.2", false, 200}, CheckedBroker{"fresh", "3.9.2", true, 60}),
    brokerName);

}  // namespace
}  // namespace brokerscope
