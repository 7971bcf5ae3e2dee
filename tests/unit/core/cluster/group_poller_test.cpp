#include "tests/unit/core/cluster/scripted_poll.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::kMs;
using testing::ScriptedPoll;

constexpr const char* kTwoBrokers =
    R"({"brokers":[{"nodeId":1,"host":"a","port":1},{"nodeId":2,"host":"b","port":1}],"controllerId":1,
        "topics":[{"errorCode":0,"name":"__consumer_offsets","partitions":[{"errorCode":0,"partitionIndex":0,"leaderId":1,
        "leaderEpoch":0,"replicaNodes":[1],"isrNodes":[1],"offlineReplicas":[]}]}]})";

GroupPollOptions named(std::set<std::string> groups) {
    GroupPollOptions options;
    options.groups = std::move(groups);
    return options;
}

std::string listed(const std::string& group, const std::string& type, const std::string& state = "Stable") {
    return fmt::format(R"({{"groupId":"{}","protocolType":"consumer","groupState":"{}","groupType":"{}"}})", group,
                       state, type);
}
std::string list(const std::vector<std::string>& groups = {}) {
    return fmt::format(R"({{"errorCode":0,"groups":[{}]}})", fmt::join(groups, ","));
}

std::string classicAnswer(const std::string& group, const std::string& state, int error = 0) {
    return fmt::format(
        R"({{"groups":[{{"errorCode":{},"groupId":"{}","groupState":"{}","protocolType":"consumer","protocolData":"","members":[]}}]}})",
        error, group, state);
}
std::string consumerAnswer(const std::string& group, const std::string& state, int error = 0) {
    return fmt::format(
        R"({{"groups":[{{"errorCode":{},"groupId":"{}","groupState":"{}","groupEpoch":1,"assignmentEpoch":1,"assignorName":"uniform","members":[]}}]}})",
        error, group, state);
}

// As far as both brokers were asked for their lists.
ScriptedPoll begunPoll(GroupPollOptions options = {}) {
    ScriptedPoll poll(std::move(options));
    poll.answer("a", 3, kTwoBrokers);
    return poll;
}

TEST(GroupPoller, ListsAtEveryBrokerAndDescribesWhereAGroupIsListed) {
    ScriptedPoll poll = begunPoll();
    EXPECT_THAT(poll.asked(), ElementsAre("a:16", "b:16"));
    EXPECT_EQ(poll.given, 1U);
    poll.answer("a", 16, list({listed("g1", "classic"), listed("g2", "consumer"), listed("g3", "consumer")}));
    poll.answer("b", 16, list({listed("s1", "share")}));
    EXPECT_THAT(poll.asked(), ElementsAre("a:15 g1", "a:69 g2,g3", "b:77 s1"));
    EXPECT_EQ(poll.given, 3U);
}

TEST(GroupPoller, AGroupThatWasAskedAboutAsAnotherTypeIsAskedAboutAgain) {
    GroupPollOptions options = named({"g1"});
    options.calmMs = 1'000'000;
    ScriptedPoll poll = begunPoll(options);
    poll.answer("b", 16, list());
    poll.answer("a", 10,
                R"({"coordinators":[{"key":"g1","nodeId":1,"host":"a","port":1,"errorCode":0,"errorMessage":null}]})");
    EXPECT_THAT(poll.asked(), ElementsAre("a:15 g1", "a:16"));
    poll.answer("a", 16, list({listed("g1", "consumer")}));
    poll.answer("a", 15, classicAnswer("g1", "Dead", 69));
    EXPECT_THAT(poll.asked(), ElementsAre("a:69 g1"));
}

TEST(GroupPoller, WhoMayNotKnowTheCoordinatorIsTold) {
    ScriptedPoll poll = begunPoll(named({"g1"}));
    poll.answer("b", 16, list());
    poll.answer(
        "a", 10,
        R"({"coordinators":[{"key":"g1","nodeId":-1,"host":"","port":-1,"errorCode":30,"errorMessage":null}]})");
    EXPECT_THAT(poll.blind, ElementsAre("g1"));
    EXPECT_THAT(poll.asked(), ElementsAre("a:16"));
}

