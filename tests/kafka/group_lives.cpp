#include "tests/kafka/group_lives.h"

#include "tests/kafka/broker_fixture.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

namespace brokerscope::testing {

using Json = nlohmann::json;

std::string GroupLives::unique(const std::string& name) {
    return name + '-' + std::to_string(std::chrono::steady_clock::now().time_since_epoch().count());
}

Json GroupLives::assignedBy(const char* assignor) {
    return {{"partition.assignment.strategy", std::string("org.apache.kafka.clients.consumer.") + assignor},
            {"metadata.max.age.ms", "500"}};
}

std::string GroupLives::instanceName(const ::testing::TestParamInfo<const char*>& release) {
    std::string name = release.param;
    std::replace(name.begin(), name.end(), '.', '_');
    return "groups_" + name + "_scenarios";
}

Life& GroupLives::life(const std::string& name, int partitions) {
    auto made = std::make_unique<Life>();
    made->topic = unique(name);
    made->group = made->topic + "-group";
    makeTopic(*made, made->topic, partitions);
    m_lives.push_back(std::move(made));
    return *m_lives.back();
}

void GroupLives::makeTopic(Life& life, const std::string& topic, int partitions) {
    const Json made = m_members.obey({{"do", "createTopic"}, {"topic", topic}, {"partitions", partitions}});
    life.topics[made.at("topicId").get<std::string>()] = topic;
}

void GroupLives::join(const Life& life, const std::string& name, const std::string& protocol, Json config, Json more,
                      MembersPeer* home) {
    if (!more.contains("pattern") && !more.contains("brokerPattern")) {
        more["topics"] = {life.topic};
    }
    more["config"] = std::move(config);
    MembersPeer& host = home != nullptr ? *home : m_members;
    m_homes[client(life, name)] = &host;
    host.join(client(life, name), life.group, protocol, more);
}

void GroupLives::leave(const Life& life, const std::string& name, bool remain) {
    m_homes.at(client(life, name))->obey({{"do", "leave"}, {"client", client(life, name)}, {"remain", remain}});
}

void GroupLives::setPolling(const Life& life, const std::string& name, bool isOn) {
    m_homes.at(client(life, name))->obey({{"do", "setPolling"}, {"client", client(life, name)}, {"on", isOn}});
}

void GroupLives::begin(const std::vector<std::string>& options) {
    std::vector<std::string> arguments{"--bootstrap", brokerAddresses(fixture()).bootstrap, "--format", "json"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    arguments.insert(arguments.end(), {"groups", "watch", "--report"});
    for (const auto& life : m_lives) {
        arguments.push_back(life->group);
    }
    m_watch = std::make_unique<WatchRun>(arguments);
    m_watch->waitUntil([](const std::vector<Json>&) { return false; }, 1'500);
}

void GroupLives::playAll() {
    std::size_t most = 0;
    for (const auto& life : m_lives) {
        most = std::max(most, life->steps.size());
    }
    for (std::size_t step = 0; step < most; ++step) {
        play(step);
    }
}

void GroupLives::play(std::size_t step) {
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

void GroupLives::end() {
    // Answers of a calm group come every two seconds, and have the names of all topics.
    m_watch->waitUntil([](const std::vector<Json>&) { return false; }, 2'500);
    EXPECT_EQ(m_watch->stop(), 0) << m_watch->errors();
    for (const auto& life : m_lives) {
        const std::vector<Json> own = ownOf(m_watch->events(), *life, 0);
        EXPECT_THAT(namedFrom(own, 0, "violation"), ::testing::IsEmpty());
        EXPECT_THAT(namedFrom(own, 0, "groupDeleted"), ::testing::IsEmpty());
        if (life->isExclusive) {
            EXPECT_EQ(ownersReported(m_watch->reportOf(life->group)), ownersOf(life->description)) << linesOf(own);
        }
    }
}

std::vector<Json> GroupLives::ownOf(const std::vector<Json>& all, const Life& life, std::size_t from) {
    std::vector<Json> own;
    std::copy_if(all.begin() + static_cast<std::ptrdiff_t>(from), all.end(), std::back_inserter(own),
                 [&](const Json& event) { return event.at("group") == life.group; });
    return own;
}

std::string GroupLives::linesOf(const std::vector<Json>& events) {
    std::string text = "\n";
    for (const Json& event : events) {
        text += event.dump() + '\n';
    }
    return text;
}

Moves GroupLives::named(const Life& life, const Moves& told) {
    Moves moves;
    for (const auto& [partition, move] : told) {
        const std::size_t dash = partition.rfind('-');
        const auto known = life.topics.find(partition.substr(0, dash));
        moves[known != life.topics.end() ? known->second + partition.substr(dash) : partition] = move;
    }
    return moves;
}

// A static member that came back under another id has what it had.
Moves GroupLives::movesOf(const Json& before, const Json& after) {
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

void GroupLives::expectTold(Life& life, const LifeStep& step, std::size_t from) {
    const Json before =
        std::exchange(life.description, m_members.awaitStable(life.group, step.members, step.partitions));
    expectCallbacksAgree(life);
    const Moves moves = movesOf(before, life.description);
    const auto isTold = [&](const std::vector<Json>& all) {
        const std::vector<Json> own = ownOf(all, life, from);
        return (!life.isExclusive || named(life, movesTold(own, 0)) == moves) &&
               namedFrom(own, 0, "rebalanceEnded").size() >= step.reasons.size();
    };
    m_watch->waitUntil(isTold, 10'000);
    const std::vector<Json> own = ownOf(m_watch->events(), life, from);
    if (life.isExclusive) {
        EXPECT_EQ(named(life, movesTold(own, 0)), moves) << life.group << linesOf(own);
    }
    expectReasons(life, step, own);
}

void GroupLives::expectReasons(const Life& life, const LifeStep& step, const std::vector<Json>& own) {
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
void GroupLives::expectCallbacksAgree(const Life& life) {
    for (const Json& member : life.description.at("members")) {
        const auto known = member.at("clientId").get<std::string>();
        const auto successor = life.successors.find(known);
        const std::string& name = successor != life.successors.end() ? successor->second : known;
        if (life.hasCallbacks) {
            m_homes.at(name)->awaitAssignment(name, member.at("assignment"));
        }
    }
}

}  // namespace brokerscope::testing
