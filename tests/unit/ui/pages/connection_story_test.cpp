#include "ui/pages/connection_story.h"

#include "tests/unit/ui/pages/sample_exchanges.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using testing::answeredMetadata;
using testing::closedMetadata;

class ConnectionStoryTest : public ::testing::Test {
protected:
    ConnectionStoryTest() {
        auto versions = std::make_shared<BrokerVersions>();
        versions->apis = {{3, {0, 13}}, {18, {0, 4}}};
        view.versions = versions;
        auto snapshot = std::make_shared<ClusterSnapshot>();
        snapshot->brokers.resize(1);
        view.snapshot = snapshot;
    }

    static Exchange internal(Exchange exchange, int apiKey, std::int64_t connectNs) {
        exchange.internal = true;
        exchange.apiKey = static_cast<std::int16_t>(apiKey);
        exchange.times.connectNs = connectNs;
        return exchange;
    }
    std::vector<StoryStep> story(ExchangeId before = ExchangeId::None) const {
        return connectionStory(SchemaRegistry::embedded(), store, view, before);
    }

    ExchangeStore store;
    ClusterView view;
};

TEST_F(ConnectionStoryTest, beginsWithTheSocketOfEachConnection) {
    store.append(internal(answeredMetadata(), 18, 400'000));
    store.append(internal(answeredMetadata(), 3, 5'000'000));  // waited for the same connection
    const auto steps = story();
    ASSERT_EQ(steps.size(), 3U);
    EXPECT_EQ(steps[0].what, QStringLiteral("TCP to kafka-1:9092"));
    EXPECT_EQ(steps[0].time, QStringLiteral("0.4 ms"));
    EXPECT_EQ(steps[0].exchange, nullptr);
    EXPECT_EQ(steps[1].what, QStringLiteral("ApiVersions v12"));
    EXPECT_EQ(steps[1].result, QStringLiteral("2 APIs listed"));
    EXPECT_EQ(steps[2].result, QStringLiteral("1 broker, 0 topics"));
    ASSERT_TRUE(steps[2].exchange);
    EXPECT_EQ(steps[2].exchange->id, ExchangeId{2});
}

TEST_F(ConnectionStoryTest, leavesOutWhatWasBeforeAndWhatTheUserSent) {
    store.append(internal(answeredMetadata(), 18, -1));
    store.append(answeredMetadata());
    store.append(internal(answeredMetadata(), 3, -1));
    const auto steps = story(ExchangeId{1});
    ASSERT_EQ(steps.size(), 1U);
    EXPECT_EQ(steps[0].exchange->id, ExchangeId{3});
}

TEST_F(ConnectionStoryTest, marksAStepThatFailed) {
    store.append(internal(closedMetadata(), 3, -1));
    const auto steps = story();
    ASSERT_EQ(steps.size(), 1U);
    EXPECT_TRUE(steps[0].isProblem);
    EXPECT_TRUE(steps[0].result.contains(QStringLiteral("closed the connection")));
}

TEST_F(ConnectionStoryTest, everyStepSaysWhatItTold) {
    store.append(internal(answeredMetadata(), 60, -1));
    EXPECT_EQ(story().front().result, QStringLiteral("1 broker, none fenced"));
    auto snapshot = std::make_shared<ClusterSnapshot>(*view.snapshot);
    snapshot->brokers.resize(3);
    snapshot->brokers[1].fenced = true;
    view.snapshot = snapshot;
    EXPECT_EQ(story().front().result, QStringLiteral("3 brokers, 1 fenced"));
}

}  // namespace
}  // namespace brokerscope
