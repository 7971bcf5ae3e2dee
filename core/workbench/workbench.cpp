#include "core/workbench/workbench.h"

#include "core/schema/overlays.h"
#include "core/workbench/fetch_job.h"
#include "core/workbench/group_poll_job.h"
#include "core/workbench/minimal_requests.h"
#include "core/workbench/mutation.h"
#include "core/workbench/workbench_session.h"

#include <QMetaObject>

#include <array>

namespace brokerscope {
namespace {

template <typename T>
WorkbenchSession::Promise<T> startedPromise() {
    auto promise = std::make_shared<QPromise<T>>();
    promise->start();
    return promise;
}

struct RouteText {
    RouteTarget target;
    std::string_view text;
};
constexpr std::array kRouteTexts{
    RouteText{RouteTarget::Any, "any broker"},
    RouteText{RouteTarget::ThisBroker, "any broker (it answers for itself)"},
    RouteText{RouteTarget::Broker, "the broker that it names"},
    RouteText{RouteTarget::Controller, "controller"},
    RouteText{RouteTarget::AnyController, "any controller"},
    RouteText{RouteTarget::GroupCoordinator, "coordinator of the group"},
    RouteText{RouteTarget::TransactionCoordinator, "coordinator of the transaction"},
    RouteText{RouteTarget::ShareCoordinator, "coordinator of the share partition"},
    RouteText{RouteTarget::PartitionLeader, "leader of the partition"},
};

}  // namespace

Workbench::Workbench(std::shared_ptr<ExchangeStore> store, QObject* parent)
    : QObject(parent), m_store(store != nullptr ? std::move(store) : std::make_shared<ExchangeStore>()) {
    qRegisterMetaType<ClusterState>();
    qRegisterMetaType<ClusterView>();
    m_session = new WorkbenchSession(m_store);
    adopt(*m_session);
    m_session->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_session, &QObject::deleteLater);
    m_thread.setObjectName(QStringLiteral("network"));
    m_thread.start();
}

Workbench::~Workbench() {
    m_thread.quit();
    m_thread.wait();
}

void Workbench::adopt(WorkbenchSession& session) {
    connect(&session, &WorkbenchSession::stateChanged, this, [this](ClusterState state, const QString& sentence) {
        // A cluster may have been told of after disconnectFromCluster() was called and before the session heard of it.
        m_view = state == ClusterState::Disconnected || state == ClusterState::Connecting ? ClusterView() : m_view;
        Q_EMIT stateChanged(state, sentence);
    });
    connect(&session, &WorkbenchSession::clusterChanged, this, [this](const ClusterView& view) {
        m_view = view;
        Q_EMIT clusterChanged(view);
    });
    connect(&session, &WorkbenchSession::exchangesAppended, this, &Workbench::exchangesAppended);
}

QFuture<Result<ClusterView>> Workbench::connectToCluster(ClusterSettings settings) {
    m_settings = std::move(settings);
    m_view = {};
    auto promise = startedPromise<Result<ClusterView>>();
    QMetaObject::invokeMethod(
        m_session, [session = m_session, copy = m_settings, promise] { session->connectToCluster(copy, promise); });
    return promise->future();
}

QFuture<Result<ClusterView>> Workbench::reachCluster(ClusterSettings settings) {
    m_settings = std::move(settings);
    m_view = {};
    auto promise = startedPromise<Result<ClusterView>>();
    QMetaObject::invokeMethod(
        m_session, [session = m_session, copy = m_settings, promise] { session->reachCluster(copy, promise); });
    return promise->future();
}

void Workbench::useCluster(ClusterSettings settings) {
    m_settings = std::move(settings);
    m_view = {};
    QMetaObject::invokeMethod(m_session, [session = m_session, copy = m_settings] { session->use(copy); });
}

void Workbench::disconnectFromCluster() {
    m_view = {};
    QMetaObject::invokeMethod(m_session, [session = m_session] { session->disconnectFromCluster(); });
}

