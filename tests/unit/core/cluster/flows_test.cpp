#include "core/base/hex.h"
#include "core/cluster/auto_target.h"
#include "core/cluster/bootstrap_flow.h"
#include "core/cluster/lookup_flow.h"
#include "core/codec/decoder.h"
#include "core/exchange/request_frame.h"
#include "core/topology/node_values.h"
#include "core/value/json_reader.h"
#include "tests/unit/core/cluster/malformed_answer.h"

#include <QCoreApplication>

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

const Endpoint kHome{"home", 9092};

const SchemaRegistry& registry() {
    return SchemaRegistry::embedded();
}

std::shared_ptr<const BrokerVersions> listing(std::vector<AdvertisedApi> apis) {
    auto versions = std::make_shared<BrokerVersions>();
    versions->apis = std::move(apis);
    return versions;
}

// An answer to (key, version): hex after the correlation id.
AnsweredResult answerOf(std::int16_t apiKey, std::int16_t version, std::string_view hex) {
    const ByteBuffer rest = *fromHex(hex);
    ByteBuffer frame{0, 0, 0, static_cast<std::uint8_t>(rest.size() + 4), 0, 0, 0, 1};
    frame.insert(frame.end(), rest.begin(), rest.end());
    auto exchange = std::make_shared<Exchange>();
    exchange->apiKey = apiKey;
    exchange->apiVersion = version;
    exchange->response = std::make_shared<const ByteBuffer>(std::move(frame));
    return exchange;
}

tl::unexpected<TransportError> refused() {
    return tl::unexpected(
        TransportError{{MessageId::ConnectRefused, {"home:9092", "no"}, std::nullopt, {}}, std::nullopt});
}

LookupFlow lookup(RequestTarget target, std::shared_ptr<const ClusterSnapshot> snapshot, bool mayFallBack, bool late) {
    return {{registry(), {}, {}, std::move(snapshot), kHome, mayFallBack, [late] { return late; }, true},
            std::move(target)};
}

RequestTarget groupTarget() {
    RequestTarget target;
    target.kind = TargetKind::GroupCoordinator;
    target.key = "g1";
    return target;
}

constexpr std::string_view kNotAvailable = "000f ffffffff 0000 ffffffff";
constexpr std::string_view kBroker2 = "0000 00000002 000162 00002384";

TEST(LookupFlow, RetriesUntilTheCoordinatorIsThere) {
    LookupFlow flow = lookup(groupTarget(), nullptr, false, false);
    EXPECT_TRUE(std::holds_alternative<flow_step::Prepare>(flow.start()));
    FlowStep step = flow.prepared(listing({{10, {0, 0}}}));
    ASSERT_TRUE(std::holds_alternative<flow_step::Ask>(step));
    EXPECT_EQ(std::get<flow_step::Ask>(step).version, 0);
    EXPECT_TRUE(std::holds_alternative<flow_step::Wait>(flow.answered(answerOf(10, 0, kNotAvailable))));
    EXPECT_TRUE(std::holds_alternative<flow_step::Ask>(flow.waited()));
    EXPECT_TRUE(std::holds_alternative<flow_step::Wait>(flow.answered(answerOf(10, 0, "000e ffffffff 0000 ffffffff"))));
    EXPECT_TRUE(std::holds_alternative<flow_step::Ask>(flow.waited()));
    EXPECT_TRUE(std::holds_alternative<flow_step::Done>(flow.answered(answerOf(10, 0, kBroker2))));
    ASSERT_TRUE(flow.outcome());
    EXPECT_EQ(flow.outcome()->endpoint.toString(), "b:9092");
    EXPECT_EQ(flow.outcome()->sentence, "coordinator of group g1 is broker 2");
}

TEST(LookupFlow, StopsAtTheDeadlineAndNamesTheError) {
    LookupFlow flow = lookup(groupTarget(), nullptr, false, true);
    flow.start();
    flow.prepared(listing({{10, {0, 0}}}));
    EXPECT_TRUE(std::holds_alternative<flow_step::Done>(flow.answered(answerOf(10, 0, kNotAvailable))));
    ASSERT_FALSE(flow.outcome());
    EXPECT_EQ(flow.outcome().error().error.id, MessageId::NoBroker);
    EXPECT_NE(flow.outcome().error().text().find("COORDINATOR_NOT_AVAILABLE"), std::string::npos);
}

