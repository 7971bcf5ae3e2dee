#include "ui/pages/assumed_request.h"

#include "core/exchange/exchange_summarizer.h"
#include "core/exchange/foreign_bytes.h"

namespace brokerscope {

bool lacksRequest(const Exchange& exchange) {
    const bool isForeign = exchange.failure && isNoFrame(exchange.failure->error.id);
    return exchange.request == nullptr && exchange.response != nullptr && !exchange.apiKey && !exchange.saslMechanism &&
           !isForeign;
}

std::shared_ptr<const Exchange> withAssumed(const SchemaRegistry& registry, const Exchange& exchange,
                                            const AssumedRequest& request, const Limits& limits) {
    auto assumed = std::make_shared<Exchange>(exchange);
    assumed->apiKey = request.apiKey;
    assumed->apiVersion = request.version;
    // Names that it tells are told to nobody: the word of somebody is no fact of the cluster.
    ExchangeSummarizer(registry, {}, limits, nullptr).answer(*assumed);
    return assumed;
}

}  // namespace brokerscope
