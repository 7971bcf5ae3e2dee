#include "core/groups/describe_events.h"

#include "tests/support/group_event_words.h"
#include "tests/support/group_exchanges.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using ::testing::ElementsAre;
using testing::exchangeOf;
using ::testing::IsEmpty;
using testing::kOrders;
using testing::timed;

class DescribeEventsTest : public ::testing::Test {
protected:
    std::vector<std::string> take(const Exchange& exchange) {
        std::vector<GroupEvent> given;
        EXPECT_TRUE(m_events.take(exchange, given));
        m_given.insert(m_given.end(), given.begin(), given.end());
        return timed(given);
    }
    // An answer at `ms` that has this one group in it.
    std::vector<std::string> described(const std::string& api, int version, std::int64_t ms, std::string_view group) {
        return take(exchangeOf(api, version, "{}", fmt::format(R"({{"groups":[{}]}})", group), ms - 5, ms));
    }
    std::vector<std::string> listed(int version, std::int64_t ms, std::string_view groups,
                                    std::string_view request = "{}", std::int32_t broker = 1) {
        Exchange exchange =
            exchangeOf("ListGroups", version, request, fmt::format(R"({{"groups":[{}]}})", groups), ms - 5, ms);
        exchange.brokerId = broker;
        return take(exchange);
    }
    std::vector<std::string> classic(std::int64_t ms, std::string_view state, std::string_view members,
                                     std::string_view protocol = "range") {
        return described(
            "DescribeGroups", 5, ms,
            fmt::format(
                R"({{"groupId":"g","groupState":"{}","protocolType":"consumer","protocolData":"{}","members":[{}]}})",
                state, protocol, members));
    }

    NestedOpener m_opener{SchemaRegistry::embedded()};
    DescribeEvents m_events{SchemaRegistry::embedded(), m_opener, nullptr, {}, {}};
    std::vector<GroupEvent> m_given;
};

std::string base64Member(std::string_view id, std::string_view metadata, std::string_view assignment) {
    return fmt::format(
        R"({{"memberId":"{}","clientId":"c","clientHost":"/127.0.0.1","memberMetadata":"{}","memberAssignment":"{}"}})",
        id, metadata, assignment);
}
constexpr std::string_view kSubscription = "AAAAAAABAAF0/////w==";                   // t, version 0
constexpr std::string_view kTwoPartitions = "AAAAAAABAAF0AAAAAgAAAAAAAAAB/////w==";  // t-0, t-1
constexpr std::string_view kOnePartition = "AAAAAAABAAF0AAAAAQAAAAH/////";           // t-1

TEST_F(DescribeEventsTest, AClassicGroupAndOnlyWhatIsNew) {
    EXPECT_THAT(classic(1000, "Stable", base64Member("c-1", kSubscription, kTwoPartitions)),
                ElementsAre("1000 coordinator 1",
                            "1000 group state=Stable protocolType=consumer assignor=range mode=eager",
                            "1000 member c-1 client=c host=/127.0.0.1 topics=[t] assigned=t-0,1", "1000 roster [c-1]"));
    EXPECT_EQ(m_given[0].type, GroupType::Classic);
    EXPECT_THAT(classic(2000, "Stable", base64Member("c-1", kSubscription, kTwoPartitions)),
                ElementsAre("2000(-1000) unchanged"));
    EXPECT_THAT(classic(3000, "Stable", base64Member("c-1", kSubscription, kOnePartition)),
                ElementsAre("3000(-1000) member c-1 client=c host=/127.0.0.1 topics=[t] assigned=t-1"));
    EXPECT_THAT(classic(4000, "Empty", "", ""),
                ElementsAre("4000(-1000) group state=Empty protocolType=consumer", "4000(-1000) roster []"));
}

