#include "tests/unit/core/internal_topics/group_values.h"
#include "tests/unit/core/internal_topics/replayed_log.h"
#include "tests/unit/core/internal_topics/state_log.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using namespace testing;

// What coordinators write at each step of a group's life, 4.4.0 unless the name says otherwise.

std::vector<WrittenRecord> firstConsumer() {
    return {member(5, "a"), epoch(3, 2), target(7, "a", {0, 1, 2}), targetEpoch(6, 2),
            current(8, "a", {2, 0, 0, {0, 1, 2}, {}, {2, 2, 2}})};
}

ReplayedLog& withSecondConsumer(ReplayedLog& log) {
    log.write(firstConsumer());
    log.write({member(5, "b"), epoch(3, 3), target(7, "b", {2}), target(7, "a", {0, 1}), targetEpoch(6, 3),
               current(8, "b", {3, 0, 2, {}, {}, {}})});
    return log;
}

TEST(GroupSteps, ConsumerSecondMemberJoins) {
    ReplayedLog log;
    withSecondConsumer(log);
    EXPECT_EQ(log.state(), "Reconciling");
    log.write({current(8, "b", {3, 3, 2, {}, {}, {}})});
    log.write({current(8, "a", {2, 2, 1, {0, 1}, {2}, {2, 2}})});
    EXPECT_EQ(text(log.group().members.find("a")->second.current->pendingRevocation), "t:2");
    log.write({current(8, "a", {3, 2, 0, {0, 1}, {}, {2, 2}})});
    EXPECT_EQ(log.state(), "Reconciling");
    log.write({current(8, "b", {3, 3, 0, {2}, {}, {3}})});
    EXPECT_EQ(log.state(), "Stable");
    EXPECT_EQ(log.operations(), "g: group created a {5 a, 3, 7 a, 6, 8 a}\n"
                                "g: member joined b {5 b, 3, 7 b, 7 a, 6, 8 b}\n"
                                "g: member reconciled b {8 b}\n"
                                "g: member reconciled a {8 a}\n"
                                "g: member reconciled a {8 a}\n"
                                "g: member reconciled b {8 b}\n");
}

// Group epochs are skipped by assignments, and a member goes from 2 to 5 (items 5 and 7).
TEST(GroupSteps, ConsumerFourJoinBetweenTwoTargets) {
    ReplayedLog log;
    log.write(firstConsumer());
    EXPECT_EQ(log.state(), "Stable");
    log.write({member(5, "b"), epoch(3, 3), current(8, "b", {2, 0, 0, {}, {}, {}})});
    EXPECT_EQ(log.state(), "Assigning") << "b has no partitions and is stable at the old epoch: that is not its share";
    log.write({member(5, "c"), epoch(3, 4), current(8, "c", {2, 0, 0, {}, {}, {}})});
    log.write({member(5, "d"), epoch(3, 5), current(8, "d", {2, 0, 0, {}, {}, {}})});
    log.write({target(7, "a", {0}), target(7, "b", {1}), target(7, "c", {}), target(7, "d", {2}), targetEpoch(6, 5),
               current(8, "d", {5, 2, 2, {}, {}, {}})});
    EXPECT_EQ(log.state(), "Reconciling");
    EXPECT_EQ(log.group().members.find("d")->second.current->previousMemberEpoch, 2);
    EXPECT_EQ(log.operations(), "g: group created a {5 a, 3, 7 a, 6, 8 a}\n"
                                "g: member joined b {5 b, 3, 8 b}\n"
                                "g: member joined c {5 c, 3, 8 c}\n"
                                "g: member joined d {5 d, 3, 8 d}\n"
                                "g: target computed {7 a, 7 b, 7 c, 7 d, 6, 8 d}\n");
}

