#include "core/capture/capture_reader.h"
#include "core/capture/exchange_fields.h"
#include "core/exchange/topic_names.h"
#include "core/query/filter.h"

#include "core/base/hex.h"
#include "tests/support/capture_writer.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

// Metadata v1 for the topics orders and clicks, of which clicks
// is unknown (error 3); a Metadata request without an answer.
const CaptureOutput& traffic() {
    static const CaptureOutput output = [] {
        testing::TestTalk talk;
        talk.open();
        talk.client(*fromHex("00000021 0003 0001 00000001 0003 617070 00000002 0006 6f7264657273 0006 636c69636b73"));
        talk.server(*fromHex("0000002e 00000001 00000000 ffffffff 00000002 0000 0006 6f7264657273 00 00000000 0003 "
                             "0006 636c69636b73 00 00000000"));
        talk.client(*fromHex("00000011 0003 0001 00000002 0003 617070 ffffffff"));
        CaptureReader reader(SchemaRegistry::embedded());
        reader.feed(talk.file.bytes);
        reader.finish();
        return reader.take();
    }();
    return output;
}

// The exchanges that a filter lets through, by correlation id.
std::string matching(std::string_view text) {
    const auto& registry = SchemaRegistry::embedded();
    const auto filter = Filter::parse(text, exchangeVocabulary(registry));
    EXPECT_TRUE(filter) << text << ": " << (filter ? "" : filter.error().text());
    std::string ids;
    for (const CapturedExchange& exchange : traffic().exchanges) {
        if (filter && filter->matches(ExchangeFields(registry, exchange, {}, {}))) {
            ids += std::to_string(exchange.exchange.correlationId.value_or(-1)) + ' ';
        }
    }
    return ids;
}

TEST(ExchangeFields, ColumnsOfTheSummary) {
    ASSERT_EQ(traffic().exchanges.size(), 2u);
    EXPECT_EQ(traffic().exchanges[0].exchange.unread, 0u);
    EXPECT_EQ(matching(""), "1 2 ");
    EXPECT_EQ(matching("api:Metadata version:1"), "1 2 ");
    EXPECT_EQ(matching("api~data"), "1 2 ");
    EXPECT_EQ(matching("error:UNKNOWN_TOPIC_OR_PARTITION"), "1 ");
    EXPECT_EQ(matching("error!=NONE"), "1 ");
    EXPECT_EQ(matching("error:NONE"), "");
    EXPECT_EQ(matching("latency:1ms"), "1 ");
    EXPECT_EQ(matching("latency>1ms"), "");
    EXPECT_EQ(matching("-latency"), "2 ");
    EXPECT_EQ(matching("answered:false"), "2 ");
    EXPECT_EQ(matching("client:10.0.0.1:40000 broker:*:9092"), "1 2 ");
    EXPECT_EQ(matching("frame:4"), "1 ");
    EXPECT_EQ(matching("responseBytes:50 bytes>50"), "1 ");
    EXPECT_EQ(matching("correlationId>1"), "2 ");
    EXPECT_EQ(matching("note~\"not captured\""), "2 ");
    EXPECT_EQ(matching("time>=2001-01-01 frame:4"), "1 ");
    EXPECT_EQ(matching("time<2001-01-01"), "");
    EXPECT_EQ(matching("throttle"), "");
    EXPECT_EQ(matching("mechanism:PLAIN"), "");
}

TEST(ExchangeFields, TopicsAndPaths) {
    EXPECT_EQ(matching("topic:orders"), "1 ");
    EXPECT_EQ(matching("topic:click*"), "1 ");
    EXPECT_EQ(matching("-topic:orders"), "2 ");
    EXPECT_EQ(matching("request.topics:null"), "2 ");
    EXPECT_EQ(matching("request.topics[1].name:clicks"), "1 ");
    EXPECT_EQ(matching("response.topics[].errorCode:UNKNOWN_TOPIC_OR_PARTITION"), "1 ");
    EXPECT_EQ(matching("response.topics[0].errorCode:UNKNOWN_TOPIC_OR_PARTITION"), "");
    EXPECT_EQ(matching("header.clientId:app"), "1 2 ");
    EXPECT_EQ(matching("response.controllerId:-1"), "1 ");
    EXPECT_EQ(matching("-(response.controllerId:-1)"), "2 ");
}

// A topic that a request has by id alone is known by the name that another answer told.
TEST(ExchangeFields, TopicsByTheNameThatTheCaptureTold) {
    const auto names = std::make_shared<TopicNames>();
    const Uuid id = *Uuid::fromString("6kySFknNRdG0J1E9XdO4sA");
    CapturedExchange produce;
    produce.exchange.apiKey = 0;
    produce.exchange.apiVersion = 13;
    produce.exchange.request =
        std::make_shared<const ByteBuffer>(*fromHex("0000002f 0000 000d 00000001 0003 617070 00 00ffff00007530 "
                                                    "02ea4c921649cd45d1b427513d5dd3b8b0 020000000000000000"));
    produce.exchange.topicNames = names;
    const auto& registry = SchemaRegistry::embedded();
    const auto filter = Filter::parse("topic:orders", exchangeVocabulary(registry));
    ASSERT_TRUE(filter);
    EXPECT_FALSE(filter->matches(ExchangeFields(registry, produce, {}, {})));
    EXPECT_TRUE(Filter::parse("topic:6kySFknNRdG0J1E9XdO4sA", exchangeVocabulary(registry))
                    ->matches(ExchangeFields(registry, produce, {}, {})));
    names->learn(id, "orders");
    EXPECT_TRUE(filter->matches(ExchangeFields(registry, produce, {}, {})));
}

}  // namespace
}  // namespace brokerscope
