#include "core/workbench/workbench.h"
#include "tests/kafka/broker_fixture.h"
#include "tests/kafka/broker_release.h"
#include "tests/unit/app/cli/cli_run.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using namespace testing;
using ::testing::AnyOf;
using ::testing::HasSubstr;

class Controllers : public ::testing::TestWithParam<const char*> {
protected:
    void SetUp() override {
        m_addresses = brokerAddresses(std::string("fetch-") + GetParam());
        ASSERT_FALSE(m_addresses.bootstrap.empty()) << "no broker: the fixture did not start one";
        ASSERT_FALSE(m_addresses.controller.empty());
    }

    BrokerAddresses m_addresses;
};

// Each kind of listener answers for its own kind of node.
TEST_P(Controllers, C085_AWrongEndpointTypeIsRefusedByName) {
    const CliRun broker = runBscope({"--bootstrap", m_addresses.bootstrap, "send", "DescribeCluster", "--version", "1",
                                     "--body", R"({"includeClusterAuthorizedOperations":false,"endpointType":2})"});
    EXPECT_EQ(broker.status, 1);
    EXPECT_THAT(broker.out + broker.err,
                AnyOf(HasSubstr("MISMATCHED_ENDPOINT_TYPE (114)"), HasSubstr("UNSUPPORTED_ENDPOINT_TYPE (115)")));
    const CliRun controller =
        runBscope({"--bootstrap", m_addresses.controller, "send", "DescribeCluster", "--version", "1", "--target",
                   "any", "--body", R"({"includeClusterAuthorizedOperations":false,"endpointType":2})"});
    EXPECT_EQ(controller.status, 0) << controller.err;
    EXPECT_THAT(controller.out, HasSubstr("EndpointType: 2 (CONTROLLER)"));
}

TEST_P(Controllers, C085_AControllerEndpointIsSaidToBeOneWithItsFewApis) {
    Workbench workbench;
    ClusterSettings settings;
    settings.bootstrap = Endpoint::parseList(m_addresses.controller).value();
    auto connected = workbench.connectToCluster(settings);
    connected.waitForFinished();
    ASSERT_TRUE(connected.result().has_value()) << connected.result().error().text();
    const ClusterView view = *connected.result();
    ASSERT_NE(view.snapshot, nullptr);
    EXPECT_TRUE(view.snapshot->fromController);
    ASSERT_NE(view.versions, nullptr);
    for (const int key : {0, 3, 8, 9, 11, 14}) {
        EXPECT_EQ(view.versions->api(key), nullptr) << "not served by controllers: " << key;
    }
    for (const int key : {18, 55, 60}) {
        EXPECT_NE(view.versions->api(key), nullptr) << "served by controllers: " << key;
    }
    const CliRun text = runBscope({"--bootstrap", m_addresses.controller, "versions"});
    EXPECT_EQ(text.status, 0) << text.err;
    EXPECT_THAT(text.out, HasSubstr("controller endpoint 1 " + m_addresses.controller));
    EXPECT_THAT(text.out, HasSubstr("DescribeQuorum"));
    EXPECT_THAT(text.out, ::testing::ContainsRegex("JoinGroup +- +unsupported"));
    EXPECT_THAT(runBscope({"--bootstrap", m_addresses.bootstrap, "versions"}).out, HasSubstr("broker 1 "));
}

// The broker that Metadata names forwards; who leads the quorum is told by DescribeQuorum alone.
TEST_P(Controllers, C085_TheLeaderOfTheQuorumIsTheActiveController) {
    const CliRun quorum =
        runBscope({"--bootstrap", m_addresses.bootstrap, "send", "DescribeQuorum", "--format", "json", "--body",
                   R"({"topics":[{"topicName":"__cluster_metadata","partitions":[{"partitionIndex":0}]}]})"});
    ASSERT_EQ(quorum.status, 0) << quorum.err;
    const auto answer = nlohmann::json::parse(quorum.out);
    const int leader = answer.at("response").at("topics")[0].at("partitions")[0].at("leaderId").get<int>();
    const CliRun asked = runBscope({"--bootstrap", m_addresses.controller, "send", "DescribeCluster", "--version", "1",
                                    "--target", "any", "--format", "json", "--body",
                                    R"({"includeClusterAuthorizedOperations":false,"endpointType":2})"});
    ASSERT_EQ(asked.status, 0) << asked.err;
    EXPECT_EQ(nlohmann::json::parse(asked.out).at("response").at("controllerId").get<int>(), leader);
    // Metadata names some broker that is alive, each time.
    for (int i = 0; i < 3; ++i) {
        const CliRun metadata = runBscope(
            {"--bootstrap", m_addresses.bootstrap, "send", "Metadata", "--version", "12", "--format", "json"});
        const auto body = nlohmann::json::parse(metadata.out).at("response");
        std::vector<int> alive;
        for (const auto& broker : body.at("brokers")) {
            alive.push_back(broker.at("nodeId").get<int>());
        }
        EXPECT_THAT(alive, ::testing::Contains(body.at("controllerId").get<int>()));
    }
}

INSTANTIATE_TEST_SUITE_P(Kafka, Controllers, ::testing::Values("4.4.0", "3.9.2"), fetchBrokerName);

}  // namespace
}  // namespace brokerscope
