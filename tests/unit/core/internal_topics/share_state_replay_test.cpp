#include "core/internal_topics/share_state_replay.h"

#include "tests/unit/core/internal_topics/state_log.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using testing::FieldBytes;
using testing::StateLog;
using testing::WrittenRecord;

const Uuid kShareTopic = *Uuid::fromString("0f1e2d3c-4b5a-4978-8796-a5b4c3d2e1f0");
const std::string kShareId = "g:" + kShareTopic.toString() + ":0";

ByteBuffer shareKey(int type) {
    return FieldBytes().int16(type).classicString("g").bytes(kShareTopic.bytes).int32(0).take();
}

void putBatches(FieldBytes& bytes, const std::vector<ShareBatch>& batches) {
    bytes.varint(static_cast<std::uint32_t>(batches.size() + 1));
    for (const ShareBatch& batch : batches) {
        bytes.int64(batch.firstOffset).int64(batch.lastOffset);
        bytes.int8(batch.deliveryState).int16(batch.deliveryCount).noTags();
    }
}

WrittenRecord snapshot(int epoch, std::int64_t start, const std::vector<ShareBatch>& batches = {}) {
    FieldBytes value;
    value.int16(0).int32(epoch).int32(2).int32(5).int64(start).int64(100).int64(200);
    putBatches(value, batches);
    return {shareKey(0), value.noTags().take()};
}

WrittenRecord update(int epoch, std::int64_t start, const std::vector<ShareBatch>& batches = {}, int complete = -1,
                     int leaderEpoch = -1) {
    FieldBytes value;
    value.int16(0).int32(epoch).int32(leaderEpoch).int64(start);
    putBatches(value, batches);
    complete < 0 ? value.noTags() : value.tag(0, FieldBytes().int32(complete).take());
    return {shareKey(1), value.take()};
}

std::string words(const std::vector<ShareBatch>& batches) {
    std::string text;
    for (const ShareBatch& batch : batches) {
        text += fmt::format("{}-{}:{}x{} ", batch.firstOffset, batch.lastOffset, int{batch.deliveryState},
                            batch.deliveryCount);
    }
    return text;
}

const SharePartitionState& stateOf(StateLog& log) {
    const auto& partitions = dynamic_cast<ShareStateReplay&>(log.state()).partitions();
    EXPECT_EQ(partitions.size(), 1u);
    return partitions.begin()->second;
}

TEST(ShareBatches, TheHigherCountAndThenTheHigherStateWins) {
    EXPECT_EQ(words(mergedShareBatches({{0, 9, 0, 1}}, {{3, 5, 2, 1}}, -1)), "0-2:0x1 3-5:2x1 6-9:0x1 ");
    EXPECT_EQ(words(mergedShareBatches({{0, 9, 2, 1}}, {{3, 5, 0, 2}}, -1)), "0-2:2x1 3-5:0x2 6-9:2x1 ");
    // An older update does not take back what is further.
    EXPECT_EQ(words(mergedShareBatches({{0, 9, 2, 3}}, {{0, 9, 0, 2}}, -1)), "0-9:2x3 ");
}

TEST(ShareBatches, NeighboursInOneStateAreOneBatch) {
    EXPECT_EQ(words(mergedShareBatches({{0, 4, 2, 1}}, {{5, 9, 2, 1}}, -1)), "0-9:2x1 ");
    EXPECT_EQ(words(mergedShareBatches({{0, 4, 2, 1}}, {{6, 9, 2, 1}}, -1)), "0-4:2x1 6-9:2x1 ");
    EXPECT_EQ(words(mergedShareBatches({{0, 6, 2, 1}, {8, 9, 2, 1}}, {{5, 8, 2, 1}}, -1)), "0-9:2x1 ");
}

TEST(ShareBatches, WhatLiesBelowTheStartGoes) {
    EXPECT_EQ(words(mergedShareBatches({{0, 4, 2, 1}, {5, 9, 0, 1}}, {}, 7)), "7-9:0x1 ");
    EXPECT_EQ(words(mergedShareBatches({{0, 4, 2, 1}}, {}, 5)), "");
    EXPECT_EQ(words(mergedShareBatches({{5, 4, 2, 1}}, {}, -1)), "");
}

