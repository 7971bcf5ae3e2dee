// Captures as people reported them, byte for byte.
#include "core/capture/capture_reader.h"

#include "core/base/hex.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using ::testing::ElementsAre;

constexpr std::string_view kOutOfOrder =
    "d4c3b2a1020004000000000000000000ffff00006500000000f153650000000028000000280000004500002800000000400666ce0a000001"
    "0a0000029c402384000003e7000000005002ffffd834000000f153650100000028000000280000004500002800000000400666ce0a000002"
    "0a00000123849c4000001387000003e85012ffffc49c000000f153650200000028000000280000004500002800000000400666ce0a000001"
    "0a0000029c402384000003e8000013885010ffffc49d000000f15365030000002d0000002d0000004500002d00000000400666c90a000001"
    "0a0000029c402384000003f2000013885018ffff50840000000100017400f153650400000032000000320000004500003200000000400666"
    "c40a0000010a0000029c402384000003e8000013885018ffffc46e00000000000b00120000000000f1536505000000320000003200000045"
    "00003200000000400666c40a0000010a0000029c402384000003e8000013885018ffffc46e00000000000b00120000000000f15365060000"
    "003c0000003c0000004500003c00000000400666ba0a0000020a00000123849c4000001388000003f75018ffffc44a000000000010000000"
    "01000000000001001200000004";
constexpr std::string_view kMidway =
    "d4c3b2a1020004000000000000000000ffff00006500000000f15365000000003c0000003c0000004500003c00000000400666ba0a000002"
    "0a00000123849c4000001b58000007d05018ffffb8a10000000000100000000100000000000100120000000400f153650100000038000000"
    "380000004500003800000000400666be0a0000010a0000029c402384000007d000001b6c5018ffffa24500000f0003000100000002000174"
    "ffffffff00f15365020000003b0000003b0000004500003b00000000400666bb0a0000010a0000029c402384000007e000001b6c5018ffff"
    "449000000000000f0003000100000002000174ffffffff00f15365030000003c0000003c0000004500003c00000000400666ba0a0000020a"
    "00000123849c4000001b6c00000bb85018ffffb4bb0000000000100000000200000000ffffffff00000000";
constexpr std::string_view kSplit =
    "d4c3b2a1020004000000000000000000ffff00006500000000f153650000000028000000280000004500002800000000400666ce0a000001"
    "0a0000029c402384000003e7000000005002ffffd834000000f153650100000028000000280000004500002800000000400666ce0a000002"
    "0a00000123849c4000001387000003e85012ffffc49c000000f153650200000028000000280000004500002800000000400666ce0a000001"
    "0a0000029c402384000003e8000013885010ffffc49d000000f153650300000029000000290000004500002900000000400666cd0a000001"
    "0a0000029c402384000003e8000013885018ffffc49400000000f15365040000002a0000002a0000004500002a00000000400666cc0a0000"
    "010a0000029c402384000003e9000013885018ffffc4920000000000f153650500000047000000470000004500004700000000400666af0a"
    "0000010a0000029c402384000003eb000013885018ffff30e900000b00120000000000010001740000000f0003000100000002000174ffff"
    "ffff00f153650600000050000000500000004500005000000000400666a60a0000020a00000123849c40000013880000040a5018ffffc411"
    "00000000001000000001000000000001001200000004000000100000000200000000ffffffff00000000";
constexpr std::string_view kCut =
    "d4c3b2a1020004000000000000000000300000006500000000f153650000000028000000280000004500002800000000400666ce0a000001"
    "0a0000029c402384000003e7000000005002ffffd834000000f153650100000028000000280000004500002800000000400666ce0a000002"
    "0a00000123849c4000001387000003e85012ffffc49c000000f153650200000028000000280000004500002800000000400666ce0a000001"
    "0a0000029c402384000003e8000013885010ffffc49d000000f153650300000030000000370000004500003700000000400666bf0a000001"
    "0a0000029c402384000003e8000013885018ffff506700000000000b0012000000f15365040000003b0000003b0000004500003b00000000"
    "400666bb0a0000010a0000029c402384000003f7000013885018ffff505d00000000000f0003000100000002000174ffffffff00f1536505"
    "00000050000000500000004500005000000000400666a60a0000020a00000123849c40000013880000040a5018ffffc41100000000001000"
    "000001000000000001001200000004000000100000000200000000ffffffff00000000";
