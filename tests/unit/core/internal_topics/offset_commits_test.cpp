#include "tests/unit/core/internal_topics/group_values.h"
#include "tests/unit/core/internal_topics/replayed_log.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using namespace testing;

// Offset commits, transactions, expiry, and what compaction leaves.

const CommittedOffset* offsetOf(ReplayedLog& log, std::int32_t partition, std::string_view group = "g") {
    const GroupState* found = log.replay().find(group);
    if (found == nullptr) {
        return nullptr;
    }
    for (const auto& [key, commit] : found->offsets) {
        if (key.partition == partition && log.replay().topicName(key.topic) == "t") {
            return &commit;
        }
    }
    return nullptr;
}

// Item 15: a group of offsets has no record of its own. Item 11: it is deleted by a tombstone of one.
TEST(OffsetCommits, OfASimpleGroupNoRecordTellsTheType) {
    ReplayedLog log;
    log.write({commit(0, 8), commit(1, 9)});
    EXPECT_EQ(log.group().type, GroupType::Unknown);
    EXPECT_EQ(log.state(), "");
    EXPECT_TRUE(log.group().isSimple());
    EXPECT_EQ(offsetOf(log, 0)->offset, 8);
    EXPECT_EQ(offsetOf(log, 0)->topicId, kTopic);
    log.write({commitGone(0), commitGone(1), gone(2)});
    EXPECT_EQ(log.replay().find("g"), nullptr);
    EXPECT_EQ(log.operations(), "g: offsets committed {1 t-0, 1 t-1}\n"
                                "g: group deleted {1- t-0, 1- t-1, 2-}\n");
}

// OffsetDelete leaves the group; a tombstone of what was never there makes none.
TEST(OffsetCommits, DeletedOneByOne) {
    ReplayedLog log;
    log.write({commit(0, 8)});
    log.write({commitGone(0)});
    EXPECT_EQ(log.state(), "");
    EXPECT_TRUE(log.group().isEmpty());
    log.write({commitGone(5, "h")});
    log.write({gone(4, {}, "k")});
    EXPECT_EQ(log.replay().find("h"), nullptr);
    EXPECT_EQ(log.replay().find("k"), nullptr);
    EXPECT_EQ(log.operations(), "g: offsets committed {1 t-0}\n"
                                "g: offsets deleted {1- t-0}\n"
                                "h: offsets deleted {1- t-5}\n"
                                "k: group deleted {4-}\n");
    EXPECT_EQ(log.replay().counts().tombstones, 3u);
}

// Item 12: v1, with its expiry and without epoch and topic id, right between records of v4 of the same key.
TEST(OffsetCommits, V1AmongV4) {
    ReplayedLog log;
    log.write({commit(0, 8)});
    const ByteBuffer value = FieldBytes().int16(1).int64(9).classicString("m").int64(1000).int64(2000).take();
    log.write({{offsetKey("g", "t", 0), value}});
    EXPECT_EQ(offsetOf(log, 0)->offset, 9);
    EXPECT_EQ(offsetOf(log, 0)->expireTimestampMs, 2000);
    EXPECT_EQ(offsetOf(log, 0)->commitTimestampMs, 1000);
    EXPECT_EQ(offsetOf(log, 0)->leaderEpoch, -1);
    EXPECT_TRUE(offsetOf(log, 0)->topicId.isZero());
    log.write({commit(0, 10)});
    EXPECT_EQ(offsetOf(log, 0)->expireTimestampMs, -1);
    EXPECT_EQ(offsetOf(log, 0)->topicId, kTopic);
}

TEST(OffsetCommits, OtherVersionsOfTypesZeroAndOne) {
    ReplayedLog log;
    log.write({{offsetKey("g", "t", 0, 0), FieldBytes().int16(0).int64(3).classicString("l").int64(1).take()},
               {offsetKey("g", "t", 1), FieldBytes().int16(0).int64(4).classicString("").int64(1).take()},
               {offsetKey("g", "t", 2), FieldBytes().int16(2).int64(5).classicString("").int64(1).take()},
               {offsetKey("g", "t", 3), FieldBytes().int16(3).int64(6).int32(12).classicString("").int64(1).take()}});
    EXPECT_EQ(offsetOf(log, 0)->metadata, "l");
    EXPECT_EQ(offsetOf(log, 1)->offset, 4);
    EXPECT_EQ(offsetOf(log, 2)->offset, 5);
    EXPECT_EQ(offsetOf(log, 3)->leaderEpoch, 12);
    // A newer version only appends; a negative offset is accepted.
    log.write({{offsetKey("g", "t", 4),
                FieldBytes().int16(9).int64(-5).int32(1).string("n").int64(1).noTags().int64(77).take()}});
    EXPECT_EQ(offsetOf(log, 4)->offset, -5);
    EXPECT_EQ(offsetOf(log, 4)->metadata, "n");
    EXPECT_EQ(log.replay().counts().doubtful, 0u);
}

