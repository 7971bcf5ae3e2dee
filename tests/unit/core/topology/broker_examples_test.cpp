#include "core/base/hex.h"
#include "core/codec/decoder.h"
#include "core/codec/encoder.h"
#include "core/topology/broker_versions.h"
#include "core/topology/node_values.h"
#include "core/value/json_reader.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <sstream>

namespace brokerscope {
namespace {

// What a Kafka 4.4.0 broker lists on its broker listener.
constexpr std::string_view kBrokerListener =
    "0:0-13 1:4-18 2:1-11 3:0-13 8:2-10 9:1-10 10:0-6 11:0-9 12:0-4 13:0-5 14:0-5 15:0-6 16:0-5 17:0-1 18:0-5 19:2-7 "
    "20:1-6 21:0-2 22:0-5 23:2-4 24:0-5 25:0-4 26:0-5 27:1-2 28:0-6 29:1-3 30:1-3 31:1-3 32:1-4 33:0-2 34:1-2 35:1-5 "
    "36:0-2 37:0-3 38:1-3 39:1-2 40:1-2 41:1-3 42:0-3 43:0-2 44:0-1 45:0-1 46:0-0 47:0-0 48:0-1 49:0-1 50:0-0 51:0-0 "
    "55:0-2 57:0-2 60:0-2 61:0-0 64:0-0 65:0-0 66:0-2 68:0-1 69:0-1 74:0-1 75:0-0 76:1-1 77:1-1 78:1-2 79:1-2 80:0-1 "
    "81:0-0 83:0-0 84:0-0 85:0-1 86:0-0 87:0-1 88:0-1 89:0-1 90:0-1 91:0-0 92:0-0 93:0-0 94:0-0";

// The list as the JSON form of an answer's apiKeys.
std::string listedApis() {
    std::string json;
    std::istringstream words{std::string(kBrokerListener)};
    std::string word;
    while (words >> word) {
        const std::size_t colon = word.find(':');
        const std::size_t dash = word.find('-');
        json += fmt::format(R"({}{{"apiKey":{},"minVersion":{},"maxVersion":{}}})", json.empty() ? "" : ",",
                            word.substr(0, colon), word.substr(colon + 1, dash - colon - 1), word.substr(dash + 1));
    }
    return '[' + json + ']';
}

std::shared_ptr<const ByteBuffer> answerFrame(int version, int correlationId) {
    const auto& registry = SchemaRegistry::embedded();
    const auto header = registry.responseHeader(*registry.responseHeaderVersion(18, version)).value();
    const auto body = registry.response(18, version).value();
    const auto headerDraft = draftFromJson(header->spec, fmt::format(R"({{"correlationId":{}}})", correlationId));
    const auto bodyDraft = draftFromJson(body->spec, fmt::format(R"({{"errorCode":0,"apiKeys":{}}})", listedApis()));
    return encodeFrame(header, headerDraft->draft, body, bodyDraft->draft)->bytes;
}

// E2: sizes and first bytes of the answers to v0-2, and what the list means for us.
TEST(Examples, E2_AnswersOfABroker) {
    for (const auto& [version, size] : {std::pair{0, 472}, std::pair{1, 476}, std::pair{2, 476}}) {
        EXPECT_EQ(answerFrame(version, 1)->size() - 4, static_cast<std::size_t>(size)) << version;
    }
    EXPECT_EQ(toHex(ByteView(*answerFrame(2, 1)).subspan(4, 12)), "0000000100000000004d0000");
    EXPECT_EQ(toHex(ByteView(*answerFrame(4, 2)).subspan(4, 12)), "0000000200004e0000000000");
}

TEST(Examples, E2_UsableApis) {
    const auto& registry = SchemaRegistry::embedded();
    const auto tree = decodeResponseFrame(registry, 18, 5, answerFrame(5, 1));
    EXPECT_EQ(tree->unread, 0u);
    const BrokerVersions versions = versionsFromAnswer(bodyOf(tree), 5);
    ASSERT_EQ(versions.apis.size(), 77u);
    EXPECT_EQ(versions.api(8)->versions, (VersionRange{2, 10}));
    for (const AdvertisedApi& listed : versions.apis) {
        const ApiUsability api = apiUsability(registry, versions, listed.key);
        EXPECT_TRUE(api.state == ApiState::Usable || api.state == ApiState::RefusedBelow) << listed.key;
        // Our newest definitions are that broker's: the greatest common version is its greatest.
        EXPECT_EQ(api.usable.max, listed.versions.max) << api.name;
    }
    EXPECT_EQ(apiUsability(registry, versions, 71).state, ApiState::Hidden);
    EXPECT_EQ(apiUsability(registry, versions, 72).state, ApiState::Hidden);
    EXPECT_EQ(apiUsability(registry, versions, 52).state, ApiState::Unsupported);
    EXPECT_EQ(apiStateText(apiUsability(registry, versions, 0)), "refused below 3");
}

// C006: up to v3 a broker leaves out features whose minimum is 0, so what is listed is not everything.
TEST(BrokerVersions, C006_FeaturesOfOldVersionsAreNotComplete) {
    const auto tree = decodeResponseFrame(SchemaRegistry::embedded(), 18, 3, answerFrame(3, 1));
    EXPECT_FALSE(versionsFromAnswer(bodyOf(tree), 3).featuresComplete);
    const auto newer = decodeResponseFrame(SchemaRegistry::embedded(), 18, 4, answerFrame(4, 1));
    EXPECT_TRUE(versionsFromAnswer(bodyOf(newer), 4).featuresComplete);
}

// C011: where a broker lists Produce from 3 on, nothing is refused; the default is the highest common version.
TEST(ApiUsability, C011_ProduceListedFromThreeIsUsableThroughout) {
    const auto& registry = SchemaRegistry::embedded();
    BrokerVersions proxy;
    proxy.apis = {{0, {3, 12}}, {1, {4, 18}}};
    const ApiUsability produce = apiUsability(registry, proxy, 0);
    EXPECT_EQ(apiStateText(produce), "usable");
    EXPECT_EQ(produce.highest, 12);
}

}  // namespace
}  // namespace brokerscope
