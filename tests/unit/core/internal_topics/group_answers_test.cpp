#include "core/internal_topics/group_answers.h"

#include "core/internal_topics/commit_activity.h"
#include "core/internal_topics/operation_text.h"
#include "core/internal_topics/record_sizes.h"
#include "tests/unit/core/internal_topics/group_values.h"
#include "tests/unit/core/internal_topics/replayed_log.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using namespace testing;

TEST(GroupAnswers, GroupsOfOffsetsAlone) {
    ReplayedLog log;
    log.write({commit(0, 5, "simple")}).write({commit(0, 5), classic(1, {{"m", {}, ""}})});
    const auto found = groupsOfOffsetsAlone(log.replay());
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0]->id, "simple");
}

TEST(GroupAnswers, OffsetsOfMissingTopics) {
    ReplayedLog log;
    log.write({commit(1, 5), commit(0, 5), commit(0, 6, "h")});
    EXPECT_TRUE(offsetsOfMissingTopics(log.replay(), [](std::string_view, const Uuid&) { return true; }).empty());
    std::vector<std::string> asked;
    const auto missing = offsetsOfMissingTopics(log.replay(), [&](std::string_view name, const Uuid&) {
        asked.emplace_back(name);
        return false;
    });
    EXPECT_EQ(asked, std::vector<std::string>{"t"});
    ASSERT_EQ(missing.size(), 3u);
    EXPECT_EQ(missing[0].group->id, "g");
    EXPECT_EQ(missing[0].partition, 0);
    EXPECT_EQ(missing[2].group->id, "h");
    EXPECT_EQ(missing[2].commit->offset, 6);
}

TEST(GroupAnswers, TheLargestGroupsFirst) {
    ReplayedLog log;
    log.write({commit(0, 5, "small")});
    log.write({commit(0, 5), commit(1, 5), member(5, "a"), epoch(3, 2)});
    const auto sizes = groupSizes(log.replay());
    ASSERT_EQ(sizes.size(), 2u);
    EXPECT_EQ(sizes[0].group->id, "g");
    EXPECT_EQ(sizes[0].members, 1u);
    EXPECT_EQ(sizes[0].partitions, 2u);
    EXPECT_GT(sizes[0].bytes, sizes[1].bytes);
}

// A replay whose operations go to an activity and, in words, to a list.
struct WatchedLog {
    CommitActivity activity;
    std::vector<std::string> words;
    GroupStateReplay replay{topicReader(), 7, [this](const GroupOperation& operation) {
                                activity.take(operation);
                                words.push_back(operationText(operation));
                            }};
    std::int64_t next = 0;

    void write(const WrittenBatch& batch) {
        feed(replay, batch.at(next));
        next += batch.lastDelta() + 1;
    }
    void write(std::vector<WrittenRecord> records, std::int64_t timestamp = 1000) {
        WrittenBatch batch;
        batch.records = std::move(records);
        batch.timestamp = timestamp;
        write(batch);
    }
};

TEST(CommitActivity, CommitsThatGoBackwards) {
    WatchedLog log;
    log.write({commit(0, 10)});
    log.write({commit(0, 12)});
    log.write({commit(0, 3), commit(1, 3)}, 2000);
    EXPECT_EQ(log.activity.backwardCount(), 1u);
    const BackwardCommit& backward = log.activity.backward().front();
    EXPECT_EQ(backward.partition, 0);
    EXPECT_EQ(backward.offsetBefore, 12);
    EXPECT_EQ(backward.offsetAfter, 3);
    EXPECT_EQ(backward.before.offset, 1);
    EXPECT_EQ(backward.after.offset, 2);
    EXPECT_EQ(backward.timestampMs, 2000);
}

TEST(CommitActivity, ATransactionsCommitCountsAtItsMarker) {
    WatchedLog log;
    log.write({commit(0, 10)});
    WrittenBatch batch;
    batch.records = {commit(0, 3)};
    batch.producerId = 4;
    batch.attributes = 0x10;
    log.write(batch);
    EXPECT_EQ(log.activity.backwardCount(), 0u);
    log.write(markerBatch(4, false));
    EXPECT_EQ(log.activity.backwardCount(), 0u);
    log.write(batch);
    log.write(markerBatch(4, true));
    EXPECT_EQ(log.activity.backwardCount(), 1u);
    EXPECT_EQ(log.activity.rates()[0].commits, 2u);
}