TEST(GroupSteps, ConsumerLeavesOfOneAndOfTheLast) {
    ReplayedLog log;
    withSecondConsumer(log).operations();
    log.write({gone(8, "b"), gone(7, "b"), gone(5, "b"), epoch(3, 4)});
    log.write({target(7, "a", {0, 1, 2}), targetEpoch(6, 4), current(8, "a", {4, 2, 0, {0, 1, 2}, {}, {2, 2, 4}})});
    EXPECT_EQ(text(log.group().members.find("a")->second.current->assigned), "t:0,1,2@2,2,4");
    log.write({gone(8, "a"), gone(7, "a"), gone(5, "a"), epoch(3, 5), targetEpoch(6, 5)});
    EXPECT_EQ(log.state(), "Empty");
    EXPECT_EQ(log.operations(), "g: member gone b {8- b, 7- b, 5- b, 3}\n"
                                "g: target computed {7 a, 6, 8 a}\n"
                                "g: group emptied a {8- a, 7- a, 5- a, 3, 6}\n");
}

TEST(GroupSteps, ConsumerSubscriptionChangesAndPartitionsAreAdded) {
    ReplayedLog log;
    withSecondConsumer(log).operations();
    log.write({member(5, "a", {"c", {}, {"t", "u"}, ""}), epoch(3, 4)});
    log.write({member(5, "a", {"c", {}, {"u"}, ""}), epoch(3, 5), current(8, "a", {3, 3, 1, {}, {0, 1}, {}})});
    log.write({epoch(3, 6), target(7, "b", {2, 3}), targetEpoch(6, 6), current(8, "b", {6, 3, 0, {2, 3}, {}, {3, 6}})});
    // A target without a member's part of it.
    log.write({epoch(3, 7)});
    log.write({targetEpoch(6, 7)});
    EXPECT_EQ(log.operations(), "g: member updated a {5 a, 3}\n"
                                "g: member updated a {5 a, 3, 8 a}\n"
                                "g: epoch bumped {3, 7 b, 6, 8 b}\n"
                                "g: epoch bumped {3}\n"
                                "g: target computed {6}\n");
    EXPECT_EQ(log.group().members.find("a")->second.metadata->topics, std::vector<std::string>{"u"});
}

// Item 11: type 4 has a tombstone and never had a value.
TEST(GroupSteps, ConsumerTopicDeletedThenGroupDeleted) {
    ReplayedLog log;
    log.write(firstConsumer());
    log.write({commit(0, 5), commit(1, 6)});
    log.operations();
    log.write({commitGone(0), commitGone(1)});
    log.write({epoch(3, 3), target(7, "a", {}), targetEpoch(6, 3), current(8, "a", {2, 2, 1, {}, {0, 1, 2}, {}})});
    log.write({current(8, "a", {3, 2, 0, {}, {}, {}})});
    log.write({gone(8, "a"), gone(7, "a"), gone(5, "a"), epoch(3, 4), targetEpoch(6, 4)});
    log.write({commit(0, 7)});
    log.write({commitGone(0), gone(6), gone(4), gone(3)});
    EXPECT_EQ(log.operations(), "g: offsets deleted {1- t-0, 1- t-1}\n"
                                "g: epoch bumped {3, 7 a, 6, 8 a}\n"
                                "g: member reconciled a {8 a}\n"
                                "g: group emptied a {8- a, 7- a, 5- a, 3, 6}\n"
                                "g: offsets committed {1 t-0}\n"
                                "g: group deleted {1- t-0, 6-, 4-, 3-}\n");
    EXPECT_EQ(log.replay().find("g"), nullptr);
    EXPECT_TRUE(log.replay().groups().empty());
}

