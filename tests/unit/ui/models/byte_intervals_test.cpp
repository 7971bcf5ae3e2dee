#include "ui/models/byte_intervals.h"

#include "core/value/node_lookup.h"
#include "tests/support/decoding.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <iterator>

namespace brokerscope {
namespace {

// A Heartbeat v4 of a classic group's member.
const char* const kHeartbeat = "00000057000c000400000012000b682d636c61737369632d41000a682d636c61737369630000000131682d6"
                               "36c61737369632d412d65386532383365"
                               "372d316135612d343832382d393638362d6636623832306565336230620000";

std::shared_ptr<const ValueTree> heartbeat() {
    return testing::decodeRequest(kHeartbeat);
}

TEST(ByteIntervals, nameEveryByteOnceAndInOrder) {
    const auto tree = heartbeat();
    std::uint64_t at = 0;
    for (const ByteInterval& interval : byteIntervals(tree, 0, tree->bytes->size())) {
        EXPECT_EQ(interval.offset, at);
        at += interval.size;
    }
    EXPECT_EQ(at, tree->bytes->size());
}

TEST(ByteIntervals, areTheAnnotationsOfTheTree) {
    const auto tree = heartbeat();
    std::vector<std::pair<std::uint64_t, AnnotationPart>> expected;
    annotate(NodeRef::root(tree),
             [&](const Annotation& annotation) { expected.emplace_back(annotation.offset, annotation.part); });
    std::vector<std::pair<std::uint64_t, AnnotationPart>> found;
    for (const ByteInterval& interval : byteIntervals(tree, 0, tree->bytes->size())) {
        found.emplace_back(interval.offset, interval.part);
    }
    EXPECT_EQ(found, expected);
}

TEST(ByteIntervals, ofAWindowAreThoseThatTouchIt) {
    const auto tree = heartbeat();
    const auto all = byteIntervals(tree, 0, tree->bytes->size());
    for (std::uint64_t begin = 0; begin < tree->bytes->size(); ++begin) {
        std::vector<ByteInterval> expected;
        std::ranges::copy_if(all, std::back_inserter(expected), [&](const ByteInterval& interval) {
            return interval.offset < begin + 3 && interval.offset + interval.size > begin;
        });
        EXPECT_EQ(byteIntervals(tree, begin, begin + 3), expected) << begin;
    }
}

TEST(ByteIntervals, prefixAndValueOfAFieldShareTint) {
    const auto tree = heartbeat();
    const auto id = NodeRef::root(tree).find("header.clientId");
    ASSERT_TRUE(id);
    const auto intervals = byteIntervals(tree, id->span().offset, id->span().end());
    ASSERT_EQ(intervals.size(), 2u);
    EXPECT_EQ(intervals[0].part, AnnotationPart::Length);
    EXPECT_EQ(intervals[1].part, AnnotationPart::Value);
    EXPECT_EQ(intervals[0].tint, intervals[1].tint);
    EXPECT_EQ(intervals[0].nodeOffset, intervals[1].nodeOffset);
}

TEST(ByteIntervals, neighbouringFieldsDifferInTint) {
    const auto tree = heartbeat();
    const auto intervals = byteIntervals(tree, 4, tree->bytes->size());
    for (std::size_t i = 1; i < intervals.size(); ++i) {
        const bool sameNode = intervals[i].nodeOffset == intervals[i - 1].nodeOffset;
        EXPECT_EQ(intervals[i].tint == intervals[i - 1].tint, sameNode) << intervals[i].offset;
    }
}

TEST(ByteIntervals, ofNothingAreNone) {
    EXPECT_TRUE(byteIntervals(nullptr, 0, 100).empty());
    EXPECT_TRUE(byteIntervals(heartbeat(), 5, 5).empty());
}

TEST(NodeLookup, findsTheDeepestNodeOfEveryByte) {
    const auto tree = heartbeat();
    const NodeRef root = NodeRef::root(tree);
    for (std::uint64_t offset = 0; offset < tree->bytes->size(); ++offset) {
        const NodeRef node = deepestNodeAt(root, offset);
        ASSERT_TRUE(node.isValid()) << offset;
        EXPECT_TRUE(node.span().contains(offset)) << offset;
        EXPECT_EQ(node.childCount(), 0u) << offset;
    }
    EXPECT_FALSE(deepestNodeAt(root, tree->bytes->size()).isValid());
    EXPECT_FALSE(deepestNodeAt(NodeRef(), 0).isValid());
}

TEST(NodeLookup, positionsLeadBackToTheNode) {
    const NodeRef root = NodeRef::root(heartbeat());
    const NodeRef node = *root.find("header.clientId");
    NodeRef at = root;
    for (const std::size_t position : childPositions(node)) {
        at = at.child(position);
    }
    EXPECT_EQ(at, node);
    EXPECT_TRUE(childPositions(root).empty());
}

}  // namespace
}  // namespace brokerscope
