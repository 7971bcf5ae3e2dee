#include "tests/kafka/members_peer.h"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>

namespace brokerscope::testing {
namespace {

constexpr int kEventPatienceMs = 30'000;
constexpr std::array<const char*, 3> kClientNames{"java", "librdkafka", "librdkafka-debian"};

// What a client holds after a callback, {"t1": [0, 1]}: librdkafka has none that adds nothing, so that what is revoked
// may be the last word.
nlohmann::json heldAfter(const nlohmann::json& event, const nlohmann::json& before) {
    const auto name = event.at("event").get<std::string>();
    if (name == "assigned") {
        return event.at("assignment");
    }
    if (name != "revoked" && name != "lost") {
        return before;
    }
    nlohmann::json held = nlohmann::json::object();
    for (const auto& [topic, partitions] : event.at("assignment").items()) {
        const nlohmann::json gone = event.at("partitions").value(topic, nlohmann::json::array());
        for (const nlohmann::json& partition : partitions) {
            if (std::find(gone.begin(), gone.end(), partition) == gone.end()) {
                held[topic].push_back(partition);
            }
        }
    }
    return held;
}

}  // namespace

MembersPeer::MembersPeer(const std::string& fixture, Client client)
    : m_peer({"members", "--name", fixture, "--client", kClientNames.at(static_cast<std::size_t>(client))}) {}

nlohmann::json MembersPeer::obey(nlohmann::json command) {
    nlohmann::json answer = m_peer.ask(std::move(command));
    EXPECT_TRUE(answer.is_object() && answer.value("ok", false)) << answer.dump();
    return answer;
}

std::string MembersPeer::refusal(nlohmann::json command) {
    const nlohmann::json answer = m_peer.ask(std::move(command));
    EXPECT_TRUE(answer.is_object() && !answer.value("ok", true)) << answer.dump();
    return answer.is_object() ? answer.value("error", "") : "";
}

void MembersPeer::join(const std::string& client, const std::string& group, const std::string& protocol,
                       nlohmann::json more) {
    more.update({{"do", "joinGroup"}, {"client", client}, {"group", group}, {"protocol", protocol}});
    obey(std::move(more));
}

void MembersPeer::leave(const std::string& client) {
    obey({{"do", "leave"}, {"client", client}});
}

nlohmann::json MembersPeer::awaitStable(const std::string& group, int members, int partitions) {
    return obey({{"do", "awaitStable"}, {"group", group}, {"members", members}, {"partitions", partitions}});
}

std::vector<nlohmann::json> MembersPeer::eventsOf(const std::string& client, std::size_t from) const {
    std::vector<nlohmann::json> found;
    for (std::size_t i = from; i < m_peer.events().size(); ++i) {
        if (m_peer.events()[i].value("client", "") == client) {
            found.push_back(m_peer.events()[i]);
        }
    }
    return found;
}

nlohmann::json MembersPeer::awaitEvent(const std::string& name, const std::string& client, std::size_t from) {
    nlohmann::json found;
    const auto look = [&] {
        for (const nlohmann::json& event : eventsOf(client, from)) {
            if (found.is_null() && event.at("event") == name) {
                found = event;
            }
        }
        return !found.is_null();
    };
    EXPECT_TRUE(m_peer.waitUntil(look, kEventPatienceMs)) << client << " told no " << name;
    return found;
}

void MembersPeer::awaitAssignment(const std::string& client, const nlohmann::json& assignment) {
    nlohmann::json last;
    const auto look = [&] {
        for (const nlohmann::json& event : eventsOf(client)) {
            last = heldAfter(event, last);
        }
        return last == assignment;
    };
    EXPECT_TRUE(m_peer.waitUntil(look, kEventPatienceMs))
        << client << " holds " << last.dump() << ", not " << assignment.dump();
}

}  // namespace brokerscope::testing
