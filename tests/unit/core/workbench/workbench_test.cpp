#include "core/workbench/workbench.h"

#include "core/base/hex.h"
#include "core/topology/own_versions.h"
#include "core/value/json_reader.h"
#include "core/workbench/mutation.h"
#include "tests/unit/core/workbench/stub_broker.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QThread>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <set>

namespace brokerscope {
namespace {

using testing::StubBroker;
using testing::StubPeer;

Result<ClusterView> connected(Workbench& bench, ClusterSettings settings) {
    auto future = bench.connectToCluster(std::move(settings));
    future.waitForFinished();
    return future.result();
}

Result<SendResult> sent(Workbench& bench, SendRequest request) {
    auto future = bench.send(std::move(request));
    future.waitForFinished();
    return future.result();
}

SendRequest requestFor(std::int16_t apiKey) {
    SendRequest request;
    request.apiKey = apiKey;
    return request;
}

TEST(Workbench, ConnectsAndSendsWithTheHighestCommonVersion) {
    const StubBroker broker;
    Workbench bench;
    const auto view = connected(bench, broker.settings());
    ASSERT_TRUE(view) << view.error().text();
    EXPECT_EQ(view->snapshot->brokers.at(0).endpoint.toString(), "h:9092");
    SendRequest request = requestFor(3);
    request.target = *RequestTarget::parse("1");
    const auto result = sent(bench, std::move(request));
    ASSERT_TRUE(result) << result.error().text();
    EXPECT_EQ(result->exchange->apiVersion, 1);
    EXPECT_EQ(result->broker.id, 1);
    EXPECT_EQ(result->exchange->brokerId, 1);
    EXPECT_EQ(result->exchange->unread, 0u);
    ASSERT_NE(result->response, nullptr);
    // Both connections' ApiVersions with their fallbacks, the metadata, and this one: all are kept.
    EXPECT_EQ(bench.exchanges()->status().appended, 6u);
}

TEST(Workbench, ReadOnlyModeRefusesBeforeSending) {
    const StubBroker broker;
    Workbench bench;
    ClusterSettings settings = broker.settings();
    settings.readOnly = true;
    ASSERT_TRUE(connected(bench, settings));
    const auto before = bench.exchanges()->status().appended;
    const auto result = sent(bench, requestFor(19));
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().id, MessageId::ReadOnlyRefused);
    EXPECT_EQ(bench.exchanges()->status().appended, before);
    EXPECT_TRUE(sent(bench, requestFor(3)));
}

TEST(Workbench, ACloseIsAnExchangeWithItsCause) {
    const StubBroker broker;
    Workbench bench;
    ASSERT_TRUE(connected(bench, broker.settings()));
    const auto result = sent(bench, requestFor(19));
    ASSERT_TRUE(result) << result.error().text();
    ASSERT_TRUE(result->exchange->failure);
    EXPECT_EQ(result->exchange->failure->error.code(), "CONNECTION_CLOSED");
    EXPECT_TRUE(result->exchange->failure->cause);
}

TEST(Workbench, SilenceEndsByTheDeadlineAndTheNextRequestIsNotBehindIt) {
    const StubBroker broker;
    Workbench bench;
    ASSERT_TRUE(connected(bench, broker.settings()));
    SendRequest silent = requestFor(16);
    silent.timeout = std::chrono::milliseconds(1000);
    const auto result = sent(bench, std::move(silent));
    ASSERT_TRUE(result) << result.error().text();
    EXPECT_EQ(result->exchange->failure->error.id, MessageId::TimedOut);
    const auto next = sent(bench, requestFor(3));
    ASSERT_TRUE(next);
    EXPECT_FALSE(next->exchange->failure);
}

TEST(Workbench, CancelledRequestsAreGivenUp) {
    const StubBroker broker;
    Workbench bench;
    ASSERT_TRUE(connected(bench, broker.settings()));
    auto future = bench.send(requestFor(16));
    QThread::msleep(100);
    future.cancel();
    future.waitForFinished();
    EXPECT_TRUE(future.isCanceled());
}

TEST(Workbench, WithoutNegotiationTheRawFrameIsTheOnlyExchange) {
    const StubBroker broker;
    Workbench bench;
    ClusterSettings settings = broker.settings();
    settings.negotiate = false;
    bench.useCluster(settings);
    SendRequest request;
    request.rawFrame = *fromHex("00000010 0003 0001 00000002 0002 6364 ffffffff");
    const auto result = sent(bench, std::move(request));
    ASSERT_TRUE(result) << result.error().text();
    EXPECT_EQ(result->exchange->correlationId, 2);
    EXPECT_EQ(bench.exchanges()->status().appended, 1u);
}

TEST(Workbench, PipelinedResultsKeepTheirOrder) {
    const StubBroker broker;
    Workbench bench;
    ASSERT_TRUE(connected(bench, broker.settings()));
    std::vector<SendRequest> requests;
    for (int i = 0; i < 3; ++i) {
        requests.push_back(requestFor(3));
        requests.back().target = *RequestTarget::parse("any");
    }
    auto future = bench.sendPipelined(std::move(requests));
    future.waitForFinished();
    ASSERT_EQ(future.resultCount(), 3);
    for (int i = 1; i < 3; ++i) {
        EXPECT_EQ(*future.resultAt(i)->exchange->correlationId, *future.resultAt(i - 1)->exchange->correlationId + 1);
    }
}

TEST(Workbench, DisconnectingIsTheLastThingTold) {
    const StubPeer silent([](QTcpSocket&, const ByteBuffer&) {});
    Workbench bench;
    std::vector<ClusterState> told;
    QObject::connect(&bench, &Workbench::stateChanged, &bench,
                     [&told](ClusterState state, const QString&) { told.push_back(state); });
    ClusterSettings settings;
    settings.bootstrap = {{"127.0.0.1", silent.port()}};
    auto connecting = bench.connectToCluster(settings);
    bench.disconnectFromCluster();
    connecting.waitForFinished();
    EXPECT_EQ(connecting.result().error().id, MessageId::Cancelled);
    // Whatever the session told before this answer is in the queue now.
    auto after = bench.refresh();
    after.waitForFinished();
    QCoreApplication::processEvents();
    EXPECT_EQ(told, (std::vector{ClusterState::Connecting, ClusterState::Disconnected}));
}

TEST(Workbench, ConnectingCanBeGivenUp) {
    const StubPeer silent([](QTcpSocket&, const ByteBuffer&) {});
    Workbench bench;
    ClusterSettings settings;
    settings.bootstrap = {{"127.0.0.1", silent.port()}};
    settings.timeout = std::chrono::seconds(60);
    QElapsedTimer waited;
    waited.start();
    auto connecting = bench.connectToCluster(settings);
    connecting.cancel();
    connecting.waitForFinished();
    EXPECT_LT(waited.elapsed(), 60'000);
}

TEST(Workbench, WhatABodyCannotSayIsRemarked) {
    const StubBroker broker;
    Workbench bench;
    ASSERT_TRUE(connected(bench, broker.settings()));
    SendRequest request = requestFor(3);
    request.version = 1;
    request.target = *RequestTarget::parse("any");
    request.body = JsonBody{R"({"topics":null,"includeClusterAuthorizedOperations":true})"};
    const auto result = sent(bench, std::move(request));
    ASSERT_TRUE(result) << result.error().text();
    ASSERT_EQ(result->remarks.size(), 1u);
    EXPECT_EQ(result->remarks[0].path, "includeClusterAuthorizedOperations");
    // The minimal body is ours: nobody asked for what it cannot say.
    EXPECT_TRUE(sent(bench, requestFor(3))->remarks.empty());
}

TEST(Workbench, MinimalBodiesFitAChosenRelease) {
    const StubBroker broker;
    Workbench bench;
    ClusterSettings settings = broker.settings();
    settings.schemas.release = "3.9.2";
    ASSERT_TRUE(connected(bench, settings));
    // The newest ListOffsets has a field that 3.9.2 lacks. The stub has no answer.
    SendRequest request = requestFor(2);
    request.version = 1;
    request.target = *RequestTarget::parse("any");
    request.timeout = std::chrono::milliseconds(200);
    const auto result = sent(bench, std::move(request));
    ASSERT_TRUE(result) << result.error().text();
    EXPECT_EQ(result->exchange->apiVersion, 1);
}

TEST(Workbench, BrokersThatTellNoVersionsSayWhy) {
    const StubBroker broker;
    Workbench bench;
    ClusterSettings settings = broker.settings();
    settings.resolve.clear();
    settings.resolve[{"h", 9092}] = {"127.0.0.1", 1};
    ASSERT_TRUE(connected(bench, settings));
    auto asking = bench.brokerVersions();
    asking.waitForFinished();
    const auto versions = asking.result();
    ASSERT_TRUE(versions);
    ASSERT_EQ(versions->size(), 1u);
    ASSERT_TRUE(versions->front()->failure);
    EXPECT_EQ(versions->front()->failure->id, MessageId::ConnectRefused);
}

TEST(Workbench, NobodyThereIsAnError) {
    Workbench bench;
    ClusterSettings settings;
    EXPECT_EQ(connected(bench, settings).error().id, MessageId::NoBroker);
    EXPECT_EQ(sent(bench, requestFor(3)).error().id, MessageId::NoBroker);
}

TEST(Workbench, BadBodiesAreSaidBeforeSending) {
    const StubBroker broker;
    Workbench bench;
    ASSERT_TRUE(connected(bench, broker.settings()));
    SendRequest request = requestFor(3);
    request.body = JsonBody{R"({"topicz":null})"};
    EXPECT_EQ(sent(bench, std::move(request)).error().id, MessageId::UnknownField);
}

TEST(Workbench, CheckTellsOneOutcomeAVersion) {
    const StubBroker broker;
    Workbench bench;
    ASSERT_TRUE(connected(bench, broker.settings()));
    CheckOptions options;
    options.apis = {3, 19};
    auto future = bench.check(options);
    future.waitForFinished();
    ASSERT_EQ(future.resultCount(), 3);
    EXPECT_EQ(future.resultAt(1)->result, CheckResult::Answered);
    EXPECT_TRUE(future.resultAt(1)->expected);
    EXPECT_EQ(future.resultAt(2)->result, CheckResult::Skipped);
    // The stub answers v0 in the form of v1: what is left over is found.
    EXPECT_EQ(future.resultAt(0)->result, CheckResult::Undecodable);
    EXPECT_FALSE(future.resultAt(0)->expected);
}

TEST(Workbench, CheckTellsOfNamedApisThatTheBrokerDoesNotList) {
    const StubBroker broker;
    Workbench bench;
    ASSERT_TRUE(connected(bench, broker.settings()));
    CheckOptions options;
    options.apis = {3, 4};
    auto future = bench.check(options);
    future.waitForFinished();
    std::set<std::int16_t> missed;
    for (const Result<CheckOutcome>& outcome : future.results()) {
        ASSERT_TRUE(outcome);
        if (outcome->apiKey == 4) {
            EXPECT_EQ(outcome->result, CheckResult::Skipped);
            EXPECT_EQ(outcome->note, kSkippedUnlisted);
            missed.insert(outcome->version);
        }
    }
    const VersionRange ours = ownVersions(SchemaRegistry::embedded(), 4, {}).range;
    EXPECT_FALSE(ours.isEmpty());
    EXPECT_EQ(static_cast<int>(missed.size()), ours.max - ours.min + 1);
}

std::string whyNothingIsChecked(const ClusterSettings& settings, CheckOptions options) {
    Workbench bench;
    bench.useCluster(settings);
    auto future = bench.check(std::move(options));
    future.waitForFinished();
    EXPECT_EQ(future.resultCount(), 1);
    const Result<CheckOutcome> only = future.resultCount() > 0 ? future.resultAt(0) : CheckOutcome{};
    return only ? std::string() : only.error().text();
}

TEST(Workbench, CheckSaysWhyNothingCouldBeChecked) {
    const StubBroker broker;
    CheckOptions options;
    options.apis = {4};
    EXPECT_EQ(whyNothingIsChecked(broker.settings(), options), "the broker lists none of these APIs");
    ClusterSettings blind = broker.settings();
    blind.negotiate = false;
    EXPECT_NE(whyNothingIsChecked(blind, options).find("ApiVersions was not asked"), std::string::npos);
    ClusterSettings nobody;
    EXPECT_EQ(whyNothingIsChecked(nobody, options), "no broker found for an empty list of addresses");
}

CheckOutcome groupListingChecked(const StubBroker& broker, std::chrono::milliseconds patience) {
    Workbench bench;
    EXPECT_TRUE(connected(bench, broker.settings()));
    CheckOptions options;
    options.apis = {16};
    options.patience = patience;
    auto future = bench.check(options);
    future.waitForFinished();
    EXPECT_EQ(future.resultCount(), 1);
    const Result<CheckOutcome> only = future.resultCount() > 0 ? future.resultAt(0) : CheckOutcome{};
    EXPECT_TRUE(only);
    return only.value_or(CheckOutcome{});
}

TEST(Workbench, CheckAsksAgainWhileAnErrorPasses) {
    const StubBroker broker(2);
    const CheckOutcome outcome = groupListingChecked(broker, std::chrono::seconds(10));
    EXPECT_EQ(outcome.result, CheckResult::Answered);
    EXPECT_TRUE(outcome.expected);
    EXPECT_EQ(broker.groupListings(), 3);
}

TEST(Workbench, CheckTellsOfAnErrorThatDoesNotPass) {
    const StubBroker broker(1'000'000);
    const CheckOutcome outcome = groupListingChecked(broker, std::chrono::milliseconds(300));
    EXPECT_EQ(outcome.result, CheckResult::Refused);
    EXPECT_FALSE(outcome.expected);
    ASSERT_EQ(outcome.errors.size(), 1u);
    EXPECT_EQ(outcome.errors.front().code, 14);
    EXPECT_GE(broker.groupListings(), 2);
}

TEST(Workbench, ASilentAddressDoesNotKeepTheNextOneFromBeingTried) {
    const StubPeer silent([](QTcpSocket&, const ByteBuffer&) {});
    const StubBroker broker;
    Workbench bench;
    ClusterSettings settings = broker.settings();
    settings.bootstrap.insert(settings.bootstrap.begin(), {"127.0.0.1", silent.port()});
    settings.timeout = std::chrono::milliseconds(500);
    const auto view = connected(bench, settings);
    ASSERT_TRUE(view) << view.error().text();
    EXPECT_EQ(view->snapshot->answeredBy, settings.bootstrap.back());
}

TEST(Mutation, LooksAtTheBodyWhereTheApiAloneDoesNotTell) {
    const SchemaRegistry& registry = SchemaRegistry::embedded();
    EXPECT_TRUE(isMutatingApi(registry, 19));
    EXPECT_FALSE(isMutatingApi(registry, 3));
    EXPECT_FALSE(isMutatingApi(registry, 1));
    EXPECT_TRUE(isMutatingApi(registry, 12345));
    EXPECT_TRUE(changesOf(registry, 19, 7, {}));
    EXPECT_FALSE(changesOf(registry, 18, 0, {}));
}

}  // namespace
}  // namespace brokerscope

int main(int argc, char** argv) {
    QCoreApplication application(argc, argv);
    ::testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
