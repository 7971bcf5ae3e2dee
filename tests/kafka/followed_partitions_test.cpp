#include "core/cluster/fetch_partition.h"
#include "core/workbench/workbench.h"
#include "tests/kafka/broker_fixture.h"
#include "tests/kafka/broker_release.h"
#include "tests/kafka/kafka_peer.h"

#include <QElapsedTimer>

#include <gtest/gtest.h>
#include <map>

namespace brokerscope {
namespace {

using namespace testing;

class FollowedPartitions : public ::testing::TestWithParam<const char*> {};

// Those that a topic gets while it is followed are read from their beginning, also by a reader from the end.
TEST_P(FollowedPartitions, ThatAreAddedMeanwhileAreReadToo) {
    const std::string fixture = std::string("fetch-") + GetParam();
    KafkaPeer peer(fixture);
    const std::string topic = uniqueTopic("growing");
    peer.obey({{"do", "createTopic"}, {"topic", topic}});
    peer.obey({{"do", "produce"}, {"topic", topic}, {"count", 5}, {"value", "before {n}"}, {"partition", 0}});

    Workbench workbench;
    ClusterSettings settings;
    settings.bootstrap = Endpoint::parseList(brokerAddresses(fixture).bootstrap).value();
    auto connected = workbench.connectToCluster(settings);
    connected.waitForFinished();
    ASSERT_TRUE(connected.result().has_value()) << connected.result().error().text();
    FetchOptions options;
    options.topic = topic;
    options.from = FetchFrom::End;
    options.follow = true;
    const auto stream = workbench.fetch(options);
    EXPECT_FALSE(stream->next(std::chrono::milliseconds(1500)));

    peer.obey({{"do", "addPartitions"}, {"topic", topic}, {"partitions", 3}});
    // Before the reader can know of them.
    peer.obey({{"do", "produce"}, {"topic", topic}, {"count", 4}, {"value", "new {n}"}, {"partition", 1}});
    peer.obey({{"do", "produce"}, {"topic", topic}, {"count", 6}, {"value", "new {n}"}, {"partition", 2}});
    peer.obey({{"do", "produce"}, {"topic", topic}, {"count", 2}, {"value", "old {n}"}, {"partition", 0}});

    const std::map<int, std::int64_t> wanted{{0, 7}, {1, 4}, {2, 6}};
    std::map<int, std::int64_t> next{{0, 5}, {1, 0}, {2, 0}};
    QElapsedTimer clock;
    clock.start();
    while (next != wanted && clock.elapsed() < 30'000) {
        const auto piece = stream->next(std::chrono::milliseconds(500));
        if (!piece) {
            continue;
        }
        ASSERT_FALSE(piece->problem) << piece->problem->error.text();
        EXPECT_EQ(piece->firstOffset, next[piece->partition]);
        std::optional<Error> fault;
        next[piece->partition] = offsetAfter(piece->records, piece->firstOffset, fault);
    }
    EXPECT_EQ(next, wanted);
    EXPECT_EQ(stream->progress().partitions, 3);
    stream->cancel();
    for (int i = 0; i < 50 && !stream->end(); ++i) {
        stream->next(std::chrono::milliseconds(100));
    }
    ASSERT_TRUE(stream->end());
    EXPECT_FALSE(stream->end()->problem);
}

INSTANTIATE_TEST_SUITE_P(Kafka, FollowedPartitions, ::testing::Values("4.4.0", "3.9.2"), fetchBrokerName);

}  // namespace
}  // namespace brokerscope