// Item 27: an empty id, and one that is not ASCII.
TEST(OffsetCommits, GroupIdsOfAnyText) {
    ReplayedLog log;
    log.write({commit(0, 1, ""), commit(0, 2, "\xEA\xB7\xB8\xEB\xA3\xB9:x")});
    EXPECT_EQ(offsetOf(log, 0, "")->offset, 1);
    EXPECT_EQ(offsetOf(log, 0, "\xEA\xB7\xB8\xEB\xA3\xB9:x")->offset, 2);
    EXPECT_EQ(log.replay().groups().front()->id, "");
}

// Item 13: the marker's epoch is the data's plus one, with transaction.version 0 it is equal.
TEST(OffsetCommits, TransactionsTakeEffectAtTheMarker) {
    for (const std::int16_t markerEpoch : {std::int16_t{1}, std::int16_t{0}}) {
        ReplayedLog log;
        log.write({commit(0, 5)});
        log.write(inTransaction(9, {commit(0, 20), commit(1, 21)}));
        EXPECT_EQ(offsetOf(log, 0)->offset, 5);
        EXPECT_EQ(offsetOf(log, 1), nullptr);
        EXPECT_EQ(log.group().pendingOffsets, 2u);
        EXPECT_EQ(log.replay().pending().oldest(), 1);
        log.write(markerBatch(9, true, markerEpoch));
        EXPECT_EQ(offsetOf(log, 0)->offset, 20);
        EXPECT_EQ(offsetOf(log, 0)->record, 1);
        EXPECT_EQ(offsetOf(log, 0)->decidedBy, 3);
        EXPECT_EQ(log.group().pendingOffsets, 0u);
        EXPECT_EQ(log.replay().pending().size(), 0u);
        EXPECT_EQ(log.replay().pending().oldest(), std::nullopt);
        EXPECT_EQ(log.operations(), "g: offsets committed {1 t-0}\n"
                                    "g: offsets committed {1? t-0, 1? t-1}\n"
                                    "g: transaction committed {1 t-0, 1 t-1}\n");
    }
}

TEST(OffsetCommits, AbortedOnesGoAndOthersOfTheProducerFollow) {
    ReplayedLog log;
    log.write({commit(0, 5)});
    log.write(inTransaction(9, {commit(0, 20)}));
    log.write(inTransaction(8, {commit(0, 30)}));
    log.write(markerBatch(9, false, 1));
    EXPECT_EQ(offsetOf(log, 0)->offset, 5);
    EXPECT_EQ(log.group().pendingOffsets, 1u);
    log.write(inTransaction(9, {commit(0, 40)}, 1));
    log.write(markerBatch(9, true, 2));
    EXPECT_EQ(offsetOf(log, 0)->offset, 40);
    // The later record has the last word, whatever the order of the markers.
    log.write(markerBatch(8, true, 1));
    EXPECT_EQ(offsetOf(log, 0)->offset, 40);
    EXPECT_EQ(log.replay().counts().markers, 3u);
}

// A plain commit between data and marker has the higher offset and stays in force.
TEST(OffsetCommits, APlainCommitOvertakesAPendingOne) {
    ReplayedLog log;
    log.write(inTransaction(9, {commit(0, 20), commit(1, 21)}));
    log.write({commit(0, 6)});
    EXPECT_EQ(offsetOf(log, 0)->offset, 6);
    log.operations();
    log.write(markerBatch(9, true, 1));
    EXPECT_EQ(offsetOf(log, 0)->offset, 6);
    EXPECT_EQ(offsetOf(log, 1)->offset, 21);
}

// Item 15: the group is there, without any committed record, until a tombstone.
TEST(OffsetCommits, AnAbortAsTheFirstThing) {
    ReplayedLog log;
    log.write(inTransaction(9, {commit(0, 20)}));
    log.write(markerBatch(9, false, 1));
    EXPECT_EQ(log.group().type, GroupType::Unknown);
    EXPECT_EQ(log.state(), "");
    EXPECT_TRUE(log.group().isEmpty());
    log.write({gone(2)});
    EXPECT_EQ(log.replay().find("g"), nullptr);
    EXPECT_EQ(log.operations(), "g: offsets committed {1? t-0}\n"
                                "g: transaction aborted {1 t-0}\n"
                                "g: group deleted {2-}\n");
}

TEST(OffsetCommits, PendingOnesAreDeletedOutsideTheirTransaction) {
    ReplayedLog log;
    log.write(inTransaction(9, {commit(0, 20), commit(1, 21)}));
    log.write({commitGone(0), commitGone(1), gone(2)});
    EXPECT_EQ(log.replay().find("g"), nullptr);
    EXPECT_EQ(log.replay().pending().size(), 0u);
    EXPECT_EQ(log.replay().pending().oldest(), 0) << "the transaction still holds back the last stable offset";
    log.write(markerBatch(9, true, 1));
    EXPECT_EQ(log.replay().find("g"), nullptr);
    EXPECT_EQ(log.replay().pending().oldest(), std::nullopt);
}

