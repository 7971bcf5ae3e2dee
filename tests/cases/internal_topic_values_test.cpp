// Keys and values of internal topics as people reported them, byte for byte, read by the definitions alone: a key's
// first int16 is its record type, a value's is its version.
#include "core/base/hex.h"
#include "core/codec/decoder.h"
#include "core/value/json_writer.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

constexpr std::string_view kGroups = "group-coordinator";

const SchemaRegistry& registry() {
    return SchemaRegistry::embedded();
}

// The definition of a record type in the newest release that has one; empty: none has.
std::string definitionOf(std::string_view component, MessageType type, int recordType) {
    for (const DefinitionHead& head : registry().definitions()) {
        if (head.component == component && head.type == type && head.apiKey == recordType) {
            return head.name;
        }
    }
    return {};
}

std::shared_ptr<const ValueTree> decodeNamed(std::string_view name, int version, ByteView bytes,
                                             const SchemaChoice& choice = {}) {
    const auto layout = registry().layout(name, version, choice);
    EXPECT_TRUE(layout) << name << ' ' << version;
    return decodeMessage(*layout, std::make_shared<const ByteBuffer>(bytes.begin(), bytes.end()));
}

std::string jsonOf(const std::shared_ptr<const ValueTree>& tree) {
    EXPECT_EQ(tree->unread, 0u);
    EXPECT_FALSE(tree->hasErrors());
    return toJson(NodeRef::root(tree));
}

// "OffsetCommitKey {…}", or "record type 200" where no definition has it.
std::string key(std::string_view hex, std::string_view component = kGroups) {
    const ByteBuffer bytes = *fromHex(hex);
    const auto recordType = static_cast<int>(readInteger(FieldType::Int16, bytes.data()));
    const std::string name = definitionOf(component, MessageType::CoordinatorKey, recordType);
    return name.empty() ? "record type " + std::to_string(recordType)
                        : name + ' ' + jsonOf(decodeNamed(name, 0, ByteView(bytes).subspan(2)));
}

std::shared_ptr<const ValueTree> valueTree(std::string_view name, std::string_view hex,
                                           const SchemaChoice& choice = {}) {
    const ByteBuffer bytes = *fromHex(hex);
    return decodeNamed(name, static_cast<int>(readInteger(FieldType::Int16, bytes.data())), ByteView(bytes).subspan(2),
                       choice);
}
std::string value(std::string_view name, std::string_view hex) {
    return jsonOf(valueTree(name, hex));
}
std::string at(const std::shared_ptr<const ValueTree>& tree, std::string_view path) {
    const auto node = NodeRef::root(tree).find(path);
    return node ? toJson(*node) : "absent";
}

TEST(InternalTopicCases, C097_KeyVersionIsTheRecordType) {
    EXPECT_EQ(key("000000016700017400000003"),
              "LegacyOffsetCommitKey {\"group\":\"g\",\"topic\":\"t\",\"partition\":3}");
    EXPECT_EQ(key("000100016700017400000003"), "OffsetCommitKey {\"group\":\"g\",\"topic\":\"t\",\"partition\":3}");
    EXPECT_EQ(key("0002000167"), "GroupMetadataKey {\"group\":\"g\"}");
}

TEST(InternalTopicCases, C098_OffsetCommitValues) {
    const char* values[] = {
        "0000000000000000002a00016d0000018bcfe56800", "0001000000000000002a00016d0000018bcfe568000000018bd50bc400",
        "0002000000000000002a00016d0000018bcfe56800", "0003000000000000002a0000000600000000018bcfe56800",
        "0004000000000000002a00000006010000018bcfe5680000"};
    for (int version = 0; version <= 4; ++version) {
        const auto tree = valueTree("OffsetCommitValue", values[version]);
        EXPECT_EQ(tree->unread, 0u) << version;
        EXPECT_EQ(at(tree, "offset"), "42") << version;
        EXPECT_EQ(at(tree, "metadata"), version >= 3 ? "\"\"" : "\"m\"") << version;
        EXPECT_EQ(at(tree, "commitTimestamp"), "1700000000000") << version;
        EXPECT_EQ(at(tree, "expireTimestamp"), version == 1 ? "1700086400000" : "absent");
        EXPECT_EQ(at(tree, "leaderEpoch"), version >= 3 ? "6" : "absent") << version;
    }
}

