#pragma once

#include <QFuture>
#include <QPromise>
#include <QThreadPool>

#include <memory>
#include <utility>

namespace brokerscope {

// Runs `work(promise)` on a thread of the global pool; what it adds to the promise are the results of the future.
template <typename Piece, typename Work>
QFuture<Piece> startFileTask(Work work) {
    auto promise = std::make_shared<QPromise<Piece>>();
    QFuture<Piece> future = promise->future();
    promise->start();
    QThreadPool::globalInstance()->start([promise, work = std::move(work)]() mutable {
        work(*promise);
        promise->finish();
    });
    return future;
}

}  // namespace brokerscope