// Items 6, 8 and 9, and item 2 of the rules: types 5 and 8 are written twice.
TEST(GroupSteps, ConsumerStaticMemberGoesAndComesBack) {
    ReplayedLog log;
    const MemberWords old{"old-client", "i-1", {"t"}, ""};
    log.write({member(5, "m1", old), epoch(3, 8), target(7, "m1", {0, 1}), targetEpoch(6, 8),
               current(8, "m1", {8, 7, 0, {0, 1}, {}, {2, 6}})});
    EXPECT_EQ(log.state(), "Stable");
    log.write({current(8, "m1", {-2, 7, 0, {0, 1}, {}, {0, 0}})});
    EXPECT_EQ(log.state(), "Reconciling");
    EXPECT_EQ(log.group().members.find("m1")->second.current->memberEpoch, -2);
    EXPECT_EQ(log.group().members.find("m1")->second.current->previousMemberEpoch, 7);
    const MemberWords again{"new-client", "i-1", {"t"}, ""};
    log.write({gone(8, "m1"), gone(7, "m1"), gone(5, "m1"), member(5, "m2", old), target(7, "m2", {0, 1}),
               current(8, "m2", {0, 0, 0, {0, 1}, {}, {0, 0}}), member(5, "m2", again),
               current(8, "m2", {8, 0, 0, {0, 1}, {}, {0, 0}})});
    EXPECT_EQ(log.operations(), "g: member joined m1 {5 m1, 3, 7 m1, 6, 8 m1}\n"
                                "g: static member away m1 {8 m1}\n"
                                "g: static member replaced m2 {8- m1, 7- m1, 5- m1, 5 m2, 7 m2, 8 m2, 5 m2, 8 m2}\n");
    const MemberFacts& back = log.group().members.find("m2")->second;
    EXPECT_EQ(log.group().members.size(), 1u);
    EXPECT_EQ(back.metadata->clientId, "new-client");
    EXPECT_EQ(text(back.current->assigned), "t:0,1@0,0");
    EXPECT_EQ(back.current->memberEpoch, 8);
    EXPECT_EQ(log.group().epoch->epoch, 8);
    EXPECT_EQ(log.state(), "Stable");
}

TEST(GroupSteps, ConsumerStaticMemberBackWithAnotherSubscription) {
    ReplayedLog log;
    const MemberWords old{"c", "i-1", {"t"}, ""};
    log.write({member(5, "m1", old), epoch(3, 2), target(7, "m1", {0}), targetEpoch(6, 2),
               current(8, "m1", {-2, 0, 0, {0}, {}, {0}})});
    log.operations();
    log.write({gone(8, "m1"), gone(7, "m1"), gone(5, "m1"), member(5, "m2", old), target(7, "m2", {0}),
               current(8, "m2", {0, 0, 0, {0}, {}, {0}}), member(5, "m2", {"c", "i-1", {"u"}, ""}), epoch(3, 3),
               target(7, "m2", {}), targetEpoch(6, 3), current(8, "m2", {3, 0, 0, {}, {}, {}})});
    EXPECT_EQ(log.operations(),
              "g: static member replaced m2 {8- m1, 7- m1, 5- m1, 5 m2, 7 m2, 8 m2, 5 m2, 3, 7 m2, 6, 8 m2}\n");
    EXPECT_EQ(text(log.group().members.find("m2")->second.target->target), "");
}

// No record of a group's own epoch comes before its expression was resolved (item 15).
TEST(GroupSteps, RegularExpressions) {
    ReplayedLog log;
    log.write({member(5, "a", {"c", {}, {}, "r.*"}), current(8, "a", {1, 0, 0, {}, {}, {}})});
    EXPECT_EQ(log.state(), "Stable");
    EXPECT_EQ(log.group().epoch, nullptr);
    EXPECT_EQ(log.group().members.find("a")->second.metadata->regularExpression, "r.*");
    log.write({expression("r.*", {"ra", "rb"}), epoch(3, 2)});
    EXPECT_EQ(log.state(), "Assigning");
    EXPECT_EQ(log.group().regularExpressions.at("r.*")->topics, (std::vector<std::string>{"ra", "rb"}));
    EXPECT_EQ(log.group().regularExpressions.at("r.*")->version, 77);
    log.write({target(7, "a", {0}), targetEpoch(6, 2), current(8, "a", {2, 1, 0, {0}, {}, {2}})});
    // A coordinator that loads evaluates it again.
    log.write({expression("r.*", {"ra", "rb"})});
    // The member drops its pattern, and the last one with it leaves.
    log.write({member(5, "a", {"c", {}, {"t"}, ""}), gone(16, "r.*"), epoch(3, 3)});
    EXPECT_TRUE(log.group().regularExpressions.empty());
    log.write({gone(8, "a"), gone(7, "a"), gone(5, "a"), epoch(3, 4), targetEpoch(6, 4)});
    EXPECT_EQ(log.operations(), "g: member joined a {5 a, 8 a}\n"
                                "g: expression resolved {16 r.*, 3}\n"
                                "g: target computed {7 a, 6, 8 a}\n"
                                "g: expression resolved {16 r.*}\n"
                                "g: member updated a {5 a, 16- r.*, 3}\n"
                                "g: group emptied a {8- a, 7- a, 5- a, 3, 6}\n");
}

