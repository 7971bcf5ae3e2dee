#include "core/exchange/carried_records.h"

#include "tests/support/group_exchanges.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using ::testing::ElementsAre;
using testing::exchangeOf;
using ::testing::IsEmpty;

constexpr const char* kTopicId = "Dx4tPEtaSXiHlqW0w9Lh8A";

// "orders-3 010203 base 40 end 41"
std::vector<std::string> carried(const Exchange& exchange) {
    std::vector<std::string> lines;
    visitCarriedRecords(SchemaRegistry::embedded(), exchange,
                        [&](const CarriedRecords& records) {
                            const std::string topic =
                                records.topic.empty() ? records.topicId.toString() : records.topic;
                            const bool isWithin = records.set.data() >= records.frame->data() &&
                                                  records.set.data() + records.set.size() <=
                                                      records.frame->data() + records.frame->size();
                            EXPECT_TRUE(isWithin);
                            lines.push_back(fmt::format("{}-{} {}{} base {} end {} error {}", topic, records.partition,
                                                        toHex(records.set), records.isProduced ? " produced" : "",
                                                        records.baseOffset, records.highWatermark, records.errorCode));
                        },
                        {}, {});
    return lines;
}

TEST(CarriedRecords, OfAFetch) {
    const std::string partitions =
        R"("partitions":[{"partitionIndex":3,"errorCode":0,"highWatermark":41,"records":"AQID"},)"
        R"({"partitionIndex":4,"errorCode":0,"highWatermark":0,"records":null}])";
    const auto answer = [&](int version, const std::string& topic) {
        return exchangeOf("Fetch", version, "{}", fmt::format(R"({{"responses":[{{{},{}}}]}})", topic, partitions), 0,
                          1);
    };
    EXPECT_THAT(carried(answer(12, R"("topic":"orders")")), ElementsAre("orders-3 010203 base -1 end 41 error 0"));
    EXPECT_THAT(carried(answer(13, fmt::format(R"("topicId":"{}")", kTopicId))),
                ElementsAre(std::string(kTopicId) + "-3 010203 base -1 end 41 error 0"));
    Exchange unanswered = answer(12, R"("topic":"orders")");
    unanswered.response = nullptr;
    EXPECT_THAT(carried(unanswered), IsEmpty());
}

TEST(CarriedRecords, OfAShareFetch) {
    const Exchange exchange = exchangeOf(
        "ShareFetch", 1, R"({"groupId":"g","memberId":"m"})",
        fmt::format(
            R"({{"responses":[{{"topicId":"{}","partitions":[{{"partitionIndex":2,"records":"BAU=","acquiredRecords":[]}}]}}]}})",
            kTopicId),
        0, 1);
    EXPECT_THAT(carried(exchange), ElementsAre(std::string(kTopicId) + "-2 0405 base -1 end -1 error 0"));
}

TEST(CarriedRecords, OfAProduceWithWhatItsAnswerTold) {
    const std::string request =
        R"({"transactionalId":null,"acks":-1,"timeoutMs":1000,"topicData":[{"name":"orders","partitionData":[)"
        R"({"index":0,"records":"AQ=="},{"index":1,"records":"Ag=="},{"index":2,"records":"Aw=="}]}]})";
    const std::string answer =
        R"({"responses":[{"name":"orders","partitionResponses":[{"index":1,"errorCode":6,"baseOffset":-1},)"
        R"({"index":0,"errorCode":0,"baseOffset":40}]}]})";
    Exchange exchange = exchangeOf("Produce", 9, request, answer, 0, 1);
    EXPECT_THAT(carried(exchange), ElementsAre("orders-0 01 produced base 40 end -1 error 0",
                                               "orders-1 02 produced base -1 end -1 error 6",
                                               "orders-2 03 produced base -1 end -1 error 0"));
    exchange.response = nullptr;
    EXPECT_THAT(carried(exchange)[0], "orders-0 01 produced base -1 end -1 error 0");
}

TEST(CarriedRecords, OtherExchangesCarryNone) {
    EXPECT_THAT(carried(exchangeOf("Metadata", 1, "{}", "{}", 0, 1)), IsEmpty());
    EXPECT_THAT(carried(Exchange()), IsEmpty());
}

}  // namespace
}  // namespace brokerscope
