#pragma once

#include "core/exchange/exchange_store.h"
#include "core/schema/overlay_condition.h"

#include <QFuture>

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

// Decodes both frames of an exchange of the store on a thread of the pool. The registry must outlive the work: until
// the pool has been waited for.
QFuture<ExchangeTrees> decodeTrees(const SchemaRegistry& registry, std::shared_ptr<const ExchangeStore> store,
                                   std::shared_ptr<const Exchange> exchange);

}  // namespace brokerscope
