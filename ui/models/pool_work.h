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

}  // namespace brokerscope
