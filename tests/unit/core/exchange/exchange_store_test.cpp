#include "core/exchange/exchange_store.h"

#include <gtest/gtest.h>

#include <thread>

namespace brokerscope {
namespace {

Exchange exchangeOf(std::size_t size) {
    Exchange exchange;
    exchange.request = std::make_shared<const ByteBuffer>(size);
    return exchange;
}

TEST(ExchangeStore, IdsAscendAndEvictionIsVisible) {
    ExchangeStore store({3, 1000});
    for (int i = 0; i < 5; ++i) {
        store.append(exchangeOf(10));
    }
    const ExchangeStoreStatus status = store.status();
    EXPECT_EQ(status.appended, 5u);
    EXPECT_EQ(status.kept, 3u);
    EXPECT_EQ(status.keptBytes, 30u);
    EXPECT_EQ(status.evicted, 2u);
    EXPECT_EQ(status.evictedBytes, 20u);
    EXPECT_EQ(store.find(ExchangeId{2}), nullptr);
    ASSERT_NE(store.find(ExchangeId{3}), nullptr);
    EXPECT_EQ(store.since(ExchangeId{3}).size(), 2u);
    EXPECT_EQ(store.since(ExchangeId::None, 1).front()->id, ExchangeId{3});
    EXPECT_TRUE(store.since(ExchangeId{5}).empty());
}

TEST(ExchangeStore, BytesLimitKeepsTheNewest) {
    ExchangeStore store({100, 50});
    store.append(exchangeOf(40));
    store.append(exchangeOf(400));
    EXPECT_EQ(store.status().kept, 1u);
    EXPECT_EQ(store.status().keptBytes, 400u);
}

// A small Fetch in a large session holds much more than its frames.
TEST(ExchangeStore, WhatIsHeldBesideFramesCounts) {
    ExchangeStore store({100, 10'000});
    for (int i = 0; i < 10; ++i) {
        Exchange exchange = exchangeOf(10);
        exchange.fetchSession = std::make_shared<const FetchSessionState>();
        exchange.notes.resize(1);
        exchange.notes[0].arguments = {std::string(2000, 'a')};
        store.append(std::move(exchange));
    }
    EXPECT_EQ(store.status().kept, 4u);
    EXPECT_GT(store.status().keptBytes, 4 * (2000u + sizeof(FetchSessionState)));
    EXPECT_LE(store.status().keptBytes, 10'000u);
}

TEST(ExchangeStore, MayBeReadWhileAppended) {
    ExchangeStore store({50, 100'000});
    std::thread writer([&] {
        for (int i = 0; i < 2000; ++i) {
            store.append(exchangeOf(8));
        }
    });
    std::uint64_t seen = 0;
    while (seen < 2000) {
        for (const auto& exchange : store.since(static_cast<ExchangeId>(seen))) {
            EXPECT_GT(static_cast<std::uint64_t>(exchange->id), seen);
            seen = static_cast<std::uint64_t>(exchange->id);
        }
    }
    writer.join();
    EXPECT_EQ(store.status().evicted, 1950u);
}

}  // namespace
}  // namespace brokerscope