// E14, C089: in a rebalance the strategy is empty, subscriptions are, and the assignment shown is the old one.
TEST_F(DescribeEventsTest, C089InARebalanceAssignmentsAreNotTold) {
    EXPECT_THAT(classic(1000, "PreparingRebalance", base64Member("c-1", "", kTwoPartitions), ""),
                ElementsAre("1000 coordinator 1", "1000 group state=PreparingRebalance protocolType=consumer",
                            "1000 member c-1 client=c host=/127.0.0.1", "1000 roster [c-1]"));
    // Bytes of the case.
    const Exchange bytes = exchangeOf(
        testing::requestFrame("DescribeGroups", 0, "{}"),
        testing::sizedFrame("000000070000000100000001670012507265706172696e67526562616c616e63650008636f6e73756d65720000"
                            "0000000100016d00016300022f680000000000000000"),
        2000, 2001);
    DescribeEvents events(SchemaRegistry::embedded(), m_opener, nullptr, {}, {});
    std::vector<GroupEvent> given;
    EXPECT_TRUE(events.take(bytes, given));
    EXPECT_THAT(timed(given),
                ElementsAre("2001 coordinator 1", "2001 group state=PreparingRebalance protocolType=consumer",
                            "2001 member m client=c host=/h", "2001 roster [m]"));
}

TEST_F(DescribeEventsTest, MembersOfAStableGroupWithoutAnAssignmentHaveNone) {
    EXPECT_THAT(classic(1000, "Stable", base64Member("c-1", kSubscription, "")).at(2),
                "1000 member c-1 client=c host=/127.0.0.1 topics=[t] assigned=none");
}

// C092: the second of three cannot be read.
TEST_F(DescribeEventsTest, C092OneBadMemberOfThree) {
    const auto said =
        classic(1000, "Stable",
                base64Member("c-1", "AAAAAAABAAF0/////w==", "") + ',' + base64Member("c-2", "AAH/////", "") + ',' +
                    base64Member("c-3", "AAEAAAABAAF0AAAAAAAAAAEAAXQAAAACAAAAAAAAAAI=", ""));
    ASSERT_EQ(said.size(), 6u);
    EXPECT_EQ(said[2], "1000 member c-1 client=c host=/127.0.0.1 topics=[t] assigned=none");
    EXPECT_NE(said[3].find("member c-2 client=c host=/127.0.0.1 assigned=none undecoded=subscription, 6 bytes: "),
              std::string::npos)
        << said[3];
    EXPECT_EQ(said[4], "1000 member c-3 client=c host=/127.0.0.1 topics=[t] assigned=none");
    EXPECT_EQ(said[5], "1000 roster [c-1,c-2,c-3]");
}

// Any bytes are stored and described as they are.
TEST_F(DescribeEventsTest, AnyBytesMayBeAMembers) {
    EXPECT_NE(classic(1000, "Stable", base64Member("c-1", "////", "////")).at(2).find("assignment, 3 bytes"),
              std::string::npos);
}

TEST_F(DescribeEventsTest, TheModeIsToldByAnEagerAssignorAlone) {
    EXPECT_EQ(classic(1000, "Stable", "", "cooperative-sticky").at(1),
              "1000 group state=Stable protocolType=consumer assignor=cooperative-sticky");
}

std::string consumerMember(std::string_view id, int epoch, std::string_view assigned, std::string_view target,
                           int type = 1, std::string_view expression = "\"\"") {
    return fmt::format(
        R"({{"memberId":"{}","clientId":"c","clientHost":"/h","memberEpoch":{},"subscribedTopicNames":["t"],)"
        R"("subscribedTopicRegex":{},"memberType":{},)"
        R"("assignment":{{"topicPartitions":[{{"topicId":"{}","topicName":"t","partitions":{}}}]}},)"
        R"("targetAssignment":{{"topicPartitions":[{{"topicId":"{}","topicName":"t","partitions":{}}}]}}}})",
        id, epoch, expression, type, kOrders, assigned, kOrders, target);
}
std::string consumerGroup(std::string_view state, int epoch, int assignmentEpoch, std::string_view members) {
    return fmt::format(
        R"({{"groupId":"g","groupState":"{}","groupEpoch":{},"assignmentEpoch":{},"assignorName":"uniform","members":[{}]}})",
        state, epoch, assignmentEpoch, members);
}