QFuture<Result<ClusterView>> Workbench::refresh() {
    auto promise = startedPromise<Result<ClusterView>>();
    QMetaObject::invokeMethod(m_session, [session = m_session, promise] { session->refresh(promise); });
    return promise->future();
}

QFuture<Result<std::vector<std::shared_ptr<const BrokerVersions>>>> Workbench::brokerVersions() {
    auto promise = startedPromise<Result<std::vector<std::shared_ptr<const BrokerVersions>>>>();
    QMetaObject::invokeMethod(m_session, [session = m_session, promise] { session->askBrokerVersions(promise); });
    return promise->future();
}

QFuture<Result<SendResult>> Workbench::send(SendRequest request) {
    std::vector<SendRequest> requests;
    requests.push_back(std::move(request));
    return sendPipelined(std::move(requests));
}

QFuture<Result<SendResult>> Workbench::sendPipelined(std::vector<SendRequest> requests) {
    for (SendRequest& request : requests) {
        request.target = requests.front().target;
        request.timeout = requests.front().timeout;
    }
    auto promise = startedPromise<Result<SendResult>>();
    auto shared = std::make_shared<std::vector<SendRequest>>(std::move(requests));
    QMetaObject::invokeMethod(m_session, [session = m_session, shared, promise] { session->send(shared, promise); });
    return promise->future();
}

QFuture<Result<CheckOutcome>> Workbench::check(CheckOptions options) {
    auto promise = startedPromise<Result<CheckOutcome>>();
    QMetaObject::invokeMethod(
        m_session, [session = m_session, options = std::move(options), promise] { session->check(options, promise); });
    return promise->future();
}

std::shared_ptr<GroupPollStream> Workbench::pollGroups(GroupPollOptions options) {
    auto stream = std::make_shared<GroupPollStream>();
    const auto job = std::make_shared<GroupPollJob>(*m_session, std::move(options), stream);
    QMetaObject::invokeMethod(m_session, [job] { job->run(); });
    return stream;
}

QFuture<Result<std::vector<GroupOffsets>>> Workbench::groupOffsets(GroupOffsetsOptions options) {
    auto promise = startedPromise<Result<std::vector<GroupOffsets>>>();
    QMetaObject::invokeMethod(m_session, [session = m_session, options = std::move(options), promise] {
        session->askGroupOffsets(options, promise);
    });
    return promise->future();
}

std::shared_ptr<FetchStream> Workbench::fetch(FetchOptions options) {
    auto stream = std::make_shared<FetchStream>();
    const auto job = std::make_shared<FetchJob>(*m_session, std::move(options), stream);
    QMetaObject::invokeMethod(m_session, [job] { job->run(); });
    return stream;
}

Result<std::string> Workbench::minimalBody(int apiKey, int version) const {
    const SchemaRegistry& registry = m_settings.registry != nullptr ? *m_settings.registry : SchemaRegistry::embedded();
    if (const auto layout = registry.request(apiKey, version, m_settings.schemas); !layout) {
        return tl::unexpected(layout.error());
    }
    const ClusterSnapshot* snapshot = m_view.snapshot.get();
    const bool onController = snapshot != nullptr && snapshot->fromController;
    return minimalBodyText(MinimalRequests::embedded().find(apiKey, version, onController), requestVariables(snapshot));
}

bool Workbench::isMutating(int apiKey) {
    return isMutatingApi(SchemaRegistry::embedded(), apiKey);
}

std::string Workbench::routingText(const SchemaRegistry& registry, int apiKey) {
    const ApiFacts* facts = registry.overlays().api(apiKey);
    const RouteTarget target =
        facts != nullptr && !facts->routes.empty() ? facts->routes.back().target : RouteTarget::Any;
    const auto found = std::find_if(kRouteTexts.begin(), kRouteTexts.end(),
                                    [target](const RouteText& route) { return route.target == target; });
    return found != kRouteTexts.end() ? std::string(found->text) : std::string();
}

}  // namespace brokerscope
