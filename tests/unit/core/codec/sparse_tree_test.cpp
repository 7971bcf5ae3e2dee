#include "core/codec/byte_writer.h"
#include "core/value/node_lookup.h"
#include "tests/unit/core/codec/draft_test_support.h"

namespace brokerscope {
namespace {

using namespace testing;

using TreePtr = std::shared_ptr<const ValueTree>;

// Lists in lists, in all the shapes that a big array can have.
constexpr const char* kLists = R"({
  "type": "data", "name": "Lists", "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Words", "type": "[]string", "versions": "0+" },
    { "name": "Items", "type": "[]Item", "versions": "0+", "fields": [
      { "name": "Name", "type": "string", "versions": "0+" },
      { "name": "Parts", "type": "[]string", "versions": "0+" }
    ]}
  ]
})";

std::shared_ptr<const MessageLayout> lists() {
    static const auto layout = layoutFrom(kLists, 0);
    return layout;
}

DraftValue words(std::size_t count) {
    auto array = std::make_unique<DraftArray>();
    array->elements.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        array->elements.emplace_back(DraftText{"w" + std::to_string(i)});
    }
    return array;
}

// Items named i0, i1 …; the first has as many parts as told.
ValueDraft itemsDraft(std::size_t count, std::size_t parts) {
    ValueDraft draft = ValueDraft::fromDefaults(lists()->spec);
    const FieldSpec& items = *lists()->spec->root.find("items");
    auto array = std::make_unique<DraftArray>();
    for (std::size_t i = 0; i < count; ++i) {
        auto item = std::make_unique<DraftStruct>(makeStruct(*items.structure));
        item->fields[0] = DraftText{"i" + std::to_string(i)};
        if (i == 0) {
            item->fields[1] = words(parts);
        }
        array->elements.emplace_back(std::move(item));
    }
    draft.root.fields[items.index] = std::move(array);
    return draft;
}

DraftStruct& itemOf(ValueDraft& draft, std::size_t index) {
    auto& array = std::get<std::unique_ptr<DraftArray>>(draft.root.fields[lists()->spec->root.find("items")->index]);
    return *std::get<std::unique_ptr<DraftStruct>>(array->elements[index]);
}

// The tree of what was written and of what is read from it say the same, and both lead back to the bytes.
TreePtr expectSameAsDecoded(const ValueDraft& draft) {
    const TreePtr written = encodeMessage(lists(), draft);
    const TreePtr read = decodeMessage(lists(), written->bytes);
    EXPECT_EQ(toJson(NodeRef::root(written)), toJson(NodeRef::root(read)));
    EXPECT_EQ(written->nodes.size(), read->nodes.size());
    EXPECT_TRUE(everyByteOnce(written));
    EXPECT_TRUE(everyByteOnce(read));
    EXPECT_EQ(encodeBytes(*lists(), draftFromTree(*written)), *written->bytes);
    return written;
}

