#pragma once

#include "tests/kafka/members_peer.h"

#include <string>

namespace brokerscope::testing {

// Makes a new broker write records of every type into its internal topics: members of groups of every type that its
// release knows, some beside `kafka.sh write-state`, which has the topics compacted, and all of them after it. Some
// members stay for as long as this lives, and some transactions are open. For a fixture with the settings of
// --groups-fast and
// --state-fast.
class TopicStory {
public:
    TopicStory(const std::string& fixture, bool isNewer);

    void play();

private:
    void playClassic();
    void playSticky();
    void playConsumer();
    void playStatic();
    void playExpression();
    void playMigration();
    void playShare();
    void playStreams();
    // The name of a group, or of a client: the round before it.
    std::string named(const std::string& life) const;
    // The member is called as its group with the suffix behind it.
    void join(const std::string& group, const std::string& protocol, const std::string& suffix, nlohmann::json more);
    void commit(const std::string& client, int offset);

    std::string m_fixture;
    bool m_isNewer;
    MembersPeer m_members;
    std::string m_round;
};

}  // namespace brokerscope::testing
