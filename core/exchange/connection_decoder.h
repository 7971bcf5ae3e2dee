#pragma once

#include "core/base/limits.h"
#include "core/exchange/exchange.h"
#include "core/exchange/exchange_summarizer.h"
#include "core/exchange/frame_splitter.h"
#include "core/exchange/sasl_stage.h"
#include "core/schema/schema_registry.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace brokerscope {

// What is true of a whole connection.
struct ConnectionFacts {
    ConnectionId id = ConnectionId::None;
    Endpoint broker;
    std::int32_t brokerId = -1;
    Limits limits;
    SchemaChoice schemas;
    std::shared_ptr<TopicNames> topicNames;  // shared with the cluster's other connections; null: of this one alone
};

// What only the sender knows about a request.
struct RequestContext {
    std::uint64_t token = 0;
    bool internal = false;
    std::int64_t queuedNs = -1;
    std::int64_t connectNs = -1;
    bool watched = false;  // somebody else's request: nobody tells when it is written
};

// Turns the two byte streams of one connection into exchanges. No sockets, no clock: bytes and times in, exchanges out.
// It alone knows framing, pairing by correlation id, acks=0, the ApiVersions fallback and raw SASL tokens; fetch
// sessions and topic names are learnt on the way. Both directions must be given in the order in which their bytes were
// seen.
//
// Pairing: an answer belongs to the oldest waiting request with its correlation id. When that is not the oldest of all,
// the exchange says so; when no request has the id, the answer is an exchange without a request. Kafka answers in
// order: where the only request that waits was sent from here, an answer with a wrong id can but be meant for it, and
// finishes it as its response and with the failure CorrelationUnexpected. Raw SASL tokens (SaslStage) have no ids and
// are paired in turns; one without an answer is finished by the next request. Frames that follow a SaslHandshake v0
// before its answer are read again once that is there. A stream whose framing breaks stays broken: broken() says why,
// and later bytes of that direction are dropped. `registry` must outlive the decoder. Not thread safe.
class ConnectionDecoder {
public:
    ConnectionDecoder(const SchemaRegistry& registry, ConnectionFacts facts);

    // Watched bytes from the client, in any pieces.
    void requestBytes(ByteView bytes, StreamTime now);
    // One request as it is handed to the socket, whatever its bytes are.
    void requestFrame(std::shared_ptr<const ByteBuffer> frame, const RequestContext& context, StreamTime now);
    // The operating system has taken all its bytes. One from here that has no response is finished by that.
    void requestWritten(std::uint64_t token, StreamTime now);
    // Bytes from the broker, in any pieces.
    void responseBytes(ByteView bytes, StreamTime now);

    // Nobody waits any longer for that request: it is finished with `error`, and with what came of its answer. A late
    // answer becomes an exchange of its own that says so.
    void giveUp(std::uint64_t token, const TransportError& error);
    // The connection is over: every waiting request is finished with `error`. For ConnectionClosed the cause is worked
    // out for each; `versions` are the broker's (null: never asked). The beginning of an answer that nobody waits for
    // is an exchange of its own.
    void end(const TransportError& error, const BrokerVersions* versions);
    // The node behind the connection became known.
    void setBrokerId(std::int32_t brokerId) { m_facts.brokerId = brokerId; }

    // Exchanges finished since the last call, in the order in which they were.
    std::vector<Exchange> take() { return std::exchange(m_finished, {}); }
    // Requests that wait for an answer.
    std::size_t inFlight() const;
    const std::optional<Error>& brokenRequests() const { return m_requests.error(); }
    const std::optional<Error>& brokenResponses() const { return m_responses.error(); }
    // Names of topic ids, told so far and later; never null.
    std::shared_ptr<const TopicNames> topicNames() const { return m_summarizer.topicNames(); }

private:
    struct Waiting {
        Exchange exchange;
        bool watched = false;
        bool givenUp = false;
        std::size_t toldBytes = 0;  // of its answer, when it was given up
    };

    using WaitingIterator = std::deque<Waiting>::iterator;

    void read(Exchange& exchange, bool isToken);
    // Frames from there on that were taken for the other kind.
    void readAgain(WaitingIterator from, bool asTokens);
    void allowTokens();
    void answer(const TimedFrame& frame);
    void answerRequest(WaitingIterator found, const TimedFrame& frame);
    void answerToken(WaitingIterator found, const TimedFrame& frame);
    void answerWithoutRequest(const TimedFrame& frame, std::int32_t correlationId);
    void answerWithWrongId(WaitingIterator only, const TimedFrame& frame, Diagnostic note);
    void tokenWithoutRequest(const TimedFrame& frame);
    Exchange answered(WaitingIterator found, const TimedFrame& frame);
    Exchange unasked(std::shared_ptr<const ByteBuffer> response, StreamTime first) const;
    void noteServerToken(Exchange& exchange);
    void beginTokens(const Exchange& handshake);
    void finishUnansweredTokens();
    WaitingIterator findWaiting(std::int32_t correlationId);
    WaitingIterator findToken();
    std::optional<Exchange> takeBeingWritten(std::uint64_t token);
    void notePairing(Exchange& exchange, WaitingIterator found);
    WaitingIterator partialOwner();
    std::size_t partialBytes() const { return m_responses.partial().size() + m_afterBreak.size(); }
    void attachPartialResponse(Exchange& exchange) const;
    void tellPartialOrphan(const TransportError& error, const BrokerVersions* versions);
    void finish(Exchange exchange);

    const SchemaRegistry& m_registry;
    ConnectionFacts m_facts;
    FrameSplitter m_requests;
    FrameSplitter m_responses;
    SaslStage m_sasl;
    ExchangeSummarizer m_summarizer;
    ByteBuffer m_afterBreak;  // answering bytes after those that are no size, up to 4 KiB
    bool m_hasAnswered = false;
    bool m_tokensMayBegin = false;         // a SaslHandshake v0 waits
    std::deque<Waiting> m_waiting;         // oldest first
    std::vector<Exchange> m_beingWritten;  // sent from here, without a response to come
    std::vector<Exchange> m_finished;
};

}  // namespace brokerscope
