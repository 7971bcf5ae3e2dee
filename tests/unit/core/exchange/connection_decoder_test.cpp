#include "core/exchange/connection_decoder.h"

#include "core/base/hex.h"
#include "core/codec/decoder.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

ByteBuffer bytes(std::string_view hex) {
    return *fromHex(hex);
}

class ConnectionDecoderTest : public ::testing::Test {
protected:
    void request(std::string_view hex) { m_decoder.requestBytes(bytes(hex), {++m_clock, 0}); }
    void response(std::string_view hex) { m_decoder.responseBytes(bytes(hex), {++m_clock, 0}); }

    std::int64_t m_clock = 0;
    ConnectionDecoder m_decoder{SchemaRegistry::embedded(), {}};
};

// Frames that a splitter finds in one piece.
std::size_t framesIn(FrameSplitter& splitter, ByteView piece) {
    std::size_t count = 0;
    while (splitter.next(piece, {})) {
        ++count;
    }
    return count;
}

bool hasNote(const Exchange& exchange, MessageId id) {
    return std::any_of(exchange.notes.begin(), exchange.notes.end(), [id](const Diagnostic& d) { return d.id == id; });
}

constexpr std::string_view kApiVersionsV0Corr1 = "0000000c 0012 0000 00000001 0002 6364";
constexpr std::string_view kMetadataV1Corr2 = "00000010 0003 0001 00000002 0002 6364 ffffffff";
constexpr std::string_view kApiVersionsAnswer1 = "0000000a 00000001 0000 00000000";
constexpr std::string_view kMetadataAnswer2 = "00000010 00000002 00000000 ffffffff 00000000";

TEST_F(ConnectionDecoderTest, PairsInOrderWhateverThePieces) {
    for (const std::uint8_t byte : bytes(kApiVersionsV0Corr1)) {
        m_decoder.requestBytes({&byte, 1}, {++m_clock, 0});
    }
    EXPECT_EQ(m_decoder.inFlight(), 1u);
    for (const std::uint8_t byte : bytes(kApiVersionsAnswer1)) {
        m_decoder.responseBytes({&byte, 1}, {++m_clock, 0});
    }
    const auto exchanges = m_decoder.take();
    ASSERT_EQ(exchanges.size(), 1u);
    EXPECT_EQ(exchanges[0].apiKey, 18);
    EXPECT_EQ(exchanges[0].unread, 0u);
    EXPECT_TRUE(exchanges[0].notes.empty());
    EXPECT_LT(exchanges[0].times.firstByteNs, exchanges[0].times.lastByteNs);
    EXPECT_TRUE(m_decoder.take().empty());
}

// C003: error 35 in v0 form although v4 was asked.
TEST_F(ConnectionDecoderTest, C003_FallbackAnswerIsReadAsV0) {
    request("00000018 0012 0004 00000007 0001 78 00 0270 0231 00 00000000000000");
    response("0000001000000007002300000001001200000003");
    const auto exchanges = m_decoder.take();
    ASSERT_EQ(exchanges.size(), 1u);
    ASSERT_EQ(exchanges[0].notes.size(), 1u);
    EXPECT_EQ(exchanges[0].notes[0].text(), "fallback v0: the broker does not know ApiVersions v4, it supports 0-3");
    EXPECT_EQ(exchanges[0].unread, 0u);
    ASSERT_EQ(exchanges[0].errors.findings.size(), 1u);
    EXPECT_EQ(exchanges[0].errors.findings[0], (ErrorFinding{"errorCode", 35}));
}

// C004: brokers before 2.4 offer nothing.
TEST_F(ConnectionDecoderTest, C004_FallbackWithoutARangeIsSaid) {
    request("00000018 0012 0004 00000000 0001 78 00 0270 0231 00 00000000000000");
    response("0000000a00000000002300000000");
    const auto exchanges = m_decoder.take();
    ASSERT_EQ(exchanges.size(), 1u);
    ASSERT_EQ(exchanges[0].notes.size(), 1u);
    EXPECT_EQ(exchanges[0].notes[0].text(), "fallback v0: the broker does not know ApiVersions v4, it offers no range");
    EXPECT_EQ(exchanges[0].unread, 0u);
}

