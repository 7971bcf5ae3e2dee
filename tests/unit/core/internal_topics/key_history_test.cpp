#include "core/internal_topics/key_history.h"

#include "core/internal_topics/state_difference.h"
#include "tests/unit/core/internal_topics/group_values.h"
#include "tests/unit/core/internal_topics/replayed_log.h"
#include "tests/unit/core/internal_topics/state_log.h"

#include <gtest/gtest.h>
#include <random>

namespace brokerscope {
namespace {

using namespace testing;

const StateObjectId kGroupG{StateObjectKind::Group, "g"};

// Committed offset of a partition of group g at a moment; nothing: none in force.
std::optional<std::string> committedAt(const StateLog& log, std::int64_t moment, const std::string& partition) {
    const auto object = log.rebuiltAt(moment)->object(kGroupG);
    if (object) {
        for (const StateFact& fact : object->facts) {
            if (fact.path == FactPath{"offsets", partition}) {
                return fact.json.substr(1, fact.json.find(',') - 1);
            }
        }
    }
    return std::nullopt;
}

TEST(KeyHistory, ATransactionalCommitWaitsForItsMarker) {
    StateLog log("offsets");
    log.write({commit(0, 5)});                    // 0
    log.write(inTransaction(9, {commit(0, 8)}));  // 1
    log.write({commit(1, 1)});                    // 2
    log.write(markerBatch(9, true));              // 3
    log.write(inTransaction(9, {commit(0, 9)}));  // 4
    log.write(markerBatch(9, false));             // 5
    const std::string partition = "t-0";
    EXPECT_EQ(committedAt(log, 0, partition), R"("offset":5)");
    EXPECT_EQ(committedAt(log, 1, partition), R"("offset":5)");
    EXPECT_EQ(committedAt(log, 2, partition), R"("offset":5)");
    EXPECT_EQ(committedAt(log, 3, partition), R"("offset":8)");
    EXPECT_EQ(committedAt(log, 4, partition), R"("offset":8)");
    EXPECT_EQ(committedAt(log, 5, partition), R"("offset":8)");
    const auto history = log.history().history(kGroupG, {"offsets", partition});
    ASSERT_EQ(history.size(), 1u);
    ASSERT_EQ(history[0].steps.size(), 3u);
    EXPECT_FALSE(history[0].steps[0].transaction);
    EXPECT_EQ(history[0].steps[1].transaction->producerId, 9);
    EXPECT_EQ(history[0].steps[1].transaction->marker, 3);
    EXPECT_TRUE(history[0].steps[1].transaction->isCommitted);
    EXPECT_FALSE(history[0].steps[2].transaction->isCommitted);
    EXPECT_EQ(history[0].steps[2].record, (RecordPlace{7, 4, -1}));
    const auto ofRecord = log.history().historyOf(1);
    ASSERT_TRUE(ofRecord);
    EXPECT_EQ(ofRecord->object, kGroupG);
    EXPECT_EQ(ofRecord->path, (FactPath{"offsets", partition}));
    EXPECT_EQ(ofRecord->steps.size(), 3u);
    EXPECT_EQ(log.history().historyOf(2)->path, (FactPath{"offsets", "t-1"}));
    EXPECT_FALSE(log.history().historyOf(3)) << "a marker";
    EXPECT_FALSE(log.history().historyOf(6));
}

TEST(KeyHistory, OffsetsThatNoStepHoldsEndIt) {
    const TopicRecordReader reader(SchemaRegistry::embedded());
    const InternalTopicFacts& topic = *reader.topicByWord("offsets");
    KeyHistory history(reader, topic, 7);
    RecordReader records;
    const auto add = [&](std::int64_t offset) {
        WrittenBatch batch;
        batch.records = {commit(0, 5)};
        const ByteBuffer bytes = batch.at(offset);
        BatchEntry entry;
        BatchIterator(bytes).next(entry);
        history.begin(0, bytes.size());
        for (records.open(entry); records.next();) {
            history.record(records.record(), BatchContext::of(records.header()));
        }
    };
    add(KeyHistory::kMostOffset);
    EXPECT_FALSE(history.end());
    add(KeyHistory::kMostOffset + 1);
    add(KeyHistory::kMostOffset + 2);
    EXPECT_EQ(history.end(), KeyHistory::kMostOffset + 1);
    const auto steps = history.history(kGroupG);
    ASSERT_EQ(steps.size(), 1u);
    ASSERT_EQ(steps[0].steps.size(), 1u);
    EXPECT_EQ(steps[0].steps[0].record.offset, KeyHistory::kMostOffset);
    const StateLog nothing("offsets");
    const auto state = makeTopicState(reader, topic, 7);
    const auto made = history.rebuild(KeyHistory::kMostOffset + 1, nothing, *state);
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().id, MessageId::LimitExceeded);
}

TEST(KeyHistory, OneMembersHistory) {
    StateLog log("offsets");
    log.write(
        {member(5, "a"), epoch(3, 2), target(7, "a", {0}), targetEpoch(6, 2), current(8, "a", {2, 0, 0, {0}, {}, {}})});
    log.write({member(5, "b"), epoch(3, 3), current(8, "b", {3, 0, 2, {}, {}, {}})});
    log.write({gone(8, "b"), gone(5, "b"), epoch(3, 4)});
    const auto history = log.history().history(kGroupG, {"members", "b"});
    ASSERT_EQ(history.size(), 2u);
    EXPECT_EQ(factName(history[0].path), "members[b].metadata");
    ASSERT_EQ(history[0].steps.size(), 2u);
    EXPECT_EQ(history[0].steps[1].effect, RecordEffect::Removes);
    EXPECT_EQ(factName(history[1].path), "members[b].current");
    EXPECT_EQ(log.history().history(kGroupG).size(), 7u);
    EXPECT_TRUE(log.history().history({StateObjectKind::Group, "nobody"}).empty());
}

TEST(KeyHistory, ATimeIsTheMomentBeforeTheFirstLaterRecord) {
    StateLog log("offsets");
    const auto at = [&](std::int64_t timestamp, std::int64_t offset) {
        WrittenBatch batch;
        batch.records = {commit(0, offset)};
        batch.timestamp = timestamp;
        log.write(batch);
    };
    at(1000, 1);
    at(3000, 2);  // stamped ahead
    at(2000, 3);
    at(3000, 4);
    at(4000, 5);
    const auto momentOf = [&](std::int64_t timestamp) { return *log.history().momentOf(timestamp, log); };
    EXPECT_EQ(momentOf(999), -1);
    EXPECT_EQ(momentOf(1000), 0);
    EXPECT_EQ(momentOf(2500), 0);
    EXPECT_EQ(momentOf(3000), 3);
    EXPECT_EQ(momentOf(3999), 3);
    EXPECT_EQ(momentOf(5000), 4);
}

// What happens to two groups at random, transactions of three producers among it.
void writeAtRandom(StateLog& log, std::mt19937& random) {
    const std::string group = random() % 2 == 0 ? "g" : "h";
    const auto partition = static_cast<std::int32_t>(random() % 3);
    const auto producerId = static_cast<std::int64_t>(random() % 3);
    const auto number = static_cast<std::int64_t>(random() % 100);
    const std::string id = random() % 2 == 0 ? "a" : "b";
    switch (random() % 8) {
        case 0:
            log.write({commitGone(partition, group)});
            return;
        case 1:
            log.write(markerBatch(producerId, random() % 2 == 0));
            return;
        case 2:
        case 3:
            log.write(inTransaction(producerId, {commit(partition, number, group), commit(0, number + 1, group)}));
            return;
        case 4:
            log.write({member(5, id, {}, group), epoch(3, static_cast<std::int32_t>(number), group)});
            return;
        case 5:
            log.write({gone(5, id, group), epoch(3, static_cast<std::int32_t>(number), group)});
            return;
        case 6:
            log.skip(2).write({gone(5, "a", group), gone(5, "b", group), gone(3, {}, group)});
            return;
        default:
            log.write({commit(partition, number, group), commit(partition, number + 1, group)});
    }
}

TEST(KeyHistory, EveryMomentIsWhatAReplayUpToItGives) {
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
        StateLog log("offsets");
        std::mt19937 random(seed);
        for (int step = 0; step < 60; ++step) {
            writeAtRandom(log, random);
        }
        for (std::int64_t moment = -1; moment < log.nextOffset(); ++moment) {
            const auto replayed = log.replayedTo(moment);
            ASSERT_EQ(stateLines(*log.rebuiltAt(moment)), stateLines(*replayed)) << seed << ' ' << moment;
            const auto alone = log.rebuiltAt(moment, std::vector{kGroupG});
            const auto both = replayed->object(kGroupG);
            const auto one = alone->object(kGroupG);
            ASSERT_EQ(one ? one->facts.size() : 2, both ? both->facts.size() : 2) << seed << ' ' << moment;
        }
    }
}

