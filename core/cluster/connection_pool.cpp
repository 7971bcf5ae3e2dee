#include "core/cluster/connection_pool.h"

#include <QMetaObject>
#include <QTimer>

#include <algorithm>
#include <atomic>

namespace brokerscope {
namespace {

// Ids are unique within the program, since several pools may share one store.
ConnectionId nextConnectionId() {
    static std::atomic<std::uint32_t> s_last{0};
    return static_cast<ConnectionId>(++s_last);
}

}  // namespace

ConnectionPool::ConnectionPool(const SchemaRegistry& registry, ClusterSettings settings,
                               std::shared_ptr<ExchangeStore> store, QObject* parent)
    : QObject(parent), m_registry(registry), m_settings(std::move(settings)), m_store(std::move(store)) {}

ConnectionPool::~ConnectionPool() {
    for (Connection* const connection : findChildren<Connection*>(Qt::FindDirectChildrenOnly)) {
        // Closing finishes what was in flight, so that it is not missing from the store.
        connection->disconnect(this);
        connect(connection, &Connection::finished, this,
                [this](const Exchange& exchange) { m_store->append(exchange); });
        connection->close();
        delete connection;
    }
}

ConnectionPool::Entry& ConnectionPool::entryFor(const Endpoint& endpoint) {
    Entry& entry = m_entries[endpoint];
    if (entry.connection != nullptr) {
        return entry;
    }
    const auto named = m_brokerIds.find(endpoint);
    ConnectionSettings settings;
    settings.broker = endpoint;
    settings.brokerId = named != m_brokerIds.end() ? named->second : kBootstrapNode;
    settings.clientId = m_settings.clientId;
    settings.negotiate = m_settings.negotiate;
    settings.timeoutNs = std::chrono::nanoseconds(m_settings.timeout).count();
    settings.limits = m_settings.limits;
    settings.schemas = m_settings.schemas;
    settings.topicNames = m_topicNames;
    settings.nextConnectionId = nextConnectionId;
    const auto resolved = m_settings.resolve.find(endpoint);
    const Endpoint& address = resolved != m_settings.resolve.end() ? resolved->second : endpoint;
    entry.connection = new Connection(m_registry, std::move(settings), address, this);
    follow(endpoint, entry.connection);
    // Later, so that no callback comes from within prepare() or send().
    QMetaObject::invokeMethod(entry.connection, &Connection::open, Qt::QueuedConnection);
    return entry;
}

void ConnectionPool::follow(const Endpoint& endpoint, Connection* connection) {
    connect(connection, &Connection::ready, this,
            [this, endpoint](const std::shared_ptr<const BrokerVersions>& versions) {
                connectionReady(endpoint, versions);
            });
    connect(connection, &Connection::finished, this, [this, endpoint, connection](const Exchange& exchange) {
        // A broker handles one request of a connection at a time: behind one that it does not answer, none is answered.
        const auto entry = m_entries.find(endpoint);
        if (exchange.failure && entry != m_entries.end() && entry->second.connection == connection &&
            entry->second.ready) {
            m_entries.erase(entry);
            leave(connection);
        }
        exchangeFinished(exchange);
    });
    connect(connection, &Connection::notSent, this,
            [this](quint64 token, const TransportError& error) { answer(token, tl::unexpected(error)); });
    connect(connection, &Connection::ended, this, [this, endpoint, connection](const TransportError& error) {
        connectionEnded(endpoint, connection, error);
    });
}

void ConnectionPool::prepare(const Endpoint& endpoint, Prepared callback) {
    Entry& entry = entryFor(endpoint);
    if (!entry.ready) {
        entry.waiting.push_back(std::move(callback));
        return;
    }
    QMetaObject::invokeMethod(
        this, [versions = entry.versions, callback = std::move(callback)] { callback(versions); },
        Qt::QueuedConnection);
}

quint64 ConnectionPool::send(const Endpoint& endpoint, OutgoingRequest request, Answered callback) {
    const quint64 token = ++m_lastToken;
    request.token = token;
    Connection* const connection = entryFor(endpoint).connection;
    m_inFlight[token] = {std::move(callback), connection};
    QMetaObject::invokeMethod(
        connection, [connection, request = std::move(request)] { connection->send(request); }, Qt::QueuedConnection);
    return token;
}

void ConnectionPool::giveUp(quint64 token, const TransportError& error) {
    const auto pending = m_inFlight.find(token);
    if (pending == m_inFlight.end()) {
        return;
    }
    Connection* const connection = pending->second.connection;
    QMetaObject::invokeMethod(
        connection, [connection, token, error] { connection->giveUp(token, error); }, Qt::QueuedConnection);
}

void ConnectionPool::connectionReady(const Endpoint& endpoint, const std::shared_ptr<const BrokerVersions>& versions) {
    Entry& entry = m_entries[endpoint];
    entry.ready = true;
    entry.versions = versions;
    for (const Prepared& callback : std::exchange(entry.waiting, {})) {
        callback(versions);
    }
}

void ConnectionPool::connectionEnded(const Endpoint& endpoint, Connection* connection, const TransportError& error) {
    std::vector<Prepared> waiting;
    const auto entry = m_entries.find(endpoint);
    if (entry != m_entries.end() && entry->second.connection == connection) {
        waiting = std::move(entry->second.waiting);
        m_entries.erase(entry);
    }
    // What was handed over by queued calls and not yet taken is told by the ended machine as not sent, before this
    // deletion.
    std::erase(m_left, connection);
    connection->deleteLater();
    for (const Prepared& callback : waiting) {
        callback(tl::unexpected(error));
    }
}

void ConnectionPool::nameBroker(const Endpoint& endpoint, std::int32_t brokerId) {
    m_brokerIds[endpoint] = brokerId;
    if (const auto entry = m_entries.find(endpoint); entry != m_entries.end()) {
        entry->second.connection->nameBroker(brokerId);
    }
}

bool ConnectionPool::isInFlightOn(const Connection* connection) const {
    return std::ranges::any_of(m_inFlight,
                               [connection](const auto& entry) { return entry.second.connection == connection; });
}

// Called from within a signal of the connection: it is closed later.
void ConnectionPool::leave(Connection* connection) {
    m_left.push_back(connection);
    QTimer::singleShot(m_settings.timeout, connection, [this, connection] { closeWhenIdle(connection); });
    if (m_left.size() <= kMostLeft) {
        return;
    }
    const auto idle = std::ranges::find_if(m_left, [this](const Connection* left) { return !isInFlightOn(left); });
    if (idle != m_left.end()) {
        Connection* const oldest = *idle;
        m_left.erase(idle);
        QMetaObject::invokeMethod(oldest, &Connection::close, Qt::QueuedConnection);
    }
}

void ConnectionPool::closeWhenIdle(Connection* connection) {
    if (isInFlightOn(connection)) {
        QTimer::singleShot(m_settings.timeout, connection, [this, connection] { closeWhenIdle(connection); });
    } else {
        connection->close();
    }
}

void ConnectionPool::exchangeFinished(const Exchange& exchange) {
    const std::shared_ptr<const Exchange> stored = m_store->append(exchange);
    Q_EMIT this->stored(static_cast<quint64>(stored->id));
    if (exchange.token != 0) {
        answer(exchange.token, stored);
    }
}

void ConnectionPool::answer(quint64 token, const AnsweredResult& result) {
    const auto pending = m_inFlight.find(token);
    if (pending == m_inFlight.end()) {
        return;  // a late answer: whoever asked has been told already
    }
    const Answered callback = std::move(pending->second.callback);
    m_inFlight.erase(pending);
    callback(result);
}

}  // namespace brokerscope