TEST(GroupPoller, AsksAgainAtItsPace) {
    ScriptedPoll poll = begunPoll();
    poll.answer("a", 16, list({listed("g1", "classic")}));
    poll.answer("b", 16, list());
    poll.answer("a", 15, classicAnswer("g1", "Stable"));
    EXPECT_THAT(poll.asked(), IsEmpty());
    EXPECT_EQ(poll.wakeMs(), 2000);
    poll.pass(1999);
    EXPECT_THAT(poll.asked(), IsEmpty());
    poll.pass(1);
    EXPECT_THAT(poll.asked(), ElementsAre("a:15 g1"));
    // While a rebalance runs a quarter of a second is long.
    poll.answer("a", 15, classicAnswer("g1", "PreparingRebalance"));
    EXPECT_EQ(poll.wakeMs(), 250);
    poll.pass(250);
    EXPECT_THAT(poll.asked(), ElementsAre("a:15 g1"));
    poll.answer("a", 15, classicAnswer("g1", "Stable"));
    EXPECT_EQ(poll.wakeMs(), 2000);
    // Another source sees one begin before the next question is due.
    poll.pass(300);
    poll.setBusy("g1", true);
    EXPECT_THAT(poll.asked(), ElementsAre("a:15 g1"));
    poll.answer("a", 15, classicAnswer("g1", "Stable"));
    EXPECT_EQ(poll.wakeMs(), 250);
    // And the lists: 5 s after their answers.
    poll.setBusy("g1", false);
    poll.pass(2500);
    poll.answer("a", 15, classicAnswer("g1", "Stable"));
    EXPECT_THAT(poll.asked(), ElementsAre("a:16", "b:16"));
}

TEST(GroupPoller, OneWakeIsUnderWayAtATime) {
    ScriptedPoll poll = begunPoll();
    poll.answer("a", 16, list({listed("g1", "classic"), listed("g2", "consumer")}));
    poll.answer("b", 16, list());
    const std::size_t before = poll.wakes;
    poll.answer("a", 15, classicAnswer("g1", "Stable"));
    poll.answer("a", 69, consumerAnswer("g2", "Stable"));
    EXPECT_EQ(poll.wakes, before + 1);
    poll.pass(0);
    poll.pass(10);
    EXPECT_EQ(poll.wakes, before + 1);
}

TEST(GroupPoller, ANamedGroupThatNoListHasIsLookedFor) {
    ScriptedPoll poll = begunPoll(named({"gone"}));
    EXPECT_THAT(poll.asked(), ElementsAre("a:10 gone", "a:16", "b:16"));
    poll.answer("a", 16, list({listed("other", "classic")}));
    poll.answer("a", 10, R"({"coordinators":[{"key":"gone","nodeId":2,"host":"b","port":1,"errorCode":0}]})");
    // What brokers say of groups that do not exist is an answer too. Others are not asked about.
    EXPECT_THAT(poll.asked(), ElementsAre("b:15 gone", "b:16"));
    poll.answer("b", 15, classicAnswer("gone", "Dead"));
    EXPECT_EQ(poll.given, 3U);
    poll.pass(2000);
    EXPECT_THAT(poll.asked(), ElementsAre("b:15 gone", "b:16"));
}

TEST(GroupPoller, AGroupOfAnotherTypeIsLookedUpInTheListsAtOnce) {
    ScriptedPoll poll = begunPoll(named({"g1"}));
    poll.answer("a", 16, list());
    poll.answer("b", 16, list());
    poll.answer("a", 10, R"({"coordinators":[{"key":"g1","nodeId":1,"host":"a","port":1,"errorCode":0}]})");
    poll.answer("a", 15,
                R"({"groups":[{"errorCode":69,"errorMessage":"Group g1 is not a classic group.","groupId":"g1",)"
                R"("groupState":"Dead","protocolType":"","protocolData":"","members":[]}]})");
    EXPECT_THAT(poll.asked(), IsEmpty());
    poll.pass(100);
    EXPECT_THAT(poll.asked(), ElementsAre("a:16", "a:3", "b:16"));
    poll.answer("a", 16, list({listed("g1", "consumer")}));
    EXPECT_THAT(poll.asked(), ::testing::Contains("a:69 g1"));
}

