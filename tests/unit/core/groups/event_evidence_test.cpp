#include "core/groups/event_evidence.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

TEST(EventEvidence, SourcesStandInTheOrderInWhichTheyAreBelieved) {
    EXPECT_LT(EventEvidence{.source = EventSource::Offsets}, EventEvidence{.source = EventSource::Exchange});
    EXPECT_LT(EventEvidence{.source = EventSource::Exchange}, EventEvidence{.source = EventSource::Describe});
    EXPECT_LT(EventEvidence{.source = EventSource::Describe}, EventEvidence{.source = EventSource::Metadata});
}

TEST(EventEvidence, OfOneSourceComesInTheOrderOfItsIds) {
    const EventEvidence record{.source = EventSource::Offsets, .record = {18, 7}};
    EventEvidence later = record;
    later.record.offset = 8;
    EXPECT_LT(record, later);
    later = record;
    later.index = 1;
    EXPECT_LT(record, later);
    const EventEvidence exchange{.source = EventSource::Exchange, .exchange = ExchangeId{5}};
    EXPECT_LT(exchange, (EventEvidence{.source = EventSource::Exchange, .exchange = ExchangeId{6}}));
}

TEST(EventEvidence, IdsCountWithinTheirFeed) {
    const EventEvidence first{.source = EventSource::Exchange, .feed = 0, .exchange = ExchangeId{5}};
    const EventEvidence second{.source = EventSource::Exchange, .feed = 1, .exchange = ExchangeId{5}};
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

}  // namespace
}  // namespace brokerscope
