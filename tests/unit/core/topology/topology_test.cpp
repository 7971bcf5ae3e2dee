#include "core/base/hex.h"
#include "core/codec/decoder.h"
#include "core/topology/broker_versions.h"
#include "core/topology/endpoint.h"
#include "core/topology/node_values.h"
#include "core/topology/own_versions.h"
#include "core/topology/release_guess.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

BrokerVersions listing(std::vector<AdvertisedApi> apis) {
    BrokerVersions versions;
    versions.apis = std::move(apis);
    return versions;
}

TEST(Endpoint, ReadsWhatItPrints) {
    for (const char* text : {"localhost:9092", "[::1]:19092", "10.0.0.1:1"}) {
        const auto endpoint = Endpoint::parse(text);
        ASSERT_TRUE(endpoint) << text;
        EXPECT_EQ(endpoint->toString(), text);
    }
}

TEST(Endpoint, RefusesWhatIsNoAddress) {
    for (const char* text :
         {"", "host", ":9092", "host:", "host:0", "host:65536", "::1:9092", "http://host:1", "a b:1"}) {
        EXPECT_FALSE(Endpoint::parse(text)) << text;
    }
}

TEST(Endpoint, ReadsListsWithBlanks) {
    const auto list = Endpoint::parseList("a:1, b:2 ");
    ASSERT_TRUE(list);
    EXPECT_EQ(list->size(), 2u);
    EXPECT_EQ(list->back().toString(), "b:2");
    EXPECT_FALSE(Endpoint::parseList("a:1,,b:2"));
}

// C006: features with minimum 0 are told only from v4 on.
TEST(BrokerVersions, C006_FeaturesOfTheAnswer) {
    const auto layout = SchemaRegistry::embedded().response(18, 4);
    ASSERT_TRUE(layout);
    auto bytes = std::make_shared<const ByteBuffer>(
        *fromHex("00000100000000030014020e6b726166742e76657273696f6e00000001000108000000000000000c6302aabb"));
    const BrokerVersions versions = versionsFromAnswer(NodeRef::root(decodeMessage(*layout, bytes)), 4);
    ASSERT_NE(versions.feature("kraft.version"), nullptr);
    EXPECT_EQ(versions.feature("kraft.version")->supported, (VersionRange{0, 1}));
    EXPECT_EQ(versions.finalizedFeaturesEpoch, 12);
    EXPECT_TRUE(versions.featuresComplete);
    ASSERT_EQ(versions.apis.size(), 0u);
}

TEST(BrokerVersions, OfAFeatureThatIsOnlyFinalizedNoSupportIsMadeUp) {
    const auto layout = SchemaRegistry::embedded().response(18, 3);
    ASSERT_TRUE(layout);
    auto bytes = std::make_shared<const ByteBuffer>(
        *fromHex("0000 01 00000000 01 02 14 02 0e6b726166742e76657273696f6e 0001 0001 00"));
    const BrokerVersions versions = versionsFromAnswer(NodeRef::root(decodeMessage(*layout, bytes)), 3);
    ASSERT_NE(versions.feature("kraft.version"), nullptr);
    EXPECT_EQ(versions.feature("kraft.version")->finalized, 1);
    EXPECT_TRUE(versions.feature("kraft.version")->supported.isEmpty());
}

// C011: Kafka 4 lists Produce 0-2 for old clients and serves 3 and newer.
TEST(ApiUsability, C011_ProduceBelowThreeIsRefusedByKafka4) {
    const auto& registry = SchemaRegistry::embedded();
    const BrokerVersions kafka4 = listing({{0, {0, 13}}, {1, {4, 18}}});
    const ApiUsability produce = apiUsability(registry, kafka4, 0);
    EXPECT_EQ(apiStateText(produce), "refused below 3");
    EXPECT_EQ(produce.advertised.min, 0);
    EXPECT_EQ(produce.usable.min, 3);
    EXPECT_EQ(produce.highest, 13);
    const BrokerVersions kafka3 = listing({{0, {0, 11}}, {1, {0, 17}}});
    EXPECT_EQ(apiStateText(apiUsability(registry, kafka3, 0)), "usable");
}

TEST(ApiUsability, TellsTheStatesApart) {
    const auto& registry = SchemaRegistry::embedded();
    const BrokerVersions versions = listing({{0, {3, 13}}, {1, {4, 18}}, {3, {0, 99}}, {9999, {0, 1}}});
    EXPECT_EQ(apiUsability(registry, versions, 3).highest, registry.api(3)->latestStable);
    EXPECT_EQ(apiUsability(registry, versions, 9999).state, ApiState::Unknown);
    EXPECT_EQ(apiUsability(registry, versions, 71).state, ApiState::Hidden);
    EXPECT_EQ(apiUsability(registry, versions, 52).state, ApiState::Unsupported);
    EXPECT_EQ(apiUsability(registry, listing({{3, {90, 99}}}), 3).state, ApiState::Unsupported);
}

TEST(ApiUsability, OfAChosenReleaseOursAreItsVersions) {
    BrokerVersions versions;
    versions.apis = {{3, {0, 13}}};
    const SchemaRegistry& registry = SchemaRegistry::embedded();
    EXPECT_EQ(apiUsability(registry, versions, 3).highest, 13);
    const ApiUsability old = apiUsability(registry, versions, 3, {"3.9.2", false});
    EXPECT_EQ(old.highest, 12);
    EXPECT_EQ(old.ours, (VersionRange{0, 12}));
    EXPECT_EQ(ownVersions(registry, 3, {"1.0", false}).latestStable, -1);
    EXPECT_EQ(ownVersions(registry, 9999).latestStable, -1);
}

TEST(ReleaseGuess, ByFeatureLevelThenByApis) {
    const auto& registry = SchemaRegistry::embedded();
    BrokerVersions versions = listing({{1, {4, 13}}});
    EXPECT_EQ(guessRelease(registry, versions), "3.1 or newer");
    versions.features.push_back({"metadata.version", {7, 33}, 33});
    EXPECT_EQ(guessRelease(registry, versions), "4.4");
    // What is finalized says nothing of what the broker supports.
    versions.features = {{"metadata.version", VersionRange::none(), 20}};
    EXPECT_EQ(guessRelease(registry, versions), "3.1 or newer");
    EXPECT_EQ(guessRelease(registry, {}), "");
}

TEST(ClusterSnapshot, ReadsMetadata) {
    const auto layout = SchemaRegistry::embedded().response(3, 1);
    ASSERT_TRUE(layout);
    // One broker 7 at h:9092 in rack r, controller 7, topic t with partition 0 led by 7.
    auto bytes = std::make_shared<const ByteBuffer>(
        *fromHex("00000001 00000007 000168 00002384 000172 00000007"
                 "00000001 0000 000174 00 00000001 0000 00000000 00000007 00000001 00000007 00000001 00000007"));
    const ClusterSnapshot snapshot = snapshotFromMetadata(NodeRef::root(decodeMessage(*layout, bytes)));
    ASSERT_EQ(snapshot.brokers.size(), 1u);
    EXPECT_EQ(snapshot.brokers[0].endpoint.toString(), "h:9092");
    EXPECT_EQ(snapshot.brokers[0].rack, "r");
    EXPECT_EQ(snapshot.controllerId, 7);
    ASSERT_NE(snapshot.topic("t"), nullptr);
    EXPECT_EQ(snapshot.topic("t")->partitions.at(0).leader, 7);
    EXPECT_EQ(snapshot.topic("missing"), nullptr);
}

}  // namespace
}  // namespace brokerscope
