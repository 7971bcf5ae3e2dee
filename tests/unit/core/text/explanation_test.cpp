#include "core/text/explanation.h"

#include "core/codec/decoder.h"
#include "core/schema/schema_loader.h"
#include "tests/support/decoding.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

constexpr const char* kVarints = R"({"type":"data","name":"T","validVersions":"0","flexibleVersions":"none","fields":[
    {"name":"Delta","type":"int64","versions":"0","encoding":"varint"},
    {"name":"Key","type":"bytes","versions":"0","nullableVersions":"0","encoding":"varint"},
    {"name":"Value","type":"bytes","versions":"0","nullableVersions":"0","encoding":"varint"}]})";

std::string explainedAt(std::uint64_t offset, const char* hex) {
    const auto layout = MessageLayout::make(*loadDefinition(kVarints, {"t.json", "t", "t", false}), 0);
    const auto tree = decodeMessage(layout, testing::bytesOf(hex));
    const auto lines = explain(NodeRef::root(tree), offset, {&SchemaRegistry::embedded(), false, 120}).lines;
    return lines.empty() ? std::string() : lines.front().bytes + ' ' + lines.front().text;
}

TEST(Explanation, ZigzagNumbersSayHowTheyAreRead) {
    EXPECT_EQ(explainedAt(0, "0a 01 01"), "0a zigzag varint, 10 is even: 10 / 2 = 5");
    EXPECT_EQ(explainedAt(0, "09 01 01"), "09 zigzag varint, 9 is odd: −(9 + 1) / 2 = -5");
    EXPECT_EQ(explainedAt(0, "ac02 01 01"), "ac 02 zigzag varint, 0x2c + 0x02 << 7 = 300, 300 is even: 300 / 2 = 150");
}

TEST(Explanation, ZigzagLengthsAreNoInt8) {
    EXPECT_EQ(explainedAt(1, "00 01 0261"), "01 zigzag varint, 1 is odd: −(1 + 1) / 2 = -1: the bytes are null");
    EXPECT_EQ(explainedAt(2, "00 01 0261"),
              "02 zigzag varint, 2 is even: 2 / 2 = 1: 1 byte follows; -1 would mean null");
}

// The marker of a tagged field is another one than that of any other field.
TEST(Explanation, NullMarkerOfATaggedStructure) {
    const auto layout = MessageLayout::make(*loadDefinition(R"({"type":"data","name":"T","validVersions":"0",
        "flexibleVersions":"0+","fields":[{"name":"Classic","type":"Inner","versions":"0+","taggedVersions":"0+","tag":0,
        "nullableVersions":"0+","default":"null","fields":[{"name":"A","type":"int8","versions":"0+"}]}]})",
                                                            {"t.json", "t", "t", false}),
                                            0);
    const auto lineOf = [&layout](const char* hex) {
        const auto tree = decodeMessage(layout, testing::bytesOf(hex));
        const auto lines = explain(NodeRef::root(tree), 3, {&SchemaRegistry::embedded(), false, 120}).lines;
        return lines.empty() ? std::string() : lines.front().bytes + ' ' + lines.front().text;
    };
    EXPECT_EQ(lineOf("010003010500"), "01 unsigned varint 1: the structure is present; 0 would mean null");
    EXPECT_EQ(lineOf("01000100"), "00 unsigned varint 0: the structure is null; 1 would mean present");
}

}  // namespace
}  // namespace brokerscope
