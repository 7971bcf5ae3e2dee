#include "ui/pages/exchange_groups.h"

#include "core/codec/encoder.h"
#include "core/topology/node_values.h"
#include "core/value/json_reader.h"
#include "tests/unit/ui/pages/sample_exchanges.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

std::shared_ptr<const ByteBuffer> frameOf(int apiKey, int version, std::string_view name, std::string_view json) {
    const auto& registry = SchemaRegistry::embedded();
    const auto layout = registry.layout(name, version).value();
    const auto draft = draftFromJson(layout->spec, json).value().draft;
    const ByteBuffer body = *encodeMessage(layout, draft)->bytes;
    // Header version 1: key, version, correlation id, client id.
    ByteBuffer frame{0, 0, 0, 0, 0,  static_cast<std::uint8_t>(apiKey), 0, static_cast<std::uint8_t>(version), 0, 0,
                     0, 7, 0, 1, 'c'};
    frame.insert(frame.end(), body.begin(), body.end());
    frame[3] = static_cast<std::uint8_t>(frame.size() - 4);
    return std::make_shared<const ByteBuffer>(std::move(frame));
}

Exchange joined() {
    Exchange exchange = testing::answeredMetadata();
    exchange.apiKey = 11;
    exchange.apiVersion = 2;
    exchange.response = nullptr;
    exchange.request = frameOf(11, 2, "JoinGroupRequest", R"({"groupId":"g","protocolType":"consumer"})");
    return exchange;
}

Exchange synced() {
    Exchange exchange = testing::answeredMetadata();
    exchange.apiKey = 14;
    exchange.apiVersion = 1;
    exchange.response = nullptr;
    exchange.request = frameOf(14, 1, "SyncGroupRequest", R"({"groupId":"g","memberId":"m"})");
    return exchange;
}

TEST(ExchangeGroups, AnEarlierJoinTellsTheProtocolType) {
    ExchangeStore store;
    store.append(joined());
    const auto sync = store.append(synced());
    const auto& registry = SchemaRegistry::embedded();
    const NodeRef request = bodyOf(requestTree(registry, *sync, {}, {}));
    const ReadOverlayValues known = groupsBefore(registry, store, *sync, {}, {}).of(request, {});
    ASSERT_TRUE(known);
    ASSERT_EQ(known("protocolType").size(), 1u);
    EXPECT_EQ(std::get<std::string>(known("protocolType").front()), "consumer");
}

TEST(ExchangeGroups, WhatComesLaterTellsNothing) {
    ExchangeStore store;
    const auto sync = store.append(synced());
    store.append(joined());
    const auto& registry = SchemaRegistry::embedded();
    EXPECT_FALSE(groupsBefore(registry, store, *sync, {}, {}).of(bodyOf(requestTree(registry, *sync, {}, {})), {}));
}

}  // namespace
}  // namespace brokerscope