TEST(LookupFlow, AutomaticTargetsFallBackToAnyBroker) {
    LookupFlow flow = lookup(groupTarget(), nullptr, true, false);
    flow.start();
    EXPECT_TRUE(std::holds_alternative<flow_step::Done>(flow.prepared(listing({{60, {0, 1}}}))));
    ASSERT_TRUE(flow.outcome());
    EXPECT_EQ(flow.outcome()->endpoint, kHome);
    EXPECT_NE(flow.outcome()->sentence.find("any broker"), std::string::npos);
}

TEST(LookupFlow, AnAnswerWithoutCoordinatorsNamesNone) {
    LookupFlow flow = lookup(groupTarget(), nullptr, false, false);
    flow.start();
    flow.prepared(listing({{10, {0, 4}}}));
    EXPECT_TRUE(std::holds_alternative<flow_step::Done>(flow.answered(answerOf(10, 4, "00 00000000 01 00"))));
    ASSERT_FALSE(flow.outcome());
    EXPECT_EQ(flow.outcome().error().error.id, MessageId::NoBroker);
    EXPECT_THAT(flow.outcome().error().text(), ::testing::HasSubstr("named none"));
}

// A broker that is asked for a coordinator makes the topic behind it.
TEST(LookupFlow, MayBeForbiddenToMakeAnInternalTopic) {
    const auto start = [](const std::vector<std::string>& topics) {
        auto snapshot = std::make_shared<ClusterSnapshot>();
        for (const std::string& topic : topics) {
            snapshot->topics.push_back({topic, {}, true, 0, {}});
        }
        LookupFlow flow({registry(), {}, {}, std::move(snapshot), kHome, true, [] { return false; }, false},
                        groupTarget());
        const bool isDone = std::holds_alternative<flow_step::Done>(flow.start());
        return std::pair{isDone, flow.outcome()};
    };
    EXPECT_FALSE(start({"__consumer_offsets"}).first);
    const auto [isDone, outcome] = start({"__transaction_state"});
    EXPECT_TRUE(isDone);
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().error.id, MessageId::ReadOnlyRefused);
    EXPECT_THAT(outcome.error().text(), ::testing::HasSubstr("__consumer_offsets"));
}

TEST(LookupFlow, ShareAndTransactionCoordinatorsHaveKeyTypesOfTheirOwn) {
    for (const auto& [kind, keyType] :
         {std::pair{TargetKind::GroupCoordinator, 0}, std::pair{TargetKind::TransactionCoordinator, 1},
          std::pair{TargetKind::ShareCoordinator, 2}}) {
        RequestTarget target = groupTarget();
        target.kind = kind;
        LookupFlow flow = lookup(target, nullptr, false, false);
        flow.start();
        FlowStep step = flow.prepared(listing({{10, {0, 6}}}));
        ASSERT_TRUE(std::holds_alternative<flow_step::Ask>(step));
        const ValueDraft& body = std::get<flow_step::Ask>(step).body;
        EXPECT_EQ(std::get<std::int64_t>(body.root.fields[body.root.spec->find("KeyType")->index]), keyType);
    }
}

