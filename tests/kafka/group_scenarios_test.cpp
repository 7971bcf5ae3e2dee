#include "tests/kafka/broker_fixture.h"
#include "tests/kafka/members_peer.h"
#include "tests/kafka/told_moves.h"
#include "tests/kafka/watch_run.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <utility>

namespace brokerscope {
namespace {

using namespace testing;
using Json = nlohmann::json;

// Lives of groups that run side by side on one broker, step by step, while one watch tells of all of them. After each
// step the watch must have told what moved between the broker's descriptions before and after it, and why; the members'
// callbacks must have left them with what the broker describes.

struct LifeStep {
    std::function<void()> act;
    int members = 0;
    int partitions = 0;
    // Each is one of the reasons of the step's rebalances. Several in one text: either ("left|unknown"), since what
    // ends a membership is in no record.
    std::vector<std::string> reasons;
};

struct Life {
    std::string group;
    std::string topic;
    std::vector<LifeStep> steps;
    std::map<std::string, std::string> topics;  // names by ids: records have ids, whose names may come later
    Json description = Json::object({{"members", Json::array()}});
};

std::string uniqueLife(const std::string& name) {
    return name + '-' + std::to_string(std::chrono::steady_clock::now().time_since_epoch().count());
}

Json assignedBy(const char* assignor) {
    return {{"partition.assignment.strategy", std::string("org.apache.kafka.clients.consumer.") + assignor},
            {"metadata.max.age.ms", "500"}};
}

class GroupScenarios : public ::testing::TestWithParam<const char*> {
protected:
    static std::string fixture() { return std::string("groups-") + GetParam(); }
    static bool isNew() { return std::string(GetParam()) != "3.9.2"; }

    Life& life(const std::string& name, int partitions) {
        auto made = std::make_unique<Life>();
        made->topic = uniqueLife(name);
        made->group = made->topic + "-group";
        makeTopic(*made, made->topic, partitions);
        m_lives.push_back(std::move(made));
        return *m_lives.back();
    }
    void makeTopic(Life& life, const std::string& topic, int partitions) {
        const Json made = m_members.obey({{"do", "createTopic"}, {"topic", topic}, {"partitions", partitions}});
        life.topics[made.at("topicId").get<std::string>()] = topic;
    }
    static Moves named(const Life& life, const Moves& told) {
        Moves moves;
        for (const auto& [partition, move] : told) {
            const std::size_t dash = partition.rfind('-');
            const auto known = life.topics.find(partition.substr(0, dash));
            moves[known != life.topics.end() ? known->second + partition.substr(dash) : partition] = move;
        }
        return moves;
    }
    // Clients have the names of their groups, so that all are told apart.
    static std::string client(const Life& life, const std::string& name) { return name + '.' + life.topic; }
    void join(const Life& life, const std::string& name, const std::string& protocol, Json config,
              Json subscription = Json()) {
        Json more = subscription.is_null() ? Json{{"topics", {life.topic}}} : std::move(subscription);
        more["config"] = std::move(config);
        m_members.join(client(life, name), life.group, protocol, more);
    }
    void leave(const Life& life, const std::string& name, bool remain = false) {
        m_members.obey({{"do", "leave"}, {"client", client(life, name)}, {"remain", remain}});
    }
    void setPolling(const Life& life, const std::string& name, bool isOn) {
        m_members.obey({{"do", "setPolling"}, {"client", client(life, name)}, {"on", isOn}});
    }

    void addStaticRestart(const std::string& protocol, Json config);
    void addStoppedPolling(const std::string& protocol, Json config);
    void addRollingRestart(const std::string& protocol, Json config);
    void addExpression(const std::string& protocol, Json config, const std::string& kind, const std::string& reason);
    void addMigration();

