#include "tests/kafka/group_lives.h"
#include "tests/support/temporary_path.h"
#include "tests/unit/app/cli/cli_run.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <set>
#include <thread>

namespace brokerscope {
namespace {

using namespace testing;
using Json = nlohmann::json;

// Who leaves and who is killed, in groups of every type: records and answers are the same for both, so that it must
// follow from what bounds it. Members that commit four times a second are known by that; a session of the broker's or
// the group's configuration says how long they could be silent.
class GroupDepartures : public GroupLives {
protected:
    struct Kind {
        std::string name;
        std::string protocol;
        Json config = Json::object();
        Json more = Json::object();
        int partitions = 8;  // or tasks
        std::int64_t sessionMs = 0;
    };

    Life& add(const Kind& kind, bool isKilled, const std::string& killedWhy);
    // Something to commit for the members of streams groups; those of the others commit where they are.
    void feed() {
        for (const auto& life : m_lives) {
            if (m_fed.contains(life->group)) {
                m_members.obey(
                    {{"do", "produce"}, {"topic", life->topic}, {"count", 30}, {"key", "{n}"}, {"value", "{n}"}});
            }
        }
    }
    // Partitions of the topic that a client has: of streams groups those of its source tasks.
    static Json partitionsOf(const Life& life, const std::string& name) {
        for (const Json& member : life.description.at("members")) {
            if (member.at("clientId").get<std::string>().starts_with(client(life, name))) {
                const Json& all = member.at("assignment");
                return all.contains("active") ? all.at("active").value("0", Json::array())
                                              : all.value(life.topic, Json::array());
            }
        }
        return Json::array();
    }
    std::size_t commitsOf(const Life& life, const std::string& name, std::size_t from) const {
        const Json partitions = partitionsOf(life, name);
        const std::vector<Json> all = namedFrom(ownOf(m_watch->events(), life, from), 0, "committed");
        return static_cast<std::size_t>(std::ranges::count_if(all, [&](const Json& event) {
            return std::ranges::any_of(
                event.at("partitions").value(life.topic, Json::array()),
                [&](const Json& partition) { return std::ranges::count(partitions, partition) > 0; });
        }));
    }
    // So often that a pace is seen of all that are to be killed.
    void awaitCommits() {
        constexpr std::size_t kEnough = 6;
        const std::size_t from = m_watch->events().size();
        const auto began = std::chrono::steady_clock::now();
        const auto isSeen = [&](const auto& life) {
            return life->steps.size() <= kKilledAt || commitsOf(*life, "c", from) >= kEnough;
        };
        while (!std::ranges::all_of(m_lives, isSeen)) {
            feed();
            std::this_thread::sleep_for(std::chrono::milliseconds(150));
            ASSERT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(30)) << "members do not commit";
        }
    }
    // Within a second of the coordinator's decision: who was lost, who got what it had, and how long that was nobody's.
    void expectLossShown(const Life& life) const {
        const std::string lost = client(life, "c");
        const std::vector<Json> own = ownOf(m_watch->events(), life, 0);
        const auto isOfLost = [&](const Json& event) {
            return event.at("clientId").get<std::string>().starts_with(lost);
        };
        const std::vector<Json> left = namedFrom(own, 0, "memberLeft");
        const auto gone = std::ranges::find_if(left, isOfLost);
        ASSERT_NE(gone, left.end()) << GroupLives::linesOf(own);
        const auto isFromLost = [&](const Json& move) { return move.at("from") == gone->at("member"); };
        const std::vector<Json> all = namedFrom(own, 0, "rebalanceEnded");
        const auto ended = std::ranges::find_if(
            all, [&](const Json& event) { return std::ranges::any_of(event.at("moved"), isFromLost); });
        ASSERT_NE(ended, all.end()) << GroupLives::linesOf(own);
        for (const Json& move : ended->at("moved")) {
            if (isFromLost(move)) {
                EXPECT_TRUE(move.at("to").is_string()) << move;
                // Records of classic groups bound it, where no description saw the rebalance.
                EXPECT_TRUE(move.at("unownedMs").is_number() || move.at("unownedAtLeastMs").is_number()) << move;
            }
        }
        for (const Json& event : {*gone, *ended}) {
            EXPECT_LE(event.at("printed").get<std::int64_t>() - timeOf(event), 1'000) << event;
        }
    }
    static std::map<std::string, std::string> reasonsOf(const std::vector<Json>& events) {
        std::map<std::string, std::string> reasons;
        for (const Json& event : namedFrom(events, 0, "memberLeft")) {
            reasons[event.at("clientId").get<std::string>()] = event.at("reason").get<std::string>();
        }
        return reasons;
    }

    static constexpr std::size_t kKilledAt = 3;  // the step

    MembersPeer m_victims{fixture()};
    std::set<std::string> m_fed;
    std::size_t m_killed = 0;
};

Life& GroupDepartures::add(const Kind& kind, bool isKilled, const std::string& killedWhy) {
    Life& own = life("departures-" + kind.name, 8);
    own.isExclusive = kind.protocol != "share";
    own.hasCallbacks = kind.protocol == "classic" || kind.protocol == "consumer";
    if (kind.protocol == "streams") {
        m_fed.insert(own.group);
    }
    Json config = kind.config;
    if (kind.protocol == "classic") {
        config["session.timeout.ms"] = std::to_string(kind.sessionMs);
    } else {
        m_members.obey({{"do", "setConfig"},
                        {"resource", "group"},
                        {"name", own.group},
                        {"config", {{kind.protocol + ".session.timeout.ms", std::to_string(kind.sessionMs)}}}});
    }
    const auto come = [this, &own, kind, config](const char* name, MembersPeer* home) {
        join(own, name, kind.protocol, config, kind.more, home);
    };
    own.steps.push_back({[come] {
                             for (const char* name : {"a", "b", "d", "e"}) {
                                 come(name, nullptr);
                             }
                         },
                         4,
                         kind.partitions,
                         {"joined"}});
    own.steps.push_back({[this, &own] {
                             feed();
                             leave(own, "b");
                         },
                         3,
                         kind.partitions,
                         {"left"}});
    if (isKilled) {
        ++m_killed;
        own.steps.push_back({[this, come] { come("c", &m_victims); }, 4, kind.partitions, {"joined"}});
        own.steps.push_back({[this] {
                                 if (--m_killed == 0) {
                                     awaitCommits();
                                     m_victims.kill();
                                 }
                             },
                             3,
                             kind.partitions,
                             {killedWhy}});
    }
    return own;
}

TEST_P(GroupDepartures, WhoIsKilledIsToldFromWhoLeaves) {
    const Json committing{{"enable.auto.commit", "true"}, {"auto.commit.interval.ms", "250"}};
    Json range = committing;
    range.update(assignedBy("RangeAssignor"));
    Json cooperative = committing;
    cooperative.update(assignedBy("CooperativeStickyAssignor"));
    // Answers about a calm group are two seconds apart, and a generation is written when those who stay have joined: a
    // session must be long beside that.
    constexpr std::int64_t kClassicMs = 16'000;
    constexpr std::int64_t kShortMs = 6'000;
    constexpr std::int64_t kLongMs = 45'000;
    add({"range", "classic", range, Json::object(), 8, kClassicMs}, true, "sessionTimeout");
    add({"cooperative", "classic", cooperative, Json::object(), 8, kClassicMs}, true, "sessionTimeout");
    if (isNew()) {
        add({"consumer", "consumer", committing, Json::object(), 8, kShortMs}, true, "sessionTimeout");
        add({"streams", "streams", Json::object(), {{"topology", "counting"}}, 16, kShortMs}, true, "sessionTimeout");
        // Share groups commit no offsets: their members give no signs, and only a leave soon after a join is known.
        add({"share", "share", Json::object(), Json::object(), 8, kLongMs}, false, "");
    }
    const auto file = temporaryPath(unique("departures") + ".bsrec");
    begin({"--record", file.string()});
    playAll();
    end();
    for (const auto& life : m_lives) {
        if (life->steps.size() > kKilledAt) {
            expectLossShown(*life);
        }
    }

    // The recording tells the same tomorrow.
    const CliRun run = runBscope({"groups", "watch", "--file", file.string(), "--format", "json"});
    EXPECT_EQ(run.status, 0) << run.err;
    const std::vector<Json> again = objectsOf(run);
    for (const auto& life : m_lives) {
        const std::vector<Json> live = ownOf(m_watch->events(), *life, 0);
        EXPECT_EQ(reasonsOf(ownOf(again, *life, 0)), reasonsOf(live)) << GroupLives::linesOf(live);
    }
    std::filesystem::remove(file);
}

INSTANTIATE_TEST_SUITE_P(Kafka, GroupDepartures, ::testing::Values("4.4.0", "3.9.2"), GroupLives::instanceName);

}  // namespace
}  // namespace brokerscope
