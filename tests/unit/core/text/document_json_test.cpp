#include "core/text/document_json.h"

#include "core/document/document.h"
#include "core/records/record_trees.h"
#include "tests/support/decoding.h"
#include "tests/unit/core/records/case_bytes.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace brokerscope {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

// C103: two tombstones of the offsets topic, types 1 and 2.
constexpr std::string_view kOffsets = "00000000000000000000005000000000024f7d491a0000000000010000018bcfe568000000018"
                                      "bcfe56800ffffffffffffffffffffffffffff000000"
                                      "0224000000180001000167000174000000030100160000020a00020001670100";

class DocumentJson : public ::testing::Test {
protected:
    DocumentJson()
        : document(openRecordSet(testing::bytesOf(kOffsets), {BufferId::Main, 0, kOffsets.size() / 2}),
                   {.topic = "__consumer_offsets"}) {}

    const DocumentPart* open(const DocumentPart& part, std::string_view path) {
        const DocumentPart* opened = document.open(part, *NodeRef::root(part.tree).find(path));
        EXPECT_NE(opened, nullptr) << path;
        return opened;
    }
    std::string text(JsonOptions options = {}) const {
        const auto opened = [this](const NodeRef& node) -> const DocumentPart* {
            for (const auto& part : document.parts()) {
                if (part->owner == node) {
                    return part.get();
                }
            }
            return nullptr;
        };
        return toOpenedJson(NodeRef::root(document.root().tree), opened, options);
    }
    json parsed() const { return json::parse(text()); }

    Document document;
};

TEST_F(DocumentJson, WhatIsClosedStaysBase64) {
    EXPECT_EQ(text(), toJson(NodeRef::root(document.root().tree)));
    EXPECT_TRUE(parsed()["batches"][0]["records"].is_string());
}

TEST_F(DocumentJson, RecordsStandInThePlaceOfTheirBytes) {
    open(document.root(), "batches[0].records");
    const json records = parsed()["batches"][0]["records"];
    ASSERT_TRUE(records.is_array());
    ASSERT_EQ(records.size(), 2u);
    EXPECT_TRUE(records[0]["key"].is_string());
    EXPECT_EQ(records[1]["value"], nullptr);
}

TEST_F(DocumentJson, KeysOfInternalTopicsSayWhatTheyAre) {
    const DocumentPart* records = open(document.root(), "batches[0].records");
    open(*records, "records[1].key");
    const json keys = parsed()["batches"][0]["records"];
    EXPECT_EQ(keys[1]["key"]["_type"].get<std::string>(), "GroupMetadataKey");
    EXPECT_EQ(keys[1]["key"]["_recordType"].get<int>(), 2);
    EXPECT_EQ(keys[1]["key"]["group"].get<std::string>(), "g");
    EXPECT_TRUE(keys[0]["key"].is_string()) << "was not opened";
}

TEST_F(DocumentJson, IsIndentedThroughout) {
    const DocumentPart* records = open(document.root(), "batches[0].records");
    open(*records, "records[1].key");
    const std::string pretty = text({.indent = 2});
    EXPECT_EQ(json::parse(pretty), parsed());
    EXPECT_THAT(pretty, HasSubstr("\n          \"key\": {\n            \"_type\": \"GroupMetadataKey\",\n"));
}

// JoinGroup v9 of a consumer: its subscription, and what the assignor put into that.
TEST(DocumentJsonOfStructures, AreTheirFieldsBehindTheirNames) {
    const auto tree = testing::decodeBody("JoinGroupRequest", 9,
                                          "0a682d636c61737369630000afc8000493e0010009636f6e73756d657202"
                                          "13636f6f70657261746976652d737469636b79"
                                          "2100030000000100066f726465727300000004ffffffff00000000ffffffffffff000100");
    Document document(tree, {});
    const auto open = [&](const NodeRef& node) {
        const auto within =
            std::ranges::find_if(document.parts(), [&](const auto& part) { return part->tree.get() == &node.tree(); });
        return document.open(**within, node);
    };
    const json body = json::parse(toOpenedJson(NodeRef::root(tree), open, {}));
    const json& metadata = body["protocols"][0]["metadata"];
    EXPECT_EQ(metadata["_type"].get<std::string>(), "ConsumerProtocolSubscription");
    EXPECT_EQ(metadata["_version"].get<int>(), 3);
    EXPECT_EQ(metadata["userData"]["generation"].get<int>(), -1);
}

}  // namespace
}  // namespace brokerscope
