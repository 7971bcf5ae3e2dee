#pragma once

#include "core/base/cancel_token.h"
#include "core/exchange/exchange_store.h"
#include "core/schema/overlay_condition.h"

#include <memory>

namespace brokerscope {

// What an exchange said; null where there are no bytes.
struct ExchangeTrees {
    std::shared_ptr<const ValueTree> request;
    std::shared_ptr<const ValueTree> response;
    // What is known of the group that each speaks of; empty functions: nothing.
    ReadOverlayValues requestGroup = {};
    ReadOverlayValues responseGroup = {};
};

// Decodes both frames of an exchange of the store: work for a thread of the pool. Cancelled: what was decoded so far.
ExchangeTrees decodeTrees(const SchemaRegistry& registry, const ExchangeStore& store, const Exchange& exchange,
                          const Limits& limits, const CancelToken& cancel);

}  // namespace brokerscope
