#include "core/workbench/topic_state_fold.h"

#include "core/internal_topics/metadata_image_replay.h"
#include "core/workbench/file_metadata.h"
#include "core/workbench/state_segments.h"
#include "core/workbench/topic_segment_reader.h"
#include "tests/unit/core/internal_topics/metadata_log.h"
#include "tests/unit/core/workbench/folded_topic.h"
#include "tests/unit/core/workbench/written_topic.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const Uuid kFoldedId = *Uuid::fromString("0f1e2d3c-4b5a-4978-8796-a5b4c3d2e1f0");
const Uuid kClicksId = *Uuid::fromString("1f1e2d3c-4b5a-4978-8796-a5b4c3d2e1f0");

std::vector<std::string> topicsIn(const TopicState& state) {
    std::vector<std::string> names;
    for (const StateObjectId& id : state.objects()) {
        names.push_back(id.id);
    }
    return names;
}

TEST(TopicStateFold, TheLogGoesOnBehindASnapshot) {
    FoldedTopic log("metadata");
    log.write({topicRecord("orders", kFoldedId)}, 1000, 40);
    log.next = 38;
    // The last two records before the snapshot's end are in it already.
    log.write({topicRecord("gone", kClicksId), noOp()});
    log.write({topicRecord("clicks", kClicksId)});
    log.fold.finish();
    EXPECT_THAT(topicsIn(log.state()), ElementsAre("clicks", "orders"));
    EXPECT_THAT(log.fold.missing(), IsEmpty());
    const auto orders = log.state().object({StateObjectKind::Topic, "orders"});
    ASSERT_TRUE(orders);
    EXPECT_EQ(placeText(orders->facts.front().from), "0:0 of checkpoint 40");
    EXPECT_EQ(placeText(log.state().object({StateObjectKind::Topic, "clicks"})->facts.front().from), "0:40");
}

TEST(TopicStateFold, AMomentOfAnOffsetOrATimeIsNotNow) {
    StateMoment moment;
    EXPECT_TRUE(moment.isNow());
    moment.partition = 3;
    EXPECT_TRUE(moment.isNow()) << "of that partition";
    moment.offset = 100;
    EXPECT_FALSE(moment.isNow());
    moment = {};
    moment.timeMs = 1000;
    EXPECT_FALSE(moment.isNow());
}

TEST(TopicStateFold, ASnapshotThatHasMoreThanTheMomentIsLeftOut) {
    StateMoment moment;
    moment.offset = 30;
    FoldedTopic log("metadata", moment);
    log.write({topicRecord("orders", kFoldedId)}, 1000, 40);
    log.write({topicRecord("clicks", kClicksId)}, 1000, 40);
    log.next = 40;
    log.write({noOp()});
    EXPECT_THAT(topicsIn(log.state()), IsEmpty());
    ASSERT_THAT(log.fold.missing(), SizeIs(1));
    EXPECT_EQ(log.fold.missing()[0].last, 39);
}

TEST(TopicStateFold, WhatNeitherLogNorSnapshotHasIsMissing) {
    FoldedTopic log("metadata");
    log.write({topicRecord("orders", kFoldedId)}, 1000, 40);
    log.next = 45;
    log.write({topicRecord("clicks", kClicksId)});
    ASSERT_THAT(log.fold.missing(), SizeIs(1));
    EXPECT_EQ(log.fold.missing()[0].first, 40);
    EXPECT_EQ(log.fold.missing()[0].last, 44);
    // Of a topic without snapshots it was compacted away.
    FoldedTopic offsets("offsets");
    offsets.next = 45;
    offsets.write({commitRecord("g", "t", 0, 1)});
    EXPECT_THAT(offsets.fold.missing(), IsEmpty());
}

TEST(TopicStateFold, FollowersGetTheSnapshotAndEachRecord) {
    std::vector<std::string> seen;
    FoldedTopic log("metadata", {},
                    {[&seen](TopicState&, const RecordView& view, const BatchContext&) {
                         seen.push_back(std::to_string(view.offset));
                     },
                     [&seen](TopicState& state) { seen.push_back("snapshot of " + state.objects().front().id); }});
    log.write({topicRecord("orders", kFoldedId)}, 1000, 3);
    log.next = 3;
    log.write({topicRecord("clicks", kClicksId), noOp()});
    EXPECT_THAT(seen, ElementsAre("snapshot of orders", "3", "4"));
    FoldedTopic alone("metadata", {}, {{}, [&seen](TopicState&) { seen.emplace_back("end"); }});
    alone.write({topicRecord("orders", kFoldedId)}, 1000, 3);
    alone.fold.finish();
    EXPECT_EQ(seen.back(), "end");
}