// Looking at changed objects alone finds all that is another.
TEST(KeyHistory, ChangedObjectsAreEnoughForTheDifference) {
    StateLog log("offsets");
    std::mt19937 random(7);
    for (int step = 0; step < 80; ++step) {
        writeAtRandom(log, random);
    }
    const auto text = [](const std::vector<ObjectDifference>& differences) {
        std::string all;
        for (const ObjectDifference& difference : differences) {
            appendDifferenceJson(all, difference);
        }
        return all;
    };
    for (std::int64_t after = 0; after + 5 < log.nextOffset(); after += 3) {
        const auto before = log.rebuiltAt(after);
        const auto now = log.rebuiltAt(after + 2);
        const auto changed = log.history().changedObjects(after, after + 2);
        const std::string all = text(stateDifference(*before, *now));
        EXPECT_EQ(changed.empty() ? std::string() : text(stateDifference(*before, *now, changed)), all) << after;
    }
}

TEST(KeyHistory, TheIndexHasALimit) {
    const InternalTopicFacts& topic = *topicReader().topicByWord("offsets");
    KeyHistory history(topicReader(), topic, 7, {}, 1);
    StateLog log("offsets");
    log.write({commit(0, 5)}).write({commit(0, 6)});
    RecordReader reader;
    std::uint64_t position = 0;
    EXPECT_TRUE(log.read(0, [&](const BatchEntry& entry) {
        history.begin(position++, entry.bytes.size());
        for (bool isOpen = reader.open(entry); isOpen && reader.next();) {
            history.record(reader.record(), BatchContext::of(reader.header()));
        }
        return true;
    }));
    EXPECT_EQ(history.end(), 1);
    EXPECT_EQ(history.records(), 1u);
    const auto state = makeTopicState(topicReader(), topic, 7);
    EXPECT_TRUE(history.rebuild(0, log, *state));
    EXPECT_EQ(history.rebuild(1, log, *state).error().id, MessageId::LimitExceeded);
}

