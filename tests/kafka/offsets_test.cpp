#include "tests/kafka/broker_fixture.h"
#include "tests/kafka/members_peer.h"
#include "tests/unit/app/cli/cli_run.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>

namespace brokerscope {
namespace {

using namespace testing;
using Json = nlohmann::json;
using ::testing::HasSubstr;

// The records that real members and clients made a broker write, folded by `offsets --state`, against what the broker
// says and what the clients did.
class OffsetsOfBroker : public ::testing::TestWithParam<const char*> {
protected:
    OffsetsOfBroker()
        : m_fixture(std::string("groups-") + GetParam()), m_members(m_fixture), m_topic(unique("records-of")) {
        m_members.obey({{"do", "createTopic"}, {"topic", m_topic}, {"partitions", 3}});
        m_members.obey({{"do", "produce"}, {"topic", m_topic}, {"partition", 1}, {"count", 9}});
    }

    static std::string unique(const std::string& name) {
        return name + '-' + std::to_string(std::chrono::steady_clock::now().time_since_epoch().count());
    }
    bool isNewer() const { return std::string(GetParam()) == "4.4.0"; }

    CliRun offsets(std::vector<std::string> options) const {
        options.insert(options.begin(), {"--bootstrap", brokerAddresses(m_fixture).bootstrap, "offsets"});
        return runBscope(options);
    }
    Json stateOf(const std::string& group, const std::vector<std::string>& more = {}) const {
        std::vector<std::string> options{"--state", "--group", group, "--format", "json"};
        options.insert(options.end(), more.begin(), more.end());
        const CliRun run = offsets(options);
        EXPECT_EQ(run.status, 0) << run.err;
        const std::vector<Json> objects = objectsOf(run);
        EXPECT_LE(objects.size(), 1u);
        return objects.empty() ? Json() : objects.front();
    }
    void expectSame(const std::string& group) const {
        const CliRun run = offsets({"--diff-broker", "--group", group});
        EXPECT_EQ(run.status, 0) << run.out << run.err;
        EXPECT_EQ(run.out, "");
        EXPECT_THAT(run.err, HasSubstr("compared, 0 differences"));
    }

    std::string m_fixture;
    MembersPeer m_members;
    std::string m_topic;
};

TEST_P(OffsetsOfBroker, GroupsOfEveryTypeAreAsTheirCoordinatorSays) {
    std::vector<std::pair<std::string, Json>> kinds{{"classic", Json::object()}};
    if (isNewer()) {
        kinds.insert(kinds.end(),
                     {{"consumer", Json::object()}, {"share", Json::object()}, {"streams", {{"topology", "plain"}}}});
    }
    for (const auto& [protocol, more] : kinds) {
        const std::string group = unique(protocol);
        Json subscription = more;
        subscription["topics"] = Json::array({m_topic});
        for (const char* client : {"a", "b"}) {
            m_members.join(client + group, group, protocol, subscription);
        }
        m_members.awaitStable(group, 2);
        if (protocol == "classic" || protocol == "consumer") {
            m_members.obey({{"do", "commit"},
                            {"client", "a" + group},
                            {"offsets", Json{{m_topic, {{"0", 0}, {"1", 4}}}}},
                            {"metadata", "by hand"}});
        }
        expectSame(group);
        EXPECT_EQ(stateOf(group)["type"], protocol);
        m_members.leave("a" + group);
        m_members.awaitStable(group, 1);
        expectSame(group);
        m_members.leave("b" + group);
        m_members.awaitStable(group, 0);
        expectSame(group);
    }
}

// Who committed this offset, when, from where; and what was before.
TEST_P(OffsetsOfBroker, CommitsAndTheirMoments) {
    const std::string group = unique("commits");
    const std::string at1 = m_topic + "-1";
    m_members.join("m" + group, group, "classic", {{"topics", Json::array({m_topic})}});
    m_members.awaitStable(group, 1);
    const auto commit = [&](int offset) {
        m_members.obey({{"do", "commit"},
                        {"client", "m" + group},
                        {"offsets", Json{{m_topic, {{"1", offset}}}}},
                        {"metadata", "step " + std::to_string(offset)}});
    };
    commit(2);
    const Json before = stateOf(group);
    EXPECT_EQ(before["offsets"][at1]["offset"], 2);
    EXPECT_EQ(before["offsets"][at1]["metadata"], "step 2");
    commit(7);
    EXPECT_EQ(stateOf(group)["offsets"][at1]["offset"], 7);
    const std::string record = before["from"]["offsets[" + at1 + ']'].get<std::string>();
    EXPECT_EQ(stateOf(group, {"--at", record})["offsets"], before["offsets"]);
    const auto listed = objectsOf(offsets({"--group", group, "--type", "OffsetCommit", "--format", "json"}));
    ASSERT_GE(listed.size(), 2u);
    EXPECT_EQ(listed.back()["value"]["offset"], 7);
    EXPECT_EQ(listed.back()["about"], fmt::format("offset {}/{}/1", group, m_topic));
    m_members.leave("m" + group);
    m_members.awaitStable(group, 0);
    m_members.obey({{"do", "deleteGroup"}, {"group", group}});
    EXPECT_EQ(stateOf(group), Json());
    const auto after = objectsOf(offsets({"--group", group, "--format", "json"}));
    ASSERT_FALSE(after.empty());
    EXPECT_TRUE(
        std::ranges::any_of(after, [&group](const Json& each) { return each["deletes"] == Json("group " + group); }));
    expectSame(group);
}

TEST_P(OffsetsOfBroker, TransactionsDecideWhatIsCommitted) {
    const std::string group = unique("transactional");
    const std::string transactionalId = unique("tx");
    const std::string at1 = m_topic + "-1";
    m_members.join("t" + group, group, "classic", {{"topics", Json::array({m_topic})}});
    m_members.awaitStable(group, 1);
    const auto commit = [&](int offset, const char* end) {
        m_members.obey({{"do", "commitInTransaction"},
                        {"client", "t" + group},
                        {"offsets", Json{{m_topic, {{"1", offset}}}}},
                        {"transactionalId", transactionalId},
                        {"end", end}});
    };
    commit(3, "commit");
    commit(5, "abort");
    EXPECT_EQ(stateOf(group)["offsets"][at1]["offset"], 3);
    commit(6, "open");
    const Json pending = stateOf(group);
    EXPECT_EQ(pending["offsets"][at1]["offset"], 3);
    EXPECT_EQ(pending["pendingOffsets"][at1]["producer"].size(), 1u) << pending;
    const CliRun run = offsets({"--topic", "__transaction_state", "--state", "--format", "json"});
    const std::vector<Json> ids = objectsOf(run);
    const auto ours =
        std::ranges::find_if(ids, [&](const Json& each) { return each["transactionalId"] == Json(transactionalId); });
    ASSERT_NE(ours, ids.end()) << run.err;
    EXPECT_EQ((*ours)["state"], "Ongoing");
    commit(8, "commit");
    EXPECT_EQ(stateOf(group)["offsets"][at1]["offset"], 8);
    expectSame(group);
}

std::string groupsBrokerName(const ::testing::TestParamInfo<const char*>& instance) {
    std::string name = std::string("groups_") + instance.param + "_broker";
    std::ranges::replace(name, '.', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Kafka, OffsetsOfBroker, ::testing::Values("4.4.0", "3.9.2"), groupsBrokerName);

}  // namespace
}  // namespace brokerscope
