#include "tests/kafka/members_peer.h"

#include <QElapsedTimer>

#include <algorithm>
#include <chrono>
#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using namespace testing;
using Json = nlohmann::json;

// What the members of group tests do and tell is what the broker says of them.
struct MemberKind {
    const char* release;
    const char* name;      // of the test
    const char* protocol;  // of joinGroup
    Json config;
    bool hasCallbacks = true;
    Json more = Json::object();
    int owned = 3;  // partitions or tasks
};

Json classicWith(const char* assignor) {
    return {{"partition.assignment.strategy", std::string("org.apache.kafka.clients.consumer.") + assignor}};
}

std::string uniqueName(const std::string& name) {
    return name + '-' + std::to_string(std::chrono::steady_clock::now().time_since_epoch().count());
}

class GroupMembers : public ::testing::TestWithParam<MemberKind> {
protected:
    static std::string fixture() { return std::string("groups-") + GetParam().release; }

    void SetUp() override { m_members.obey({{"do", "createTopic"}, {"topic", m_topic}, {"partitions", 3}}); }

    void join(MembersPeer& peer, const std::string& client) const {
        Json more = GetParam().more;
        more.update({{"topics", {m_topic}}, {"config", GetParam().config}});
        peer.join(client, m_group, GetParam().protocol, more);
    }

    // Every member of ours holds what the broker says that it holds.
    void expectCallbacksAgree(const Json& description) {
        for (const Json& member : description.at("members")) {
            const auto client = member.at("clientId").get<std::string>();
            if (GetParam().hasCallbacks && !m_members.eventsOf(client).empty()) {
                m_members.awaitAssignment(client, member.at("assignment"));
            }
        }
    }

    MembersPeer m_members{fixture()};
    std::string m_topic = uniqueName("members");
    std::string m_group = uniqueName("group");
};

