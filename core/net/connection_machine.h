#pragma once

#include "core/exchange/connection_decoder.h"
#include "core/net/byte_layer.h"
#include "core/net/connection_events.h"
#include "core/net/software_version.h"
#include "core/net/version_negotiation.h"

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace brokerscope {

struct ConnectionSettings {
    Endpoint broker;  // as the cluster names it
    std::int32_t brokerId = -1;
    std::string clientId = "brokerscope";
    std::string softwareName = "brokerscope";  // ApiVersions v3 and newer; [a-zA-Z0-9]([a-zA-Z0-9.-]*[a-zA-Z0-9])?
    std::string softwareVersion = programVersion();
    bool negotiate = true;
    std::int64_t timeoutNs = 30'000'000'000;  // from Open to Ready
    Limits limits;
    SchemaChoice schemas;
    std::shared_ptr<TopicNames> topicNames;  // shared with the cluster's other connections; null: of this one alone
    // Each socket is a connection of its own in the exchanges. Must not be empty.
    std::function<ConnectionId()> nextConnectionId;
    // The layers of each socket, the one at the socket first; empty: plain TCP.
    std::function<std::vector<std::unique_ptr<ByteLayer>>()> makeLayers;
};

// One connection to a broker as a state machine: events and times in, commands out. No socket and no clock in it.
//
//   Idle -Open-> Opening -SocketConnected-> Layers -ready-> Negotiating -ApiVersions answered-> Ready -> Ended
//
// Requests sent before Ready wait. After it they are written at once (pipelining); answers come as Finished in the
// order in which the broker gives them. A peer that closes, breaks the framing or is not Kafka ends the connection and
// every request on it, each with its reason. While negotiating a closed connection is opened again
// (VersionNegotiation). Not thread safe.
class ConnectionMachine {
public:
    ConnectionMachine(const SchemaRegistry& registry, ConnectionSettings settings);

    std::vector<ConnectionCommand> handle(const ConnectionEvent& event, StreamTime now);

    // The node behind the connection became known, for exchanges that finish from now on.
    void nameBroker(std::int32_t brokerId);

    bool isReady() const { return m_state == State::Ready; }
    bool hasEnded() const { return m_state == State::Ended; }

private:
    enum class State : std::uint8_t { Idle, Opening, Layers, Negotiating, Ready, Ended };

    struct Queued {
        OutgoingRequest request;
        std::int64_t queuedNs = 0;
    };
    struct Unwritten {
        std::uint64_t token = 0;
        std::uint64_t end = 0;  // position in the socket's stream after the request
    };

    void on(const connection_event::Open&);
    void on(const connection_event::SocketConnected&);
    void on(const connection_event::SocketFailed& event);
    void on(const connection_event::Received& event);
    void on(const connection_event::Written& event);
    void on(const connection_event::PeerClosed&);
    void on(const connection_event::TimerExpired& event);
    void on(const connection_event::Send& event);
    void on(const connection_event::GiveUp& event);
    void on(const connection_event::Close&);

    void openSocket();
    void apply(LayerOutput output);
    void layersReady();
    void askVersions();
    void versionsAnswered(const Exchange& exchange);
    void become(std::shared_ptr<const BrokerVersions> versions);
    void write(Queued queued);
    void deliverFinished();
    void tellFinished(Exchange exchange);
    void stopWaiting(std::uint64_t token);
    bool failIfBroken();
    void end(const TransportError& error);
    static TransportError timedOut(std::string what, std::int64_t afterMs);
    std::string nameFor(const OutgoingRequest& request) const;

    const SchemaRegistry& m_registry;
    ConnectionSettings m_settings;
    State m_state = State::Idle;
    StreamTime m_now;
    std::vector<ConnectionCommand> m_commands;
    std::unique_ptr<ConnectionDecoder> m_decoder;  // of the present socket
    LayerStack m_layers;
    VersionNegotiation m_negotiation;
    std::shared_ptr<const BrokerVersions> m_versions;
    std::deque<Queued> m_queue;
    std::deque<Unwritten> m_unwritten;
    struct Patience {
        std::int64_t milliseconds = 0;
        std::string what;  // whose answer is waited for
    };
    std::unordered_map<std::uint64_t, Patience> m_patience;  // by token
    std::uint64_t m_socketBytes = 0;                         // handed to the present socket
    std::int64_t m_openedNs = -1;
    std::int64_t m_connectNs = -1;  // duration from Open to Ready
    bool m_hasWanted = false;       // a request that is not internal was written
    std::int32_t m_nextCorrelationId = 1;
};

}  // namespace brokerscope