TEST(KeyHistory, WhatTheSourceHasLostIsSaid) {
    StateLog log("offsets");
    log.write({commit(0, 5)}).write({commit(1, 6)}).write({commit(2, 7)});
    log.lose(1);
    const auto state = makeTopicState(topicReader(), *topicReader().topicByWord("offsets"), 7);
    const auto made = log.history().rebuild(2, log, *state);
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().id, MessageId::RecordsMissing);
    EXPECT_EQ(made.error().arguments, (std::vector<std::string>{"1", "1"}));
    // What is there is in it.
    EXPECT_EQ(state->object(kGroupG)->facts.size(), 4u);
}

TEST(KeyHistory, ACancelledRebuildEnds) {
    StateLog log("offsets");
    log.write({commit(0, 5)}).write({commit(1, 6)});
    CancelToken cancel;
    cancel.cancel();
    const auto state = makeTopicState(topicReader(), *topicReader().topicByWord("offsets"), 7);
    EXPECT_EQ(log.history().rebuild(1, log, *state, {}, cancel).error().id, MessageId::Cancelled);
}

TEST(StateDifference, ValuesThatAreSetAnewAreNone) {
    StateLog log("offsets");
    log.write({member(5, "a"), epoch(3, 2)});
    log.write({epoch(3, 2), member(5, "b")});
    const auto differences = stateDifference(*log.rebuiltAt(1), *log.rebuiltAt(3));
    ASSERT_EQ(differences.size(), 1u);
    ASSERT_EQ(differences[0].facts.size(), 1u);
    EXPECT_EQ(factName(differences[0].facts[0].path()), "members[b].metadata");
    std::string text;
    appendDifferenceJson(text, stateDifference(*log.rebuiltAt(-1), *log.rebuiltAt(0))[0]);
    EXPECT_EQ(text.substr(0, 60), R"({"group":"g","change":"added","facts":[{"fact":"type","befor)");
}

}  // namespace
}  // namespace brokerscope