// E14: current and target.
TEST_F(DescribeEventsTest, E14ConsumerGroups) {
    EXPECT_THAT(
        described("ConsumerGroupDescribe", 1, 1000,
                  consumerGroup("Stable", 3, 3, consumerMember("a", 3, "[0,1,2]", "[0,1,2]"))),
        ElementsAre("1000 coordinator 1", "1000 group state=Stable epoch=3 assignmentEpoch=3 assignor=uniform",
                    "1000 member a client=c host=/h classic=no topics=[t] expression=\"\" epoch=3 assigned=t-0,1,2 "
                    "pending=none target=t-0,1,2 away=no",
                    "1000 roster [a]"));
    EXPECT_EQ(m_events.typeOf("g"), GroupType::Consumer);
}

// `assignment` still has what is being revoked.
TEST_F(DescribeEventsTest, WhatTheTargetLacksIsPending) {
    EXPECT_EQ(described("ConsumerGroupDescribe", 1, 1000,
                        consumerGroup("Reconciling", 3, 3, consumerMember("a", 2, "[0,1,2]", "[0,1]")))
                  .at(2),
              "1000 member a client=c host=/h classic=no topics=[t] expression=\"\" epoch=2 assigned=t-0,1 pending=t-2 "
              "target=t-0,1 away=no");
}

TEST_F(DescribeEventsTest, MemberTypesSentinelsAndExpressions) {
    const auto member = [&](int epoch, int type, std::string_view expression) {
        DescribeEvents events(SchemaRegistry::embedded(), m_opener, nullptr, {}, {});
        std::vector<GroupEvent> given;
        events.take(exchangeOf("ConsumerGroupDescribe", 1, "{}",
                               fmt::format(R"({{"groups":[{}]}})",
                                           consumerGroup("Stable", 3, 3,
                                                         consumerMember("a", epoch, "[0]", "[0]", type, expression))),
                               0, 1000),
                    given);
        return std::get<MemberStatus>(given.at(2).said);
    };
    EXPECT_EQ(member(3, 0, "\"\"").isClassic, true);
    EXPECT_EQ(member(3, 1, "\"\"").isClassic, false);
    EXPECT_EQ(member(3, -1, "\"\"").isClassic, std::nullopt);
    EXPECT_EQ(member(3, 1, "null").regularExpression, "");
    EXPECT_EQ(member(3, 1, "\"^t.*\"").regularExpression, "^t.*");
    EXPECT_EQ(member(-2, 1, "\"\"").isAway, true);
    EXPECT_EQ(member(-2, 1, "\"\"").epoch, -1);  // no sentinel
    EXPECT_EQ(member(0, 1, "\"\"").epoch, 0);
}

// A share group has no target, and two owners of a partition are normal.
TEST_F(DescribeEventsTest, ShareGroups) {
    const auto member = [](std::string_view id) {
        return fmt::format(
            R"({{"memberId":"{}","clientId":"c","clientHost":"/h","memberEpoch":3,"subscribedTopicNames":["t"],)"
            R"("assignment":{{"topicPartitions":[{{"topicId":"{}","topicName":"t","partitions":[0]}}]}}}})",
            id, kOrders);
    };
    EXPECT_THAT(
        described("ShareGroupDescribe", 1, 1000, consumerGroup("Stable", 4, 3, member("a") + ',' + member("b"))),
        ElementsAre("1000 coordinator 1", "1000 group state=Stable epoch=4 assignmentEpoch=3 assignor=uniform",
                    "1000 member a client=c host=/h topics=[t] epoch=3 assigned=t-0 away=no",
                    "1000 member b client=c host=/h topics=[t] epoch=3 assigned=t-0 away=no", "1000 roster [a,b]"));
}

// Pending tasks are not in `assignment`: nothing is pending by this source.
TEST_F(DescribeEventsTest, StreamsGroups) {
    EXPECT_THAT(
        described(
            "StreamsGroupDescribe", 0, 1000,
            R"({"groupId":"g","groupState":"Reconciling","groupEpoch":3,"assignmentEpoch":3,"members":[{"memberId":"a",)"
            R"("memberEpoch":2,"clientId":"c","clientHost":"/h","instanceId":"i-1","isClassic":false,)"
            R"("assignment":{"activeTasks":[{"subtopologyId":"0","partitions":[1,0]}],"standbyTasks":[{"subtopologyId":"1","partitions":[3]}],"warmupTasks":[]},)"
            R"("targetAssignment":{"activeTasks":[{"subtopologyId":"0","partitions":[0]}],"standbyTasks":[],"warmupTasks":[]}}]})"),
        ElementsAre("1000 coordinator 1", "1000 group state=Reconciling epoch=3 assignmentEpoch=3",
                    "1000 member a instance=\"i-1\" client=c host=/h classic=no epoch=2 assigned=0-0,1 standby:1-3 "
                    "target=0-0 away=no",
                    "1000 roster [a]"));
}

