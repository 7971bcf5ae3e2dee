#include "tests/unit/core/internal_topics/group_values.h"
#include "tests/unit/core/internal_topics/replayed_log.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using namespace testing;

WrittenRecord later(WrittenRecord record, std::int64_t milliseconds) {
    record.timestamp = milliseconds;
    return record;
}

// Item 1: a batch of 12 records for three groups of three types, as after a restart.
TEST(GroupOperations, ABatchIsSplitByGroupAndByTime) {
    ReplayedLog log;
    std::vector<WrittenRecord> batch{member(5, "a", {}, "gc"),
                                     epoch(3, 2, "gc"),
                                     target(7, "a", {0}, "gc"),
                                     targetEpoch(6, 2, "gc"),
                                     current(8, "a", {2, 0, 0, {0}, {}, {2}}, "gc"),
                                     later(classic(1, {{"m", {}, "0"}}, "gk"), 1),
                                     later(member(10, "s", {}, "gs"), 2),
                                     later(epoch(11, 2, "gs"), 2),
                                     later(target(13, "s", {}, "gs"), 2),
                                     later(targetEpoch(12, 2, "gs"), 2),
                                     later(current(14, "s", {2, 0, 0, {}, {}, {}}, "gs"), 2),
                                     later(commit(0, 4, "gk"), 3)};
    log.write(batch);
    EXPECT_EQ(log.operations(), "gc: group created a {5 a, 3, 7 a, 6, 8 a}\n"
                                "gk: generation synced {2}\n"
                                "gs: group created s {10 s, 11, 13 s, 12, 14 s}\n"
                                "gk: offsets committed {1 t-0}\n");
    EXPECT_EQ(log.replay().counts().operations, 4u);
}

// The expiry run deletes many groups at one time: 15 tombstones of five groups.
TEST(GroupOperations, ExpiryIsOneOperationForEachGroup) {
    ReplayedLog log;
    std::string expected;
    std::vector<WrittenRecord> expiry;
    for (const char* id : {"c1", "s1", "c2", "c3", "s2"}) {
        const bool isStreams = *id == 's';
        log.write({epoch(isStreams ? 17 : 3, 5, id), targetEpoch(isStreams ? 20 : 6, 5, id)});
        if (isStreams) {
            expiry.insert(expiry.end(), {gone(20, {}, id), gone(17, {}, id), gone(23, {}, id)});
        } else {
            expiry.insert(expiry.end(), {gone(6, {}, id), gone(4, {}, id), gone(3, {}, id)});
        }
        expected += std::string(id) + ": group deleted {" + (isStreams ? "20-, 17-, 23-" : "6-, 4-, 3-") + "}\n";
    }
    log.operations();
    ASSERT_EQ(expiry.size(), 15u);
    log.write(expiry);
    EXPECT_EQ(log.operations(), expected);
    EXPECT_TRUE(log.replay().groups().empty());
}

// The same key twice: two changes, the second's "before" is the first's "after".
TEST(GroupOperations, AKeyThatIsWrittenTwice) {
    GroupFact first;
    GroupFact second;
    std::size_t changes = 0;
    GroupStateReplay replay(topicReader(), 3, [&](const GroupOperation& operation) {
        changes = operation.changes.size();
        first = operation.changes[0].after;
        second = operation.changes[1].before;
        EXPECT_EQ(operation.partition, 3);
        EXPECT_EQ(operation.firstOffset, 0);
        EXPECT_EQ(operation.lastOffset, 1);
        EXPECT_EQ(operation.timestampMs, 1000);
        EXPECT_EQ(operation.group->epoch->epoch, 4);
    });
    WrittenBatch batch;
    batch.records = {epoch(3, 3), epoch(3, 4)};
    feed(replay, batch.at(0));
    EXPECT_EQ(changes, 2u);
    EXPECT_EQ(first, second);
    ASSERT_FALSE(std::holds_alternative<std::monostate>(first));
    EXPECT_EQ(std::get<std::shared_ptr<const GroupEpochFact>>(first)->epoch, 3);
}

