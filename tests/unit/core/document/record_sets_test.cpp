#include "core/document/record_sets.h"

#include "core/document/nested_opener.h"
#include "tests/support/decoding.h"
#include "tests/unit/core/records/case_bytes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace brokerscope {
namespace {

// A Fetch answer v4 with two partitions, each with its records.
std::shared_ptr<const ValueTree> answerWith(std::string_view first, std::string_view second) {
    const auto partition = [](int index, std::string_view records) {
        return fmt::format("{:08x} 0000 0000000000000001 0000000000000001 00000000 {:08x} {}", index,
                           records.size() / 2, records);
    };
    return testing::decodeBody(
        "FetchResponse", 4,
        fmt::format("00000000 00000001 0001 74 00000002 {} {}", partition(0, first), partition(1, second)));
}

TEST(RecordSetsOfAMessage, AreVisitedWithWhatTheyStandIn) {
    const auto tree = answerWith(testing::kC028_0, {});
    std::vector<std::string> paths;
    forEachRecordSet(NodeRef::root(tree), [&paths](const NodeRef& records, const NodeRef& parent) {
        paths.push_back(records.path() + " in " + parent.path());
    });
    EXPECT_EQ(paths, std::vector<std::string>{"responses[0].partitions[0].records in responses[0].partitions[0]"})
        << "the other one is empty";
}

// The records of a batch are no record set, and other messages have none.
TEST(RecordSetsOfAMessage, AreNoOtherRecords) {
    int visited = 0;
    const auto count = [&visited](const NodeRef& /*records*/, const NodeRef& /*parent*/) { ++visited; };
    forEachRecordSet(NodeRef(), count);
    forEachRecordSet(NodeRef::root(testing::decodeBody("RecordBatchHeader", 2, testing::kC028_0)), count);
    forEachRecordSet(NodeRef::root(testing::decodeBody("HeartbeatResponse", 0, "0000")), count);
    EXPECT_EQ(visited, 0);
}

TEST(RecordSetsOfAMessage, C046_RemarksCountAsTheMessageDoes) {
    const auto tree = answerWith(testing::kC028_0, testing::kC046_0);
    const auto remarks = recordSetsRemarks(NodeRef::root(tree), {});
    ASSERT_EQ(remarks.size(), 1u);
    EXPECT_EQ(remarks[0].path, "responses[0].partitions[1].records.batches[0].crc");
    const std::uint64_t batch = contentSpan(*NodeRef::root(tree).find("responses[0].partitions[1].records")).offset;
    EXPECT_EQ(remarks[0].span.offset, batch + 17);
    EXPECT_EQ(remarks[0].span.length, 4u);
    EXPECT_EQ(remarks[0].text(),
              fmt::format("stored 37363337, computed e99b8dd8 over bytes {} to {}", batch + 21, batch + 70));
    Limits limits;
    limits.diagnostics = 1;
    EXPECT_EQ(recordSetsRemarks(NodeRef::root(answerWith(testing::kC046_0, testing::kC046_0)), limits).size(), 1u);
}

TEST(RecordSetsOfAMessage, C046_ABatchAloneHasItsChecksumVerified) {
    for (const char* name : {"RecordBatch", "RecordBatchHeader"}) {
        EXPECT_TRUE(recordSetsRemarks(NodeRef::root(testing::decodeBody(name, 2, testing::kC028_0)), {}).empty());
        const auto remarks = recordSetsRemarks(NodeRef::root(testing::decodeBody(name, 2, testing::kC046_0)), {});
        ASSERT_EQ(remarks.size(), 1u);
        EXPECT_EQ(remarks[0].path, "crc");
        EXPECT_EQ(remarks[0].text(), "stored 37363337, computed e99b8dd8 over bytes 21 to 70");
    }
    EXPECT_TRUE(recordSetsRemarks(NodeRef::root(testing::decodeBody("Message", 0, testing::kC051_0)), {}).empty());
}

}  // namespace
}  // namespace brokerscope