constexpr std::string_view kTls =
    "d4c3b2a1020004000000000000000000ffff00006500000000f153650000000028000000280000004500002800000000400666ce0a000001"
    "0a0000029c402384000003e7000000005002ffffd834000000f153650100000028000000280000004500002800000000400666ce0a000002"
    "0a00000123849c4000001387000003e85012ffffc49c000000f153650200000028000000280000004500002800000000400666ce0a000001"
    "0a0000029c402384000003e8000013885010ffffc49d000000f153650300000032000000320000004500003200000000400666c40a000001"
    "0a0000029c402384000003e8000013885018ffffa784000016030100050100000103";

CaptureOutput readHex(std::string_view hex) {
    CaptureReader reader(SchemaRegistry::embedded());
    reader.feed(*fromHex(hex));
    reader.finish();
    EXPECT_FALSE(reader.error());
    return reader.take();
}

std::vector<std::string> remarkTexts(const CaptureOutput& output) {
    std::vector<std::string> texts;
    for (const CaptureDiagnostic& entry : output.diagnostics) {
        texts.push_back(entry.diagnostic.text());
    }
    return texts;
}

std::vector<std::string> notes(const Exchange& exchange) {
    std::vector<std::string> texts;
    for (const Diagnostic& diagnostic : exchange.notes) {
        texts.push_back(diagnostic.text());
    }
    return texts;
}

std::string jsonRange(const Exchange& exchange, std::string_view path) {
    const auto tree = responseTree(SchemaRegistry::embedded(), exchange, {}, {});
    const auto node = NodeRef::root(tree).find(path);
    return node ? std::to_string(node->node().integer) : "absent";
}

// One exchange: ApiVersions v0; its request came in packets 4 (second part), 5 (first part) and 6 (again).
TEST(CaptureCases, C114_OutOfOrderAndRepeatedSegments) {
    const CaptureOutput output = readHex(kOutOfOrder);
    ASSERT_EQ(output.exchanges.size(), 1u);
    const CapturedExchange& only = output.exchanges[0];
    EXPECT_EQ(only.exchange.apiKey, 18);
    EXPECT_EQ(only.exchange.apiVersion, 0);
    EXPECT_EQ(only.exchange.correlationId, 1);
    EXPECT_EQ(jsonRange(only.exchange, "apiKeys[0].maxVersion"), "4");
    EXPECT_THAT(only.requestPackets, ElementsAre(4, 5, 6));
    EXPECT_THAT(only.responsePackets, ElementsAre(7));
    EXPECT_EQ(only.packet(), 4u);
    EXPECT_EQ(only.client.toString(), "10.0.0.1:40000");
    EXPECT_EQ(only.exchange.broker.toString(), "10.0.0.2:9092");
    EXPECT_THAT(notes(only.exchange), ElementsAre());
    EXPECT_THAT(remarkTexts(output), ElementsAre());
    ASSERT_EQ(output.connections.size(), 1u);
    EXPECT_EQ(output.connections[0].fromClient.repeated, 10u);
    EXPECT_EQ(output.connections[0].fromClient.reordered, 1u);
}