TEST(GroupOperations, DeletedGroupsKeepIdAndType) {
    std::vector<std::string> seen;
    GroupStateReplay replay(topicReader(), 0, [&](const GroupOperation& operation) {
        seen.push_back(operation.group->id + ' ' + std::string(groupTypeName(operation.group->type)) + ' ' +
                       std::string(groupTypeName(operation.typeBefore)) + (operation.group->isGone ? " gone" : ""));
    });
    WrittenBatch batch;
    batch.records = {epoch(11, 3), later(gone(11), 1)};
    feed(replay, batch.at(0));
    EXPECT_EQ(seen, (std::vector<std::string>{"g share unknown", "g share share gone"}));
}

TEST(GroupOperations, NamesOfAllKinds) {
    EXPECT_EQ(operationName(GroupOperationKind::Other), "other");
    EXPECT_EQ(operationName(GroupOperationKind::MemberLeft), "member gone");
    EXPECT_EQ(operationName(GroupOperationKind::TransactionAborted), "transaction aborted");
    EXPECT_EQ(operationName(GroupOperationKind::StaticMemberReplaced), "static member replaced");
    EXPECT_EQ(operationName(GroupOperationKind::BecameStreams), "became a streams group");
}

// Online migration: a consumer member joins a live classic group.
TEST(GroupOperations, ClassicBecomesConsumer) {
    ReplayedLog log;
    log.write({classic(1, {{"c1", {}, "012"}})});
    log.write({commit(0, 3)});
    log.operations();
    const ByteBuffer tagged =
        FieldBytes().int8(1).int32(2000).varint(2).string("range").string("\x01\x02").noTags().noTags().take();
    const ByteBuffer mixed = FieldBytes()
                                 .int16(0)
                                 .nullableString({})
                                 .nullableString({})
                                 .string("c")
                                 .string("/h")
                                 .varint(1)
                                 .string("")
                                 .int32(9)
                                 .nullableString({})
                                 .tag(0, tagged)
                                 .take();
    log.write({gone(2),
               {memberKey(5, "g", "c1"), mixed},
               epoch(3, 1),
               target(7, "c1", {0, 1, 2}),
               targetEpoch(6, 1),
               current(8, "c1", {1, 1, 0, {0, 1, 2}, {}, {1, 1, 1}}),
               member(5, "c2"),
               epoch(3, 2),
               target(7, "c1", {0, 1}),
               target(7, "c2", {2}),
               targetEpoch(6, 2),
               current(8, "c2", {2, 0, 2, {}, {}, {}})});
    EXPECT_EQ(log.operations(),
              "g: became a consumer group {2-, 5 c1, 3, 7 c1, 6, 8 c1, 5 c2, 3, 7 c1, 7 c2, 6, 8 c2}\n");
    EXPECT_EQ(log.group().type, GroupType::Consumer);
    EXPECT_EQ(log.group().classic, nullptr);
    EXPECT_EQ(log.group().offsets.size(), 1u) << "offsets stay";
    EXPECT_EQ(log.group().epoch->epoch, 2);
    const MemberMetadataFact& classicMember = *log.group().members.find("c1")->second.metadata;
    EXPECT_EQ(classicMember.classicSessionTimeoutMs, 2000);
    ASSERT_EQ(classicMember.classicProtocols.size(), 1u);
    EXPECT_EQ(classicMember.classicProtocols[0].first, "range");
    EXPECT_EQ(classicMember.classicProtocols[0].second, (ByteBuffer{1, 2}));
}

