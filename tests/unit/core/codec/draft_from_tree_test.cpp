#include "core/codec/decoder.h"
#include "tests/unit/core/codec/draft_test_support.h"

#include <random>

namespace brokerscope {
namespace {

using namespace testing;

// Bytes to a tree to a draft and back; the draft.
ValueDraft expectSameBytes(const std::shared_ptr<const MessageLayout>& layout, std::string_view hex) {
    ValueDraft draft = draftFromTree(*decodeMessage(layout, bytesOf(hex)));
    EXPECT_EQ(encodedHex(layout, draft), hex);
    return draft;
}
ValueDraft expectSameBytes(std::string_view name, int version, std::string_view hex) {
    return expectSameBytes(layoutOf(name, version), hex);
}

// True when nothing but values says the draft.
bool isPlain(const DraftStruct& value) {
    if (!value.overrides.empty()) {
        return false;
    }
    for (const DraftValue& field : value.fields) {
        if (const auto* structure = std::get_if<std::unique_ptr<DraftStruct>>(&field);
            structure && !isPlain(**structure)) {
            return false;
        }
    }
    return true;
}

TEST(Cases, C017_NullInANonNullableFieldSurvives) {
    const ValueDraft draft = expectSameBytes("OffsetCommitRequest", 2, "000167ffffffffffffffffffffffffffff00000000");
    EXPECT_TRUE(isPlain(draft.root));
    EXPECT_TRUE(std::holds_alternative<DraftNull>(draft.root.fields[draft.spec->root.find("memberId")->index]));
}

TEST(Cases, C019_TagsOutOfOrderOrRepeatedSurvive) {
    expectSameBytes("ApiVersionsResponse", 3, "000001000000000201080000000000000009000101");
    expectSameBytes("ApiVersionsResponse", 3, "0000010000000002010800000000000000090108000000000000000a");
}

TEST(Cases, C020_HostileTagSectionsSurvive) {
    expectSameBytes("ApiVersionsResponse", 3, "00000100000000ffffffff0f");
    expectSameBytes("ApiVersionsResponse", 3, "000001000000000100ffffff7f");
}

TEST(Cases, C021_ExplicitDefaultOfATaggedFieldSurvives) {
    const ValueDraft absent =
        expectSameBytes("FetchRequest", 12, "ffffffff000001f400000001000003e80000000000ffffffff01010100");
    EXPECT_TRUE(isPlain(absent.root));
    const ValueDraft told =
        expectSameBytes("FetchRequest", 12, "ffffffff000001f400000001000003e80000000000ffffffff01010101000100");
    ASSERT_EQ(told.root.overrides.size(), 1U);
    EXPECT_TRUE(told.root.overrides[0].second.write);
}

TEST(Cases, C025_AbsurdCountsSurvive) {
    expectSameBytes("ConsumerProtocolSubscription", 1, "0001ffffffff");
    expectSameBytes("ConsumerProtocolSubscription", 1, "ffffffffffffffff");
    expectSameBytes("ConsumerProtocolSubscription", 1, "7fffffff");
    expectSameBytes("ConsumerProtocolSubscription", 1, "fffffffe");
}

TEST(Cases, E4_UnknownTagSurvives) {
    const ValueDraft draft = expectSameBytes("ApiVersionsRequest", 4, "087530332d61707004312e3001630568656c6c6f");
    EXPECT_TRUE(isPlain(draft.root));
    ASSERT_EQ(draft.root.unknownTags.size(), 1U);
    EXPECT_EQ(draft.root.unknownTags[0].tag, 99U);
    EXPECT_EQ(asText(draft.root.unknownTags[0].bytes), "hello");
}

TEST(DraftFromTree, OverlongVarintsSurvive) {
    // A string length, an array count, the tag count, a tag number and a tag size in more bytes than they need.
    expectSameBytes("ApiVersionsRequest", 3, "82807504312e3000");
    expectSameBytes("ApiVersionsRequest", 3, "827504312e3000");
    expectSameBytes("DescribeTopicPartitionsRequest", 0, "8200026100000007d0ff00");
    expectSameBytes("ApiVersionsRequest", 3,
                    "0275"
                    "0231"
                    "8000");
    expectSameBytes("ApiVersionsRequest", 3,
                    "0275"
                    "0231"
                    "01e30005"
                    "68656c6c6f");
    expectSameBytes("ApiVersionsRequest", 3,
                    "0275"
                    "0231"
                    "01638500"
                    "68656c6c6f");
    // Within elements only the array's own bytes can say it.
    expectSameBytes("ConsumerGroupHeartbeatRequest", 0,
                    "0267"
                    "026d"
                    "00000000"
                    "00"
                    "00"
                    "ffffffff"
                    "02"
                    "8200"
                    "61"
                    "00"
                    "00"
                    "00");
}

TEST(DraftFromTree, OddMarkersAndBoolsSurvive) {
    expectSameBytes("DescribeTopicPartitionsRequest", 0, "01000007d0020274000000030000");
    expectSameBytes("DescribeTopicPartitionsRequest", 0, "01000007d0fe00");
    const ValueDraft draft = expectSameBytes("MetadataRequest", 4, "0000000005");
    EXPECT_TRUE(isPlain(draft.root));
}

TEST(DraftFromTree, BytesLeftInATagSurvive) {
    expectSameBytes("ApiVersionsResponse", 3,
                    "00000100000000"
                    "01"
                    "010a"
                    "0000000000000009"
                    "aabb");
}

TEST(DraftFromTree, TrailingBytesSurvive) {
    const ValueDraft draft = expectSameBytes("MetadataRequest", 1, "00000000dead");
    EXPECT_EQ(toHex(draft.trailing), "dead");
    EXPECT_TRUE(isPlain(draft.root));
    EXPECT_EQ(toHex(expectSameBytes("MetadataRequest", 9, "0101000000dead").trailing), "dead");
}

TEST(DraftFromTree, EveryTruncationSurvives) {
    const std::string whole = "000000000e"
                              "02"
                              "6b"
                              "02"
                              "0a6e616d652d6f6e65"
                              "0000"
                              "02"
                              "0274"
                              "ea4c921649cd45d1b427513d5dd3b8b0"
                              "00"
                              "02"
                              "0000"
                              "00000000";
    const auto layout = layoutOf("MetadataResponse", 12);
    for (std::size_t size = 0; size <= whole.size(); size += 2) {
        expectSameBytes(layout, whole.substr(0, size));
    }
}

TEST(DraftFromTree, LargeArraysSurvive) {
    const auto layout = layoutOf("MetadataRequest", 12);
    std::string json = R"({"topics":[)";
    for (int i = 0; i < 1500; ++i) {
        json += fmt::format(R"({}{{"name":"topic-{}"}})", i == 0 ? "" : ",", i);
    }
    const std::string hex = encodedHex(layout, json + "]}");
    const ValueDraft draft = expectSameBytes(layout, hex);
    EXPECT_EQ(std::get<std::unique_ptr<DraftArray>>(draft.root.fields[0])->elements.size(), 1500U);
    EXPECT_TRUE(isPlain(draft.root));
    // Cut within the last chunk, and in the middle.
    expectSameBytes(layout, hex.substr(0, hex.size() - 30));
    expectSameBytes(layout, hex.substr(0, hex.size() / 4 * 2));
}

TEST(DraftFromTree, AFrameGivesItsBody) {
    const auto frame = decodeRequest("000000220012000400000001000375303300087530332d61707004312e3001630568656c6c6f");
    const ValueDraft draft = draftFromTree(*frame);
    EXPECT_EQ(draft.spec->name, "ApiVersionsRequest");
    EXPECT_EQ(toHex(encodeBytes(*layoutOf("ApiVersionsRequest", 4), draft)),
              "087530332d61707004312e3001630568656c6c6f");
    const auto longer = decodeRequest("0000000f"
                                      "0003000100000001ffff"
                                      "00000000dead00");
    EXPECT_EQ(toHex(draftFromTree(*longer).trailing), "dead00");
}

TEST(DraftFromTree, AFrameWithoutReadableBodyGivesItsBytes) {
    EXPECT_EQ(draftFromTree(*decodeRequest("00")).spec, nullptr);
    const ValueDraft unknown = draftFromTree(*decodeRequest("0000000a"
                                                            "270f000000000001dead"));
    EXPECT_EQ(toHex(unknown.trailing), "dead");
}

// What overrides say is kept through the encoder's own tree.
TEST(DraftFromTree, OverridesAreFoundAgain) {
    const auto layout = layoutOf("FetchRequest", 12);
    constexpr std::string_view kJson = R"({"rackId":"r","clusterId":"c","topics":[{"topic":"t","partitions":[],
        "_overrides":{"partitions":{"count":7},"topic":{"length":3},"topicId":{"write":true}}}],
        "_overrides":{"rackId":{"hex":"00ff"},"clusterId":{"hex":"aa"}},"_trailing":"bb"})";
    const auto tree = encodeMessage(layout, draftOf(*layout, kJson));
    const ValueDraft again = draftFromTree(*tree);
    EXPECT_EQ(toHex(encodeBytes(*layout, again)), toHex(*tree->bytes));
    ASSERT_EQ(again.root.overrides.size(), 2U);
    const auto& topics =
        std::get<std::unique_ptr<DraftArray>>(again.root.fields[layout->root->spec->find("topics")->index]);
    const DraftStruct& topic = *std::get<std::unique_ptr<DraftStruct>>(topics->elements.at(0));
    EXPECT_EQ(topic.overrides.size(), 3U);
    EXPECT_EQ(toHex(again.trailing), "bb");
}

