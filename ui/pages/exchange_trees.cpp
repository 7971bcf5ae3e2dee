#include "ui/pages/exchange_trees.h"

#include "core/topology/node_values.h"
#include "ui/models/pool_work.h"
#include "ui/pages/exchange_groups.h"

namespace brokerscope {

QFuture<ExchangeTrees> decodeTrees(const SchemaRegistry& registry, std::shared_ptr<const ExchangeStore> store,
                                   std::shared_ptr<const Exchange> exchange) {
    return onPool([&registry, store = std::move(store), exchange = std::move(exchange)] {
        ExchangeTrees trees{requestTree(registry, *exchange), responseTree(registry, *exchange)};
        const GroupFacts groups = groupsBefore(registry, *store, *exchange);
        const NodeRef request = trees.request != nullptr ? bodyOf(trees.request) : NodeRef();
        if (request.isValid()) {
            trees.requestGroup = groups.of(request, {});
        }
        if (trees.response != nullptr) {
            trees.responseGroup = groups.of(bodyOf(trees.response), request);
        }
        return trees;
    });
}

}  // namespace brokerscope
