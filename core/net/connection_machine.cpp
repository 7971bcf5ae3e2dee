#include "core/net/connection_machine.h"

#include "core/codec/decoder.h"
#include "core/exchange/request_frame.h"
#include "core/schema/api_keys.h"
#include "core/topology/node_values.h"
#include "core/topology/own_versions.h"

#include <algorithm>

namespace brokerscope {
namespace {

constexpr int kSoftwareNameSince = 3;
// Our own ApiVersions requests; the tokens of callers are smaller.
constexpr std::uint64_t kNegotiationToken = UINT64_MAX;

int newestApiVersions(const SchemaRegistry& registry, const SchemaChoice& choice) {
    return std::max<int>(ownVersions(registry, api_key::kApiVersions, choice).latestStable, 0);
}

std::shared_ptr<const ByteBuffer> withCorrelationId(const ByteBuffer& frame, std::int32_t id) {
    auto patched = std::make_shared<ByteBuffer>(frame);
    for (std::size_t i = 0; i < 4; ++i) {
        (*patched)[kCorrelationIdOffset + i] =
            static_cast<std::uint8_t>(static_cast<std::uint32_t>(id) >> (8 * (3 - i)));
    }
    return patched;
}

std::int64_t milliseconds(std::int64_t nanoseconds) {
    return nanoseconds / 1'000'000;
}

bool isOfSocket(const ConnectionEvent& event) {
    return std::holds_alternative<connection_event::SocketConnected>(event) ||
           std::holds_alternative<connection_event::SocketFailed>(event) ||
           std::holds_alternative<connection_event::Received>(event) ||
           std::holds_alternative<connection_event::Written>(event) ||
           std::holds_alternative<connection_event::PeerClosed>(event);
}

}  // namespace

ConnectionMachine::ConnectionMachine(const SchemaRegistry& registry, ConnectionSettings settings)
    : m_registry(registry)
    , m_settings(std::move(settings))
    , m_negotiation(newestApiVersions(registry, m_settings.schemas)) {}

std::vector<ConnectionCommand> ConnectionMachine::handle(const ConnectionEvent& event, StreamTime now) {
    m_now = now;
    if (m_state == State::Idle && isOfSocket(event)) {
        return {};
    }
    if (m_state != State::Ended) {
        std::visit([this](const auto& happened) { on(happened); }, event);
    } else if (const auto* send = std::get_if<connection_event::Send>(&event)) {
        m_commands.emplace_back(connection_command::NotSent{
            send->request.token,
            {{MessageId::ConnectionClosed, {m_settings.broker.toString(), "it was closed before"}, std::nullopt, {}},
             std::nullopt}});
    }
    return std::exchange(m_commands, {});
}

void ConnectionMachine::nameBroker(std::int32_t brokerId) {
    m_settings.brokerId = brokerId;
    if (m_decoder != nullptr) {
        m_decoder->setBrokerId(brokerId);
    }
}

void ConnectionMachine::on(const connection_event::Open&) {
    m_openedNs = m_now.steadyNs;
    m_commands.emplace_back(connection_command::StartTimer{TimerId::Connect, m_openedNs + m_settings.timeoutNs});
    openSocket();
}

void ConnectionMachine::openSocket() {
    ConnectionFacts facts;
    facts.id = m_settings.nextConnectionId();
    facts.broker = m_settings.broker;
    facts.brokerId = m_settings.brokerId;
    facts.limits = m_settings.limits;
    facts.schemas = m_settings.schemas;
    facts.topicNames = m_settings.topicNames;
    m_decoder = std::make_unique<ConnectionDecoder>(m_registry, std::move(facts));
    m_layers = LayerStack(m_settings.makeLayers ? m_settings.makeLayers() : std::vector<std::unique_ptr<ByteLayer>>());
    m_unwritten.clear();
    m_socketBytes = 0;
    m_state = State::Opening;
    m_commands.emplace_back(connection_command::OpenSocket{});
}

void ConnectionMachine::on(const connection_event::SocketConnected&) {
    m_state = State::Layers;
    apply(m_layers.start());
}

void ConnectionMachine::on(const connection_event::SocketFailed& event) {
    end({event.error, std::nullopt});
}

void ConnectionMachine::apply(LayerOutput output) {
    if (!output.toPeer.empty()) {
        m_socketBytes += output.toPeer.size();
        m_commands.emplace_back(connection_command::Write{std::move(output.toPeer)});
    }
    if (output.ready && !output.failure) {
        layersReady();
    }
    if (!output.upward.empty() && m_state != State::Ended) {
        m_decoder->responseBytes(output.upward, m_now);
        deliverFinished();
        failIfBroken();
    }
    // What came before it has been read.
    if (output.failure) {
        end(*output.failure);
    }
}

void ConnectionMachine::layersReady() {
    m_connectNs = m_now.steadyNs - m_openedNs;
    if (m_settings.negotiate) {
        m_state = State::Negotiating;
        askVersions();
    } else {
        become(nullptr);
    }
}

void ConnectionMachine::askVersions() {
    const auto version = static_cast<std::int16_t>(m_negotiation.version());
    const auto spec = m_registry.request(api_key::kApiVersions, version, m_settings.schemas);
    if (!spec) {
        end({spec.error(), std::nullopt});
        return;
    }
    ValueDraft body = ValueDraft::fromDefaults((*spec)->spec);
    if (version >= kSoftwareNameSince) {
        setField(body.root, "ClientSoftwareName", DraftText{m_settings.softwareName});
        setField(body.root, "ClientSoftwareVersion", DraftText{m_settings.softwareVersion});
    }
    const auto frame = makeRequestFrame(
        m_registry, {api_key::kApiVersions, version, m_settings.clientId, nullptr, &body}, m_settings.schemas);
    if (!frame) {
        end({frame.error(), std::nullopt});
        return;
    }
    OutgoingRequest request;
    request.token = kNegotiationToken;
    request.frame = frame->bytes;
    request.ownCorrelationId = true;
    request.internal = true;
    // The first question has waited for the socket since it was opened; a second one has not.
    write({std::move(request), m_nextCorrelationId == 1 ? m_openedNs : m_now.steadyNs});
}

void ConnectionMachine::write(Queued queued) {
    OutgoingRequest& request = queued.request;
    if (request.ownCorrelationId) {
        request.frame = withCorrelationId(*request.frame, m_nextCorrelationId++);
    }
    LayerOutput output = m_layers.send(*request.frame);
    m_unwritten.push_back({request.token, m_socketBytes + output.toPeer.size()});
    // A request that waited for the connection has the time that took, and so has the first that a caller wanted.
    const bool waited = queued.queuedNs < m_openedNs + m_connectNs;
    const bool isFirstWanted = !request.internal && !std::exchange(m_hasWanted, m_hasWanted || !request.internal);
    const bool tellsConnecting = m_connectNs >= 0 && (waited || isFirstWanted);
    m_decoder->requestFrame(
        request.frame, {request.token, request.internal, queued.queuedNs, tellsConnecting ? m_connectNs : -1}, m_now);
    apply(std::move(output));
    deliverFinished();
}

void ConnectionMachine::on(const connection_event::Received& event) {
    apply(m_layers.received(event.bytes));
}

void ConnectionMachine::on(const connection_event::Written& event) {
    while (!m_unwritten.empty() && m_unwritten.front().end <= event.total) {
        m_decoder->requestWritten(m_unwritten.front().token, m_now);
        m_unwritten.pop_front();
    }
    deliverFinished();
}

void ConnectionMachine::deliverFinished() {
    std::optional<Exchange> versions;
    for (Exchange& exchange : m_decoder->take()) {
        if (exchange.token == kNegotiationToken && m_state == State::Negotiating && exchange.response) {
            versions = exchange;
        }
        tellFinished(std::move(exchange));
    }
    // When all are told, since it may end the connection.
    if (versions && !versions->failure) {
        versionsAnswered(*versions);
    } else if (versions && versions->failure->error.id == MessageId::CorrelationUnexpected) {
        end(*versions->failure);
    }
}

void ConnectionMachine::tellFinished(Exchange exchange) {
    if (exchange.token == kNegotiationToken) {
        exchange.token = 0;
    }
    stopWaiting(exchange.token);
    m_commands.emplace_back(connection_command::Finished{std::move(exchange)});
}

void ConnectionMachine::stopWaiting(std::uint64_t token) {
    if (m_patience.erase(token) > 0) {
        m_commands.emplace_back(connection_command::StopTimer{static_cast<TimerId>(token)});
    }
}

void ConnectionMachine::versionsAnswered(const Exchange& exchange) {
    if (const auto failed = failureOf(exchange)) {
        end(*failed);
        return;
    }
    const auto tree = responseTree(m_registry, exchange, m_settings.schemas, m_settings.limits);
    auto versions = std::make_shared<BrokerVersions>(versionsFromAnswer(bodyOf(tree), *exchange.apiVersion));
    versions->brokerId = m_settings.brokerId;
    versions->endpoint = m_settings.broker;
    switch (m_negotiation.answered(*versions)) {
        case VersionNegotiation::Next::Ask:
            askVersions();
            return;
        case VersionNegotiation::Next::Done:
        case VersionNegotiation::Next::Reconnect:
        case VersionNegotiation::Next::Failed:
            // A peer that answers error 35 even to version 0 has told nothing; requests may still be tried.
            become(std::move(versions));
            return;
    }
}

void ConnectionMachine::become(std::shared_ptr<const BrokerVersions> versions) {
    m_state = State::Ready;
    m_versions = std::move(versions);
    m_connectNs = m_now.steadyNs - m_openedNs;
    m_commands.emplace_back(connection_command::StopTimer{TimerId::Connect});
    m_commands.emplace_back(connection_command::Ready{m_versions});
    while (!m_queue.empty() && m_state == State::Ready) {
        Queued next = std::move(m_queue.front());
        m_queue.pop_front();
        write(std::move(next));
    }
}

void ConnectionMachine::on(const connection_event::Send& event) {
    m_commands.emplace_back(
        connection_command::StartTimer{static_cast<TimerId>(event.request.token), event.request.deadlineNs});
    const std::int64_t patienceMs = event.request.patienceMs > 0
                                        ? event.request.patienceMs
                                        : milliseconds(event.request.deadlineNs - m_now.steadyNs);
    m_patience[event.request.token] = {patienceMs, nameFor(event.request)};
    Queued queued{event.request, m_now.steadyNs};
    if (m_state == State::Ready) {
        write(std::move(queued));
    } else {
        m_queue.push_back(std::move(queued));
    }
}

void ConnectionMachine::on(const connection_event::GiveUp& event) {
    const auto waiting = std::find_if(m_queue.begin(), m_queue.end(),
                                      [&](const Queued& queued) { return queued.request.token == event.token; });
    if (waiting != m_queue.end()) {
        m_queue.erase(waiting);
        stopWaiting(event.token);
        m_commands.emplace_back(connection_command::NotSent{event.token, event.error});
    } else if (m_decoder != nullptr) {
        m_decoder->giveUp(event.token, event.error);
        deliverFinished();
    }
}

void ConnectionMachine::on(const connection_event::TimerExpired& event) {
    if (event.timer != TimerId::Connect) {
        const auto token = static_cast<std::uint64_t>(event.timer);
        const auto patience = m_patience.extract(token);
        const Patience waited = patience.empty() ? Patience{} : patience.mapped();
        on(connection_event::GiveUp{token, timedOut(waited.what, waited.milliseconds)});
        return;
    }
    if (m_state == State::Opening) {
        end(timedOut("connecting to " + m_settings.broker.toString(), milliseconds(m_settings.timeoutNs)));
    } else if (m_state == State::Layers || m_state == State::Negotiating) {
        end(timedOut(m_settings.broker.toString() + " (ApiVersions v" + std::to_string(m_negotiation.version()) + ")",
                     milliseconds(m_settings.timeoutNs)));
    }
}

void ConnectionMachine::on(const connection_event::PeerClosed&) {
    const TransportError closed{
        {MessageId::ConnectionClosed, {m_settings.broker.toString(), "no request was waiting"}, std::nullopt, {}},
        std::nullopt};
    if (m_state == State::Negotiating && m_negotiation.closed() == VersionNegotiation::Next::Reconnect) {
        m_decoder->end(closed, nullptr);
        deliverFinished();
        m_commands.emplace_back(connection_command::CloseSocket{});
        openSocket();
        return;
    }
    end(closed);
}

void ConnectionMachine::on(const connection_event::Close&) {
    end({{MessageId::Cancelled, {}, std::nullopt, {}}, std::nullopt});
}

bool ConnectionMachine::failIfBroken() {
    if (m_state == State::Ended || !m_decoder->brokenResponses()) {
        return false;
    }
    Error broken = *m_decoder->brokenResponses();
    const std::string peer = m_settings.broker.toString();
    broken.arguments.push_back((broken.id == MessageId::NotKafka ? " " : " from ") + peer);
    end({std::move(broken), std::nullopt});
    return true;
}

void ConnectionMachine::end(const TransportError& error) {
    if (m_state == State::Ended) {
        return;
    }
    m_state = State::Ended;
    TransportError reason = error;
    if (m_decoder != nullptr) {
        m_decoder->end(error, m_versions.get());
        for (Exchange& exchange : m_decoder->take()) {
            if (exchange.token == kNegotiationToken) {
                // What became of the negotiation is why the connection is of no use.
                reason = exchange.failure.value_or(error);
            }
            tellFinished(std::move(exchange));
        }
    }
    for (Queued& queued : std::exchange(m_queue, {})) {
        stopWaiting(queued.request.token);
        m_commands.emplace_back(connection_command::NotSent{queued.request.token, reason});
    }
    m_commands.emplace_back(connection_command::CloseSocket{});
    m_commands.emplace_back(connection_command::Ended{reason});
}

TransportError ConnectionMachine::timedOut(std::string what, std::int64_t afterMs) {
    return {{MessageId::TimedOut, {std::move(what), std::to_string(afterMs)}, std::nullopt, {}}, std::nullopt};
}

// A request that the caller knows nothing of is named.
std::string ConnectionMachine::nameFor(const OutgoingRequest& request) const {
    const FrameFacts facts = frameFacts(*request.frame);
    const ApiInfo* api = request.internal && facts.apiKey ? m_registry.api(*facts.apiKey) : nullptr;
    const std::string broker = m_settings.broker.toString();
    return api == nullptr ? broker : broker + " (" + api->name + " v" + std::to_string(*facts.apiVersion) + ')';
}

}  // namespace brokerscope