// Any bytes whatever: what was read, and what was not, comes back.
TEST(DraftFromTree, AnyBytesSurvive) {
    std::mt19937 random(7);
    const std::vector<std::pair<const char*, int>> messages{{"FetchRequest", 12},
                                                            {"FetchRequest", 4},
                                                            {"MetadataResponse", 12},
                                                            {"ProduceRequest", 9},
                                                            {"JoinGroupRequest", 9},
                                                            {"FetchResponse", 16},
                                                            {"DescribeTopicPartitionsResponse", 0},
                                                            {"ApiVersionsResponse", 3}};
    for (const auto& [name, version] : messages) {
        const auto layout = layoutOf(name, version);
        for (int round = 0; round < 300; ++round) {
            ByteBuffer bytes(random() % 120);
            for (std::uint8_t& byte : bytes) {
                // Small numbers make lengths that fit.
                byte = static_cast<std::uint8_t>(random() % 3 == 0 ? random() : random() % 4);
            }
            const auto tree = decodeMessage(layout, std::make_shared<const ByteBuffer>(bytes));
            ASSERT_EQ(toHex(encodeBytes(*layout, draftFromTree(*tree))), toHex(bytes)) << name << " v" << version;
        }
    }
}

// A frame and what is said again of it, header and size included.
std::string frameAgain(const std::shared_ptr<const ValueTree>& frame) {
    const auto draft = frameDraftFromTree(*frame);
    if (!draft) {
        return "nothing";
    }
    const auto& layouts = frame->layouts;
    return toHex(*encodeFrame(layouts.front(), draft->header, layouts.back(), draft->body, draft->size)->bytes);
}