TEST(GroupSteps, RegularExpressionThatMatchesNothing) {
    ReplayedLog log;
    log.write({member(5, "a", {"c", {}, {}, "zz"}), current(8, "a", {1, 0, 0, {}, {}, {}})});
    log.write({expression("zz", {})});
    EXPECT_EQ(log.state(), "Stable");
    EXPECT_FALSE(log.group().isSimple());
    log.write({gone(8, "a"), gone(7, "a"), gone(5, "a"), gone(16, "zz"), epoch(3, 2), targetEpoch(6, 2)});
    EXPECT_EQ(log.state(), "Empty");
}

// The first assignment of a share group is empty; a partition may have two owners (item 23).
TEST(GroupSteps, Share) {
    ReplayedLog log;
    const ByteBuffer initializing = FieldBytes().int16(0).varint(1).varint(1).varint(1).noTags().take();
    log.write({member(10, "m"), epoch(11, 2), target(13, "m", {}), targetEpoch(12, 2),
               current(14, "m", {2, 0, 0, {}, {}, {}}), raw(15, initializing)});
    EXPECT_EQ(log.state(), "Stable");
    log.write({raw(15, initializing)});
    log.write(
        {epoch(11, 3), target(13, "m", {0, 1, 2}), targetEpoch(12, 3), current(14, "m", {3, 2, 0, {0, 1, 2}, {}, {}})});
    log.write({member(10, "b"), epoch(11, 4), target(13, "m", {0, 1}), target(13, "b", {1, 2}), targetEpoch(12, 4),
               current(14, "b", {4, 0, 0, {1, 2}, {}, {}})});
    EXPECT_EQ(log.state(), "Stable") << "a share group is, while members lag";
    log.write({current(14, "m", {4, 3, 0, {0, 1}, {}, {}})});
    EXPECT_EQ(text(log.group().members.find("m")->second.current->assigned), "t:0,1");
    EXPECT_EQ(text(log.group().members.find("b")->second.current->assigned), "t:1,2");
    log.write({gone(14, "b"), gone(13, "b"), gone(10, "b"), epoch(11, 5)});
    log.write({gone(14, "m"), gone(13, "m"), gone(10, "m"), epoch(11, 6), targetEpoch(12, 6)});
    EXPECT_EQ(log.state(), "Empty");
    log.write({gone(12), gone(15), gone(11)});
    EXPECT_EQ(log.replay().find("g"), nullptr);
    EXPECT_EQ(log.operations(), "g: group created m {10 m, 11, 13 m, 12, 14 m, 15}\n"
                                "g: other {15}\n"
                                "g: epoch bumped {11, 13 m, 12, 14 m}\n"
                                "g: member joined b {10 b, 11, 13 m, 13 b, 12, 14 b}\n"
                                "g: member reconciled m {14 m}\n"
                                "g: member gone b {14- b, 13- b, 10- b, 11}\n"
                                "g: group emptied m {14- m, 13- m, 10- m, 11, 12}\n"
                                "g: group deleted {12-, 15-, 11-}\n");
}

WrittenRecord notValidated(std::int32_t epoch) {
    return raw(17, FieldBytes().int16(0).int32(epoch).int64(7).noTags().take());
}

WrittenRecord topology23(std::int32_t epoch) {
    return raw(23, FieldBytes().int16(0).int32(epoch).varint(1).noTags().take());
}

