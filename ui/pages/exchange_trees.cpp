#include "ui/pages/exchange_trees.h"

#include <QPromise>
#include <QThreadPool>

namespace brokerscope {

QFuture<ExchangeTrees> decodeTrees(const SchemaRegistry& registry, std::shared_ptr<const Exchange> exchange) {
    auto promise = std::make_shared<QPromise<ExchangeTrees>>();
    QFuture<ExchangeTrees> future = promise->future();
    promise->start();
    QThreadPool::globalInstance()->start([&registry, promise, exchange = std::move(exchange)] {
        promise->addResult(ExchangeTrees{requestTree(registry, *exchange), responseTree(registry, *exchange)});
        promise->finish();
    });
    return future;
}

}  // namespace brokerscope
