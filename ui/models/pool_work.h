#pragma once

#include "core/base/cancel_token.h"

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

// Calls `take` with the result, in the thread of `context` and always later than this call; never once that is gone,
// which QFuture::then() cannot do. A future that was cancelled has no result: then `giveUp` is called.
template <typename Made, typename Take, typename GiveUp>
void whenDone(const QFuture<Made>& future, QObject* context, Take take, GiveUp giveUp) {
    auto* watcher = new QFutureWatcher<Made>(context);
    QObject::connect(watcher, &QFutureWatcherBase::finished, context,
                     [watcher, take = std::move(take), giveUp = std::move(giveUp)] {
                         watcher->deleteLater();
                         if (watcher->isCanceled()) {
                             giveUp();
                         } else {
                             take(watcher->result());
                         }
                     });
    watcher->setFuture(future);
}

template <typename Made, typename Take>
void whenDone(const QFuture<Made>& future, QObject* context, Take take) {
    whenDone(future, context, std::move(take), [] {});
}

// Calls `take` with each result as it comes, then `end`, also where the future was cancelled; in the thread of
// `context`, never once that is gone.
template <typename Piece, typename Take, typename End>
void whenPiecesCome(const QFuture<Piece>& future, QObject* context, Take take, End end) {
    auto* watcher = new QFutureWatcher<Piece>(context);
    QObject::connect(watcher, &QFutureWatcherBase::resultReadyAt, context,
                     [watcher, take = std::move(take)](int piece) { take(watcher->resultAt(piece)); });
    QObject::connect(watcher, &QFutureWatcherBase::finished, context, [watcher, end = std::move(end)] {
        watcher->deleteLater();
        end();
    });
    watcher->setFuture(future);
}

// Work of which only the latest is wanted: to start the next one cancels the one before, whose result is dropped. Goes
// with its owner, which gives the context. GUI thread.
class LatestWork {
public:
    LatestWork() = default;
    LatestWork(const LatestWork&) = delete;
    LatestWork& operator=(const LatestWork&) = delete;
    ~LatestWork() { cancel(); }

    bool isRunning() const { return m_isRunning; }
    void cancel() {
        m_cancel.cancel();
        m_isRunning = false;
    }

    // `make(cancel)` runs on a thread of the pool as onPool() says, also where it was cancelled before its turn came:
    // it looks at the token and gives anything then. `take` gets what it made in the thread of `context`.
    template <typename Make, typename Take>
    void start(QObject* context, Make make, Take take) {
        cancel();
        m_cancel = CancelToken();
        m_isRunning = true;
        const auto work = onPool([make = std::move(make), cancel = m_cancel]() mutable { return make(cancel); });
        // A result that is not cancelled finds its owner alive: that cancels when it goes.
        whenDone(work, context, [this, take = std::move(take), cancel = m_cancel](const auto& made) {
            if (!cancel.isCancelled()) {
                m_isRunning = false;
                take(made);
            }
        });
    }

private:
    CancelToken m_cancel;
    bool m_isRunning = false;
};

// A future of pieces of which only the latest is wanted: to start the next one cancels the one before, which tells
// nothing any more. Goes with its owner, which gives the context. GUI thread.
template <typename Piece>
class LatestPieces {
public:
    LatestPieces() = default;
    LatestPieces(const LatestPieces&) = delete;
    LatestPieces& operator=(const LatestPieces&) = delete;
    ~LatestPieces() { drop(); }

    bool isRunning() const { return m_future.isRunning(); }
    void cancel() { m_future.cancel(); }  // its end is told
    // Cancels, and nothing more is told.
    void drop() {
        m_dropped.cancel();
        m_future.cancel();
        m_future = {};
    }

    template <typename Take, typename End>
    void start(QObject* context, QFuture<Piece> future, Take take, End end) {
        drop();
        m_dropped = CancelToken();
        m_future = std::move(future);
        whenPiecesCome(
            m_future, context,
            [take = std::move(take), dropped = m_dropped](const Piece& piece) {
                if (!dropped.isCancelled()) {
                    take(piece);
                }
            },
            [end = std::move(end), dropped = m_dropped] {
                if (!dropped.isCancelled()) {
                    end();
                }
            });
    }

private:
    QFuture<Piece> m_future;
    CancelToken m_dropped;
};

}  // namespace brokerscope