TEST(SparseTree, MillionElementsOfARequestCostAFewNodes) {
    ValueDraft draft = ValueDraft::fromDefaults(lists()->spec);
    draft.root.fields[0] = words(1'000'000);
    const TreePtr tree = encodeMessage(lists(), draft);
    EXPECT_LT(tree->nodes.size(), 8U);
    ASSERT_EQ(tree->sparse.size(), 1U);
    EXPECT_TRUE(tree->sparse[0].stored.empty());
    const NodeRef array = *NodeRef::root(tree).find("words");
    EXPECT_EQ(array.childCount(), 1'000'000U);
    EXPECT_EQ(array.child(0).text(), "w0");
    EXPECT_EQ(array.child(777'777).text(), "w777777");
    EXPECT_EQ(array.child(999'999).path(), "words[999999]");
    const NodeRef found = deepestNodeAt(NodeRef::root(tree), array.child(500'000).span().offset + 1);
    EXPECT_EQ(found.text(), "w500000");
}

TEST(SparseTree, BigArraysWithinElementsOfBigArrays) {
    const TreePtr tree = expectSameAsDecoded(itemsDraft(1500, 1200));
    EXPECT_EQ(tree->sparse.size(), 1U);
    EXPECT_EQ(jsonAt(tree, "items[0].parts[1199]"), "\"w1199\"");
    EXPECT_EQ(jsonAt(tree, "items[1499].name"), "\"i1499\"");
}

TEST(SparseTree, OnlyElementsThatReadOtherwiseAreStored) {
    ValueDraft draft = itemsDraft(1500, 1200);
    itemOf(draft, 700).overrides.emplace_back(0, FieldOverride{{}, 9, {}, false});
    itemOf(draft, 1499).overrides.emplace_back(0, FieldOverride{ByteBuffer{1, 2, 3}, {}, {}, false});
    const TreePtr tree = encodeMessage(lists(), draft);
    ASSERT_EQ(tree->sparse.size(), 1U);
    ASSERT_EQ(tree->sparse[0].stored.size(), 2U);
    EXPECT_EQ(tree->sparse[0].stored[0].first, 700U / SparseArray::kStride);
    EXPECT_TRUE(everyByteOnce(tree));
    EXPECT_EQ(jsonAt(tree, "items[700].name"), "\"i700\"");
    EXPECT_EQ(jsonAt(tree, "items[701].name"), "\"i701\"");
    const NodeRef last = NodeRef::root(tree).find("items[1499]")->child(0);
    EXPECT_EQ(last.kind(), NodeKind::Gap);
    EXPECT_EQ(last.span().length, 3U);
    EXPECT_EQ(encodeBytes(*lists(), draft), *tree->bytes);
    EXPECT_EQ(encodeBytes(*lists(), draftFromTree(*tree)), *tree->bytes);
}

TEST(SparseTree, BigArrayWithinAStoredElement) {
    ValueDraft draft = itemsDraft(1500, 1200);
    itemOf(draft, 0).overrides.emplace_back(0, FieldOverride{{}, 1, {}, false});
    const TreePtr tree = encodeMessage(lists(), draft);
    ASSERT_EQ(tree->sparse.size(), 1U);
    ASSERT_EQ(tree->sparse[0].stored.size(), 1U);
    EXPECT_LT(tree->sparse[0].stored[0].second->nodes.size(), 400U);
    EXPECT_TRUE(everyByteOnce(tree));
    EXPECT_EQ(jsonAt(tree, "items[0].parts[1199]"), "\"w1199\"");
    EXPECT_EQ(jsonAt(tree, "items[63].name"), "\"i63\"");
}

TEST(SparseTree, CountOnTheWireDecidesNothing) {
    for (const std::int64_t count : {std::int64_t{3}, std::int64_t{1'000'000'000}}) {
        ValueDraft draft = ValueDraft::fromDefaults(lists()->spec);
        draft.root.fields[0] = words(2000);
        draft.root.overrides.emplace_back(0, FieldOverride{{}, {}, count, false});
        const TreePtr tree = encodeMessage(lists(), draft);
        EXPECT_LT(tree->nodes.size(), 8U);
        EXPECT_EQ(NodeRef::root(tree).find("words")->childCount(), 2000U);
        EXPECT_EQ(jsonAt(tree, "words[1999]"), "\"w1999\"");
        EXPECT_TRUE(everyByteOnce(tree));
    }
}

TEST(SparseTree, AnElementOfWhichNothingWasReadIsNone) {
    // 1100 words announced; the prefix of one is never ended.
    for (const std::size_t good : {std::size_t{0}, std::size_t{64}, std::size_t{70}}) {
        const ByteBuffer rest(1200 - good, 0xff);
        const std::string hex = "cd08" + [good] {
            std::string empty;
            for (std::size_t i = 0; i < good; ++i) {
                empty += "01";
            }
            return empty;
        }() + toHex(rest);
        const TreePtr tree = decodeMessage(lists(), bytesOf(hex));
        EXPECT_TRUE(tree->hasErrors());
        EXPECT_EQ(NodeRef::root(tree).find("words")->childCount(), good);
        EXPECT_TRUE(everyByteOnce(tree));
        toJson(NodeRef::root(tree));
    }
}

TEST(SparseTree, ChildrenOfALongTagSectionAreListedOnce) {
    std::string hex = "0101";
    constexpr std::uint32_t kTags = 100'000;
    ByteWriter section;
    section.putVarint(kTags);
    for (std::uint32_t tag = 0; tag < kTags; ++tag) {
        section.putVarint(tag + 5);
        section.putVarint(0);
    }
    hex += toHex(section.finish());
    const TreePtr tree = decodeMessage(lists(), bytesOf(hex));
    const NodeRef tags = NodeRef::root(tree).child(2);
    ASSERT_EQ(tags.childCount(), kTags);
    for (std::uint32_t tag = 0; tag < kTags; ++tag) {
        ASSERT_EQ(tags.child(tag).node().integer, tag + 5);
    }
    EXPECT_FALSE(tags.child(kTags).isValid());
    EXPECT_EQ(positionInParent(tags.child(99'999)), 99'999U);
}

TEST(SparseTree, ThereIsNoChildBeyondTheLast) {
    const auto layout = layoutFrom(R"({"type":"data","name":"Numbers","validVersions":"0","flexibleVersions":"none",
        "fields":[{"name":"Ids","type":"[]int32","versions":"0+"},{"name":"Words","type":"[]string","versions":"0+"}]})",
                                   0);
    ValueDraft draft = ValueDraft::fromDefaults(layout->spec);
    auto ids = std::make_unique<DraftArray>();
    ids->elements.emplace_back(std::int64_t{7});
    draft.root.fields[0] = std::move(ids);
    draft.root.fields[1] = words(1500);
    const TreePtr tree = encodeMessage(layout, draft);
    const NodeRef root = NodeRef::root(tree);
    for (const auto& [array, count] : {std::pair{root.child(0), 1U}, std::pair{root.child(1), 1500U}}) {
        ASSERT_EQ(array.childCount(), count);
        EXPECT_TRUE(array.child(count - 1).isValid());
        EXPECT_FALSE(array.child(count).isValid());
        EXPECT_FALSE(array.child(count + 70).isValid());
    }
    EXPECT_FALSE(root.child(2).isValid());
}

}  // namespace
}  // namespace brokerscope