// Which tasks read a topic, so that commits are those of a task.
TEST_F(DescribeEventsTest, TopologiesOfStreamsGroups) {
    const auto answer = [this](std::int64_t ms, std::string_view topology) {
        return described("StreamsGroupDescribe", 1, ms,
                         fmt::format(R"({{"groupId":"g","groupState":"Stable","groupEpoch":3,"assignmentEpoch":3,)"
                                     R"("topology":{},"members":[]}})",
                                     topology));
    };
    constexpr std::string_view kTwo =
        R"({"epoch":0,"subtopologies":[{"subtopologyId":"0","sourceTopics":["t","u"],"repartitionSinkTopics":["g-r"],)"
        R"("stateChangelogTopics":[],"repartitionSourceTopics":[]},{"subtopologyId":"1","sourceTopics":[],)"
        R"("repartitionSinkTopics":[],"stateChangelogTopics":[],"repartitionSourceTopics":[{"name":"g-r",)"
        R"("partitions":3,"replicationFactor":1,"topicConfigs":[]}]}]})";
    EXPECT_THAT(
        answer(1000, "null"),
        ElementsAre("1000 coordinator 1", "1000 group state=Stable epoch=3 assignmentEpoch=3", "1000 roster []"));
    EXPECT_THAT(answer(2000, kTwo),
                ElementsAre("2000(-1000) group state=Stable epoch=3 assignmentEpoch=3 g-r->1 t->0 u->0"));
    EXPECT_THAT(answer(3000, kTwo), ElementsAre("3000(-1000) unchanged"));
}

// C093: Dead does not tell.
TEST_F(DescribeEventsTest, C093DeadIsNotSaidOfAGroupOfAnotherType) {
    constexpr std::string_view kDead = R"({"groupId":"g","groupState":"Dead"})";
    EXPECT_THAT(described("DescribeGroups", 5, 1000, kDead),
                ElementsAre("1000 blind why=no classic group with this id: deleted, or of another type"));
    EXPECT_THAT(described("DescribeGroups", 0, 1500, kDead), IsEmpty());  // still so
    EXPECT_THAT(
        listed(5, 2000, R"({"groupId":"g","protocolType":"consumer","groupState":"Stable","groupType":"consumer"})"),
        ElementsAre("2000 group state=Stable protocolType=consumer"));
    EXPECT_EQ(m_given.back().type, GroupType::Consumer);
    EXPECT_EQ(m_events.typeOf("g"), GroupType::Consumer);
    EXPECT_THAT(described("DescribeGroups", 5, 3000, kDead), IsEmpty());
    EXPECT_THAT(described("ConsumerGroupDescribe", 1, 4000, consumerGroup("Stable", 3, 3, "")),
                ElementsAre("4000(-3000) blind over why=no classic group with this id: deleted, or of another type",
                            "4000(-2000) coordinator 1",
                            "4000(-2000) group state=Stable epoch=3 assignmentEpoch=3 assignor=uniform",
                            "4000 roster []"));
}

TEST_F(DescribeEventsTest, C093DeadAndMissingFromTheListIsGone) {
    classic(1000, "Empty", "", "");
    constexpr std::string_view kDead = R"({"groupId":"g","groupState":"Dead"})";
    EXPECT_THAT(described("DescribeGroups", 5, 2000, kDead),
                ElementsAre("2000(-1000) blind why=no classic group with this id: deleted, or of another type"));
    EXPECT_THAT(listed(5, 2500, "", R"({"statesFilter":["Stable"]})"), IsEmpty());  // not the whole list
    EXPECT_THAT(listed(5, 2600, "", "{}", 2), IsEmpty());                           // another broker's
    EXPECT_THAT(listed(5, 3000, ""),
                ElementsAre("3000(-2000) blind over why=no classic group with this id: deleted, or of another type",
                            "3000(-2000) group gone words=no group with this id"));
    EXPECT_THAT(described("DescribeGroups", 5, 4000, kDead), IsEmpty());          // said once
    EXPECT_THAT(classic(5000, "Empty", "", "").back(), "5000(-2000) roster []");  // made again
}