TEST(LookupFlow, KnownLeadersAndBrokersNeedNoQuestion) {
    auto snapshot = std::make_shared<ClusterSnapshot>();
    snapshot->brokers = {{1, {"a", 1}, {}, false}, {2, {"b", 2}, {}, false}};
    snapshot->controllerId = 2;
    snapshot->topics = {{"orders", {}, false, 0, {{0, 1, 0, {}, {}, 0}, {1, 2, 0, {}, {}, 0}}}};
    RequestTarget target;
    target.kind = TargetKind::PartitionLeader;
    target.topic = "orders";
    target.partition = 1;
    LookupFlow leader = lookup(target, snapshot, false, false);
    EXPECT_TRUE(std::holds_alternative<flow_step::Done>(leader.start()));
    EXPECT_EQ(leader.outcome()->endpoint.toString(), "b:2");
    // A topic that the request names by its id has a name for people.
    const Uuid id = *Uuid::fromString("6kySFknNRdG0J1E9XdO4sA");
    snapshot->topics.front().id = id;
    target.topic = id.toString();
    LookupFlow byId = lookup(target, snapshot, false, false);
    byId.start();
    EXPECT_EQ(byId.outcome()->sentence, "leader of orders-1 is broker 2");
    LookupFlow controller = lookup(*RequestTarget::parse("controller"), snapshot, false, false);
    controller.start();
    EXPECT_EQ(controller.outcome()->brokerId, 2);
    LookupFlow missing = lookup(*RequestTarget::parse("9"), snapshot, false, false);
    missing.start();
    EXPECT_FALSE(missing.outcome());
}

TEST(LookupFlow, SaysWhyALeaderCannotBeAskedFor) {
    RequestTarget target;
    target.kind = TargetKind::PartitionLeader;
    target.topic = "orders";
    LookupFlow unserved = lookup(target, nullptr, false, false);
    unserved.start();
    unserved.prepared(listing({{10, {0, 6}}}));
    ASSERT_FALSE(unserved.outcome());
    EXPECT_NE(unserved.outcome().error().text().find("Metadata is not served here"), std::string::npos);
    target.topic = "6kySFknNRdG0J1E9XdO4sA";
    LookupFlow byId = lookup(target, nullptr, false, false);
    byId.start();
    byId.prepared(listing({{3, {0, 11}}}));
    ASSERT_FALSE(byId.outcome());
    EXPECT_NE(byId.outcome().error().text().find("by id from Metadata 12 on, and 11 is the newest here"),
              std::string::npos)
        << byId.outcome().error().text();
}

TEST(BootstrapFlow, TriesTheAddressesInTurn) {
    BootstrapFlow flow(registry(), {}, {}, {{"down", 1}, {"silent", 2}, kHome});
    EXPECT_EQ(std::get<flow_step::Prepare>(flow.start()).endpoint.host, "down");
    EXPECT_EQ(std::get<flow_step::Prepare>(flow.prepared(refused())).endpoint.host, "silent");
    EXPECT_TRUE(std::holds_alternative<flow_step::Ask>(flow.prepared(listing({{3, {0, 0}}}))));
    EXPECT_EQ(std::get<flow_step::Prepare>(flow.answered(refused())).endpoint, kHome);
    EXPECT_TRUE(std::holds_alternative<flow_step::Ask>(flow.prepared(listing({{3, {0, 0}}}))));
    EXPECT_TRUE(std::holds_alternative<flow_step::Done>(
        flow.answered(answerOf(3, 0, "00000001 00000007 000168 00002384 00000000"))));
    ASSERT_TRUE(flow.outcome());
    EXPECT_EQ(flow.outcome()->snapshot.answeredBy, kHome);
    EXPECT_EQ(flow.outcome()->snapshot.brokers.at(0).endpoint.toString(), "h:9092");
}

TEST(BootstrapFlow, EveryAddressThatIsDownIsToldWithItsReason) {
    BootstrapFlow flow(registry(), {}, {}, {{"a", 1}, {"b", 2}});
    flow.start();
    flow.prepared(refused());
    EXPECT_TRUE(std::holds_alternative<flow_step::Done>(flow.prepared(tl::unexpected(
        TransportError{{MessageId::HostUnknown, {"b", "no such host"}, std::nullopt, {}}, std::nullopt}))));
    ASSERT_FALSE(flow.outcome());
    EXPECT_EQ(flow.outcome().error().error.id, MessageId::NoBroker);
    EXPECT_EQ(flow.outcome().error().text(),
              "no broker found for the cluster (a:1: cannot connect to home:9092: no; b:2: cannot find host b: no such "
              "host)");
}

