#include "core/groups/group_config_events.h"

#include "tests/support/group_event_words.h"
#include "tests/support/group_exchanges.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using ::testing::ElementsAre;
using testing::exchangeOf;
using ::testing::IsEmpty;
using testing::timed;

std::string setting(std::string_view name, std::string_view value) {
    return fmt::format(R"({{"name":"{}","value":{},"readOnly":false,"isSensitive":false}})", name, value);
}
std::string configsOf(std::string_view group, const std::vector<std::string>& settings, int resource = 32,
                      int error = 0) {
    return fmt::format(R"({{"errorCode":{},"errorMessage":null,"resourceType":{},"resourceName":"{}","configs":[{}]}})",
                       error, resource, group, fmt::join(settings, ","));
}

class GroupConfigEventsTest : public ::testing::Test {
protected:
    std::vector<std::string> take(std::int64_t ms, const std::vector<std::string>& results) {
        std::vector<GroupEvent> given;
        EXPECT_TRUE(m_events.take(exchangeOf("DescribeConfigs", 4, "{}",
                                             fmt::format(R"({{"results":[{}]}})", fmt::join(results, ",")), ms - 5, ms),
                                  given));
        m_given.insert(m_given.end(), given.begin(), given.end());
        return timed(given);
    }

    GroupConfigEvents m_events{SchemaRegistry::embedded(), {}, {}, 3};
    std::vector<GroupEvent> m_given;
};

TEST_F(GroupConfigEventsTest, TellsTheSessionsOfGroupsAndWhatChangesInThem) {
    const std::string g = configsOf("g", {setting("consumer.session.timeout.ms", R"("45000")"),
                                          setting("consumer.heartbeat.interval.ms", R"("5000")"),
                                          setting("share.session.timeout.ms", R"("30000")"),
                                          setting("share.auto.offset.reset", R"("latest")"),
                                          setting("streams.heartbeat.interval.ms", R"("3000")")});
    const std::string h = configsOf("h", {setting("streams.session.timeout.ms", R"("1500")")});
    EXPECT_THAT(take(1000, {g, h}), ElementsAre("1000 sessions consumer=45000/5000 share=30000/-1 streams=-1/3000",
                                                "1000 sessions streams=1500/-1"));
    EXPECT_EQ(m_given[0].group, "g");
    EXPECT_EQ(m_given[1].group, "h");
    EXPECT_EQ(m_given[0].evidence.source, EventSource::Metadata);
    EXPECT_EQ(m_given[0].evidence.feed, 3u);
    EXPECT_EQ(m_given[0].type, GroupType::Unknown);
    EXPECT_THAT(take(2000, {g, h}), IsEmpty());
    EXPECT_THAT(take(3000, {g, configsOf("h", {setting("streams.session.timeout.ms", R"("2000")")})}),
                ElementsAre("3000 sessions streams=2000/-1"));
}

TEST_F(GroupConfigEventsTest, WhatIsNoSessionOfAGroupSaysNothing) {
    const std::string length = setting("consumer.session.timeout.ms", R"("45000")");
    EXPECT_THAT(take(1000, {configsOf("t", {length}, 2)}), IsEmpty());
    EXPECT_THAT(take(1001, {configsOf("g", {}, 32, 29)}), IsEmpty());
    EXPECT_THAT(take(1002, {configsOf("g", {setting("consumer.session.timeout.ms", "null"),
                                            setting("share.session.timeout.ms", R"("soon")"),
                                            setting("share.heartbeat.interval.ms", R"("-1")"),
                                            setting("streams.session.timeout.ms", R"("99999999999")")})}),
                IsEmpty());
    std::vector<GroupEvent> given;
    EXPECT_FALSE(m_events.take(exchangeOf("Heartbeat", 4, "{}", "{}", 1003, 1004), given));
    EXPECT_THAT(given, IsEmpty());
}

}  // namespace
}  // namespace brokerscope