TEST_P(GroupMembers, JoinLeaveAndDie) {
    const int owned = GetParam().owned;
    join(m_members, "a");
    expectCallbacksAgree(m_members.awaitStable(m_group, 1, owned));
    join(m_members, "b");
    const Json two = m_members.awaitStable(m_group, 2, owned);
    expectCallbacksAgree(two);
    m_members.leave("b");
    expectCallbacksAgree(m_members.awaitStable(m_group, 1, owned));

    MembersPeer victim(fixture());
    join(victim, "c");
    m_members.awaitStable(m_group, 2, owned);
    QElapsedTimer timer;
    timer.start();
    victim.kill();
    expectCallbacksAgree(m_members.awaitStable(m_group, 1, owned));
    // The session counts from the last heartbeat, up to 0.1 s before the end.
    EXPECT_GE(timer.elapsed(), 1'200);
    EXPECT_LE(timer.elapsed(), 20'000);
    m_members.leave("a");
    EXPECT_EQ(m_members.awaitStable(m_group, 0).at("state"), "Empty");
}

std::string memberKindName(const ::testing::TestParamInfo<MemberKind>& info) {
    std::string release = info.param.release;
    std::replace(release.begin(), release.end(), '.', '_');
    return "groups_" + release + '_' + info.param.name;
}

INSTANTIATE_TEST_SUITE_P(
    Kafka, GroupMembers,
    ::testing::Values(MemberKind{"4.4.0", "range", "classic", classicWith("RangeAssignor")},
                      MemberKind{"4.4.0", "round_robin", "classic", classicWith("RoundRobinAssignor")},
                      MemberKind{"4.4.0", "sticky", "classic", classicWith("StickyAssignor")},
                      MemberKind{"4.4.0", "cooperative", "classic", classicWith("CooperativeStickyAssignor")},
                      MemberKind{"4.4.0", "consumer_uniform", "consumer", {{"group.remote.assignor", "uniform"}}},
                      MemberKind{"4.4.0", "consumer_range", "consumer", {{"group.remote.assignor", "range"}}},
                      MemberKind{"4.4.0", "share", "share", Json::object(), false},
                      MemberKind{"4.4.0", "streams", "streams", Json::object(), false, {{"topology", "counting"}}, 6},
                      MemberKind{"4.4.0", "streams_classic", "streams-classic", Json::object(), false},
                      MemberKind{"3.9.2", "range", "classic", classicWith("RangeAssignor")},
                      MemberKind{"3.9.2", "cooperative", "classic", classicWith("CooperativeStickyAssignor")}),
    memberKindName);

// What every kind need not repeat.
class MemberCommands : public ::testing::TestWithParam<const char*> {
protected:
    static std::string fixture() { return std::string("groups-") + GetParam(); }
};

TEST_P(MemberCommands, RefusesWhatItDoesNotKnow) {
    for (const auto client : {MembersPeer::Client::Java, MembersPeer::Client::Librdkafka}) {
        MembersPeer peer(fixture(), client);
        EXPECT_EQ(peer.refusal({{"do", "dance"}}), "BAD_COMMAND");
        EXPECT_EQ(peer.refusal({{"do", "leave"}, {"client", "nobody"}}), "BAD_COMMAND");
        EXPECT_EQ(peer.refusal({{"do", "joinGroup"}}), "BAD_COMMAND");
        EXPECT_EQ(
            peer.refusal(
                {{"do", "joinGroup"}, {"client", "a"}, {"group", "g"}, {"topics", {"t"}}, {"protocol", "pigeon"}}),
            "BAD_COMMAND");
    }
    MembersPeer java(fixture());
    EXPECT_EQ(java.refusal({{"do", "describeGroup"}, {"group", uniqueName("none")}}), "GROUP_ID_NOT_FOUND");
    EXPECT_EQ(
        java.refusal({{"do", "joinGroup"}, {"client", "a"}, {"group", "g"}, {"topics", {"t"}}, {"pattern", "t.*"}}),
        "BAD_COMMAND");
}

TEST_P(MemberCommands, SubscriptionsAndPartitionsChange) {
    MembersPeer peer(fixture());
    const std::string topic = uniqueName("commands");
    const std::string group = uniqueName("commands-group");
    peer.obey({{"do", "createTopic"}, {"topic", topic}, {"partitions", 1}});
    // The topic is found by its pattern, which the client resolves.
    peer.join("a", group, "classic", {{"pattern", topic + ".*"}, {"config", {{"metadata.max.age.ms", "200"}}}});
    peer.awaitStable(group, 1, 1);
    peer.awaitAssignment("a", {{topic, {0}}});
    peer.obey({{"do", "addPartitions"}, {"topic", topic}, {"partitions", 2}});
    peer.awaitAssignment("a", {{topic, {0, 1}}});
    peer.obey({{"do", "createTopic"}, {"topic", topic + "-too"}});
    peer.awaitAssignment("a", {{topic, {0, 1}}, {topic + "-too", {0}}});
    peer.obey({{"do", "subscribe"}, {"client", "a"}, {"pattern", topic}});
    peer.awaitAssignment("a", {{topic, {0, 1}}});
}

TEST_P(MemberCommands, OffsetsAreCommittedByTransactions) {
    MembersPeer peer(fixture());
    const std::string topic = uniqueName("offsets");
    const std::string group = uniqueName("offsets-group");
    peer.obey({{"do", "createTopic"}, {"topic", topic}});
    peer.obey({{"do", "produce"}, {"topic", topic}, {"count", 10}, {"value", "{n}"}});
    peer.join("a", group, "classic", {{"topics", {topic}}});
    peer.awaitAssignment("a", {{topic, {0}}});
    const auto commit = [&](int offset, const char* end) {
        const Json offsets{{topic, {{"0", offset}}}};
        peer.obey({{"do", "commitInTransaction"},
                   {"client", "a"},
                   {"offsets", offsets},
                   {"transactionalId", group},
                   {"end", end}});
    };
    const auto committed = [&] {
        return peer.obey({{"do", "groupOffsets"}, {"group", group}}).at("offsets").at(topic).at("0");
    };
    commit(4, "commit");
    EXPECT_EQ(committed(), Json({{"committed", 4}, {"end", 10}, {"lag", 6}}));
    commit(7, "abort");
    EXPECT_EQ(committed(), Json({{"committed", 4}, {"end", 10}, {"lag", 6}}));
}

TEST_P(MemberCommands, BothReleasesOfLibrdkafkaShareAGroupWithJava) {
    MembersPeer java(fixture());
    MembersPeer newest(fixture(), MembersPeer::Client::Librdkafka);
    MembersPeer debian(fixture(), MembersPeer::Client::DebianLibrdkafka);
    const std::string topic = uniqueName("mixed");
    const std::string group = uniqueName("mixed-group");
    java.obey({{"do", "createTopic"}, {"topic", topic}, {"partitions", 3}});
    const Json assignor = classicWith("RangeAssignor");
    java.join("a", group, "classic", {{"topics", {topic}}, {"config", assignor}});
    newest.join("b", group, "classic", {{"topics", {topic}}});
    debian.join("c", group, "classic", {{"topics", {topic}}});
    java.awaitAssignment("a", {{topic, {0}}});
    newest.awaitAssignment("b", {{topic, {1}}});
    debian.awaitAssignment("c", {{topic, {2}}});
    EXPECT_EQ(java.awaitStable(group, 3, 3).at("assignor"), "range");
}

TEST_P(MemberCommands, StaticMemberReturnsAsTheSame) {
    MembersPeer peer(fixture());
    const std::string topic = uniqueName("static");
    const std::string group = uniqueName("static-group");
    peer.obey({{"do", "createTopic"}, {"topic", topic}, {"partitions", 2}});
    const Json how{{"topics", {topic}}, {"config", {{"group.instance.id", "i-1"}, {"session.timeout.ms", "20000"}}}};
    peer.join("a", group, "classic", how);
    const Json before = peer.awaitStable(group, 1, 2);
    peer.awaitAssignment("a", {{topic, {0, 1}}});
    peer.obey({{"do", "leave"}, {"client", "a"}, {"remain", true}});
    const std::size_t restart = peer.eventCount();
    peer.join("a2", group, "classic", how);
    EXPECT_EQ(peer.awaitEvent("assigned", "a2", restart).at("epoch"), 1);
    const Json after = peer.awaitStable(group, 1, 2);
    EXPECT_EQ(after.at("members").at(0).at("instanceId"), "i-1");
    EXPECT_NE(after.at("members").at(0).at("memberId"), before.at("members").at(0).at("memberId"));
    peer.obey({{"do", "removeMembers"}, {"group", group}, {"instances", {"i-1"}}});
    peer.awaitEvent("lost", "a2", restart);
}

std::string commandsName(const ::testing::TestParamInfo<const char*>& info) {
    std::string release = info.param;
    std::replace(release.begin(), release.end(), '.', '_');
    return "groups_" + release + "_commands";
}

INSTANTIATE_TEST_SUITE_P(Kafka, MemberCommands, ::testing::Values("4.4.0", "3.9.2"), commandsName);

}  // namespace
}  // namespace brokerscope
