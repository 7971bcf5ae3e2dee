#include "core/codec/byte_reader.h"
#include "core/codec/decoder.h"
#include "core/schema/schema_loader.h"
#include "tests/support/decoding.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using namespace testing;

TEST(Cases, C016_NullableStructHasAMarker) {
    const auto null = decodeBody("DescribeTopicPartitionsRequest", 0, "01000007d0ff00");
    EXPECT_EQ(jsonAt(null, "cursor"), "null");
    const auto present = decodeBody("DescribeTopicPartitionsRequest", 0, "01000007d0010274000000030000");
    EXPECT_EQ(jsonAt(present, "cursor"), R"({"topicName":"t","partitionIndex":3})");
    const NodeRef cursor = *NodeRef::root(present).find("cursor");
    EXPECT_EQ(cursor.prefixSpan(), (ByteSpan{BufferId::Main, 5, 1}));
    const auto heartbeat = decodeBody("ConsumerGroupHeartbeatResponse", 0, "00000000000000026d0000000100001388ff00");
    EXPECT_EQ(jsonAt(heartbeat, "assignment"), "null");
    EXPECT_TRUE(heartbeat->diagnostics.empty());
}

TEST(Cases, C017_NullInANonNullableFieldIsSaidAndReadingGoesOn) {
    const auto tree = decodeBody("OffsetCommitRequest", 2, "000167ffffffffffffffffffffffffffff00000000");
    const Diagnostic* error = diagnosticOf(*tree, MessageId::NullNotAllowed);
    ASSERT_NE(error, nullptr);
    EXPECT_EQ(error->path, "memberId");
    EXPECT_EQ(error->span, (ByteSpan{BufferId::Main, 7, 2}));
    EXPECT_EQ(jsonAt(tree, "retentionTimeMs"), "-1");
    EXPECT_EQ(jsonAt(tree, "topics"), "[]");
    EXPECT_EQ(tree->unread, 0U);
}

TEST(Cases, C018_TagSizeIsPlain) {
    const auto tree = decodeBody("ApiVersionsResponse", 3, "00000100000000010503010203");
    EXPECT_EQ(bodyJson(tree),
              R"({"errorCode":0,"apiKeys":[],"throttleTimeMs":0,"_unknownTags":[{"tag":5,"hex":"010203"}]})");
    EXPECT_EQ(tree->unread, 0U);
}

TEST(Cases, C019_TagsOutOfOrderOrRepeated) {
    const auto swapped = decodeBody("ApiVersionsResponse", 3, "000001000000000201080000000000000009000101");
    EXPECT_NE(diagnosticOf(*swapped, MessageId::TagsNotAscending), nullptr);
    EXPECT_EQ(jsonAt(swapped, "finalizedFeaturesEpoch"), "9");
    EXPECT_EQ(jsonAt(swapped, "supportedFeatures"), "[]");
    const auto repeated = decodeBody("ApiVersionsResponse", 3,
                                     "000001000000000201080000000000000009"
                                     "0108000000000000000a");
    const Diagnostic* remark = diagnosticOf(*repeated, MessageId::TagRepeated);
    ASSERT_NE(remark, nullptr);
    EXPECT_EQ(remark->text(), "tag 1 is repeated (the last value is used)");
    EXPECT_EQ(bodyJson(repeated), R"({"errorCode":0,"apiKeys":[],"throttleTimeMs":0,"finalizedFeaturesEpoch":10,)"
                                  R"("_overrides":{"_tags":{"hex":"02010800000000000000090108000000000000000a"}}})");
}

TEST(Cases, C020_HostileTagCountOrSize) {
    const auto count = decodeBody("ApiVersionsResponse", 3, "00000100000000ffffffff0f");
    ASSERT_NE(diagnosticOf(*count, MessageId::TagCountBeyondEnd), nullptr);
    EXPECT_EQ(diagnosticOf(*count, MessageId::TagCountBeyondEnd)->text(), "tag count 4294967295 > 0 bytes left");
    const auto size = decodeBody("ApiVersionsResponse", 3, "000001000000000100ffffff7f");
    ASSERT_NE(diagnosticOf(*size, MessageId::TagSizeBeyondEnd), nullptr);
    EXPECT_EQ(diagnosticOf(*size, MessageId::TagSizeBeyondEnd)->text(), "tag size 268435455 > 0 bytes left");
    EXPECT_TRUE(everyByteOnce(count));
    EXPECT_TRUE(everyByteOnce(size));
}