// E3: after the refusal the same connection answers v5; an unknown version of anything else is closed.
TEST_F(ConnectionDecoderTest, E3_TooNewVersions) {
    request("0000001b0012006300000001000375303300087530332d61707004312e3000");
    response("00000010 00000001002300000001001200000005");
    request("00000020 0012 0005 00000002 0003753033 00 087530332d617070 04312e30 00 ffffffff 00");
    response("0000000c 00000002 0000 01 00000000 00");
    request("0000000f000300630000000100037530330000");
    m_decoder.end({{MessageId::ConnectionClosed, {}, std::nullopt, {}}, std::nullopt}, nullptr);
    const auto exchanges = m_decoder.take();
    ASSERT_EQ(exchanges.size(), 3u);
    EXPECT_EQ(exchanges[0].notes[0].text(), "fallback v0: the broker does not know ApiVersions v99, it supports 0-5");
    EXPECT_EQ(exchanges[0].errors.findings[0], (ErrorFinding{"errorCode", 35}));
    EXPECT_TRUE(exchanges[1].notes.empty());
    EXPECT_TRUE(exchanges[1].errors.isEmpty());
    EXPECT_EQ(exchanges[2].failure->cause->reason, CloseReason::UnsupportedVersion);
}

// C011: a broker of Kafka 4 lists Produce 0-2 and closes when they are sent. That is what is expected, and said to be.
TEST_F(ConnectionDecoderTest, C011_RefusalOfListedProduceVersionsIsExpected) {
    BrokerVersions kafka4;
    kafka4.apis = {{0, {0, 13}}, {1, {4, 18}}, {18, {0, 5}}};
    request("00000016 0000 0002 00000001 0002 6364 ffff 000003e8 00000000");
    m_decoder.end({{MessageId::ConnectionClosed, {}, std::nullopt, {}}, std::nullopt}, &kafka4);
    const auto exchanges = m_decoder.take();
    ASSERT_EQ(exchanges.size(), 1u);
    ASSERT_TRUE(exchanges[0].failure && exchanges[0].failure->cause);
    EXPECT_EQ(exchanges[0].failure->cause->reason, CloseReason::RefusedVersion);
    EXPECT_EQ(exchanges[0].failure->cause->sentence,
              "Produce v2 is listed for old clients and not served; v3 is the first that is");
}

// C008: acks=0 has no answer; the only one belongs to Metadata.
TEST_F(ConnectionDecoderTest, C008_ProduceWithoutAcksIsNotAnswered) {
    request("000000160000000300000001ffffffff0000000003e800000000");
    request("000000140000000900000002ffff00000000000003e80100");
    request("0000000e0003000100000003ffffffffffff");
    response("000000100000000300000000ffffffff00000000");
    const auto exchanges = m_decoder.take();
    ASSERT_EQ(exchanges.size(), 3u);
    EXPECT_TRUE(exchanges[0].noResponseByDesign);
    EXPECT_TRUE(exchanges[1].noResponseByDesign);
    EXPECT_EQ(exchanges[2].apiKey, 3);
    EXPECT_TRUE(exchanges[2].response);
    EXPECT_TRUE(exchanges[2].notes.empty());
}

// C009: never by position alone.
TEST_F(ConnectionDecoderTest, C009_UnexpectedCorrelationIdIsSaid) {
    request(kApiVersionsV0Corr1);
    response("0000000a 00000002 0000 00000000");
    auto exchanges = m_decoder.take();
    ASSERT_EQ(exchanges.size(), 1u);
    EXPECT_FALSE(exchanges[0].request);
    ASSERT_TRUE(hasNote(exchanges[0], MessageId::CorrelationUnexpected));
    EXPECT_NE(exchanges[0].notes[0].text().find("expected correlation id 1, got 2"), std::string::npos);
    EXPECT_EQ(m_decoder.inFlight(), 1u);
    response(kApiVersionsAnswer1);
    exchanges = m_decoder.take();
    ASSERT_EQ(exchanges.size(), 1u);
    EXPECT_TRUE(hasNote(exchanges[0], MessageId::CorrelationUnexpected));
}

