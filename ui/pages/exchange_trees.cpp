#include "ui/pages/exchange_trees.h"

#include "core/topology/node_values.h"
#include "ui/pages/exchange_groups.h"

namespace brokerscope {

ExchangeTrees decodeTrees(const SchemaRegistry& registry, const ExchangeStore& store, const Exchange& exchange,
                          const Limits& limits, const CancelToken& cancel) {
    ExchangeTrees trees;
    if (!cancel.isCancelled()) {
        trees.request = requestTree(registry, exchange, {}, limits);
    }
    if (!cancel.isCancelled()) {
        trees.response = responseTree(registry, exchange, {}, limits);
    }
    const GroupFacts groups =
        cancel.isCancelled() ? GroupFacts(registry) : groupsBefore(registry, store, exchange, limits, cancel);
    const NodeRef request = trees.request != nullptr ? bodyOf(trees.request) : NodeRef();
    if (request.isValid()) {
        trees.requestGroup = groups.of(request, {});
    }
    if (trees.response != nullptr) {
        trees.responseGroup = groups.of(bodyOf(trees.response), request);
    }
    return trees;
}

}  // namespace brokerscope