TEST(ShareStateReplay, UpdatesAddToTheSnapshot) {
    StateLog log("share");
    log.write({snapshot(0, 0, {{0, 9, 0, 1}})});
    log.write({update(0, -1, {{3, 5, 2, 1}}, 3)});
    EXPECT_EQ(words(stateOf(log).batches), "0-2:0x1 3-5:2x1 6-9:0x1 ");
    EXPECT_EQ(stateOf(log).startOffset, 0);
    EXPECT_EQ(stateOf(log).leaderEpoch, 5);
    EXPECT_EQ(stateOf(log).deliveryCompleteCount, 3);
    log.write({update(0, 4, {}, 1, 6)});
    const SharePartitionState& state = stateOf(log);
    EXPECT_EQ(words(state.batches), "4-5:2x1 6-9:0x1 ");
    EXPECT_EQ(state.startOffset, 4);
    EXPECT_EQ(state.startOffsetFrom.offset, 2);
    EXPECT_EQ(state.leaderEpoch, 6);
    EXPECT_EQ(state.stateEpoch, 2);
    EXPECT_EQ(state.snapshot.offset, 0);
    EXPECT_EQ(state.updateCount, 2u);
    EXPECT_EQ(state.lastRecord().offset, 2);
    log.write({snapshot(1, 10)});
    EXPECT_EQ(stateOf(log).snapshotEpoch, 1);
    EXPECT_EQ(stateOf(log).updateCount, 0u);
    EXPECT_TRUE(stateOf(log).batches.empty());
}

// The log was pruned, or is read from its middle.
TEST(ShareStateReplay, AnUpdateMayBeAllThatIsKnown) {
    StateLog log("share");
    log.write({update(4, 8, {{8, 9, 4, 5}})});
    EXPECT_EQ(stateOf(log).snapshot.offset, -1);
    EXPECT_EQ(stateOf(log).snapshotEpoch, 4);
    EXPECT_EQ(stateOf(log).stateEpoch, -1);
    EXPECT_EQ(words(stateOf(log).batches), "8-9:4x5 ");
    const std::string text = log.json(StateObjectKind::SharePartition, kShareId);
    EXPECT_NE(text.find(R"("deliveryState":"ARCHIVED","deliveryCount":5)"), std::string::npos) << text;
    EXPECT_NE(text.find(R"("startOffset":"7:0")"), std::string::npos) << text;
}

TEST(ShareStateReplay, ATombstoneOfTheSnapshotDeletesBoth) {
    StateLog log("share");
    log.write({snapshot(0, 0), update(0, 3)});
    log.write({WrittenRecord{shareKey(1), std::nullopt}});
    EXPECT_EQ(log.state().objects().size(), 1u);
    log.write({WrittenRecord{shareKey(0), std::nullopt}});
    EXPECT_TRUE(log.state().objects().empty());
    ASSERT_EQ(log.state().removed().size(), 1u);
    EXPECT_EQ(log.state().removed()[0].id.id, kShareId);
    EXPECT_EQ(log.state().removed()[0].from.offset, 3);
}

// C108: the layout of 2024 has no timestamps; what could be read counts, and is marked.
// The snapshot of 2024 has no timestamps, and an epoch of 16 bits.
TEST(ShareStateReplay, C108_AnOlderLayoutIsRead) {
    StateLog log("share");
    const ByteBuffer key = fromHex("0000000273670f1e2d3c4b5a49788796a5b4c3d2e1f000000000").value();
    const ByteBuffer value = fromHex("00000003000000010000000900000000000000640300000000000000640000000000000068020001"
                                     "00000000000000006900000000000000690000020000")
                                 .value();
    log.write({WrittenRecord{key, value}});
    EXPECT_EQ(log.state().counts().doubtful, 0u);
    const SharePartitionState state = stateOf(log);
    EXPECT_EQ(state.doubtfulFacts, 0u);
    EXPECT_EQ(state.snapshotEpoch, 3);
    EXPECT_EQ(state.stateEpoch, 1);
    EXPECT_EQ(state.leaderEpoch, 9);
    EXPECT_EQ(state.startOffset, 100);
    ASSERT_EQ(state.batches.size(), 2u);
    EXPECT_EQ(state.batches[0].firstOffset, 100);
    EXPECT_EQ(state.batches[0].lastOffset, 104);
    EXPECT_EQ(state.batches[1].deliveryCount, 2);
}

TEST(ShareStateReplay, TheHistoryMakesEveryMoment) {
    StateLog log("share");
    log.write({update(0, 1)}).write({snapshot(0, 0, {{0, 9, 0, 1}})}).write({update(0, -1, {{3, 5, 2, 1}}, 3)});
    log.write({update(0, 4)}).write({snapshot(1, 4)}).write({update(1, 5), update(1, 6)});
    log.write({WrittenRecord{shareKey(0), std::nullopt}}).write({update(2, 7)});
    for (std::int64_t moment = -1; moment < log.nextOffset(); ++moment) {
        EXPECT_EQ(testing::stateLines(*log.rebuiltAt(moment)), testing::stateLines(*log.replayedTo(moment))) << moment;
    }
    const auto history = log.history().history({StateObjectKind::SharePartition, kShareId});
    ASSERT_EQ(history.size(), 1u);
    ASSERT_EQ(history[0].steps.size(), 9u);
    EXPECT_EQ(history[0].steps[1].effect, RecordEffect::Sets);
    EXPECT_EQ(history[0].steps[2].effect, RecordEffect::Changes);
    EXPECT_EQ(history[0].steps[7].effect, RecordEffect::Removes);
}

}  // namespace
}  // namespace brokerscope