TEST(GroupPoller, OldBrokersAreAskedForOneCoordinatorAtATime) {
    ScriptedPoll poll(named({"g1", "g2"}), {{3, {0, 9}}, {10, {0, 3}}, {15, {0, 5}}, {16, {0, 4}}});
    poll.answer("a", 3, kTwoBrokers);
    EXPECT_EQ(poll.questions.front().apiKey, 10);
    EXPECT_EQ(poll.questions.front().body.at("key").get<std::string>(), "g1");
    poll.answer("a", 10, R"({"errorCode":0,"nodeId":2,"host":"b","port":1})");
    EXPECT_THAT(poll.asked(), ElementsAre("a:16", "b:10", "b:15 g1", "b:16"));
}

TEST(GroupPoller, FollowsACoordinatorThatMoved) {
    ScriptedPoll poll = begunPoll();
    poll.answer("a", 16, list({listed("g2", "consumer")}));
    poll.answer("b", 16, list());
    poll.answer("a", 69, consumerAnswer("g2", "", 16));
    EXPECT_THAT(poll.asked(), IsEmpty());
    poll.pass(100);
    EXPECT_THAT(poll.asked(), ElementsAre("a:10 g2", "a:16", "a:3", "b:16"));
    poll.answer("b", 16, list({listed("g2", "consumer")}));
    poll.answer("a", 10, R"({"coordinators":[{"key":"g2","nodeId":2,"host":"b","port":1,"errorCode":0}]})");
    EXPECT_THAT(poll.asked(), ElementsAre("a:16", "a:3", "b:69 g2"));
    // A coordinator that loads is no end of anything: nobody is told that the poll is blind, the answer itself says it.
    poll.answer("b", 69, consumerAnswer("g2", "", 14));
    poll.answer("a", 16, list());
    poll.pass(100);
    EXPECT_THAT(poll.blind, IsEmpty());
    poll.answer("a", 10, R"({"coordinators":[{"key":"g2","nodeId":-1,"host":"","port":-1,"errorCode":15}]})");
    poll.pass(100);
    EXPECT_THAT(poll.asked(), ElementsAre("a:10 g2", "a:3", "b:16"));
}

TEST(GroupPoller, ABrokerThatGoesAwayIsToldOnceAndAskedWhenItIsBack) {
    ScriptedPoll poll = begunPoll();
    poll.answer("a", 16, list());
    poll.answer("b", 16, list({listed("g1", "classic"), listed("g2", "classic")}));
    poll.setUnreachable({"b"});
    poll.fail("b", 15);
    EXPECT_THAT(poll.blind, ElementsAre("g1,g2"));
    for (int i = 0; i < 5; ++i) {
        poll.pass(100);
    }
    EXPECT_THAT(poll.blind, ElementsAre("g1,g2"));
    poll.answer("a", 10, R"({"coordinators":[{"key":"g1","nodeId":2,"host":"b","port":1,"errorCode":0},
                                               {"key":"g2","nodeId":2,"host":"b","port":1,"errorCode":0}]})");
    poll.setUnreachable({});
    poll.pass(100);
    const auto asked = poll.asked();
    EXPECT_NE(std::find(asked.begin(), asked.end(), "b:15 g1,g2"), asked.end());
    poll.answer("b", 15, classicAnswer("g1", "Stable"));
    poll.fail("b", 16);
    EXPECT_THAT(poll.blind, ElementsAre("g1,g2", "g1"));
}

// However long it takes: a question that is due must not be forgotten while the broker is not tried.
TEST(GroupPoller, ABrokerThatIsAwayForLongIsTriedAgainAndAgain) {
    ScriptedPoll poll(named({"g1"}));
    poll.setUnreachable({"a"});
    poll.fail("a", 3);
    for (int i = 0; i < 50; ++i) {
        ASSERT_GT(poll.wakeMs(), 0) << "after " << i << " times";
        ASSERT_LE(poll.wakeMs(), 100);
        poll.pass(poll.wakeMs());
    }
    poll.setUnreachable({});
    ASSERT_GT(poll.wakeMs(), 0);
    poll.pass(poll.wakeMs());
    EXPECT_THAT(poll.asked(), ElementsAre("a:3"));
}

