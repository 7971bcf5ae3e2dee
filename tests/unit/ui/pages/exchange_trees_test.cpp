#include "ui/pages/exchange_trees.h"

#include "tests/unit/ui/pages/sample_exchanges.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using testing::heartbeat;

TEST(ExchangeTrees, AreBothSides) {
    ExchangeStore store;
    const auto exchange = store.append(heartbeat());
    const ExchangeTrees trees = decodeTrees(SchemaRegistry::embedded(), store, *exchange, {}, {});
    EXPECT_NE(trees.request, nullptr);
    EXPECT_NE(trees.response, nullptr);
}

TEST(ExchangeTrees, NobodyDecodesForWhoLookedAway) {
    ExchangeStore store;
    const auto exchange = store.append(heartbeat());
    CancelToken cancel;
    cancel.cancel();
    const ExchangeTrees trees = decodeTrees(SchemaRegistry::embedded(), store, *exchange, {}, cancel);
    EXPECT_EQ(trees.request, nullptr);
    EXPECT_EQ(trees.response, nullptr);
}

}  // namespace
}  // namespace brokerscope
