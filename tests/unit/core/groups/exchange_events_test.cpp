#include "core/groups/exchange_events.h"

#include "core/exchange/topic_names.h"
#include "tests/support/group_event_words.h"
#include "tests/support/group_exchanges.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using ::testing::ElementsAre;
using testing::exchangeOf;
using testing::kOrders;
using testing::sizedFrame;
using testing::timed;

struct Wire {
    NestedOpener opener{SchemaRegistry::embedded()};
    std::shared_ptr<TopicNames> names = std::make_shared<TopicNames>();
    ExchangeEvents events{SchemaRegistry::embedded(), opener, names, {}, {}};
    std::vector<GroupEvent> all;

    std::vector<std::string> take(const Exchange& exchange) {
        std::vector<GroupEvent> added;
        EXPECT_TRUE(events.take(exchange, added));
        all.insert(all.end(), added.begin(), added.end());
        return timed(added);
    }
    // Bytes of a real conversation, without their sizes.
    std::vector<std::string> real(std::string_view request, std::string_view answer, std::int64_t sentMs,
                                  std::int64_t answeredMs) {
        return take(exchangeOf(sizedFrame(request), sizedFrame(answer), sentMs, answeredMs));
    }
};

// A classic rebalance as two Java consumers and a 4.4.0 broker had it: A leads, B comes and goes.
constexpr std::string_view kJoin =
    "000b000900000005000b682d636c61737369632d41000a682d636c61737369630000afc8000493e0010009636f6e73756d6572030672616e67"
    "651d00030000000100066f7264657273ffffffff00000000ffffffffffff0013636f6f70657261746976652d737469636b7921000300000001"
    "00066f726465727300000004ffffffff00000000ffffffffffff000100";
constexpr std::string_view kIdRequired =
    "000000050000000000004fffffffff0000010031682d636c61737369632d412d65386532383365372d316135612d343832382d393638362d66"
    "36623832306565336230620100";
constexpr std::string_view kHeartbeat =
    "000c000400000012000b682d636c61737369632d41000a682d636c61737369630000000131682d636c61737369632d412d6538653238336537"
    "2d316135612d343832382d393638362d6636623832306565336230620000";
constexpr std::string_view kRebalancing = "000000120000000000001b00";
constexpr std::string_view kLeaderSync =
    "000e000500000015000b682d636c61737369632d41000a682d636c61737369630000000231682d636c61737369632d412d6538653238336537"
    "2d316135612d343832382d393638362d6636623832306565336230620009636f6e73756d65720672616e67650331682d636c61737369632d42"
    "2d65323131316638372d653133612d343937372d396364342d3839383036663861326162642300030000000100066f72646572730000000300"
    "0000030000000400000005ffffffff0031682d636c61737369632d412d65386532383365372d316135612d343832382d393638362d66366238"
    "32306565336230622300030000000100066f726465727300000003000000000000000100000002ffffffff0000";
constexpr std::string_view kSyncAnswerOfB =
    "000000070000000000000009636f6e73756d65720672616e67652300030000000100066f726465727300000003000000030000000400000005"
    "ffffffff00";
constexpr std::string_view kLeave =
    "000d00050000002a000b682d636c61737369632d42000a682d636c61737369630231682d636c61737369632d422d65323131316638372d6531"
    "33612d343937372d396364342d383938303666386132616264001d74686520636f6e73756d6572206973206265696e6720636c6f736564000"
    "0";
const std::string kA = "h-classic-A-e8e283e7-1a5a-4828-9686-f6b820ee3b0b";
const std::string kB = "h-classic-B-e2111f87-e13a-4977-9cd4-89806f8a2abd";

TEST(ExchangeEvents, E10TheFirstJoinIsGivenAnId) {
    Wire wire;
    EXPECT_THAT(wire.real(kJoin, kIdRequired, 1000, 1004),
                ElementsAre("1004 step " + kA + " IdRequired words=" + kA, "1004 coordinator 1"));
    EXPECT_EQ(wire.all[0].group, "h-classic");
    EXPECT_EQ(wire.all[0].type, GroupType::Classic);
    EXPECT_EQ(std::get<MemberStep>(wire.all[0].said).answeredMs, 1004);
}