TEST_F(DescribeEventsTest, ListsWithoutTypesDoNotTell) {
    listed(4, 1000, R"({"groupId":"g","protocolType":"consumer","groupState":"Stable"})");
    EXPECT_EQ(m_events.typeOf("g"), GroupType::Unknown);
    EXPECT_THAT(described("DescribeGroups", 5, 2000, R"({"groupId":"g","groupState":"Dead"})"),
                ElementsAre("2000(-1000) blind why=no classic group with this id: deleted, or of another type"));
}

// Error 69: the text alone tells.
TEST_F(DescribeEventsTest, Error69ByItsText) {
    constexpr std::string_view kNotClassic =
        R"({"errorCode":69,"errorMessage":"Group g is not a classic group.","groupId":"g","groupState":"Dead"})";
    EXPECT_THAT(described("DescribeGroups", 6, 1000, kNotClassic), IsEmpty());
    EXPECT_THAT(described("DescribeGroups", 6, 1500, kNotClassic),
                ElementsAre("1500 blind why=GROUP_ID_NOT_FOUND (69): Group g is not a classic group."));
    EXPECT_THAT(described("DescribeGroups", 6, 1600, kNotClassic), IsEmpty());
    EXPECT_THAT(described("DescribeGroups", 6, 2000,
                          R"({"errorCode":69,"errorMessage":"Group g not found.","groupId":"g","groupState":"Dead"})"),
                ElementsAre("2000(-500) blind over why=GROUP_ID_NOT_FOUND (69): Group g is not a classic group.",
                            "2000 group gone words=Group g not found."));
    for (const std::string api : {"ConsumerGroupDescribe", "ShareGroupDescribe", "StreamsGroupDescribe"}) {
        DescribeEvents events(SchemaRegistry::embedded(), m_opener, nullptr, {}, {});
        std::vector<GroupEvent> given;
        events.take(
            exchangeOf(api, 1, "{}",
                       R"({"groups":[{"errorCode":69,"errorMessage":"Group g is not a x group.","groupId":"g"},)"
                       R"({"errorCode":69,"errorMessage":"Group h not found.","groupId":"h"}]})",
                       0, 1),
            given);
        EXPECT_THAT(timed(given), ElementsAre("1 group gone words=Group h not found.")) << api;
    }
}

// That there is still none is seen: whoever could not ask for a while can again.
TEST_F(DescribeEventsTest, AMissingGroupIsLookedForAgain) {
    constexpr std::string_view kNone =
        R"({"errorCode":69,"errorMessage":"Group g not found.","groupId":"g","groupState":"Dead"})";
    EXPECT_THAT(described("DescribeGroups", 6, 1000, kNone), ElementsAre("1000 group gone words=Group g not found."));
    EXPECT_THAT(described("DescribeGroups", 6, 1500, kNone), IsEmpty());
    std::vector<GroupEvent> given;
    m_events.blind("g", 2000, "the connection was lost", given);
    EXPECT_EQ(given.size(), 1u);
    EXPECT_THAT(described("DescribeGroups", 6, 3000, kNone),
                ElementsAre("3000(-2000) blind over why=the connection was lost",
                            "3000(-2000) group gone words=Group g not found."));
    EXPECT_THAT(described("DescribeGroups", 6, 3500, kNone), IsEmpty());
}

// A named group that appears while it is asked for as a classic one: the list tells its type, and nothing was blind.
TEST_F(DescribeEventsTest, AGroupThatAppearsWithAnotherTypeIsNotBlind) {
    described("DescribeGroups", 6, 1000,
              R"({"errorCode":69,"errorMessage":"Group g not found.","groupId":"g","groupState":"Dead"})");
    EXPECT_THAT(
        described(
            "DescribeGroups", 6, 2000,
            R"({"errorCode":69,"errorMessage":"Group g is not a classic group.","groupId":"g","groupState":"Dead"})"),
        IsEmpty());
    listed(5, 2100, R"({"groupId":"g","protocolType":"consumer","groupState":"Stable","groupType":"consumer"})");
    const auto said = described("ConsumerGroupDescribe", 1, 2200,
                                consumerGroup("Stable", 2, 2, consumerMember("a", 2, "[0]", "[0]")));
    EXPECT_THAT(said, ::testing::Each(::testing::Not(::testing::HasSubstr("blind"))));
    EXPECT_THAT(said, ::testing::Contains("2200(-1200) roster [a]"));  // it joined since there was no such group
}

