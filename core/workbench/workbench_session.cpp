#include "core/workbench/workbench_session.h"

#include "core/cluster/bootstrap_flow.h"
#include "core/cluster/flow_runner.h"
#include "core/workbench/check_job.h"
#include "core/workbench/group_offsets_job.h"
#include "core/workbench/send_job.h"
#include "core/workbench/versions_job.h"

#include <QFutureWatcher>
#include <QTimer>

#include <chrono>

namespace brokerscope {
namespace {

constexpr std::chrono::milliseconds kExchangeSignalPause{50};

// Lets QFuture::cancel() reach the job.
template <typename T>
void cancelWith(WorkbenchSession& session, const WorkbenchSession::Promise<T>& promise,
                const std::shared_ptr<Job>& job) {
    auto* const watcher = new QFutureWatcher<T>(&session);
    QObject::connect(watcher, &QFutureWatcherBase::canceled, &session, [weak = std::weak_ptr(job)] {
        if (const auto alive = weak.lock()) {
            alive->cancel();
        }
    });
    QObject::connect(watcher, &QFutureWatcherBase::finished, watcher, &QObject::deleteLater);
    watcher->setFuture(promise->future());
}

template <typename T>
void fulfil(const WorkbenchSession::Promise<T>& promise, T value) {
    promise->addResult(std::move(value));
    promise->finish();
}

}  // namespace

// A lookup of the cluster that somebody waits for.
class LookUpJob : public Job, public std::enable_shared_from_this<LookUpJob> {
public:
    using Result = tl::expected<Endpoint, TransportError>;

    LookUpJob(WorkbenchSession& session, std::function<void(const Result&)> done)
        : m_session(session), m_done(std::move(done)) {}

