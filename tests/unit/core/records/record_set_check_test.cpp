#include "core/records/record_set_check.h"

#include "tests/unit/core/records/case_bytes.h"
#include "tests/unit/core/records/record_set_support.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

ByteBuffer casesOf(std::initializer_list<std::string_view> parts) {
    ByteBuffer set;
    for (const std::string_view part : parts) {
        const ByteBuffer bytes = fromHex(part).value();
        set.insert(set.end(), bytes.begin(), bytes.end());
    }
    return set;
}

// "error CRC_MISMATCH batches[1].crc 87+4"
std::vector<std::string> remarksOn(ByteView set, const Limits& limits = {}) {
    std::vector<std::string> lines;
    for (const Diagnostic& remark : recordSetRemarks(set, limits)) {
        EXPECT_EQ(remark.span.buffer, BufferId::Main);
        lines.push_back(fmt::format("{} {} {} {}+{}", severityName(remark.severity), remark.code(), remark.path,
                                    remark.span.offset, remark.span.length));
    }
    return lines;
}

TEST(RecordSetRemarks, SayNothingOfSoundBatches) {
    EXPECT_THAT(remarksOn({}), IsEmpty());
    EXPECT_THAT(remarksOn(casesOf({testing::kC028_0, testing::kC029_0, testing::kC055_0, testing::kC057_0})),
                IsEmpty());
    EXPECT_THAT(remarksOn(casesOf({testing::kC051_0, testing::kC052_0})), IsEmpty());
}

TEST(RecordSetRemarks, C046_AWrongChecksumHasItsPlaceInTheSet) {
    EXPECT_THAT(remarksOn(casesOf({testing::kC028_0, testing::kC046_0, testing::kC028_0})),
                ElementsAre("error CRC_MISMATCH batches[1].crc 87+4"));
    EXPECT_THAT(remarksOn(casesOf({testing::kC046_1})), ElementsAre("error CRC_OTHER_KIND batches[0].crc 17+4"));
}

TEST(RecordSetRemarks, C036_AMessageIsCutByALimitAndAFileByItsEnd) {
    EXPECT_THAT(remarksOn(casesOf({testing::kC036_1})), ElementsAre("note BATCH_PARTIAL batches[1] 70+40"));
    EXPECT_THAT(remarksOn(casesOf({testing::kC036_0})), ElementsAre("note BATCH_HEAD_PARTIAL batches[1] 70+8"));
}

TEST(RecordSetRemarks, RecordsThatCannotBeReadAreFound) {
    EXPECT_THAT(remarksOn(casesOf({testing::kC028_0, testing::kC043_1})),
                ElementsAre("error NULL_NOT_ALLOWED batches[1].records[0].headers[0].key 139+1",
                            "error VARINT_TRUNCATED batches[1].records[0].headers[0].value 140+0"));
    EXPECT_THAT(remarksOn(casesOf({testing::kC063_0})),
                ElementsAre("warning COMPRESSION_UNKNOWN batches[0].attributes 21+2"));
}

// Of bytes that nobody sees the place is that of their batch.
TEST(RecordSetRemarks, WhatWasDecompressedStandsInItsBatch) {
    ByteBuffer set = casesOf({testing::kC028_0, testing::kC055_1});
    set[70 + 60] = 2;  // two records are said, one is there
    const auto found = remarksOn(set);
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0], "error CRC_MISMATCH batches[1].crc 87+4");
    EXPECT_EQ(found[1], "error RECORD_COUNT_MISMATCH batches[1].recordsCount 127+4");
}

TEST(RecordSetRemarks, AreNoMoreThanTheLimitAllows) {
    Limits limits;
    limits.diagnostics = 2;
    EXPECT_EQ(remarksOn(casesOf({testing::kC046_0, testing::kC046_0, testing::kC046_0}), limits).size(), 2u);
}

TEST(RecordSetRemarks, EndOnAnyBytes) {
    ByteBuffer set = casesOf({testing::kC028_0, testing::kC052_0, testing::kC058_0});
    for (std::size_t at = 0; at < set.size(); ++at) {
        set[at] ^= 0xff;
        recordSetRemarks(set);
        recordSetRemarks(ByteView(set).first(at));
        set[at] ^= 0xff;
    }
    EXPECT_THAT(remarksOn(set), IsEmpty());
}

}  // namespace
}  // namespace brokerscope
