#include "ui/inspector/message_search.h"

#include "tests/support/decoding.h"
#include "ui/inspector/copy_formats.h"
#include "ui/inspector/hex_looks.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

std::shared_ptr<const ValueTree> heartbeatAnswer() {
    return testing::decodeResponse(12, 4, "0000000c000000120000000000001b00");
}

std::optional<std::uint64_t> place(SearchMode mode, const char* text, std::uint64_t from, bool backwards = false) {
    const auto hit = searchMessage(heartbeatAnswer(), mode, QString::fromLatin1(text), from, backwards);
    return hit && *hit ? std::optional((*hit)->span.offset) : std::nullopt;
}

TEST(MessageSearch, findsHexForwardsBackwardsAndAround) {
    EXPECT_EQ(place(SearchMode::Hex, "1b", 0), 14u);
    EXPECT_EQ(place(SearchMode::Hex, "00 00", 0), 1u);
    EXPECT_EQ(place(SearchMode::Hex, "0c", 5), 3u) << "wraps around";
    EXPECT_EQ(place(SearchMode::Hex, "00", 3, true), 2u);
    EXPECT_EQ(place(SearchMode::Hex, "ff", 0), std::nullopt);
}

TEST(MessageSearch, findsFieldsByPartOfTheirName) {
    EXPECT_EQ(place(SearchMode::Field, "throttle", 0), 9u);
    EXPECT_EQ(place(SearchMode::Field, "ERRORCODE", 0), 13u);
    EXPECT_EQ(place(SearchMode::Field, "correlation", 10), 4u) << "wraps around";
    EXPECT_EQ(place(SearchMode::Field, "correlation", 10, true), 4u);
    EXPECT_EQ(place(SearchMode::Field, "nothing", 0), std::nullopt);
}

TEST(MessageSearch, goesToOffsets) {
    EXPECT_EQ(place(SearchMode::Offset, "0x0e", 0), 14u);
    EXPECT_EQ(place(SearchMode::Offset, "3", 0), 3u);
    const auto beyond = searchMessage(heartbeatAnswer(), SearchMode::Offset, QStringLiteral("16"), 0, false);
    ASSERT_FALSE(beyond);
    EXPECT_EQ(beyond.error().id, MessageId::ValueOutOfRange);
}

TEST(MessageSearch, saysWhatIsNoPattern) {
    EXPECT_FALSE(searchMessage(heartbeatAnswer(), SearchMode::Hex, QStringLiteral("xy"), 0, false));
    EXPECT_TRUE(searchMessage(nullptr, SearchMode::Text, QStringLiteral("a"), 0, false));
}

TEST(CopyFormats, giveTheTextsOfANode) {
    const NodeRef code = *NodeRef::root(heartbeatAnswer()).child(2).find("errorCode");
    EXPECT_EQ(copiedNode(code, QStringLiteral("27"), CopyFormat::Value), QStringLiteral("27"));
    EXPECT_EQ(copiedNode(code, {}, CopyFormat::Path), QStringLiteral("errorCode"));
    EXPECT_EQ(copiedNode(code, {}, CopyFormat::Json), QStringLiteral("27"));
    EXPECT_EQ(copiedNode(code, {}, CopyFormat::Hex), QStringLiteral("001b"));
    EXPECT_EQ(copiedNode(code, {}, CopyFormat::Base64), QStringLiteral("ABs="));
    EXPECT_EQ(copiedNode(code, {}, CopyFormat::CArray),
              QStringLiteral("static const unsigned char bytes[2] = {\n    0x00, 0x1b,\n};\n"));
    EXPECT_TRUE(copiedNode(code, {}, CopyFormat::HexDump).startsWith(QStringLiteral("0000000d")));
    EXPECT_TRUE(copiedNode({}, {}, CopyFormat::Path).isEmpty());
}

TEST(HexLooks, coverTheMessageAndMarkRemarks) {
    const auto tree = testing::decodeResponse(12, 4, "0000000a00000012000000000000");
    const HexHighlights looks = hexLooks(tree, 0, tree->bytes->size());
    std::uint64_t at = 0;
    for (const HexHighlight& run : looks.runs()) {
        EXPECT_EQ(run.offset, at);
        at = run.end();
    }
    EXPECT_EQ(at, tree->bytes->size());
    EXPECT_EQ(looks.at(0)->kind, HexKind::SizePrefix);
    EXPECT_FALSE(looks.marksIn(0, tree->bytes->size()).empty());
    EXPECT_TRUE(hexLooks(nullptr, 0, 10).isEmpty());
}

}  // namespace
}  // namespace brokerscope
