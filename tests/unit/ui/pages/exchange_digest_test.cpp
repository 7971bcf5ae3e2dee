#include "ui/pages/exchange_digest.h"

#include "core/base/hex.h"
#include "core/codec/encoder.h"
#include "core/exchange/request_frame.h"
#include "core/value/json_reader.h"
#include "tests/unit/ui/pages/sample_exchanges.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

std::shared_ptr<const ByteBuffer> request(std::int16_t key, std::int16_t version, std::string_view json) {
    const auto read = draftFromJson((*testing::registry().request(key, version))->spec, std::string(json));
    RequestParts parts;
    parts.apiKey = key;
    parts.version = version;
    parts.body = &read->draft;
    return makeRequestFrame(testing::registry(), parts)->bytes;
}

std::shared_ptr<const ByteBuffer> answer(int key, int version, std::string_view json) {
    const auto layout = *testing::registry().response(key, version);
    const auto read = draftFromJson(layout->spec, std::string(json));
    const auto header = *testing::registry().responseHeader(*testing::registry().responseHeaderVersion(key, version));
    return encodeFrame(header, ValueDraft::fromDefaults(header->spec), layout, read->draft)->bytes;
}

Exchange metadata() {
    Exchange exchange = testing::answeredMetadata();
    exchange.apiVersion = 1;
    exchange.request = request(3, 1, R"({"topics":[{"name":"orders"},{"name":"payments"},{"name":"orders"}]})");
    exchange.response = answer(3, 1, R"({"brokers":[{"nodeId":1,"host":"h","port":9}],"topics":[
        {"name":"orders"},{"name":"payments"}]})");
    return exchange;
}

TEST(ExchangeDigest, namesWhatTheRequestIsAboutAndCountsTheListsOfTheAnswer) {
    EXPECT_EQ(exchangeDigest(testing::registry(), metadata(), {}),
              QStringLiteral("orders, payments · Brokers: 1 · Topics: 2"));
}

// The answer ends within its list of topics.
TEST(ExchangeDigest, beginsWithWhyAnAnswerCouldNotBeRead) {
    Exchange exchange = metadata();
    ByteBuffer bytes = *exchange.response;
    bytes.resize(bytes.size() - 6);
    bytes[3] = static_cast<std::uint8_t>(bytes.size() - 4);
    exchange.response = std::make_shared<const ByteBuffer>(std::move(bytes));
    const QString digest = exchangeDigest(testing::registry(), exchange, {});
    EXPECT_TRUE(digest.startsWith(QStringLiteral("topics[1]"))) << digest.toStdString();
    EXPECT_TRUE(digest.contains(QStringLiteral("orders, payments"))) << digest.toStdString();
}

TEST(ExchangeDigest, manyNamesAreCounted) {
    Exchange exchange = metadata();
    exchange.response = nullptr;
    exchange.request =
        request(3, 1, R"({"topics":[{"name":"a"},{"name":"b"},{"name":"c"},{"name":"d"},{"name":"e"}]})");
    EXPECT_EQ(exchangeDigest(testing::registry(), exchange, {}), QStringLiteral("a, b, c + 2"));
}

TEST(ExchangeDigest, groupsAreNames) {
    Exchange exchange = metadata();
    exchange.apiKey = 12;
    exchange.apiVersion = 0;
    exchange.response = nullptr;
    exchange.request = request(12, 0, R"({"groupId":"billing","generationId":1,"memberId":"m"})");
    EXPECT_EQ(exchangeDigest(testing::registry(), exchange, {}), QStringLiteral("billing"));
}

TEST(ExchangeDigest, aLargeFrameIsLeftOut) {
    Exchange exchange = metadata();
    auto large = std::make_shared<ByteBuffer>(*exchange.response);
    large->resize(100'000);
    exchange.response = large;
    EXPECT_EQ(exchangeDigest(testing::registry(), exchange, {}), QStringLiteral("orders, payments"));
}

TEST(ExchangeDigest, saysNothingOfTokensAndOfNothing) {
    Exchange token = metadata();
    token.saslMechanism = "PLAIN";
    EXPECT_TRUE(exchangeDigest(testing::registry(), token, {}).isEmpty());
    EXPECT_TRUE(exchangeDigest(testing::registry(), Exchange(), {}).isEmpty());
}

}  // namespace
}  // namespace brokerscope
