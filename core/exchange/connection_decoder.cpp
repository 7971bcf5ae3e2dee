#include "core/exchange/connection_decoder.h"

#include "core/codec/decoder.h"
#include "core/codec/frame_size.h"
#include "core/codec/null_sink.h"
#include "core/exchange/exchange_walk.h"
#include "core/exchange/no_response.h"
#include "core/exchange/unanswered_request.h"
#include "core/schema/api_keys.h"
#include "core/topology/node_values.h"

#include <algorithm>

namespace brokerscope {
namespace {

// Size, correlation id and error code of a SaslHandshake answer.
constexpr std::size_t kHandshakeAnswer = 10;
constexpr std::size_t kKeptAfterBreak = 4096;

constexpr const char* kLateAnswer = "the answer came after the request had been given up";

Diagnostic pairingNote(Severity severity, MessageId id, std::vector<std::string> arguments) {
    return {severity, id, std::move(arguments), {}, {}};
}

// 0 for a frame without one; no answer has less but raw tokens.
std::int32_t correlationIdOf(const ByteBuffer& frame) {
    return frame.size() < 2 * kFrameSizeBytes
               ? 0
               : static_cast<std::int32_t>(readInteger(FieldType::Int32, frame.data() + kFrameSizeBytes));
}

std::string messageSize(const ByteBuffer& frame) {
    return std::to_string(frame.size() - std::min(frame.size(), kFrameSizeBytes));
}

bool asksForTokens(const Exchange& exchange) {
    return exchange.apiKey == api_key::kSaslHandshake && exchange.apiVersion == 0;
}

Diagnostic stoppedNote(const Exchange& exchange) {
    return pairingNote(Severity::Warning, MessageId::Other,
                       {"the answer stopped after " + std::to_string(exchange.responseBytes()) + " bytes"});
}

}  // namespace

ConnectionDecoder::ConnectionDecoder(const SchemaRegistry& registry, ConnectionFacts facts)
    : m_registry(registry)
    , m_facts(std::move(facts))
    , m_requests(m_facts.limits.frame)
    , m_responses(m_facts.limits.frame)
    , m_sasl(registry)
    , m_summarizer(registry, m_facts.schemas, m_facts.limits, m_facts.topicNames) {}

void ConnectionDecoder::requestBytes(ByteView bytes, StreamTime now) {
    while (const auto frame = m_requests.next(bytes, now)) {
        requestFrame(frame->bytes, {.watched = true}, frame->first);
    }
}

void ConnectionDecoder::requestFrame(std::shared_ptr<const ByteBuffer> frame, const RequestContext& context,
                                     StreamTime now) {
    Exchange exchange;
    exchange.connection = m_facts.id;
    exchange.broker = m_facts.broker;
    exchange.token = context.token;
    exchange.internal = context.internal;
    exchange.times.queuedNs = context.queuedNs;
    exchange.times.connectNs = context.connectNs;
    exchange.times.sentNs = now.steadyNs;
    exchange.times.wallMs = now.wallMs;
    exchange.request = std::move(frame);
    if (m_sasl.tokensFlow() && !m_sasl.takesFromClient(*exchange.request)) {
        finishUnansweredTokens();
    }
    read(exchange, m_sasl.tokensFlow());
    if (!exchange.noResponseByDesign) {
        m_waiting.push_back({std::move(exchange), context.watched, false});
    } else if (context.watched) {
        finish(std::move(exchange));
    } else {
        m_beingWritten.push_back(std::move(exchange));
    }
    allowTokens();
}

void ConnectionDecoder::read(Exchange& exchange, bool isToken) {
    const FrameFacts facts = isToken ? FrameFacts() : frameFacts(*exchange.request);
    exchange.apiKey = facts.apiKey;
    exchange.apiVersion = facts.apiVersion;
    exchange.correlationId = facts.correlationId;
    exchange.saslMechanism.reset();
    exchange.fetchSession.reset();
    exchange.notes.clear();
    exchange.malformed.reset();
    exchange.requestDiagnostics = 0;
    if (isToken) {
        exchange.saslMechanism = m_sasl.mechanism();
        exchange.notes.push_back(
            pairingNote(Severity::Note, MessageId::SaslToken, {m_sasl.mechanism(), messageSize(*exchange.request)}));
        return;
    }
    exchange.noResponseByDesign = hasNoResponse(m_registry, *exchange.request);
    m_tokensMayBegin = m_tokensMayBegin || asksForTokens(exchange);
    m_summarizer.request(exchange);
}

void ConnectionDecoder::readAgain(WaitingIterator from, bool asTokens) {
    for (auto waiting = from; waiting != m_waiting.end();) {
        const bool differs = waiting->exchange.saslMechanism.has_value() != asTokens;
        if (differs) {
            read(waiting->exchange, asTokens);
        }
        if (differs && waiting->exchange.noResponseByDesign && !waiting->givenUp) {
            finish(std::move(waiting->exchange));
            waiting = m_waiting.erase(waiting);
        } else {
            ++waiting;
        }
    }
}

void ConnectionDecoder::allowTokens() {
    // Looked for only where there was one: thousands of requests may wait.
    m_tokensMayBegin = m_tokensMayBegin && std::any_of(m_waiting.begin(), m_waiting.end(), [](const Waiting& waiting) {
                           return asksForTokens(waiting.exchange);
                       });
    m_requests.setTokensLegal(m_sasl.tokensFlow() || m_tokensMayBegin);
    m_responses.setTokensLegal(m_sasl.tokensFlow());
}

void ConnectionDecoder::requestWritten(std::uint64_t token, StreamTime now) {
    for (Waiting& waiting : m_waiting) {
        if (waiting.exchange.token == token && waiting.exchange.times.writtenNs < 0) {
            waiting.exchange.times.writtenNs = now.steadyNs;
        }
    }
    if (auto exchange = takeBeingWritten(token)) {
        exchange->times.writtenNs = now.steadyNs;
        finish(std::move(*exchange));
    }
}

std::optional<Exchange> ConnectionDecoder::takeBeingWritten(std::uint64_t token) {
    const auto found = std::find_if(m_beingWritten.begin(), m_beingWritten.end(),
                                    [token](const Exchange& exchange) { return exchange.token == token; });
    if (found == m_beingWritten.end()) {
        return std::nullopt;
    }
    Exchange exchange = std::move(*found);
    m_beingWritten.erase(found);
    return exchange;
}

void ConnectionDecoder::responseBytes(ByteView bytes, StreamTime now) {
    while (const auto frame = m_responses.next(bytes, now)) {
        m_hasAnswered = true;
        answer(*frame);
        allowTokens();
    }
    if (m_responses.error()) {
        const std::size_t room = kKeptAfterBreak - std::min(kKeptAfterBreak, m_afterBreak.size());
        const ByteView kept = bytes.first(std::min(room, bytes.size()));
        m_afterBreak.insert(m_afterBreak.end(), kept.begin(), kept.end());
    }
}

std::size_t ConnectionDecoder::inFlight() const {
    return static_cast<std::size_t>(
        std::count_if(m_waiting.begin(), m_waiting.end(), [](const Waiting& waiting) { return !waiting.givenUp; }));
}

ConnectionDecoder::WaitingIterator ConnectionDecoder::findWaiting(std::int32_t correlationId) {
    return std::find_if(m_waiting.begin(), m_waiting.end(), [correlationId](const Waiting& waiting) {
        return waiting.exchange.correlationId == correlationId;
    });
}

ConnectionDecoder::WaitingIterator ConnectionDecoder::findToken() {
    if (!m_sasl.hasBegun()) {
        return m_waiting.end();
    }
    return std::find_if(m_waiting.begin(), m_waiting.end(),
                        [](const Waiting& waiting) { return waiting.exchange.saslMechanism.has_value(); });
}

// In turns: what was sent before the first token is answered before it, by its id.
void ConnectionDecoder::answer(const TimedFrame& frame) {
    const std::int32_t correlationId = correlationIdOf(*frame.bytes);
    const auto token = findToken();
    const bool isTokensTurn = token != m_waiting.end() && token == m_waiting.begin();
    const auto request = isTokensTurn ? m_waiting.end() : findWaiting(correlationId);
    if (request != m_waiting.end() && frame.bytes->size() >= 2 * kFrameSizeBytes) {
        answerRequest(request, frame);
    } else if (token != m_waiting.end()) {
        answerToken(token, frame);
    } else if (m_sasl.tokensFlow()) {
        tokenWithoutRequest(frame);
    } else {
        answerWithoutRequest(frame, correlationId);
    }
}

Exchange ConnectionDecoder::answered(WaitingIterator found, const TimedFrame& frame) {
    Exchange exchange = std::move(found->exchange);
    if (found->givenUp) {
        exchange.failure.reset();
        exchange.notes.push_back(pairingNote(Severity::Warning, MessageId::Other, {kLateAnswer}));
    }
    m_waiting.erase(found);
    exchange.response = frame.bytes;
    exchange.times.firstByteNs = frame.first.steadyNs;
    exchange.times.lastByteNs = frame.last.steadyNs;
    return exchange;
}

void ConnectionDecoder::answerRequest(WaitingIterator found, const TimedFrame& frame) {
    notePairing(found->exchange, found);
    const auto position = found - m_waiting.begin();
    Exchange exchange = answered(found, frame);
    m_summarizer.answer(exchange);
    if (asksForTokens(exchange) && exchange.errors.isEmpty() && exchange.responseBytes() >= kHandshakeAnswer) {
        beginTokens(exchange);
        readAgain(m_waiting.begin() + position, true);
    }
    finish(std::move(exchange));
}

void ConnectionDecoder::beginTokens(const Exchange& handshake) {
    const NodeRef body = bodyOf(decodeRequestFrame(m_registry, handshake.request, m_facts.schemas, m_facts.limits));
    m_sasl.begin(textField(body, "mechanism").value_or("?"));
}

void ConnectionDecoder::answerToken(WaitingIterator found, const TimedFrame& frame) {
    Exchange exchange = answered(found, frame);
    noteServerToken(exchange);
    finish(std::move(exchange));
    if (!m_sasl.tokensFlow()) {
        // Sent before the last server token was there, and taken for tokens.
        readAgain(m_waiting.begin(), false);
    }
}

void ConnectionDecoder::noteServerToken(Exchange& exchange) {
    m_sasl.tookFromServer(*exchange.response);
    exchange.notes.push_back(
        pairingNote(Severity::Note, MessageId::SaslTokenAnswer,
                    {messageSize(*exchange.response),
                     m_sasl.tokensFlow() ? "the authentication goes on" : "success, what follows has headers again"}));
}

void ConnectionDecoder::tokenWithoutRequest(const TimedFrame& frame) {
    Exchange exchange = unasked(frame.bytes, frame.first);
    exchange.times.lastByteNs = frame.last.steadyNs;
    exchange.saslMechanism = m_sasl.mechanism();
    noteServerToken(exchange);
    finish(std::move(exchange));
}

void ConnectionDecoder::finishUnansweredTokens() {
    for (Waiting& waiting : m_waiting) {
        if (waiting.exchange.saslMechanism && !waiting.givenUp) {
            waiting.exchange.noResponseByDesign = true;
            waiting.exchange.notes.push_back(pairingNote(Severity::Note, MessageId::SaslTokenUnanswered, {}));
            finish(std::move(waiting.exchange));
        }
    }
    std::erase_if(m_waiting, [](const Waiting& waiting) { return waiting.exchange.saslMechanism.has_value(); });
}

void ConnectionDecoder::notePairing(Exchange& exchange, WaitingIterator found) {
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
    Diagnostic note = pairingNote(
        Severity::Error, MessageId::CorrelationUnexpected,
        {std::to_string(correlationId), someoneWaits ? std::to_string(*oldest->exchange.correlationId) : "none"});
    note.span = {BufferId::Main, kFrameSizeBytes, std::min(frame.bytes->size() - kFrameSizeBytes, kFrameSizeBytes)};
    note.path = "header.correlationId";
    if (someoneWaits && m_waiting.size() == 1 && !oldest->watched) {
        answerWithWrongId(oldest, frame, std::move(note));
        return;
    }
    if (someoneWaits) {
        oldest->exchange.notes.push_back(note);
    }
    Exchange exchange = unasked(frame.bytes, frame.first);
    exchange.times.lastByteNs = frame.last.steadyNs;
    exchange.correlationId = correlationId;
    exchange.notes.push_back(note);
    finish(std::move(exchange));
}

void ConnectionDecoder::answerWithWrongId(WaitingIterator only, const TimedFrame& frame, Diagnostic note) {
    Exchange exchange = answered(only, frame);
    exchange.failure = TransportError{{note.id, note.arguments, note.span, note.path}, std::nullopt};
    exchange.notes.push_back(std::move(note));
    finish(std::move(exchange));
}

Exchange ConnectionDecoder::unasked(std::shared_ptr<const ByteBuffer> response, StreamTime first) const {
    Exchange exchange;
    exchange.connection = m_facts.id;
    exchange.broker = m_facts.broker;
    exchange.response = std::move(response);
    exchange.times.wallMs = first.wallMs;
    exchange.times.firstByteNs = first.steadyNs;
    return exchange;
}

void ConnectionDecoder::giveUp(std::uint64_t token, const TransportError& error) {
    if (auto exchange = takeBeingWritten(token)) {
        exchange->failure = error;
        finish(std::move(*exchange));
    }
    const auto owner = partialOwner();
    for (auto waiting = m_waiting.begin(); waiting != m_waiting.end(); ++waiting) {
        if (waiting->exchange.token != token || waiting->givenUp) {
            continue;
        }
        waiting->givenUp = true;
        waiting->exchange.failure = error;
        if (std::string missing = missingBytes(*waiting->exchange.request); !missing.empty()) {
            waiting->exchange.notes.push_back(pairingNote(Severity::Warning, MessageId::Other, {std::move(missing)}));
        }
        // The rest of the answer may still come: what waits for it stays as it is.
        Exchange told = waiting->exchange;
        if (waiting == owner) {
            attachPartialResponse(told);
            waiting->toldBytes = told.response->size();
            told.notes.push_back(stoppedNote(told));
        }
        finish(std::move(told));
    }
}

// The request that the beginning of a frame answers; the end where nothing has come of one.
ConnectionDecoder::WaitingIterator ConnectionDecoder::partialOwner() {
    const ByteBuffer& partial = m_responses.partial();
    if (partial.empty() || m_waiting.empty()) {
        return m_waiting.end();
    }
    const bool isMessage = partial.size() >= 2 * kFrameSizeBytes && !m_waiting.front().exchange.saslMechanism;
    const auto found = isMessage ? findWaiting(correlationIdOf(partial)) : m_waiting.begin();
    return found == m_waiting.end() ? m_waiting.begin() : found;
}

void ConnectionDecoder::attachPartialResponse(Exchange& exchange) const {
    ByteBuffer partial = m_responses.partial();
    partial.insert(partial.end(), m_afterBreak.begin(), m_afterBreak.end());
    exchange.response = std::make_shared<const ByteBuffer>(std::move(partial));
    exchange.times.firstByteNs = m_responses.partialBegan().steadyNs;
}

// What came of an answer to a request that was given up, or to none. What was told when it was given up is not told
// again.
void ConnectionDecoder::tellPartialOrphan(const TransportError& error, const BrokerVersions* versions) {
    const auto owner = partialOwner();
    const std::size_t toldBytes = owner != m_waiting.end() ? owner->toldBytes : 0;
    if (partialBytes() <= toldBytes) {
        return;
    }
    Exchange orphan = unasked(nullptr, m_responses.partialBegan());
    if (owner != m_waiting.end()) {
        orphan = owner->exchange;
        orphan.notes.push_back(pairingNote(Severity::Warning, MessageId::Other, {kLateAnswer}));
    }
    attachPartialResponse(orphan);
    orphan.failure = whyUnanswered(m_registry, error, orphan, {versions, m_hasAnswered}, false);
    finish(std::move(orphan));
}

void ConnectionDecoder::end(const TransportError& error, const BrokerVersions* versions) {
    const auto owner = partialOwner();
    if (owner != m_waiting.end() && !owner->givenUp) {
        attachPartialResponse(owner->exchange);
        if (error.error.id == MessageId::TimedOut) {
            owner->exchange.notes.push_back(stoppedNote(owner->exchange));
        }
    } else {
        tellPartialOrphan(error, versions);
    }
    bool isOldest = true;
    for (Waiting& waiting : m_waiting) {
        if (waiting.givenUp) {
            continue;
        }
        waiting.exchange.failure =
            whyUnanswered(m_registry, error, waiting.exchange, {versions, m_hasAnswered}, isOldest);
        isOldest = false;
        finish(std::move(waiting.exchange));
    }
    m_waiting.clear();
    for (Exchange& exchange : std::exchange(m_beingWritten, {})) {
        exchange.failure = whyUnanswered(m_registry, error, exchange, {versions, m_hasAnswered}, isOldest);
        isOldest = false;
        finish(std::move(exchange));
    }
}

void ConnectionDecoder::finish(Exchange exchange) {
    exchange.brokerId = m_facts.brokerId;
    // What is no whole answer, or not that of its request, was not summarized.
    if (exchange.response && (exchange.failure || !exchange.request)) {
        NullSink sink;
        exchange.unread = walkResponse(m_registry, exchange, sink, m_facts.schemas, m_facts.limits);
    }
    m_finished.push_back(std::move(exchange));
}

}  // namespace brokerscope
