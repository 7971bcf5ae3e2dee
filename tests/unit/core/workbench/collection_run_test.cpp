#include "core/workbench/collection_run.h"

#include "core/workbench/collection_changes.h"
#include "core/workbench/workbench.h"
#include "tests/support/temporary_path.h"
#include "tests/unit/core/workbench/stub_broker.h"

#include <fstream>
#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using Outcome = RequestVerdict::Outcome;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::StubBroker;

class CollectionRunTest : public ::testing::Test {
protected:
    void TearDown() override { std::filesystem::remove_all(m_root); }

    void write(const std::string& name, const std::string& text) const {
        std::filesystem::create_directories((m_root / name).parent_path());
        std::ofstream(m_root / name, std::ios::binary) << text;
    }

    // Runs what was written, with the outcome of each request.
    std::vector<CollectedOutcome> run(const StubBroker& broker, CollectionRunOptions options = {}) {
        const ClusterSettings settings = broker.settings();
        Workbench bench;
        auto connecting = bench.connectToCluster(settings);
        connecting.waitForFinished();
        EXPECT_TRUE(connecting.result());
        m_collection = *Collection::open(m_root.string());
        CollectionRun run(bench, m_collection, collectionContext(SchemaRegistry::embedded(), settings),
                          std::move(options));
        std::vector<CollectedOutcome> outcomes;
        while (auto outcome = run.next()) {
            outcomes.push_back(std::move(*outcome));
        }
        return outcomes;
    }

    std::filesystem::path m_root = temporaryPath("collection-run");
    Collection m_collection;
};

std::vector<Outcome> outcomesOf(const std::vector<CollectedOutcome>& run) {
    std::vector<Outcome> outcomes;
    for (const CollectedOutcome& each : run) {
        outcomes.push_back(each.verdict.outcome);
    }
    return outcomes;
}

TEST_F(CollectionRunTest, SendsAgainWhileItsConditionHolds) {
    const StubBroker broker(3);
    write("1.request", "api: ListGroups\ntarget: any\nretry: while response.errorCode == COORDINATOR_LOAD_IN_PROGRESS "
                       "for 20s every 10ms\n"
                       "set: code = response.errorCode\n");
    write("2.request",
          "api: Metadata\nname: {{code}}\nheader.correlationId: 77\nclient-id: me\nexpect: header.clientId == me\n"
          "expect: header.correlationId == 77\nexpect: response.brokers[0].host == h\nexpect: latency < 20s\n");
    const auto run = this->run(broker);
    EXPECT_THAT(outcomesOf(run), ElementsAre(Outcome::Passed, Outcome::Passed));
    EXPECT_EQ(broker.groupListings(), 4);
    EXPECT_EQ(run[0].verdict.attempts, 4u);
    EXPECT_GE(run[0].durationMs, 30);
    EXPECT_EQ(run[1].verdict.name, "0");
    ASSERT_TRUE(run[1].sent);
    EXPECT_EQ(run[1].sent->exchange->correlationId, 77);
}

TEST_F(CollectionRunTest, WhatChangesTheClusterIsNotSentUnlessAllowed) {
    const StubBroker broker;
    write("1.request", "api: CreateTopics\ntarget: any\n\n{\"topics\": [{\"name\": \"x\"}]}\n");
    const auto refused = run(broker);
    EXPECT_THAT(outcomesOf(refused), ElementsAre(Outcome::NotSent));
    EXPECT_THAT(refused[0].verdict.problems, ElementsAre(HasSubstr("nobody has allowed that")));
    EXPECT_FALSE(refused[0].sent);
    CollectionRunOptions options;
    options.mayChange = true;
    const auto closed = run(broker, std::move(options));
    // This broker closes on it.
    EXPECT_THAT(outcomesOf(closed), ElementsAre(Outcome::NoAnswer));
    EXPECT_TRUE(closed[0].sent->exchange->failure);
}

TEST_F(CollectionRunTest, ChainsStandForThemselves) {
    const StubBroker broker;
    write("a/1.request", "api: Metadata\nexpect: response.brokers count 9\nset: x = response.brokers[0].port\n");
    write("a/2.request", "api: Metadata\n");
    write("b/1.request", "api: Metadata\nname: {{x}}\n");
    CollectionRunOptions options;
    options.variables.set(VariableLayer::Environment, "x", VariableValue::ofText("mine"));
    const auto run = this->run(broker, std::move(options));
    EXPECT_THAT(outcomesOf(run), ElementsAre(Outcome::Failed, Outcome::Skipped, Outcome::Passed));
    EXPECT_EQ(run[1].file().path, "a/2.request");
    EXPECT_EQ(run[2].verdict.name, "mine");
}

TEST_F(CollectionRunTest, ItCanBeStoppedWhileItWaits) {
    const StubBroker broker(1'000'000);
    write("1.request", "api: ListGroups\ntarget: any\nretry: while response.errorCode != NONE for 1h every 10m\n");
    write("2.request", "api: Metadata\n");
    CollectionRunOptions options;
    options.isCancelled = [&broker] { return broker.groupListings() > 0; };
    // Stopped before the answer or behind it.
    EXPECT_THAT(outcomesOf(run(broker, std::move(options))),
                ElementsAre(::testing::AnyOf(Outcome::NoAnswer, Outcome::Failed), Outcome::Skipped));
}

TEST_F(CollectionRunTest, WhatCannotBeSentSaysWhy) {
    const StubBroker broker;
    write("1.request", "raw: 00000008 00120000 00000001 00000008 00120000 00000002\n");
    write("b/1.request", "api: Metadata\ntarget: 77\n");
    const auto run = this->run(broker);
    EXPECT_THAT(outcomesOf(run), ElementsAre(Outcome::NotSent, Outcome::NotSent));
    EXPECT_THAT(run[0].verdict.problems, ElementsAre("\"raw\" holds 2 requests: a file is one of them"));
    EXPECT_TRUE(run[1].error);
}

TEST_F(CollectionRunTest, ChangesAreKnownBeforehandAsFarAsTheyCanBe) {
    write("1.request", "api: Metadata\nset: name = response.clusterId\n\n{\"topics\": []}\n");
    write("2.request", "api: CreateTopics\n\n{\"topics\": [{\"name\": \"x\"}]}\n");
    write("3.request", "api: CreateTopics\n\n{\"topics\": [{\"name\": \"x\"}], \"validateOnly\": true}\n");
    write("4.request", "api: CreateTopics\n\n{\"topics\": [{\"name\": \"{{name}}\"}], \"validateOnly\": true}\n");
    write("5.request", "raw: 00000008 7fff 0000 00000001\n");
    const auto collection = Collection::open(m_root.string());
    ASSERT_TRUE(collection);
    const PlanContext context = collectionContext(SchemaRegistry::embedded(), {});
    const CollectedChain& chain = collection->chains().front();
    std::vector<std::string> paths;
    for (const CollectionChange& change : changesByChain(chain, planChain(chain, {}, context), context)) {
        paths.push_back(change.path);
        EXPECT_THAT(change.sentence, HasSubstr("change"));
    }
    EXPECT_THAT(paths, ElementsAre("2.request", "4.request", "5.request"));
}

}  // namespace
}  // namespace brokerscope
