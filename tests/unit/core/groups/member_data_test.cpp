#include "core/groups/member_data.h"

#include "core/base/hex.h"
#include "tests/support/group_event_words.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using testing::words;

const MemberData& memberData() {
    static const NestedOpener opener(SchemaRegistry::embedded());
    static const MemberData data(opener);
    return data;
}

ByteBuffer hex(std::string_view text) {
    return fromHex(text).value();
}

MemberSubscription subscribed(std::string_view type, std::string_view protocol, std::string_view bytes) {
    return memberData().subscription(type, protocol, hex(bytes));
}
MemberAssignment assignedBy(std::string_view type, std::string_view protocol, std::string_view bytes) {
    return memberData().assignment(type, protocol, hex(bytes));
}

// C086: a Connect group's data is of Connect's own formats.
TEST(MemberData, C086ConnectAssignments) {
    const auto v0 = assignedBy("connect", "default",
                               "000000000003772d310015687474703a2f2f31302e302e302e313a383038332f00000000000001c6000000"
                               "01000473696e6b00000002ffffffff00000000");
    ASSERT_TRUE(v0.isRead);
    EXPECT_EQ(words(v0.assigned), "sink--1,0");
    EXPECT_EQ(v0.says, "connect leader w-1 at http://10.0.0.1:8083/, offset 454, sink: connector + task 0");
    const auto v1 = assignedBy("connect", "compatible",
                               "000100000003772d310015687474703a2f2f31302e302e302e313a383038332f00000000000001c6000000"
                               "01000473696e6b00000002ffffffff000000000000000000000000");
    ASSERT_TRUE(v1.isRead);
    EXPECT_EQ(v1.says, "connect leader w-1 at http://10.0.0.1:8083/, offset 454, sink: connector + task 0, revoked "
                       "none, delay 0 ms");
    const auto v2 = assignedBy("connect", "sessioned",
                               "000200000003772d310015687474703a2f2f31302e302e302e313a383038332f00000000000001c6ffffff"
                               "ffffffffff0000ea60");
    ASSERT_TRUE(v2.isRead);
    EXPECT_EQ(words(v2.assigned), "none");
    EXPECT_EQ(v2.says, "connect leader w-1 at http://10.0.0.1:8083/, offset 454, null, revoked null, delay 60000 ms");
    EXPECT_EQ(v2.size, 52u);
}

TEST(MemberData, C086ConnectMetadata) {
    const auto said =
        subscribed("connect", "compatible",
                   "00010015687474703a2f2f31302e302e302e313a383038332f00000000000001c600000046000100000003"
                   "772d310015687474703a2f2f31302e302e302e313a383038332f00000000000001c60000000100047369"
                   "6e6b00000002ffffffff000000000000000000000000");
    ASSERT_TRUE(said.isRead);
    EXPECT_EQ(said.says, "connect http://10.0.0.1:8083/, offset 454");
    EXPECT_EQ(words(said.owned), "sink--1,0");
    EXPECT_TRUE(said.topics.empty());
}

TEST(MemberData, C086AnUnknownProtocolTypeStaysRaw) {
    const auto said = assignedBy("my-type", "x", "000000000001000174");
    EXPECT_FALSE(said.isRead);
    EXPECT_EQ(said.assigned, nullptr);
    EXPECT_EQ(said.size, 9u);
    EXPECT_EQ(unreadText(said),
              "assignment, 9 bytes: which structure these bytes hold is not known: protocolType is \"my-type\" at byte "
              "0");
}

// C087: JSON by the protocol type.
TEST(MemberData, C087SchemaRegistry) {
    const auto metadata =
        subscribed("sr", "v0",
                   "7b2276657273696f6e223a312c22686f7374223a2273722d31222c22706f7274223a383038312c226d"
                   "61737465725f656c69676962696c697479223a747275652c22736368656d65223a2268747470227d");
    ASSERT_TRUE(metadata.isRead);
    EXPECT_EQ(metadata.says, "schema registry sr-1:8081");
    EXPECT_TRUE(metadata.remarks.empty());
    const auto assignment = assignedBy("sr", "v0",
                                       "7b2276657273696f6e223a312c226572726f72223a302c226d6173746572223a2273722d312d366"
                                       "46632222c226d61737465725f6964656e"
                                       "74697479223a7b2276657273696f6e223a312c22686f7374223a2273722d31222c22706f7274223"
                                       "a383038312c22736368656d65223a2268"
                                       "747470227d7d");
    ASSERT_TRUE(assignment.isRead);
    EXPECT_EQ(assignment.says, "schema registry, leader sr-1:8081");
    EXPECT_EQ(words(assignment.assigned), "none");
}

