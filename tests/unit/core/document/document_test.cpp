#include "core/document/document.h"

#include "core/records/record_trees.h"
#include "tests/support/decoding.h"
#include "tests/unit/core/records/case_bytes.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using testing::bytesOf;
using testing::decodeBody;

NodeRef at(const DocumentPart& part, std::string_view path) {
    return NodeRef::root(part.tree).find(path).value_or(NodeRef());
}

std::string jsonOf(const DocumentPart* part) {
    return part == nullptr ? "nothing" : part->tree == nullptr ? "raw" : toJson(NodeRef::root(part->tree));
}

// A Fetch answer v4 for one partition of a topic with one-letter parts.
std::shared_ptr<const ValueTree> fetched(std::string_view topic, std::string_view records) {
    const auto number = [](std::size_t value) {
        return toHex(ByteBuffer{0, 0, static_cast<std::uint8_t>(value / 256), static_cast<std::uint8_t>(value % 256)});
    };
    std::string hex = "00000000"
                      "00000001";
    hex += number(topic.size()).substr(4) + toHex(asBytes(topic));
    hex += "00000001"
           "00000000"
           "0000"
           "0000000000000001"
           "0000000000000001"
           "00000000";
    hex += number(records.size() / 2);
    hex += records;
    return decodeBody("FetchResponse", 4, hex);
}

constexpr std::string_view kPath = "responses[0].partitions[0].records";
// C103: two tombstones, types 1 and 2.
constexpr std::string_view kTombstones = "00000000000000000000005000000000024f7d491a0000000000010000018bcfe568000000018"
                                         "bcfe56800ffffffffffffffffffffffffffff000000"
                                         "0224000000180001000167000174000000030100160000020a00020001670100";

TEST(Document, OpensRecordsStepByStepInOneBuffer) {
    Document document(fetched("t", testing::kC028_0), {});
    const DocumentPart* set = document.open(document.root(), at(document.root(), kPath));
    ASSERT_NE(set, nullptr);
    EXPECT_EQ(set->kind, PartKind::RecordSet);
    EXPECT_EQ(set->parent, &document.root());
    EXPECT_EQ(set->owner.path(), kPath);
    EXPECT_EQ(set->tree->bytes, document.root().tree->bytes);
    const DocumentPart* records = document.open(*set, at(*set, "batches[0].records"));
    ASSERT_NE(records, nullptr);
    EXPECT_EQ(records->kind, PartKind::Records);
    EXPECT_EQ(records->buffer, BufferId::Main);
    EXPECT_EQ(at(*records, "records[0].value").text(), "v");
    // An ordinary topic's key and value are bytes.
    EXPECT_EQ(document.open(*records, at(*records, "records[0].value")), nullptr);
    EXPECT_EQ(document.parts().size(), 3u);
    // Once only.
    EXPECT_EQ(document.open(*set, at(*set, "batches[0].records")), records);
    EXPECT_EQ(document.parts().size(), 3u);
}

TEST(Document, WhatWasDecompressedIsABufferOfItsOwn) {
    Document document(fetched("t", testing::kC059_0), {});
    const DocumentPart* set = document.open(document.root(), at(document.root(), kPath));
    ASSERT_NE(set, nullptr);
    const DocumentPart* records = document.open(*set, at(*set, "batches[0].records"));
    ASSERT_NE(records, nullptr);
    ASSERT_NE(records->tree, nullptr);
    EXPECT_EQ(records->buffer, BufferId{1});
    EXPECT_NE(records->tree->bytes, set->tree->bytes);
    EXPECT_EQ(document.bytes(BufferId{1}).data(), records->tree->bytes->data());
    EXPECT_EQ(Document::span(*records, at(*records, "records[0]")).buffer, BufferId{1});
    EXPECT_EQ(Document::span(*set, at(*set, "batches[0]")).buffer, BufferId::Main);
}

