#pragma once

#include "tests/kafka/json_line_peer.h"

namespace brokerscope::testing {

// Members of groups beside a fixture's broker (tests/kafka/members/README.md), for as long as this lives; then they
// leave. A member that a test kills needs a MembersPeer of its own.
class MembersPeer {
public:
    enum class Client { Java, Librdkafka, DebianLibrdkafka };

    explicit MembersPeer(const std::string& fixture, Client client = Client::Java);

    // Gives a command and waits for the answer; a test failure where that is not "ok".
    nlohmann::json obey(nlohmann::json command);
    // The same for a command that has to fail: its "error".
    std::string refusal(nlohmann::json command);

    // A member begins to join; `more` has the subscription and whatever else joinGroup takes.
    void join(const std::string& client, const std::string& group, const std::string& protocol, nlohmann::json more);
    void leave(const std::string& client);

    // The description of a group that has come to rest with so many members, owning so many partitions or tasks
    // together (-1: any number). Java only.
    nlohmann::json awaitStable(const std::string& group, int members, int partitions = -1);

    // How many events there have been: a place to look from.
    std::size_t eventCount() const { return m_peer.events().size(); }
    // The first event of that name and client from a place on, waited for at most 30 s; a failure and null without one.
    nlohmann::json awaitEvent(const std::string& name, const std::string& client, std::size_t from = 0);
    // Waits, at most 30 s, until the last callback of a member left it with that assignment ({"t1": [0, 1]}).
    void awaitAssignment(const std::string& client, const nlohmann::json& assignment);
    // The events of one client from a place on, in order.
    std::vector<nlohmann::json> eventsOf(const std::string& client, std::size_t from = 0) const;

    // All its members are gone without a word, as after kill -9.
    void kill() { m_peer.kill(); }

private:
    JsonLinePeer m_peer;
};

}  // namespace brokerscope::testing
