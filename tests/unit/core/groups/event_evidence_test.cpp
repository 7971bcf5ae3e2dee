#include "core/groups/event_evidence.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

TEST(EventEvidence, SourcesStandInTheOrderInWhichTheyAreBelieved) {
    EXPECT_LT((EventEvidence{EventSource::Offsets, 0, ExchangeId::None, {}, 0}),
              (EventEvidence{EventSource::Exchange, 0, ExchangeId::None, {}, 0}));
    EXPECT_LT((EventEvidence{EventSource::Exchange, 0, ExchangeId::None, {}, 0}),
              (EventEvidence{EventSource::Describe, 0, ExchangeId::None, {}, 0}));
    EXPECT_LT((EventEvidence{EventSource::Describe, 0, ExchangeId::None, {}, 0}),
              (EventEvidence{EventSource::Metadata, 0, ExchangeId::None, {}, 0}));
}

TEST(EventEvidence, OfOneSourceComesInTheOrderOfItsIds) {
    const EventEvidence record{.source = EventSource::Offsets, .record = {18, 7}};
    EventEvidence later = record;
    later.record.offset = 8;
    EXPECT_LT(record, later);
    later = record;
    later.index = 1;
    EXPECT_LT(record, later);
    const EventEvidence exchange{EventSource::Exchange, 0, ExchangeId{5}, {}, 0};
    EXPECT_LT(exchange, (EventEvidence{EventSource::Exchange, 0, ExchangeId{6}, {}, 0}));
}

TEST(EventEvidence, IdsCountWithinTheirFeed) {
    const EventEvidence first{EventSource::Exchange, 0, ExchangeId{5}, {}, 0};
    const EventEvidence second{EventSource::Exchange, 1, ExchangeId{5}, {}, 0};
    EXPECT_NE(first, second);
}

TEST(EventEvidence, SourcesAndCertaintiesHaveNames) {
    EXPECT_EQ(eventSourceName(EventSource::Offsets), "offsets");
    EXPECT_EQ(eventSourceName(EventSource::Exchange), "exchange");
    EXPECT_EQ(eventSourceName(EventSource::Describe), "describe");
    EXPECT_EQ(eventSourceName(EventSource::Metadata), "metadata");
    EXPECT_EQ(eventSourceName(EventSource::Timeline), "timeline");
    EXPECT_EQ(certaintyName(Certainty::Observed), "observed");
    EXPECT_EQ(certaintyName(Certainty::Inferred), "inferred");
    EXPECT_EQ(certaintyName(Certainty::Blind), "blind");
    EXPECT_EQ(certaintyName(Certainty::Thinned), "thinned");
}

TEST(EventEvidence, ExchangesOfOnePacketDifferAndBearItsNumber) {
    EXPECT_EQ(exchangeNumber(ExchangeId{12}), 12U);
    EXPECT_EQ(exchangeNumber(exchangeInPacket(12, 0)), 12U);
    EXPECT_EQ(exchangeNumber(exchangeInPacket(12, 3)), 12U);
    EXPECT_NE(exchangeInPacket(0, 0), ExchangeId::None);
    EXPECT_LT(exchangeInPacket(12, 0), exchangeInPacket(12, 1));
    EXPECT_LT(exchangeInPacket(12, 999), exchangeInPacket(13, 0));
}

}  // namespace
}  // namespace brokerscope