// It joins when it asks with the id, under the client id that its requests have.
TEST(ExchangeEvents, TheJoinIsTheOneWithTheId) {
    Wire wire;
    const auto join = [&](std::string_view id, std::string_view answer, std::int64_t ms) {
        return wire.take(
            exchangeOf("JoinGroup", 9,
                       fmt::format(R"({{"groupId":"g","memberId":"{}","protocolType":"consumer",)"
                                   R"("protocols":[{{"name":"range","metadata":"AAAAAAABAAF0/////w=="}}]}})",
                                   id),
                       answer, ms, ms + 1));
    };
    join("", R"({"errorCode":79,"memberId":"c-1"})", 1000);
    const std::string_view joined = R"({"generationId":1,"protocolName":"range","leader":"c-1","memberId":"c-1"})";
    const auto first = join("c-1", joined, 2000);
    EXPECT_EQ(first.at(0), "2000 step c-1 JoinSent new");
    EXPECT_EQ(first.at(1).substr(0, 24), "2000 member c-1 client=c");
    EXPECT_EQ(join("c-1", joined, 3000).at(0), "3000 step c-1 JoinSent");
    EXPECT_EQ(join("c-2", joined, 4000).at(0), "4000 step c-2 JoinSent");  // a member that is heard of late
}

TEST(ExchangeEvents, WhoIsRefusedIsNoMember) {
    Wire wire;
    EXPECT_THAT(wire.take(exchangeOf("JoinGroup", 9, R"({"groupId":"g","memberId":"","protocolType":"consumer"})",
                                     R"({"errorCode":26,"memberId":"c-1"})", 1000, 1001)),
                ElementsAre("1001 refused c-1 JoinGroup 26 words=INVALID_SESSION_TIMEOUT (26)", "1001 coordinator 1"));
}

TEST(ExchangeEvents, E10TheCoordinatorCannotCall) {
    Wire wire;
    EXPECT_THAT(wire.real(kHeartbeat, kRebalancing, 2000, 2002),
                ElementsAre("2000 member " + kA + " client=h-classic-A epoch=1",
                            "2000 step " + kA + " Heartbeat epoch=1", "2002 step " + kA + " ToldToRejoin",
                            "2002 group state=PreparingRebalance", "2002 coordinator 1"));
}

TEST(ExchangeEvents, E10TheLeaderAssignsAll) {
    Wire wire;
    // The answer to B, which has its assignment in it, stands for the one to A.
    EXPECT_THAT(wire.real(kLeaderSync, kSyncAnswerOfB, 3000, 3005),
                ElementsAre("3000 member " + kA + " client=h-classic-A epoch=2",
                            "3000 step " + kA + " SyncSent epoch=2", "3005 step " + kA + " SyncAnswered epoch=2",
                            "3005(-5) group state=Stable epoch=2",
                            "3005 member " + kA + " epoch=2 assigned=orders-3,4,5",
                            "3005 member " + kB + " epoch=2 assigned=orders-3,4,5", "3005 coordinator 1"));
}

TEST(ExchangeEvents, E10AMemberLeavesWithWords) {
    Wire wire;
    EXPECT_THAT(wire.real(kLeave, "", 4000, 0),
                ElementsAre("4000 step " + kB + " LeaveSent words=the consumer is being closed",
                            "4000 gone " + kB + " left words=the consumer is being closed"));
}

TEST(ExchangeEvents, AnEagerMemberHasNothingWhileItJoins) {
    Wire wire;
    constexpr std::string_view kRequest =
        R"({"groupId":"g","memberId":"c-1","sessionTimeoutMs":600,"rebalanceTimeoutMs":300000,"protocolType":"consumer",)"
        R"("protocols":[{"name":"range","metadata":"AAAAAAABAAF0/////w=="}],"reason":"group is already rebalancing"})";
    constexpr std::string_view kAnswer =
        R"({"generationId":5,"protocolType":"consumer","protocolName":"range","leader":"c-1","memberId":"c-1",)"
        R"("members":[{"memberId":"c-1","metadata":"AAAAAAABAAF0/////w=="},{"memberId":"c-2","metadata":"//8="}]})";
    EXPECT_THAT(
        wire.take(exchangeOf("JoinGroup", 9, kRequest, kAnswer, 1000, 1400)),
        ElementsAre("1000 step c-1 JoinSent words=group is already rebalancing",
                    "1000 member c-1 client=c topics=[t] sessionTimeout=600 assigned=none",
                    "1000 group protocolType=consumer mode=eager rebalanceTimeout=300000",
                    "1400 step c-1 JoinAnswered epoch=5",
                    "1400 group state=CompletingRebalance epoch=5 protocolType=consumer assignor=range leader=c-1",
                    "1400 member c-1 epoch=5", "1400 member c-1 topics=[t] epoch=5",
                    "1400 member c-2 epoch=5 undecoded=subscription, 2 bytes: ConsumerProtocolSubscription has no "
                    "version -1; known: 0-3 at byte 0",
                    "1400 roster [c-1,c-2]", "1400 coordinator 1"));
}