// A list tells that the group is there, and not since when its members are.
TEST_F(DescribeEventsTest, AListIsNoLookAtMembers) {
    listed(5, 1000, R"({"groupId":"g","protocolType":"consumer","groupState":"Stable","groupType":"consumer"})");
    const auto said = described("ConsumerGroupDescribe", 1, 1500,
                                consumerGroup("Stable", 2, 2, consumerMember("a", 2, "[0]", "[0]")));
    EXPECT_THAT(said, ::testing::Contains("1500 roster [a]"));
}

TEST_F(DescribeEventsTest, AskingByTheWrongApiSaysNothingOfAKnownGroup) {
    described("ConsumerGroupDescribe", 1, 1000, consumerGroup("Stable", 3, 3, ""));
    EXPECT_THAT(described("ShareGroupDescribe", 1, 2000,
                          R"({"errorCode":69,"errorMessage":"Group g is not a share group.","groupId":"g"})"),
                IsEmpty());
    EXPECT_THAT(described("DescribeGroups", 6, 2000,
                          R"({"errorCode":69,"errorMessage":"Group g not found.","groupId":"g","groupState":"Dead"})"),
                IsEmpty());
}

TEST_F(DescribeEventsTest, CoordinatorsThatCannotAnswer) {
    described("ConsumerGroupDescribe", 1, 1000, consumerGroup("Stable", 3, 3, ""));
    const auto refused = [&](int error, std::int64_t ms) {
        return described("ConsumerGroupDescribe", 1, ms, fmt::format(R"({{"errorCode":{},"groupId":"g"}})", error));
    };
    EXPECT_THAT(refused(16, 2000),
                ElementsAre("2000(-1000) coordinator -1 error=16", "2000(-1000) blind why=NOT_COORDINATOR (16)"));
    EXPECT_THAT(refused(16, 2100), IsEmpty());
    EXPECT_THAT(refused(14, 2200), ElementsAre("2200(-1200) coordinator -1 error=14",
                                               "2200(-1200) blind why=COORDINATOR_LOAD_IN_PROGRESS (14)"));
    EXPECT_THAT(refused(15, 2300).size(), 2u);
    EXPECT_THAT(described("ConsumerGroupDescribe", 1, 3000, consumerGroup("Stable", 3, 3, "")),
                ElementsAre("3000(-2000) blind over why=COORDINATOR_NOT_AVAILABLE (15)", "3000(-2000) coordinator 1",
                            "3000(-2000) unchanged"));
}

TEST_F(DescribeEventsTest, OtherErrorsAreBlindTimes) {
    EXPECT_THAT(
        described("ConsumerGroupDescribe", 1, 1000, R"({"errorCode":35,"groupId":"g"})"),
        ElementsAre("1000 blind why=UNSUPPORTED_VERSION (35): the consumer protocol is switched off on the broker "
                    "(group.coordinator.rebalance.protocols)"));
    EXPECT_THAT(
        described("ConsumerGroupDescribe", 1, 2000, R"({"errorCode":30,"groupId":"g"})"),
        ElementsAre("2000(-1000) blind why=GROUP_AUTHORIZATION_FAILED (30): the operation DESCRIBE on the group "
                    "is not allowed"));
    // One entry is refused, the other one answered.
    const auto both = take(exchangeOf(
        "ConsumerGroupDescribe", 1, "{}",
        fmt::format(R"({{"groups":[{{"errorCode":24,"groupId":""}},{}]}})", consumerGroup("Empty", 1, 1, "")), 2999,
        3000));
    EXPECT_EQ(both.front(), "3000 blind why=INVALID_GROUP_ID (24)");
    EXPECT_EQ(both.back(), "3000 roster []");
}

