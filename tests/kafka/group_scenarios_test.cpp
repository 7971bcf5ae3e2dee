#include "tests/kafka/broker_fixture.h"
#include "tests/kafka/group_lives.h"

#include <algorithm>
#include <map>
#include <memory>

namespace brokerscope {
namespace {

using namespace testing;
using Json = nlohmann::json;

class GroupScenarios : public GroupLives {
protected:
    void addStaticRestart(const std::string& protocol, Json config);
    void addStoppedPolling(const std::string& protocol, Json config);
    void addRollingRestart(const std::string& protocol, Json config);
    void addExpression(const std::string& protocol, Json config, const std::string& kind, const std::string& reason);
    void addMigration();
    void addLibrdkafka(const std::string& protocol, Json config);

    std::unique_ptr<MembersPeer> m_librdkafka;
    std::unique_ptr<MembersPeer> m_debianLibrdkafka;
};

// A static member goes without a word to the broker and comes back within its session: nothing moves.
void GroupScenarios::addStaticRestart(const std::string& protocol, Json config) {
    Life& own = life("static-" + protocol, 4);
    Json fixed = config;
    fixed["group.instance.id"] = "i-1";
    if (protocol == "classic") {
        fixed["session.timeout.ms"] = "20000";
    } else {
        m_members.obey({{"do", "setConfig"},
                        {"resource", "group"},
                        {"name", own.group},
                        {"config", {{"consumer.session.timeout.ms", "20000"}}}});
    }
    own.steps.push_back({[this, &own, protocol, config, fixed] {
                             join(own, "a", protocol, config);
                             join(own, "s", protocol, fixed);
                         },
                         2,
                         4,
                         {"joined"}});
    own.steps.push_back({[this, &own, protocol, fixed] {
                             leave(own, "s", true);
                             own.successors[client(own, "s")] = client(own, "s2");
                             const std::size_t restart = m_members.eventCount();
                             join(own, "s2", protocol, fixed);
                             m_members.awaitEvent("assigned", client(own, "s2"), restart);
                         },
                         2,
                         4,
                         {}});
}

// An application that hangs: its client leaves for it, and is back when it polls again.
void GroupScenarios::addStoppedPolling(const std::string& protocol, Json config) {
    Life& own = life("hangs-" + protocol, 3);
    config["max.poll.interval.ms"] = "2000";
    own.steps.push_back({[this, &own, protocol, config] {
                             join(own, "a", protocol, config);
                             join(own, "b", protocol, config);
                         },
                         2,
                         3,
                         {"joined"}});
    own.steps.push_back({[this, &own] { setPolling(own, "b", false); }, 1, 3, {"left|unknown|pollTimeout"}});
    own.steps.push_back({[this, &own] { setPolling(own, "b", true); }, 2, 3, {"joined"}});
}

// One member after the other is stopped, and another one started in its place.
void GroupScenarios::addRollingRestart(const std::string& protocol, Json config) {
    Life& own = life("rolling-" + protocol, 6);
    own.steps.push_back({[this, &own, protocol, config] {
                             for (const char* name : {"a", "b", "c"}) {
                                 join(own, name, protocol, config);
                             }
                         },
                         3,
                         6,
                         {"joined"}});
    for (const std::string name : {"a", "b", "c"}) {
        own.steps.push_back({[this, &own, protocol, config, name] {
                                 leave(own, name);
                                 join(own, name + '2', protocol, config);
                             },
                             3,
                             6,
                             {"joined|left|unknown"}});
    }
}

// `kind`: "pattern", resolved by the client, or "brokerPattern". A topic that matches comes later.
void GroupScenarios::addExpression(const std::string& protocol, Json config, const std::string& kind,
                                   const std::string& reason) {
    Life& own = life("expression-" + protocol, 3);
    const Json subscription{{kind, own.topic + ".*"}};
    own.steps.push_back({[this, &own, protocol, config, subscription] {
                             join(own, "a", protocol, config, subscription);
                             join(own, "b", protocol, config, subscription);
                         },
                         2,
                         3,
                         {"joined"}});
    own.steps.push_back({[this, &own] { makeTopic(own, own.topic + "-too", 2); }, 2, 5, {reason}});
}

// A classic group is upgraded by a member of the consumer protocol, and downgraded when that one leaves.
void GroupScenarios::addMigration() {
    Life& own = life("migration", 3);
    const Json classic = assignedBy("RangeAssignor");
    own.steps.push_back({[this, &own, classic] { join(own, "a", "classic", classic); }, 1, 3, {"joined"}});
    own.steps.push_back({[this, &own] { join(own, "b", "consumer", Json::object()); }, 2, 3, {"migration"}});
    own.steps.push_back({[this, &own] { leave(own, "b"); }, 1, 3, {"migration"}});
}

// Members of other make: a Java member, one of the newest librdkafka beside it, and of the classic protocol one of an
// old librdkafka, which come and go.
void GroupScenarios::addLibrdkafka(const std::string& protocol, Json config) {
    const bool isClassic = protocol == "classic";
    Life& own = life("librdkafka-" + protocol, 6);
    if (!m_librdkafka) {
        m_librdkafka = std::make_unique<MembersPeer>(fixture(), MembersPeer::Client::Librdkafka);
    }
    if (isClassic && !m_debianLibrdkafka) {
        m_debianLibrdkafka = std::make_unique<MembersPeer>(fixture(), MembersPeer::Client::DebianLibrdkafka);
    }
    MembersPeer* const newest = m_librdkafka.get();
    MembersPeer* const oldest = m_debianLibrdkafka.get();
    const Json none = Json::object();
    own.steps.push_back({[this, &own, protocol, config, newest, none] {
                             join(own, "a", protocol, config);
                             join(own, "r", protocol, none, none, newest);
                         },
                         2,
                         6,
                         {"joined"}});
    if (isClassic) {
        own.steps.push_back(
            {[this, &own, protocol, oldest, none] { join(own, "d", protocol, none, none, oldest); }, 3, 6, {"joined"}});
        own.steps.push_back({[this, &own] { leave(own, "d"); }, 2, 6, {"left|unknown"}});
    }
    own.steps.push_back({[this, &own] { leave(own, "r"); }, 1, 6, {"left|unknown"}});
}

TEST_P(GroupScenarios, AreToldAsMembersAndBrokerTellThem) {
    addStaticRestart("classic", assignedBy("RangeAssignor"));
    addStoppedPolling("classic", assignedBy("RangeAssignor"));
    addRollingRestart("classic", assignedBy("CooperativeStickyAssignor"));
    addExpression("classic", assignedBy("RangeAssignor"), "pattern", "subscriptionChanged");
    addLibrdkafka("classic", assignedBy("RangeAssignor"));
    if (isNew()) {
        addStaticRestart("consumer", Json::object());
        addStoppedPolling("consumer", Json::object());
        addRollingRestart("consumer", Json::object());
        addExpression("consumer", Json::object(), "brokerPattern", "metadataChanged");
        addLibrdkafka("consumer", Json::object());
        addMigration();
    }
    begin();
    playAll();
    end();
}

// The coordinator goes and comes back with its data: what could not be seen is said, and the watch goes on.
TEST_P(GroupScenarios, ACoordinatorThatRestartsIsABlindTime) {
    Life& classic = life("restart-classic", 3);
    const Json range = assignedBy("RangeAssignor");
    classic.steps.push_back({[&] {
                                 join(classic, "a", "classic", range);
                                 join(classic, "b", "classic", range);
                             },
                             2,
                             3,
                             {"joined"}});
    if (isNew()) {
        Life& consumer = life("restart-consumer", 3);
        consumer.steps.push_back({[&] {
                                      join(consumer, "a", "consumer", Json::object());
                                      join(consumer, "b", "consumer", Json::object());
                                  },
                                  2,
                                  3,
                                  {"joined"}});
    }
    // So short that the records are given up meanwhile too, and read on when they can be.
    begin({"--timeout", "3s"});
    playAll();
    const std::size_t from = m_watch->events().size();
    ASSERT_TRUE(restartBroker(fixture()));
    for (const auto& life : m_lives) {
        life->description = m_members.awaitStable(life->group, 2, 3);
        expectCallbacksAgree(*life);
        const bool isBlind = m_watch->waitUntil(
            [&](const std::vector<Json>& all) {
                return std::ranges::any_of(namedFrom(ownOf(all, *life, from), 0, "blind"),
                                           [](const Json& event) { return event.at("to").is_string(); });
            },
            20'000);
        EXPECT_TRUE(isBlind) << linesOf(ownOf(m_watch->events(), *life, from));
    }
    for (const auto& life : m_lives) {
        life->steps.assign(1, {[this, &life] { leave(*life, "b"); }, 1, 3, {"left|unknown"}});
    }
    play(0);
    end();
    for (const auto& life : m_lives) {
        std::map<std::string, int> blind;  // by source: begun, and not over
        for (const Json& event : namedFrom(ownOf(m_watch->events(), *life, from), 0, "blind")) {
            blind[event.at("source").get<std::string>()] += event.at("to").is_string() ? -1 : 1;
        }
        for (const auto& [source, count] : blind) {
            EXPECT_LE(count, 0) << source << linesOf(ownOf(m_watch->events(), *life, from));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Kafka, GroupScenarios, ::testing::Values("4.4.0", "3.9.2"), GroupLives::instanceName);

}  // namespace
}  // namespace brokerscope