// A topic of a topology with one config.
FieldBytes& topologyTopic(FieldBytes& bytes, std::string_view name, std::int32_t partitions) {
    return bytes.string(name)
        .int32(partitions)
        .int16(1)
        .varint(2)
        .string("cleanup.policy")
        .string("compact")
        .noTags()
        .noTags();
}

// Two subtopologies: the first reads two topics of others and fills the one that the second reads.
WrittenRecord wordCount(std::int32_t epoch) {
    FieldBytes bytes;
    bytes.int16(0).int32(epoch).varint(3);
    bytes.string("0").varint(3).string("lines").string("more").varint(1).varint(1).varint(2).string("by-word").varint(
        1);
    bytes.varint(2).varint(3).int16(0).int16(1).varint(1).varint(1).noTags().noTags();
    bytes.string("1").varint(1).varint(2).string("words-.*").varint(2);
    topologyTopic(bytes, "counts-changelog", 0).varint(1).varint(2);
    topologyTopic(bytes, "by-word", 0).varint(1).noTags();
    return raw(23, bytes.noTags().take());
}

// Item 22: 0 partitions in a topology record means that the broker derives the number: it stays as it is.
TEST(GroupSteps, TopologyOfAStreamsGroup) {
    ReplayedLog log;
    log.write({member(19, "m"), wordCount(3), epoch(17, 2)});
    const TopologyFact& topology = *log.group().topology;
    EXPECT_EQ(topology.epoch, 3);
    EXPECT_EQ(topology.record.offset, 1);
    EXPECT_EQ(log.group().epoch->epoch, 2) << "another clock";
    ASSERT_EQ(topology.subtopologies.size(), 2u);
    const Subtopology& first = topology.subtopologies[0];
    EXPECT_EQ(first.id, "0");
    EXPECT_EQ(first.sourceTopics, (std::vector<std::string>{"lines", "more"}));
    EXPECT_EQ(first.repartitionSinkTopics, std::vector<std::string>{"by-word"});
    ASSERT_EQ(first.copartitionGroups.size(), 1u);
    EXPECT_EQ(first.copartitionGroups[0].sourceTopics, (std::vector<std::int32_t>{0, 1}));
    EXPECT_TRUE(first.copartitionGroups[0].repartitionSourceTopics.empty());
    const Subtopology& second = topology.subtopologies[1];
    EXPECT_EQ(second.sourceTopicRegex, std::vector<std::string>{"words-.*"});
    ASSERT_EQ(second.stateChangelogTopics.size(), 1u);
    EXPECT_EQ(second.stateChangelogTopics[0].name, "counts-changelog");
    EXPECT_EQ(second.stateChangelogTopics[0].partitions, 0);
    EXPECT_EQ(second.stateChangelogTopics[0].replicationFactor, 1);
    EXPECT_EQ(second.stateChangelogTopics[0].configs.front(),
              std::pair(std::string("cleanup.policy"), std::string("compact")));
    ASSERT_EQ(second.repartitionSourceTopics.size(), 1u);
    EXPECT_EQ(second.repartitionSourceTopics[0].name, "by-word");
    EXPECT_EQ(log.group().doubtfulFacts, 0u);
    // Another record replaces all of it.
    log.write({topology23(4)});
    EXPECT_EQ(log.group().topology->epoch, 4);
    EXPECT_TRUE(log.group().topology->subtopologies.empty());
}

TEST(GroupSteps, TopologiesAreToldAsFacts) {
    StateLog log("offsets");
    log.write({member(19, "m"), wordCount(3), epoch(17, 2)});
    const std::string told = log.json(StateObjectKind::Group, "g");
    EXPECT_NE(told.find(R"("topologyEpoch":3)"), std::string::npos) << told;
    EXPECT_NE(told.find(R"("sourceTopics":["lines","more"])"), std::string::npos) << told;
    EXPECT_NE(told.find(R"("stateChangelogTopics":[{"name":"counts-changelog","partitions":0,"replicationFactor":1,)"
                        R"("topicConfigs":{"cleanup.policy":"compact"}}])"),
              std::string::npos)
        << told;
    EXPECT_NE(told.find(R"("copartitionGroups":[{"sourceTopics":[0,1],"sourceTopicRegex":[],)"), std::string::npos)
        << told;
    EXPECT_EQ(stateLines(*log.rebuiltAt(log.nextOffset())), stateLines(log.state())) << "jumped to, it is the same";
}

