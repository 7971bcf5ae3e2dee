#include "core/exchange/topic_names.h"

#include "core/base/hex.h"
#include "core/codec/decoder.h"
#include "core/exchange/connection_decoder.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

const Uuid kOrders = *Uuid::fromString("Dx4tPEtaSXiHlqW0w9Lh8A");
constexpr std::string_view kOrdersHex = "0f1e2d3c4b5a49788796a5b4c3d2e1f0";

NodeRef answerHex(int apiKey, int version, std::string_view hex) {
    const auto layout = SchemaRegistry::embedded().response(apiKey, version);
    return NodeRef::root(decodeMessage(*layout, std::make_shared<const ByteBuffer>(*fromHex(hex))));
}

TEST(TopicNames, LearnsFromMetadata) {
    TopicNames names;
    // v12: no brokers, cluster id null, controller -1, topic orders without partitions, one with an error and no id.
    names.learn(answerHex(3, 12,
                          "00000000 01 00 ffffffff 03"
                          "0000 07 6f7264657273" +
                              std::string(kOrdersHex) +
                              "00 01 80000000 00"
                              "0003 02 78 00000000000000000000000000000000 00 01 80000000 00"
                              "00"));
    EXPECT_EQ(names.name(kOrders), "orders");
    EXPECT_EQ(names.size(), 1u);
    EXPECT_EQ(names.name(Uuid()), std::nullopt);
}

TEST(TopicNames, LearnsFromCreateTopicsAndDescribeTopicPartitions) {
    TopicNames names;
    names.learn(
        answerHex(19, 7, "00000000 02 07 6f7264657273" + std::string(kOrdersHex) + "0000 00 00000001 0001 01 00 00"));
    EXPECT_EQ(names.name(kOrders), "orders");
    TopicNames others;
    others.learn(
        answerHex(75, 0, "00000000 02 0000 07 6f7264657273" + std::string(kOrdersHex) + "00 01 80000000 00 ff 00"));
    EXPECT_EQ(others.name(kOrders), "orders");
}

TEST(TopicNames, AnswersWithoutNamesTeachNothing) {
    TopicNames names;
    names.learn(answerHex(3, 1, "00000000 ffffffff 00000001 0000 000174 00 00000000"));
    names.learn(answerHex(18, 0, "0000 00000000"));
    names.learn({});
    EXPECT_EQ(names.size(), 0u);
}

TEST(TopicNames, C081_TwoIdsOfOneNameAreARecreatedTopic) {
    TopicNames names;
    Uuid later = kOrders;
    later.bytes[0] = 1;
    names.learn(kOrders, "orders");
    names.learn(kOrders, "orders");
    EXPECT_EQ(names.ids("orders").size(), 1u);
    names.learn(later, "orders");
    EXPECT_EQ(names.ids("orders"), (std::vector{kOrders, later}));
    EXPECT_EQ(names.name(kOrders), "orders");
    EXPECT_TRUE(names.ids("other").empty());
}

// Told on one connection, used on another; also for what was seen before.
TEST(TopicNames, C081_ExchangesOfferTheNamesOfTheCluster) {
    ConnectionFacts facts;
    facts.topicNames = std::make_shared<TopicNames>();
    ConnectionDecoder fetching(SchemaRegistry::embedded(), facts);
    ConnectionDecoder asking(SchemaRegistry::embedded(), facts);
    // Fetch v13 without topics, answered with UNKNOWN_TOPIC_ID for the topic.
    fetching.requestBytes(*fromHex("00000028 0001 000d 00000001 ffff 00"
                                   "ffffffff 000001f4 00000001 00100000 00 00000000 ffffffff 01 01 01 00"),
                          {});
    const std::string body = "00000000000000000000020f1e2d3c4b5a49788796a5b4c3d2e1f002000000000064"
                             "ffffffffffffffffffffffffffffffffffffffffffffffff00ffffffff01000000";
    fetching.responseBytes(*fromHex("00000048 00000001 00" + body), {});
    const auto fetched = fetching.take();
    ASSERT_EQ(fetched.size(), 1u);
    EXPECT_EQ(fetched[0].unread, 0u);
    EXPECT_EQ(fetched[0].errors.findings.front().code, 100);
    ASSERT_TRUE(fetched[0].topicNames);
    EXPECT_EQ(fetched[0].topicNames->name(kOrders), std::nullopt);

    asking.requestBytes(*fromHex("0000000f 0003 000c 00000001 ffff 00 00 01 00 00"), {});
    ASSERT_EQ(asking.inFlight(), 1u);
    asking.responseBytes(*fromHex("00000031 00000001 00 00000000 01 00 ffffffff 02 0000 07 6f7264657273" +
                                  std::string(kOrdersHex) + "00 01 80000000 00 00"),
                         {});
    ASSERT_EQ(asking.take().size(), 1u);
    EXPECT_EQ(fetched[0].topicNames->name(kOrders), "orders");
    EXPECT_EQ(asking.topicNames()->name(kOrders), "orders");
}

}  // namespace
}  // namespace brokerscope
