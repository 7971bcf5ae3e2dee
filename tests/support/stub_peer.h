#pragma once

#include "tests/unit/core/net/stub_server.h"

#include <QEventLoop>
#include <QThread>

#include <atomic>
#include <memory>

namespace brokerscope::testing {

// A StubServer in a thread of its own, for tests that wait without an event loop. Wants an application object.
class StubPeer {
public:
    explicit StubPeer(StubServer::OnFrame onFrame) {
        m_thread = std::unique_ptr<QThread>(QThread::create([this, onFrame = std::move(onFrame)] {
            const StubServer server(onFrame);
            m_port = server.port();
            QEventLoop loop;
            m_loop = &loop;
            loop.exec();
        }));
        m_thread->start();
        while (m_loop == nullptr) {
            QThread::msleep(1);
        }
    }
    ~StubPeer() {
        QMetaObject::invokeMethod(m_loop.load(), &QEventLoop::quit, Qt::QueuedConnection);
        m_thread->wait();
    }

    std::uint16_t port() const { return m_port; }

private:
    std::unique_ptr<QThread> m_thread;
    std::atomic<QEventLoop*> m_loop = nullptr;
    std::uint16_t m_port = 0;
};

}  // namespace brokerscope::testing