// State 1 is stable here (item 2).
TEST(GroupSteps, Streams) {
    ReplayedLog log;
    log.write({member(19, "m"), topology23(0), notValidated(2), target(21, "m", {}), targetEpoch(20, 2),
               current(22, "m", {2, 0, 1, {}, {}, {}})});
    EXPECT_EQ(log.state(), "NotReady");
    log.write({epoch(17, 3)});
    EXPECT_EQ(log.state(), "Assigning");
    log.write({target(21, "m", {0, 1}), targetEpoch(20, 3), current(22, "m", {3, 2, 1, {0, 1}, {}, {3, 3}})});
    EXPECT_EQ(log.state(), "Stable");
    EXPECT_EQ(text(log.group().members.find("m")->second.current->assigned), "0:0,1@3,3");
    log.write({member(19, "b"), epoch(17, 4), target(21, "b", {1}), target(21, "m", {0}), targetEpoch(20, 4),
               current(22, "b", {4, 0, 3, {}, {}, {}})});
    log.write({current(22, "b", {4, 4, 3, {}, {}, {}})});
    log.write({current(22, "m", {3, 3, 2, {0}, {1}, {3}})});
    EXPECT_EQ(log.state(), "Reconciling");
    EXPECT_EQ(text(log.group().members.find("m")->second.current->pendingRevocation), "0:1");
    log.write({current(22, "m", {4, 3, 1, {0}, {}, {3}})});
    log.write({current(22, "b", {4, 4, 1, {1}, {}, {4}})});
    EXPECT_EQ(log.state(), "Stable");
    // A group's configuration changed: an epoch without a change of members.
    log.write({epoch(17, 5), targetEpoch(20, 5), current(22, "m", {5, 4, 1, {0}, {}, {3}})});
    log.write({gone(22, "b"), gone(21, "b"), gone(19, "b"), epoch(17, 6)});
    log.write({gone(22, "m"), gone(21, "m"), gone(19, "m"), epoch(17, 7), targetEpoch(20, 7)});
    EXPECT_EQ(log.state(), "Empty");
    ASSERT_NE(log.group().topology, nullptr) << "it outlives the members";
    log.write({gone(20), gone(17), gone(23)});
    EXPECT_EQ(log.replay().find("g"), nullptr);
    EXPECT_EQ(log.operations(), "g: group created m {19 m, 23, 17, 21 m, 20, 22 m}\n"
                                "g: epoch bumped {17}\n"
                                "g: target computed {21 m, 20, 22 m}\n"
                                "g: member joined b {19 b, 17, 21 b, 21 m, 20, 22 b}\n"
                                "g: member reconciled b {22 b}\n"
                                "g: member reconciled m {22 m}\n"
                                "g: member reconciled m {22 m}\n"
                                "g: member reconciled b {22 b}\n"
                                "g: epoch bumped {17, 20, 22 m}\n"
                                "g: member gone b {22- b, 21- b, 19- b, 17}\n"
                                "g: group emptied m {22- m, 21- m, 19- m, 17, 20}\n"
                                "g: group deleted {20-, 17-, 23-}\n");
}

