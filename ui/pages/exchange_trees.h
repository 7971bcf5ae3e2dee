#pragma once

#include "core/exchange/exchange.h"

#include <QFuture>

#include <memory>

namespace brokerscope {

// What an exchange said; null where there are no bytes.
struct ExchangeTrees {
    std::shared_ptr<const ValueTree> request;
    std::shared_ptr<const ValueTree> response;
};

// Decodes both frames of an exchange on a thread of the pool. The registry must outlive the work: until the pool has
// been waited for.
QFuture<ExchangeTrees> decodeTrees(const SchemaRegistry& registry, std::shared_ptr<const Exchange> exchange);

}  // namespace brokerscope