TEST(TopicStateFold, EntriesThatCannotBeReadAreFaults) {
    FoldedTopic log("offsets");
    WrittenBatch batch;
    batch.records = {commitRecord("g", "t", 0, 1)};
    batch.attributes = 1;  // gzip, which it is not
    log.write(batch);
    const RecordFaults& faults = log.fold.faults();
    ASSERT_THAT(faults.first(), SizeIs(1));
    EXPECT_EQ(faults.count(), 1u);
    EXPECT_EQ(faults.first()[0].offset, 0);
    EXPECT_THAT(faultLine("t", faults.first()[0]), ::testing::StartsWith("t-0, batch at offset 0: error"));
}

TEST(TopicStateFold, MomentsEndAPartition) {
    StateMoment moment;
    moment.timeMs = 1500;
    FoldedTopic log("metadata", moment);
    log.write({topicRecord("orders", kFoldedId)}, 1000);
    log.write({topicRecord("clicks", kClicksId)}, 2000);
    log.write({removedTopic(kFoldedId)}, 1200);
    EXPECT_THAT(topicsIn(log.state()), ElementsAre("orders"));
    EXPECT_EQ(log.fold.latestMs(), 1000);
}

// A snapshot of one topic, whose header says when the last record before it was written.
ByteBuffer snapshotOf(std::string_view topic, const Uuid& id, std::int64_t lastMs) {
    constexpr std::int16_t kControl = 0x20;
    WrittenBatch head;
    head.records.push_back(
        {FieldBytes().int16(0).int16(3).take(), FieldBytes().int16(0).int64(lastMs).noTags().take()});
    head.attributes = kControl;
    WrittenBatch body;
    body.records.push_back(topicRecord(topic, id));
    ByteBuffer bytes = sealed(head, 0);
    const ByteBuffer rest = sealed(body, 1);
    bytes.insert(bytes.end(), rest.begin(), rest.end());
    return bytes;
}

ByteBuffer entryAt(std::int64_t offset) {
    WrittenBatch batch;
    batch.records.push_back(noOp());
    return sealed(batch, offset);
}

class StateSegments : public ::testing::Test {
protected:
    StateSegments() : m_logs("state-segments") {
        write("00000000000000000010-0000000001.checkpoint", snapshotOf("orders", kFoldedId, 1000));
        write("00000000000000000020-0000000001.checkpoint", snapshotOf("clicks", kClicksId, 2000));
        write("00000000000000000005.log", entryAt(5));
        write("00000000000000000012.log", entryAt(12));
        write("00000000000000000020.log", entryAt(20));
    }

    void write(const std::string& name, const ByteBuffer& bytes) const {
        std::filesystem::create_directories(m_logs.path("__cluster_metadata-0"));
        std::ofstream file(m_logs.path("__cluster_metadata-0") + '/' + name, std::ios::binary);
        file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    }
    std::vector<std::string> chosen(const StateMoment& moment,
                                    StateBeginning beginning = StateBeginning::NewestSnapshot) const {
        const auto topics = listFileTopics(m_logs.path());
        EXPECT_TRUE(topics && topics->size() == 1);
        std::vector<std::string> names;
        for (const TopicSegment& segment : segmentsOfState(topics->front(), moment, {}, beginning)) {
            names.push_back(std::to_string(segment.offset) + (segment.isCheckpoint ? "c" : ""));
        }
        return names;
    }

    WrittenLogs m_logs;
};

TEST_F(StateSegments, TheNewestSnapshotBeforeTheMomentBegins) {
    EXPECT_THAT(chosen({}), ElementsAre("20c", "20"));
    EXPECT_THAT(chosen({.partition = 0, .offset = 19}), ElementsAre("20c", "20"));
    EXPECT_THAT(chosen({.partition = 0, .offset = 18}), ElementsAre("10c", "5", "12", "20"));
    EXPECT_THAT(chosen({.partition = 0, .offset = 8}), ElementsAre("5", "12", "20"));
    StateMoment time;
    time.timeMs = 2000;
    EXPECT_THAT(chosen(time), ElementsAre("20c", "20"));
    time.timeMs = 1999;
    EXPECT_THAT(chosen(time), ElementsAre("10c", "5", "12", "20"));
    time.timeMs = 999;
    EXPECT_THAT(chosen(time), ElementsAre("5", "12", "20"));
}

