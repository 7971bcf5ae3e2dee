#include "core/schema/schema_loader.h"
#include "core/text/explanation.h"
#include "core/text/readable_value.h"
#include "core/text/text_tree.h"
#include "tests/support/decoding.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using testing::bytesOf;
using testing::decodeBody;
using testing::decodeResponse;
using testing::diagnosticOf;
using ::testing::HasSubstr;

using TreePtr = std::shared_ptr<const ValueTree>;

std::string readableAt(const TreePtr& tree, std::string_view path) {
    return readableValue(*NodeRef::root(tree).find(path), {&SchemaRegistry::embedded(), false, 120});
}

TEST(Cases, C004_NoRangeIsSaid) {
    const auto tree = decodeResponse(18, 4, "0000000a00000000002300000000");
    ASSERT_NE(diagnosticOf(*tree, MessageId::ApiVersionsFallback), nullptr);
    EXPECT_EQ(diagnosticOf(*tree, MessageId::ApiVersionsFallback)->text(),
              "fallback v0: the broker does not know ApiVersions v4, it offers no range");
}

TEST(Cases, C003_TheBrokersRangeIsSaid) {
    const auto tree = decodeResponse(18, 4, "0000001000000007002300000001001200000003");
    ASSERT_NE(diagnosticOf(*tree, MessageId::ApiVersionsFallback), nullptr);
    EXPECT_EQ(diagnosticOf(*tree, MessageId::ApiVersionsFallback)->text(),
              "fallback v0: the broker does not know ApiVersions v4, it supports 0-3");
    // A list that is cut off, or that has other APIs alone, offers nothing.
    const auto cut = decodeResponse(18, 4, "0000000d 00000007 0023 00000001 001200");
    EXPECT_THAT(diagnosticOf(*cut, MessageId::ApiVersionsFallback)->text(), HasSubstr("it offers no range"));
    const auto other = decodeResponse(18, 4, "00000010 00000007 0023 00000001 0003 0000 000c");
    EXPECT_THAT(diagnosticOf(*other, MessageId::ApiVersionsFallback)->text(), HasSubstr("it offers no range"));
}

TEST(Cases, C012_AllTopicsAndNoTopicsInWords) {
    const auto topics = [](int version, const char* hex) {
        return readableAt(decodeBody("MetadataRequest", version, hex), "topics");
    };
    EXPECT_EQ(topics(0, "00000000"), "0 elements (all topics)");
    EXPECT_EQ(topics(1, "ffffffff"), "null (all topics)");
    EXPECT_EQ(topics(1, "00000000"), "0 elements (no topics)");
    EXPECT_EQ(topics(9, "0001000000"), "null (all topics)");
    EXPECT_EQ(topics(9, "0101000000"), "0 elements (no topics)");
    EXPECT_EQ(topics(1, "00000001 000174"), "1 element");
    std::string printed;
    const ReadableOptions options{&SchemaRegistry::embedded(), false, 120};
    writeTree(NodeRef::root(decodeBody("MetadataRequest", 1, "ffffffff")), options,
              [&](std::string_view line) { (printed += line) += '\n'; });
    EXPECT_THAT(printed, HasSubstr("  Topics: null (all topics)\n"));
}

TEST(Cases, C012_TheExplanationSaysAllTopicsAndNoTopics) {
    const auto explained = [](int version, const char* hex) {
        const auto tree = decodeBody("MetadataRequest", version, hex);
        return explain(NodeRef::root(tree), 0, {&SchemaRegistry::embedded(), false, 120}).lines.at(0).text;
    };
    EXPECT_EQ(explained(1, "ffffffff"), "int32, big-endian, -1: the array is null (all topics)");
    EXPECT_EQ(explained(1, "00000000"), "int32, big-endian, 0: 0 elements follow (no topics); -1 would mean null");
    EXPECT_EQ(explained(9, "0001000000"), "unsigned varint 0: compact array, 0 means null (all topics)");
}

TEST(Cases, C012_NullAndEmptyOfOtherRequests) {
    EXPECT_EQ(readableAt(decodeBody("DescribeLogDirsRequest", 1, "ffffffff"), "topics"), "null (all topics)");
    EXPECT_EQ(readableAt(decodeBody("DescribeTopicPartitionsRequest", 0, "01000007d0ff00"), "topics"),
              "0 elements (all topics)");
    // Without the registry values stay plain.
    const auto plain = decodeBody("MetadataRequest", 1, "ffffffff");
    EXPECT_EQ(readableValue(*NodeRef::root(plain).find("topics"), {}), "null");
}

TEST(Cases, C013_TheBrokersRefusalHasItsName) {
    EXPECT_EQ(readableAt(decodeBody("ApiVersionsResponse", 3, "002a010000000000"), "errorCode"),
              "INVALID_REQUEST (42)");
}

// Three nullable fields of one type; version 0 classic, version 1 compact.
TreePtr matrix(std::string_view type, std::int16_t version, std::string_view hex) {
    const std::string text = fmt::format(
        R"({{"type":"data","name":"Matrix","validVersions":"0-1","flexibleVersions":"1+","fields":[
            {{"name":"A","type":"{0}","versions":"0+","nullableVersions":"0+"}},
            {{"name":"B","type":"{0}","versions":"0+","nullableVersions":"0+"}},
            {{"name":"C","type":"{0}","versions":"0+","nullableVersions":"0+"}}]}})",
        type);
    const auto spec = loadDefinition(text, {"matrix", {}, {}, false}).value();
    return decodeMessage(MessageLayout::make(spec, version), bytesOf(hex));
}

