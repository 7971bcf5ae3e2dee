#include "core/base/hex.h"
#include "core/text/decode_answer.h"
#include "core/topology/broker_versions.h"
#include "core/workbench/workbench.h"
#include "tests/kafka/broker_fixture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string_view>

namespace brokerscope {
namespace {

using namespace testing;

// What one listener of a broker with the settings of scripts/kafka.sh says when it is asked for its versions.
struct Listing {
    const char* release;
    bool controllerListener;
    const char* apis;  // "key:versions", in the order of the keys
    std::size_t apiCount;
    std::size_t versionCount;  // of all APIs together
    std::vector<int> payload;  // bytes of the answers v0, v1 …, without the size in front
    const char* features;      // "name lowest-highest=finalized", in the order of their names
};

const std::array kListings{
    Listing{"4.4.0",
            false,
            "0:0-13 1:4-18 2:1-11 3:0-13 8:2-10 9:1-10 10:0-6 11:0-9 12:0-4 13:0-5 14:0-5 15:0-6 16:0-5 17:0-1 18:0-5 "
            "19:2-7 20:1-6 21:0-2 22:0-5 23:2-4 24:0-5 25:0-4 26:0-5 27:1-2 28:0-6 29:1-3 30:1-3 31:1-3 32:1-4 33:0-2 "
            "34:1-2 35:1-5 36:0-2 37:0-3 38:1-3 39:1-2 40:1-2 41:1-3 42:0-3 43:0-2 44:0-1 45:0-1 46:0 47:0 48:0-1 "
            "49:0-1 50:0 51:0 55:0-2 57:0-2 60:0-2 61:0 64:0 65:0 66:0-2 68:0-1 69:0-1 74:0-1 75:0 76:1 77:1 78:1-2 "
            "79:1-2 80:0-1 81:0 83:0 84:0 85:0-1 86:0 87:0-1 88:0-1 89:0-1 90:0-1 91:0 92:0 93:0 94:0",
            77,
            285,
            {472, 476, 476, 753, 895, 895},
            "eligible.leader.replicas.version 0-1=1, group.version 0-1=1, kraft.version 0-1=1, metadata.version "
            "7-33=33, share.version 0-2=2, streams.version 0-1=1, transaction.version 0-2=2"},
    Listing{"4.4.0",
            true,
            "1:4-18 17:0-1 18:0-5 19:2-7 20:1-6 29:1-3 30:1-3 31:1-3 32:1-4 33:0-2 36:0-2 37:0-3 38:1-3 39:1-2 40:1-2 "
            "41:1-3 43:0-2 44:0-1 45:0-1 46:0 49:0-1 50:0 51:0 52:0-2 53:0-1 54:0-1 55:0-2 56:2-3 57:0-2 58:0 59:0-1 "
            "60:0-2 62:0-4 63:0-2 64:0 67:0 70:0 73:0 80:0-1 81:0 82:0 94:0",
            42,
            118,
            {262, 266, 266, 508, 650, 650},
            "eligible.leader.replicas.version 0-1=1, group.version 0-1=1, kraft.version 0-1=1, metadata.version "
            "7-33=33, share.version 0-2=2, streams.version 0-1=1, transaction.version 0-2=2"},
    Listing{"3.9.2",
            false,
            "0:0-11 1:0-17 2:0-9 3:0-12 8:0-9 9:0-9 10:0-6 11:0-9 12:0-4 13:0-5 14:0-5 15:0-5 16:0-5 17:0-1 18:0-4 "
            "19:0-7 20:0-6 21:0-2 22:0-5 23:0-4 24:0-5 25:0-4 26:0-4 27:0-1 28:0-4 29:0-3 30:0-3 31:0-3 32:0-4 33:0-2 "
            "34:0-2 35:0-4 36:0-2 37:0-3 38:0-3 39:0-2 40:0-2 41:0-3 42:0-2 43:0-2 44:0-1 45:0 46:0 47:0 48:0-1 "
            "49:0-1 50:0 51:0 55:0-2 57:0-1 60:0-1 61:0 64:0 65:0 66:0-1 68:0 69:0 74:0 75:0 80:0 81:0",
            61,
            262,
            {376, 380, 380, 518, 537},
            "kraft.version 0-1=1, metadata.version 1-21=21"},
    Listing{"3.9.2",
            true,
            "1:0-17 7:0-3 17:0-1 18:0-4 19:0-7 20:0-6 29:0-3 30:0-3 31:0-3 32:0-4 33:0-2 36:0-2 37:0-3 38:0-3 39:0-2 "
            "40:0-2 41:0-3 43:0-2 44:0-1 45:0 46:0 49:0-1 50:0 51:0 52:0-1 53:0-1 54:0-1 55:0-2 56:0-3 57:0-1 58:0 "
            "59:0-1 60:0-1 62:0-4 63:0-1 64:0 67:0 70:0 73:0 80:0 81:0 82:0",
            42,
            130,
            {262, 266, 266, 385, 404},
            "kraft.version 0-1=1, metadata.version 1-21=21"},
};

std::string listingName(const ::testing::TestParamInfo<Listing>& instance) {
    std::string name =
        fmt::format("fetch_{}_{}", instance.param.release, instance.param.controllerListener ? "controller" : "broker");
    std::replace(name.begin(), name.end(), '.', '_');
    return name;
}

std::string apisText(const BrokerVersions& versions) {
    std::string text;
    for (const AdvertisedApi& api : versions.apis) {
        text += fmt::format("{}{}:{}", text.empty() ? "" : " ", api.key, api.versions.toString());
    }
    return text;
}

std::string featuresText(const BrokerVersions& versions) {
    std::string text;
    for (const BrokerFeature& feature : versions.features) {
        text += fmt::format("{}{} {}={}", text.empty() ? "" : ", ", feature.name, feature.supported.toString(),
                            feature.finalized.value_or(-1));
    }
    return text;
}

std::size_t versionCount(const BrokerVersions& versions) {
    std::size_t count = 0;
    for (const AdvertisedApi& api : versions.apis) {
        count += static_cast<std::size_t>(api.versions.max - api.versions.min + 1);
    }
    return count;
}

// The answer's bytes without the size in front.
std::string payloadHex(const SendResult& sent) {
    if (sent.exchange == nullptr) {
        return "nothing was sent";
    }
    if (sent.exchange->response == nullptr) {
        return fmt::format("no answer: {}", sent.exchange->failure ? sent.exchange->failure->text() : std::string());
    }
    return toHex(ByteView(*sent.exchange->response).subspan(4));
}

BrokerVersions versionsIn(const SendResult& sent, int version) {
    EXPECT_NE(sent.response, nullptr) << payloadHex(sent);
    return sent.response != nullptr ? versionsFromAnswer(bodyNode(NodeRef::root(sent.response)), version)
                                    : BrokerVersions{};
}

class ListedVersions : public ::testing::TestWithParam<Listing> {
protected:
    void SetUp() override {
        const BrokerAddresses addresses = brokerAddresses(std::string("fetch-") + GetParam().release);
        const std::string& address = GetParam().controllerListener ? addresses.controller : addresses.bootstrap;
        ASSERT_FALSE(address.empty()) << "no broker: the fixture did not start one";
        ClusterSettings settings;
        settings.bootstrap = Endpoint::parseList(address).value();
        auto connected = m_workbench.connectToCluster(settings);
        connected.waitForFinished();
        ASSERT_TRUE(connected.result().has_value()) << connected.result().error().text();
        m_clusterId = connected.result()->snapshot->clusterId;
    }