TEST(ExchangeEvents, ACooperativeMemberKeepsWhatItNames) {
    Wire wire;
    // Subscription of version 1 that names t-0 and t-2.
    const auto said = wire.take(exchangeOf(
        "JoinGroup", 9,
        R"({"groupId":"g","memberId":"c-1","sessionTimeoutMs":600,"rebalanceTimeoutMs":300000,"protocolType":"consumer",)"
        R"("protocols":[{"name":"cooperative-sticky","metadata":"AAEAAAABAAF0AAAAAAAAAAEAAXQAAAACAAAAAAAAAAI="}]})",
        "", 1000, 0));
    ASSERT_GE(said.size(), 3u);
    EXPECT_EQ(said[1], "1000 member c-1 client=c topics=[t] sessionTimeout=600 assigned=t-0,2");
    EXPECT_EQ(said[2], "1000 group protocolType=consumer mode=cooperative rebalanceTimeout=300000");
}

TEST(ExchangeEvents, SameGenerationOfAStaticMemberThatComesBackIsNoRebalance) {
    Wire wire;
    const auto join = [&](std::string_view id, std::int64_t ms) {
        return wire.take(exchangeOf(
            "JoinGroup", 9,
            fmt::format(R"({{"groupId":"g","memberId":"{}","groupInstanceId":"i-1","protocolType":"consumer",)"
                        R"("protocols":[{{"name":"range","metadata":"AAAAAAABAAF0/////w=="}}]}})",
                        id),
            fmt::format(R"({{"generationId":4,"protocolName":"range","leader":"x","memberId":"{}"}})", id), ms,
            ms + 5));
    };
    join("c-1", 1000);
    const auto back = join("c-2", 2000);
    EXPECT_THAT(back, ::testing::Contains("2005 gone c-1 staticReplaced replacedBy=c-2"));
    EXPECT_THAT(back, ::testing::Contains("2005 group epoch=4 protocolType=consumer assignor=range leader=x"));
}

TEST(ExchangeEvents, ReasonsForLeaving) {
    Wire wire;
    const auto leave = [&](std::string_view members, std::string_view answer) {
        return wire.take(exchangeOf("LeaveGroup", 5, fmt::format(R"({{"groupId":"g","members":[{}]}})", members),
                                    fmt::format(R"({{"members":[{}]}})", answer), 1000, 1003));
    };
    EXPECT_THAT(leave(R"({"memberId":"c-1","reason":"consumer poll timeout has expired."})", R"({"memberId":"c-1"})"),
                ::testing::Contains("1003 gone c-1 pollTimeout words=consumer poll timeout has expired."));
    EXPECT_THAT(leave(R"({"memberId":"c-2"})", R"({"memberId":"c-2","errorCode":25})"),
                ::testing::IsSupersetOf({"1003 refused c-2 LeaveGroup 25 words=UNKNOWN_MEMBER_ID (25)",
                                         "1003 gone c-2 unknown words=UNKNOWN_MEMBER_ID (25)"}));
}

