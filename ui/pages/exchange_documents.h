#pragma once

#include "core/exchange/exchange.h"
#include "ui/models/open_document.h"
#include "ui/models/reading_context.h"
#include "ui/pages/exchange_trees.h"

#include <memory>

namespace brokerscope {

// Both sides of an exchange as documents: with what they tell of each other, and the names that topic ids had. Null
// where there are no bytes. The registry must outlive them and the work of the pool.
struct ExchangeDocuments {
    std::shared_ptr<OpenDocument> request;
    std::shared_ptr<OpenDocument> response;
};

ExchangeDocuments documentsOf(const ReadingContext& reading, const Exchange& exchange, const ExchangeTrees& trees);

}  // namespace brokerscope
