#include "core/exchange/connection_decoder.h"

#include "core/codec/decoder.h"
#include "core/exchange/no_response.h"
#include "core/topology/node_values.h"

#include <algorithm>

namespace brokerscope {
namespace {

constexpr int kApiVersions = 18;
constexpr std::int64_t kUnsupportedVersion = 35;
constexpr std::size_t kPrefix = 4;

Diagnostic pairingNote(Severity severity, MessageId id, std::vector<std::string> arguments) {
    return {severity, id, std::move(arguments), {}, {}};
}

std::int32_t correlationIdOf(const ByteBuffer& frame) {
    return static_cast<std::int32_t>(readInteger(FieldType::Int32, frame.data() + kPrefix));
}

}  // namespace

ConnectionDecoder::ConnectionDecoder(const SchemaRegistry& registry, ConnectionFacts facts)
    : m_registry(registry)
    , m_facts(std::move(facts))
    , m_requests(m_facts.limits.frame)
    , m_responses(m_facts.limits.frame) {}

void ConnectionDecoder::requestBytes(ByteView bytes, StreamTime now) {
    for (const TimedFrame& frame : m_requests.feed(bytes, now)) {
        requestFrame(frame.bytes, {}, frame.first);
    }
}

void ConnectionDecoder::requestFrame(std::shared_ptr<const ByteBuffer> frame, const RequestContext& context,
                                     StreamTime now) {
    const FrameFacts facts = frameFacts(*frame);
    Exchange exchange;
    exchange.connection = m_facts.id;
    exchange.broker = m_facts.broker;
    exchange.token = context.token;
    exchange.internal = context.internal;
    exchange.apiKey = facts.apiKey;
    exchange.apiVersion = facts.apiVersion;
    exchange.correlationId = facts.correlationId;
    exchange.times.queuedNs = context.queuedNs;
    exchange.times.connectNs = context.connectNs;
    exchange.times.sentNs = now.steadyNs;
    exchange.times.wallMs = now.wallMs;
    exchange.noResponseByDesign = hasNoResponse(m_registry, *frame);
    exchange.request = std::move(frame);
    if (exchange.noResponseByDesign) {
        finish(std::move(exchange));
    } else {
        m_waiting.push_back({std::move(exchange), false});
    }
}

void ConnectionDecoder::requestWritten(std::uint64_t token, StreamTime now) {
    for (Waiting& waiting : m_waiting) {
        if (waiting.exchange.token == token && waiting.exchange.times.writtenNs < 0) {
            waiting.exchange.times.writtenNs = now.steadyNs;
        }
    }
}

void ConnectionDecoder::responseBytes(ByteView bytes, StreamTime now) {
    for (const TimedFrame& frame : m_responses.feed(bytes, now)) {
        answer(frame);
    }
}

std::size_t ConnectionDecoder::inFlight() const {
    return static_cast<std::size_t>(
        std::count_if(m_waiting.begin(), m_waiting.end(), [](const Waiting& waiting) { return !waiting.givenUp; }));
}

std::deque<ConnectionDecoder::Waiting>::iterator ConnectionDecoder::findWaiting(std::int32_t correlationId) {
    return std::find_if(m_waiting.begin(), m_waiting.end(), [correlationId](const Waiting& waiting) {
        return waiting.exchange.correlationId == correlationId;
    });
}

void ConnectionDecoder::answer(const TimedFrame& frame) {
    const std::int32_t correlationId = correlationIdOf(*frame.bytes);
    const auto found = findWaiting(correlationId);
    if (found == m_waiting.end()) {
        answerWithoutRequest(frame, correlationId);
        return;
    }
    Exchange exchange = found->exchange;
    notePairing(exchange, found);
    if (found->givenUp) {
        exchange.failure.reset();
        exchange.notes.push_back(
            pairingNote(Severity::Warning, MessageId::Other, {"the answer came after the request had been given up"}));
    }
    m_waiting.erase(found);
    exchange.response = frame.bytes;
    exchange.times.firstByteNs = frame.first.steadyNs;
    exchange.times.lastByteNs = frame.last.steadyNs;
    summarize(exchange);
    finish(std::move(exchange));
}

void ConnectionDecoder::notePairing(Exchange& exchange, const std::deque<Waiting>::iterator& found) {
    const std::string id = std::to_string(*exchange.correlationId);
    const bool isUsedTwice = std::any_of(std::next(found), m_waiting.end(), [&](const Waiting& other) {
        return other.exchange.correlationId == exchange.correlationId;
    });
    if (isUsedTwice) {
        exchange.notes.push_back(pairingNote(Severity::Warning, MessageId::CorrelationDuplicate, {id}));
    }
    if (found != m_waiting.begin()) {
        const auto oldest = m_waiting.front().exchange.correlationId;
        exchange.notes.push_back(pairingNote(Severity::Warning, MessageId::CorrelationOutOfOrder,
                                             {id, oldest ? std::to_string(*oldest) : std::string("none")}));
    }
}

void ConnectionDecoder::answerWithoutRequest(const TimedFrame& frame, std::int32_t correlationId) {
    const auto oldest = std::find_if(m_waiting.begin(), m_waiting.end(), [](const Waiting& w) { return !w.givenUp; });
    const bool someoneWaits = oldest != m_waiting.end() && oldest->exchange.correlationId.has_value();
    const Diagnostic note =
        pairingNote(Severity::Error, MessageId::CorrelationUnexpected,
                    {std::to_string(correlationId),
                     someoneWaits ? std::to_string(*oldest->exchange.correlationId) : std::string("none")});
    if (someoneWaits) {
        oldest->exchange.notes.push_back(note);
    }
    Exchange exchange;
    exchange.connection = m_facts.id;
    exchange.broker = m_facts.broker;
    exchange.correlationId = correlationId;
    exchange.response = frame.bytes;
    exchange.times.wallMs = frame.first.wallMs;
    exchange.times.firstByteNs = frame.first.steadyNs;
    exchange.times.lastByteNs = frame.last.steadyNs;
    exchange.unread = frame.bytes->size() - 2 * kPrefix;
    exchange.notes.push_back(note);
    finish(std::move(exchange));
}

void ConnectionDecoder::summarize(Exchange& exchange) {
    const auto tree = decodeResponseFrame(m_registry, exchange.apiKey.value_or(-1), exchange.apiVersion.value_or(0),
                                          exchange.response, m_facts.schemas, m_facts.limits);
    const NodeRef body = bodyOf(tree);
    exchange.errors = summarizeErrors(body);
    exchange.unread = tree->unread;
    exchange.responseDiagnostics = static_cast<std::uint32_t>(
        std::count_if(tree->diagnostics.begin(), tree->diagnostics.end(),
                      [](const NodeDiagnostic& d) { return d.diagnostic.severity > Severity::Note; }));
    const std::int64_t throttleMs = integerField(body, "throttleTimeMs", -1);
    if (throttleMs >= 0) {
        exchange.throttleMs = static_cast<std::int32_t>(throttleMs);
    }
    if (exchange.apiKey == kApiVersions && exchange.apiVersion > 0 &&
        integerField(body, "errorCode", 0) == kUnsupportedVersion) {
        exchange.notes.push_back(
            pairingNote(Severity::Note, MessageId::ApiVersionsFallback, {std::to_string(*exchange.apiVersion)}));
    }
}

void ConnectionDecoder::giveUp(std::uint64_t token, const TransportError& error) {
    for (Waiting& waiting : m_waiting) {
        if (waiting.exchange.token == token && !waiting.givenUp) {
            waiting.givenUp = true;
            waiting.exchange.failure = error;
            finish(waiting.exchange);
        }
    }
}

TransportError ConnectionDecoder::closedWith(const TransportError& error, const Exchange& exchange,
                                             const BrokerVersions* versions, bool isOldest) const {
    if (error.error.id != MessageId::ConnectionClosed) {
        return error;
    }
    TransportError closed = error;
    if (exchange.response) {
        closed.cause =
            CloseCause{CloseReason::UnexpectedClose,
                       "it stopped after " + std::to_string(exchange.response->size()) + " bytes of the answer",
                       {}};
    } else if (!isOldest) {
        closed.cause =
            CloseCause{CloseReason::UnexpectedClose, "an earlier request on this connection was refused", {}};
    } else {
        closed.cause = closeCause(m_registry, frameFacts(*exchange.request), versions);
    }
    closed.error.arguments = {m_facts.broker.toString(), closed.cause->sentence};
    return closed;
}

void ConnectionDecoder::attachPartialResponse() {
    const ByteBuffer& partial = m_responses.partial();
    if (partial.empty() || m_waiting.empty()) {
        return;
    }
    auto found = partial.size() >= 2 * kPrefix ? findWaiting(correlationIdOf(partial)) : m_waiting.begin();
    if (found == m_waiting.end()) {
        found = m_waiting.begin();
    }
    found->exchange.response = std::make_shared<const ByteBuffer>(partial);
    found->exchange.times.firstByteNs = m_responses.partialBegan().steadyNs;
    found->exchange.unread = partial.size();
}

void ConnectionDecoder::end(const TransportError& error, const BrokerVersions* versions) {
    attachPartialResponse();
    bool isOldest = true;
    for (Waiting& waiting : m_waiting) {
        if (waiting.givenUp) {
            continue;
        }
        waiting.exchange.failure = closedWith(error, waiting.exchange, versions, isOldest);
        isOldest = false;
        finish(std::move(waiting.exchange));
    }
    m_waiting.clear();
}

void ConnectionDecoder::finish(Exchange exchange) {
    exchange.brokerId = m_facts.brokerId;
    m_finished.push_back(std::move(exchange));
}

}  // namespace brokerscope