TEST(ExchangeEvents, C096ErrorsByTheirMeaning) {
    Wire wire;
    const auto beat = [&](int error) {
        return wire.take(exchangeOf("Heartbeat", 4, R"({"groupId":"g","generationId":3,"memberId":"c-1"})",
                                    fmt::format(R"({{"errorCode":{}}})", error), 1000, 1001));
    };
    beat(0);
    EXPECT_THAT(beat(22), ElementsAre("1000 step c-1 Heartbeat epoch=3",
                                      "1001 refused c-1 Heartbeat 22 words=ILLEGAL_GENERATION (22)"));
    EXPECT_THAT(beat(82), ElementsAre("1000 step c-1 Heartbeat epoch=3",
                                      "1001 refused c-1 Heartbeat 82 words=FENCED_INSTANCE_ID (82)",
                                      "1001 gone c-1 fenced words=FENCED_INSTANCE_ID (82)"));
    EXPECT_THAT(beat(16), ElementsAre("1000 step c-1 Heartbeat epoch=3",
                                      "1001 refused c-1 Heartbeat 16 words=NOT_COORDINATOR (16)",
                                      "1001 coordinator -1 error=16"));
    EXPECT_THAT(beat(0), ElementsAre("1000 step c-1 Heartbeat epoch=3", "1001 coordinator 1"));
    EXPECT_THAT(wire.take(exchangeOf("ConsumerGroupHeartbeat", 1,
                                     R"({"groupId":"k","memberId":"m","memberEpoch":0,"instanceId":"i-1"})",
                                     R"({"errorCode":111,"errorMessage":"held"})", 1000, 1001)),
                ElementsAre("1001 refused m ConsumerGroupHeartbeat 111 words=UNRELEASED_INSTANCE_ID (111): held",
                            "1001 coordinator 1"));
}

// The consumer protocol as a Java consumer and a 4.4.0 broker had it.
constexpr std::string_view kBJoins =
    "004400010000000c000c682d636f6e73756d65722d42000b682d636f6e73756d6572177273626957526a495377576e613462654b5871347951"
    "000000000000000493e002076f726465727300000100";
constexpr std::string_view kBGetsNothing =
    "0000000c0000000000000000177273626957526a495377576e613462654b5871347951000000020000138801010000";
constexpr std::string_view kABeats =
    "0044000100000024000c682d636f6e73756d65722d41000b682d636f6e73756d657217345458667449676f51514b5343583167586267716c41"
    "000000020000ffffffff0000000000";
constexpr std::string_view kATold =
    "00000024000000000000000017345458667449676f51514b5343583167586267716c4100000002000013880102ea4c921649cd45d1b427513d"
    "5dd3b8b004000000000000000100000002000000";
constexpr std::string_view kAAcknowledges =
    "0044000100000027000c682d636f6e73756d65722d41000b682d636f6e73756d657217345458667449676f51514b5343583167586267716c41"
    "000000020000ffffffff00000002ea4c921649cd45d1b427513d5dd3b8b0040000000000000001000000020000";
constexpr std::string_view kAAtThree =
    "00000027000000000000000017345458667449676f51514b5343583167586267716c410000000300001388ff00";
constexpr std::string_view kBTold =
    "0000000e0000000000000000177273626957526a495377576e613462654b587134795100000003000013880102ea4c921649cd45d1b427513d"
    "5dd3b8b004000000030000000400000005000000";
constexpr std::string_view kBLeaves =
    "004400010000002f000c682d636f6e73756d65722d42000b682d636f6e73756d6572177273626957526a495377576e613462654b5871347951"
    "ffffffff0000ffffffff0100000100";
constexpr std::string_view kBLeft =
    "0000002f0000000000000000177273626957526a495377576e613462654b5871347951ffffffff00000000ff00";

// B's regular heartbeat at an epoch, nothing changed.
std::string bBeats(std::string_view epoch) {
    return "004400010000000e000c682d636f6e73756d65722d42000b682d636f6e73756d6572177273626957526a495377576e613462654b587"
           "134"
           "7951" +
           std::string(epoch) + "0000ffffffff0000000000";
}

