#include "tests/kafka/broker_fixture.h"
#include "tests/kafka/members_peer.h"
#include "tests/kafka/told_moves.h"
#include "tests/kafka/watch_run.h"
#include "tests/support/temporary_path.h"
#include "tests/unit/app/cli/cli_run.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <set>

namespace brokerscope {
namespace {

using namespace testing;
using Json = nlohmann::json;
using ::testing::AnyOfArray;
using ::testing::Contains;
using ::testing::HasSubstr;

// What `groups watch` tells of real members, against what the broker's description says before and after.
struct WatchedKind {
    const char* release;
    const char* name;      // of the test
    const char* protocol;  // of joinGroup
    Json config;
    bool isExclusive = true;  // a partition has one owner: all but share groups
    Json more = Json::object();
    int owned = 3;  // partitions or tasks
};

// Answers and records show that a member is gone, and not whether it left or was missed: only its own requests tell.
// That it left may be inferred where its session cannot have ended yet, and never of one that was killed.
const std::vector<std::string> kWhyLeft{"left", "unknown"};
const std::vector<std::string> kWhyMissed{"sessionTimeout", "unknown"};

class WatchedGroup : public ::testing::TestWithParam<WatchedKind> {
protected:
    static std::string fixture() { return std::string("groups-") + GetParam().release; }
    static std::string bootstrap() { return brokerAddresses(fixture()).bootstrap; }

    void SetUp() override { m_members.obey({{"do", "createTopic"}, {"topic", m_topic}, {"partitions", 3}}); }

