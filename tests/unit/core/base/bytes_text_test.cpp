#include "core/base/base64.h"
#include "core/base/hex.h"
#include "core/base/limits.h"
#include "core/base/message_text.h"
#include "core/base/nearest_name.h"
#include "core/base/text_scan.h"
#include "core/base/utf8.h"
#include "core/base/uuid.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

TEST(MessageText, ANounFollowsItsNumber) {
    EXPECT_EQ(messageText(MessageId::BytesLeft, {"1", "x"}), "1 byte not consumed by x");
    EXPECT_EQ(messageText(MessageId::BytesLeft, {"2", "x"}), "2 bytes not consumed by x");
    EXPECT_EQ(messageText(MessageId::BytesLeft, {"11"}), "11 bytes not consumed by ");
    EXPECT_EQ(messageText(MessageId::Other, {"{0:bytes} {x} {"}), "{0:bytes} {x} {");
}

TEST(TextScan, PiecesOfAnySizeGiveTheSame) {
    const std::pair<std::string_view, bool> cases[] = {{"", true},
                                                       {"a \t\r\n \xc3\xbc \xe2\x82\xac \xf0\x9f\x98\x80 z", true},
                                                       {"\xf0\x9f\x98\x80", true},
                                                       {"cut \xf0\x9f\x98", false},
                                                       {"a\x01z", false},
                                                       {"del \x7f", false},
                                                       {"csi \xc2\x9b", false},
                                                       {"no-break \xc2\xa0", true},
                                                       {"surrogate \xed\xa0\x80", false},
                                                       {"overlong \xc0\x80", false},
                                                       {"alone \x80", false},
                                                       {"\xe2\x82 missing", false}};
    for (const auto& [text, isText] : cases) {
        EXPECT_EQ(isPlainText(asBytes(text)), isText) << text;
        for (std::size_t first = 0; first <= text.size(); ++first) {
            for (std::size_t second = first; second <= text.size(); ++second) {
                TextScan scan;
                scan.add(asBytes(text.substr(0, first)));
                scan.add(asBytes(text.substr(first, second - first)));
                scan.add(asBytes(text.substr(second)));
                EXPECT_EQ(scan.isText(), isText) << text << ' ' << first << ' ' << second;
            }
        }
    }
}

TEST(TextScan, ACharacterThatIsCutIsKnownByItsBeginning) {
    const std::string_view text = "a\xc3\xbc\xf0\x9f\x98\x80";
    const std::size_t sizes[] = {0, 0, 1, 0, 1, 2, 3, 0};
    for (std::size_t i = 0; i <= text.size(); ++i) {
        EXPECT_EQ(cutCharacterSize(asBytes(text.substr(0, i))), sizes[i]) << i;
    }
}

TEST(Hex, RoundTripAndSeparators) {
    EXPECT_EQ(toHex(*fromHex("00FFa5")), "00ffa5");
    EXPECT_EQ(toHex(*fromHex("0x00 ff:a5,\n01")), "00ffa501");
    EXPECT_EQ(fromHex("0g").error().id, MessageId::InvalidHex);
    EXPECT_EQ(fromHex("0g").error().arguments.at(0), "1");
    EXPECT_EQ(fromHex("abc").error().id, MessageId::HexOddDigits);
    // A separator within a byte is a slip, not a style.
    EXPECT_FALSE(fromHex("0 0f0").has_value());
}

TEST(Base64, PaddingAndAlphabets) {
    const ByteBuffer bytes{0xfb, 0xff, 0x00};
    EXPECT_EQ(toBase64(bytes), "+/8A");
    EXPECT_EQ(fromBase64("+/8A"), bytes);
    EXPECT_EQ(fromBase64("-_8A"), bytes);
    EXPECT_EQ(toBase64(ByteBuffer{1}), "AQ==");
    EXPECT_EQ(fromBase64("AQ"), ByteBuffer{1});
    EXPECT_FALSE(fromBase64("A").has_value());
    EXPECT_FALSE(fromBase64("AQ===").has_value());
    EXPECT_FALSE(fromBase64("A*==").has_value());
}

