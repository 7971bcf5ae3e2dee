#include "core/workbench/fetch_job.h"

#include "core/exchange/request_frame.h"

#include <QTimer>

namespace brokerscope {
namespace {

std::int64_t nowNs() {
    return currentTime().steadyNs;
}

FetchStream::End endWith(Error error) {
    return {FetchProblem{std::move(error), 0, true}};
}

}  // namespace

FetchJob::FetchJob(WorkbenchSession& session, FetchOptions options, std::shared_ptr<FetchStream> stream)
    : m_session(session), m_options(std::move(options)), m_stream(std::move(stream)) {}

FetchJob::~FetchJob() {
    m_stream->finish(endWith({MessageId::Cancelled, {}, std::nullopt, {}}));
}

void FetchJob::run() {
    const auto self = shared_from_this();
    m_session.start(self);
    if (m_session.pool() == nullptr) {
        finish(endWith({MessageId::NoBroker, {"a cluster that is not connected"}, std::nullopt, {}}));
        return;
    }
    m_stream->begin([&session = m_session, weak = weak_from_this()] {
        QMetaObject::invokeMethod(
            &session,
            [weak] {
                if (const auto job = weak.lock()) {
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
        if (home) {
            job->found(*home);
        } else {
            job->finish(endWith(home.error().error));
        }
    });
}

void FetchJob::cancel() {
    finish(endWith({MessageId::Cancelled, {}, std::nullopt, {}}));
}

void FetchJob::found(const Endpoint& home) {
    m_pool = m_session.newPool();
    std::vector<Endpoint> brokers{home};
    for (const Endpoint& address : m_session.settings().bootstrap) {
        if (address != home) {
            brokers.push_back(address);
        }
    }
    FetchPlanner::Context context{m_session.registry(), m_session.settings().schemas, m_session.settings().limits,
                                  std::move(brokers), std::chrono::nanoseconds(m_session.settings().timeout).count()};
    m_planner.emplace(std::move(context), m_options);
    perform(m_planner->start(nowNs()));
    woken();
}

void FetchJob::woken() {
    if (m_isOver || !m_planner) {
        return;
    }
    if (m_stream->isCancelled() && !std::exchange(m_isStopped, true)) {
        perform(m_planner->stop(nowNs()));
    } else {
        perform(m_planner->setRoom(m_stream->hasRoom(), nowNs()));
    }
}

void FetchJob::perform(FetchSteps steps) {
    const auto self = shared_from_this();
    if (m_planner) {
        m_stream->setProgress(m_planner->progress());
    }
    for (FetchStep& step : steps) {
        if (m_isOver) {
            return;
        }
        std::visit([this](auto& wanted) { perform(wanted); }, step);
    }
}

void FetchJob::perform(fetch_step::Prepare& step) {
    m_pool->prepare(step.broker, [weak = weak_from_this(), broker = step.broker](const PreparedResult& result) {
        if (const auto job = weak.lock(); job != nullptr && !job->m_isOver) {
            job->perform(job->m_planner->prepared(broker, result, nowNs()));
        }
    });
}

void FetchJob::perform(fetch_step::Ask& step) {
    const auto take = [weak = weak_from_this(), id = step.id](const AnsweredResult& result) {
        const auto job = weak.lock();
        if (job == nullptr || job->m_isOver) {
            return;
        }
        job->perform(job->m_planner->answered(id, result, nowNs()));
        if (!job->m_isOver && !job->m_stream->hasRoom()) {
            job->woken();
        }
    };
    const ClusterSettings& settings = m_session.settings();
    const auto frame = makeRequestFrame(
        m_session.registry(), {step.apiKey, step.version, settings.clientId, nullptr, &step.body}, settings.schemas);
    if (!frame) {
        QMetaObject::invokeMethod(
            &m_session,
            [take, error = frame.error()] {
                take(tl::unexpected(TransportError{error, std::nullopt}));
            },
            Qt::QueuedConnection);
        return;
    }
    OutgoingRequest request;
    request.frame = frame->bytes;
    request.ownCorrelationId = true;
    request.internal = step.internal;
    request.deadlineNs = nowNs() + std::chrono::nanoseconds(std::chrono::milliseconds(step.patienceMs)).count();
    m_pool->send(step.broker, std::move(request), take);
}

void FetchJob::perform(fetch_step::Wake& step) {
    const std::int64_t leftMs = std::max<std::int64_t>(0, (step.atNs - nowNs()) / 1'000'000 + 1);
    QTimer::singleShot(std::chrono::milliseconds(leftMs), Qt::PreciseTimer, m_pool, [weak = weak_from_this()] {
        if (const auto job = weak.lock(); job != nullptr && !job->m_isOver) {
            job->perform(job->m_planner->wake(nowNs()));
        }
    });
}

void FetchJob::perform(fetch_step::Give& step) {
    m_stream->push(std::move(step.piece));
}

void FetchJob::perform(fetch_step::Done& step) {
    finish({std::move(step.problem)});
}

void FetchJob::finish(FetchStream::End end) {
    if (std::exchange(m_isOver, true)) {
        return;
    }
    const auto self = shared_from_this();
    if (m_pool != nullptr) {
        m_pool->deleteLater();
    }
    m_session.finished(self);
    m_stream->finish(std::move(end));
}

}  // namespace brokerscope
