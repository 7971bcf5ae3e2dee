#pragma once

#include <QFuture>
#include <QFutureWatcher>
#include <QPromise>
#include <QThreadPool>

#include <memory>
#include <type_traits>
#include <utility>

namespace brokerscope {

// Runs `make` on a thread of the pool; the future brings what it returns. What `make` borrows must outlive the work:
// until the pool has been waited for.
template <typename Make>
auto onPool(Make make) {
    using Made = std::invoke_result_t<Make&>;
    auto promise = std::make_shared<QPromise<Made>>();
    QFuture<Made> future = promise->future();
    promise->start();
    QThreadPool::globalInstance()->start([promise, make = std::move(make)]() mutable {
        promise->addResult(make());
        promise->finish();
    });
    return future;
}

// Calls `take` with the result, in the thread of `context`; never once that is gone, which QFuture::then() cannot do.
template <typename Made, typename Take>
void whenDone(const QFuture<Made>& future, QObject* context, Take take) {
    auto* watcher = new QFutureWatcher<Made>(context);
    QObject::connect(watcher, &QFutureWatcherBase::finished, context, [watcher, take = std::move(take)] {
        watcher->deleteLater();
        take(watcher->result());
    });
    watcher->setFuture(future);
}

}  // namespace brokerscope
