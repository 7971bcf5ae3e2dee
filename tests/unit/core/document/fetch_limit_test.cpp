#include "core/document/fetch_limit.h"

#include "core/base/base64.h"
#include "core/codec/encoder.h"
#include "core/document/document.h"
#include "core/value/json_reader.h"
#include "tests/support/decoding.h"
#include "tests/unit/core/records/case_bytes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace brokerscope {
namespace {

constexpr std::string_view kRecords = "responses[0].partitions[0].records";

std::shared_ptr<const ValueTree> made(const std::string& name, int version, const std::string& text) {
    const auto layout = SchemaRegistry::embedded().layout(name, version).value();
    const auto draft = draftFromJson(layout->spec, text);
    EXPECT_TRUE(draft) << text;
    return encodeMessage(layout, draft.value().draft);
}

std::shared_ptr<const ValueTree> asked(int version, const std::string& topic, int maxBytes, int partitionMaxBytes) {
    return made(
        "FetchRequest", version,
        fmt::format(
            R"({{"maxWaitMs":1,"minBytes":1,"maxBytes":{},"topics":[{{{},"partitions":[{{"partition":3,"fetchOffset":0,"partitionMaxBytes":1}},{{"partition":0,"fetchOffset":0,"partitionMaxBytes":{}}}]}}]}})",
            maxBytes, topic, partitionMaxBytes));
}

std::shared_ptr<const ValueTree> answered(int version, const std::string& topic, std::string_view records) {
    return made(
        "FetchResponse", version,
        fmt::format(
            R"({{"responses":[{{{},"partitions":[{{"partitionIndex":0,"errorCode":0,"highWatermark":1,"abortedTransactions":null,"records":"{}"}}]}}]}})",
            topic, toBase64(fromHex(records).value())));
}

std::int64_t limit(const std::shared_ptr<const ValueTree>& request, const std::shared_ptr<const ValueTree>& response) {
    return fetchLimit(NodeRef::root(request), *NodeRef::root(response).find(kRecords));
}

TEST(FetchLimit, IsTheLesserOfThePartitionsAndTheRequests) {
    const std::string name = R"("topic":"t")";
    const auto response = answered(12, name, testing::kC028_0);
    EXPECT_EQ(limit(asked(12, name, 500, 200), response), 200);
    EXPECT_EQ(limit(asked(12, name, 100, 200), response), 100);
    // What a session keeps is not known here.
    EXPECT_EQ(limit(asked(12, R"("topic":"other")", 100, 200), response), 0);
    const std::string id = R"("topicId":"AAAAAAAAAAAAAAAAAAAAAg")";
    EXPECT_EQ(limit(asked(13, id, 500, 200), answered(13, id, testing::kC028_0)), 200);
    EXPECT_EQ(limit(asked(13, R"("topicId":"AAAAAAAAAAAAAAAAAAAAAw")", 500, 200), answered(13, id, testing::kC028_0)),
              0);
    EXPECT_EQ(fetchLimit(NodeRef(), *NodeRef::root(response).find(kRecords)), 0);
}

// C037: no error, and the batch is there; it is said why it is larger.
TEST(FetchLimit, C037_ALargerFirstBatchIsRemarkedInTheDocument) {
    const std::string name = R"("topic":"t")";
    const auto response = answered(12, name, testing::kC028_0);
    const std::size_t size = testing::kC028_0.size() / 2;
    const auto remarksOf = [&](int maxBytes) {
        DocumentContext context;
        context.nested.request = NodeRef::root(asked(12, name, 1 << 20, maxBytes));
        Document document(response, context);
        const DocumentPart* set = document.open(document.root(), *NodeRef::root(response).find(kRecords));
        EXPECT_TRUE(set != nullptr && set->tree != nullptr);
        EXPECT_EQ(NodeRef::root(set->tree).find("batches")->childCount(), 1u);
        return set->remarks;
    };
    EXPECT_TRUE(remarksOf(static_cast<int>(size)).empty()) << "as large as asked for";
    const auto remarks = remarksOf(static_cast<int>(size) - 1);
    ASSERT_EQ(remarks.size(), 1u);
    EXPECT_EQ(remarks[0].severity, Severity::Note);
    EXPECT_EQ(remarks[0].text(),
              fmt::format("larger than max bytes ({} > {}): the first batch is always sent whole", size, size - 1));
    EXPECT_EQ(remarks[0].span.length, size);
    EXPECT_EQ(remarks[0].path, kRecords);
}

// C053: in a request the offsets are the producer's own count.
TEST(RecordsRemarks, C053_OffsetsOfAProduceRequestAreNotAssignedYet) {
    static constexpr std::string_view kProduced = "topicData[0].partitionData[0].records";
    const auto produce = [](std::string_view records) {
        const ByteBuffer set = fromHex(records).value();
        const auto tree = testing::decodeBody(
            "ProduceRequest", 3,
            fmt::format("ffff ffff 00007530 00000001 0001 74 00000001 00000000 {:08x} {}", set.size(), records));
        Document document(tree, {});
        const auto field = NodeRef::root(tree).find(kProduced);
        const DocumentPart* part = document.open(document.root(), *field);
        return part != nullptr ? part->remarks : std::vector<Diagnostic>();
    };
    for (const std::string_view records : {testing::kC053_0, testing::kC028_0}) {
        const auto remarks = produce(records);
        ASSERT_EQ(remarks.size(), 1u);
        EXPECT_EQ(remarks[0].severity, Severity::Note);
        EXPECT_EQ(remarks[0].text(), "offsets are not assigned yet: the leader does so when it appends");
        EXPECT_EQ(remarks[0].path, kProduced);
    }
    EXPECT_TRUE(produce("").empty());
}

TEST(FetchLimit, SmallerAndCutBatchesAreNoMatter) {
    const std::string name = R"("topic":"t")";
    const auto request = asked(12, name, 1 << 20, 10);
    const auto remark = [&](std::string_view records) {
        return fetchLimitRemark(NodeRef::root(request), *NodeRef::root(answered(12, name, records)).find(kRecords));
    };
    EXPECT_TRUE(remark(testing::kC028_0));
    EXPECT_FALSE(remark(testing::kC028_0.substr(0, 40))) << "brokers below Fetch v3 cut it off";
    EXPECT_FALSE(remark("0000"));
}

}  // namespace
}  // namespace brokerscope