TEST(ExchangeEvents, E11DeltasGiveTheFullState) {
    const std::string b = "rsbiWRjISwWna4beKXq4yQ";
    const std::string a = "4TXftIgoQQKSCX1gXbgqlA";
    Wire wire;
    wire.names->learn(Uuid::fromString(kOrders).value(), "orders");
    EXPECT_THAT(wire.real(kBJoins, kBGetsNothing, 1000, 1010),
                ElementsAre("1000 step " + b + " JoinSent new",
                            "1000 member " + b + " client=h-consumer-B topics=[orders]",
                            "1010 step " + b + " JoinAnswered epoch=2",
                            "1010 member " + b +
                                " client=h-consumer-B topics=[orders] epoch=2 assigned=none pending=none "
                                "away=no",
                            "1010 group rebalanceTimeout=300000", "1010 coordinator 1"));
    EXPECT_THAT(wire.real(kABeats, kATold, 2000, 2003),
                ElementsAre("2000 step " + a + " Heartbeat epoch=2",
                            "2003 member " + a + " client=h-consumer-A epoch=2 assigned=orders-0,1,2 away=no"));
    EXPECT_THAT(
        wire.real(kAAcknowledges, kAAtThree, 2100, 2102),
        ElementsAre("2100 step " + a + " RevokeAcknowledged epoch=2",
                    "2100 member " + a + " client=h-consumer-A pending=none",
                    "2102 member " + a + " client=h-consumer-A epoch=3 assigned=orders-0,1,2 pending=none away=no"));
    EXPECT_THAT(wire.real(bBeats("00000002"), kBTold, 2200, 2202),
                ElementsAre("2200 step " + b + " Heartbeat epoch=2", "2202 step " + b + " ToldToTake epoch=3",
                            "2202 member " + b +
                                " client=h-consumer-B topics=[orders] epoch=3 assigned=orders-3,4,5 "
                                "pending=none away=no"));
    EXPECT_THAT(wire.real(kBLeaves, kBLeft, 5000, 5001),
                ElementsAre("5000 step " + b + " LeaveSent", "5001 gone " + b + " left"));
    EXPECT_EQ(wire.events.heartbeats().find("h-consumer", b), nullptr);
    ASSERT_NE(wire.events.heartbeats().find("h-consumer", a), nullptr);
}

TEST(ExchangeEvents, E11AHeartbeatThatSaysNothingIsAStep) {
    Wire wire;
    const auto beat = [&](std::int64_t ms) { return wire.real(kABeats, kATold, ms, ms + 3); };
    beat(1000);
    EXPECT_THAT(beat(1500), ElementsAre("1500 step 4TXftIgoQQKSCX1gXbgqlA Heartbeat epoch=2"));
}

TEST(ExchangeEvents, ToldToRevoke) {
    Wire wire;
    const auto beat = [&](int epoch, std::string_view owned, std::string_view partitions, std::int64_t ms) {
        return wire.take(exchangeOf(
            "ConsumerGroupHeartbeat", 1,
            fmt::format(R"({{"groupId":"g","memberId":"m","memberEpoch":{},"topicPartitions":{}}})", epoch, owned),
            fmt::format(
                R"({{"memberId":"m","memberEpoch":2,"assignment":{{"topicPartitions":[{{"topicId":"{}","partitions":{}}}]}}}})",
                kOrders, partitions),
            ms, ms + 1));
    };
    beat(0, "[]", "[0,1,2]", 1000);
    const auto said = beat(2, "null", "[0,1]", 2000);
    EXPECT_THAT(said, ElementsAre("2000 step m Heartbeat epoch=2", "2001 step m ToldToRevoke epoch=2",
                                  fmt::format("2001 member m client=c epoch=2 assigned={0}-0,1 pending={0}-2 away=no",
                                              kOrders)));
}

// C096: "static leave (instance i-1)" from its bytes (version 0).
TEST(ExchangeEvents, C096AStaticMemberKeepsItsPlace) {
    Wire wire;
    const auto said = wire.real("0044000000000001000163000267026dfffffffe04692d3100ffffffff00000000", "", 1000, 0);
    EXPECT_THAT(said, ElementsAre("1000 step m StaticLeaveSent"));
    EXPECT_THAT(wire.take(exchangeOf("ConsumerGroupHeartbeat", 0,
                                     R"({"groupId":"g","memberId":"m","memberEpoch":-2,"instanceId":"i-1"})",
                                     R"({"memberId":"m","memberEpoch":-2})", 2000, 2001)),
                ElementsAre("2000 step m StaticLeaveSent", "2001 member m instance=\"i-1\" client=c away=yes",
                            "2001 coordinator 1"));
}

// C095: bytes of version 0 and 1; what the expression resolves to is told by records alone.
TEST(ExchangeEvents, C095RegularExpression) {
    Wire wire;
    EXPECT_THAT(wire.real("0044000000000001000163000267026d000000000000000493e000000000", "", 1000, 0).at(1),
                "1000 member m client=c");
    EXPECT_THAT(
        wire.real("0044000100000001000163000267026d000000000000000493e000075e6f72642e2a000000", "", 1000, 0).at(1),
        "1000 member m client=c expression=\"^ord.*\"");
}

