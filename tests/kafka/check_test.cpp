#include "core/topology/own_versions.h"
#include "core/workbench/workbench.h"
#include "tests/kafka/broker_fixture.h"
#include "tests/unit/app/cli/cli_run.h"

#include <gmock/gmock.h>

#include <map>
#include <set>

namespace brokerscope {
namespace {

using namespace testing;
using ::testing::AnyOf;
using ::testing::HasSubstr;

struct CheckedBroker {
    const char* fixture;  // before the release in the fixture's name: "check" was seeded, "fresh" was asked nothing yet
    const char* release;
    bool controllerListener;
};

std::string brokerName(const ::testing::TestParamInfo<CheckedBroker>& instance) {
    std::string name = std::string(instance.param.fixture) + "_" + instance.param.release +
                       (instance.param.controllerListener ? "_controller" : "_broker");
    std::replace(name.begin(), name.end(), '.', '_');
    return name;
}

// What is so of the brokers that the fixtures start and cannot be asked (scripts/kafka.sh: settings, and the first
// topic that its seed makes). The rest the check finds out: release, controllers, whether there is a topic.
BrokerFacts fixtureFacts() {
    BrokerFacts facts;
    facts.states = {
        {"trimmed", false},
        {"compacted", false},
        {"zstd", true},
        {"zstdTopic", false},
        {"authorizer", false},
        {"sasl", false},
        {"authenticated", false},
        {"consumerGroups", true},
        {"shareGroups", true},
        {"streamsGroups", true},
        {"shareState", true},
        {"controllerAdded", true},
        {"topologyDescriptions", false},
    };
    return facts;
}

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

using VersionOfApi = std::pair<std::int16_t, std::int16_t>;

class CheckOfABroker : public ::testing::TestWithParam<CheckedBroker> {
protected:
    void SetUp() override {
        const BrokerAddresses addresses = brokerAddresses(std::string(GetParam().fixture) + "-" + GetParam().release);
        m_address = GetParam().controllerListener ? addresses.controller : addresses.bootstrap;
        ASSERT_FALSE(m_address.empty()) << "no broker: the fixture did not start one";
        ClusterSettings settings;
        settings.bootstrap = Endpoint::parseList(m_address).value();
        auto connected = m_workbench.connectToCluster(settings);
        connected.waitForFinished();
        ASSERT_TRUE(connected.result().has_value()) << connected.result().error().text();
        m_view = *connected.result();
        ASSERT_NE(m_view.versions, nullptr);
        m_options.mutating = true;
        m_options.throwaway = true;
        m_options.facts = fixtureFacts();
        // A broker is asked as each request needs, since looking coordinators up is what creates their topics.
        if (GetParam().controllerListener) {
            m_options.address = settings.bootstrap.front();
        }
    }

    std::set<VersionOfApi> advertised() const {
        std::set<VersionOfApi> versions;
        for (const AdvertisedApi& api : m_view.versions->apis) {
            for (int version = api.versions.min; version <= api.versions.max; ++version) {
                versions.emplace(api.key, static_cast<std::int16_t>(version));
            }
        }
        return versions;
    }

    // Those that we could send and the broker does not list.
    std::set<VersionOfApi> unadvertised() const {
        const SchemaRegistry& registry = SchemaRegistry::embedded();
        std::set<VersionOfApi> versions;
        for (const ApiInfo& api : registry.apis()) {
            const VersionRange own = ownVersions(registry, api.key).range;
            for (int version = own.min; version <= own.max; ++version) {
                versions.emplace(api.key, static_cast<std::int16_t>(version));
            }
        }
        for (const VersionOfApi& listed : advertised()) {
            versions.erase(listed);
        }
        return versions;
    }

    std::map<VersionOfApi, CheckOutcome> outcomes() {
        std::map<VersionOfApi, CheckOutcome> all;
        auto check = m_workbench.check(m_options);
        check.waitForFinished();
        for (const Result<CheckOutcome>& result : check.results()) {
            EXPECT_TRUE(result) << result.error().text();
            if (result) {
                const bool isNew = all.emplace(VersionOfApi{result->apiKey, result->version}, *result).second;
                EXPECT_TRUE(isNew) << "told twice: " << describe(*result);
            }
        }
        return all;
    }

