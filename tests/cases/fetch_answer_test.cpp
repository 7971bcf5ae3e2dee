// Answers to Fetch as people reported them, byte for byte.
#include "core/base/hex.h"
#include "core/codec/decoder.h"
#include "core/value/json_writer.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

TEST(FetchAnswerCases, C082_TaggedStructuresInAPartitionAndAtTheTop) {
    const auto layout = SchemaRegistry::embedded().layout("FetchResponse", 16);
    ASSERT_TRUE(layout);
    const ByteBuffer bytes = *fromHex(
        "00000000000000000000020f1e2d3c4b5a49788796a5b4c3d2e1f002000000000006ffffffffffffffffffffffffffffffffff"
        "ffffffffffffff00ffffffff0103000d00000003000000000000002a000109000000020000000900020d00000000000003e80000"
        "0004000001000e0200000002036232000023840000");
    const auto tree = decodeMessage(*layout, std::make_shared<const ByteBuffer>(bytes));
    EXPECT_EQ(tree->unread, 0u);
    EXPECT_TRUE(tree->diagnostics.empty());
    const NodeRef root = NodeRef::root(tree);
    const auto at = [&root](std::string_view path) {
        const auto node = root.find(path);
        EXPECT_TRUE(node) << path;
        return node ? node->node().integer : 0;
    };
    const std::string partition = "responses[0].partitions[0].";
    EXPECT_EQ(at(partition + "errorCode"), 6);
    EXPECT_EQ(at(partition + "divergingEpoch.epoch"), 3);
    EXPECT_EQ(at(partition + "divergingEpoch.endOffset"), 42);
    EXPECT_EQ(at(partition + "currentLeader.leaderId"), 2);
    EXPECT_EQ(at(partition + "currentLeader.leaderEpoch"), 9);
    EXPECT_EQ(at(partition + "snapshotId.endOffset"), 1000);
    EXPECT_EQ(at(partition + "snapshotId.epoch"), 4);
    EXPECT_EQ(at("nodeEndpoints[0].port"), 9092);
    EXPECT_EQ(root.find("nodeEndpoints[0].host")->text(), "b2");
    // The tag sections of the structures are counted in the sizes of their tags.
    EXPECT_EQ(root.find(partition + "divergingEpoch")->span().length, 2u + 13);
}

}  // namespace
}  // namespace brokerscope