TEST(GroupPoller, SaysWhenNoBrokerCanBeReached) {
    ScriptedPoll poll = begunPoll(named({"g1"}));
    poll.setUnreachable({"a", "b"});
    poll.fail("a", 16);
    poll.fail("b", 16);
    poll.fail("a", 10);
    poll.pass(100);
    poll.pass(100);
    EXPECT_THAT(poll.blind, ElementsAre("", "g1"));
    poll.setUnreachable({});
    poll.pass(100);
    EXPECT_FALSE(poll.asked().empty());
}

TEST(GroupPoller, AGroupThatIsDeletedIsAskedAboutOnceMore) {
    ScriptedPoll poll = begunPoll();
    poll.answer("a", 16, list({listed("g2", "consumer")}));
    poll.answer("b", 16, list());
    poll.answer("a", 69, consumerAnswer("g2", "Empty"));
    poll.pass(5000);
    poll.answer("a", 69, consumerAnswer("g2", "Empty"));
    poll.answer("a", 16, list());
    EXPECT_THAT(poll.asked(), ElementsAre("a:15 g2", "b:16"));
    poll.answer("a", 15, classicAnswer("g2", "Dead"));
    poll.answer("b", 16, list());
    poll.pass(4900);
    EXPECT_THAT(poll.asked(), IsEmpty());
}

TEST(GroupPoller, LooksAgainForTheTopicOfGroupsAndForNewTopics) {
    ScriptedPoll poll(GroupPollOptions{});
    poll.answer(
        "a", 3,
        R"({"brokers":[{"nodeId":1,"host":"a","port":1},{"nodeId":2,"host":"b","port":1}],"controllerId":1,"topics":[]})");
    poll.answer("a", 16, list());
    poll.answer("b", 16, list());
    EXPECT_EQ(poll.wakeMs(), 1000);
    poll.pass(1000);
    EXPECT_THAT(poll.asked(), ElementsAre("a:3"));
    poll.answer("a", 3, kTwoBrokers);
    EXPECT_THAT(poll.asked(), IsEmpty());
    poll.setTopics({"orders"});
    EXPECT_EQ(poll.questions.front().body.at("topics").at(0).at("name").get<std::string>(), "orders");
}

