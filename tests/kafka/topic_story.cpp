#include "tests/kafka/topic_story.h"

#include <QProcess>

#include <gtest/gtest.h>

namespace brokerscope::testing {
namespace {

using Json = nlohmann::json;

constexpr const char* kTopic = "story";
constexpr const char* kSilentTopic = "silent";
constexpr int kTopicPartitions = 3;
constexpr int kWriterPatienceMs = 120'000;

Json subscription(Json config = Json::object()) {
    return {{"topics", Json::array({kTopic})}, {"config", std::move(config)}};
}

}  // namespace

TopicStory::TopicStory(const std::string& fixture, bool isNewer)
    : m_fixture(fixture), m_isNewer(isNewer), m_members(fixture) {}

void TopicStory::play() {
    for (const char* topic : {kTopic, kSilentTopic}) {
        m_members.obey({{"do", "createTopic"}, {"topic", topic}, {"partitions", kTopicPartitions}});
    }
    m_members.obey({{"do", "produce"}, {"topic", kTopic}, {"count", 30}, {"key", "{n}"}, {"value", "{n}"}});
    QProcess writer;
    writer.setProcessChannelMode(QProcess::ForwardedChannels);
    writer.start(QStringLiteral(BROKERSCOPE_SOURCE_DIR "/scripts/kafka.sh"),
                 {QStringLiteral("write-state"), QStringLiteral("--name"), QString::fromStdString(m_fixture),
                  QStringLiteral("--compact")});
    m_round = "early";
    playClassic();
    playConsumer();
    playStatic();
    ASSERT_TRUE(writer.waitForFinished(kWriterPatienceMs));
    ASSERT_EQ(writer.exitCode(), 0);
    // Nothing of these is compacted.
    m_round = "late";
    playClassic();
    playSticky();
    playConsumer();
    playStatic();
    if (m_isNewer) {
        playExpression();
        playMigration();
        playShare();
        playStreams();
    }
}

std::string TopicStory::named(const std::string& life) const {
    return m_round + '-' + life;
}

void TopicStory::join(const std::string& group, const std::string& protocol, const std::string& suffix, Json more) {
    m_members.join(group + '-' + suffix, group, protocol, std::move(more));
}

void TopicStory::commit(const std::string& client, int offset) {
    m_members.obey({{"do", "commit"},
                    {"client", client},
                    {"offsets", Json{{kTopic, {{"0", offset}, {"2", offset + 1}}}}},
                    {"metadata", "told by " + client}});
}

// One stays, one group is deleted.
void TopicStory::playClassic() {
    join(named("classic"), "classic", "a", subscription());
    m_members.awaitStable(named("classic"), 1, kTopicPartitions);
    join(named("classic"), "classic", "b", subscription());
    m_members.awaitStable(named("classic"), 2, kTopicPartitions);
    commit(named("classic-b"), 4);
    m_members.leave(named("classic-b"));
    m_members.awaitStable(named("classic"), 1, kTopicPartitions);
    commit(named("classic-a"), 5);
    join(named("deleted"), "classic", "a", subscription());
    m_members.awaitStable(named("deleted"), 1, kTopicPartitions);
    commit(named("deleted-a"), 6);
    m_members.leave(named("deleted-a"));
    m_members.obey({{"do", "deleteGroup"}, {"group", named("deleted")}});
}

// Subscriptions with structures within their structures.
void TopicStory::playSticky() {
    for (const auto& [group, assignor] :
         {std::pair(named("cooperative"), "CooperativeStickyAssignor"), {named("sticky"), "StickyAssignor"}}) {
        const Json config{
            {"partition.assignment.strategy", std::string("org.apache.kafka.clients.consumer.") + assignor}};
        join(group, "classic", "a", subscription(config));
        m_members.awaitStable(group, 1, kTopicPartitions);
        join(group, "classic", "b", subscription(config));
        m_members.awaitStable(group, 2, kTopicPartitions);
    }
}

void TopicStory::playConsumer() {
    join(named("consumer"), "consumer", "a", subscription());
    m_members.awaitStable(named("consumer"), 1, kTopicPartitions);
    join(named("consumer"), "consumer", "b", subscription());
    m_members.awaitStable(named("consumer"), 2, kTopicPartitions);
    commit(named("consumer-a"), 7);
    m_members.leave(named("consumer-b"));
    m_members.awaitStable(named("consumer"), 1, kTopicPartitions);
    // Nothing is left of a group without offsets.
    join(named("passing"), "consumer", "a", subscription());
    m_members.awaitStable(named("passing"), 1, kTopicPartitions);
    m_members.leave(named("passing-a"));
}

void TopicStory::playStatic() {
    for (const std::string protocol : {"classic", "consumer"}) {
        const std::string group = named("static-") + protocol;
        const Json config{{"group.instance.id", group}};
        join(group, protocol, "a", subscription(config));
        m_members.awaitStable(group, 1, kTopicPartitions);
        m_members.obey({{"do", "leave"}, {"client", group + "-a"}, {"remain", true}});
        join(group, protocol, "b", subscription(config));
        m_members.awaitStable(group, 1, kTopicPartitions);
    }
}

void TopicStory::playExpression() {
    join(named("expression"), "consumer", "a", {{"brokerPattern", "stor.*"}});
    m_members.awaitStable(named("expression"), 1, kTopicPartitions);
    join(named("expression"), "consumer", "b", {{"brokerPattern", "st[o]ry"}});
    m_members.awaitStable(named("expression"), 2, kTopicPartitions);
    m_members.leave(named("expression-b"));
    m_members.awaitStable(named("expression"), 1, kTopicPartitions);
}

// Up, and down again.
void TopicStory::playMigration() {
    join(named("migrated"), "classic", "a", subscription());
    m_members.awaitStable(named("migrated"), 1, kTopicPartitions);
    join(named("migrated"), "consumer", "b", subscription());
    m_members.awaitStable(named("migrated"), 2, kTopicPartitions);
    m_members.leave(named("migrated-b"));
    m_members.awaitStable(named("migrated"), 1, kTopicPartitions);
}

void TopicStory::playShare() {
    for (const char* client : {"a", "b"}) {
        join(named("share"), "share", client, subscription());
    }
    m_members.awaitStable(named("share"), 2, kTopicPartitions);
    m_members.leave(named("share-b"));
    m_members.awaitStable(named("share"), 1, kTopicPartitions);
}

void TopicStory::playStreams() {
    for (const std::string client : {"a", "b"}) {
        Json application = subscription();
        application["topology"] = "counting";
        join(named("streams"), "streams", client, application);
        m_members.awaitStable(named("streams"), client == "a" ? 1 : 2, 2 * kTopicPartitions);
    }
    m_members.leave(named("streams-b"));
    m_members.awaitStable(named("streams"), 1, 2 * kTopicPartitions);
    // One whose topic has no records commits nothing.
    join(named("streams-passing"), "streams", "a", {{"topics", Json::array({kSilentTopic})}, {"topology", "plain"}});
    m_members.awaitStable(named("streams-passing"), 1, kTopicPartitions);
    m_members.leave(named("streams-passing-a"));
}

}  // namespace brokerscope::testing