TEST(OffsetCommits, AGroupWithAPendingCommitOutlivesItsTombstone) {
    ReplayedLog log;
    log.write(inTransaction(9, {commit(0, 20)}));
    log.write({gone(2)});
    EXPECT_EQ(log.group().pendingOffsets, 1u);
    log.write(markerBatch(9, true, 1));
    EXPECT_EQ(offsetOf(log, 0)->offset, 20);
}

TEST(OffsetCommits, AMarkerWithoutDataIsCountedAlone) {
    ReplayedLog log;
    log.write(markerBatch(9, true, 1));
    EXPECT_EQ(log.operations(), "");
    EXPECT_EQ(log.replay().counts().markers, 1u);
    EXPECT_EQ(log.replay().counts().records, 1u);
    EXPECT_TRUE(log.replay().groups().empty());
}

// One transaction over two groups; the same key twice in it.
TEST(OffsetCommits, ATransactionOverTwoGroups) {
    ReplayedLog log;
    log.write(inTransaction(9, {commit(0, 20), commit(0, 1, "h"), commit(0, 22)}));
    EXPECT_EQ(log.group().pendingOffsets, 1u);
    log.write(markerBatch(9, true, 1));
    EXPECT_EQ(offsetOf(log, 0)->offset, 22);
    EXPECT_EQ(log.operations(), "g: offsets committed {1? t-0, 1? t-0}\n"
                                "h: offsets committed {1? t-0}\n"
                                "h: transaction committed {1 t-0}\n"
                                "g: transaction committed {1 t-0}\n");
}

// Control records that decide nothing, and a control batch that compaction emptied.
TEST(OffsetCommits, ControlBatchesOfOtherKinds) {
    ReplayedLog log;
    WrittenBatch leader = markerBatch(9, true);
    leader.records.front().key = FieldBytes().int16(0).int16(2).take();
    leader.attributes = 0x20;
    log.write(inTransaction(9, {commit(0, 20)}));
    log.write(leader);
    EXPECT_EQ(log.group().pendingOffsets, 1u);
    WrittenBatch emptied = markerBatch(9, false);
    emptied.lastOffsetDelta = 0;
    emptied.records.clear();
    log.write(emptied);
    EXPECT_EQ(log.replay().counts().records, 2u);
    EXPECT_EQ(log.replay().counts().markers, 0u);
    EXPECT_EQ(log.replay().counts().lastOffset, 2);
    log.write({commit(1, 1)});
    EXPECT_EQ(log.replay().counts().offsetGaps, 1u);
}

// After compaction: gaps between batches and within, 42..46 with 45 and 46 alone.
TEST(OffsetCommits, GapsAreCounted) {
    ReplayedLog log;
    log.skip(42);
    WrittenBatch batch;
    batch.records = {commit(0, 1), commit(1, 2)};
    batch.records[0].offsetDelta = 3;
    batch.records[1].offsetDelta = 4;
    batch.lastOffsetDelta = 4;
    log.write(batch);
    EXPECT_EQ(log.replay().counts().offsetGaps, 0u) << "nobody knows what came before the first record";
    EXPECT_EQ(log.replay().counts().lastOffset, 46);
    log.write({commit(2, 1)});
    EXPECT_EQ(log.replay().counts().offsetGaps, 0u);
    log.skip(3).write({commit(3, 1)});
    EXPECT_EQ(log.replay().counts().offsetGaps, 1u);
    EXPECT_EQ(offsetOf(log, 3)->record, 51);
}

TEST(OffsetCommits, RepeatedOffsetsArePassedOver) {
    ReplayedLog log;
    log.write({commit(0, 1)});
    log.write({commit(0, 2)});
    const std::uint64_t bytes = log.replay().counts().bytes;
    log.writeBytes(ByteBuffer(log.entries().front()));
    EXPECT_EQ(offsetOf(log, 0)->offset, 2);
    EXPECT_EQ(log.replay().counts().repeated, 1u);
    EXPECT_EQ(log.replay().counts().records, 2u);
    EXPECT_EQ(log.replay().counts().bytes, bytes);
}

TEST(OffsetCommits, WithoutATakerNothingIsPutTogether) {
    ReplayedLog log(false);
    log.write({commit(0, 1), commit(1, 1)});
    log.write(inTransaction(9, {commit(0, 20)}));
    log.write(markerBatch(9, true, 1));
    EXPECT_EQ(offsetOf(log, 0)->offset, 20);
    EXPECT_EQ(log.replay().counts().operations, 0u);
    EXPECT_EQ(log.replay().counts().commits, 3u);
    EXPECT_GT(log.replay().stateBytes(), 2 * sizeof(CommittedOffset));
    log.replay().clear();
    EXPECT_TRUE(log.replay().groups().empty());
    EXPECT_EQ(log.replay().counts().lastOffset, -1);
    EXPECT_EQ(log.replay().topicName(TopicNumber{0}), "");
}

}  // namespace
}  // namespace brokerscope