TEST(Cases, C015_NullEmptyAndOneElementReadDifferently) {
    struct Row {
        const char* type;
        const char* classic;
        const char* compact;
        std::array<const char*, 3> read;
    };
    for (const Row& row : {Row{"string", "ffff0000000161", "0001026100", {"null", "\"\"", "\"a\""}},
                           Row{"bytes", "ffffffff0000000000000001ff", "000102ff00", {"null", "0 bytes", "1 byte: ff"}},
                           Row{"[]int32",
                               "ffffffff000000000000000100000007",
                               "0001020000000700",
                               {"null", "0 elements", "1 element"}}}) {
        for (const std::int16_t version : {0, 1}) {
            const auto tree = matrix(row.type, version, version == 0 ? row.classic : row.compact);
            EXPECT_EQ(readableAt(tree, "a"), row.read[0]) << row.type << version;
            EXPECT_EQ(readableAt(tree, "b"), row.read[1]) << row.type << version;
            EXPECT_EQ(readableAt(tree, "c"), row.read[2]) << row.type << version;
            EXPECT_TRUE(tree->diagnostics.empty()) << row.type << version;
            EXPECT_TRUE(testing::everyByteOnce(tree)) << row.type << version;
        }
    }
}

TEST(Cases, C022_TheTreeSaysWhatIsWrongWithAVarint) {
    const auto remark = [](const char* count, MessageId id) {
        const auto tree = decodeBody("MetadataRequest", 9, count);
        const Diagnostic* found = diagnosticOf(*tree, id);
        EXPECT_NE(found, nullptr) << count;
        EXPECT_TRUE(testing::everyByteOnce(tree)) << count;
        return found == nullptr ? std::string() : fmt::format("{}: {}", severityName(found->severity), found->text());
    };
    EXPECT_EQ(remark("8100 01000000", MessageId::VarintOverlong),
              "note: 1 is written in 2 bytes where 1 would do (not canonical)");
    EXPECT_THAT(remark("ffffffff7f", MessageId::VarintExtraBits), HasSubstr("value 4294967295"));
    EXPECT_EQ(remark("ffffffffff01", MessageId::VarintTooLong), "error: varint is longer than 5 bytes");
    EXPECT_EQ(remark("8080", MessageId::VarintTruncated), "error: the bytes end inside a varint");
}

TEST(Cases, C026_OperationsOfClusterTopicAndGroup) {
    const auto cluster = decodeBody("DescribeClusterResponse", 0, "00000000 0000 00 01 ffffffff 01 00000d08 00");
    EXPECT_EQ(readableAt(cluster, "clusterAuthorizedOperations"),
              "3336 (READ, DESCRIBE, DESCRIBE_CONFIGS, ALTER_CONFIGS)");
    const auto topic = decodeBody("MetadataResponse", 8,
                                  "00000000 00000000 ffff 00000001 00000001 0000 000174 00 00000000 80000000 80000000");
    EXPECT_EQ(readableAt(topic, "topics[0].topicAuthorizedOperations"), "-2147483648 (not requested)");
    // A bit that nobody has named keeps its number.
    const auto future = decodeBody("DescribeClusterResponse", 0, "00000000 0000 00 01 ffffffff 01 00100008 00");
    EXPECT_EQ(readableAt(future, "clusterAuthorizedOperations"), "1048584 (READ, bit 20)");
    const auto none = decodeBody("DescribeClusterResponse", 0, "00000000 0000 00 01 ffffffff 01 00000000 00");
    EXPECT_EQ(readableAt(none, "clusterAuthorizedOperations"), "0 (none)");
}

TEST(Cases, C027_EveryCodeWithItsNumber) {
    const std::vector<std::pair<const char*, const char*>> codes{
        {"ffff", "UNKNOWN_SERVER_ERROR (-1)"},   {"0000", "NONE (0)"},
        {"0023", "UNSUPPORTED_VERSION (35)"},    {"0059", "THROTTLING_QUOTA_EXCEEDED (89)"},
        {"0063", "POSITION_OUT_OF_RANGE (99)"},  {"006f", "UNRELEASED_INSTANCE_ID (111)"},
        {"0081", "REBOOTSTRAP_REQUIRED (129)"},  {"0085", "SHARE_SESSION_LIMIT_REACHED (133)"},
        {"0086", "GROUP_DELETION_FAILED (134)"}, {"270f", "unknown (9999)"}};
    for (const auto& [hex, name] : codes) {
        EXPECT_EQ(readableAt(decodeBody("HeartbeatResponse", 0, hex), "errorCode"), name);
    }
}

TEST(Cases, C081_TopicIdsAreShownWithTheNameWhereItIsKnown) {
    const auto tree = decodeBody("FetchResponse", 13,
                                 "00000000000000000000020f1e2d3c4b5a49788796a5b4c3d2e1f002000000000064ffffffffffffffff"
                                 "ffffffffffffffffffffffffffffffff00ffffffff01000000");
    TopicNames names;
    ReadableOptions options{&SchemaRegistry::embedded(), false, 120, &names};
    const NodeRef id = *NodeRef::root(tree).find("responses[0].topicId");
    EXPECT_EQ(readableValue(id, options), "Dx4tPEtaSXiHlqW0w9Lh8A");
    names.learn(*Uuid::fromString("Dx4tPEtaSXiHlqW0w9Lh8A"), "orders");
    EXPECT_EQ(readableValue(id, options), "orders (Dx4tPEtaSXiHlqW0w9Lh8A)");
    EXPECT_EQ(readableAt(tree, "responses[0].partitions[0].errorCode"), "UNKNOWN_TOPIC_ID (100)");
}

}  // namespace
}  // namespace brokerscope
