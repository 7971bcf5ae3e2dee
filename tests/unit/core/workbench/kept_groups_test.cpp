#include "core/workbench/kept_groups.h"

#include "core/base/base64.h"
#include "core/groups/group_timeline.h"
#include "tests/support/capture_writer.h"
#include "tests/support/group_exchanges.h"
#include "tests/unit/core/internal_topics/group_values.h"
#include "tests/unit/core/workbench/written_topic.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using namespace brokerscope::testing;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct ReadGroups {
    std::vector<GroupEvent> events;
    KeptGroupsPiece last;
    int pieces = 0;
};

ReadGroups readGroups(KeptGroups& kept, const std::string& path, const CancelToken& cancel = {}) {
    ReadGroups read;
    kept.read(
        path,
        [&](KeptGroupsPiece piece) {
            read.events.insert(read.events.end(), piece.events.begin(), piece.events.end());
            read.last = std::move(piece);
            ++read.pieces;
        },
        cancel);
    return read;
}

ByteBuffer groupBatch() {
    WrittenBatch batch;
    batch.records = {member(5, "a"), epoch(3, 2), current(8, "a", {2, 1, 0, {0, 3}, {}, {}})};
    return sealed(batch, 40);
}

void expectMember(const ReadGroups& read) {
    GroupTimeline timeline("g");
    timeline.append(read.events);
    timeline.finish();
    EXPECT_EQ(timeline.type(), GroupType::Consumer);
    ASSERT_EQ(timeline.lanes().members.size(), 1U);
}

TEST(KeptGroups, OfALogDirectoryAndOfOneSegment) {
    const WrittenLogs logs("kept-groups");
    logs.write("__consumer_offsets-18", groupBatch());
    logs.write("orders-0", sealed(WrittenBatch{{plainRecord("o-1", "paid")}, 1000, -1, -1, 0, {}}, 0));
    for (const std::string& path : {logs.path(), logs.path("__consumer_offsets-18"),
                                    logs.path("__consumer_offsets-18") + "/00000000000000000000.log"}) {
        KeptGroups kept(SchemaRegistry::embedded());
        const ReadGroups read = readGroups(kept, path);
        EXPECT_FALSE(read.last.progress.failure);
        EXPECT_EQ(read.last.progress.percent(), 100);
        EXPECT_EQ(read.last.records, 1U);
        expectMember(read);
        EXPECT_NE(kept.batchOf({18, 41, -1}), nullptr);
        EXPECT_EQ(kept.batchOf({18, 43, -1}), nullptr);
        EXPECT_EQ(kept.batchOf({3, 41, -1}), nullptr);
    }
}

TEST(KeptGroups, WhatIsBrokenInASegmentIsSaid) {
    const WrittenLogs logs("kept-broken");
    ByteBuffer bytes(50, 0xff);
    const ByteBuffer batch = groupBatch();
    bytes.insert(bytes.end(), batch.begin(), batch.end());
    logs.write("__consumer_offsets-18", bytes);
    KeptGroups kept(SchemaRegistry::embedded());
    const ReadGroups read = readGroups(kept, logs.path());
    expectMember(read);
    EXPECT_EQ(read.last.faults.count(), 1U);
    EXPECT_EQ(read.last.faults.first().front().partition, 18);
    EXPECT_EQ(read.last.progress.percent(), 100) << "what is damaged was passed over";
}

TEST(KeptGroups, OfACaptureWhoseFetchesBringTheRecords) {
    TestTalk talk;
    talk.open();
    talk.client(*requestFrame("Fetch", 12, "{}"));
    talk.server(*responseFrame(
        "Fetch", 12,
        fmt::format(R"({{"responses":[{{"topic":"__consumer_offsets","partitions":[{{"partitionIndex":18,"errorCode":0,
            "highWatermark":43,"records":"{}"}}]}}]}})",
                    toBase64(groupBatch()))));
    const WrittenLogs logs("kept-capture");
    logs.write("capture", talk.file.bytes);
    KeptGroups kept(SchemaRegistry::embedded());
    const ReadGroups read = readGroups(kept, logs.path("capture") + "/00000000000000000000.log");
    EXPECT_EQ(read.last.exchanges, 1U);
    expectMember(read);
    EXPECT_NE(kept.batchOf({18, 42, -1}), nullptr);
    EXPECT_EQ(kept.batchOf({18, 50, -1}), nullptr);
    EXPECT_NE(kept.exchanges()->find(ExchangeId{1}), nullptr);
}

TEST(KeptGroups, WhatIsNoneOfTheseIsSaid) {
    const WrittenLogs logs("kept-others");
    logs.write("orders-0", sealed(WrittenBatch{{plainRecord("o-1", "paid")}, 1000, -1, -1, 0, {}}, 0));
    KeptGroups kept(SchemaRegistry::embedded());
    const ReadGroups folder = readGroups(kept, logs.path());
    ASSERT_TRUE(folder.last.progress.failure);
    EXPECT_THAT(folder.last.progress.failure->text(), HasSubstr("__consumer_offsets"));
    const ReadGroups nothing = readGroups(kept, "/nowhere/at/all.rec");
    ASSERT_TRUE(nothing.last.progress.failure);
    EXPECT_THAT(nothing.events, IsEmpty());
}

TEST(KeptGroups, CancelledItGivesWhatItHas) {
    const WrittenLogs logs("kept-cancelled");
    logs.write("__consumer_offsets-18", groupBatch());
    CancelToken cancel;
    cancel.cancel();
    KeptGroups kept(SchemaRegistry::embedded());
    const ReadGroups read = readGroups(kept, logs.path("__consumer_offsets-18"), cancel);
    EXPECT_EQ(read.pieces, 1);
    EXPECT_LT(read.last.progress.percent(), 100);
}

}  // namespace
}  // namespace brokerscope
