#include "core/capture/capture_reader.h"

#include "core/base/hex.h"
#include "tests/support/capture_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <random>

namespace brokerscope {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::TestTalk;

ByteBuffer bytes(std::string_view hex) {
    return *fromHex(hex);
}
std::string int32Hex(std::int32_t value) {
    ByteBuffer out;
    testing::appendNumber(out, static_cast<std::uint32_t>(value), 4, true);
    return toHex(out);
}
// Metadata v1 for all topics, client id "app".
ByteBuffer metadata(std::int32_t id) {
    return bytes("00000011 0003 0001" + int32Hex(id) + "0003 617070 ffffffff");
}
// No brokers, controller -1, no topics.
ByteBuffer metadataAnswer(std::int32_t id) {
    return bytes("00000010" + int32Hex(id) + "00000000 ffffffff 00000000");
}
// One topic of 200 letters, unknown.
ByteBuffer largeAnswer(std::int32_t id) {
    ByteBuffer out = bytes("000000e1" + int32Hex(id) + "00000000 ffffffff 00000001 0003 00c8");
    out.insert(out.end(), 200, 'x');
    testing::append(out, bytes("00 00000000"));
    return out;
}
ByteBuffer joined(std::initializer_list<ByteBuffer> parts) {
    ByteBuffer all;
    for (const ByteBuffer& part : parts) {
        testing::append(all, part);
    }
    return all;
}
ByteBuffer part(const ByteBuffer& whole, std::size_t begin, std::size_t size = SIZE_MAX) {
    const ByteView view = ByteView(whole).subspan(begin, std::min(size, whole.size() - begin));
    return {view.begin(), view.end()};
}

CaptureOutput read(const TestTalk& talk, CaptureOptions options = {}) {
    CaptureReader reader(SchemaRegistry::embedded(), std::move(options));
    reader.feed(talk.file.bytes);
    reader.finish();
    EXPECT_FALSE(reader.error());
    return reader.take();
}

// "3/1 answered", "- answer 7", "3/2 failed: …" with the notes behind.
std::vector<std::string> story(const CaptureOutput& output) {
    std::vector<std::string> lines;
    for (const CapturedExchange& entry : output.exchanges) {
        const Exchange& e = entry.exchange;
        const std::string id = e.correlationId ? std::to_string(*e.correlationId) : "?";
        std::string line = e.request ? std::to_string(e.apiKey.value_or(-1)) + '/' + id : "answer " + id;
        line += e.request && e.response && !e.failure ? " answered" : "";
        line += e.failure ? " failed: " + e.failure->text() : "";
        for (const Diagnostic& note : e.notes) {
            line += "; " + note.text();
        }
        lines.push_back(line);
    }
    return lines;
}
std::vector<std::string> remarks(const CaptureOutput& output) {
    std::vector<std::string> texts;
    for (const CaptureDiagnostic& entry : output.diagnostics) {
        texts.push_back((entry.isFromServer ? "< " : "> ") + entry.diagnostic.text());
    }
    return texts;
}
StreamContent contentOf(const TestTalk& talk) {
    const CaptureOutput output = read(talk);
    return output.connections.empty() ? StreamContent::Unknown : output.connections[0].content;
}

// --- Pairing

TEST(CaptureReader, AConversationFromSynToFin) {
    TestTalk talk;
    talk.open();
    talk.client(metadata(1));
    talk.client(metadata(2));
    talk.server(metadataAnswer(1));
    talk.server(metadataAnswer(2));
    talk.close(0);
    talk.close(1);
    const CaptureOutput output = read(talk);
    EXPECT_THAT(story(output), ElementsAre("3/1 answered", "3/2 answered"));
    EXPECT_THAT(remarks(output), IsEmpty());
    ASSERT_EQ(output.connections.size(), 1u);
    const ConnectionSummary& connection = output.connections[0];
    EXPECT_EQ(connection.content, StreamContent::Kafka);
    EXPECT_EQ(connection.end, ConnectionEnd::Closed);
    EXPECT_TRUE(connection.isFromStart);
    EXPECT_EQ(connection.packets, 9u);
    EXPECT_EQ(connection.exchanges, 2u);
    EXPECT_EQ(connection.client.port, 40000);
    EXPECT_EQ(connection.fromClient.bytes, 42u);
    EXPECT_EQ(output.exchanges[1].packet(), 5u);
    EXPECT_EQ(output.exchanges[1].exchange.times.sentNs, 1'700'000'000'004'000'000);
    EXPECT_EQ(timingOf(output.exchanges[1].exchange.times).totalMs, 2.0);
}

TEST(CaptureReader, BytesMayComeInAnyPieces) {
    TestTalk talk;
    talk.open();
    talk.client(metadata(1));
    talk.server(metadataAnswer(1));
    CaptureReader reader(SchemaRegistry::embedded());
    std::size_t count = 0;
    for (const std::uint8_t byte : talk.file.bytes) {
        reader.feed({&byte, 1});
        count += reader.take().exchanges.size();
    }
    EXPECT_EQ(count, 1u);  // before the end: a growing file shows it at once
    EXPECT_EQ(reader.statistics().packets, 5u);
    EXPECT_EQ(reader.statistics().tcpSegments, 5u);
    EXPECT_EQ(reader.statistics().connections, 1u);
    EXPECT_EQ(reader.statistics().bytes, talk.file.bytes.size());
}

TEST(CaptureReader, AnAnswerThatNobodyAskedForIsSaidWhereNothingIsMissing) {
    TestTalk talk;
    talk.open();
    talk.client(metadata(1));
    talk.server(metadataAnswer(9));
    talk.server(metadataAnswer(1));
    EXPECT_THAT(story(read(talk)),
                ElementsAre("answer 9; expected correlation id 1, got 9: no request waits for it",
                            "3/1 answered; expected correlation id 1, got 9: no request waits for it"));
}

TEST(CaptureReader, PortsUsedAgainBeginAnotherConnection) {
    TestTalk talk;
    talk.open();
    talk.client(metadata(1));
    talk.server(metadataAnswer(1));
    talk.startAgain(90'000, 70'000);
    talk.open();
    talk.client(metadata(1));
    talk.server(metadataAnswer(1));
    talk.reset(1);
    talk.at(0, -21, metadata(1));  // sent again after the end
    const CaptureOutput output = read(talk);
    EXPECT_THAT(story(output), ElementsAre("3/1 answered", "3/1 answered"));
    ASSERT_EQ(output.connections.size(), 2u);
    EXPECT_EQ(output.connections[0].end, ConnectionEnd::Replaced);
    EXPECT_EQ(output.connections[1].end, ConnectionEnd::Reset);
    EXPECT_NE(output.exchanges[0].exchange.connection, output.exchanges[1].exchange.connection);
}

TEST(CaptureReader, ASynSentAgainBeginsNothing) {
    TestTalk talk;
    talk.open();
    talk.startAgain(1000, 5000);
    talk.open();
    talk.client(metadata(1));
    talk.server(metadataAnswer(1));
    const CaptureOutput output = read(talk);
    EXPECT_THAT(story(output), ElementsAre("3/1 answered"));
    EXPECT_EQ(output.connections.size(), 1u);
}

TEST(CaptureReader, RequestsWithoutAnswersSayWhy) {
    TestTalk closed;
    closed.open();
    closed.client(metadata(1));
    closed.server(metadataAnswer(1));
    closed.client(metadata(2));
    closed.close(1);
    closed.close(0);
    const auto closedStory = story(read(closed));
    ASSERT_EQ(closedStory.size(), 2u);
    EXPECT_THAT(closedStory[1],
                ::testing::StartsWith("3/2 failed: 10.0.0.2:9092 closed the connection without an answer: "));
    TestTalk impatient;
    impatient.open();
    impatient.client(metadata(1));
    impatient.server(metadataAnswer(1));
    impatient.client(metadata(2));
    impatient.close(0);
    impatient.close(1);
    EXPECT_EQ(story(read(impatient)).back(),
              "3/2 failed: 10.0.0.1:40000 closed the connection without an answer: it did not wait for one");
    TestTalk cut;
    cut.open();
    cut.client(metadata(1));
    cut.server(metadataAnswer(1));
    cut.client(metadata(2));
    EXPECT_EQ(story(read(cut)).back(), "3/2 failed: answer not captured: the capture ends before it");
    TestTalk silent;
    silent.open();
    silent.client(metadata(1));
    EXPECT_EQ(story(read(silent)).back(), "3/1 failed: answer not captured: the capture ends before it");
    silent.reset(1);
    EXPECT_THAT(story(read(silent)).back(),
                ::testing::StartsWith("3/1 failed: 10.0.0.2:9092 closed the connection without an answer: "));
    // No packet of the other side.
    TestTalk oneWay;
    oneWay.client(metadata(1));
    oneWay.client(metadata(2));
    EXPECT_THAT(story(read(oneWay)), ElementsAre("3/1 failed: answer not captured: only the requests were captured",
                                                 "3/2 failed: answer not captured: only the requests were captured"));
}

TEST(CaptureReader, RequestsInFlightHaveALimit) {
    CaptureOptions options;
    options.limits.inFlight = 10;
    TestTalk talk;
    talk.open();
    for (int i = 0; i < 25; ++i) {
        talk.client(metadata(i));
    }
    const CaptureOutput output = read(talk, options);
    EXPECT_EQ(output.exchanges.size(), 25u);
    CaptureReader reader(SchemaRegistry::embedded(), options);
    reader.feed(talk.file.bytes);
    EXPECT_EQ(reader.take().exchanges.size(), 22u);
}

// C008: Produce with acks=0 has no answer, so the only answer is Metadata's.
TEST(CaptureReader, C008_ProduceWithoutAcknowledgement) {
    TestTalk talk;
    talk.open();
    talk.client(joined({bytes("000000160000000300000001ffffffff0000000003e800000000"),
                        bytes("000000140000000900000002ffff00000000000003e80100"),
                        bytes("0000000e0003000100000003ffffffffffff")}));
    talk.server(bytes("000000100000000300000000ffffffff00000000"));
    const CaptureOutput output = read(talk);
    EXPECT_THAT(story(output), ElementsAre("0/1", "0/2", "3/3 answered"));
    EXPECT_TRUE(output.exchanges[0].exchange.noResponseByDesign);
    EXPECT_THAT(output.exchanges[1].requestPackets, ElementsAre(4));
}

// C065: after SaslHandshake v0 tokens have a length and no header; an empty one has a length of 0.
TEST(CaptureReader, C065_RawSaslTokens) {
    TestTalk talk;
    talk.open();
    talk.client(bytes("0000001200110000000000010001630005504c41494e"));
    talk.server(bytes("00000011000000010000000000010005504c41494e"));
    talk.client(bytes("0000000d00616c69636500733363726574"));
    talk.server(bytes("00000000"));
    talk.client(bytes("0000000b0012000000000002000174"));
    talk.server(bytes("0000000a00000002000000000000"));
    const CaptureOutput output = read(talk);
    ASSERT_EQ(output.exchanges.size(), 3u);
    EXPECT_EQ(output.exchanges[0].exchange.apiKey, 17);
    EXPECT_EQ(output.exchanges[1].exchange.saslMechanism, "PLAIN");
    EXPECT_FALSE(output.exchanges[1].exchange.apiKey);
    EXPECT_THAT(output.exchanges[1].requestPackets, ElementsAre(6));
    EXPECT_THAT(output.exchanges[1].responsePackets, ElementsAre(7));
    EXPECT_EQ(output.exchanges[2].exchange.apiKey, 18);
    EXPECT_TRUE(output.exchanges[2].exchange.response);
    EXPECT_THAT(remarks(output), IsEmpty());
}

// Three records written and read back with kcat against a broker on this machine, captured on its loopback interface.
TEST(CaptureReader, RealTrafficOfAClient) {
    std::ifstream file(BROKERSCOPE_SOURCE_DIR "/tests/unit/core/capture/kcat.pcap", std::ios::binary);
    ASSERT_TRUE(file.good());
    const std::string content{std::istreambuf_iterator<char>(file), {}};
    CaptureReader reader(SchemaRegistry::embedded());
    reader.feed(asBytes(content));
    reader.finish();
    const CaptureOutput output = reader.take();
    EXPECT_THAT(remarks(output), IsEmpty());
    EXPECT_EQ(output.connections.size(), 2u);
    std::map<int, int> byApi;
    for (const CapturedExchange& entry : output.exchanges) {
        ++byApi[entry.exchange.apiKey.value_or(-1)];
        EXPECT_THAT(entry.exchange.notes, IsEmpty());
        EXPECT_EQ(entry.exchange.unread, 0u);
        EXPECT_EQ(entry.exchange.responseDiagnostics, 0u);
        EXPECT_EQ(requestTree(SchemaRegistry::embedded(), entry.exchange, {}, {})->unread, 0u);
    }
    // Produce, Fetch, ListOffsets, Metadata, ApiVersions.
    EXPECT_EQ(byApi, (std::map<int, int>{{0, 1}, {1, 3}, {2, 1}, {3, 4}, {18, 2}}));
    // The last Fetch was waiting when the client closed.
    EXPECT_EQ(std::ranges::count_if(output.exchanges, [](const auto& e) { return e.exchange.failure.has_value(); }), 1);
}

// --- Gaps

TEST(CaptureReader, AnIncompleteRequestWhoseHeaderIsThereIsStillPaired) {
    TestTalk talk;
    talk.open();
    talk.cut(0, metadata(1), 4);
    talk.client(metadata(2));
    talk.server(metadataAnswer(1));
    talk.server(metadataAnswer(2));
    const CaptureOutput output = read(talk);
    EXPECT_THAT(
        story(output),
        ElementsAre("3/1 answered; request incomplete: 17 of 21 bytes are here, the rest was not captured (cut off by "
                    "the snap length)",
                    "3/2 answered"));
    EXPECT_EQ(output.exchanges[0].exchange.unread, 0u);
    EXPECT_EQ(output.exchanges[0].exchange.requestBytes(), 17u);
}

TEST(CaptureReader, AnIncompleteAnswerEndsItsRequest) {
    TestTalk talk;
    talk.open();
    talk.client(metadata(1));
    talk.client(metadata(2));
    talk.cut(1, largeAnswer(1), 100);
    talk.server(metadataAnswer(2));
    const CaptureOutput output = read(talk);
    EXPECT_THAT(
        story(output),
        ElementsAre("3/1 failed: answer incomplete: 129 of 229 bytes are here, the rest was not captured (cut off by "
                    "the snap length)",
                    "3/2 answered"));
    EXPECT_EQ(output.exchanges[0].exchange.responseBytes(), 129u);
    EXPECT_THAT(output.exchanges[0].responsePackets, ElementsAre(6));
}

TEST(CaptureReader, LostRequestsDoNotMakeTheirAnswersUnexpected) {
    TestTalk talk;
    talk.open();
    talk.client(metadata(1));
    talk.server(metadataAnswer(1));
    talk.lose(0, metadata(2).size());
    talk.client(metadata(3));
    talk.server(metadataAnswer(2));
    for (int i = 0; i < 40; ++i) {
        talk.acknowledge(1);
    }
    talk.server(metadataAnswer(3));
    const CaptureOutput output = read(talk);
    EXPECT_THAT(
        story(output),
        ElementsAre("3/1 answered", "answer 2; request not captured: what this answers is not known", "3/3 answered"));
    EXPECT_THAT(remarks(output), ElementsAre("> 21 bytes not captured (lost by the capture)"));
}

// The answers are there before it is known that a request is lost; those that follow it are paired all the same.
TEST(CaptureReader, AnswersWaitForRequestsThatMayStillCome) {
    TestTalk lost;
    lost.open();
    lost.client(metadata(1));
    lost.server(metadataAnswer(1));
    lost.lose(0, metadata(2).size());
    lost.server(metadataAnswer(2));
    for (int i = 3; i < 10; ++i) {
        lost.client(metadata(i));
        lost.server(metadataAnswer(i));
    }
    lost.close(0);
    lost.close(1);
    const CaptureOutput output = read(lost);
    ASSERT_EQ(output.exchanges.size(), 9u);
    EXPECT_EQ(story(output)[1], "answer 2; request not captured: what this answers is not known");
    for (std::size_t i = 2; i < 9; ++i) {
        EXPECT_TRUE(output.exchanges[i].exchange.request && output.exchanges[i].exchange.response) << i;
        EXPECT_FALSE(output.exchanges[i].exchange.failure);
    }
    TestTalk late;
    late.open();
    late.client(metadata(1));
    late.at(0, 21, metadata(3));
    late.server(metadataAnswer(1));
    late.server(metadataAnswer(2));
    late.at(0, 0, metadata(2));
    late.server(metadataAnswer(3));
    EXPECT_THAT(story(read(late)), ElementsAre("3/1 answered", "3/2 answered", "3/3 answered"));
}

TEST(CaptureReader, LostAnswersAreNotOutOfOrder) {
    TestTalk talk;
    talk.open();
    for (int i = 1; i <= 4; ++i) {
        talk.client(metadata(i));
    }
    talk.server(metadataAnswer(1));
    // The answers to 2 and 3 are gone, and the beginning of nothing else.
    talk.lose(1, 2 * metadataAnswer(2).size());
    talk.server(metadataAnswer(4));
    talk.client(metadata(5));
    for (int i = 0; i < 40; ++i) {
        talk.acknowledge(0);
    }
    talk.server(metadataAnswer(5));
    EXPECT_THAT(story(read(talk)),
                ElementsAre("3/1 answered", "3/2 failed: answer not captured: bytes of the answers are missing",
                            "3/3 failed: answer not captured: bytes of the answers are missing", "3/4 answered",
                            "3/5 answered"));
}

TEST(CaptureReader, DecodingResumesWithinASegmentAfterAGap) {
    TestTalk talk;
    talk.open();
    talk.client(metadata(1));
    talk.server(metadataAnswer(1));
    talk.client(metadata(2));
    talk.client(metadata(3));
    // An answer loses its beginning; its rest and the next answer stand in one segment.
    const ByteBuffer large = largeAnswer(2);
    talk.lose(1, 50);
    talk.server(joined({part(large, 50), metadataAnswer(3)}));
    for (int i = 0; i < 40; ++i) {
        talk.acknowledge(0);
    }
    const CaptureOutput output = read(talk);
    EXPECT_THAT(story(output),
                ElementsAre("3/1 answered", "3/2 failed: answer not captured: bytes of the answers are missing",
                            "3/3 answered"));
    EXPECT_THAT(remarks(output), ElementsAre("< 50 bytes not captured (lost by the capture)",
                                             "< 179 bytes skipped before byte 249: no frame is known to begin there"));
    EXPECT_EQ(output.connections[0].skipped, 179u);
}

TEST(CaptureReader, RequestsResumeWithinASegmentAfterAGap) {
    TestTalk talk;
    talk.open();
    talk.client(metadata(1));
    talk.server(metadataAnswer(1));
    talk.lose(0, 10);
    talk.client(joined({part(metadata(2), 10), metadata(3)}));
    for (int i = 0; i < 40; ++i) {
        talk.acknowledge(1);
    }
    talk.server(metadataAnswer(2));
    talk.server(metadataAnswer(3));
    const CaptureOutput output = read(talk);
    EXPECT_THAT(
        story(output),
        ElementsAre("3/1 answered", "answer 2; request not captured: what this answers is not known", "3/3 answered"));
    EXPECT_THAT(remarks(output), ElementsAre("> 10 bytes not captured (lost by the capture)",
                                             "> 11 bytes skipped before byte 42: no frame is known to begin there"));
}

TEST(CaptureReader, AGapThatEndsWithinItsFrameCostsThatFrameAlone) {
    TestTalk talk;
    talk.open();
    talk.client(metadata(1));
    talk.client(metadata(2));
    const ByteBuffer large = largeAnswer(1);
    talk.server(part(large, 0, 60));
    talk.lose(1, 20);
    talk.server(joined({part(large, 80), metadataAnswer(2)}));
    const CaptureOutput output = read(talk);
    EXPECT_THAT(story(output),
                ElementsAre("3/1 failed: answer incomplete: 60 of 229 bytes are here, the rest was not captured "
                            "(lost by the capture)",
                            "3/2 answered"));
    EXPECT_THAT(remarks(output), ElementsAre("< 20 bytes not captured (lost by the capture)",
                                             "< 149 bytes skipped before byte 80: no frame is known to begin there"));
}

TEST(CaptureReader, ASizeThatIsNoneIsSaidAndTheNextFrameFound) {
    TestTalk talk;
    talk.open();
    talk.client(metadata(1));
    talk.server(metadataAnswer(1));
    talk.client(bytes("ffffffff 00112233"));
    talk.client(metadata(2));
    talk.server(metadataAnswer(2));
    const CaptureOutput output = read(talk);
    EXPECT_THAT(story(output), ElementsAre("3/1 answered", "3/2 answered"));
    EXPECT_THAT(remarks(output), ElementsAre("> size -1 is negative: not a Kafka frame",
                                             "> 8 bytes skipped before byte 29: no frame is known to begin there"));
}

TEST(CaptureReader, AFrameThatTheCaptureEndsInIsSaid) {
    TestTalk talk;
    talk.open();
    talk.client(metadata(1));
    talk.server(part(metadataAnswer(1), 0, 10));
    talk.client(part(metadata(2), 0, 15));
    EXPECT_THAT(
        story(read(talk)),
        ElementsAre("3/1 failed: answer incomplete: 10 of 20 bytes are here, the rest was not captured (the capture "
                    "ended before)",
                    "3/2 failed: answer not captured: bytes of the answers are missing; request incomplete: 15 of 21 "
                    "bytes are here, the rest was not captured (the capture ended before)"));
}

// --- What a connection carries

TEST(Recognition, AnyPortWillDo) {
    TestTalk talk;
    talk.serverPort = 443;
    talk.open();
    talk.client(metadata(1));
    talk.server(metadataAnswer(1));
    EXPECT_EQ(contentOf(talk), StreamContent::Kafka);
}

TEST(Recognition, UnknownVersionsWaitForEvidence) {
    // ApiVersions v90, answered in v0 form with its correlation id.
    const ByteBuffer tooNew = bytes("00000013 0012 005a 00000007 0003 617070 00 03 6162 03 31");
    TestTalk answered;
    answered.open();
    answered.client(tooNew);
    EXPECT_EQ(contentOf(answered), StreamContent::Unknown);
    answered.server(bytes("00000010 00000007 0023 00000001 0012 0000 0004"));
    EXPECT_EQ(contentOf(answered), StreamContent::Kafka);
    TestTalk followed;
    followed.open();
    followed.client(tooNew);
    followed.client(metadata(8));
    EXPECT_EQ(contentOf(followed), StreamContent::Kafka);
}

TEST(Recognition, ACutFirstRequestWithItsAnswer) {
    TestTalk talk;
    talk.open();
    talk.cut(0, metadata(7), 4);
    EXPECT_EQ(contentOf(talk), StreamContent::Unknown);
    TestTalk other = talk;
    talk.cut(1, largeAnswer(7), 200);
    const CaptureOutput output = read(talk);
    ASSERT_EQ(output.exchanges.size(), 1u);
    EXPECT_EQ(output.exchanges[0].exchange.apiKey, 3);
    EXPECT_EQ(output.exchanges[0].exchange.responseBytes(), 29u);
    other.server(metadataAnswer(8));
    EXPECT_EQ(contentOf(other), StreamContent::Unknown);
}

TEST(Recognition, MidwayOnlyWithACertainRequest) {
    TestTalk talk;
    talk.client(joined({part(largeAnswer(1), 100), metadata(5)}));
    talk.server(metadataAnswer(5));
    const CaptureOutput output = read(talk);
    EXPECT_THAT(story(output), ElementsAre("3/5 answered"));
    EXPECT_FALSE(output.connections[0].isFromStart);
    // The one who sends requests is the client, whoever was seen first.
    TestTalk answersFirst;
    answersFirst.server(metadataAnswer(4));
    answersFirst.client(metadata(5));
    answersFirst.server(metadataAnswer(5));
    const CaptureOutput turned = read(answersFirst);
    EXPECT_EQ(turned.connections[0].client.port, 40000);
    EXPECT_THAT(story(turned),
                ElementsAre("answer 4; request not captured: what this answers is not known", "3/5 answered"));
}

ByteBuffer clientHello(std::string_view serverName) {
    ByteBuffer name{0};
    testing::appendNumber(name, serverName.size(), 2, true);
    testing::append(name, asBytes(serverName));
    ByteBuffer extensions = bytes("002b 0003 02 0304");  // another one first
    testing::append(extensions, bytes("0000"));
    testing::appendNumber(extensions, name.size() + 2, 2, true);
    testing::appendNumber(extensions, name.size(), 2, true);
    testing::append(extensions, name);
    ByteBuffer hello = bytes("0303");
    hello.resize(34);
    testing::append(hello, bytes("00 0004 13011302 0100"));
    testing::appendNumber(hello, extensions.size(), 2, true);
    testing::append(hello, extensions);
    ByteBuffer record = bytes("160301");
    testing::appendNumber(record, hello.size() + 4, 2, true);
    record.push_back(1);
    testing::appendNumber(record, hello.size(), 3, true);
    testing::append(record, hello);
    return record;
}

TEST(Recognition, TlsWithItsServerName) {
    TestTalk talk;
    talk.open();
    const ByteBuffer hello = clientHello("broker-1.example");
    talk.client(part(hello, 0, 20));
    talk.client(part(hello, 20));
    talk.server(bytes("1603030002 0200"));
    const CaptureOutput output = read(talk);
    EXPECT_EQ(output.connections[0].content, StreamContent::Tls);
    EXPECT_EQ(output.connections[0].serverName, "broker-1.example");
    EXPECT_THAT(remarks(output), ElementsAre("> TLS: not decoded without keys; server name broker-1.example"));
    EXPECT_THAT(output.exchanges, IsEmpty());
}

TEST(Recognition, TlsMidwayByTwoRecords) {
    TestTalk one;
    one.client(bytes("1703030003 aabbcc"));
    EXPECT_EQ(contentOf(one), StreamContent::Unknown);
    TestTalk two;
    two.client(bytes("1703030003 aabbcc 1703030001 00"));
    EXPECT_EQ(contentOf(two), StreamContent::Tls);
}

TEST(Recognition, OtherProtocolsByTheirGreeting) {
    const auto said = [](std::string_view client, std::string_view server) {
        TestTalk talk;
        talk.open();
        if (!client.empty()) {
            talk.client(ByteBuffer(client.begin(), client.end()));
        }
        if (!server.empty()) {
            talk.server(ByteBuffer(server.begin(), server.end()));
        }
        return remarks(read(talk));
    };
    EXPECT_THAT(said("GET / HTTP/1.1\r\n\r\n", ""), ElementsAre("> it sends an HTTP request: not decoded"));
    EXPECT_THAT(said("", "SSH-2.0-OpenSSH_9.2\r\n"), ElementsAre("> it is an SSH server: not decoded"));
    EXPECT_THAT(said("\1\2\3", ""), IsEmpty());
}

// A wrong guess is worse than none: bytes of other kinds, also with zeros, small numbers and text within.
TEST(Recognition, IsNotFooledByOtherBytes) {
    std::mt19937 random(20231114);
    for (int round = 0; round < 300; ++round) {
        ByteBuffer noise(400);
        for (std::size_t i = 0; i < noise.size(); ++i) {
            const auto value = static_cast<std::uint8_t>(random());
            const int kind = round % 3;
            noise[i] = kind == 0   ? value
                       : kind == 1 ? (value < 180 ? 0 : value % 20)
                                   : (value < 128 ? 0 : 'a' + value % 26);
        }
        TestTalk talk;
        if (round % 2 == 0) {
            talk.open();
        }
        talk.client(noise);
        talk.server(part(noise, 200));
        const CaptureOutput output = read(talk);
        ASSERT_EQ(output.exchanges.size(), 0u) << toHex(noise);
    }
}

TEST(Recognition, WhatIsHeldHasALimit) {
    CaptureOptions options;
    options.limits.unsettled = 1000;
    TestTalk talk;
    talk.client(ByteBuffer(900, 0xee));
    talk.client(ByteBuffer(900, 0xee));
    talk.client(metadata(1));
    talk.server(metadataAnswer(1));
    EXPECT_THAT(story(read(talk, options)), ElementsAre("3/1 answered"));
    for (int i = 0; i < 10; ++i) {
        talk.client(ByteBuffer(900, 0xee));
    }
    TestTalk never;
    for (int i = 0; i < 10; ++i) {
        never.client(ByteBuffer(900, 0xee));
    }
    never.client(metadata(1));
    EXPECT_THAT(story(read(never, options)), IsEmpty());
}

TEST(Recognition, APortMayBeGiven) {
    CaptureOptions options;
    options.port = 9092;
    // An API that nobody knows: not recognised by itself.
    const ByteBuffer unknown = bytes("0000000d 7000 0000 00000001 0003 617070");
    TestTalk talk;
    talk.open();
    talk.client(unknown);
    EXPECT_EQ(contentOf(talk), StreamContent::Unknown);
    EXPECT_THAT(story(read(talk, options)),
                ElementsAre("28672/1 failed: answer not captured: the capture ends before it"));
    options.port = 9093;
    EXPECT_THAT(read(talk, options).connections, IsEmpty());
}

// --- Packets

TEST(CaptureReader, Ipv6VlanAndFragments) {
    const ByteBuffer tcp = testing::tcpBytes({40000, 9092, 1, 1, testing::kTestAck, metadata(1)});
    const ByteBuffer ethernet = bytes("010203040506 0a0b0c0d0e0f 8100 0064");
    testing::PcapWriter file(1);
    file.packet(1, 0, joined({ethernet, bytes("86dd"), testing::ipv6Bytes(tcp)}));
    // The same over IPv4 in two fragments.
    testing::TestIpv4 facts;
    facts.id = 5;
    facts.fragment = 2;
    file.packet(2, 0, joined({ethernet, bytes("0800"), testing::ipv4Bytes(part(tcp, 16), facts)}));
    facts.fragment = 0x2000;
    file.packet(3, 0, joined({ethernet, bytes("0800"), testing::ipv4Bytes(part(tcp, 0, 16), facts)}));
    CaptureReader reader(SchemaRegistry::embedded());
    reader.feed(file.bytes);
    reader.finish();
    const CaptureOutput output = reader.take();
    ASSERT_EQ(output.exchanges.size(), 2u);
    EXPECT_EQ(output.exchanges[0].client.toString(), "[2001:db8::1]:40000");
    EXPECT_EQ(output.exchanges[1].client.toString(), "10.0.0.1:40000");
    EXPECT_THAT(output.exchanges[1].requestPackets, ElementsAre(3));
}

TEST(CaptureReader, FragmentsThatAreNotWholeAreSaid) {
    const ByteBuffer tcp = testing::tcpBytes({40000, 9092, 1, 1, testing::kTestAck, metadata(1)});
    testing::PcapWriter file;
    testing::TestIpv4 facts;
    facts.id = 5;
    facts.fragment = 0x2000;
    file.packet(1, 0, testing::ipv4Bytes(part(tcp, 0, 16), facts));
    CaptureReader reader(SchemaRegistry::embedded());
    reader.feed(file.bytes);
    reader.finish();
    EXPECT_THAT(remarks(reader.take()),
                ElementsAre("> what came in IP fragments cannot be read: datagrams that are not whole: 1"));
    EXPECT_EQ(reader.statistics().droppedFragments, 1u);
}

TEST(CaptureReader, WhatCannotBeReadIsCountedAndSaidOnce) {
    testing::PcapWriter file(147);
    file.packet(1, 0, ByteBuffer(40));
    file.packet(2, 0, ByteBuffer(40));
    CaptureReader reader(SchemaRegistry::embedded());
    reader.feed(file.bytes);
    reader.finish();
    EXPECT_THAT(remarks(reader.take()), ElementsAre("> the link header cannot be read: link type 147 is not known"));
    EXPECT_EQ(reader.statistics().unreadablePackets, 2u);
}

TEST(CaptureReader, ConnectionsFollowedAtOnceHaveALimit) {
    CaptureOptions options;
    options.limits.connections = 20;
    TestTalk talk;
    for (std::uint16_t port = 1; port <= 50; ++port) {
        talk.clientPort = static_cast<std::uint16_t>(30'000 + port);
        talk.startAgain(1000, 5000);
        talk.open();
        talk.client(metadata(port));
        talk.server(metadataAnswer(port));
    }
    const CaptureOutput output = read(talk, options);
    EXPECT_EQ(output.exchanges.size(), 50u);
    EXPECT_EQ(output.connections.size(), 50u);
    EXPECT_EQ(output.connections[0].end, ConnectionEnd::Evicted);
    EXPECT_EQ(output.connections[49].end, ConnectionEnd::Open);
}

}  // namespace
}  // namespace brokerscope
