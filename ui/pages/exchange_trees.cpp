#include "ui/pages/exchange_trees.h"

#include "ui/models/pool_work.h"

namespace brokerscope {

QFuture<ExchangeTrees> decodeTrees(const SchemaRegistry& registry, std::shared_ptr<const Exchange> exchange) {
    return onPool([&registry, exchange = std::move(exchange)] {
        return ExchangeTrees{requestTree(registry, *exchange), responseTree(registry, *exchange)};
    });
}

}  // namespace brokerscope