TEST(GroupOperations, ConsumerBecomesClassic) {
    ReplayedLog log;
    log.write({member(5, "c1"), member(5, "c2"), epoch(3, 4), target(7, "c1", {0}), target(7, "c2", {1}),
               targetEpoch(6, 4), current(8, "c1", {4, 0, 0, {0}, {}, {4}}),
               current(8, "c2", {4, 0, 0, {1}, {}, {4}})});
    log.operations();
    log.write({gone(8, "c1"), gone(8, "c2"), gone(7, "c1"), gone(7, "c2"), gone(6), gone(5, "c1"), gone(5, "c2"),
               gone(4), gone(3), classic(4, {{"c1", {}, "0"}})});
    log.write({classic(5, {{"c1", {}, "01"}})});
    EXPECT_EQ(log.operations(), "g: became a classic group {8- c1, 8- c2, 7- c1, 7- c2, 6-, 5- c1, 5- c2, 4-, 3-, 2}\n"
                                "g: generation synced {2}\n");
    EXPECT_TRUE(log.group().members.empty());
    EXPECT_EQ(log.group().type, GroupType::Classic);
}

// Groups without members change under every policy.
TEST(GroupOperations, EmptyGroupsChangeTheirType) {
    ReplayedLog log;
    log.write({classic(6, {})});
    log.write({gone(2), member(5, "a"), epoch(3, 2), target(7, "a", {0}), targetEpoch(6, 2),
               current(8, "a", {2, 0, 0, {0}, {}, {2}})});
    log.write({gone(8, "a"), gone(7, "a"), gone(5, "a"), epoch(3, 3), targetEpoch(6, 3)});
    log.write({gone(6), gone(4), gone(3), classic(0, {}, "g", "")});
    log.write({classic(1, {{"m", {}, "0"}})});
    log.write({classic(2, {})});
    const WrittenRecord topology = raw(23, FieldBytes().int16(0).int32(0).varint(1).noTags().take());
    log.write({gone(2), member(19, "s"), topology, epoch(17, 2), target(21, "s", {}), targetEpoch(20, 2),
               current(22, "s", {2, 0, 1, {}, {}, {}})});
    log.write({gone(22, "s"), gone(21, "s"), gone(19, "s"), epoch(17, 3), targetEpoch(20, 3)});
    log.write({gone(20), gone(17), gone(23), classic(0, {}, "g", "")});
    // A group made of offsets: the tombstone is of a record that was never there.
    log.write({commit(0, 1, "simple")});
    log.write({gone(2, {}, "simple"), member(5, "a", {}, "simple"), epoch(3, 2, "simple")});
    EXPECT_EQ(log.operations(), "g: group emptied {2}\n"
                                "g: became a consumer group a {2-, 5 a, 3, 7 a, 6, 8 a}\n"
                                "g: group emptied a {8- a, 7- a, 5- a, 3, 6}\n"
                                "g: became a classic group {6-, 4-, 3-, 2}\n"
                                "g: generation synced {2}\n"
                                "g: group emptied {2}\n"
                                "g: became a streams group s {2-, 19 s, 23, 17, 21 s, 20, 22 s}\n"
                                "g: group emptied s {22- s, 21- s, 19- s, 17, 20}\n"
                                "g: became a classic group {20-, 17-, 23-, 2}\n"
                                "simple: offsets committed {1 t-0}\n"
                                "simple: became a consumer group a {2-, 5 a, 3}\n");
    EXPECT_EQ(log.group("simple").offsets.size(), 1u);
}

// Without the tombstones of the type before, whose segment is gone: nothing of it stays but the offsets.
TEST(GroupOperations, AnotherTypeTakesThePlaceOfTheOldOne) {
    ReplayedLog log;
    log.write({member(5, "a"), epoch(3, 3), current(8, "a", {3, 0, 0, {0}, {}, {}}), commit(0, 1)});
    log.write({classic(9, {{"m", {}, "0"}})});
    EXPECT_EQ(log.group().type, GroupType::Classic);
    EXPECT_EQ(log.group().epoch, nullptr);
    EXPECT_TRUE(log.group().members.empty());
    EXPECT_EQ(log.group().offsets.size(), 1u);
    log.write({gone(3), gone(8, "a"), gone(5, "a")});
    EXPECT_EQ(log.group().classic->generation, 9) << "tombstones of another type delete nothing";
}

