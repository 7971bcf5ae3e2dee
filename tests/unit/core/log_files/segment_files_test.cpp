#include "core/log_files/batch_outline.h"
#include "core/log_files/file_summary.h"
#include "core/log_files/log_check.h"
#include "core/log_files/snapshot_frame.h"
#include "core/records/batch_header.h"
#include "tests/unit/core/log_files/log_bytes.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace brokerscope {
namespace {

using testing::batchAt;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::kBatchSize;

ByteBuffer segment(int count, int first = 0) {
    ByteBuffer all;
    for (int i = 0; i < count; ++i) {
        const ByteBuffer batch = batchAt(static_cast<std::uint8_t>(first + i));
        all.insert(all.end(), batch.begin(), batch.end());
    }
    return all;
}

// A source whose bytes another thread of control changes.
class ChangingSource : public ByteSource {
public:
    explicit ChangingSource(ByteBuffer bytes) : m_bytes(std::move(bytes)) {}
    Result<std::uint64_t> size() const override { return m_bytes.size(); }
    Result<std::size_t> read(std::uint64_t offset, std::span<std::uint8_t> into) const override {
        if (m_fails) {
            return tl::unexpected<Error>(Error{MessageId::FileUnreadable, {"it", "gone"}, std::nullopt, {}});
        }
        const std::size_t count = MemoryByteSource(m_bytes).read(offset, into).value();
        if (m_after) {
            m_bytes = *std::exchange(m_after, std::nullopt);
        }
        return count;
    }
    // After the next read it has these bytes.
    void setAfter(ByteBuffer bytes) { m_after = std::move(bytes); }
    void fail() { m_fails = true; }

private:
    mutable ByteBuffer m_bytes;
    mutable std::optional<ByteBuffer> m_after;
    bool m_fails = false;
};

std::vector<std::string> scanned(SegmentScan& scan) {
    std::vector<std::string> parts;
    for (SegmentPart part; scan.next(part);) {
        std::string line = part.skipped > 0
                               ? "skipped " + std::to_string(part.entry.position) + '+' + std::to_string(part.skipped)
                               : std::to_string(part.entry.offset) + " at " + std::to_string(part.entry.position);
        parts.push_back(line + (part.remark ? ": " + part.remark->text() : ""));
    }
    return parts;
}

std::vector<std::string> scanned(const ByteBuffer& bytes) {
    const MemoryByteSource source(bytes);
    SegmentScan scan(source);
    return scanned(scan);
}

TEST(SegmentCases, C110_PreallocatedZeroTail) {
    ByteBuffer bytes = segment(1);
    bytes.resize(134);
    EXPECT_THAT(scanned(bytes), ElementsAre("0 at 0", "skipped 70+64: unused preallocated space, 64 bytes"));
}

TEST(SegmentCases, C111_ZeroedHeaderInTheMiddle) {
    ByteBuffer bytes = segment(1);
    bytes.resize(134);
    const ByteBuffer more = batchAt(1);
    bytes.insert(bytes.end(), more.begin(), more.end());
    EXPECT_THAT(scanned(bytes),
                ElementsAre("0 at 0",
                            "skipped 70+64: 64 bytes skipped (length 0 is none); the next one begins at byte 134",
                            "1 at 134"));
}

TEST(SegmentCases, C112_FileEndsInsideABatch) {
    const ByteBuffer whole = segment(2);
    const ByteBuffer cut(whole.begin(), whole.begin() + 131);
    const MemoryByteSource source(cut);
    SegmentScan scan(source);
    EXPECT_THAT(scanned(scan), ElementsAre("0 at 0", "1 at 70: incomplete batch: 61 of 70 bytes are here"));
    EXPECT_EQ(scan.resumePosition(), 70u);
    // Read again when it is whole.
    const MemoryByteSource grown(whole);
    SegmentScan again(grown, {}, scan.resumePosition(), scan.lastOffset());
    EXPECT_THAT(scanned(again), ElementsAre("1 at 70"));
    EXPECT_EQ(again.resumePosition(), 140u);
}

TEST(SegmentScan, ReadsOnWhenTheFileGrows) {
    ChangingSource source(segment(1));
    source.setAfter(segment(3));
    SegmentScan scan(source);
    EXPECT_THAT(scanned(scan), ElementsAre("0 at 0", "1 at 70", "2 at 140"));
    EXPECT_FALSE(scan.shrinking());
    EXPECT_TRUE(scan.isAtEnd());
}

TEST(SegmentScan, SaysThatTheFileWasCutOff) {
    ByteBuffer bytes = segment(3);
    ChangingSource source(bytes);
    source.setAfter(segment(1));
    SegmentScan scan(source);
    EXPECT_THAT(scanned(scan), ElementsAre("0 at 0", "1 at 70", "2 at 140"));
    ASSERT_TRUE(scan.shrinking());
    EXPECT_EQ(scan.shrinking()->text(), "cut off while it was read: it had 210 bytes, and has 70");
}

TEST(SegmentScan, AReadThatFailsEndsIt) {
    ChangingSource source(segment(1));
    source.fail();
    SegmentScan scan(source);
    EXPECT_THAT(scanned(scan), IsEmpty());
    ASSERT_TRUE(scan.failure());
    EXPECT_EQ(scan.failure()->id, MessageId::FileUnreadable);
}

TEST(SegmentScan, OffsetsAscendFromBatchToBatch) {
    const auto parts = scanned(testing::joined({batchAt(5), batchAt(5), batchAt(3), batchAt(6)}));
    EXPECT_THAT(parts, ElementsAre("5 at 0", "5 at 70: baseOffset 5 follows 5: not ascending",
                                   "3 at 140: baseOffset 3 follows 5: not ascending", "6 at 210"));
}

std::vector<std::string> outlined(const ByteBuffer& bytes, const Limits& limits = {}) {
    const MemoryByteSource source(bytes);
    BatchOutline outline(source, limits);
    std::vector<std::string> all;
    for (OutlinedBatch batch; outline.next(batch);) {
        const std::string where = std::to_string(batch.position) + '+' + std::to_string(batch.size);
        all.push_back((batch.isEntry() ? std::to_string(batch.baseOffset) + ' '
                                       : (batch.kind == EntryKind::Partial ? "partial " : "skipped ")) +
                      where + (batch.remark ? " !" + std::string(batch.remark->code()) : ""));
    }
    return all;
}

TEST(BatchOutline, HopsFromHeaderToHeader) {
    EXPECT_THAT(outlined(segment(3)), ElementsAre("0 0+70", "1 70+70", "2 140+70"));
    EXPECT_THAT(outlined({}), IsEmpty());
    const MemoryByteSource source(segment(1, 4));
    BatchOutline outline(source);
    OutlinedBatch batch;
    ASSERT_TRUE(outline.next(batch));
    EXPECT_EQ(batch.lastOffset, 4);
    EXPECT_EQ(batch.records, 1);
    EXPECT_EQ(batch.maxTimestamp, 1700000000000);
    EXPECT_EQ(batch.producerId, -1);
    EXPECT_FALSE(batch.isControl);
}

TEST(BatchOutline, LargeBatchesAreNotRead) {
    // Three batches of 100 kB whose records are never looked at.
    ByteBuffer bytes;
    for (std::uint8_t i = 0; i < 3; ++i) {
        ByteBuffer batch = batchAt(i);
        batch.resize(100'000, 0xee);
        const std::int64_t length = 100'000 - 12;
        for (int k = 0; k < 4; ++k) {
            batch[8 + static_cast<std::size_t>(k)] = static_cast<std::uint8_t>(length >> (24 - 8 * k));
        }
        bytes.insert(bytes.end(), batch.begin(), batch.end());
    }
    EXPECT_THAT(outlined(bytes), ElementsAre("0 0+100000", "1 100000+100000", "2 200000+100000"));
    // What is there of the last one is less than its length says.
    bytes.resize(250'000);
    EXPECT_THAT(outlined(bytes).back(), HasSubstr("200000+50000"));
}

// Batches of producer 7 in epoch 0; the checksum is not looked at.
ByteBuffer producedAt(std::uint8_t offset, std::uint8_t sequence) {
    constexpr std::size_t kProducerId = 43;
    ByteBuffer batch = batchAt(offset);
    std::fill_n(batch.begin() + kProducerId, 14, std::uint8_t{0});
    batch[kProducerId + 7] = 7;
    batch[kProducerId + 13] = sequence;
    return batch;
}

TEST(BatchOutline, TellsBreaksInTheSequencesOfAProducer) {
    EXPECT_THAT(outlined(testing::joined({producedAt(0, 4), producedAt(1, 5), producedAt(2, 7), producedAt(3, 5)})),
                ElementsAre("0 0+70", "1 70+70", "2 140+70 !SEQUENCE_GAP", "3 210+70 !SEQUENCE_DUPLICATE"));
    // Compaction took what was between.
    EXPECT_THAT(outlined(testing::joined({producedAt(0, 4), producedAt(9, 7)})), ElementsAre("0 0+70", "9 70+70"));
}

// What a reading of the grown file says behind the mark is what a reading of all of it says there.
TEST(BatchOutline, GoesOnFromAMarkThatStillHolds) {
    const ByteBuffer whole = testing::joined({producedAt(0, 4), producedAt(1, 5), producedAt(2, 7)});
    const ByteBuffer before(whole.begin(), whole.begin() + 2 * kBatchSize - 5);
    const MemoryByteSource source(before);
    BatchOutline outline(source);
    for (OutlinedBatch batch; outline.next(batch);) {
    }
    const OutlineMark mark = outline.mark();
    EXPECT_EQ(mark.rows, 1u) << "the one that is cut off stands behind it";
    EXPECT_EQ(mark.position, kBatchSize);
    const MemoryByteSource grown(whole);
    ASSERT_TRUE(mark.holds(grown));
    BatchOutline rest(grown, mark);
    OutlinedBatch batch;
    ASSERT_TRUE(rest.next(batch));
    EXPECT_EQ(batch.baseOffset, 1);
    EXPECT_FALSE(batch.remark);
    ASSERT_TRUE(rest.next(batch));
    ASSERT_TRUE(batch.remark) << "of a sequence that began before the mark";
    EXPECT_EQ(batch.remark->id, MessageId::SequenceGap);
    EXPECT_FALSE(rest.next(batch));
    EXPECT_EQ(rest.mark().rows, 3u);
    EXPECT_FALSE(mark.holds(MemoryByteSource(ByteBuffer(whole.begin(), whole.begin() + 10)))) << "it was cut off";
    EXPECT_FALSE(mark.holds(MemoryByteSource(segment(3, 9)))) << "another file";
    EXPECT_TRUE(OutlineMark().holds(grown));
}

TEST(BatchOutline, BelievesNoCountThatCannotBe) {
    OutlinedBatch batch;
    batch.kind = EntryKind::Batch;
    batch.size = 79;
    batch.compression = CompressionType::None;
    batch.lastOffset = 9;
    batch.records = 2;
    EXPECT_TRUE(batch.hasLikelyCount());
    batch.records = 3;
    EXPECT_FALSE(batch.hasLikelyCount()) << "18 bytes hold two records at most";
    batch.compression = CompressionType::Gzip;
    EXPECT_TRUE(batch.hasLikelyCount());
    batch.records = 11;
    EXPECT_FALSE(batch.hasLikelyCount()) << "ten offsets";
    batch.records = -1;
    EXPECT_FALSE(batch.hasLikelyCount());
}

TEST(BatchOutline, DamageIsPassedOver) {
    ByteBuffer bytes = segment(4);
    bytes[kBatchSize + 8] = 0x7f;
    EXPECT_THAT(outlined(bytes), ElementsAre("0 0+70", "skipped 70+70 !SEGMENT_SKIPPED", "2 140+70", "3 210+70"));
    bytes = segment(2);
    bytes.resize(bytes.size() - 5);
    EXPECT_THAT(outlined(bytes), ElementsAre("0 0+70", "partial 70+65 !BATCH_INCOMPLETE"));
    bytes = segment(1);
    bytes.resize(1000);
    EXPECT_THAT(outlined(bytes), ElementsAre("0 0+70", "skipped 70+930 !SPACE_UNUSED"));
    EXPECT_THAT(outlined(testing::joined({batchAt(3), batchAt(2)})), ElementsAre("3 0+70", "2 70+70 !ENTRY_ORDER"));
}

std::vector<std::string> checked(LogFileKind kind, const ByteBuffer& log, const std::vector<LogFileEntry>& entries) {
    const MemoryByteSource source(log);
    LogCheck check(kind, source);
    std::vector<std::string> remarks;
    for (LogFileEntry entry : entries) {
        check.check(entry);
        remarks.push_back(entry.remarks.empty()
                              ? ""
                              : std::string(severityName(entry.remarks[0].severity)) + ' ' + entry.remarks[0].text());
    }
    for (const Diagnostic& remark : check.finish()) {
        remarks.push_back("file: " + remark.text());
    }
    return remarks;
}

LogFileEntry offsetEntry(std::int64_t offset, std::int64_t position) {
    LogFileEntry entry;
    entry.fields = {{"offset", offset}, {"relativeOffset", offset}, {"position", position}};
    return entry;
}

LogFileEntry timeEntry(std::int64_t timestamp, std::int64_t offset) {
    LogFileEntry entry;
    entry.fields = {{"timestamp", timestamp}, {"offset", offset}, {"relativeOffset", offset}};
    return entry;
}

LogFileEntry abortedEntry(std::int64_t producer, std::int64_t last) {
    LogFileEntry entry;
    entry.fields = {{"version", std::int64_t{0}},
                    {"producerId", producer},
                    {"firstOffset", std::int64_t{0}},
                    {"lastOffset", last},
                    {"lastStableOffset", last + 1}};
    return entry;
}

TEST(LogCheck, OffsetsLeadToBatches) {
    const ByteBuffer log = segment(5);
    EXPECT_THAT(checked(LogFileKind::OffsetIndex, log, {offsetEntry(1, 70), offsetEntry(3, 210)}), ElementsAre("", ""));
    EXPECT_THAT(checked(LogFileKind::OffsetIndex, log,
                        {offsetEntry(1, 71), offsetEntry(1, 140), offsetEntry(4, 210), offsetEntry(9, 700)}),
                ElementsAre("error no batch of the log begins at byte 71: it is within the batch of offsets 1 to 1 at "
                            "byte 70",
                            "error offset 1, but the batch at byte 140 has offsets 2 to 2",
                            "note offset 4, but the batch at byte 210 has offsets 3 to 3",
                            "error position 700 is beyond the end of the log (350 bytes)"));
}

TEST(LogCheck, AnOffsetBeyondTheLogIsSaid) {
    EXPECT_THAT(checked(LogFileKind::OffsetIndex, segment(2), {offsetEntry(7, 70)}),
                ElementsAre("note offset 7, but the batch at byte 70 has offsets 1 to 1",
                            "file: offset 7 is beyond the end of the log (next offset 2)"));
}

TEST(LogCheck, APositionWithinDamage) {
    ByteBuffer log = segment(3);
    log[kBatchSize + 8] = 0x7f;
    EXPECT_THAT(checked(LogFileKind::OffsetIndex, log, {offsetEntry(1, 70), offsetEntry(2, 140)}),
                ElementsAre("error no batch of the log begins at byte 70: it is within 70 bytes from byte 70 on that "
                            "are no batch",
                            ""));
}

TEST(LogCheck, TimesHoldForAllBatchesUpToTheOffset) {
    constexpr std::int64_t kTime = 1700000000000;
    const ByteBuffer log = segment(3);
    EXPECT_THAT(checked(LogFileKind::TimeIndex, log, {timeEntry(kTime, 0)}), ElementsAre(""));
    const auto remarks = checked(LogFileKind::TimeIndex, log,
                                 {timeEntry(kTime - 1, 0), timeEntry(kTime + 5, 1), timeEntry(kTime + 6, 9)});
    EXPECT_THAT(remarks[0], HasSubstr("error timestamp 1699999999999, but a batch up to offset 0 has 1700000000000"));
    EXPECT_THAT(remarks[1], HasSubstr("warning timestamp 1700000000005, but the batch of offsets 1 to 1 has at most"));
    EXPECT_EQ(remarks[2], "error offset 9 is beyond the end of the log (next offset 3)");
    EXPECT_THAT(checked(LogFileKind::TimeIndex, testing::joined({batchAt(0), batchAt(5)}), {timeEntry(kTime, 3)}),
                ElementsAre("warning offset 3, but no batch has it; the next one has offsets 5 to 5"));
}

TEST(LogCheck, AbortedTransactionsEndInAMarker) {
    // C039: a COMMIT marker, and an ABORT marker of the same producer.
    const ByteBuffer markers = *fromHex(testing::kC039_0);
    const BatchHeader header = BatchHeader::read(markers);
    const auto remarks = checked(
        LogFileKind::TransactionIndex, markers,
        {abortedEntry(header.producerId, header.baseOffset), abortedEntry(header.producerId + 1, header.baseOffset)});
    EXPECT_TRUE(remarks[0].empty() || remarks[0].find("the marker there is COMMIT") != std::string::npos) << remarks[0];
    EXPECT_THAT(remarks[1], HasSubstr("is a control batch of producer"));
    EXPECT_THAT(checked(LogFileKind::TransactionIndex, segment(2), {abortedEntry(-1, 1), abortedEntry(-1, 7)}),
                ElementsAre(HasSubstr("error no ABORT marker of producer -1 at offset 1: the batch of offsets 1 to 1"),
                            HasSubstr("error lastOffset 7 is beyond the end of the log")));
    EXPECT_THAT(checked(LogFileKind::TransactionIndex, testing::joined({batchAt(0), batchAt(5)}), {abortedEntry(7, 3)}),
                ElementsAre(HasSubstr("note no ABORT marker of producer 7 at offset 3: no batch has that offset")));
}

TEST(LogCheck, EntriesThatGoBackAreLeft) {
    EXPECT_THAT(checked(LogFileKind::OffsetIndex, segment(3), {offsetEntry(2, 140), offsetEntry(1, 71)}),
                ElementsAre("", ""));
    EXPECT_FALSE(LogCheck::isFor(LogFileKind::ProducerSnapshot));
}

FileSummary summary(std::string_view name, const ByteBuffer& bytes, const ByteSource* log = nullptr,
                    const Limits& limits = {}) {
    const MemoryByteSource source(bytes);
    const auto file = recognizeFile(name, source, limits);
    return summarizeFile(*file, source, log, limits).value();
}

TEST(FileSummary, OfALog) {
    const FileSummary found = summary("00000000000000000002.log", segment(4, 2));
    EXPECT_EQ(found.kind, LogFileKind::Log);
    EXPECT_EQ(found.size, 280u);
    EXPECT_EQ(found.batches, 4u);
    EXPECT_EQ(found.records, 4u);
    EXPECT_EQ(found.baseOffset, 2);
    EXPECT_EQ(found.lastOffset, 5);
    EXPECT_EQ(found.maxTimestamp, 1700000000000);
    EXPECT_EQ(found.entries, std::nullopt);
    EXPECT_THAT(found.remarks, IsEmpty());
    const FileSummary empty = summary("00000000000000000002.log", {});
    EXPECT_EQ(empty.batches, 0u);
    EXPECT_EQ(empty.baseOffset, std::nullopt);
}

TEST(FileSummary, OfAnIndexWithItsLog) {
    const MemoryByteSource log(segment(2));
    const FileSummary found = summary("00000000000000000000.index",
                                      *fromHex("0000000100000046"
                                               "0000000200000047"
                                               "0000000000000000"),
                                      &log);
    EXPECT_EQ(found.entries, 2u);
    EXPECT_EQ(found.batches, std::nullopt);
    EXPECT_THAT(testing::codesOf(found.remarks), ElementsAre("LOG_POSITION_INVALID at 8+8", "SPACE_UNUSED at 16+8"));
}

TEST(FileSummary, ALogThatBeginsTooEarlyAndASnapshotThatIsNotWhole) {
    const FileSummary early = summary("00000000000000000005.log", segment(2, 2));
    EXPECT_THAT(testing::codesOf(early.remarks), ElementsAre("ENTRY_INVALID at 0+8"));
    EXPECT_EQ(early.remarks[0].severity, Severity::Warning);
    EXPECT_THAT(summary("00000000000000000001.log", segment(2, 2)).remarks, IsEmpty());
    const FileSummary snapshot = summary("00000000000000000005-0000000001.checkpoint", segment(2));
    EXPECT_THAT(testing::codesOf(snapshot.remarks),
                ElementsAre("SNAPSHOT_INCOMPLETE at 0+0", "SNAPSHOT_INCOMPLETE at 140+0"));
}

TEST(FileSummary, RemarksEndAtTheLimit) {
    Limits limits;
    limits.diagnostics = 3;
    ByteBuffer bytes(800, 0xff);
    const FileSummary found = summary("00000000000000000000.index", bytes, nullptr, limits);
    EXPECT_EQ(found.entries, 100u);
    ASSERT_EQ(found.remarks.size(), 4u);
    EXPECT_EQ(found.remarks.back().id, MessageId::LimitExceeded);
}

BatchEntry entryOf(const ByteBuffer& bytes) {
    BatchEntry entry;
    BatchIterator(bytes).next(entry);
    return entry;
}

TEST(SnapshotFrame, HeaderAndFooterAreMissed) {
    SnapshotFrame frame;
    EXPECT_THAT(testing::codesOf(frame.finish(9)),
                ElementsAre("SNAPSHOT_INCOMPLETE at 0+0", "SNAPSHOT_INCOMPLETE at 9+0"));
    const ByteBuffer plain = batchAt(0);
    frame.add(entryOf(plain));
    EXPECT_EQ(frame.finish(70).size(), 2u);
}

}  // namespace
}  // namespace brokerscope
