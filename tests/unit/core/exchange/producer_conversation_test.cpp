#include "core/codec/encoder.h"
#include "core/exchange/connection_decoder.h"
#include "core/exchange/request_frame.h"
#include "core/value/json_reader.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace brokerscope {
namespace {

const SchemaRegistry& registry() {
    return SchemaRegistry::embedded();
}

ByteBuffer requestOf(std::int16_t apiKey, std::int16_t version, int correlationId, std::string_view body) {
    const auto layout = registry().request(apiKey, version).value();
    const auto headerLayout = registry().requestHeader(*registry().requestHeaderVersion(apiKey, version)).value();
    const auto header = draftFromJson(headerLayout->spec, fmt::format(R"({{"correlationId":{}}})", correlationId));
    const auto draft = draftFromJson(layout->spec, body);
    return *makeRequestFrame(registry(), {apiKey, version, "u03", &header->draft, &draft->draft})->bytes;
}

ByteBuffer answerOf(int apiKey, int version, int correlationId, std::string_view body) {
    const auto layout = registry().response(apiKey, version).value();
    const auto headerLayout = registry().responseHeader(*registry().responseHeaderVersion(apiKey, version)).value();
    const auto header = draftFromJson(headerLayout->spec, fmt::format(R"({{"correlationId":{}}})", correlationId));
    return *encodeFrame(headerLayout, header->draft, layout, draftFromJson(layout->spec, body)->draft)->bytes;
}

constexpr std::string_view kSoftware = R"({"clientSoftwareName":"apache-kafka-java","clientSoftwareVersion":"4.4.0"})";

// E7: a Java producer's first connection. Two requests are sent before the first answer, which come in order; the first
// InitProducerId meets a coordinator that is still loading.
TEST(Examples, E7_ProducersFirstConnection) {
    ConnectionDecoder decoder(registry(), {});
    decoder.requestBytes(requestOf(18, 5, 0, kSoftware), {});
    decoder.responseBytes(answerOf(18, 5, 0, R"({"apiKeys":[{"apiKey":18,"minVersion":0,"maxVersion":5}]})"), {});
    decoder.requestBytes(requestOf(3, 13, 1, R"({"topics":[{"name":"orders"}]})"), {});
    decoder.requestBytes(requestOf(22, 5, 2, R"({"transactionalId":null,"transactionTimeoutMs":60000})"), {});
    EXPECT_EQ(decoder.inFlight(), 2u);
    decoder.responseBytes(answerOf(3, 13, 1, R"({"brokers":[{"nodeId":1,"host":"h","port":9092}],"topics":[
        {"name":"orders","topicId":"6kySFknNRdG0J1E9XdO4sA","partitions":[]}]})"),
                          {});
    decoder.responseBytes(answerOf(22, 5, 2, R"({"errorCode":14,"producerId":-1,"producerEpoch":-1})"), {});
    const auto exchanges = decoder.take();
    ASSERT_EQ(exchanges.size(), 3u);
    for (const Exchange& exchange : exchanges) {
        EXPECT_TRUE(exchange.notes.empty()) << *exchange.apiKey;
        EXPECT_EQ(exchange.unread, 0u) << *exchange.apiKey;
        EXPECT_EQ(registry().requestHeaderVersion(*exchange.apiKey, *exchange.apiVersion), 2);
    }
    EXPECT_EQ(exchanges[1].apiKey, 3);
    EXPECT_EQ(exchanges[2].apiKey, 22);
    ASSERT_EQ(exchanges[2].errors.findings.size(), 1u);
    EXPECT_EQ(exchanges[2].errors.findings[0], (ErrorFinding{"errorCode", 14}));
    EXPECT_EQ(decoder.topicNames()->name(*Uuid::fromString("6kySFknNRdG0J1E9XdO4sA")), "orders");
}

TEST(Examples, E7_SecondConnectionProducesByTopicId) {
    ConnectionDecoder decoder(registry(), {});
    decoder.requestBytes(requestOf(18, 5, 3, kSoftware), {});
    decoder.responseBytes(answerOf(18, 5, 3, "{}"), {});
    decoder.requestBytes(requestOf(22, 5, 4, R"({"transactionalId":null,"transactionTimeoutMs":60000})"), {});
    decoder.responseBytes(answerOf(22, 5, 4, R"({"producerId":7,"producerEpoch":0})"), {});
    decoder.requestBytes(requestOf(0, 13, 5, R"({"transactionalId":null,"acks":-1,"timeoutMs":30000,"topicData":[
        {"topicId":"6kySFknNRdG0J1E9XdO4sA","partitionData":[{"index":0,"records":null}]}]})"),
                         {});
    EXPECT_EQ(decoder.inFlight(), 1u);
    decoder.responseBytes(answerOf(0, 13, 5, R"({"responses":[{"topicId":"6kySFknNRdG0J1E9XdO4sA",
        "partitionResponses":[{"index":0,"baseOffset":10}]}]})"),
                          {});
    const auto exchanges = decoder.take();
    ASSERT_EQ(exchanges.size(), 3u);
    EXPECT_EQ(exchanges[2].apiKey, 0);
    EXPECT_FALSE(exchanges[2].noResponseByDesign);
    EXPECT_TRUE(exchanges[2].errors.isEmpty());
    EXPECT_EQ(registry().requestHeaderVersion(0, 13), 2);
}

}  // namespace
}  // namespace brokerscope