TEST(Cases, C021_TaggedFieldAbsentOrExplicit) {
    const auto absent = decodeBody("FetchRequest", 12, "ffffffff000001f400000001000003e80000000000ffffffff01010100");
    EXPECT_EQ(jsonAt(absent, "clusterId"), "absent");
    const auto written =
        decodeBody("FetchRequest", 12, "ffffffff000001f400000001000003e80000000000ffffffff01010101000100");
    EXPECT_EQ(jsonAt(written, "clusterId"), "null");
    const NodeRef node = *NodeRef::root(written).find("clusterId");
    EXPECT_EQ(node.node().tagPrefixSize, 2);
    EXPECT_EQ(node.prefixSpan().length, 1U);
}

TEST(Cases, C022_UnsignedVarint) {
    struct Row {
        const char* hex;
        std::uint32_t value;
        int size;
        VarintState state;
    };
    for (const Row& row :
         {Row{"8000", 0, 2, VarintState::Overlong}, Row{"7f", 127, 1, VarintState::Good},
          Row{"8001", 128, 2, VarintState::Good}, Row{"ac02", 300, 2, VarintState::Good},
          Row{"ffffffff0f", 4294967295U, 5, VarintState::Good},
          Row{"ffffffff7f", 4294967295U, 5, VarintState::ExtraBits}, Row{"ffffffffff01", 0, 0, VarintState::TooLong},
          Row{"8080", 0, 0, VarintState::Truncated}}) {
        const ByteBuffer bytes = fromHex(row.hex).value();
        const Varint varint = ByteReader(bytes).peekVarint();
        EXPECT_EQ(varint.value, row.value) << row.hex;
        EXPECT_EQ(varint.size, row.size) << row.hex;
        EXPECT_EQ(varint.state, row.state) << row.hex;
    }
}

TEST(Cases, C023_ZigzagBoundaries) {
    struct Row {
        const char* hex;
        std::int64_t value;
    };
    for (const Row& row :
         {Row{"00", 0}, Row{"01", -1}, Row{"02", 1}, Row{"7f", -64}, Row{"8001", 64}, Row{"fe7f", 8191},
          Row{"808001", 8192}, Row{"808006", 49152}, Row{"feffffff0f", 2147483647}, Row{"ffffffff0f", -2147483648LL}}) {
        const ByteBuffer bytes = fromHex(row.hex).value();
        EXPECT_EQ(readVarint(bytes).value, row.value) << row.hex;
        EXPECT_EQ(readVarint(bytes).size, bytes.size()) << row.hex;
    }
    EXPECT_EQ(readVarlong(fromHex("feffffffffffffffff01").value()).value, INT64_MAX);
    EXPECT_EQ(readVarlong(fromHex("ffffffffffffffffff01").value()).value, INT64_MIN);
    EXPECT_EQ(readVarlong(fromHex("ffffffffffffffffff").value()).size, 0);
    EXPECT_EQ(readVarint(fromHex("8080808080").value()).size, 0);
}

TEST(Cases, C025_NegativeOrAbsurdArrayLength) {
    const auto huge = decodeBody("ConsumerProtocolSubscription", 1, "7fffffff");
    ASSERT_NE(diagnosticOf(*huge, MessageId::CountBeyondEnd), nullptr);
    EXPECT_EQ(diagnosticOf(*huge, MessageId::CountBeyondEnd)->text(), "array length 2147483647 > 0 bytes left");
    const auto invalid = decodeBody("ConsumerProtocolSubscription", 1, "fffffffe");
    ASSERT_NE(diagnosticOf(*invalid, MessageId::CountNegative), nullptr);
    EXPECT_EQ(diagnosticOf(*invalid, MessageId::CountNegative)->text(), "array length -2 is not allowed");
    const auto null = decodeBody("ConsumerProtocolSubscription", 1, "ffffffff");
    ASSERT_NE(diagnosticOf(*null, MessageId::NullNotAllowed), nullptr);
    EXPECT_EQ(diagnosticOf(*null, MessageId::NullNotAllowed)->path, "topics");
}

TEST(Walk, InvalidUtf8IsARemarkAndKeepsTheBytes) {
    const auto tree = decodeBody("FindCoordinatorRequest", 0, "000361ff62");
    const Diagnostic* remark = diagnosticOf(*tree, MessageId::InvalidUtf8);
    ASSERT_NE(remark, nullptr);
    EXPECT_EQ(remark->span, (ByteSpan{BufferId::Main, 3, 2}));
    EXPECT_EQ(toHex(NodeRef::root(tree).find("key")->content()), "61ff62");
}