    int newestVersion() const { return static_cast<int>(GetParam().payload.size()) - 1; }

    // All frames on one connection; an answer for each.
    std::vector<SendResult> sendFrames(const std::vector<std::string>& frames) {
        std::vector<SendRequest> requests;
        for (const std::string& hex : frames) {
            SendRequest& request = requests.emplace_back();
            request.rawFrame = *fromHex(hex);
            request.target = *RequestTarget::parse("any");
        }
        auto sending = m_workbench.sendPipelined(std::move(requests));
        sending.waitForFinished();
        std::vector<SendResult> answers;
        for (const Result<SendResult>& sent : sending.results()) {
            EXPECT_TRUE(sent) << sent.error().text();
            answers.push_back(sent.value_or(SendResult{}));
        }
        EXPECT_EQ(answers.size(), frames.size());
        return answers;
    }

    SendResult ask(int version, const std::string& body) {
        SendRequest request;
        request.apiKey = 18;
        request.version = static_cast<std::int16_t>(version);
        request.body = JsonBody{body};
        request.target = *RequestTarget::parse("any");
        auto sending = m_workbench.send(std::move(request));
        sending.waitForFinished();
        const Result<SendResult> sent = sending.result();
        EXPECT_TRUE(sent) << sent.error().text();
        return sent.value_or(SendResult{});
    }