    void begin() {
        std::vector<std::string> arguments{
            "--bootstrap", brokerAddresses(fixture()).bootstrap, "--format", "json", "groups", "watch", "--report"};
        for (const auto& life : m_lives) {
            arguments.push_back(life->group);
        }
        m_watch = std::make_unique<WatchRun>(arguments);
        m_watch->waitUntil([](const std::vector<Json>&) { return false; }, 1'500);
    }
    static std::vector<Json> ownOf(const std::vector<Json>& all, const Life& life, std::size_t from) {
        std::vector<Json> own;
        std::copy_if(all.begin() + static_cast<std::ptrdiff_t>(from), all.end(), std::back_inserter(own),
                     [&](const Json& event) { return event.at("group") == life.group; });
        return own;
    }
    static std::string linesOf(const std::vector<Json>& events) {
        std::string text = "\n";
        for (const Json& event : events) {
            text += event.dump() + '\n';
        }
        return text;
    }
    void playAll() {
        std::size_t most = 0;
        for (const auto& life : m_lives) {
            most = std::max(most, life->steps.size());
        }
        for (std::size_t step = 0; step < most; ++step) {
            play(step);
        }
    }
    void play(std::size_t step) {
        const std::size_t from = m_watch->events().size();
        for (const auto& life : m_lives) {
            if (step < life->steps.size()) {
                life->steps[step].act();
            }
        }
        for (const auto& life : m_lives) {
            if (step < life->steps.size()) {
                expectTold(*life, life->steps[step], from);
            }
        }
    }
    // A static member that came back under another id has what it had.
    static Moves movesOf(const Json& before, const Json& after) {
        std::map<std::string, std::string> instances;
        for (const Json* description : {&before, &after}) {
            for (const Json& member : description->at("members")) {
                instances[member.at("memberId").get<std::string>()] = member.value("instanceId", "");
            }
        }
        Moves moves = movesBetween(ownersOf(before), ownersOf(after));
        std::erase_if(moves, [&](const auto& move) {
            const std::string& instance = instances[move.second.first];
            return !instance.empty() && instance == instances[move.second.second];
        });
        return moves;
    }
    void expectTold(Life& life, const LifeStep& step, std::size_t from) {
        const Json before =
            std::exchange(life.description, m_members.awaitStable(life.group, step.members, step.partitions));
        expectCallbacksAgree(life);
        const Moves moves = movesOf(before, life.description);
        const auto isTold = [&](const std::vector<Json>& all) {
            const std::vector<Json> own = ownOf(all, life, from);
            return named(life, movesTold(own, 0)) == moves &&
                   namedFrom(own, 0, "rebalanceEnded").size() >= step.reasons.size();
        };
        m_watch->waitUntil(isTold, 10'000);
        const std::vector<Json> own = ownOf(m_watch->events(), life, from);
        EXPECT_EQ(named(life, movesTold(own, 0)), moves) << life.group << linesOf(own);
        expectReasons(life, step, own);
    }
    void expectReasons(const Life& life, const LifeStep& step, const std::vector<Json>& own) const {
        std::vector<std::string> told;
        for (const Json& ended : namedFrom(own, 0, "rebalanceEnded")) {
            told.push_back(ended.at("why").get<std::string>());
        }
        for (const std::string& wanted : step.reasons) {
            const bool isTold = std::any_of(told.begin(), told.end(), [&](const std::string& reason) {
                return ('|' + wanted + '|').find('|' + reason + '|') != std::string::npos;
            });
            EXPECT_TRUE(isTold) << life.group << ": no rebalance because of " << wanted << linesOf(own);
        }
        EXPECT_TRUE(!step.reasons.empty() || told.empty()) << life.group << linesOf(own);
    }
    // Every member holds what the broker says that it holds.
    void expectCallbacksAgree(const Life& life) {
        for (const Json& member : life.description.at("members")) {
            m_members.awaitAssignment(member.at("clientId").get<std::string>(), member.at("assignment"));
        }
    }
    void end() {
        // Answers of a calm group come every two seconds, and have the names of all topics.
        m_watch->waitUntil([](const std::vector<Json>&) { return false; }, 2'500);
        EXPECT_EQ(m_watch->stop(), 0) << m_watch->errors();
        for (const auto& life : m_lives) {
            const std::vector<Json> own = ownOf(m_watch->events(), *life, 0);
            EXPECT_THAT(namedFrom(own, 0, "violation"), ::testing::IsEmpty());
            EXPECT_THAT(namedFrom(own, 0, "groupDeleted"), ::testing::IsEmpty());
            EXPECT_EQ(ownersReported(m_watch->reportOf(life->group)), ownersOf(life->description)) << linesOf(own);
        }
    }

    MembersPeer m_members{fixture()};
    std::unique_ptr<WatchRun> m_watch;
    std::vector<std::unique_ptr<Life>> m_lives;
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

TEST_P(GroupScenarios, AreToldAsMembersAndBrokerTellThem) {
    addStaticRestart("classic", assignedBy("RangeAssignor"));
    addStoppedPolling("classic", assignedBy("RangeAssignor"));
    addRollingRestart("classic", assignedBy("CooperativeStickyAssignor"));
    addExpression("classic", assignedBy("RangeAssignor"), "pattern", "subscriptionChanged");
    if (isNew()) {
        addStaticRestart("consumer", Json::object());
        addStoppedPolling("consumer", Json::object());
        addRollingRestart("consumer", Json::object());
        addExpression("consumer", Json::object(), "brokerPattern", "metadataChanged");
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
    begin();
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
}

INSTANTIATE_TEST_SUITE_P(Kafka, GroupScenarios, ::testing::Values("4.4.0", "3.9.2"),
                         [](const ::testing::TestParamInfo<const char*>& release) {
                             std::string name = release.param;
                             std::replace(name.begin(), name.end(), '.', '_');
                             return "groups_" + name + "_scenarios";
                         });

}  // namespace
}  // namespace brokerscope
