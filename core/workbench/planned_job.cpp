#include "core/workbench/planned_job.h"

#include "core/exchange/request_frame.h"

#include <QTimer>

namespace brokerscope {

std::int64_t steadyNow() {
    return currentTime().steadyNs;
}

void PlannedJob::run() {
    m_session.start(shared_from_this());
    if (m_session.pool() == nullptr) {
        failed(notConnected());
        return;
    }
    begun([&session = m_session, weak = weak_from_this()] {
        QMetaObject::invokeMethod(
            &session,
            [weak] {
                if (const auto job = weak.lock(); job != nullptr && !job->m_isOver) {
                    job->woken();
                }
            },
            Qt::QueuedConnection);
    });
    m_session.findHome([weak = weak_from_this()](const tl::expected<Endpoint, TransportError>& home) {
        const auto job = weak.lock();
        if (job == nullptr || job->m_isOver) {
            return;
        }
        if (!home) {
            job->failed(home.error().error);
            return;
        }
        job->m_pool = job->m_session.newPool();
        std::vector<Endpoint> brokers{*home};
        for (const Endpoint& address : job->m_session.settings().bootstrap) {
            if (address != *home) {
                brokers.push_back(address);
            }
        }
        job->found(std::move(brokers));
    });
}

void PlannedJob::prepare(const Endpoint& broker, std::function<void(const PreparedResult&)> take) {
    m_pool->prepare(broker, [weak = weak_from_this(), take = std::move(take)](const PreparedResult& result) {
        if (const auto job = weak.lock(); job != nullptr && !job->m_isOver) {
            take(result);
        }
    });
}

void PlannedJob::ask(const Question& question, std::function<void(const AnsweredResult&)> take) {
    const auto tell = [weak = weak_from_this(), take = std::move(take)](const AnsweredResult& result) {
        if (const auto job = weak.lock(); job != nullptr && !job->m_isOver) {
            take(result);
        }
    };
    const ClusterSettings& settings = m_session.settings();
    const auto frame = makeRequestFrame(m_session.registry(),
                                        {question.apiKey, question.version, settings.clientId, nullptr, &question.body},
                                        settings.schemas);
    if (!frame) {
        QMetaObject::invokeMethod(
            &m_session,
            [tell, error = frame.error()] {
                tell(tl::unexpected(TransportError{error, std::nullopt}));
            },
            Qt::QueuedConnection);
        return;
    }
    OutgoingRequest request;
    request.frame = frame->bytes;
    request.ownCorrelationId = true;
    request.internal = question.internal;
    request.deadlineNs = steadyNow() + std::chrono::nanoseconds(std::chrono::milliseconds(question.patienceMs)).count();
    m_pool->send(question.broker, std::move(request), tell);
}

void PlannedJob::wakeAt(std::int64_t atNs, std::function<void()> take) {
    const std::int64_t leftMs = std::max<std::int64_t>(0, (atNs - steadyNow()) / 1'000'000 + 1);
    QTimer::singleShot(std::chrono::milliseconds(leftMs), Qt::PreciseTimer, m_pool,
                       [weak = weak_from_this(), take = std::move(take)] {
                           if (const auto job = weak.lock(); job != nullptr && !job->m_isOver) {
                               take();
                           }
                       });
}

bool PlannedJob::end() {
    if (std::exchange(m_isOver, true)) {
        return false;
    }
    const auto self = shared_from_this();
    if (m_pool != nullptr) {
        m_pool->deleteLater();
    }
    m_session.finished(self);
    return true;
}

}  // namespace brokerscope
