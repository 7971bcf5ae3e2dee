#include "core/text/nested_view.h"

#include "core/text/annotated_hex.h"
#include "core/text/decode_answer.h"
#include "core/text/text_tree.h"
#include "tests/support/decoding.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace brokerscope {
namespace {

using nlohmann::json;
using testing::decodeBody;
using ::testing::HasSubstr;
using ::testing::Not;

const NestedOpener& opener() {
    static const NestedOpener made(SchemaRegistry::embedded());
    return made;
}

// JoinGroup v9: range without user data, cooperative-sticky with its four bytes.
std::shared_ptr<const ValueTree> join() {
    return decodeBody(
        "JoinGroupRequest", 9,
        "0a682d636c61737369630000afc8000493e0010009636f6e73756d6572030672616e67651d00030000000100066f726465727"
        "3ffffffff00000000ffffffffffff0013636f6f70657261746976652d737469636b792100030000000100066f72646572730000"
        "0004ffffffff00000000ffffffffffff000100");
}

// SyncGroup v5 of a protocol that nobody knows.
std::shared_ptr<const ValueTree> foreign() {
    return decodeBody("SyncGroupResponse", 5, "000000000000037372036e6103abcd00");
}

std::string text(const std::shared_ptr<const ValueTree>& tree, bool hex = false) {
    std::string out;
    const auto take = [&](std::string_view line) { (out += line) += '\n'; };
    const ReadableOptions options{&SchemaRegistry::embedded()};
    if (hex) {
        writeAnnotatedHex(NodeRef::root(tree), {options, false}, take, {&opener(), {}});
    } else {
        writeTree(NodeRef::root(tree), options, take, {&opener(), {}});
    }
    return out;
}

TEST(NestedText, StructuresStandBelowTheirBytes) {
    EXPECT_THAT(text(join()), HasSubstr("      Name: \"cooperative-sticky\"\n"
                                        "      Metadata: 32 bytes: 00 03"));
    EXPECT_THAT(text(join()), HasSubstr("        holds ConsumerProtocolSubscription v3, 30 bytes, after version 3\n"
                                        "          Topics: 1 element\n"
                                        "            [0]: \"orders\"\n"
                                        "          UserData: 4 bytes: ff ff ff ff\n"
                                        "            holds CooperativeStickyAssignorUserData v0, 4 bytes\n"
                                        "              Generation: -1\n"));
}

TEST(NestedText, BytesOfNoKnownStructureSayWhy) {
    EXPECT_THAT(text(foreign()), HasSubstr("  Assignment: 2 bytes: ab cd\n"
                                           "    ! note at byte 13: which structure these bytes hold is not known: "
                                           "protocolType is \"sr\"\n"));
}

TEST(NestedText, WithoutAViewBytesStayBytes) {
    std::string out;
    writeTree(NodeRef::root(join()), {}, [&](std::string_view line) { (out += line) += '\n'; });
    EXPECT_THAT(out, Not(HasSubstr("holds")));
}

TEST(NestedText, AnnotatedBytesFollowASecondTimeBehindAMark) {
    const std::string out = text(join(), true);
    EXPECT_THAT(out, HasSubstr("protocols[0].metadata > version"));
    EXPECT_THAT(out, HasSubstr("protocols[1].metadata > userData > generation"));
    // Each byte of the message once, each of the inner structures once again.
    std::size_t plain = 0;
    std::size_t marked = 0;
    std::istringstream lines(out);
    for (std::string line; std::getline(lines, line);) {
        const std::string hex = line.substr(8, 23);
        const auto digits = static_cast<std::size_t>(std::count_if(hex.begin(), hex.end(), ::isxdigit));
        (line[6] == '>' ? marked : plain) += digits / 2;
    }
    EXPECT_EQ(plain, join()->bytes->size());
    EXPECT_EQ(marked, 28u + 32u + 4u);
}

TEST(NestedJson, StructuresStandInThePlaceOfTheirBytes) {
    std::vector<Diagnostic> remarks;
    const json body = json::parse(toNestedJson(NodeRef::root(join()), {&opener(), {}}, {}, remarks));
    const json& metadata = body["protocols"][1]["metadata"];
    EXPECT_EQ(metadata["_type"], "ConsumerProtocolSubscription");
    EXPECT_EQ(metadata["_version"], 3);
    EXPECT_EQ(metadata["topics"], json::parse(R"(["orders"])"));
    EXPECT_EQ(metadata["userData"],
              json::parse(R"({"_type":"CooperativeStickyAssignorUserData","_version":0,"generation":-1})"));
    EXPECT_EQ(body["protocols"][0]["metadata"]["userData"], nullptr);
    EXPECT_TRUE(remarks.empty());
}

TEST(NestedJson, WhatIsNotKnownStaysBase64AndIsRemarked) {
    std::vector<Diagnostic> remarks;
    const json body = json::parse(toNestedJson(NodeRef::root(foreign()), {&opener(), {}}, {}, remarks));
    EXPECT_EQ(body["assignment"], "q80=");
    ASSERT_EQ(remarks.size(), 1u);
    EXPECT_EQ(remarks[0].path, "assignment");
    EXPECT_EQ(remarks[0].code(), "NESTED_UNKNOWN");
}

TEST(NestedAnswer, KafkasShapeStaysAndStructuresStandBeside) {
    const auto tree = join();
    const json answer = json::parse(decodeAnswer(NodeRef::root(tree), {true, false, {&opener(), {}}}));
    EXPECT_EQ(answer["json"]["protocols"][0]["metadata"], "AAMAAAABAAZvcmRlcnP/////AAAAAP///////w==");
    const json& nested = answer["nested"];
    ASSERT_EQ(nested.size(), 3u);
    EXPECT_EQ(nested[0]["path"], "protocols[0].metadata");
    EXPECT_EQ(nested[1]["path"], "protocols[1].metadata");
    EXPECT_EQ(nested[2]["path"], "protocols[1].metadata.userData");
    EXPECT_EQ(nested[1]["type"], "ConsumerProtocolSubscription");
    EXPECT_EQ(nested[1]["version"], 3);
    EXPECT_EQ(nested[1]["json"]["topics"][0], "orders");
    EXPECT_EQ(nested[1]["unread"], 0);
    EXPECT_EQ(nested[1]["diagnostics"], json::array());
    // The fields of each name its bytes once; those of the message are as without.
    for (const json& structure : nested) {
        std::uint64_t at = structure["offset"].get<std::uint64_t>();
        const std::uint64_t end = at + structure["size"].get<std::uint64_t>();
        for (const json& field : structure["fields"]) {
            EXPECT_EQ(field["offset"].get<std::uint64_t>(), at);
            at += field["size"].get<std::uint64_t>();
        }
        EXPECT_EQ(at, end);
    }
    const json plain = json::parse(decodeAnswer(NodeRef::root(tree), {true, false, {}}));
    EXPECT_FALSE(plain.contains("nested"));
    EXPECT_EQ(plain["fields"], answer["fields"]);
    EXPECT_EQ(plain["json"], answer["json"]);
}

TEST(NestedAnswer, RawBytesHaveTheirReason) {
    const json nested = json::parse(structuresJson(NodeRef::root(foreign()), {&opener(), {}}, false, true));
    ASSERT_EQ(nested.size(), 1u);
    EXPECT_EQ(nested[0]["type"], nullptr);
    EXPECT_EQ(nested[0]["json"], nullptr);
    EXPECT_EQ(nested[0]["unread"], 2);
    EXPECT_EQ(nested[0]["diagnostics"][0]["code"], "NESTED_UNKNOWN");
    EXPECT_EQ(
        structuresJson(NodeRef::root(decodeBody("MetadataRequest", 1, "ffffffff")), {&opener(), {}}, false, false), "");
}

}  // namespace
}  // namespace brokerscope
