#include "ui/pages/exchange_documents.h"

#include "core/exchange/topic_names.h"
#include "core/topology/node_values.h"

namespace brokerscope {

ExchangeDocuments documentsOf(const ReadingContext& reading, const Exchange& exchange, const ExchangeTrees& trees) {
    DocumentContext context = reading.document();
    if (exchange.topicNames != nullptr) {
        context.topicName = [names = exchange.topicNames](const Uuid& id) { return names->name(id); };
    }
    ExchangeDocuments documents;
    if (trees.request != nullptr) {
        context.nested.group = trees.requestGroup;
        documents.request = std::make_shared<OpenDocument>(trees.request, context);
    }
    if (trees.response != nullptr) {
        context.nested.group = trees.responseGroup;
        context.nested.request = trees.request != nullptr ? bodyOf(trees.request) : NodeRef();
        documents.response = std::make_shared<OpenDocument>(trees.response, std::move(context));
    }
    return documents;
}

}  // namespace brokerscope
