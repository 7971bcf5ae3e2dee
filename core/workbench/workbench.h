#pragma once

#include "core/cluster/cluster_settings.h"
#include "core/cluster/fetch_options.h"
#include "core/cluster/group_offsets.h"
#include "core/cluster/group_poll_options.h"
#include "core/exchange/exchange_store.h"
#include "core/topology/broker_versions.h"
#include "core/workbench/check.h"
#include "core/workbench/fetch_stream.h"
#include "core/workbench/group_poll_stream.h"
#include "core/workbench/send_request.h"

#include <QFuture>
#include <QObject>
#include <QThread>

#include <memory>
#include <string>
#include <vector>

namespace brokerscope {

class WorkbenchSession;

enum class ClusterState : std::uint8_t { Disconnected, Connecting, Connected, Failed };

// A cluster as it was found when connecting.
struct ClusterView {
    std::shared_ptr<const ClusterSnapshot> snapshot;
    std::shared_ptr<const BrokerVersions> versions;  // of the address that answered
};

// What both front ends call: one cluster, one network thread, every exchange kept.
//
// Lives in the thread that made it and sends its signals there. The functions may be called from that thread only,
// return at once, and never wait. Futures are finished from the network thread: waitForFinished() needs no event loop,
// and
// `.then(context, f)` brings the result to a thread that has one. Every future ends: by its deadline at the latest.
// QFuture::cancel() gives the request up; a cancelled future has no result. Results are values or pointers to immutable
// values. Destroying the workbench cancels what runs, closes the connections and waits for the thread.
class Workbench : public QObject {
    Q_OBJECT

public:
    // `store` may be shared by several workbenches; null: an own one.
    explicit Workbench(std::shared_ptr<ExchangeStore> store = nullptr, QObject* parent = nullptr);
    ~Workbench() override;

    const std::shared_ptr<ExchangeStore>& exchanges() const { return m_store; }

    // Drops the present cluster and takes up this one: tries the addresses in turn, asks ApiVersions, then Metadata (a
    // controller listener: DescribeCluster). Errors: why the one address cannot be used, NoBroker with the reasons of
    // several, TimedOut, Cancelled by a later call.
    QFuture<Result<ClusterView>> connectToCluster(ClusterSettings settings);
    // The same as far as ApiVersions, for a cluster whose metadata cannot be had: `versions` alone is set then. Targets
    // other than Any and Address look the cluster up when needed. Errors: as connectToCluster(), of connecting.
    QFuture<Result<ClusterView>> reachCluster(ClusterSettings settings);
    // Takes up the settings without asking anything: the first send() connects. Targets other than Any and Address look
    // the cluster up when needed. What `send --raw --no-negotiation` needs.
    void useCluster(ClusterSettings settings);
    // stateChanged() follows, after everything that was under way.
    void disconnectFromCluster();
    const ClusterSettings& settings() const { return m_settings; }

    // Asks for the metadata again.
    QFuture<Result<ClusterView>> refresh();
    // ApiVersions of every broker in the snapshot; brokers that do not answer have an entry with the failure and no
    // APIs.
    QFuture<Result<std::vector<std::shared_ptr<const BrokerVersions>>>> brokerVersions();

    // An error means that nothing was sent: no route, no connection, no common version, a body that is not valid
    // JSON, ReadOnlyRefused. Whatever happened after sending is in the result's exchange. May be called from any
    // thread.
    QFuture<Result<SendResult>> send(SendRequest request);
    // All of them without waiting in between (pipelining); target and timeout of the first. On one connection, unless
    // an Auto target is another broker for each.
    QFuture<Result<SendResult>> sendPipelined(std::vector<SendRequest> requests);

    // One result a version, in order of API key and version, each as soon as it is there (resultAt waits for it). An
    // error is the only result and says why nothing could be checked: no broker, no connection, nothing listed. Skips
    // what the options and read-only mode leave out.
    QFuture<Result<CheckOutcome>> check(CheckOptions options);

    // Records of a topic, as a stream that ends by itself or is cancelled. Never null. Fetches run side by side, each
    // over connections of its own. May be called from any thread.
    std::shared_ptr<FetchStream> fetch(FetchOptions options);

    // Asks about groups until the stream is cancelled. Never null.
    std::shared_ptr<GroupPollStream> pollGroups(GroupPollOptions options);

    // How far groups have come with what they read, once: each group with what is known of it, or why nothing is. An
    // error means that nothing could be asked.
    QFuture<Result<std::vector<GroupOffsets>>> groupOffsets(GroupOffsetsOptions options);

    // Facts that need no cluster.
    // The minimal body as JSON text with its variables filled as far as the snapshot goes. Errors: UnknownApiKey,
    // UnknownVersion.
    Result<std::string> minimalBody(int apiKey, int version) const;
    // Whether the API is made to change the cluster: front ends ask before. changesOf() in mutation.h looks at one
    // request's body, as read-only mode does.
    static bool isMutating(int apiKey);
    // Where Auto would send it: "controller", "coordinator of the group", "any broker", "leader of the partition".
    static std::string routingText(const SchemaRegistry& registry, int apiKey);

Q_SIGNALS:
    void stateChanged(brokerscope::ClusterState state, const QString& sentence);
    void clusterChanged(const brokerscope::ClusterView& view);
    // New exchanges are in the store, internal ones too; at most about 20 signals a second. Read them with
    // ExchangeStore::since.
    void exchangesAppended(quint64 lastId);

private:
    void adopt(WorkbenchSession& session);

    std::shared_ptr<ExchangeStore> m_store;
    ClusterSettings m_settings;
    ClusterView m_view;
    QThread m_thread;
    WorkbenchSession* m_session = nullptr;  // lives in m_thread, deleted there when it ends
};

}  // namespace brokerscope

Q_DECLARE_METATYPE(brokerscope::ClusterState)
Q_DECLARE_METATYPE(brokerscope::ClusterView)