TEST(InternalTopicCases, C099_TopicIdTag) {
    const auto tree = valueTree("OffsetCommitValue",
                                "0004000000000000002a00000006010000018bcfe568000100100f1e2d3c4b5a49788796a5b4c3d2e1f0");
    EXPECT_EQ(at(tree, "topicId"), "\"Dx4tPEtaSXiHlqW0w9Lh8A\"");
    // Without the newer definition it is an unknown tag.
    const auto old = valueTree("OffsetCommitValue",
                               "0004000000000000002a00000006010000018bcfe568000100100f1e2d3c4b5a49788796a5b4c3d2e1f0",
                               {"3.9.2", false});
    ASSERT_EQ(old->diagnostics.size(), 1u);
    EXPECT_EQ(old->diagnostics[0].diagnostic.text(), "unknown tag 0 of 16 bytes, kept as it is");
}

TEST(InternalTopicCases, C100_GroupMetadataValues) {
    const char* values[] = {
        "00000008636f6e73756d657200000007000572616e676500016d0000000100016d00016300092f31302e302e302e3900"
        "00afc80000000d000000000001000174ffffffff000000150000000000010001740000000100000000ffffffff",
        "00010008636f6e73756d657200000007000572616e676500016d0000000100016d00016300092f31302e302e302e3900"
        "0493e00000afc80000000d000000000001000174ffffffff000000150000000000010001740000000100000000ffffff"
        "ff",
        "00020008636f6e73756d657200000007000572616e676500016d0000018bcfe568000000000100016d00016300092f31"
        "302e302e302e39000493e00000afc80000000d000000000001000174ffffffff00000015000000000001000174000000"
        "0100000000ffffffff",
        "00030008636f6e73756d657200000007000572616e676500016d0000018bcfe568000000000100016d0003692d310001"
        "6300092f31302e302e302e39000493e00000afc80000000d000000000001000174ffffffff0000001500000000000100"
        "01740000000100000000ffffffff",
        "000409636f6e73756d6572000000070672616e6765026d0000018bcfe5680002026d04692d3102630a2f31302e302e30"
        "2e39000493e00000afc80e000000000001000174ffffffff010000"};
    for (int version = 0; version <= 4; ++version) {
        const auto tree = valueTree("GroupMetadataValue", values[version]);
        EXPECT_EQ(tree->unread, 0u) << version;
        EXPECT_EQ(at(tree, "generation"), "7") << version;
        EXPECT_EQ(at(tree, "protocol"), "\"range\"") << version;
        EXPECT_EQ(at(tree, "members[0].memberId"), "\"m\"") << version;
        EXPECT_EQ(at(tree, "members[0].groupInstanceId"), version >= 3 ? "\"i-1\"" : "absent") << version;
        EXPECT_EQ(at(tree, "members[0].rebalanceTimeout"), version >= 1 ? "300000" : "absent") << version;
        EXPECT_EQ(at(tree, "currentStateTimestamp"), version >= 2 ? "1700000000000" : "absent") << version;
    }
    EXPECT_EQ(at(valueTree("GroupMetadataValue", values[4]), "members[0].assignment"), "\"\"");
    EXPECT_EQ(value("GroupMetadataValue", "00030008636f6e73756d657200000008ffffffff0000018bcfe5680000000000"),
              "{\"protocolType\":\"consumer\",\"generation\":8,\"protocol\":null,\"leader\":null,"
              "\"currentStateTimestamp\":1700000000000,\"members\":[]}");
}

// A server that is not Apache's writes a version before each member: read strictly, the value does not end well.
TEST(InternalTopicCases, C101_AnExtraVersionWordIsNoMember) {
    const auto tree =
        valueTree("GroupMetadataValue",
                  "00030007636f6e6e65637400000009000973657373696f6e6564000f636f6e6e6563742d77312d346136340000018bcf"
                  "e56800000000010003000f636f6e6e6563742d77312d34613634ffff000a636f6e6e6563742d7731000831302e302e30"
                  "2e390000ea60000027100000006b00010015687474703a2f2f31302e302e302e313a383038332f00000000000001c600"
                  "000046000100000003772d310015687474703a2f2f31302e302e302e313a383038332f00000000000001c60000000100"
                  "0473696e6b00000002ffffffff00000000000000000000000000000046000100000003772d310015687474703a2f2f31"
                  "302e302e302e313a383038332f00000000000001c600000001000473696e6b00000002ffffffff000000000000000000"
                  "000000");
    EXPECT_TRUE(tree->hasErrors() || tree->unread > 0);
    EXPECT_EQ(at(tree, "generation"), "9");
    // The trap: strictly read it ends well too, with a member id of control characters.
    const auto trap =
        valueTree("GroupMetadataValue",
                  "00030008636f6e73756d657200000009000572616e676500016d0000018bcfe5680000000001000300016d0003692d31"
                  "00016300092f31302e302e302e39000493e00000afc80000000d000000000001000174ffffffff000000150000000000"
                  "010001740000000100000000ffffffff");
    EXPECT_EQ(at(trap, "members[0].memberId"), "\"\\u0000\\u0001m\"");
}