TEST(MemberData, C087JsonOfAnotherProtocolTypeIsSaid) {
    const auto said = subscribed("my-type", "x", "7b2261223a317d");
    EXPECT_TRUE(said.isRead);
    EXPECT_EQ(said.says, "my-type: JSON, 7 bytes");
    EXPECT_FALSE(subscribed("my-type", "x", "7b2261223a31").isRead);  // cut
}

// C088: versions of the subscription.
TEST(MemberData, C088SubscriptionVersions) {
    const auto v0 = subscribed("consumer", "range", "000000000001000174ffffffff");
    ASSERT_TRUE(v0.isRead);
    EXPECT_EQ(v0.topics, std::vector<std::string>{"t"});
    EXPECT_EQ(v0.owned, nullptr);  // the version does not tell
    EXPECT_EQ(v0.generation, -1);
    const auto v1 = subscribed("consumer", "range", "0001000000010001740000000000000001000174000000020000000000000002");
    ASSERT_TRUE(v1.isRead);
    EXPECT_EQ(words(v1.owned), "t-0,2");
    const auto v3 =
        subscribed("consumer", "range",
                   "0003000000010001740000000400000005000000010001740000000200000000000000020000000500067261636b2d61");
    ASSERT_TRUE(v3.isRead);
    EXPECT_EQ(v3.generation, 5);
    EXPECT_EQ(v3.rackId, "rack-a");
    EXPECT_TRUE(v3.remarks.empty());
}

TEST(MemberData, C088ANewerVersionIsReadAsTheNewest) {
    const auto v4 = subscribed(
        "consumer", "range",
        "0004000000010001740000000400000005000000010001740000000200000000000000020000000500067261636b2d61cafe");
    EXPECT_EQ(words(v4.owned), "t-0,2");
    EXPECT_EQ(v4.rackId, "rack-a");
    ASSERT_FALSE(v4.remarks.empty());
    EXPECT_EQ(v4.remarks.front().id, MessageId::NewerVersion);
    EXPECT_EQ(v4.remarks.back().id, MessageId::BytesLeft);
    EXPECT_TRUE(v4.isRead);
}

// C089, C090: empty bytes are no fault; a piece of a structure is.
TEST(MemberData, C090EmptyAssignments) {
    EXPECT_EQ(words(assignedBy("consumer", "range", "").assigned), "none");
    EXPECT_TRUE(assignedBy("consumer", "range", "").isRead);
    EXPECT_EQ(words(assignedBy("consumer", "range", "000000000000ffffffff").assigned), "none");
    const auto piece = assignedBy("consumer", "range", "00");
    EXPECT_FALSE(piece.isRead);
    EXPECT_EQ(piece.assigned, nullptr);
    EXPECT_EQ(unreadText(piece), "assignment, 1 byte: needs 2 bytes, 1 left at byte 0");
}

TEST(MemberData, C089EmptySubscription) {
    const auto said = subscribed("consumer", "", "");
    EXPECT_TRUE(said.isRead);
    EXPECT_TRUE(said.topics.empty());
    EXPECT_EQ(unreadText(said), "");
}

// C091: user data by the name of the protocol alone.
TEST(MemberData, C091GenerationInUserData) {
    constexpr std::string_view kBytes = "000100000001000174000000040000000500000001000174000000020000000000000002";
    EXPECT_EQ(subscribed("consumer", "cooperative-sticky", kBytes).generation, 5);
    EXPECT_EQ(subscribed("consumer", "my-assignor", kBytes).generation, -1);
    EXPECT_EQ(words(subscribed("consumer", "my-assignor", kBytes).owned), "t-0,2");
}

// C092: one bad member.
TEST(MemberData, C092AFaultSaysWhere) {
    const auto said = subscribed("consumer", "range", "0001ffffffff");
    EXPECT_FALSE(said.isRead);
    ASSERT_FALSE(said.remarks.empty());
    EXPECT_EQ(said.remarks.front().span.offset, 2u);
    EXPECT_NE(unreadText(said).find("subscription, 6 bytes: "), std::string::npos);
    EXPECT_NE(unreadText(said).find(" at byte 2"), std::string::npos);
}

// The broker stores and describes any bytes.
TEST(MemberData, BytesThatAreNoStructure) {
    const auto said = subscribed("consumer", "range", "ffffff");
    EXPECT_FALSE(said.isRead);
    EXPECT_NE(unreadText(said).find("subscription, 3 bytes"), std::string::npos);
}

}  // namespace
}  // namespace brokerscope
