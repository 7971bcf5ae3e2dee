#pragma once

#include <QSemaphore>
#include <QThreadPool>

namespace brokerscope::testing {

// Keeps the threads of the pool busy until release(): what is given to the pool waits.
class BlockedPool {
public:
    BlockedPool() {
        QThreadPool::globalInstance()->waitForDone();
        const int threads = QThreadPool::globalInstance()->maxThreadCount();
        for (int i = 0; i < threads; ++i) {
            QThreadPool::globalInstance()->start([this] {
                m_begun.release();
                m_end.acquire();
            });
        }
        m_begun.acquire(threads);
    }
    ~BlockedPool() { release(); }

    // And waits until everything that was given to it is done; results still come by the event loop.
    void release() {
        m_end.release(QThreadPool::globalInstance()->maxThreadCount());
        QThreadPool::globalInstance()->waitForDone();
    }

private:
    QSemaphore m_begun;
    QSemaphore m_end;
};

}  // namespace brokerscope::testing