TEST(BootstrapFlow, APeerWithoutAVersionOfMetadataThatIsKnownIsSaidToHaveNone) {
    BootstrapFlow flow(registry(), {}, {}, {{"a", 1}});
    flow.start();
    EXPECT_TRUE(std::holds_alternative<flow_step::Done>(flow.prepared(listing({{3, {90, 99}}}))));
    ASSERT_FALSE(flow.outcome());
    EXPECT_EQ(flow.outcome().error().text(), "no version of Metadata is known to both sides");
}

TEST(BootstrapFlow, OfAChosenReleaseTheVersionsAreThose) {
    BootstrapFlow flow(registry(), {"3.9.2", false}, {}, {kHome});
    flow.start();
    FlowStep step = flow.prepared(listing({{3, {0, 13}}}));
    ASSERT_TRUE(std::holds_alternative<flow_step::Ask>(step));
    EXPECT_EQ(std::get<flow_step::Ask>(step).version, 12);
}

TEST(LookupFlow, APortThatIsNoneIsNotAnother) {
    LookupFlow flow = lookup(groupTarget(), nullptr, false, false);
    flow.start();
    flow.prepared(listing({{10, {0, 0}}}));
    flow.answered(answerOf(10, 0, "0000 00000002 000162 00012384"));
    ASSERT_TRUE(flow.outcome());
    EXPECT_EQ(flow.outcome()->endpoint.port, 0);
}

TEST(BootstrapFlow, OneAddressThatIsDownGivesItsReason) {
    BootstrapFlow flow(registry(), {}, {}, {kHome});
    flow.start();
    EXPECT_TRUE(std::holds_alternative<flow_step::Done>(flow.prepared(refused())));
    EXPECT_EQ(flow.outcome().error().error.id, MessageId::ConnectRefused);
}

TEST(BootstrapFlow, ControllerListenersAreAskedForTheirControllers) {
    BootstrapFlow flow(registry(), {}, {}, {kHome});
    flow.start();
    FlowStep step = flow.prepared(listing({{60, {0, 1}}}));
    ASSERT_TRUE(std::holds_alternative<flow_step::Ask>(step));
    const auto& ask = std::get<flow_step::Ask>(step);
    EXPECT_EQ(ask.apiKey, 60);
    EXPECT_EQ(ask.version, 1);
    EXPECT_EQ(std::get<std::int64_t>(ask.body.root.fields[ask.body.root.spec->find("EndpointType")->index]), 2);
}

// What does not decode says nothing: neither that there is a cluster of no brokers, nor one without coordinators.
TEST(BootstrapFlow, AnAnswerThatDoesNotDecodeIsNoCluster) {
    BootstrapFlow flow(registry(), {}, {}, {{"odd", 1}, kHome});
    flow.start();
    flow.prepared(listing({{3, {0, 0}}}));
    const auto good = answerOf(3, 0, "00000001 00000007 000168 00002384 00000000");
    FlowStep step = flow.answered(testing::cutOff(**good));
    ASSERT_TRUE(std::holds_alternative<flow_step::Prepare>(step));
    EXPECT_EQ(std::get<flow_step::Prepare>(step).endpoint, kHome);
    EXPECT_EQ(flow.outcome().error().error.id, MessageId::AnswerMalformed);
    flow.prepared(listing({{3, {0, 0}}}));
    flow.answered(good);
    ASSERT_TRUE(flow.outcome());
    EXPECT_EQ(flow.outcome()->snapshot.answeredBy, kHome);
}

TEST(LookupFlow, AnAnswerThatDoesNotDecodeIsAFailure) {
    LookupFlow flow = lookup(groupTarget(), nullptr, true, false);
    flow.start();
    flow.prepared(listing({{10, {0, 0}}}));
    EXPECT_TRUE(std::holds_alternative<flow_step::Done>(flow.answered(testing::cutOff(**answerOf(10, 0, kBroker2)))));
    ASSERT_FALSE(flow.outcome());
    EXPECT_EQ(flow.outcome().error().error.id, MessageId::AnswerMalformed);
    EXPECT_NE(flow.outcome().error().text().find("does not decode: byte 17, port: needs 4 bytes, 3 left"),
              std::string::npos)
        << flow.outcome().error().text();
}

