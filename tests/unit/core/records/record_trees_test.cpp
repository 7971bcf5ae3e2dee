// Record sets and records as trees: every byte named, one step at a time.
#include "core/records/record_formats.h"
#include "core/records/record_trees.h"
#include "core/text/annotation.h"
#include "core/value/json_writer.h"
#include "tests/support/decoding.h"
#include "tests/unit/core/records/case_bytes.h"
#include "tests/unit/core/records/record_set_support.h"

#include <gmock/gmock.h>

using namespace brokerscope;
using namespace brokerscope::testing;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

namespace {

std::shared_ptr<const ValueTree> setOf(std::string_view hex) {
    const auto bytes = bytesOf(hex);
    return openRecordSet(bytes, {BufferId::Main, 0, bytes->size()});
}

NodeRef element(const std::shared_ptr<const ValueTree>& tree, std::size_t index) {
    return NodeRef::root(tree).child(0).child(index);
}

TEST(RecordTrees, BatchHeaderAsDataAndAsNumbersAgree) {
    std::string hex(kC028_0);
    // Every field another value.
    hex.replace(0, 16, "0102030405060708");
    hex.replace(24, 8, "11121314");
    hex.replace(42, 4, "0070");
    hex.replace(46, 68, "21222324313233343536373841424344454647485152535455565758616271727374");
    const auto tree = setOf(hex);
    const BatchHeader header = BatchHeader::read(*tree->bytes);
    const NodeRef batch = element(tree, 0);
    const std::pair<const char*, std::int64_t> facts[] = {{"baseOffset", header.baseOffset},
                                                          {"batchLength", header.batchLength},
                                                          {"partitionLeaderEpoch", header.partitionLeaderEpoch},
                                                          {"magic", header.magic},
                                                          {"crc", header.crc},
                                                          {"attributes", header.attributes},
                                                          {"lastOffsetDelta", header.lastOffsetDelta},
                                                          {"baseTimestamp", header.baseTimestamp},
                                                          {"maxTimestamp", header.maxTimestamp},
                                                          {"producerId", header.producerId},
                                                          {"producerEpoch", header.producerEpoch},
                                                          {"baseSequence", header.baseSequence},
                                                          {"recordsCount", header.recordsCount}};
    for (const auto& [name, value] : facts) {
        ASSERT_TRUE(batch.findField(name)) << name;
        EXPECT_EQ(batch.findField(name)->node().integer, value) << name;
    }
    EXPECT_EQ(header.baseOffset, 0x0102030405060708);
    EXPECT_EQ(header.producerId, 0x5152535455565758);
}

TEST(RecordTrees, BatchAndWholeBatchHaveOneHeader) {
    const RecordFormats& formats = RecordFormats::embedded();
    const std::vector<FieldLayout>& whole = formats.batch()->root->fields;
    const std::vector<FieldLayout>& header = formats.batchHeader()->root->fields;
    ASSERT_EQ(whole.size() + 1, header.size());
    for (std::size_t i = 0; i + 1 < whole.size(); ++i) {
        EXPECT_EQ(whole[i].spec->name, header[i].spec->name);
        EXPECT_EQ(whole[i].wireTypeName(), header[i].wireTypeName());
    }
}

TEST(RecordTrees, ABatchIsOpenedInTwoSteps) {
    const auto set = setOf(kC043_0);
    EXPECT_TRUE(everyByteOnce(set));
    EXPECT_THAT(set->diagnostics, IsEmpty());
    const NodeRef batch = element(set, 0);
    EXPECT_EQ(batch.path(), "batches[0]");
    EXPECT_EQ(batch.findField("records")->kind(), NodeKind::Records);
    const OpenedRecords opened = openRecords(batch);
    ASSERT_NE(opened.tree, nullptr);
    EXPECT_FALSE(opened.isNewBuffer);
    EXPECT_EQ(opened.tree->bytes, set->bytes);
    EXPECT_THAT(opened.tree->diagnostics, IsEmpty());
    const NodeRef root = NodeRef::root(opened.tree);
    EXPECT_EQ(root.span(), (ByteSpan{BufferId::Main, 61, 17}));
    EXPECT_EQ(toJson(root),
              R"({"records":[{"length":16,"attributes":0,"timestampDelta":0,"offsetDelta":0,"key":null,"value":"eA==",)"
              R"("headers":[{"key":"a","value":null},{"key":"a","value":""},{"key":"","value":"eg=="}]}]})");
    EXPECT_EQ(root.find("records[0].timestampDelta")->wireType(), "VARLONG");
    EXPECT_EQ(root.find("records[0].key")->wireType(), "VARINT_NULLABLE_BYTES");
}

TEST(RecordTrees, DecompressedRecordsHaveABufferOfTheirOwn) {
    const auto set = setOf(kC058_0);
    const OpenedRecords opened = openRecords(element(set, 0));
    EXPECT_TRUE(opened.isNewBuffer);
    EXPECT_TRUE(everyByteOnce(opened.tree));
    EXPECT_EQ(jsonAt(opened.tree, "records[1].key"), "\"Yg==\"");
    EXPECT_EQ(opened.tree->bytes->size(), 18U);
}

TEST(RecordTrees, C036PartialBatchIsAnElementWithANote) {
    for (const std::string_view hex : {kC036_0, kC036_1, kC036_2}) {
        const auto set = setOf(hex);
        EXPECT_TRUE(everyByteOnce(set));
        EXPECT_EQ(NodeRef::root(set).child(0).childCount(), 2U);
        ASSERT_THAT(set->diagnostics, SizeIs(1));
        EXPECT_EQ(set->diagnostics[0].diagnostic.severity, Severity::Note);
        EXPECT_EQ(set->diagnostics[0].diagnostic.path, "batches[1]");
        EXPECT_EQ(set->diagnostics[0].node, element(set, 1).index());
    }
    EXPECT_EQ(jsonAt(setOf(kC036_1), "batches[1].baseTimestamp"), "1700000000000");
}

TEST(RecordTrees, C038NullAgainstEmptyRecords) {
    const auto layout = SchemaRegistry::embedded().layout("ProduceRequest", 3).value();
    ASSERT_NE(layout, nullptr);
    // A records field alone, classic and compact: null, then empty.
    const auto empty = std::make_shared<const ByteBuffer>();
    const auto set = openRecordSet(empty, {});
    EXPECT_EQ(toJson(NodeRef::root(set)), R"({"batches":[]})");
    EXPECT_THAT(set->diagnostics, IsEmpty());
    const std::string before = "ffff000100007530000000010001740000000100000000";
    const auto null = decodeBody("ProduceRequest", 3, before + std::string(kC038_0.substr(0, 8)));
    const auto none = decodeBody("ProduceRequest", 3, before + std::string(kC038_0.substr(8)));
    constexpr std::string_view kPath = "topicData[0].partitionData[0].records";
    EXPECT_EQ(jsonAt(null, kPath), "null");
    EXPECT_EQ(jsonAt(none, kPath), "\"\"");
    EXPECT_THAT(null->diagnostics, IsEmpty());
    EXPECT_THAT(none->diagnostics, IsEmpty());
}

TEST(RecordTrees, C046CrcIsRemarkedOnItsNode) {
    const auto set = setOf(kC046_0);
    ASSERT_THAT(set->diagnostics, SizeIs(1));
    EXPECT_EQ(set->diagnostics[0].diagnostic.path, "batches[0].crc");
    EXPECT_EQ(set->diagnostics[0].node, NodeRef::root(set).find("batches[0].crc")->index());
    const auto old = setOf("0000000000000000000000148dc795a30000ffffffff0000000648656c6c6f21");
    EXPECT_EQ(old->diagnostics.at(0).node, NodeRef::root(old).find("batches[0].crc")->index());
}

TEST(RecordTrees, C047UnknownMagicIsBytes) {
    const auto set = setOf(kC047_0);
    EXPECT_TRUE(everyByteOnce(set));
    EXPECT_EQ(NodeRef::root(set).child(0).childCount(), 2U);
    EXPECT_EQ(element(set, 0).child(0).kind(), NodeKind::Bytes);
    EXPECT_EQ(element(set, 0).span().length, 69U);
    EXPECT_EQ(set->diagnostics.at(0).diagnostic.id, MessageId::MagicUnknown);
    EXPECT_EQ(openRecords(element(set, 0)).tree, nullptr);
    EXPECT_NE(openRecords(element(set, 1)).tree, nullptr);
}

TEST(RecordTrees, C052WrapperOpensIntoASet) {
    const auto set = setOf(kC052_0);
    const OpenedRecords opened = openRecords(element(set, 0));
    ASSERT_NE(opened.tree, nullptr);
    EXPECT_TRUE(opened.isNewBuffer);
    EXPECT_TRUE(everyByteOnce(opened.tree));
    EXPECT_EQ(NodeRef::root(opened.tree).child(0).childCount(), 3U);
    EXPECT_EQ(jsonAt(opened.tree, "batches[2].offset"), "2");
}

TEST(RecordTrees, C063UnknownCodecIsSaid) {
    const OpenedRecords opened = openRecords(element(setOf(kC063_0), 0));
    EXPECT_EQ(opened.tree, nullptr);
    EXPECT_EQ(opened.remarks.at(0).id, MessageId::CompressionUnknown);
}

TEST(RecordTrees, InvalidBytesAreAGap) {
    const auto set = setOf(std::string(kC028_0) + std::string(100, '0'));
    EXPECT_TRUE(everyByteOnce(set));
    ASSERT_THAT(set->diagnostics, SizeIs(1));
    EXPECT_EQ(set->diagnostics[0].diagnostic.id, MessageId::BatchLengthInvalid);
    EXPECT_EQ(set->diagnostics[0].diagnostic.span.offset, 78U);
    EXPECT_EQ(set->unread, 50U);
}

TEST(RecordTrees, ManyBatchesAreMadeOnDemand) {
    std::string hex;
    for (int i = 0; i < 1500; ++i) {
        hex += i == 1400 ? std::string(kC046_0) : std::string(kC028_0);
    }
    const auto set = setOf(hex);
    EXPECT_LT(set->nodes.size(), 10U);
    EXPECT_EQ(NodeRef::root(set).child(0).childCount(), 1500U);
    EXPECT_EQ(element(set, 1499).span().offset, 1499U * 70U);
    EXPECT_EQ(set->diagnostics.at(0).diagnostic.path, "batches[1400].crc");
    EXPECT_TRUE(everyByteOnce(set));
    const OpenedRecords opened = openRecords(element(set, 1200));
    EXPECT_EQ(NodeRef::root(opened.tree).span().offset, 1200U * 70U + 61U);
}

TEST(RecordTrees, ManyRecordsAreMadeOnDemand) {
    ByteBuffer batch = fromHex(kC028_0.substr(0, 122)).value();
    for (int i = 0; i < 3000; ++i) {
        const ByteBuffer record = fromHex("0c0000000101"
                                          "00")
                                      .value();
        batch.insert(batch.end(), record.begin(), record.end());
    }
    batch[8] = 0;
    batch[9] = 0;
    batch[10] = static_cast<std::uint8_t>((batch.size() - 12) >> 8);
    batch[11] = static_cast<std::uint8_t>(batch.size() - 12);
    batch[59] = 3000 >> 8;
    batch[60] = 3000 & 0xff;
    const auto bytes = std::make_shared<const ByteBuffer>(batch);
    const auto set = openRecordSet(bytes, {BufferId::Main, 0, bytes->size()});
    const OpenedRecords opened = openRecords(element(set, 0));
    EXPECT_LT(opened.tree->nodes.size(), 10U);
    EXPECT_EQ(NodeRef::root(opened.tree).child(0).childCount(), 3000U);
    EXPECT_EQ(NodeRef::root(opened.tree).find("records[2999].key")->span().offset, 61U + 2999U * 7U + 4U);
    EXPECT_THAT(opened.tree->diagnostics, IsEmpty());
}

TEST(RecordTrees, CountsAreNotBelieved) {
    std::string hex(kC028_0);
    hex.replace(57 * 2, 8, "7fffffff");
    const OpenedRecords opened = openRecords(element(setOf(hex), 0));
    EXPECT_EQ(NodeRef::root(opened.tree).child(0).childCount(), 1U);
    EXPECT_NE(diagnosticOf(*opened.tree, MessageId::RecordCountMismatch), nullptr);
}

TEST(RecordTrees, ASetWithinABuffer) {
    const std::string hex = "aabbcc" + std::string(kC028_0) + "dd";
    const auto tree = openRecordSet(bytesOf(hex), {BufferId::Main, 3, 70});
    EXPECT_EQ(NodeRef::root(tree).span(), (ByteSpan{BufferId::Main, 3, 70}));
    EXPECT_EQ(element(tree, 0).findField("crc")->span().offset, 3U + 17U);
    EXPECT_THAT(tree->diagnostics, IsEmpty());
}

}  // namespace
