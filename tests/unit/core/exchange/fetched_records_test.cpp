#include "core/exchange/fetched_records.h"

#include "tests/support/group_exchanges.h"

#include <gtest/gtest.h>
#include <map>

namespace brokerscope {
namespace {

using testing::exchangeOf;

constexpr const char* kId = "Dx4tPEtaSXiHlqW0w9Lh8A";

std::map<std::int32_t, std::string> recordsOf(const Exchange& exchange, const TopicNames& names = {},
                                              std::string_view topic = "orders") {
    std::map<std::int32_t, std::string> found;
    visitFetchedRecords(SchemaRegistry::embedded(), exchange, names, topic,
                        [&](std::int32_t partition, ByteView set) { found[partition] = toHex(set); }, {}, {});
    return found;
}

Exchange answer(int version, const std::string& topic) {
    const std::string partitions =
        R"("partitions":[{"partitionIndex":3,"errorCode":0,"highWatermark":1,"records":"AQID"},)"
        R"({"partitionIndex":4,"errorCode":0,"highWatermark":0,"records":null}])";
    return exchangeOf("Fetch", version, "{}", fmt::format(R"({{"responses":[{{{},{}}}]}})", topic, partitions), 0, 1);
}

TEST(FetchedRecords, OfTheTopicThatIsAskedFor) {
    const std::map<std::int32_t, std::string> expected{{3, "010203"}};
    EXPECT_EQ(recordsOf(answer(12, R"("topic":"orders")")), expected);
    EXPECT_TRUE(recordsOf(answer(12, R"("topic":"payments")")).empty());
}

TEST(FetchedRecords, TopicIdsAreResolved) {
    const Exchange exchange = answer(13, fmt::format(R"("topicId":"{}")", kId));
    EXPECT_TRUE(recordsOf(exchange).empty());
    TopicNames names;
    names.learn(*Uuid::fromString(kId), "orders");
    EXPECT_EQ(recordsOf(exchange, names).size(), 1u);
    Exchange named = exchange;
    auto own = std::make_shared<TopicNames>();
    own->learn(*Uuid::fromString(kId), "orders");
    named.topicNames = own;
    EXPECT_EQ(recordsOf(named).size(), 1u);
}

TEST(FetchedRecords, OtherExchangesBringNone) {
    EXPECT_TRUE(recordsOf(exchangeOf("Metadata", 1, "{}", "{}", 0, 1)).empty());
    Exchange unanswered = answer(12, R"("topic":"orders")");
    unanswered.response = nullptr;
    EXPECT_TRUE(recordsOf(unanswered).empty());
}

}  // namespace
}  // namespace brokerscope