// C009: where only one request waits and all requests are known, it is the one that was answered.
TEST_F(ConnectionDecoderTest, C009_AWrongIdFinishesTheOnlyRequestAtOnce) {
    m_decoder.requestFrame(std::make_shared<const ByteBuffer>(bytes(kApiVersionsV0Corr1)), {7, false, -1, -1}, {1, 1});
    response("0000000a 00000033 0000 00000000");
    const auto exchanges = m_decoder.take();
    ASSERT_EQ(exchanges.size(), 1u);
    EXPECT_EQ(exchanges[0].token, 7u);
    ASSERT_TRUE(exchanges[0].failure);
    EXPECT_EQ(exchanges[0].failure->error.id, MessageId::CorrelationUnexpected);
    EXPECT_EQ(exchanges[0].failure->error.where, (ByteSpan{BufferId::Main, 4, 4}));
    ASSERT_TRUE(exchanges[0].response);
    EXPECT_EQ(exchanges[0].response->size(), 14u);
    ASSERT_EQ(exchanges[0].notes.size(), 1u);
    EXPECT_NE(exchanges[0].notes[0].text().find("expected correlation id 1, got 51"), std::string::npos);
    EXPECT_EQ(exchanges[0].notes[0].span.offset, 4u);
    EXPECT_EQ(m_decoder.inFlight(), 0u);
    const auto tree = responseTree(SchemaRegistry::embedded(), exchanges[0], {}, {});
    EXPECT_FALSE(tree->hasErrors());
}

// What its decode leaves over, not all that came: error code and count are read, the byte behind them is not.
TEST_F(ConnectionDecoderTest, UnreadOfHalfAnAnswerIsWhatCouldNotBeRead) {
    request(kApiVersionsV0Corr1);
    response("0000001c 00000001 0000 00000003 00");
    m_decoder.end({{MessageId::ConnectionClosed, {}, std::nullopt, {}}, std::nullopt}, nullptr);
    const auto exchanges = m_decoder.take();
    ASSERT_EQ(exchanges.size(), 1u);
    EXPECT_EQ(exchanges[0].unread, 1u);
    EXPECT_EQ(responseTree(SchemaRegistry::embedded(), exchanges[0], {}, {})->unread, 1u);
}

// Of two that wait nobody knows which one was meant.
TEST_F(ConnectionDecoderTest, C009_AWrongIdAmongSeveralIsNotPaired) {
    m_decoder.requestFrame(std::make_shared<const ByteBuffer>(bytes(kApiVersionsV0Corr1)), {7, false, -1, -1}, {1, 1});
    m_decoder.requestFrame(std::make_shared<const ByteBuffer>(bytes(kMetadataV1Corr2)), {8, false, -1, -1}, {2, 2});
    response("0000000a 00000033 0000 00000000");
    const auto exchanges = m_decoder.take();
    ASSERT_EQ(exchanges.size(), 1u);
    EXPECT_FALSE(exchanges[0].request);
    EXPECT_EQ(m_decoder.inFlight(), 2u);
}

// C010: answered 2 before 1.
TEST_F(ConnectionDecoderTest, C010_OutOfOrderIsPairedAndSaid) {
    request(kApiVersionsV0Corr1);
    request(kMetadataV1Corr2);
    response(kMetadataAnswer2);
    response(kApiVersionsAnswer1);
    const auto exchanges = m_decoder.take();
    ASSERT_EQ(exchanges.size(), 2u);
    EXPECT_EQ(exchanges[0].apiKey, 3);
    ASSERT_TRUE(hasNote(exchanges[0], MessageId::CorrelationOutOfOrder));
    EXPECT_NE(exchanges[0].notes[0].text().find("2 before 1"), std::string::npos);
    EXPECT_EQ(exchanges[1].apiKey, 18);
    EXPECT_TRUE(exchanges[1].notes.empty());
}

