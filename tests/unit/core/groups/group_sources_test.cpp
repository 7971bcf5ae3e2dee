#include "core/groups/group_sources.h"

#include "tests/support/group_exchanges.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using testing::exchangeOf;

std::size_t eventsOf(const GroupSourcesOptions& options, const Exchange& exchange) {
    GroupSources sources(SchemaRegistry::embedded(), options);
    std::vector<GroupEvent> events;
    sources.exchange(exchange, events);
    return events.size();
}

// One exchange for each of those who read them: lists, descriptions, configurations, and what members say.
std::vector<Exchange> toldExchanges() {
    return {exchangeOf("ListGroups", 5, "{}",
                       R"({"groups":[{"groupId":"g","protocolType":"consumer","groupState":"Stable",
                           "groupType":"classic"}]})",
                       995, 1000),
            exchangeOf("DescribeGroups", 5, "{}",
                       R"({"groups":[{"groupId":"g","groupState":"Stable","protocolType":"consumer",
                           "protocolData":"range","members":[]}]})",
                       995, 1000),
            exchangeOf("DescribeConfigs", 4, "{}",
                       R"({"results":[{"errorCode":0,"errorMessage":null,"resourceType":32,"resourceName":"g",
                           "configs":[{"name":"consumer.session.timeout.ms","value":"45000","readOnly":false,
                           "isSensitive":false}]}]})",
                       995, 1000),
            exchangeOf("JoinGroup", 9, R"({"groupId":"g","memberId":"m","protocolType":"consumer"})",
                       R"({"errorCode":0,"generationId":3,"protocolType":"consumer","protocolName":"range","leader":"m",
                           "memberId":"m","members":[{"memberId":"m","metadata":""},{"memberId":"n","metadata":""}]})",
                       995, 1000)};
}

TEST(GroupSources, EveryReaderKeepsToTheLimits) {
    GroupSourcesOptions narrow;
    narrow.limits.depth = 0;  // nothing within arrays
    for (const Exchange& exchange : toldExchanges()) {
        EXPECT_LT(eventsOf(narrow, exchange), eventsOf({}, exchange)) << *exchange.apiKey;
    }
}

TEST(GroupSources, EveryReaderKeepsToTheRelease) {
    const Exchange described =
        exchangeOf("StreamsGroupDescribe", 0, "{}",
                   R"({"groups":[{"errorCode":0,"groupId":"g","groupState":"Stable","groupEpoch":3,"assignmentEpoch":3,
            "topology":null,"members":[]}]})",
                   995, 1000);
    EXPECT_GT(eventsOf({}, described), 0U);
    GroupSourcesOptions older;
    older.choice.release = "3.9.2";
    EXPECT_EQ(eventsOf(older, described), 0U) << "which has no groups of that type";
    const Exchange beat = exchangeOf("StreamsGroupHeartbeat", 0,
                                     R"({"groupId":"g","memberId":"m","memberEpoch":0,"rebalanceTimeoutMs":1000})",
                                     R"({"memberId":"m","memberEpoch":1})", 995, 1000);
    EXPECT_GT(eventsOf({}, beat), 0U);
    EXPECT_EQ(eventsOf(older, beat), 0U);
}

// Where no partition may be read, it is said of each group once: of those that are named, and of those that come up.
TEST(GroupSources, WithoutRecordsEveryGroupIsToldSo) {
    GroupSourcesOptions options;
    options.groups = {"named"};
    GroupSources sources(SchemaRegistry::embedded(), options);
    std::vector<GroupEvent> events;
    sources.recordsBlind(-1, 0, 1000, "not allowed", events);
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].group, "named");
    ASSERT_TRUE(std::holds_alternative<SourceBlind>(events[0].said));
    EXPECT_EQ(std::get<SourceBlind>(events[0].said).why, "not allowed");
    events.clear();
    sources.recordsBlind(-1, 0, 2000, "not allowed", events);
    EXPECT_TRUE(events.empty());
    sources.recordsSeen(0, 1, 3000, events);
    EXPECT_EQ(events.size(), 1U);
    events.clear();
    sources.recordsBlind(-1, 0, 4000, "not allowed", events);
    EXPECT_EQ(events.size(), 1U);
}

}  // namespace
}  // namespace brokerscope
