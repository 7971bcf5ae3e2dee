#include "core/schema/overlays.h"

#include "core/schema/schema_blob.h"
#include "core/schema/schema_registry.h"

#include <gtest/gtest.h>
#include <map>
#include <set>

namespace brokerscope {
namespace {

const Overlays& overlays() {
    return SchemaRegistry::embedded().overlays();
}

// A message of which only these values are known.
ReadOverlayValues message(std::map<std::string, std::vector<OverlayValue>> values) {
    return [values = std::move(values)](const std::string& path) {
        const auto found = values.find(path);
        return found == values.end() ? std::vector<OverlayValue>{} : found->second;
    };
}

// Nothing: no rule says so.
std::optional<RouteTarget> targetOf(int apiKey, int version, const ReadOverlayValues& read = message({})) {
    const RouteRule* rule = overlays().api(apiKey)->route(version, read);
    return rule == nullptr ? std::nullopt : std::optional(rule->target);
}

TEST(Overlays, RouteEveryVersionOfEveryApi) {
    for (const ApiInfo& api : SchemaRegistry::embedded().apis()) {
        for (int version = api.request.min; version <= api.request.max; ++version) {
            EXPECT_TRUE(targetOf(api.key, version)) << api.name << " v" << version;
        }
    }
    EXPECT_EQ(overlays().api(95), nullptr);
}

TEST(Overlays, RouteByWhatTheApiIs) {
    EXPECT_EQ(targetOf(3, 9), RouteTarget::Any);
    EXPECT_EQ(targetOf(19, 5), RouteTarget::Controller);
    EXPECT_EQ(targetOf(12, 4), RouteTarget::GroupCoordinator);
    EXPECT_EQ(targetOf(0, 9), RouteTarget::PartitionLeader);
    EXPECT_EQ(overlays().api(0)->route(9, message({}))->topic, "topicData[].name");
    EXPECT_EQ(overlays().api(0)->route(13, message({}))->topic, "topicData[].topicId");
    EXPECT_EQ(overlays().api(12)->route(4, message({}))->key, "groupId");
}

TEST(Overlays, RouteByWhatTheMessageHolds) {
    const auto resource = [](std::int64_t type, std::string name) {
        return message({{"resources[].resourceType", {type}}, {"resources[].resourceName", {name}}});
    };
    EXPECT_EQ(targetOf(32, 4, resource(4, "1")), RouteTarget::Broker);
    EXPECT_EQ(targetOf(32, 4, resource(4, "")), RouteTarget::Any);
    EXPECT_EQ(targetOf(32, 4, resource(2, "orders")), RouteTarget::Any);
    EXPECT_EQ(targetOf(22, 4, message({{"transactionalId", {NullValue{}}}})), RouteTarget::Any);
    EXPECT_EQ(targetOf(22, 4, message({{"transactionalId", {std::string("t")}}})), RouteTarget::TransactionCoordinator);
}

TEST(Overlays, KnowWhatRequestsChange) {
    EXPECT_EQ(overlays().api(0)->changes(9, message({})), "records");
    EXPECT_EQ(overlays().api(18)->changes(3, message({})), std::nullopt);
    EXPECT_EQ(overlays().api(19)->changes(5, message({{"validateOnly", {false}}})), "topics");
    EXPECT_EQ(overlays().api(19)->changes(5, message({{"validateOnly", {true}}})), std::nullopt);
    EXPECT_EQ(overlays().api(1)->changes(12, message({{"replicaId", {std::int64_t{-1}}}})), std::nullopt);
    EXPECT_EQ(overlays().api(1)->changes(12, message({{"replicaId", {std::int64_t{1}}}})), "replication");
    EXPECT_TRUE(overlays().api(18)->mutations.empty());
}

TEST(Overlays, PutEveryApiInOneFamily) {
    std::multiset<std::int16_t> keys;
    for (const ApiFamily& family : overlays().families()) {
        EXPECT_FALSE(family.name.empty());
        keys.insert(family.apiKeys.begin(), family.apiKeys.end());
    }
    EXPECT_EQ(keys.size(), 95U);
    EXPECT_EQ(std::set<std::int16_t>(keys.begin(), keys.end()).size(), 95U);
    EXPECT_EQ(overlays().api(3)->family, "Cluster");
    EXPECT_EQ(overlays().families().front().name, "Cluster");
}

TEST(Overlays, KnowCoordinators) {
    EXPECT_EQ(overlays().coordinator(RouteTarget::GroupCoordinator)->internalTopic, "__consumer_offsets");
    EXPECT_EQ(overlays().coordinator(RouteTarget::TransactionCoordinator)->keyType, 1);
    EXPECT_EQ(overlays().coordinator(RouteTarget::ShareCoordinator)->keyType, 2);
    EXPECT_EQ(overlays().coordinator(RouteTarget::Any), nullptr);
    EXPECT_EQ(overlays().staleTargetErrors(RouteTarget::Controller), (std::vector<std::int16_t>{41}));
    EXPECT_EQ(overlays().staleTargetErrors(RouteTarget::GroupCoordinator), (std::vector<std::int16_t>{16, 15}));
    EXPECT_TRUE(overlays().staleTargetErrors(RouteTarget::Any).empty());
}

TEST(Overlays, KnowEndpoints) {
    const auto brokers = overlays().endpoints("MetadataResponse");
    ASSERT_EQ(brokers.size(), 1U);
    EXPECT_EQ(brokers[0].structPath, "brokers[]");
    EXPECT_EQ(brokers[0].host, "host");
    EXPECT_EQ(brokers[0].id, "nodeId");
    EXPECT_EQ(overlays().endpoints("FindCoordinatorResponse").size(), 2U);
    EXPECT_TRUE(overlays().endpoints("FetchRequest").empty());
}

std::string overlayRefusal(std::string_view overlay) {
    const SchemaRegistry& registry = SchemaRegistry::embedded();
    const auto read = Overlays::read({{"some.json", overlay}}, registry);
    const auto status = read ? read->validate(registry) : tl::unexpected(read.error());
    if (status) {
        return "accepted";
    }
    EXPECT_EQ(status.error().id, MessageId::OverlayInvalid);
    return status.error().text();
}

TEST(Overlays, RefuseUnknownNames) {
    EXPECT_EQ(overlayRefusal(R"({"overlay":"routing","rules":[{"message":"FetchResponse","target":"any"}]})"),
              "some.json: rules[0]: message: no request is called \"FetchResponse\"");
    EXPECT_EQ(overlayRefusal(R"({"overlay":"routing","rules":[{"message":"FetchRequest","target":"nobody"}]})"),
              "some.json: rules[0]: target: \"nobody\" is not a target");
    EXPECT_EQ(
        overlayRefusal(R"({"overlay":"routing","staleTargetErrors":[{"target":"any","errors":["OOPS"]}],"rules":[]})"),
        "some.json: staleTargetErrors[0]: errors: \"OOPS\" is not an error code");
    EXPECT_EQ(overlayRefusal(R"({"overlay":"families","rules":[{"family":"All","apis":["Teleport"]}]})"),
              "some.json: rules[0]: apis: \"Teleport\" is not an API");
    EXPECT_EQ(
        overlayRefusal(
            R"({"overlay":"entities","endpoints":[{"message":"FetchResponse","struct":"brokers[]","host":"host","port":"port"}],"rules":[]})"),
        "endpoints: FetchResponse: no field \"brokers[]\"");
}

TEST(Overlays, RefuseGaps) {
    EXPECT_EQ(overlayRefusal(R"({"overlay":"routing","rules":[]})"),
              "some.json: rules: no unconditional route for Produce version 0");
    EXPECT_EQ(overlayRefusal(R"({"overlay":"families","rules":[]})"), "some.json: rules: Produce has no family");
    EXPECT_EQ(overlayRefusal(R"({"overlay":"mutating","rules":[]})"),
              "some.json: rules: Produce is neither in a rule nor in readOnly");
    EXPECT_EQ(
        overlayRefusal(
            R"({"overlay":"mutating","rules":[{"message":"ProduceRequest","changes":"records"}],"readOnly":[{"message":"ProduceRequest"}]})"),
        "some.json: readOnly[0]: message: has a rule that says what it changes");
    EXPECT_EQ(
        overlayRefusal(
            R"({"overlay":"families","rules":[{"family":"A","apis":["Produce"]},{"family":"B","apis":["Produce"]}]})"),
        "some.json: rules[1]: apis: \"Produce\" is in \"A\" already");
}

}  // namespace
}  // namespace brokerscope