// How long members may be silent is in the configuration of groups of all types but classic.
TEST(GroupPoller, AsksForSessionsOnceATypeIsKnownAndNowAndThen) {
    GroupPollOptions options;
    options.configsMs = 60'000;
    options.calmMs = 1'000'000;
    options.metadataMs = 1'000'000;
    ScriptedPoll poll = begunPoll(options);
    poll.answer("a", 16, list({listed("g1", "consumer"), listed("g2", "classic"), listed("g3", "share")}));
    poll.answer("b", 16, list());
    EXPECT_THAT(poll.asked(), ElementsAre("a:15 g2", "a:32 g1,g3", "a:69 g1", "a:77 g3"));
    const auto question = std::ranges::find(poll.questions, 32, &ScriptedPoll::Question::apiKey);
    const auto resource = question->body.at("resources").at(0);
    EXPECT_EQ(resource.at("resourceType"), 32);
    EXPECT_EQ(resource.at("configurationKeys").size(), 6U);
    EXPECT_EQ(resource.at("configurationKeys").at(0), "consumer.session.timeout.ms");
    const std::size_t given = poll.given;
    poll.answer("a", 32, R"({"results":[]})");
    EXPECT_EQ(poll.given, given + 1);
    poll.answer("a", 15, classicAnswer("g2", "Stable"));
    poll.answer("a", 69, consumerAnswer("g1", "Stable"));
    poll.answer("a", 77, R"({"groups":[]})");
    // Another type is another session.
    poll.pass(5'000);
    poll.answer("a", 16, list({listed("g1", "consumer"), listed("g2", "consumer"), listed("g3", "share")}));
    poll.answer("b", 16, list());
    EXPECT_THAT(poll.asked(), ElementsAre("a:32 g2", "a:69 g2"));
    poll.answer("a", 32, R"({"results":[]})");
    poll.answer("a", 69, consumerAnswer("g2", "Stable"));
    poll.pass(55'000);
    EXPECT_THAT(poll.asked(), ElementsAre("a:16", "a:32 g1,g3", "b:16"));
    // It is asked again when the broker is back.
    poll.fail("a", 32);
    poll.answer("b", 16, list());
    poll.pass(200);
    poll.answer("a", 16, list({listed("g1", "consumer")}));
    EXPECT_THAT(poll.asked(), ::testing::Contains("a:32 g1"));
}

TEST(GroupPoller, ListsAloneWhenNothingElseIsWanted) {
    GroupPollOptions options;
    options.isDescribing = false;
    ScriptedPoll poll = begunPoll(std::move(options));
    poll.answer("a", 16, list({listed("g2", "consumer")}));
    poll.answer("b", 16, list());
    EXPECT_THAT(poll.asked(), IsEmpty());
    EXPECT_EQ(poll.wakeMs(), 5000);
}

// A controller listener, for one.
TEST(GroupPoller, SaysThatNoBrokerServesMetadata) {
    ScriptedPoll poll(GroupPollOptions{}, {{60, {0, 2}}});
    EXPECT_THAT(poll.blind, ElementsAre(""));
    EXPECT_THAT(poll.whys, ElementsAre("a:1 does not serve Metadata"));
    for (int i = 0; i < 5; ++i) {
        ASSERT_GT(poll.wakeMs(), 0) << "it goes on";
        poll.pass(poll.wakeMs());
    }
    EXPECT_EQ(poll.blind.size(), 1U) << "told once";
}

TEST(GroupPoller, SaysOfEachBrokerThatItDoesNotServeLists) {
    ScriptedPoll poll(GroupPollOptions{}, {{3, {0, 12}}, {10, {0, 6}}, {15, {0, 6}}});
    poll.answer("a", 3, kTwoBrokers);
    EXPECT_THAT(poll.whys, ElementsAre("a:1 does not serve ListGroups", "b:1 does not serve ListGroups"));
    poll.pass(5000);
    EXPECT_EQ(poll.whys.size(), 2U) << "told once";
}

TEST(GroupPoller, NamedGroupsAreFoundWithoutLists) {
    ScriptedPoll poll(named({"g1"}), {{3, {0, 12}}, {10, {0, 6}}, {15, {0, 6}}});
    poll.answer("a", 3, kTwoBrokers);
    EXPECT_THAT(poll.blind, IsEmpty());
    EXPECT_THAT(poll.asked(), ElementsAre("a:10 g1"));
}

TEST(GroupPoller, SaysThatNobodyServesFindCoordinator) {
    ScriptedPoll poll(named({"g1"}), {{3, {0, 12}}, {15, {0, 6}}, {16, {0, 5}}});
    poll.answer("a", 3, kTwoBrokers);
    EXPECT_THAT(poll.blind, ElementsAre("g1"));
    EXPECT_THAT(poll.whys, ElementsAre("a:1 does not serve FindCoordinator"));
}

TEST(GroupPoller, SaysThatADescribingApiIsNotServed) {
    ScriptedPoll poll(GroupPollOptions{}, {{3, {0, 12}}, {10, {0, 6}}, {16, {0, 5}}});
    poll.answer("a", 3, kTwoBrokers);
    poll.answer("a", 16, list({listed("g1", "classic")}));
    EXPECT_THAT(poll.blind, ElementsAre("g1"));
    EXPECT_THAT(poll.whys, ElementsAre("a:1 does not serve DescribeGroups"));
}

// The offsets topic may be offline for hours.
TEST(GroupPoller, ACoordinatorThatStaysAwayIsTold) {
    ScriptedPoll poll = begunPoll(named({"g1"}));
    poll.answer("a", 16, list());
    poll.answer("b", 16, list());
    const std::string away =
        R"({"coordinators":[{"key":"g1","nodeId":-1,"host":"","port":-1,"errorCode":15,"errorMessage":null}]})";
    for (int i = 0; i < 9; ++i) {
        poll.answer("a", 10, away);
        poll.pass(100);
    }
    EXPECT_THAT(poll.blind, IsEmpty()) << "it may be made just now";
    poll.answer("a", 10, away);
    poll.pass(100);
    poll.answer("a", 10, away);
    EXPECT_THAT(poll.blind, ElementsAre("g1"));
    EXPECT_THAT(poll.whys, ElementsAre("COORDINATOR_NOT_AVAILABLE (15)"));
}

TEST(GroupPoller, AListThatIsRefusedForNowIsAskedAgainSoon) {
    ScriptedPoll poll = begunPoll();
    poll.answer("b", 16, list());
    poll.answer("a", 16, R"({"errorCode":14,"groups":[]})");
    EXPECT_EQ(poll.wakeMs(), 100);
    poll.pass(100);
    EXPECT_THAT(poll.asked(), ElementsAre("a:16"));
}

TEST(GroupPoller, ABrokerThatDoesNotGetReadyToListIsTold) {
    ScriptedPoll poll = begunPoll();
    poll.answer("b", 16, list());
    for (int i = 0; i < 10; ++i) {
        poll.answer("a", 16, R"({"errorCode":14,"groups":[]})");
        EXPECT_THAT(poll.blind, IsEmpty()) << "it may be ready soon";
        poll.pass(100);
    }
    poll.answer("a", 16, R"({"errorCode":14,"groups":[]})");
    EXPECT_THAT(poll.whys, ElementsAre("COORDINATOR_LOAD_IN_PROGRESS (14)"));
    poll.pass(100);
    poll.answer("a", 16, R"({"errorCode":14,"groups":[]})");
    EXPECT_THAT(poll.blind, ElementsAre("")) << "told once";
}

TEST(GroupPoller, AListThatIsRefusedIsTold) {
    ScriptedPoll poll = begunPoll();
    poll.answer("b", 16, list());
    poll.answer("a", 16, R"({"errorCode":31,"groups":[]})");
    EXPECT_THAT(poll.whys, ElementsAre("CLUSTER_AUTHORIZATION_FAILED (31)"));
    EXPECT_EQ(poll.blind.size(), 1U);
}

TEST(GroupPoller, AGroupThatIsListedNoMoreIsForgottenWhereNoneAreDescribed) {
    GroupPollOptions options;
    options.isDescribing = false;
    ScriptedPoll poll = begunPoll(std::move(options));
    poll.answer("b", 16, list());
    poll.answer("a", 16, list({listed("g2", "consumer")}));
    poll.pass(5000);
    poll.answer("a", 16, list());
    // The coordinator of a group that is known would be looked for.
    poll.setUnreachable({"a"});
    poll.pass(5000);
    poll.fail("a", 16);
    EXPECT_THAT(poll.blind, IsEmpty());
}

TEST(GroupPoller, AnswersThatDoNotDecodeTellNothing) {
    ScriptedPoll poll(GroupPollOptions{});
    poll.answerCut("a", 3, kTwoBrokers);
    EXPECT_EQ(poll.given, 0U);
    EXPECT_THAT(poll.blind, ElementsAre(""));
    poll.pass(2000);
    poll.answer("a", 3, kTwoBrokers);
    poll.answerCut("b", 16, list({listed("g9", "classic")}));
    EXPECT_THAT(poll.blind, ElementsAre("", ""));
    poll.answer("a", 16, list({listed("g1", "classic")}));
    EXPECT_THAT(poll.asked(), ElementsAre("a:15 g1")) << "and none of what could be read of the other list";
    poll.answerCut("a", 15, classicAnswer("g1", "Dead"));
    EXPECT_EQ(poll.blind.back(), "g1");
    EXPECT_NE(poll.whys.back().find("does not decode"), std::string::npos) << poll.whys.back();
    EXPECT_THAT(poll.asked(), IsEmpty());
    EXPECT_GT(poll.wakeMs(), 100) << "the connection is good";
}

}  // namespace
}  // namespace brokerscope