TEST_F(ConnectionDecoderTest, RepeatedIdTakesTheOldest) {
    request(kApiVersionsV0Corr1);
    request("00000010 0003 0001 00000001 0002 6364 ffffffff");
    response(kApiVersionsAnswer1);
    const auto exchanges = m_decoder.take();
    ASSERT_EQ(exchanges.size(), 1u);
    EXPECT_EQ(exchanges[0].apiKey, 18);
    EXPECT_TRUE(hasNote(exchanges[0], MessageId::CorrelationDuplicate));
}

// C014: sizes that cannot be one.
TEST(FrameSplitterTest, C014_RefusesBeforeTakingMemory) {
    const std::vector<std::pair<std::string_view, MessageId>> sizes{{"80000000", MessageId::FrameSizeNegative},
                                                                    {"00000000", MessageId::FrameSizeZero},
                                                                    {"00000003", MessageId::FrameSizeTooSmall},
                                                                    {"01400045", MessageId::FrameSizeTooLarge},
                                                                    {"05f5e127", MessageId::FrameSizeTooLarge}};
    for (const auto& [hex, id] : sizes) {
        FrameSplitter splitter(20'000'000);
        EXPECT_EQ(framesIn(splitter, bytes(hex)), 0u);
        ASSERT_TRUE(splitter.error()) << hex;
        EXPECT_EQ(splitter.error()->id, id) << hex;
        EXPECT_LE(splitter.partial().capacity(), 64u);
    }
    FrameSplitter splitter(104857600);
    framesIn(splitter, bytes("01400045"));
    EXPECT_FALSE(splitter.error());
    EXPECT_LE(splitter.partial().capacity(), 65536u);
}

TEST(FrameSplitterTest, NamesPeersThatAreNotKafka) {
    const std::vector<std::pair<std::string, std::string_view>> peers{{"HTTP/1.1 400 Bad Request\r\n", "HTTP"},
                                                                      {"\x15\x03\x03\x20\x02\x02\x50", "TLS"},
                                                                      {"SSH-2.0-OpenSSH_9.2", "SSH"},
                                                                      {"hello there", "\"hello there\""}};
    for (const auto& [greeting, word] : peers) {
        FrameSplitter splitter(104857600);
        framesIn(splitter, asBytes(greeting));
        ASSERT_TRUE(splitter.error()) << greeting;
        EXPECT_EQ(splitter.error()->id, MessageId::NotKafka);
        EXPECT_NE(splitter.error()->text().find(word), std::string::npos) << splitter.error()->text();
    }
}

TEST_F(ConnectionDecoderTest, ClosingNamesTheCauseAndKeepsTheBeginningOfAnAnswer) {
    request("0000000f000300630000000100037530330000");  // Metadata v99
    request(kMetadataV1Corr2);
    response("00000010 00000002 0000");
    m_decoder.end({{MessageId::ConnectionClosed, {}, std::nullopt, {}}, std::nullopt}, nullptr);
    const auto exchanges = m_decoder.take();
    ASSERT_EQ(exchanges.size(), 2u);
    ASSERT_TRUE(exchanges[0].failure && exchanges[0].failure->cause);
    EXPECT_EQ(exchanges[0].failure->cause->reason, CloseReason::UnsupportedVersion);
    EXPECT_EQ(exchanges[1].response->size(), 10u);
    EXPECT_EQ(m_decoder.inFlight(), 0u);
}

TEST_F(ConnectionDecoderTest, LateAnswerIsAnExchangeOfItsOwn) {
    m_decoder.requestFrame(std::make_shared<const ByteBuffer>(bytes(kApiVersionsV0Corr1)), {7, false, -1, -1}, {1, 1});
    m_decoder.giveUp(7, {{MessageId::TimedOut, {"b:1", "5"}, std::nullopt, {}}, std::nullopt});
    auto exchanges = m_decoder.take();
    ASSERT_EQ(exchanges.size(), 1u);
    EXPECT_EQ(exchanges[0].failure->error.id, MessageId::TimedOut);
    response(kApiVersionsAnswer1);
    exchanges = m_decoder.take();
    ASSERT_EQ(exchanges.size(), 1u);
    EXPECT_FALSE(exchanges[0].failure);
    EXPECT_TRUE(hasNote(exchanges[0], MessageId::Other));
}