    Workbench m_workbench;
    std::string m_clusterId;
};

constexpr std::string_view kSoftware = R"("clientSoftwareName":"u03-app","clientSoftwareVersion":"1.0")";

TEST_P(ListedVersions, E2_AreTheSameInAnswersOfEveryVersion) {
    const Listing& listing = GetParam();
    for (int version = 0; version <= newestVersion(); ++version) {
        SCOPED_TRACE(fmt::format("ApiVersions v{}", version));
        const SendResult sent = ask(version, fmt::format("{{{}}}", version < 3 ? std::string_view() : kSoftware));
        ASSERT_NE(sent.response, nullptr) << payloadHex(sent);
        EXPECT_EQ(sent.exchange->unread, 0u);
        EXPECT_TRUE(sent.response->diagnostics.empty());
        const BrokerVersions versions = versionsIn(sent, version);
        EXPECT_EQ(versions.errorCode, 0);
        EXPECT_EQ(apisText(versions), listing.apis);
        EXPECT_EQ(versions.apis.size(), listing.apiCount);
        EXPECT_EQ(versionCount(versions), listing.versionCount);
        EXPECT_EQ(payloadHex(sent).size() / 2,
                  static_cast<std::size_t>(listing.payload.at(static_cast<std::size_t>(version))));
        EXPECT_EQ(versions.finalizedFeaturesEpoch >= 0, version >= 3);
    }
}

TEST_P(ListedVersions, E2_FeaturesWhoseLowestIsZeroAreLeftOutBelowV4) {
    EXPECT_EQ(featuresText(versionsIn(ask(4, fmt::format("{{{}}}", kSoftware)), 4)), GetParam().features);
    const BrokerVersions some = versionsIn(ask(3, fmt::format("{{{}}}", kSoftware)), 3);
    std::vector<std::string> supported;
    for (const BrokerFeature& feature : some.features) {
        if (!feature.supported.isEmpty()) {
            supported.push_back(feature.name);
        }
        EXPECT_TRUE(feature.finalized) << feature.name << ": v3 tells what is finalized of all";
    }
    EXPECT_EQ(supported, std::vector<std::string>{"metadata.version"});
    EXPECT_EQ(versionsIn(ask(2, "{}"), 2).features.size(), 0u);
}

TEST_P(ListedVersions, E1_E2_AnswersBeginAsTheyDo) {
    const std::vector<SendResult> sent = sendFrames(
        {"0000000d00120002000000010003753033", "0000001b0012000400000002000375303300087530332d61707004312e3000"});
    ASSERT_EQ(sent.size(), 2u);
    const std::size_t count = GetParam().apiCount;
    EXPECT_EQ(payloadHex(sent[0]).substr(0, 24),
              fmt::format("000000010000{:08x}{:04x}", count, GetParam().controllerListener ? 1 : 0));
    EXPECT_EQ(payloadHex(sent[1]).substr(0, 14), fmt::format("000000020000{:02x}", count + 1));
}

TEST_P(ListedVersions, E3_AVersionThatIsTooNewIsToldWhichThereAreAndTheConnectionGoesOn) {
    const int newest = newestVersion();
    const std::vector<SendResult> sent = sendFrames(
        {"0000001b0012006300000001000375303300087530332d61707004312e3000",
         fmt::format("0000001b0012{:04x}00000002000375303300087530332d61707004312e3000", std::min(newest, 4))});
    ASSERT_EQ(sent.size(), 2u);
    ASSERT_TRUE(sent[0].exchange && sent[1].exchange);
    EXPECT_EQ(payloadHex(sent[0]), fmt::format("0000000100230000000100120000{:04x}", newest));
    EXPECT_EQ(sent[0].exchange->unread, 0u);
    EXPECT_EQ(versionsIn(sent[1], std::min(newest, 4)).apis.size(), GetParam().apiCount);
    EXPECT_EQ(sent[0].exchange->connection, sent[1].exchange->connection);
    EXPECT_NE(sent[0].exchange->connection, ConnectionId::None);
}

TEST_P(ListedVersions, E4_AnUnknownTagIsNoMatter) {
    const int version = 4;
    const std::vector<SendResult> sent =
        sendFrames({"000000220012000400000001000375303300087530332d61707004312e3001630568656c6c6f"});
    ASSERT_EQ(sent.size(), 1u);
    EXPECT_EQ(versionsIn(sent[0], version).errorCode, 0);
    EXPECT_EQ(versionsIn(sent[0], version).apis.size(), GetParam().apiCount);
}

// What follows the correlation id: the error code, no APIs, no throttle time, no tags.
std::string refusalWithCode(int code) {
    return fmt::format("{:04x}010000000000", code);
}

TEST_P(ListedVersions, E5_RefusalsSayNothingElse) {
    const SendResult sent = ask(3, R"({"clientSoftwareName":"my app","clientSoftwareVersion":"1.0"})");
    EXPECT_EQ(payloadHex(sent).substr(8), refusalWithCode(42));
}

// Since v5, which 3.9 lacks. Brokers compare what it says of cluster and node with what they are; controllers only want
// both or none.
class NamedClusters : public ListedVersions {};

TEST_P(NamedClusters, E5_ClientsOfAnotherClusterAreSentAway) {
    const auto askAs = [this](const std::string& identity) {
        return ask(5, fmt::format("{{{},{}}}", kSoftware, identity));
    };
    const std::string ours = fmt::format(R"("clusterId":"{}")", m_clusterId);
    EXPECT_EQ(payloadHex(askAs(ours)).substr(8), refusalWithCode(42));
    EXPECT_EQ(payloadHex(askAs(R"("nodeId":1)")).substr(8), refusalWithCode(42));
    EXPECT_EQ(versionsIn(askAs(ours + R"(,"nodeId":1)"), 5).apis.size(), GetParam().apiCount);
    for (const std::string& other : {ours + R"(,"nodeId":2)", std::string(R"("clusterId":"brokerscope","nodeId":1)")}) {
        const SendResult sent = askAs(other);
        if (GetParam().controllerListener) {
            EXPECT_EQ(versionsIn(sent, 5).apis.size(), GetParam().apiCount) << other;
        } else {
            EXPECT_EQ(payloadHex(sent).substr(8), refusalWithCode(129)) << other;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Kafka, ListedVersions, ::testing::ValuesIn(kListings), listingName);
INSTANTIATE_TEST_SUITE_P(Kafka, NamedClusters, ::testing::Values(kListings[0], kListings[1]), listingName);

}  // namespace
}  // namespace brokerscope