TEST(Utf8, FindsTheFirstBadByte) {
    EXPECT_FALSE(firstInvalidUtf8(asBytes("plain and long enough ascii")).has_value());
    EXPECT_FALSE(firstInvalidUtf8(asBytes("\xe2\x82\xac \xf0\x9f\x98\x80")).has_value());
    EXPECT_EQ(firstInvalidUtf8(asBytes("ab\xff")), 2U);
    EXPECT_EQ(firstInvalidUtf8(asBytes("\xc0\x80")), 0U);          // overlong
    EXPECT_EQ(firstInvalidUtf8(asBytes("\xed\xa0\x80")), 0U);      // surrogate
    EXPECT_EQ(firstInvalidUtf8(asBytes("\xf4\x90\x80\x80")), 0U);  // above U+10FFFF
    EXPECT_EQ(firstInvalidUtf8(asBytes("12345678\xe2\x82")), 8U);  // cut off
    EXPECT_EQ(displayUtf8(asBytes("a\xff")), "a\xef\xbf\xbd");
}

TEST(Cases, C024_UuidTextForm) {
    const Uuid id = Uuid::fromBytes(*fromHex("fbefbeffbfff4fbfbfff00010203beef"));
    EXPECT_EQ(id.toString(), "----_7__T7-__wABAgO-7w");
    EXPECT_EQ(id.toHyphenated(), "fbefbeff-bfff-4fbf-bfff-00010203beef");
    EXPECT_EQ(Uuid::fromString("----_7__T7-__wABAgO-7w"), id);
    EXPECT_EQ(Uuid::fromString("fbefbeff-bfff-4fbf-bfff-00010203beef"), id);
    EXPECT_EQ(Uuid::fromString("----_7__T7-__wABAgO-7w=="), id);
    EXPECT_EQ(Uuid{}.toString(), "AAAAAAAAAAAAAAAAAAAAAA");
    EXPECT_TRUE(Uuid{}.isZero());
    EXPECT_EQ(Uuid::fromBytes(*fromHex("00000000000000000000000000000001")).toString(), "AAAAAAAAAAAAAAAAAAAAAQ");
    EXPECT_FALSE(Uuid::fromString("not a uuid").has_value());
}

TEST(NearestName, FindsASlipAndNothingFarAway) {
    const std::vector<std::string> names{"topics", "timeoutMs", "groupId"};
    EXPECT_EQ(nearestName("topcis", names), "topics");
    EXPECT_EQ(nearestName("Topics", names), "topics");
    EXPECT_EQ(nearestName("zzzzzz", names), "");
    const std::vector<std::string> longer{"allowAutoTopicCreation", "topicIdNull", "topicId", "name"};
    EXPECT_EQ(nearestName("topic", longer), "topicId");
    EXPECT_EQ(nearestName("allowAutoCreate", longer), "allowAutoTopicCreation");
    EXPECT_EQ(nearestName("foo", longer), "");
}

TEST(Limits, SetByName) {
    Limits limits;
    EXPECT_TRUE(limits.set("frame", 12).has_value());
    EXPECT_EQ(limits.frame, 12U);
    EXPECT_EQ(limits.set("fame", 12).error().id, MessageId::InvalidValue);
}

TEST(MessageText, PutsArgumentsIn) {
    EXPECT_EQ(messageText(MessageId::LengthBeyondEnd, {"5", "2"}), "length 5 > 2 bytes left");
    EXPECT_EQ(messageText(MessageId::LengthBeyondEnd, {"5"}), "length 5 >  bytes left");
    EXPECT_EQ(messageCode(MessageId::ConnectionClosed), "CONNECTION_CLOSED");
}

}  // namespace
}  // namespace brokerscope