// Below v4 naming a topic creates it where brokers may: there all topics are asked for.
TEST(LookupFlow, LookingForALeaderCreatesNoTopic) {
    RequestTarget target;
    target.kind = TargetKind::PartitionLeader;
    target.topic = "orders";
    for (const std::int16_t version : {std::int16_t{0}, std::int16_t{3}, std::int16_t{4}}) {
        LookupFlow flow = lookup(target, nullptr, false, false);
        flow.start();
        FlowStep step = flow.prepared(listing({{3, {0, version}}}));
        ASSERT_TRUE(std::holds_alternative<flow_step::Ask>(step));
        const ValueDraft& body = std::get<flow_step::Ask>(step).body;
        const DraftValue& topics = body.root.fields[body.root.spec->find("Topics")->index];
        const auto* const named = std::get_if<std::unique_ptr<DraftArray>>(&topics);
        EXPECT_EQ(named != nullptr && !(*named)->elements.empty(), version >= 4) << version;
    }
}

struct Routed {
    int apiKey;
    int version;
    const char* json;
    const char* target;
};

class AutoTargetTest : public ::testing::TestWithParam<Routed> {};

TEST_P(AutoTargetTest, ReadsTheRequestsOwnFields) {
    const auto layout = registry().request(GetParam().apiKey, GetParam().version);
    ASSERT_TRUE(layout);
    const auto draft = draftFromJson((*layout)->spec, GetParam().json);
    ASSERT_TRUE(draft) << draft.error().text();
    const auto frame =
        makeRequestFrame(registry(), {static_cast<std::int16_t>(GetParam().apiKey),
                                      static_cast<std::int16_t>(GetParam().version), "c", nullptr, &draft->draft});
    ASSERT_TRUE(frame);
    const NodeRef body = bodyOf(decodeRequestFrame(registry(), frame->bytes));
    EXPECT_EQ(autoTarget(registry(), GetParam().apiKey, GetParam().version, body).describe(), GetParam().target);
}

INSTANTIATE_TEST_SUITE_P(
    Routes, AutoTargetTest,
    ::testing::Values(
        Routed{3, 12, R"({"topics":null})", "any broker"}, Routed{19, 7, "{}", "controller"},
        Routed{12, 4, R"({"groupId":"g1"})", "coordinator of group g1"},
        Routed{9, 8, R"({"groups":[{"groupId":"g2"}]})", "coordinator of group g2"},
        Routed{22, 4, R"({"transactionalId":null})", "any broker"},
        Routed{22, 4, R"({"transactionalId":"tx"})", "coordinator of transaction tx"},
        Routed{1, 12, R"({"topics":[{"topic":"orders","partitions":[{"partition":3}]}]})", "leader of orders-3"},
        Routed{84, 0,
               R"({"groupId":"s","topics":[{"topicId":"6kySFknNRdG0J1E9XdO4sA","partitions":[{"partition":2}]}]})",
               "coordinator of share partition s:6kySFknNRdG0J1E9XdO4sA:2"},
        Routed{32, 4, R"({"resources":[{"resourceType":4,"resourceName":"7"}]})", "broker 7"},
        Routed{32, 4, R"({"resources":[{"resourceType":2,"resourceName":"7"}]})", "any broker"}));

TEST(RequestTarget, ReadsTheWordsOfTheCommandLine) {
    EXPECT_EQ(RequestTarget::parse("auto")->kind, TargetKind::Auto);
    EXPECT_EQ(RequestTarget::parse("12")->brokerId, 12);
    EXPECT_EQ(RequestTarget::parse("h:1")->address, (Endpoint{"h", 1}));
    EXPECT_FALSE(RequestTarget::parse("-1"));
    EXPECT_FALSE(RequestTarget::parse("leader"));
}

}  // namespace
}  // namespace brokerscope

int main(int argc, char** argv) {
    QCoreApplication application(argc, argv);
    ::testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