TEST_F(StateSegments, WhoWantsEveryRecordBeginsWhereTheLogDoes) {
    EXPECT_THAT(chosen({}, StateBeginning::WholeLog), ElementsAre("10c", "5", "12", "20"))
        << "nothing says what was before 5";
    std::filesystem::remove(m_logs.path("__cluster_metadata-0") + "/00000000000000000005.log");
    EXPECT_THAT(chosen({}, StateBeginning::WholeLog), ElementsAre("10c", "12", "20"));
    std::filesystem::remove(m_logs.path("__cluster_metadata-0") + "/00000000000000000012.log");
    std::filesystem::remove(m_logs.path("__cluster_metadata-0") + "/00000000000000000010-0000000001.checkpoint");
    write("00000000000000000015.log", entryAt(15));
    EXPECT_THAT(chosen({}, StateBeginning::WholeLog), ElementsAre("20c", "20")) << "nor before 15";
}

TEST_F(StateSegments, CopiesOfMetadataNameTopics) {
    const TopicRecordReader reader(SchemaRegistry::embedded());
    const auto metadata = metadataOfFiles(reader, {m_logs.path() + "/nowhere", m_logs.path()});
    ASSERT_NE(metadata, nullptr);
    EXPECT_EQ(metadata->image().topics.at(kClicksId).name, "clicks");
    EXPECT_EQ(metadataOfFiles(reader, {m_logs.path() + "/nowhere"}), nullptr);
}

TEST_F(StateSegments, ASnapshotAloneIsWhatThereIs) {
    const std::string alone = m_logs.path("__cluster_metadata-0") + "/00000000000000000010-0000000001.checkpoint";
    const auto topics = listFileTopics(alone);
    ASSERT_TRUE(topics);
    ASSERT_THAT(topics->front().segments, SizeIs(1));
    EXPECT_TRUE(topics->front().segments[0].isCheckpoint);
    EXPECT_EQ(topics->front().segments[0].offset, 10);
    for (const char* name : {"00000000000000000005.log", "00000000000000000012.log", "00000000000000000020.log"}) {
        std::filesystem::remove(m_logs.path("__cluster_metadata-0") + '/' + name);
    }
    EXPECT_THAT(chosen({}), ElementsAre("10c", "20c"));
    EXPECT_THAT(chosen({.partition = 0, .offset = 15}), ElementsAre("10c"));
}

TEST_F(StateSegments, SegmentsAreReadOneAfterTheOther) {
    using Step = TopicSegmentReader::Step;
    const auto topics = listFileTopics(m_logs.path("__cluster_metadata-0"));
    ASSERT_TRUE(topics);
    EXPECT_TRUE(topics->front().isItself);
    std::vector<TopicSegment> segments = topics->front().segments;
    segments[1].path += ".away";
    TopicSegmentReader reader(segments);
    std::vector<std::int64_t> offsets;
    std::size_t failures = 0;
    for (Step step{}; (step = reader.next()) != Step::End;) {
        if (step == Step::Part) {
            offsets.push_back(reader.part().entry.offset);
        }
        failures += step == Step::FileEnd && reader.failure() ? 1 : 0;
    }
    EXPECT_THAT(offsets, ElementsAre(5, 20));
    EXPECT_EQ(failures, 1u);
    EXPECT_EQ(reader.done(), reader.wanted());
}

TEST(FileTopicsOfOtherNames, AFolderIsATopicByItself) {
    const WrittenLogs logs("other-names");
    logs.write("copied", entryAt(0));
    const auto topics = listFileTopics(logs.path("copied"));
    ASSERT_TRUE(topics);
    ASSERT_THAT(*topics, SizeIs(1));
    EXPECT_EQ(topics->front().topic, "copied");
    bool isTaken = false;
    EXPECT_EQ(topicOfListing(*topics, "__consumer_offsets", isTaken), &topics->front());
    EXPECT_TRUE(isTaken);
    EXPECT_EQ(topicOfListing(*topics, "copied", isTaken), &topics->front());
    EXPECT_FALSE(isTaken);
    EXPECT_FALSE(listFileTopics(logs.path())) << "its name is none of a partition";
}

}  // namespace
}  // namespace brokerscope