TEST_F(ConnectionDecoderTest, GivenUpInTheMiddleOfItsAnswerItShowsWhatCame) {
    m_decoder.requestFrame(std::make_shared<const ByteBuffer>(bytes(kApiVersionsV0Corr1)), {7, false, -1, -1}, {1, 1});
    const ByteBuffer whole = bytes(kApiVersionsAnswer1);
    const ByteView answer(whole);
    m_decoder.responseBytes(answer.first(9), {2, 2});
    m_decoder.giveUp(7, {{MessageId::TimedOut, {"b:1", "5"}, std::nullopt, {}}, std::nullopt});
    auto exchanges = m_decoder.take();
    ASSERT_EQ(exchanges.size(), 1u);
    ASSERT_TRUE(exchanges[0].response);
    EXPECT_EQ(exchanges[0].response->size(), 9u);
    EXPECT_TRUE(hasNote(exchanges[0], MessageId::Other));
    // The rest makes a whole answer of it.
    m_decoder.responseBytes(answer.subspan(9), {3, 3});
    exchanges = m_decoder.take();
    ASSERT_EQ(exchanges.size(), 1u);
    EXPECT_FALSE(exchanges[0].failure);
    EXPECT_EQ(exchanges[0].response->size(), whole.size());
    EXPECT_EQ(exchanges[0].unread, 0u);
}

TEST_F(ConnectionDecoderTest, GivenUpARequestThatLacksBytesSaysWhatIsWaitedFor) {
    m_decoder.requestFrame(std::make_shared<const ByteBuffer>(bytes("00000064 0003 0001 00000001")), {7, false, -1, -1},
                           {1, 1});
    m_decoder.giveUp(7, {{MessageId::TimedOut, {"b:1", "5"}, std::nullopt, {}}, std::nullopt});
    const auto exchanges = m_decoder.take();
    ASSERT_EQ(exchanges.size(), 1u);
    ASSERT_EQ(exchanges[0].notes.size(), 1u);
    EXPECT_EQ(exchanges[0].notes[0].text(),
              "the size prefix says 100 bytes and 8 were sent: a broker waits for the rest");
}

// Of a peer that does not speak Kafka all that it said is kept, and nothing is read into it.
TEST_F(ConnectionDecoderTest, ForeignBytesAreKeptAsTheyCame) {
    constexpr std::string_view kHttp = "HTTP/1.1 400 Bad Request\r\n\r\n";
    m_decoder.requestFrame(std::make_shared<const ByteBuffer>(bytes(kApiVersionsV0Corr1)), {7, false, -1, -1}, {1, 1});
    m_decoder.responseBytes(asBytes(kHttp), {2, 2});
    ASSERT_TRUE(m_decoder.brokenResponses());
    m_decoder.end({*m_decoder.brokenResponses(), std::nullopt}, nullptr);
    const auto exchanges = m_decoder.take();
    ASSERT_EQ(exchanges.size(), 1u);
    ASSERT_TRUE(exchanges[0].response);
    EXPECT_EQ(asText(*exchanges[0].response), kHttp);
    const auto tree = responseTree(SchemaRegistry::embedded(), exchanges[0], {}, {});
    EXPECT_TRUE(tree->diagnostics.empty());
    EXPECT_EQ(tree->unread, kHttp.size());
}

TEST_F(ConnectionDecoderTest, WithoutAnAnswerToComeARequestIsFinishedOnceItIsWritten) {
    const auto produce =
        std::make_shared<const ByteBuffer>(bytes("000000160000000300000001ffffffff0000000003e800000000"));
    m_decoder.requestFrame(produce, {7, false, 1, -1}, {2, 2});
    EXPECT_TRUE(m_decoder.take().empty());
    m_decoder.requestWritten(7, {5, 5});
    auto exchanges = m_decoder.take();
    ASSERT_EQ(exchanges.size(), 1u);
    EXPECT_TRUE(exchanges[0].noResponseByDesign);
    EXPECT_EQ(exchanges[0].times.writtenNs, 5);
    // One that was never taken has not been sent.
    m_decoder.requestFrame(produce, {8, false, 1, -1}, {2, 2});
    m_decoder.end({{MessageId::ConnectionClosed, {}, std::nullopt, {}}, std::nullopt}, nullptr);
    exchanges = m_decoder.take();
    ASSERT_EQ(exchanges.size(), 1u);
    EXPECT_TRUE(exchanges[0].failure);
}