TEST(Document, RecordsOfAnInternalTopicByTheNameInTheMessage) {
    Document document(fetched("__consumer_offsets", kTombstones), {});
    const DocumentPart* set = document.open(document.root(), at(document.root(), kPath));
    ASSERT_NE(set, nullptr);
    ASSERT_NE(set->topic, nullptr);
    EXPECT_EQ(set->topic->word, "offsets");
    const DocumentPart* records = document.open(*set, at(*set, "batches[0].records"));
    ASSERT_NE(records, nullptr);
    const DocumentPart* key = document.open(*records, at(*records, "records[1].key"));
    ASSERT_NE(key, nullptr);
    EXPECT_EQ(key->kind, PartKind::RecordKey);
    EXPECT_EQ(key->name, "GroupMetadata");
    EXPECT_TRUE(key->isTombstone);
    EXPECT_EQ(jsonOf(key), "{\"group\":\"g\"}");
    EXPECT_EQ(key->prefixes.front().span.offset, contentSpan(key->owner).offset);
    EXPECT_EQ(document.open(*records, at(*records, "records[1].value")), nullptr);
}

// FeatureLevelRecord, fetched by the id that every cluster gives the metadata topic, or said by who opens the bytes.
TEST(Document, RecordsOfTheMetadataTopic) {
    const std::string_view batch = "00000000000000010000004f00000000027b4e01400000000000000000018bcfe568000000018bcfe56"
                                   "800ffffffffffffffffffffffffffff000000"
                                   "013a000000012e010c00116d657461646174612e76657273696f6e0019000000";
    DocumentContext context;
    context.topic = "__cluster_metadata";
    Document document(openRecordSet(bytesOf(batch), {BufferId::Main, 0, batch.size() / 2}), context);
    const DocumentPart* records = document.open(document.root(), at(document.root(), "batches[0].records"));
    ASSERT_NE(records, nullptr);
    const DocumentPart* value = document.open(*records, at(*records, "records[0].value"));
    ASSERT_NE(value, nullptr);
    EXPECT_EQ(value->name, "FeatureLevelRecord");
    EXPECT_EQ(jsonOf(value), "{\"name\":\"metadata.version\",\"featureLevel\":25}");
    EXPECT_EQ(value->prefixes.size(), 3u);
}

TEST(Document, ControlRecordsAreOpenedAsSuchInEveryTopic) {
    Document document(fetched("__consumer_offsets", testing::kC039_0), {});
    const DocumentPart* set = document.open(document.root(), at(document.root(), kPath));
    const DocumentPart* records = document.open(*set, at(*set, "batches[0].records"));
    const DocumentPart* value = document.open(*records, at(*records, "records[0].value"));
    ASSERT_NE(value, nullptr);
    EXPECT_EQ(value->kind, PartKind::ControlValue);
    EXPECT_EQ(value->name, "COMMIT");
    EXPECT_EQ(jsonOf(value), "{\"coordinatorEpoch\":12}");
    EXPECT_EQ(document.open(*records, at(*records, "records[0].key")), nullptr);
}

TEST(Document, StructuresWithinStructuresKnowWhatTheOuterOnesTold) {
    const auto tree = decodeBody("JoinGroupRequest", 9,
                                 "0a682d636c61737369630000afc8000493e0010009636f6e73756d657202"
                                 "13636f6f70657261746976652d737469636b79"
                                 "2100030000000100066f726465727300000004ffffffff00000000ffffffffffff000100");
    ASSERT_FALSE(tree->hasErrors());
    Document document(tree, {});
    const DocumentPart* subscription = document.open(document.root(), at(document.root(), "protocols[0].metadata"));
    ASSERT_NE(subscription, nullptr);
    const DocumentPart* data = document.open(*subscription, at(*subscription, "userData"));
    ASSERT_NE(data, nullptr);
    EXPECT_EQ(data->parent, subscription);
    EXPECT_EQ(jsonOf(data), "{\"generation\":-1}");
    EXPECT_EQ(document.open(document.root(), at(document.root(), "groupId")), nullptr);
    EXPECT_EQ(document.open(document.root(), NodeRef()), nullptr);
}

TEST(Document, RawBytesSayWhy) {
    const auto tree = decodeBody("SyncGroupResponse", 0,
                                 "0000"
                                 "00000002"
                                 "0000");
    Document document(tree, {});
    const DocumentPart* part = document.open(document.root(), at(document.root(), "assignment"));
    ASSERT_NE(part, nullptr);
    EXPECT_EQ(part->tree, nullptr);
    ASSERT_EQ(part->remarks.size(), 1u);
    EXPECT_EQ(part->remarks[0].id, MessageId::NestedUnknown);
    EXPECT_EQ(part->remarks[0].path, "assignment");
}

}  // namespace
}  // namespace brokerscope