TEST(ExchangeEvents, Commits) {
    Wire wire;
    const auto commit = [&](const std::string& api, int version, std::string_view extra, int error) {
        return wire.take(exchangeOf(
            api, version,
            fmt::format(
                R"({{"groupId":"g","memberId":"m",{}"topics":[{{"name":"t","partitions":[{{"partitionIndex":2}},{{"partitionIndex":0}}]}}]}})",
                extra),
            fmt::format(
                R"({{"topics":[{{"name":"t","partitions":[{{"partitionIndex":2}},{{"partitionIndex":0,"errorCode":{}}}]}}]}})",
                error),
            1000, 1002));
    };
    EXPECT_THAT(commit("OffsetCommit", 9, "", 0), ElementsAre("1002 committed t-0,2 member=m", "1002 coordinator 1"));
    EXPECT_EQ(wire.all[0].type, GroupType::Unknown);  // any group may commit
    EXPECT_THAT(commit("OffsetCommit", 9, "", 22), ElementsAre("1002 committed t-0,2 member=m error=22"));
    EXPECT_THAT(commit("TxnOffsetCommit", 4, R"("transactionalId":"x","producerId":1,"producerEpoch":0,)", 0),
                ElementsAre("1002 committed t-0,2 member=m transactional=yes"));
}

TEST(ExchangeEvents, ClassicMembersOfAConsumerGroup) {
    Wire wire;
    wire.take(exchangeOf("ConsumerGroupHeartbeat", 1, R"({"groupId":"g","memberId":"m","memberEpoch":0})",
                         R"({"memberId":"m","memberEpoch":2})", 1000, 1001));
    const auto said = wire.take(exchangeOf("Heartbeat", 4, R"({"groupId":"g","generationId":2,"memberId":"c-1"})",
                                           R"({"errorCode":27})", 2000, 2001));
    // No state of a classic group.
    EXPECT_THAT(said, ElementsAre("2000 member c-1 client=c classic=yes epoch=2", "2000 step c-1 Heartbeat epoch=2",
                                  "2001 step c-1 ToldToRejoin"));
    EXPECT_EQ(wire.all.back().type, GroupType::Consumer);
}

TEST(ExchangeEvents, BlindUntilTheGroupIsSpokenOfAgain) {
    Wire wire;
    const auto beat = [&](std::int64_t ms) {
        return wire.take(exchangeOf("Heartbeat", 4, R"({"groupId":"g","generationId":3,"memberId":"c-1"})",
                                    R"({"errorCode":0})", ms, ms + 1));
    };
    beat(1000);
    std::vector<GroupEvent> blind;
    wire.events.blind(static_cast<ConnectionId>(9), 1500, "another connection", blind);
    EXPECT_TRUE(blind.empty());
    wire.events.blind(static_cast<ConnectionId>(1), 1500, "packets were lost", blind);
    EXPECT_THAT(timed(blind), ElementsAre("1500(-499) blind why=packets were lost"));
    EXPECT_THAT(beat(3000),
                ElementsAre("3000(-1999) blind over why=packets were lost", "3000 step c-1 Heartbeat epoch=3"));
}

TEST(ExchangeEvents, AClockThatIsSetDoesNotTurnTimeBack) {
    Wire wire;
    wire.real(kABeats, kATold, 1000, 1001);
    Exchange later = exchangeOf(sizedFrame(kABeats), sizedFrame(kATold), 2000, 2001);
    later.times.wallMs = -500'000;
    std::vector<GroupEvent> events;
    wire.events.take(later, events);
    EXPECT_EQ(events.front().timeMs, 2000);
}

TEST(ExchangeEvents, OtherApisAndBrokenRequests) {
    Wire wire;
    std::vector<GroupEvent> events;
    EXPECT_FALSE(wire.events.take(exchangeOf("Metadata", 12, "{}", "{}", 0, 1), events));
    // The request ends within the group id.
    EXPECT_TRUE(wire.events.take(exchangeOf(sizedFrame("000c0004000000120001630000"), nullptr, 0, 0), events));
    EXPECT_TRUE(events.empty());
}

}  // namespace
}  // namespace brokerscope
