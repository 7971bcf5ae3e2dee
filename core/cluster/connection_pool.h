#pragma once

#include "core/cluster/cluster_settings.h"
#include "core/cluster/flow.h"
#include "core/exchange/exchange_store.h"
#include "core/exchange/topic_names.h"
#include "core/net/connection.h"

#include <QObject>

#include <functional>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

namespace brokerscope {

// One connection a broker address, opened when needed, and a new one after it ended or left a request unanswered. The
// old one stays for a late answer, for the timeout at most and with no more than kMostLeft others; one on which a
// request is still waited for is not closed. Every finished exchange goes to the store, whoever asked. Lives in the
// network thread; callbacks are called there, never from within the call that gives them.
class ConnectionPool : public QObject {
    Q_OBJECT

public:
    static constexpr std::size_t kMostLeft = 8;

    using Prepared = std::function<void(const PreparedResult&)>;
    using Answered = std::function<void(const AnsweredResult&)>;

    ConnectionPool(const SchemaRegistry& registry, ClusterSettings settings, std::shared_ptr<ExchangeStore> store,
                   QObject* parent = nullptr);
    ~ConnectionPool() override;

    // Called once the connection can be used, or with the reason why it cannot.
    void prepare(const Endpoint& endpoint, Prepared callback);
    // Sends over the connection to `endpoint`; gives the request's token. Called exactly once.
    quint64 send(const Endpoint& endpoint, OutgoingRequest request, Answered callback);
    // Ends the waiting for that request: its callback gets the error.
    void giveUp(quint64 token, const TransportError& error);
    // The node behind an address became known, for exchanges that finish from now on.
    void nameBroker(const Endpoint& endpoint, std::int32_t brokerId);

Q_SIGNALS:
    void stored(quint64 exchangeId);

private:
    struct Entry {
        Connection* connection = nullptr;
        bool ready = false;
        std::shared_ptr<const BrokerVersions> versions;
        std::vector<Prepared> waiting;
    };

    Entry& entryFor(const Endpoint& endpoint);
    void follow(const Endpoint& endpoint, Connection* connection);
    void connectionReady(const Endpoint& endpoint, const std::shared_ptr<const BrokerVersions>& versions);
    void connectionEnded(const Endpoint& endpoint, Connection* connection, const TransportError& error);
    void exchangeFinished(const Exchange& exchange);
    void answer(quint64 token, const AnsweredResult& result);
    void leave(Connection* connection);
    void closeWhenIdle(Connection* connection);
    bool isInFlightOn(const Connection* connection) const;

    struct InFlight {
        Answered callback;
        Connection* connection = nullptr;
    };

    const SchemaRegistry& m_registry;
    const ClusterSettings m_settings;
    std::shared_ptr<ExchangeStore> m_store;
    // What one connection is told holds for the exchanges of all.
    std::shared_ptr<TopicNames> m_topicNames = std::make_shared<TopicNames>();
    std::map<Endpoint, Entry> m_entries;
    std::map<Endpoint, std::int32_t> m_brokerIds;
    std::unordered_map<quint64, InFlight> m_inFlight;
    std::vector<Connection*> m_left;  // for late answers alone, the oldest first
    quint64 m_lastToken = 0;
};

}  // namespace brokerscope
