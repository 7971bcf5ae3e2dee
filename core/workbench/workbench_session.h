#pragma once

#include "core/cluster/bootstrap_failure.h"
#include "core/cluster/cluster_settings.h"
#include "core/cluster/connection_pool.h"
#include "core/workbench/job.h"
#include "core/workbench/workbench.h"

#include <QObject>
#include <QPromise>

#include <functional>
#include <memory>
#include <set>
#include <vector>

namespace brokerscope {

class LookUpJob;

// The workbench's other half in the network thread: the pool, what is known of the cluster, and the jobs that run.
class WorkbenchSession : public QObject {
    Q_OBJECT

public:
    template <typename T>
    using Promise = std::shared_ptr<QPromise<T>>;

    explicit WorkbenchSession(std::shared_ptr<ExchangeStore> store);
    ~WorkbenchSession() override;

    // Called from the workbench by queued calls.
    void use(const ClusterSettings& settings);
    void drop();
    void disconnectFromCluster();
    void connectToCluster(const ClusterSettings& settings, const Promise<Result<ClusterView>>& promise);
    void reachCluster(const ClusterSettings& settings, const Promise<Result<ClusterView>>& promise);
    void refresh(const Promise<Result<ClusterView>>& promise);
    void askBrokerVersions(const Promise<Result<std::vector<std::shared_ptr<const BrokerVersions>>>>& promise);
    void send(const std::shared_ptr<std::vector<SendRequest>>& requests, const Promise<Result<SendResult>>& promise);
    void check(const CheckOptions& options, const Promise<Result<CheckOutcome>>& promise);
    void askGroupOffsets(GroupOffsetsOptions options, const Promise<Result<std::vector<GroupOffsets>>>& promise);

    // For the jobs.
    const SchemaRegistry& registry() const;
    const ClusterSettings& settings() const { return m_settings; }
    ConnectionPool* pool() { return m_pool.get(); }  // null: no cluster in use
    // Another pool to the same cluster, the session's child: delete it when it has served.
    ConnectionPool* newPool();
    const ClusterView& view() const { return m_view; }
    // The address that "any" means: the one that answered when connecting; without that the first that can be connected
    // to.
    using Found = std::function<void(const tl::expected<Endpoint, TransportError>&)>;
    void findHome(const Found& found);
    // Looks the cluster up unless that was done.
    void findCluster(const Found& found);
    void start(std::shared_ptr<Job> job) { m_jobs.insert(std::move(job)); }
    void finished(const std::shared_ptr<Job>& job) { m_jobs.erase(job); }

Q_SIGNALS:
    void stateChanged(brokerscope::ClusterState state, const QString& sentence);
    void clusterChanged(const brokerscope::ClusterView& view);
    void exchangesAppended(quint64 lastId);

private:
    // A job that ends with `found`, at the latest when every address has had its time.
    std::shared_ptr<LookUpJob> startLooking(const Found& found);
    // Calls `found` when it is done; the job is the looking.
    std::shared_ptr<Job> lookUp(const Found& found);
    void tryAddress(std::size_t index, std::vector<AddressFailure> failures, const Found& found);
    void noteExchange(quint64 id);
    void adopt(const ClusterView& view);

    std::shared_ptr<ExchangeStore> m_store;
    ClusterSettings m_settings;
    std::unique_ptr<ConnectionPool> m_pool;
    ClusterView m_view;
    std::optional<Endpoint> m_home;
    std::set<std::shared_ptr<Job>> m_jobs;
    quint64 m_lastExchange = 0;
    bool m_exchangeTold = true;
    bool m_isDropping = false;  // what is cancelled meanwhile is no failure of the cluster
};

}  // namespace brokerscope