TEST(GroupSteps, StreamsStaticMemberComesBackWithAnEpoch) {
    ReplayedLog log;
    const MemberWords words{"c", "i2-1", {}, ""};
    log.write({member(19, "m1", words), topology23(0), epoch(17, 2), target(21, "m1", {0}), targetEpoch(20, 2),
               current(22, "m1", {2, 0, 1, {0}, {}, {2}})});
    log.write({current(22, "m1", {-2, 0, 1, {0}, {}, {0}})});
    EXPECT_EQ(log.state(), "Reconciling");
    log.operations();
    log.write({gone(22, "m1"), gone(21, "m1"), gone(19, "m1"), member(19, "m2", words), target(21, "m2", {0}),
               current(22, "m2", {0, 0, 1, {0}, {}, {0}}), member(19, "m2", words), epoch(17, 3), targetEpoch(20, 3),
               current(22, "m2", {3, 0, 1, {0}, {}, {0}})});
    EXPECT_EQ(log.operations(),
              "g: static member replaced m2 {22- m1, 21- m1, 19- m1, 19 m2, 21 m2, 22 m2, 19 m2, 17, 20, 22 m2}\n");
}

TEST(GroupSteps, ClassicEager) {
    ReplayedLog log;
    log.write({classic(0, {}, "g", "")});
    EXPECT_EQ(log.state(), "Empty");
    log.write({classic(1, {{"m1", {}, "012"}})});
    log.write({classic(2, {{"m1", {}, "01"}, {"m2", {}, "2"}})});
    EXPECT_EQ(log.group().classic->members.size(), 2u);
    EXPECT_EQ(log.group().classic->leader, "m1");
    log.write({classic(3, {{"m1", {}, "012"}})});
    log.write({classic(4, {})});
    log.write({classic(5, {{"m3", {}, "012"}})});
    log.write({classic(6, {})});
    log.write({commit(0, 1)});
    log.write({commitGone(0), gone(2)});
    EXPECT_EQ(log.operations(), "g: group created {2}\n"
                                "g: generation synced {2}\n"
                                "g: generation synced {2}\n"
                                "g: generation synced {2}\n"
                                "g: group emptied {2}\n"
                                "g: generation synced {2}\n"
                                "g: group emptied {2}\n"
                                "g: offsets committed {1 t-0}\n"
                                "g: group deleted {1- t-0, 2-}\n");
    EXPECT_EQ(log.replay().find("g"), nullptr);
}

// Of a generation the members that did not change are the same objects.
TEST(GroupSteps, ClassicMembersAreShared) {
    ReplayedLog log;
    log.write({classic(1, {{"m2", {}, "2"}, {"m1", {}, "01"}})});
    const auto before = log.group().classic;
    log.write({classic(2, {{"m1", {}, "01"}, {"m2", {}, ""}, {"m3", {}, "2"}})});
    const auto after = log.group().classic;
    EXPECT_EQ(before->members[0]->memberId, "m1");
    EXPECT_EQ(after->members[0], before->members[0]);
    EXPECT_NE(after->members[1], before->members[1]);
}

// The same generation, another member id, and still the old client id (item 19).
TEST(GroupSteps, ClassicStaticMemberIsReplaced) {
    ReplayedLog log;
    log.write({classic(3, {{"i-1-aaa", "i-1", "01"}, {"i-2-bbb", "i-2", "2"}})});
    log.operations();
    log.write({classic(3, {{"i-1-ccc", "i-1", "01"}, {"i-2-bbb", "i-2", "2"}})});
    EXPECT_EQ(log.operations(), "g: static member replaced i-1-ccc {2}\n");
    log.write({classic(3, {{"i-1-ccc", "i-1", "0"}, {"i-2-bbb", "i-2", "2"}})});
    EXPECT_EQ(log.operations(), "g: member updated {2}\n");
}

// Item 20: the broker stores any bytes.
TEST(GroupSteps, ClassicBytesAreNotLookedAt) {
    ReplayedLog log;
    log.write({classic(1, {{"m", {}, "\xff\xff\xff"}}, "g", "connect")});
    EXPECT_EQ(log.state(), "Stable");
    EXPECT_EQ(log.group().classic->protocolType, "connect");
    EXPECT_EQ(log.group().classic->members[0]->assignment, (ByteBuffer{0xff, 0xff, 0xff}));
    EXPECT_EQ(log.replay().counts().doubtful, 0u);
}

}  // namespace
}  // namespace brokerscope
