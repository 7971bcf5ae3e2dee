#include "core/groups/metadata_events.h"

#include "tests/support/group_event_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::timed;

TopicInfo topic(std::string name, std::uint8_t id, std::int32_t partitions, std::int32_t leader = 1) {
    TopicInfo info;
    info.name = std::move(name);
    info.id.bytes[15] = id;
    for (std::int32_t i = 0; i < partitions; ++i) {
        PartitionInfo partition;
        partition.index = i;
        partition.leader = leader;
        info.partitions.push_back(partition);
    }
    return info;
}

class MetadataEventsTest : public ::testing::Test {
protected:
    std::vector<std::string> take(std::int64_t ms, std::vector<TopicInfo> topics,
                                  const std::set<std::string>& asked = {}) {
        ClusterSnapshot snapshot;
        snapshot.wallMs = ms;
        snapshot.topics = std::move(topics);
        std::vector<GroupEvent> given;
        m_events.take(snapshot, static_cast<ExchangeId>(++m_exchange), asked, given);
        m_given.insert(m_given.end(), given.begin(), given.end());
        return timed(given);
    }

    MetadataEvents m_events{3};
    std::vector<GroupEvent> m_given;
    std::uint64_t m_exchange = 0;
};

TEST_F(MetadataEventsTest, TheCoordinatorLeadsTheGroupsPartition) {
    m_events.follow("g-classic", {});  // partition 18 of 50
    TopicInfo offsets = topic("__consumer_offsets", 9, 50, 1);
    offsets.partitions[18].leader = 2;
    EXPECT_THAT(take(1000, {offsets}), ElementsAre("1000 coordinator 2"));
    EXPECT_EQ(m_given[0].evidence.source, EventSource::Metadata);
    EXPECT_EQ(m_given[0].evidence.feed, 3u);
    EXPECT_EQ(m_given[0].evidence.exchange, static_cast<ExchangeId>(1));
    EXPECT_THAT(take(2000, {offsets}), IsEmpty());
    offsets.partitions[18].leader = 3;
    EXPECT_THAT(take(3000, {offsets}), ElementsAre("3000(-1000) coordinator 3"));
    offsets.partitions[18].leader = -1;
    EXPECT_THAT(take(4000, {offsets}), ElementsAre("4000(-1000) coordinator -1"));
    EXPECT_THAT(take(5000, {}, {"orders"}), IsEmpty());  // not asked for: nothing is known
}

TEST_F(MetadataEventsTest, TopicsGrowGoAndAreMadeAnew) {
    m_events.follow("g", {"orders"});
    EXPECT_THAT(take(1000, {topic("orders", 1, 3)}), IsEmpty());
    EXPECT_THAT(take(2000, {topic("orders", 1, 6)}), ElementsAre("2000(-1000) topic orders 3->6"));
    EXPECT_THAT(take(3000, {}), ElementsAre("3000(-1000) topic orders 6->0"));
    EXPECT_THAT(take(4000, {}), IsEmpty());
    EXPECT_THAT(take(5000, {topic("orders", 2, 6)}), ElementsAre("5000(-1000) topic orders 0->6"));
    EXPECT_THAT(take(6000, {topic("orders", 3, 6)}),
                ElementsAre("6000(-1000) topic orders 6->0", "6000(-1000) topic orders 0->6"));
}

TEST_F(MetadataEventsTest, OnlyWhatWasAskedForIsGone) {
    m_events.follow("g", {"orders"});
    take(1000, {topic("orders", 1, 3)});
    EXPECT_THAT(take(2000, {topic("other", 2, 1)}, {"other"}), IsEmpty());
    TopicInfo refused = topic("orders", 1, 0);
    refused.errorCode = 29;  // not permitted to see it
    EXPECT_THAT(take(3000, {refused}, {"orders"}), IsEmpty());
    refused.errorCode = 3;
    EXPECT_THAT(take(4000, {refused}, {"orders"}), ElementsAre("4000(-1000) topic orders 3->0"));
}

TEST_F(MetadataEventsTest, OneTopicOfTwoGroupsAndForgottenOnes) {
    m_events.follow("a", {"orders"});
    m_events.follow("b", {"orders"});
    take(1000, {topic("orders", 1, 3)});
    EXPECT_EQ(take(2000, {topic("orders", 1, 4)}).size(), 2u);
    EXPECT_EQ(m_given[0].group, "a");
    EXPECT_EQ(m_given[1].group, "b");
    EXPECT_NE(m_given[0].evidence, m_given[1].evidence);
    m_events.forget("a");
    EXPECT_EQ(take(3000, {topic("orders", 1, 5)}).size(), 1u);
    m_events.forget("b");
    EXPECT_THAT(take(4000, {topic("orders", 1, 6)}), IsEmpty());
}

}  // namespace
}  // namespace brokerscope
