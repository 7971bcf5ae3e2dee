// The cases about record batches with magic 2, read as the bulk path reads them.
#include "tests/unit/core/records/case_bytes.h"
#include "tests/unit/core/records/record_set_support.h"

#include <gmock/gmock.h>

using namespace brokerscope;
using namespace brokerscope::testing;
using ::testing::IsEmpty;
using ::testing::SizeIs;

namespace {

constexpr std::int64_t kTime = 1700000000000;

TEST(RecordBatchCases, C028MinimalBatch) {
    const ReadSet set(kC028_0);
    ASSERT_THAT(set.entries, SizeIs(1));
    const ReadEntry& batch = set[0];
    EXPECT_EQ(batch.entry.kind, EntryKind::Batch);
    EXPECT_EQ(batch.entry.wholeSize, 70U);
    EXPECT_TRUE(batch.crc->isGood());
    EXPECT_EQ(batch.crc->range.first, 21U);
    EXPECT_EQ(batch.crc->range.end, 70U);
    EXPECT_EQ(batch.header.baseOffset, 0);
    EXPECT_EQ(batch.header.batchLength, 58);
    EXPECT_EQ(batch.header.producerId, -1);
    EXPECT_EQ(batch.header.recordsCount, 1);
    ASSERT_THAT(batch.records, SizeIs(1));
    EXPECT_EQ(summary(batch), "0:\"k\"=\"v\"");
    EXPECT_EQ(batch.records[0].view.timestamp, kTime);
    EXPECT_EQ(batch.records[0].view.timestampType, TimestampType::CreateTime);
    EXPECT_THAT(batch.records[0].headers, IsEmpty());
    EXPECT_THAT(batch.remarks, IsEmpty());
}

TEST(RecordBatchCases, C029TimestampDeltaIs64Bit) {
    const ReadSet far(kC029_0);
    EXPECT_EQ(far[0].records[0].view.timestamp, 0);
    EXPECT_EQ(far[0].records[1].view.timestamp, 1787086231121);
    EXPECT_EQ(summary(far[0]), "0:null=\"a\" 1:null=\"b\"");
    const ReadSet back(kC029_1);
    EXPECT_EQ(back[0].records[0].view.timestampDelta, -(std::int64_t{1} << 40));
    EXPECT_EQ(back[0].records[0].view.timestamp, kTime - (std::int64_t{1} << 40));
    EXPECT_THAT(back[0].remarks, IsEmpty());
}

TEST(RecordBatchCases, C030EmptiedByCompaction) {
    const ReadSet set(kC030_0);
    EXPECT_TRUE(set[0].crc->isGood());
    EXPECT_THAT(set[0].records, IsEmpty());
    EXPECT_EQ(set[0].header.baseOffset, 100);
    EXPECT_EQ(set[0].header.lastOffset(), 109);
    EXPECT_EQ(set[0].header.nextOffset(), 110);
    EXPECT_EQ(set[0].header.producerId, 4005);
    EXPECT_EQ(set[0].header.producerEpoch, 3);
    EXPECT_THAT(set[0].remarks, IsEmpty());
}

TEST(RecordBatchCases, C031CompactedTail) {
    const ReadSet set(kC031_0);
    EXPECT_EQ(summary(set[0]), "200:\"a\"=\"1\" 201:\"b\"=\"2\"");
    EXPECT_EQ(set[0].header.lastOffset(), 209);
    EXPECT_EQ(set[0].header.nextOffset(), 210);
    EXPECT_THAT(set[0].remarks, IsEmpty());
}

TEST(RecordBatchCases, C032CompactedHoles) {
    const ReadSet set(kC032_0);
    EXPECT_EQ(summary(set[0]), "303:\"a\"=\"1\" 307:\"b\"=\"2\"");
    EXPECT_THAT(set[0].remarks, IsEmpty());
}

TEST(RecordBatchCases, C033LogAppendTime) {
    const ReadSet first(kC033_0);
    EXPECT_EQ(first[0].records[0].view.timestamp, 1700000005000);
    EXPECT_EQ(first[0].records[1].view.timestamp, 1700000005000);
    EXPECT_EQ(first[0].records[1].view.timestampDelta, 3837565);
    EXPECT_EQ(first[0].records[1].view.timestampType, TimestampType::LogAppendTime);
    const ReadSet second(kC033_1);
    EXPECT_EQ(second[0].header.baseTimestamp, -1);
    EXPECT_EQ(second[0].records[0].view.timestamp, 1700000005000);
}

TEST(RecordBatchCases, C034NoTimestampAndNegativeOnes) {
    EXPECT_EQ(ReadSet(kC034_0)[0].records[0].view.timestamp, -1);
    EXPECT_EQ(ReadSet(kC034_1)[0].records[0].view.timestamp, -86400000);
}

TEST(RecordBatchCases, C035DeleteHorizon) {
    const ReadSet set(kC035_0);
    EXPECT_TRUE(set[0].header.hasDeleteHorizon());
    EXPECT_EQ(set[0].header.baseTimestamp, 1700086400000);
    EXPECT_EQ(set[0].records[0].view.timestamp, kTime);
    EXPECT_EQ(summary(set[0]), "0:\"a\"=null");
    EXPECT_THAT(set[0].remarks, IsEmpty());
}

TEST(RecordBatchCases, C036PartialLastBatch) {
    const ReadSet head(kC036_0);
    ASSERT_THAT(head.entries, SizeIs(2));
    EXPECT_EQ(summary(head[0]), "10:\"k\"=\"v\"");
    EXPECT_EQ(head[1].entry.kind, EntryKind::Partial);
    EXPECT_EQ(head[1].remarks.at(0).text(), "partial batch: 8 bytes, too few to know its size");
    EXPECT_FALSE(head[1].crc);
    const ReadSet header(kC036_1);
    EXPECT_EQ(header[1].remarks.at(0).text(),
              "partial batch: 40 of 109 bytes are here; a limit of at least 109 bytes a partition brings it whole");
    EXPECT_EQ(header[1].remarks.at(0).severity, Severity::Note);
    const ReadSet body(kC036_2);
    EXPECT_EQ(body[1].remarks.at(0).arguments, (std::vector<std::string>{"104", "109"}));
    EXPECT_FALSE(body[1].crc);
    EXPECT_THAT(body[1].remarks, SizeIs(1));
}

TEST(RecordBatchCases, C039MarkersAndUnknownControlType) {
    const ReadSet commit(kC039_0);
    EXPECT_TRUE(commit[0].header.isControl());
    EXPECT_TRUE(commit[0].header.isTransactional());
    EXPECT_EQ(commit[0].header.producerId, 4005);
    EXPECT_EQ(commit[0].header.producerEpoch, 16);
    EXPECT_EQ(ReadSet(kC039_1)[0].header.producerEpoch, 17);
    EXPECT_TRUE(ReadSet(kC039_2)[0].header.isControl());
}

TEST(RecordBatchCases, C040SeveralControlRecords) {
    const ReadSet set(kC040_0);
    EXPECT_THAT(set[0].records, SizeIs(3));
    EXPECT_THAT(set[0].remarks, IsEmpty());
}

TEST(RecordBatchCases, C041SnapshotFile) {
    const ReadSet set(kC041_0);
    ASSERT_THAT(set.entries, SizeIs(3));
    EXPECT_TRUE(set[0].header.isControl());
    EXPECT_FALSE(set[1].header.isControl());
    EXPECT_TRUE(set[2].header.isControl());
    for (const ReadEntry& entry : set.entries) {
        EXPECT_TRUE(entry.crc->isGood());
        EXPECT_THAT(entry.remarks, IsEmpty());
    }
}

TEST(RecordBatchCases, C043Headers) {
    const ReadSet odd(kC043_0);
    const std::vector<ReadHeader>& headers = odd[0].records[0].headers;
    ASSERT_THAT(headers, SizeIs(3));
    EXPECT_EQ(headers[0].key + '=' + headers[0].value, "a=null");
    EXPECT_EQ(headers[1].key + '=' + headers[1].value, "a=\"\"");
    EXPECT_EQ(headers[2].key + '=' + headers[2].value, "=\"z\"");
    EXPECT_THAT(odd[0].remarks, IsEmpty());

    const ReadSet broken(kC043_1);
    ASSERT_THAT(broken[0].records, SizeIs(1));
    EXPECT_EQ(summary(broken[0]), "0:null=\"x\"");
    EXPECT_TRUE(broken[0].records[0].view.isBroken);
    const Diagnostic* wrong = remarkOf(broken[0].remarks, MessageId::NullNotAllowed);
    ASSERT_NE(wrong, nullptr);
    EXPECT_EQ(wrong->span.offset, 69U);
    EXPECT_EQ(wrong->path, "records[0].headers[0].key");
}

TEST(RecordBatchCases, C044NullAgainstEmpty) {
    const ReadSet set(kC044_0);
    EXPECT_EQ(summary(set[0]), "0:null=\"1\" 1:\"\"=\"2\" 2:\"k\"=null 3:\"k\"=\"\"");
}

TEST(RecordBatchCases, C045CrcLeavesOffsetAndEpochOut) {
    const ReadSet first(kC045_0);
    const ReadSet moved(kC045_1);
    EXPECT_TRUE(first[0].crc->isGood());
    EXPECT_TRUE(moved[0].crc->isGood());
    EXPECT_EQ(first[0].crc->stored, moved[0].crc->stored);
    EXPECT_EQ(moved[0].header.partitionLeaderEpoch, 42);
    EXPECT_EQ(moved[0].records[0].view.offset, 987654321);
}

TEST(RecordBatchCases, C046CrcMismatch) {
    const ReadSet wrong(kC046_0);
    EXPECT_EQ(wrong[0].crc->remark(0)->text(), "stored 37363337, computed e99b8dd8 over bytes 21 to 70");
    EXPECT_EQ(summary(wrong[0]), "0:\"k\"=\"v\"");
    const ReadSet otherKind(kC046_1);
    EXPECT_EQ(otherKind[0].crc->remark(100)->text(),
              "cac42c5f is the CRC-32 of these bytes, where CRC-32C e99b8dd8 belongs");
    EXPECT_EQ(otherKind[0].crc->remark(100)->span, (ByteSpan{BufferId::Main, 117, 4}));
}

TEST(RecordBatchCases, C047UnknownMagic) {
    const ReadSet set(kC047_0);
    ASSERT_THAT(set.entries, SizeIs(2));
    EXPECT_EQ(set[0].entry.kind, EntryKind::UnknownMagic);
    EXPECT_EQ(set[0].remarks.at(0).text(), "unsupported magic 3: the bytes stay as they are");
    EXPECT_EQ(summary(set[1]), "1:null=\"ok\"");
}

TEST(RecordBatchCases, SequencesWrap) {
    BatchHeader header;
    header.baseSequence = 2147483646;
    header.lastOffsetDelta = 3;
    EXPECT_EQ(header.sequenceAt(1), 2147483647);
    EXPECT_EQ(header.sequenceAt(2), 0);
    EXPECT_EQ(header.lastSequence(), 1);
    header.baseSequence = -1;
    EXPECT_EQ(header.lastSequence(), -1);
}

TEST(RecordBatchCases, CountBeyondTheBytes) {
    std::string hex(kC028_0);
    hex.replace(57 * 2, 8, "7fffffff");
    const ReadSet set(hex);
    EXPECT_THAT(set[0].records, SizeIs(1));
    EXPECT_EQ(remarkOf(set[0].remarks, MessageId::RecordCountMismatch)->text(), "2147483647 records said, 1 found");
    hex.replace(57 * 2, 8, "ffffffff");
    const ReadSet negative(hex);
    EXPECT_THAT(negative[0].records, IsEmpty());
    EXPECT_NE(remarkOf(negative[0].remarks, MessageId::CountNegative), nullptr);
    hex.replace(57 * 2, 8, "00000000");
    EXPECT_EQ(remarkOf(ReadSet(hex)[0].remarks, MessageId::BytesLeft)->arguments.at(0), "9");
}

TEST(RecordBatchCases, ABrokenRecordCostsItselfAlone) {
    // Two records; the first one's key claims more than the record holds.
    std::string hex(kC031_0);
    hex.replace(65 * 2, 2, "7e");
    const ReadSet set(hex);
    ASSERT_THAT(set[0].records, SizeIs(2));
    EXPECT_TRUE(set[0].records[0].view.isBroken);
    EXPECT_EQ(set[0].records[1].key, "\"b\"");
    EXPECT_FALSE(set[0].records[1].view.isBroken);
}

TEST(RecordBatchCases, LengthsThatAreNoneEndTheSet) {
    std::string hex(kC028_0);
    for (const std::string_view length : {"ffffffff", "80000000", "00000000", "00000030"}) {
        hex.replace(16, 8, length);
        const ReadSet set(hex);
        ASSERT_THAT(set.entries, SizeIs(1)) << length;
        EXPECT_EQ(set[0].entry.kind, EntryKind::Invalid) << length;
        EXPECT_EQ(set[0].remarks.at(0).id, MessageId::BatchLengthInvalid) << length;
    }
    EXPECT_THAT(ReadSet("").entries, IsEmpty());
}

}  // namespace