TEST(InternalTopicCases, C102_ACommitMarkersKeyIsNoOffsetKey) {
    const ByteBuffer bytes = *fromHex("00000001");
    const auto tree = decodeNamed("LegacyOffsetCommitKey", 0, ByteView(bytes).subspan(2));
    EXPECT_TRUE(tree->hasErrors());
}

TEST(InternalTopicCases, C105_AllRecordTypesAndUnknownOnes) {
    EXPECT_EQ(key("0003000167"), "ConsumerGroupMetadataKey {\"groupId\":\"g\"}");
    EXPECT_EQ(key("0004000167"), "ConsumerGroupPartitionMetadataKey {\"groupId\":\"g\"}");
    EXPECT_EQ(key("000500016700016d"), "ConsumerGroupMemberMetadataKey {\"groupId\":\"g\",\"memberId\":\"m\"}");
    EXPECT_EQ(key("0006000167"), "ConsumerGroupTargetAssignmentMetadataKey {\"groupId\":\"g\"}");
    EXPECT_EQ(key("000700016700016d"), "ConsumerGroupTargetAssignmentMemberKey {\"groupId\":\"g\",\"memberId\":\"m\"}");
    EXPECT_EQ(key("000800016700016d"),
              "ConsumerGroupCurrentMemberAssignmentKey {\"groupId\":\"g\",\"memberId\":\"m\"}");
    EXPECT_EQ(key("000b000167"), "ShareGroupMetadataKey {\"groupId\":\"g\"}");
    EXPECT_EQ(key("000f000167"), "ShareGroupStatePartitionMetadataKey {\"groupId\":\"g\"}");
    EXPECT_EQ(key("001000016700065e6f72642e2a"),
              "ConsumerGroupRegularExpressionKey {\"groupId\":\"g\",\"regularExpression\":\"^ord.*\"}");
    EXPECT_EQ(key("00c8010203"), "record type 200");
}

TEST(InternalTopicCases, C106_ValuesGrowByTags) {
    const auto tree =
        valueTree("ConsumerGroupMetadataValue", "00000000000503000800000000075bcd1501080000018bcfe568000701ee");
    EXPECT_EQ(at(tree, "epoch"), "5");
    EXPECT_EQ(at(tree, "metadataHash"), "123456789");
    ASSERT_FALSE(tree->diagnostics.empty());
    EXPECT_EQ(tree->diagnostics.back().diagnostic.text(), "unknown tag 7 of 1 byte, kept as it is");
}

TEST(InternalTopicCases, C107_TransactionState) {
    EXPECT_EQ(key("0000000474782d31", "transaction-coordinator"), "TransactionLogKey {\"transactionalId\":\"tx-1\"}");
    const auto empty =
        valueTree("TransactionLogValue", "00000000000000000fa000030000ea6000ffffffff0000018bcfe56800ffffffffffffffff");
    EXPECT_EQ(at(empty, "transactionStatus"), "0");
    EXPECT_EQ(at(empty, "transactionPartitions"), "null");
    EXPECT_EQ(at(empty, "transactionStartTimestampMs"), "-1");
    const auto ongoing =
        valueTree("TransactionLogValue",
                  "00010000000000000fa000030000ea600103135f5f636f6e73756d65725f6f6666736574730200000007000274030000"
                  "000000000002000000018bcfe568000000018bcfe567fb0300080000000000000f9f0108ffffffffffffffff02020002");
    EXPECT_EQ(ongoing->unread, 0u);
    EXPECT_EQ(at(ongoing, "transactionStatus"), "1");
    EXPECT_EQ(at(ongoing, "transactionPartitions"),
              "[{\"topic\":\"__consumer_offsets\",\"partitionIds\":[7]},{\"topic\":\"t\",\"partitionIds\":[0,2]}]");
    EXPECT_EQ(at(ongoing, "previousProducerId"), "3999");
    EXPECT_EQ(at(ongoing, "clientTransactionVersion"), "2");
}

TEST(InternalTopicCases, C108_ShareSnapshots) {
    EXPECT_EQ(key("0000000273670f1e2d3c4b5a49788796a5b4c3d2e1f000000000", "share-coordinator"),
              "ShareSnapshotKey {\"groupId\":\"sg\",\"topicId\":\"Dx4tPEtaSXiHlqW0w9Lh8A\",\"partition\":0}");
    // The layout of 2024, with an epoch of 16 bits and without timestamps, is no released one: it is said not to fit.
    const auto old = valueTree("ShareSnapshotValue", "00000003000000010000000900000000000000640300000000000000640000000"
                                                     "00000006802000100000000000000006900000000000000690000020000");
    EXPECT_TRUE(old->hasErrors() || old->unread > 0);
}

}  // namespace
}  // namespace brokerscope