    void run() {
        m_session.start(shared_from_this());
        // Each address has the whole timeout, so that a silent one does not keep those behind it from being tried; what
        // it has then not told is left to this deadline.
        const auto addresses = static_cast<std::int64_t>(m_session.settings().bootstrap.size());
        const std::chrono::milliseconds patience = m_session.settings().timeout * (addresses + 1);
        QTimer::singleShot(patience, m_session.pool(), [self = shared_from_this(), patience] {
            self->finish(tl::unexpected(TransportError{
                {MessageId::TimedOut, {"looking for the cluster", std::to_string(patience.count())}, std::nullopt, {}},
                std::nullopt}));
        });
    }
    void cancel() override {
        finish(tl::unexpected(TransportError{{MessageId::Cancelled, {}, std::nullopt, {}}, std::nullopt}));
    }
    void finish(const Result& result) {
        if (m_done) {
            const auto self = shared_from_this();
            const auto done = std::exchange(m_done, nullptr);
            m_session.finished(self);
            done(result);
        }
    }
    bool isOver() const { return !m_done; }

private:
    WorkbenchSession& m_session;
    std::function<void(const Result&)> m_done;  // empty once called
};

WorkbenchSession::WorkbenchSession(std::shared_ptr<ExchangeStore> store) : m_store(std::move(store)) {}

WorkbenchSession::~WorkbenchSession() {
    drop();
}

const SchemaRegistry& WorkbenchSession::registry() const {
    return m_settings.registry != nullptr ? *m_settings.registry : SchemaRegistry::embedded();
}

void WorkbenchSession::drop() {
    m_isDropping = true;
    for (const std::shared_ptr<Job>& job : std::exchange(m_jobs, {})) {
        job->cancel();
    }
    m_isDropping = false;
    m_pool.reset();
    m_view = {};
    m_home.reset();
}

// Told from here, so that it comes after whatever was told of the cluster before.
void WorkbenchSession::disconnectFromCluster() {
    drop();
    Q_EMIT stateChanged(ClusterState::Disconnected, tr("not connected"));
}

void WorkbenchSession::use(const ClusterSettings& settings) {
    drop();
    m_settings = settings;
    m_pool = std::make_unique<ConnectionPool>(registry(), settings, m_store);
    connect(m_pool.get(), &ConnectionPool::stored, this, &WorkbenchSession::noteExchange);
}

ConnectionPool* WorkbenchSession::newPool() {
    auto* const pool = new ConnectionPool(registry(), m_settings, m_store, this);
    connect(pool, &ConnectionPool::stored, this, &WorkbenchSession::noteExchange);
    if (m_view.snapshot != nullptr) {
        for (const BrokerInfo& broker : m_view.snapshot->brokers) {
            pool->nameBroker(broker.endpoint, broker.id);
        }
    }
    return pool;
}

void WorkbenchSession::noteExchange(quint64 id) {
    m_lastExchange = id;
    if (!std::exchange(m_exchangeTold, false)) {
        return;
    }
    QTimer::singleShot(kExchangeSignalPause, this, [this] {
        m_exchangeTold = true;
        Q_EMIT exchangesAppended(m_lastExchange);
    });
}

void WorkbenchSession::adopt(const ClusterView& view) {
    m_view = view;
    m_home = view.snapshot->answeredBy;
    for (const BrokerInfo& broker : view.snapshot->brokers) {
        m_pool->nameBroker(broker.endpoint, broker.id);
    }
    Q_EMIT clusterChanged(view);
}

std::shared_ptr<LookUpJob> WorkbenchSession::startLooking(const Found& found) {
    auto job = std::make_shared<LookUpJob>(*this, found);
    job->run();
    return job;
}

std::shared_ptr<Job> WorkbenchSession::lookUp(const Found& found) {
    const auto job = startLooking(found);
    const auto flow =
        std::make_shared<BootstrapFlow>(registry(), m_settings.schemas, m_settings.limits, m_settings.bootstrap);
    runFlow(*m_pool, registry(), m_settings, flow, [this, job, flow] {
        if (job->isOver()) {
            return;
        }
        if (!flow->outcome()) {
            job->finish(tl::unexpected(flow->outcome().error()));
            return;
        }
        adopt({std::make_shared<const ClusterSnapshot>(flow->outcome()->snapshot), flow->outcome()->versions});
        job->finish(*m_home);
    });
    return job;
}

void WorkbenchSession::findCluster(const Found& found) {
    if (m_view.snapshot != nullptr) {
        found(*m_home);
        return;
    }
    lookUp(found);
}

void WorkbenchSession::findHome(const Found& found) {
    if (m_home) {
        found(*m_home);
        return;
    }
    tryAddress(0, {}, found);
}

void WorkbenchSession::tryAddress(std::size_t index, std::vector<AddressFailure> failures, const Found& found) {
    if (index == m_settings.bootstrap.size()) {
        found(tl::unexpected(bootstrapFailure(failures)));
        return;
    }
    m_pool->prepare(m_settings.bootstrap[index],
                    [this, index, failures = std::move(failures), found](const PreparedResult& result) mutable {
                        if (result) {
                            m_home = m_settings.bootstrap[index];
                            found(*m_home);
                            return;
                        }
                        failures.push_back({m_settings.bootstrap[index], result.error()});
                        tryAddress(index + 1, std::move(failures), found);
                    });
}

void WorkbenchSession::connectToCluster(const ClusterSettings& settings, const Promise<Result<ClusterView>>& promise) {
    use(settings);
    Q_EMIT stateChanged(ClusterState::Connecting, tr("connecting"));
    refresh(promise);
}

void WorkbenchSession::reachCluster(const ClusterSettings& settings, const Promise<Result<ClusterView>>& promise) {
    use(settings);
    const auto versions = std::make_shared<std::shared_ptr<const BrokerVersions>>();
    const auto job = startLooking([promise, versions](const tl::expected<Endpoint, TransportError>& home) {
        fulfil<Result<ClusterView>>(promise, home ? Result<ClusterView>(ClusterView{nullptr, *versions})
                                                  : tl::unexpected(home.error().error));
    });
    findHome([this, job, versions](const tl::expected<Endpoint, TransportError>& home) {
        if (job->isOver()) {
            return;
        }
        if (!home) {
            job->finish(home);
            return;
        }
        m_pool->prepare(*home, [job, versions, home](const PreparedResult& result) {
            if (result) {
                *versions = *result;
            }
            job->finish(result ? home : tl::unexpected(result.error()));
        });
    });
    cancelWith(*this, promise, std::shared_ptr<Job>(job));
}

void WorkbenchSession::refresh(const Promise<Result<ClusterView>>& promise) {
    if (m_pool == nullptr) {
        fulfil<Result<ClusterView>>(promise, tl::unexpected(notConnected()));
        return;
    }
    const auto job = lookUp([this, promise](const tl::expected<Endpoint, TransportError>& home) {
        if (!home) {
            if (!m_isDropping) {
                Q_EMIT stateChanged(ClusterState::Failed, QString::fromStdString(home.error().text()));
            }
            fulfil<Result<ClusterView>>(promise, tl::unexpected(home.error().error));
            return;
        }
        Q_EMIT stateChanged(ClusterState::Connected,
                            tr("%n broker(s)", nullptr, static_cast<int>(m_view.snapshot->brokers.size())));
        fulfil<Result<ClusterView>>(promise, m_view);
    });
    cancelWith(*this, promise, job);
}

void WorkbenchSession::askBrokerVersions(const Promise<Result<VersionsJob::AllVersions>>& promise) {
    const auto job = std::make_shared<VersionsJob>(
        *this, [promise](Result<VersionsJob::AllVersions> result) { fulfil(promise, std::move(result)); });
    cancelWith(*this, promise, job);
    job->run();
}

void WorkbenchSession::askGroupOffsets(GroupOffsetsOptions options,
                                       const Promise<Result<GroupOffsetsJob::AllOffsets>>& promise) {
    const auto job = std::make_shared<GroupOffsetsJob>(
        *this, std::move(options),
        [promise](Result<GroupOffsetsJob::AllOffsets> result) { fulfil(promise, std::move(result)); });
    cancelWith(*this, promise, job);
    job->run();
}

void WorkbenchSession::send(const std::shared_ptr<std::vector<SendRequest>>& requests,
                            const Promise<Result<SendResult>>& promise) {
    const auto left = std::make_shared<std::size_t>(requests->size());
    if (requests->empty()) {
        promise->finish();
    }
    for (std::size_t i = 0; i < requests->size(); ++i) {
        const auto done = [promise, left, i](Result<SendResult> result) {
            promise->addResult(std::move(result), static_cast<int>(i));
            if (--*left == 0) {
                promise->finish();
            }
        };
        const auto job = std::make_shared<SendJob>(*this, std::move((*requests)[i]), done);
        cancelWith(*this, promise, job);
        job->run();
    }
}

void WorkbenchSession::check(const CheckOptions& options, const Promise<Result<CheckOutcome>>& promise) {
    const auto job = std::make_shared<CheckJob>(
        *this, options, [promise](Result<CheckOutcome> outcome) { promise->addResult(std::move(outcome)); },
        [promise] { promise->finish(); });
    cancelWith(*this, promise, job);
    job->run();
}

}  // namespace brokerscope
