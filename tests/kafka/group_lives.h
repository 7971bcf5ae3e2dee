#pragma once

#include "tests/kafka/members_peer.h"
#include "tests/kafka/told_moves.h"
#include "tests/kafka/watch_run.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace brokerscope::testing {

struct LifeStep {
    std::function<void()> act;
    int members = 0;
    int partitions = 0;  // or tasks that are owned then
    // Each is one of the reasons of the step's rebalances. Several in one text: either ("left|unknown"), since what
    // ends a membership is in no record.
    std::vector<std::string> reasons;
};

// One group and what becomes of it.
struct Life {
    std::string group;
    std::string topic;
    std::vector<LifeStep> steps;
    bool isExclusive = true;  // a partition has one owner: all but share groups
    // Static members that came back: a classic group keeps the client id of the first, by the client that has its
    // place.
    std::map<std::string, std::string> successors;
    bool hasCallbacks = true;                   // its members tell what they hold
    std::map<std::string, std::string> topics;  // names by ids: records have ids, whose names may come later
    nlohmann::json description = nlohmann::json::object({{"members", nlohmann::json::array()}});
};

// Lives of groups that run side by side on the broker of a release (the parameter), step by step, while one watch tells
// of all of them. After each step the watch must have told what moved between the broker's descriptions before and
// after it, and why; the members' callbacks must have left them with what the broker describes.
class GroupLives : public ::testing::TestWithParam<const char*> {
public:
    // Names an instance after its broker: "groups_4_4_0_scenarios".
    static std::string instanceName(const ::testing::TestParamInfo<const char*>& release);

protected:
    static std::string fixture() { return std::string("groups-") + GetParam(); }
    static bool isNew() { return std::string(GetParam()) != "3.9.2"; }
    // Another name each time: a test may be run again on the same broker.
    static std::string unique(const std::string& name);
    static nlohmann::json assignedBy(const char* assignor);  // the config of classic Java members

    Life& life(const std::string& name, int partitions);
    void makeTopic(Life& life, const std::string& topic, int partitions);

    // Clients have the names of their groups, so that all are told apart.
    static std::string client(const Life& life, const std::string& name) { return name + '.' + life.topic; }
    // `more` may have a subscription in place of the life's topic. `home`: the program that hosts the member; null: the
    // Java one that hosts most.
    void join(const Life& life, const std::string& name, const std::string& protocol, nlohmann::json config,
              nlohmann::json more = nlohmann::json::object(), MembersPeer* home = nullptr);
    void leave(const Life& life, const std::string& name, bool remain = false);
    void setPolling(const Life& life, const std::string& name, bool isOn);

    // The watch begins. `options`: for all commands, such as --record.
    void begin(const std::vector<std::string>& options = {});
    void playAll();
    void play(std::size_t step);
    // The watch ends: its report has the owners that the broker had, and no rule was violated.
    void end();
    static std::vector<nlohmann::json> ownOf(const std::vector<nlohmann::json>& all, const Life& life,
                                             std::size_t from);
    static std::string linesOf(const std::vector<nlohmann::json>& events);
    void expectCallbacksAgree(const Life& life);

    MembersPeer m_members{fixture()};
    std::unique_ptr<WatchRun> m_watch;
    std::vector<std::unique_ptr<Life>> m_lives;

private:
    static Moves named(const Life& life, const Moves& told);
    static Moves movesOf(const nlohmann::json& before, const nlohmann::json& after);
    void expectTold(Life& life, const LifeStep& step, std::size_t from);
    static void expectReasons(const Life& life, const LifeStep& step, const std::vector<nlohmann::json>& own);

    std::map<std::string, MembersPeer*> m_homes;  // of clients
};

}  // namespace brokerscope::testing