    void join(MembersPeer& peer, const std::string& client) const {
        Json more = GetParam().more;
        more.update({{"topics", {m_topic}}, {"config", GetParam().config}});
        peer.join(client, m_group, GetParam().protocol, more);
    }
    // The watch has told what moved between the two descriptions, and why.
    void expectTold(WatchRun& watch, std::size_t from, const Json& before, const Json& after,
                    const std::vector<std::string>& whys) {
        expectMoved(watch, from, before, after);
        EXPECT_THAT(reasonsFrom(watch.events(), from), Contains(AnyOfArray(whys))) << tail(watch.events(), from);
    }
    void expectMoved(WatchRun& watch, std::size_t from, const Json& before, const Json& after) {
        const Moves moves = movesBetween(ownersOf(before), ownersOf(after));
        const auto isTold = [&](const std::vector<Json>& events) {
            return !namedFrom(events, from, "rebalanceEnded").empty() &&
                   (!GetParam().isExclusive || movesTold(events, from) == moves);
        };
        EXPECT_TRUE(watch.waitUntil(isTold, 10'000)) << tail(watch.events(), from);
        if (GetParam().isExclusive) {
            EXPECT_EQ(movesTold(watch.events(), from), moves);
        }
    }
    static std::vector<std::string> reasonsFrom(const std::vector<Json>& events, std::size_t from) {
        std::vector<std::string> reasons;
        for (const Json& ended : namedFrom(events, from, "rebalanceEnded")) {
            reasons.push_back(ended.at("why").get<std::string>());
        }
        return reasons;
    }
    // Within a second of the broker's own decision: who was lost, why, and how long its partitions were nobody's.
    void expectLossTold(const std::vector<Json>& events, std::size_t from, const std::string& victim) const {
        const auto lost = namedFrom(events, from, "memberLeft");
        ASSERT_EQ(lost.size(), 1U) << tail(events, from);
        EXPECT_EQ(lost.front().at("member"), victim);
        EXPECT_THAT(kWhyMissed, Contains(lost.front().at("reason").get<std::string>()));
        EXPECT_LE(lost.front().at("printed").get<std::int64_t>() - timeOf(lost.front()), 1'000) << tail(events, from);
        for (const Json& ended : namedFrom(events, from, "rebalanceEnded")) {
            EXPECT_LE(ended.at("printed").get<std::int64_t>() - timeOf(ended), 1'000);
            for (const Json& move : ended.at("moved")) {
                // Of a classic rebalance the end alone is written.
                EXPECT_TRUE(ended.at("type") == "classic" || move.at("unownedMs").is_number()) << tail(events, from);
            }
        }
    }
    // The recording tells it again: the same rebalances, for the same reasons, with the same moves.
    void expectSameStory(const std::string& file, const std::vector<Json>& live) const {
        const CliRun run = runBscope({"groups", "watch", m_group, "--file", file, "--format", "json"});
        EXPECT_EQ(run.status, 0) << run.err;
        const auto told = objectsOf(run);
        EXPECT_EQ(storyOf(told), storyOf(live));
        EXPECT_EQ(movesTold(told, 0), movesTold(live, 0));
    }
    static std::vector<std::string> storyOf(const std::vector<Json>& events) {
        std::vector<std::string> story;
        for (const Json& event : events) {
            if (event.at("event") == "rebalanceEnded") {
                story.push_back(event.at("why").get<std::string>());
            } else if (event.at("event") == "memberLeft") {
                story.push_back(event.at("reason").get<std::string>() + ' ' + event.at("member").get<std::string>());
            }
        }
        return story;
    }
    static std::string tail(const std::vector<Json>& events, std::size_t from) {
        std::string text = "\n";
        for (std::size_t i = from; i < events.size(); ++i) {
            text += events[i].dump() + '\n';
        }
        return text;
    }
    static bool isShare() { return std::string(GetParam().protocol) == "share"; }
    static bool isStreams() { return std::string(GetParam().protocol) == "streams"; }
    // How far the group is by Kafka's own client, in three ways.
    Json commitTwo() {
        join(m_members, "a");
        const Json description = awaitStable(1);
        m_members.awaitAssignment("a", description.at("members").at(0).at("assignment"));
        m_members.obey({{"do", "commit"}, {"client", "a"}, {"offsets", Json{{m_topic, {{"0", 0}, {"1", 2}}}}}});
        return m_members.obey({{"do", "groupOffsets"}, {"group", m_group}}).at("offsets");
    }
    Json acknowledgeTwo() {
        const Json earliest{{"share.auto.offset.reset", "earliest"}};
        m_members.obey({{"do", "setConfig"}, {"resource", "group"}, {"name", m_group}, {"config", earliest}});
        m_members.join("a", m_group, "share", {{"topics", {m_topic}}, {"polling", false}});
        const Json polled = m_members.obey({{"do", "poll"}, {"client", "a"}, {"timeoutMs", 20'000}, {"min", 5}});
        EXPECT_EQ(polled.at("records"), 5);
        m_members.obey({{"do", "commit"}, {"client", "a"}, {"count", 2}});
        awaitStable(1);
        return m_members.obey({{"do", "shareOffsets"}, {"group", m_group}}).at("offsets");
    }
    Json awaitAllCommitted() {
        join(m_members, "a");
        awaitStable(1);
        const auto lagOf = [](const Json& offsets) {
            int lag = 0;
            for (const Json& partitions : offsets) {
                for (const Json& partition : partitions) {
                    lag += partition.at("lag").get<int>();
                }
            }
            return lag;
        };
        Json offsets;
        const auto began = std::chrono::steady_clock::now();
        // Two topics: what is counted goes through the second.
        while (offsets.size() < 2 || lagOf(offsets) > 0) {
            offsets = m_members.obey({{"do", "groupOffsets"}, {"group", m_group}}).at("offsets");
            if (std::chrono::steady_clock::now() - began > std::chrono::seconds(30)) {
                ADD_FAILURE() << "not all is committed: " << offsets.dump();
                break;
            }
        }
        return offsets;
    }
    Json describedOffsets() const {
        const CliRun run = runBscope({"--bootstrap", bootstrap(), "groups", "describe", m_group, "--format", "json"});
        EXPECT_EQ(run.status, 0) << run.err;
        return Json::parse(run.out).at("offsets");
    }
    Json awaitStable(int members) { return m_members.awaitStable(m_group, members, GetParam().owned); }

    static std::string uniqueName(const std::string& name) {
        return name + '-' + std::to_string(std::chrono::steady_clock::now().time_since_epoch().count());
    }

    MembersPeer m_members{fixture()};
    std::string m_topic = uniqueName("watched");
    std::string m_group = uniqueName("watched-group");
};

TEST_P(WatchedGroup, ToldAsItHappens) {
    const auto file = temporaryPath(m_group + ".bsrec");
    join(m_members, "a");
    const Json alone = awaitStable(1);
    WatchRun watch({"--bootstrap", bootstrap(), "--record", file.string(), "--format", "json", "groups", "watch",
                    m_group, "--report"});
    // Of what was there before the first answer may tell something or nothing; then nothing more is to come of it.
    watch.waitUntil([](const std::vector<Json>&) { return false; }, 3'000);

    std::size_t from = watch.events().size();
    join(m_members, "b");
    const Json two = awaitStable(2);
    expectTold(watch, from, alone, two, {"joined"});

    from = watch.events().size();
    m_members.leave("b");
    const Json left = awaitStable(1);
    expectTold(watch, from, two, left, kWhyLeft);

    from = watch.events().size();
    MembersPeer victim(fixture());
    join(victim, "c");
    const Json three = awaitStable(2);
    expectTold(watch, from, left, three, {"joined"});

    from = watch.events().size();
    victim.kill();
    const Json survived = awaitStable(1);
    expectTold(watch, from, three, survived, kWhyMissed);
    expectLossTold(watch.events(), from, memberOf(three, "c"));

    EXPECT_EQ(watch.stop(), 0) << watch.errors();
    EXPECT_THAT(namedFrom(watch.events(), 0, "violation"), ::testing::IsEmpty());
    expectSameStory(file.string(), watch.events());
    std::filesystem::remove(file);
}

// Partitions are added and the subscription changes, with one member that takes them all.
TEST_P(WatchedGroup, ChangesOfTopicsAreTold) {
    if (GetParam().more.contains("topology")) {
        GTEST_SKIP() << "its topology says what it reads";
    }
    const std::string other = m_topic + "-too";
    m_members.obey({{"do", "createTopic"}, {"topic", other}, {"partitions", 2}});
    Json config = GetParam().config;
    config["metadata.max.age.ms"] = "500";
    m_members.join("a", m_group, GetParam().protocol, {{"topics", {m_topic}}, {"config", config}});
    const Json before = m_members.awaitStable(m_group, 1, 3);
    // It begins on a group at rest, whose generation no answer tells.
    WatchRun watch({"--bootstrap", bootstrap(), "--format", "json", "groups", "watch", m_group});
    watch.waitUntil([](const std::vector<Json>&) { return false; }, 3'000);

    std::size_t from = watch.events().size();
    m_members.obey({{"do", "addPartitions"}, {"topic", m_topic}, {"partitions", 5}});
    const Json more = m_members.awaitStable(m_group, 1, 5);
    expectMoved(watch, from, before, more);

    from = watch.events().size();
    m_members.obey({{"do", "subscribe"}, {"client", "a"}, {"topics", {m_topic, other}}});
    const Json both = m_members.awaitStable(m_group, 1, 7);
    expectMoved(watch, from, more, both);
    EXPECT_THAT(reasonsFrom(watch.events(), from), Contains("subscriptionChanged"));
    EXPECT_EQ(watch.stop(), 0) << watch.errors();
}

// What `groups list` and `groups describe` say is what Kafka's own client says.
TEST_P(WatchedGroup, ListedAndDescribed) {
    join(m_members, "a");
    join(m_members, "b");
    const Json told = awaitStable(2);
    const CliRun list = runBscope({"--bootstrap", bootstrap(), "groups", "list", "--format", "json"});
    EXPECT_EQ(list.status, 0) << list.err;
    const Json all = Json::parse(list.out);
    const auto ours =
        std::find_if(all.begin(), all.end(), [this](const Json& group) { return group.at("group") == m_group; });
    ASSERT_NE(ours, all.end()) << list.out;
    EXPECT_EQ(ours->at("members"), 2);
    EXPECT_EQ(ours->at("state"), "Stable");
    EXPECT_EQ(ours->at("coordinator"), 1);

    const CliRun run = runBscope({"--bootstrap", bootstrap(), "groups", "describe", m_group, "--format", "json"});
    EXPECT_EQ(run.status, 0) << run.err;
    const Json group = Json::parse(run.out);
    EXPECT_EQ(group.at("type"), ours->at("type"));
    EXPECT_EQ(ownersOf(group), ownersOf(told)) << run.out;
    EXPECT_EQ(group.value("epoch", Json()), told.value("groupEpoch", Json()));
    EXPECT_EQ(group.at("offsetsPartition"), 0);
    const CliRun text = runBscope({"--bootstrap", bootstrap(), "groups", "describe", m_group});
    EXPECT_THAT(text.out, HasSubstr(m_group));
}

// Of five records in partition 1 members of classic and consumer groups commit two, those of share groups acknowledge
// two, and applications all.
TEST_P(WatchedGroup, OffsetsAndLagAreThoseOfKafka) {
    m_members.obey({{"do", "produce"}, {"topic", m_topic}, {"partition", 1}, {"count", 5}, {"value", "{n}"}});
    const Json told = isShare() ? acknowledgeTwo() : isStreams() ? awaitAllCommitted() : commitTwo();
    const Json offsets = describedOffsets();
    Json ours = Json::object();
    for (const Json& offset : offsets) {
        Json& partition =
            ours[offset.at("topic").get<std::string>()][std::to_string(offset.at("partition").get<int>())];
        if (isShare()) {
            EXPECT_TRUE(offset.at("committed").is_null()) << offset;
            partition = {{"start", offset.at("startOffset")}, {"lag", offset.at("lag")}};
        } else {
            partition = {
                {"committed", offset.at("committed")}, {"end", offset.at("logEnd")}, {"lag", offset.at("lag")}};
        }
        EXPECT_TRUE(offset.at("logEnd").is_number()) << offset;
    }
    for (const auto& [topic, partitions] : told.items()) {
        for (const auto& [partition, offset] : partitions.items()) {
            EXPECT_EQ(ours.at(topic).at(partition), offset) << offsets.dump();
        }
    }
    const Json begun = told.at(m_topic).at("1");
    EXPECT_EQ(begun.at("lag"), isStreams() ? 0 : 3) << told.dump();
    EXPECT_EQ(ours.at(m_topic).size(), isStreams() ? told.at(m_topic).size() : 3U)
        << "every partition that a member has";
}

TEST_P(WatchedGroup, AGroupThatIsNotThereIsSaid) {
    const CliRun run = runBscope({"--bootstrap", bootstrap(), "groups", "describe", m_group});
    EXPECT_EQ(run.status, 1);
    EXPECT_EQ(run.out, "");
    EXPECT_THAT(run.err, HasSubstr("group " + m_group + ": there is no such group"));
}

INSTANTIATE_TEST_SUITE_P(
    Kafka, WatchedGroup,
    ::testing::Values(
        WatchedKind{"4.4.0",
                    "range",
                    "classic",
                    {{"partition.assignment.strategy", "org.apache.kafka.clients.consumer.RangeAssignor"}}},
        WatchedKind{"4.4.0",
                    "cooperative",
                    "classic",
                    {{"partition.assignment.strategy", "org.apache.kafka.clients.consumer.CooperativeStickyAssignor"}}},
        WatchedKind{"4.4.0", "consumer", "consumer", Json::object()},
        WatchedKind{"4.4.0", "share", "share", Json::object(), false},
        WatchedKind{"4.4.0", "streams", "streams", Json::object(), true, {{"topology", "counting"}}, 6},
        WatchedKind{"3.9.2",
                    "range",
                    "classic",
                    {{"partition.assignment.strategy", "org.apache.kafka.clients.consumer.RangeAssignor"}}}),
    [](const ::testing::TestParamInfo<WatchedKind>& watched) {
        std::string release = watched.param.release;
        std::replace(release.begin(), release.end(), '.', '_');
        return "groups_" + release + '_' + watched.param.name;
    });

}  // namespace
}  // namespace brokerscope