TEST_F(ConnectionDecoderTest, TreesKeepToTheLimitsThatAreGiven) {
    request(kApiVersionsV0Corr1);
    response(kApiVersionsAnswer1);
    const auto exchanges = m_decoder.take();
    ASSERT_EQ(exchanges.size(), 1u);
    Limits limits;
    limits.frame = 5;
    const auto tooLarge = [](const ValueTree& tree) {
        return std::any_of(tree.diagnostics.begin(), tree.diagnostics.end(), [](const NodeDiagnostic& entry) {
            return entry.diagnostic.id == MessageId::FrameSizeTooLarge;
        });
    };
    for (const auto tree : {requestTree, responseTree}) {
        EXPECT_FALSE(tooLarge(*tree(SchemaRegistry::embedded(), exchanges[0], {}, {})));
        EXPECT_TRUE(tooLarge(*tree(SchemaRegistry::embedded(), exchanges[0], {}, limits)));
    }
}

// Whatever came is told, also what nobody waits for any longer.
TEST_F(ConnectionDecoderTest, TheBeginningOfALateAnswerIsTold) {
    m_decoder.requestFrame(std::make_shared<const ByteBuffer>(bytes(kApiVersionsV0Corr1)), {7, false, -1, -1}, {1, 1});
    const ByteBuffer whole = bytes(kApiVersionsAnswer1);
    const TransportError timedOut{{MessageId::TimedOut, {"b:1", "5"}, std::nullopt, {}}, std::nullopt};
    const TransportError closed{{MessageId::ConnectionClosed, {"b:1", ""}, std::nullopt, {}}, std::nullopt};
    m_decoder.giveUp(7, timedOut);
    m_decoder.take();
    m_decoder.responseBytes(ByteView(whole).first(9), {2, 2});
    m_decoder.end(closed, nullptr);
    const auto exchanges = m_decoder.take();
    ASSERT_EQ(exchanges.size(), 1u);
    ASSERT_TRUE(exchanges[0].response);
    EXPECT_EQ(exchanges[0].response->size(), 9u);
    EXPECT_EQ(exchanges[0].failure->error.id, MessageId::ConnectionClosed);
    EXPECT_TRUE(hasNote(exchanges[0], MessageId::Other));
}

TEST_F(ConnectionDecoderTest, WhatWasToldOfAnAnswerIsNotToldAgain) {
    m_decoder.requestFrame(std::make_shared<const ByteBuffer>(bytes(kApiVersionsV0Corr1)), {7, false, -1, -1}, {1, 1});
    const ByteBuffer whole = bytes(kApiVersionsAnswer1);
    m_decoder.responseBytes(ByteView(whole).first(9), {2, 2});
    m_decoder.giveUp(7, {{MessageId::TimedOut, {"b:1", "5"}, std::nullopt, {}}, std::nullopt});
    EXPECT_EQ(m_decoder.take().size(), 1u);
    m_decoder.end({{MessageId::ConnectionClosed, {"b:1", ""}, std::nullopt, {}}, std::nullopt}, nullptr);
    EXPECT_TRUE(m_decoder.take().empty());
}

TEST_F(ConnectionDecoderTest, BytesThatNobodyAskedForAreTold) {
    response("0000000a 00000001 00");
    m_decoder.end({{MessageId::ConnectionClosed, {"b:1", ""}, std::nullopt, {}}, std::nullopt}, nullptr);
    const auto exchanges = m_decoder.take();
    ASSERT_EQ(exchanges.size(), 1u);
    EXPECT_FALSE(exchanges[0].request);
    EXPECT_EQ(exchanges[0].response->size(), 9u);
}

}  // namespace
}  // namespace brokerscope