TEST(FrameDraft, SaysTheHeaderToo) {
    // ApiVersions v3 with an unknown header tag; Heartbeat v0 without a client id.
    for (const char* hex : {"0000001b0012000300000065000361646d01630109046b707804312e3000",
                            "00000017000c000000000012ffff0001670000000100016d"}) {
        const auto frame = decodeRequest(hex);
        EXPECT_EQ(frameAgain(frame), hex);
    }
    const auto draft = frameDraftFromTree(*decodeRequest("00000017000c000000000012ffff0001670000000100016d"));
    ASSERT_TRUE(draft);
    EXPECT_TRUE(draft->size);
    EXPECT_EQ(draft->header.spec->name, "RequestHeader");
    const std::uint32_t id = draft->header.spec->root.find("correlationId")->index;
    EXPECT_EQ(std::get<std::int64_t>(draft->header.root.fields[id]), 0x12);
}

TEST(FrameDraft, KeepsAWrongSizeAndAnUnreadableBody) {
    // The size is one too many; the group id is longer than the frame.
    for (const char* hex : {"00000012000c000000000012ffff0001670000000100016d", "00000010000c000000000012ffff0fff67"}) {
        EXPECT_EQ(frameAgain(decodeRequest(hex)), hex);
    }
}

TEST(FrameDraft, NothingWhereNoFrameWasRead) {
    EXPECT_FALSE(frameDraftFromTree(*decodeBody("HeartbeatResponse", 0, "0000")));
    EXPECT_FALSE(frameDraftFromTree(*decodeRequest("00")));
    EXPECT_FALSE(frameDraftFromTree(*decodeRequest("0000000a7fff000000000001ffff")));
}

}  // namespace
}  // namespace brokerscope