TEST_F(DescribeEventsTest, BlindIsToldByTheCaller) {
    classic(1000, "Empty", "", "");
    std::vector<GroupEvent> given;
    m_events.blind("g", 2000, "the connection was lost", given);
    m_events.blind("g", 2500, "the connection was lost", given);
    m_events.blind("g", 3000, "the broker does not answer", given);
    EXPECT_THAT(timed(given), ElementsAre("2000(-1000) blind why=the connection was lost",
                                          "3000(-2000) blind why=the broker does not answer"));
    EXPECT_NE(given[0].evidence, given[1].evidence);
    EXPECT_THAT(classic(4000, "Empty", "", ""),
                ElementsAre("4000(-3000) blind over why=the broker does not answer", "4000(-3000) unchanged"));
}

TEST_F(DescribeEventsTest, GroupsThatAreListedAlone) {
    constexpr std::string_view kSimple =
        R"({"groupId":"","protocolType":"","groupState":"Empty","groupType":"classic"})";
    EXPECT_THAT(listed(5, 1000, kSimple), ElementsAre("1000 group state=Empty"));
    EXPECT_EQ(m_given.back().group, "");
    EXPECT_EQ(m_given.back().type, GroupType::Classic);
    EXPECT_THAT(listed(5, 2000, kSimple), ElementsAre("2000(-1000) unchanged"));
}

// Online migration: the type changes, and everything is told again.
TEST_F(DescribeEventsTest, AGroupOfAnotherTypeIsToldAnew) {
    classic(1000, "Stable", base64Member("c-1", kSubscription, kTwoPartitions));
    const auto said = described("ConsumerGroupDescribe", 1, 2000,
                                consumerGroup("Stable", 2, 2, consumerMember("c-1", 2, "[0,1]", "[0,1]", 0)));
    EXPECT_EQ(m_given.back().type, GroupType::Consumer);
    EXPECT_EQ(said.size(), 3u);
    EXPECT_EQ(said.back(), "2000(-1000) roster [c-1]");
}

TEST_F(DescribeEventsTest, NotAnAnswer) {
    std::vector<GroupEvent> given;
    EXPECT_FALSE(m_events.take(exchangeOf("DescribeGroups", 5, "{}", "", 0, 0), given));
    EXPECT_FALSE(m_events.take(exchangeOf("Heartbeat", 4, "{}", "{}", 0, 0), given));
    EXPECT_TRUE(given.empty());
}

TEST_F(DescribeEventsTest, AnAnswerIsUsedUpToItsFault) {
    const std::string whole =
        fmt::format(R"({{"groups":[{}]}})",
                    consumerGroup("Stable", 3, 3,
                                  consumerMember("a", 3, "[0]", "[0]") + ',' + consumerMember("b", 3, "[1]", "[1]")));
    Exchange exchange = exchangeOf("ConsumerGroupDescribe", 1, "{}", whole, 0, 1000);
    ByteBuffer cut = *exchange.response;
    cut.resize(cut.size() - 60);
    cut[3] = static_cast<std::uint8_t>(cut.size() - 4);
    exchange.response = std::make_shared<const ByteBuffer>(std::move(cut));
    const auto said = take(exchange);
    ASSERT_EQ(said.size(), 3u);  // no roster: members may be missing
    EXPECT_EQ(said[1], "1000 group state=Stable epoch=3 assignmentEpoch=3 assignor=uniform");
    EXPECT_EQ(said[2].substr(0, 13), "1000 member a");
}

TEST_F(DescribeEventsTest, TenThousandMembersThatDoNotChangeAreOneEvent) {
    std::string members;
    for (int i = 0; i < 10'000; ++i) {
        members += (i == 0 ? "" : ",") + base64Member(fmt::format("c-{:05}", i), kSubscription, kTwoPartitions);
    }
    EXPECT_EQ(classic(1000, "Stable", members).size(), 10'003u);
    EXPECT_THAT(classic(2000, "Stable", members), ElementsAre("2000(-1000) unchanged"));
    // In another order, as hash maps give them: the same.
    const std::size_t first = members.find("},{") + 1;
    EXPECT_THAT(classic(3000, "Stable", members.substr(first + 1) + ',' + members.substr(0, first)),
                ElementsAre("3000(-1000) unchanged"));
}

}  // namespace
}  // namespace brokerscope