// Compaction leaves any record alone.
TEST(GroupOperations, RecordsThatStandAlone) {
    ReplayedLog log;
    log.write({current(8, "a", {7, 6, 0, {0}, {}, {7}}, "g8")});
    log.write({target(7, "a", {0}, "g7")});
    log.write({targetEpoch(6, 4, "g6")});
    log.write({epoch(3, 4, "g3")});
    log.write({member(5, "a", {}, "g5")});
    log.write({gone(8, "a", "gone")});
    EXPECT_EQ(log.operations(), "g8: member reconciled a {8 a}\n"
                                "g7: target computed {7 a}\n"
                                "g6: target computed {6}\n"
                                "g3: epoch bumped {3}\n"
                                "g5: member joined a {5 a}\n"
                                "gone: member gone a {8- a}\n");
    EXPECT_EQ(log.state("g8"), "Stable");
    EXPECT_EQ(log.state("g3"), "Empty");
    EXPECT_EQ(log.group("g6").type, GroupType::Consumer);
    EXPECT_EQ(log.replay().groups().size(), 5u);
}

// 3.9.2: type 4 with topics, first epoch 1, no hash, no timestamp, no assignment epochs, commits of v3.
TEST(GroupOperations, Kafka392) {
    ReplayedLog log;
    const ByteBuffer topics = FieldBytes().int16(0).varint(1).noTags().take();
    const auto noTag = [](int type, std::int32_t number) {
        return WrittenRecord{groupKey(type, "g"), FieldBytes().int16(0).int32(number).noTags().take()};
    };
    log.write({member(5, "a"), raw(4, topics), noTag(3, 1), target(7, "a", {0, 1, 2}), noTag(6, 1),
               current(8, "a", {1, 0, 0, {0, 1, 2}, {}, {}})});
    EXPECT_EQ(log.state(), "Stable");
    EXPECT_EQ(log.group().others.at(4)->value, ByteBuffer({1, 0}));
    EXPECT_EQ(log.group().epoch->metadataHash, 0);
    EXPECT_TRUE(log.group().members.find("a")->second.current->assigned->front().epochs.empty());
    log.write({{offsetKey("g", "t", 0), FieldBytes().int16(3).int64(6).int32(0).classicString("").int64(1).take()}});
    log.write({gone(8, "a"), gone(7, "a"), gone(5, "a"), raw(4, topics), noTag(3, 2)});
    EXPECT_EQ(log.state(), "Empty");
    log.write({commitGone(0), gone(6), gone(4), gone(3)});
    EXPECT_EQ(log.replay().find("g"), nullptr);
    EXPECT_EQ(log.operations(), "g: group created a {5 a, 4, 3, 7 a, 6, 8 a}\n"
                                "g: offsets committed {1 t-0}\n"
                                "g: group emptied a {8- a, 7- a, 5- a, 4, 3}\n"
                                "g: group deleted {1- t-0, 6-, 4-, 3-}\n");
    EXPECT_EQ(log.replay().counts().doubtful, 0u);
}

// C094: states 1, 2 and 9, the bytes of the case.
TEST(GroupOperations, C094MemberStates) {
    const std::string before = "000000000008000000070";
    const std::string after =
        "0200000000000000000000000000000005020000000000020000000000000000000000000000000502000000010000";
    for (const auto& [digit, state] :
         {std::pair('1', Reconciliation::Unrevoked), std::pair('2', Reconciliation::Unreleased),
          std::pair('9', Reconciliation::Unknown)}) {
        ReplayedLog log;
        log.write({{memberKey(8, "g", "a"), fromHex(before + digit + after).value()}});
        const MemberCurrentFact& current = *log.group().members.find("a")->second.current;
        EXPECT_EQ(current.memberEpoch, 8);
        EXPECT_EQ(current.previousMemberEpoch, 7);
        EXPECT_EQ(current.stateCode, digit - '0');
        EXPECT_EQ(reconciliationOf(GroupType::Consumer, current.stateCode), state);
        EXPECT_EQ(text(current.assigned), "t:0");
        EXPECT_EQ(text(current.pendingRevocation), "t:1");
    }
}

