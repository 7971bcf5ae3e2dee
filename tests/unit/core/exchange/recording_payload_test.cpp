#include "core/exchange/recording_payload.h"

#include "core/base/hex.h"
#include "tests/support/exchange_text.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using testing::exchangeText;

std::shared_ptr<const ByteBuffer> sharedFrame(std::string_view hex) {
    return std::make_shared<const ByteBuffer>(*fromHex(hex));
}

// Every field other than its default.
RecordedExchange fullExchange() {
    RecordedExchange recorded;
    Exchange& exchange = recorded.exchange;
    exchange.id = ExchangeId{0x1122334455667788};
    exchange.connection = ConnectionId{4000000000};
    exchange.broker = {"::1", 65535};
    exchange.brokerId = -7;
    exchange.token = 0xffffffffffffffff;
    exchange.apiKey = std::int16_t{-3};
    exchange.apiVersion = std::int16_t{-1};
    exchange.correlationId = -2;
    exchange.request = sharedFrame("0000000100");
    exchange.response = std::make_shared<const ByteBuffer>();
    exchange.times = {1, -2, 3, 4, 5, 6, 7};
    exchange.unread = 9;
    exchange.notes.push_back({Severity::Warning, MessageId::CorrelationOutOfOrder, {"1", "2"}, {}, {}});
    exchange.notes.push_back(
        {Severity::Error, MessageId::CorrelationUnexpected, {"5"}, {BufferId::Main, 4, 8}, "header.correlationId"});
    exchange.internal = true;
    exchange.noResponseByDesign = true;
    exchange.failure =
        TransportError{{MessageId::ConnectionClosed, {"a:1", "why"}, ByteSpan{BufferId::Main, 0, 2}, "p"},
                       CloseCause{CloseReason::RefusedVersion, "the sentence", "the line of the log"}};
    recorded.isRequestMasked = true;
    return recorded;
}

TEST(RecordingPayload, AnExchangeComesBackWithEveryField) {
    const RecordedExchange recorded = fullExchange();
    const auto read = readExchange(exchangePayload(recorded));
    ASSERT_TRUE(read);
    EXPECT_EQ(exchangeText(read->exchange), exchangeText(recorded.exchange));
    EXPECT_TRUE(read->isRequestMasked);
    EXPECT_FALSE(read->isResponseMasked);
    const auto facts = readFacts(ByteView(exchangePayload(recorded)).first(kRecordedFactsBytes));
    EXPECT_EQ(facts, (RecordedFacts{1, ConnectionId{4000000000}, std::int16_t{-3}, std::int16_t{-1}}));
}

TEST(RecordingPayload, WhatAnExchangeLacksIsLackedAgain) {
    RecordedExchange recorded;
    recorded.exchange.saslMechanism = std::string();
    const auto read = readExchange(exchangePayload(recorded));
    ASSERT_TRUE(read);
    EXPECT_EQ(exchangeText(read->exchange), exchangeText(recorded.exchange));
    EXPECT_EQ(read->exchange.request, nullptr);
    EXPECT_TRUE(read->exchange.saslMechanism);
    EXPECT_FALSE(read->exchange.apiKey);
}

TEST(RecordingPayload, EveryReasonOfACloseHasAName) {
    for (int reason = 0; reason <= static_cast<int>(CloseReason::UnexpectedClose); ++reason) {
        RecordedExchange recorded = fullExchange();
        recorded.exchange.failure->cause->reason = static_cast<CloseReason>(reason);
        const auto read = readExchange(exchangePayload(recorded));
        ASSERT_TRUE(read);
        EXPECT_EQ(read->exchange.failure, recorded.exchange.failure);
    }
}

// A later program has messages of its own: their sentence is in the file.
TEST(RecordingPayload, AMessageThatIsNotKnownHereKeepsItsSentence) {
    ByteBuffer payload = exchangePayload(fullExchange());
    const std::string_view code = messageCode(MessageId::CorrelationOutOfOrder);
    const auto at = std::search(payload.begin(), payload.end(), code.begin(), code.end());
    ASSERT_NE(at, payload.end());
    *at = 'X';
    const auto read = readExchange(payload);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->exchange.notes[0].id, MessageId::Other);
    EXPECT_EQ(read->exchange.notes[0].text(), fullExchange().exchange.notes[0].text());
}

TEST(RecordingPayload, NothingIsReadThatDoesNotFit) {
    const ByteBuffer payload = exchangePayload(fullExchange());
    for (std::size_t size = 0; size < payload.size(); ++size) {
        EXPECT_FALSE(readExchange(ByteView(payload).first(size))) << size;
    }
    ByteBuffer longer = payload;
    longer.push_back(0);
    EXPECT_FALSE(readExchange(longer));
    // A count that its payload cannot hold reserves nothing.
    EXPECT_FALSE(readRunHead(*fromHex("00000000 0000000000000000 00 ffffffff 00000000 00")));
}

TEST(RecordingPayload, ARunAndItsEndComeBack) {
    const RecordingRun run{"1.2.3", 1'700'000'000'000, "cluster", {"a:1", "[::1]:2"}, {"3.9.2", true}, true};
    EXPECT_EQ(readRunHead(runHeadPayload(run)), run);
    EXPECT_EQ(readRunHead(runHeadPayload({})), RecordingRun());
    const auto loss = readLoss(lossPayload({3, "why"}));
    ASSERT_TRUE(loss);
    EXPECT_EQ(loss->count, 3u);
    EXPECT_EQ(loss->why, "why");
    const auto end = readRunEnd(runEndPayload({5, 6}));
    ASSERT_TRUE(end);
    EXPECT_EQ(end->written, 5u);
    EXPECT_EQ(end->lost, 6u);
}

// The layout is a promise to recordings that are there already.
TEST(RecordingPayload, TheBytesAreThoseOfTheFormat) {
    EXPECT_EQ(toHex(runHeadPayload({"0.1", 258, std::nullopt, {"a:1"}, {"", true}, false})), "00000003302e31"
                                                                                             "0000000000000102"
                                                                                             "00"
                                                                                             "00000001"
                                                                                             "00000003613a31"
                                                                                             "00000000"
                                                                                             "01");
    RecordedExchange recorded;
    recorded.exchange.apiKey = std::int16_t{18};
    recorded.exchange.broker = {"b", 9092};
    recorded.exchange.request = sharedFrame("00000000");
    EXPECT_EQ(toHex(exchangePayload(recorded)), "0000000000000000"
                                                "00000000"
                                                "0012"
                                                "0000"
                                                "0081"
                                                "0000000000000000"
                                                "00000000"
                                                "0000000000000000"
                                                "ffffffff"
                                                "2384"
                                                "0000000162"
                                                "ffffffffffffffff"
                                                "ffffffffffffffff"
                                                "ffffffffffffffff"
                                                "ffffffffffffffff"
                                                "ffffffffffffffff"
                                                "ffffffffffffffff"
                                                "0000000000000000"
                                                "00000000"
                                                "00000000"
                                                "0000000400000000");
}

}  // namespace
}  // namespace brokerscope