TEST(Walk, TruncatedMessageKeepsWhatWasRead) {
    const auto tree = decodeBody("FindCoordinatorResponse", 0,
                                 "0000000000010004686f7374"
                                 "0000");
    EXPECT_EQ(bodyJson(tree), R"({"errorCode":0,"nodeId":1,"host":"host"})");
    const Diagnostic* error = diagnosticOf(*tree, MessageId::TruncatedValue);
    ASSERT_NE(error, nullptr);
    EXPECT_EQ(error->path, "port");
    EXPECT_EQ(error->span.offset, 12U);
    EXPECT_TRUE(everyByteOnce(tree));
}

// 5000 topics: elements are made on demand, and every byte is still named.
TEST(Walk, BigArraysHandOutElementsOnDemand) {
    std::string hex = "00001388";
    for (int i = 0; i < 5000; ++i) {
        const std::string name = std::to_string(10000 + i);
        hex += "0005" + toHex(asBytes(name));
    }
    hex += "01";
    const auto tree = decodeBody("MetadataRequest", 4, hex);
    EXPECT_TRUE(tree->diagnostics.empty());
    EXPECT_LT(tree->nodes.size(), 10U);
    const NodeRef topics = *NodeRef::root(tree).find("topics");
    EXPECT_EQ(topics.childCount(), 5000U);
    EXPECT_EQ(jsonAt(tree, "topics[4999].name"), R"("14999")");
    EXPECT_EQ(NodeRef::root(tree).find("topics[64].name")->path(), "topics[64].name");
    EXPECT_EQ(jsonAt(tree, "topics[5000].name"), "absent");
    EXPECT_TRUE(everyByteOnce(tree));
}

TEST(Walk, NodeLimitIsNamed) {
    Limits limits;
    limits.nodes = 20;
    std::string hex = "00000064";
    for (int i = 0; i < 100; ++i) {
        hex += "000161";
    }
    const auto tree = decodeBody("MetadataRequest", 1, hex, limits);
    const Diagnostic* limit = diagnosticOf(*tree, MessageId::LimitExceeded);
    ASSERT_NE(limit, nullptr);
    EXPECT_EQ(limit->arguments.front(), "nodes");
    EXPECT_TRUE(everyByteOnce(tree));
}

TEST(Walk, ManyNotesDoNotHideAnError) {
    Limits limits;
    limits.diagnostics = 5;
    // Forty unknown tags of which the last one says more bytes than there are.
    std::string hex = "0278"
                      "0278"
                      "28";
    for (int tag = 0; tag < 39; ++tag) {
        hex += fmt::format("{:02x}00", tag);
    }
    const auto tree = decodeBody("ApiVersionsRequest", 3, hex + "2705", limits);
    EXPECT_TRUE(tree->hasErrors());
    EXPECT_NE(diagnosticOf(*tree, MessageId::TagSizeBeyondEnd), nullptr);
    const Diagnostic* limit = diagnosticOf(*tree, MessageId::LimitExceeded);
    ASSERT_NE(limit, nullptr);
    EXPECT_EQ(limit->arguments, (std::vector<std::string>{"diagnostics", "6", "5"}));
    EXPECT_EQ(tree->diagnostics.size(), 7U);
}

TEST(Walk, BitsBeyondAZigzagVarintAreRemarked) {
    const auto layout = [](const char* type) {
        const auto definition = fmt::format(
            R"({{"type":"data","name":"T","validVersions":"0","flexibleVersions":"none","fields":[
                {{"name":"A","type":"{}","versions":"0","encoding":"varint"}}]}})",
            type);
        return MessageLayout::make(*loadDefinition(definition, {"t.json", "t", "t", false}), 0);
    };
    const auto remarked = [&](const char* type, const char* hex) {
        const auto tree = decodeMessage(layout(type), bytesOf(hex));
        return diagnosticOf(*tree, MessageId::VarintExtraBits) != nullptr;
    };
    EXPECT_FALSE(remarked("int32", "ffffffff0f"));
    EXPECT_TRUE(remarked("int32", "ffffffff1f"));
    EXPECT_FALSE(remarked("int64", "ffffffffffffffffff01"));
    EXPECT_TRUE(remarked("int64", "ffffffffffffffffff03"));
}

}  // namespace
}  // namespace brokerscope