    std::string m_address;
    CheckOptions m_options;
    Workbench m_workbench;
    ClusterView m_view;
};

class EveryVersion : public CheckOfABroker {};

// Every version of every API that the listener advertises is answered and decoded whole, or refused as the table says:
// in one way, by the release and by the state that these brokers are in.
TEST_P(EveryVersion, IsAnsweredOrRefusedAsTheTableSays) {
    const std::map<VersionOfApi, CheckOutcome> all = outcomes();
    std::set<VersionOfApi> sent;
    for (const auto& [version, outcome] : all) {
        EXPECT_NE(outcome.result, CheckResult::Skipped) << describe(outcome);
        EXPECT_NE(outcome.result, CheckResult::Undecodable) << describe(outcome);
        EXPECT_TRUE(outcome.expected) << describe(outcome);
        EXPECT_EQ(outcome.possible, 1u) << describe(outcome);
        EXPECT_EQ(outcome.unread, 0u) << describe(outcome);
        EXPECT_TRUE(outcome.diagnostics.empty()) << describe(outcome);
        sent.insert(version);
    }
    EXPECT_EQ(sent, advertised());
}

class CheckCommand : public CheckOfABroker {};

TEST_P(CheckCommand, EndsWellWithOneOutcomeAVersion) {
    const CliRun run = runBscope({"--bootstrap", m_address, "--format", "json", "check", "--yes", "--throwaway"});
    EXPECT_EQ(run.status, 0) << run.err;
    std::set<VersionOfApi> told;
    for (const nlohmann::json& object : objectsOf(run)) {
        EXPECT_TRUE(object.at("expected").get<bool>()) << object;
        EXPECT_THAT(object.at("outcome").get<std::string>(), AnyOf("answered", "refused", "closed"));
        told.emplace(object.at("api").at("key").get<std::int16_t>(),
                     object.at("api").at("version").get<std::int16_t>());
    }
    EXPECT_EQ(told, advertised());
    EXPECT_THAT(run.err, HasSubstr(" 0 skipped, 0 not as expected"));
}

// Versions that the broker does not list are sent too, and what it does is told as what it is: it closes, and the cause
// is known from what was sent; ApiVersions says which versions it has; telemetry is served though it is not listed.
class UnknownVersions : public CheckOfABroker {
protected:
    void SetUp() override {
        CheckOfABroker::SetUp();
        m_options.unadvertised = true;
    }

    static void expectReaction(const CheckOutcome& outcome) {
        EXPECT_TRUE(outcome.expected) << describe(outcome);
        EXPECT_EQ(outcome.unread, 0u) << describe(outcome);
        if (outcome.apiKey == kApiVersionsKey) {
            EXPECT_EQ(outcome.result, CheckResult::Refused) << describe(outcome);
            ASSERT_EQ(outcome.errors.size(), 1u);
            EXPECT_EQ(outcome.errors.front().code, kUnsupportedVersionCode);
        } else if (isTelemetryKey(outcome.apiKey) && outcome.result != CheckResult::Closed) {
            EXPECT_EQ(outcome.possible, 1u) << describe(outcome);
        } else {
            ASSERT_EQ(outcome.result, CheckResult::Closed) << describe(outcome);
            ASSERT_TRUE(outcome.failure && outcome.failure->cause) << describe(outcome);
            EXPECT_FALSE(outcome.failure->cause->logLine.empty()) << describe(outcome);
        }
    }

    static constexpr std::int16_t kApiVersionsKey = 18;
    static constexpr std::int16_t kUnsupportedVersionCode = 35;
    static bool isTelemetryKey(std::int16_t key) { return key == 71 || key == 72; }
};

TEST_P(UnknownVersions, AreToldByWhatTheBrokerDoes) {
    const std::map<VersionOfApi, CheckOutcome> all = outcomes();
    std::set<VersionOfApi> sent;
    for (const auto& [version, outcome] : all) {
        EXPECT_NE(outcome.result, CheckResult::Skipped) << describe(outcome);
        EXPECT_NE(outcome.result, CheckResult::Undecodable) << describe(outcome);
        if (!advertised().contains(version)) {
            expectReaction(outcome);
            sent.insert(version);
        }
    }
    EXPECT_EQ(sent, unadvertised());
    EXPECT_GT(sent.size(), 50u);
}

INSTANTIATE_TEST_SUITE_P(
    Kafka, EveryVersion,
    ::testing::Values(CheckedBroker{"check", "4.4.0", false}, CheckedBroker{"check", "4.4.0", true},
                      CheckedBroker{"check", "3.9.2", false}, CheckedBroker{"check", "3.9.2", true},
                      CheckedBroker{"fresh", "4.4.0", false}, CheckedBroker{"fresh", "4.4.0", true},
                      CheckedBroker{"fresh", "3.9.2", false}, CheckedBroker{"fresh", "3.9.2", true}),
    brokerName);
INSTANTIATE_TEST_SUITE_P(Kafka, CheckCommand,
                         ::testing::Values(CheckedBroker{"check", "4.4.0", false},
                                           CheckedBroker{"check", "3.9.2", false}),
                         brokerName);
INSTANTIATE_TEST_SUITE_P(Kafka, UnknownVersions,
                         ::testing::Values(CheckedBroker{"check", "4.4.0", false},
                                           CheckedBroker{"check", "4.4.0", true},
                                           CheckedBroker{"check", "3.9.2", false},
                                           CheckedBroker{"check", "3.9.2", true}),
                         brokerName);

}  // namespace
}  // namespace brokerscope
