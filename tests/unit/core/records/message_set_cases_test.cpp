// The cases about legacy message sets (magic 0 and 1).
#include "tests/unit/core/records/case_bytes.h"
#include "tests/unit/core/records/record_set_support.h"

#include <gmock/gmock.h>

using namespace brokerscope;
using namespace brokerscope::testing;
using ::testing::IsEmpty;
using ::testing::SizeIs;

namespace {

TEST(MessageSetCases, C050ClassicLengthsWithinAnyFetch) {
    // The records of the flexible answer: 36 bytes before one tag section.
    const std::string hex(kC050_0.substr(kC050_0.size() - 2 * (36 + 3), 2 * 36));
    const ReadSet set(hex);
    ASSERT_THAT(set.entries, SizeIs(1));
    EXPECT_EQ(set[0].entry.magic, 1);
    EXPECT_EQ(summary(set[0]), "5:\"k\"=\"v\"");
    EXPECT_EQ(set[0].records[0].view.timestamp, 1700000000000);
    EXPECT_THAT(set[0].remarks, IsEmpty());
}

TEST(MessageSetCases, C051CrcIsTheIeeeOne) {
    const ReadSet set(kC051_0);
    EXPECT_TRUE(set[0].crc->isGood());
    EXPECT_EQ(set[0].crc->stored, 0x8dc795a2U);
    EXPECT_EQ(set[0].crc->range.first, 16U);
    EXPECT_EQ(summary(set[0]), "0:null=\"Hello!\"");
    EXPECT_EQ(set[0].records[0].view.timestamp, -1);
}

TEST(MessageSetCases, C052RelativeOffsets) {
    const ReadSet whole(kC052_0);
    ASSERT_THAT(whole[0].records, SizeIs(3));
    EXPECT_EQ(whole[0].records[0].view.offset, 107);
    EXPECT_EQ(whole[0].records[1].view.offset, 108);
    EXPECT_EQ(whole[0].records[2].view.offset, 109);
    EXPECT_TRUE(whole[0].isDecompressed);
    EXPECT_THAT(whole[0].remarks, IsEmpty());
    const ReadSet compacted(kC052_1);
    ASSERT_THAT(compacted[0].records, SizeIs(2));
    EXPECT_EQ(compacted[0].records[0].view.offset, 107);
    EXPECT_EQ(compacted[0].records[1].view.offset, 109);
}

TEST(MessageSetCases, C053AbsoluteOffsets) {
    const ReadSet set(kC053_0);
    ASSERT_THAT(set[0].records, SizeIs(2));
    EXPECT_EQ(set[0].records[0].view.offset, 50);
    EXPECT_EQ(set[0].records[1].view.offset, 51);
    EXPECT_THAT(set[0].remarks, IsEmpty());
}

TEST(MessageSetCases, C054OldLz4Checksum) {
    const ReadSet old(kC054_0);
    EXPECT_EQ(summary(old[0]), "7:null=\"z\"");
    const Diagnostic* note = remarkOf(old[0].remarks, MessageId::Lz4ChecksumLegacy);
    ASSERT_NE(note, nullptr);
    EXPECT_EQ(note->severity, Severity::Note);
    EXPECT_EQ(note->arguments, (std::vector<std::string>{"1a", "82"}));
    EXPECT_EQ(note->span, (ByteSpan{BufferId::Main, 32, 1}));

    const ReadSet good(kC054_1);
    EXPECT_EQ(summary(good[0]), "0:\"k\"=\"v\"");
    EXPECT_THAT(good[0].remarks, IsEmpty());

    const ReadSet wrong(kC054_2);
    EXPECT_EQ(summary(wrong[0]), "0:\"k\"=\"v\"");
    ASSERT_THAT(wrong[0].remarks, SizeIs(1));
    EXPECT_EQ(wrong[0].remarks[0].severity, Severity::Warning);
    EXPECT_EQ(wrong[0].remarks[0].text(), "bad LZ4 header checksum 1a; right would be 82");
}

TEST(MessageSetCases, WrapperAppendTimeGoesToAllWithin) {
    std::string hex(kC052_0);
    hex.replace(17 * 2, 2, "09");
    hex.replace(18 * 2, 16, "0000018bcfe57b88");
    const ReadSet set(hex);
    ASSERT_THAT(set[0].records, SizeIs(3));
    for (const ReadRecord& record : set[0].records) {
        EXPECT_EQ(record.view.timestamp, 1700000005000);
        EXPECT_EQ(record.view.timestampType, TimestampType::LogAppendTime);
    }
    EXPECT_FALSE(set[0].crc->isGood());
}

TEST(MessageSetCases, MixedMagicsInOneSet) {
    const ReadSet set(std::string(kC051_0) + std::string(kC028_0) + std::string(kC052_1));
    ASSERT_THAT(set.entries, SizeIs(3));
    EXPECT_EQ(set[0].entry.magic, 0);
    EXPECT_EQ(set[1].entry.magic, 2);
    EXPECT_EQ(set[2].entry.magic, 1);
    EXPECT_EQ(set[2].entry.position, 32U + 70U);
}

}  // namespace