// Items of the sample values: each as the broker wrote it.
TEST(GroupOperations, SampleValues) {
    ReplayedLog log;
    const auto value = [](const char* hex) { return fromHex(hex).value(); };
    log.write({{groupKey(11, "s"), value("0000000000029bbf4c12f3d8251300")},
               {groupKey(17, "k"), value("0000000000029bbf4c12f3d825130101190215"
                                         "6e756d2e7374616e6462792e7265706c69636173023000")},
               {memberKey(16, "c", "t.*"), value("000003037431037432000000000000003"
                                                 "0000001a22a88746e00")},
               {memberKey(8, "c", "a"),
                value("0000000000020000000201022db37ab1ee0c48ddb6e6cb04e8e7a747020000000001000502000000020"
                      "22db37ab1ee0c48ddb6e6cb04e8e7a74702000000010100050200000002"
                      "00")},
               {offsetKey("o", "t", 0),
                value("00040000000000000008ffffffff0278000001a22a865383010010773dface74c64293b2ecdabb386dd278")}});
    EXPECT_EQ(log.group("s").epoch->metadataHash, static_cast<std::int64_t>(0x9bbf4c12f3d82513ULL));
    EXPECT_EQ(log.group("k").epoch->assignmentConfigs.at(0).first, "num.standby.replicas");
    EXPECT_EQ(log.group("k").epoch->assignmentConfigs.at(0).second, "0");
    EXPECT_EQ(log.group("c").regularExpressions.at("t.*")->version, 48);
    const MemberCurrentFact& current = *log.group("c").members.at("a").current;
    EXPECT_EQ(text(current.assigned), "t:0@2");
    EXPECT_EQ(text(current.pendingRevocation), "t:1@2");
    EXPECT_EQ(log.group("o").offsets.begin()->second.topicId, kTopic);
    EXPECT_EQ(log.replay().counts().doubtful, 0u);
}

WrittenRecord keyed(ByteBuffer key) {
    return {std::move(key), ByteBuffer{0, 0}};
}

TEST(GroupOperations, WhatCannotBeReadIsCounted) {
    ReplayedLog log;
    log.write({keyed({}), keyed({0}), keyed(groupKey(9, "g")), keyed(groupKey(18, "g")), keyed(groupKey(999, "g")),
               keyed({0, 3, 0, 9, 'g'})});
    EXPECT_EQ(log.replay().counts().records, 6u);
    EXPECT_EQ(log.replay().counts().unknownTypes, 3u);
    EXPECT_EQ(log.replay().counts().doubtful, 3u);
    EXPECT_TRUE(log.replay().groups().empty());
    EXPECT_EQ(log.operations(), "");
}

TEST(GroupOperations, DoubtfulValuesKeepWhatCameBeforeTheFault) {
    ReplayedLog log;
    WrittenRecord cut = current(8, "a", {7, 6, 1, {0, 1}, {2}, {}});
    cut.value->resize(8);
    log.write({cut});
    const MemberCurrentFact& current = *log.group().members.at("a").current;
    EXPECT_EQ(current.memberEpoch, 7);
    EXPECT_EQ(current.assigned->size(), 0u);
    WrittenRecord half = commit(0, 77);
    half.value->resize(10);
    log.write({half});
    EXPECT_EQ(log.group().offsets.begin()->second.offset, 77);
    WrittenRecord longer = epoch(3, 5);
    longer.value->push_back(1);
    log.write({longer});
    EXPECT_EQ(log.operations(), "g: member reconciled a {8! a}\n"
                                "g: offsets committed {1! t-0}\n"
                                "g: epoch bumped {3!}\n");
    EXPECT_EQ(log.group().doubtfulFacts, 3u);
    EXPECT_EQ(log.replay().counts().doubtful, 3u);
    // Of a version that nobody knows the earlier fact stays.
    log.write({{groupKey(3, "g"), FieldBytes().int16(7).int32(9).take()}});
    EXPECT_EQ(log.group().epoch->epoch, 5);
    EXPECT_EQ(log.group().doubtfulFacts, 4u);
    EXPECT_EQ(log.replay().counts().doubtful, 4u);
}

}  // namespace
}  // namespace brokerscope