// The answer to a request before the capture, the rest of a request, then a whole exchange.
TEST(CaptureCases, C115_StartsInTheMiddle) {
    const CaptureOutput output = readHex(kMidway);
    ASSERT_EQ(output.exchanges.size(), 2u);
    const Exchange& lone = output.exchanges[0].exchange;
    EXPECT_FALSE(lone.request);
    EXPECT_EQ(lone.correlationId, 1);
    EXPECT_FALSE(lone.apiKey);
    EXPECT_THAT(notes(lone), ElementsAre("request not captured: what this answers is not known"));
    const Exchange& whole = output.exchanges[1].exchange;
    EXPECT_EQ(whole.apiKey, 3);
    EXPECT_EQ(whole.apiVersion, 1);
    EXPECT_EQ(whole.correlationId, 2);
    EXPECT_TRUE(whole.response);
    EXPECT_EQ(whole.unread, 0u);
    EXPECT_THAT(notes(whole), ElementsAre());
    // The last packet acknowledges more than was captured.
    EXPECT_THAT(remarkTexts(output), ElementsAre("16 bytes skipped before byte 16: no frame is known to begin there",
                                                 "965 bytes not captured (lost by the capture)"));
    EXPECT_FALSE(output.diagnostics[0].isFromServer);
}

// Two requests cut after one byte and after three bytes, both answers in one segment.
TEST(CaptureCases, C116_SeveralFramesInOneSegmentAndOneOverSeveral) {
    const CaptureOutput output = readHex(kSplit);
    ASSERT_EQ(output.exchanges.size(), 2u);
    EXPECT_EQ(output.exchanges[0].exchange.apiKey, 18);
    EXPECT_EQ(output.exchanges[1].exchange.apiKey, 3);
    EXPECT_THAT(output.exchanges[0].requestPackets, ElementsAre(4, 5, 6));
    EXPECT_THAT(output.exchanges[1].requestPackets, ElementsAre(6));
    EXPECT_THAT(output.exchanges[0].responsePackets, ElementsAre(7));
    EXPECT_THAT(output.exchanges[1].responsePackets, ElementsAre(7));
    // A message has the time of its last byte: the packets are a microsecond apart.
    const std::int64_t firstPacketNs = 1'700'000'000'000'000'000;
    EXPECT_EQ(output.exchanges[0].exchange.times.sentNs, firstPacketNs + 5000);
    EXPECT_EQ(output.exchanges[0].exchange.times.lastByteNs, firstPacketNs + 6000);
    EXPECT_THAT(remarkTexts(output), ElementsAre());
}

// Seven bytes of the first request were not captured; the second one and both answers were.
TEST(CaptureCases, C117_PacketsCutByTheSnapLength) {
    const CaptureOutput output = readHex(kCut);
    ASSERT_EQ(output.exchanges.size(), 3u);
    const Exchange& incomplete = output.exchanges[0].exchange;
    EXPECT_EQ(incomplete.apiKey, 18);
    EXPECT_FALSE(incomplete.response);
    const std::string reason =
        "request incomplete: 8 of 15 bytes are here, the rest was not captured (cut off by the snap length)";
    EXPECT_THAT(notes(incomplete), ElementsAre(reason));
    const Exchange& answer = output.exchanges[1].exchange;
    EXPECT_FALSE(answer.request);
    EXPECT_EQ(answer.correlationId, 1);
    EXPECT_THAT(notes(answer), ElementsAre(reason));
    const Exchange& second = output.exchanges[2].exchange;
    EXPECT_EQ(second.apiKey, 3);
    EXPECT_EQ(second.correlationId, 2);
    EXPECT_TRUE(second.request && second.response);
    EXPECT_THAT(notes(second), ElementsAre());
    EXPECT_THAT(remarkTexts(output), ElementsAre("7 bytes not captured (cut off by the snap length)"));
}

TEST(CaptureCases, C118_EncryptedConnection) {
    const CaptureOutput output = readHex(kTls);
    EXPECT_TRUE(output.exchanges.empty());
    ASSERT_EQ(output.connections.size(), 1u);
    EXPECT_EQ(output.connections[0].content, StreamContent::Tls);
    EXPECT_THAT(remarkTexts(output), ElementsAre("TLS: not decoded without keys; no server name is seen"));
}

}  // namespace
}  // namespace brokerscope
