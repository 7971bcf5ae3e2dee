#include "core/document/document.h"
#include "core/records/record_trees.h"
#include "tests/support/decoding.h"
#include "tests/unit/core/records/case_bytes.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

NodeRef nodeIn(const DocumentPart& part, std::string_view path) {
    return NodeRef::root(part.tree).find(path).value_or(NodeRef());
}

// Every node that opens said before that it may, and none that may not was opened; counts those that did.
std::size_t openAll(Document& document, const DocumentPart& part, const NodeRef& node) {
    const bool may = document.mayOpen(part, node);
    const DocumentPart* opened = document.open(part, node);
    EXPECT_TRUE(may || opened == nullptr) << node.path();
    std::size_t count = opened != nullptr ? 1 : 0;
    if (opened != nullptr && opened->tree != nullptr) {
        count += openAll(document, *opened, NodeRef::root(opened->tree));
    }
    for (std::size_t i = 0; i < node.childCount(); ++i) {
        count += openAll(document, part, node.child(i));
    }
    return count;
}

std::shared_ptr<const ValueTree> recordSet(std::string_view hex) {
    const auto bytes = testing::bytesOf(hex);
    return openRecordSet(bytes, {BufferId::Main, 0, bytes->size()});
}

TEST(DocumentMayOpen, RecordsOfABatchAndNothingElseOfIt) {
    Document document(recordSet(testing::kC028_0), {});
    EXPECT_TRUE(document.mayOpen(document.root(), nodeIn(document.root(), "batches[0].records")));
    EXPECT_FALSE(document.mayOpen(document.root(), nodeIn(document.root(), "batches[0].crc")));
    EXPECT_FALSE(document.mayOpen(document.root(), NodeRef()));
    EXPECT_EQ(openAll(document, document.root(), NodeRef::root(document.root().tree)), 1u)
        << "keys and values of a topic that is not known stay closed";
}

TEST(DocumentMayOpen, KeysAndValuesOfAnInternalTopic) {
    DocumentContext context;
    context.topic = "__consumer_offsets";
    // C103: two tombstones, types 1 and 2.
    Document document(recordSet("00000000000000000000005000000000024f7d491a0000000000010000018bcfe568000000018"
                                "bcfe56800ffffffffffffffffffffffffffff000000"
                                "0224000000180001000167000174000000030100160000020a00020001670100"),
                      std::move(context));
    const DocumentPart* records = document.open(document.root(), nodeIn(document.root(), "batches[0].records"));
    ASSERT_NE(records, nullptr);
    EXPECT_TRUE(document.mayOpen(*records, nodeIn(*records, "records[0].key")));
    EXPECT_FALSE(document.mayOpen(*records, nodeIn(*records, "records[0].value"))) << "null";
    EXPECT_FALSE(document.mayOpen(*records, nodeIn(*records, "records[0].offsetDelta")));
    EXPECT_EQ(openAll(document, document.root(), NodeRef::root(document.root().tree)), 3u);
}

TEST(DocumentMayOpen, MessagesWithinACompressedOne) {
    Document document(recordSet(testing::kC052_0), {});
    EXPECT_TRUE(document.mayOpen(document.root(), nodeIn(document.root(), "batches[0].value")));
    EXPECT_EQ(openAll(document, document.root(), NodeRef::root(document.root().tree)), 1u)
        << "the messages within have nothing to open";
}

TEST(DocumentMayOpen, TheValueOfAControlRecordAndNotItsKey) {
    Document document(recordSet(testing::kC039_0), {});
    const DocumentPart* records = document.open(document.root(), nodeIn(document.root(), "batches[0].records"));
    ASSERT_NE(records, nullptr);
    EXPECT_TRUE(document.mayOpen(*records, nodeIn(*records, "records[0].value")));
    EXPECT_FALSE(document.mayOpen(*records, nodeIn(*records, "records[0].key")));
}

TEST(DocumentMayOpen, BytesThatTheOverlaysHaveSelectorsFor) {
    // SyncGroup v3 without an assignment for others; its answer holds one.
    Document answer(testing::decodeBody("SyncGroupResponse", 3, "00000000000000000003010203"), {});
    EXPECT_TRUE(answer.mayOpen(answer.root(), nodeIn(answer.root(), "assignment")));
    Document empty(testing::decodeBody("SyncGroupResponse", 3, "00000000000000000000"), {});
    EXPECT_FALSE(empty.mayOpen(empty.root(), nodeIn(empty.root(), "assignment")));
    Document token(testing::decodeBody("SaslAuthenticateResponse", 0, "0000ffff00000003010203"), {});
    EXPECT_FALSE(token.mayOpen(token.root(), nodeIn(token.root(), "authBytes")));
}

}  // namespace
}  // namespace brokerscope