TEST(CommitActivity, TheBusiestGroupFirst) {
    WatchedLog log;
    for (int i = 0; i < 8; ++i) {
        log.write({commit(0, i, "calm")}, 1000 + i * 1000);
        log.write({commit(0, i), commit(1, i), commit(2, i)}, 1000 + i * 250);
    }
    const auto rates = log.activity.rates();
    ASSERT_EQ(rates.size(), 2u);
    EXPECT_EQ(rates[0].group, "g");
    EXPECT_EQ(rates[0].commits, 24u);
    EXPECT_EQ(rates[0].mostInASecond, 12u);
    EXPECT_EQ(rates[0].lastMs, 2750);
    EXPECT_NEAR(rates[0].perSecond(), 24 / 7.0, 0.001);
    EXPECT_NEAR(rates[1].perSecond(), 8 / 7.0, 0.001);
}

// One commit of many partitions is no pace.
TEST(CommitActivity, ABurstIsNotTheBusiest) {
    WatchedLog log;
    for (int i = 0; i < 8; ++i) {
        log.write({commit(0, i, "steady")}, 1000 + i * 1000);
    }
    log.write({commit(0, 1, "burst"), commit(1, 1, "burst"), commit(2, 1, "burst")}, 9000);
    const auto rates = log.activity.rates();
    ASSERT_EQ(rates.size(), 2u);
    EXPECT_EQ(rates[0].group, "steady");
    EXPECT_NEAR(rates[1].perSecond(), 3 / 8.0, 0.001);
}

TEST(OperationText, TombstonesAreNamedByWhatTheyDelete) {
    WatchedLog log;
    log.write({member(5, "c-3"), epoch(3, 2), current(8, "c-3", {2, 0, 0, {0}, {}, {}}), member(5, "c-4")});
    log.words.clear();
    log.write({gone(8, "c-3"), gone(5, "c-3"), epoch(3, 3)});
    log.write({commit(0, 1), commit(1, 1), commit(2, 1), commit(3, 1)});
    log.write({commitGone(0), commitGone(1)});
    log.write({commitGone(2), commitGone(3), gone(8, "c-4"), gone(5, "c-4"), gone(6), gone(3)});
    EXPECT_EQ(log.words, (std::vector<std::string>{"group g: member c-3 gone",
                                                   "group g: offsets committed: t-0, t-1, t-2 and 1 more",
                                                   "group g: offsets deleted: t-0, t-1", "group g deleted"}));
}

TEST(RecordSizes, WhatACompactionKeeps) {
    RecordSizes sizes(topicReader(), *topicReader().topicByWord("offsets"), true);
    std::int64_t next = 0;
    const auto write = [&](const WrittenBatch& batch) {
        const ByteBuffer bytes = batch.at(next);
        next += batch.lastDelta() + 1;
        BatchIterator iterator(bytes);
        RecordReader reader;
        for (BatchEntry entry; iterator.next(entry);) {
            for (bool isOpen = reader.open(entry); isOpen && reader.next();) {
                sizes.add(reader.record(), BatchContext::of(reader.header()));
            }
        }
    };
    WrittenBatch plain;
    plain.records = {commit(0, 1), commit(0, 2), commit(1, 1), commit(2, 1)};
    write(plain);
    plain.records = {commitGone(1), epoch(3, 2)};
    write(plain);
    WrittenBatch pending;
    pending.records = {commit(2, 5)};
    pending.producerId = 4;
    pending.attributes = 0x10;
    write(pending);
    const TypeAmount& commits = sizes.byType().at(1);
    EXPECT_EQ(commits.name, "OffsetCommit");
    EXPECT_EQ(commits.all.records, 6u);
    // t-0 once, t-2 as it is and as it may become.
    EXPECT_EQ(commits.kept.records, 3u);
    EXPECT_EQ(commits.tombstones.records, 1u);
    write(markerBatch(4, false));
    EXPECT_EQ(commits.kept.records, 2u);
    write(pending);
    write(markerBatch(4, true));
    EXPECT_EQ(commits.kept.records, 2u);
    EXPECT_EQ(sizes.control().records, 2u);
    EXPECT_EQ(sizes.byType().at(3).kept.records, 1u);
}

}  // namespace
}  // namespace brokerscope
