#pragma once

#include "core/base/limits.h"
#include "core/exchange/exchange.h"
#include "core/exchange/frame_splitter.h"
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
};

// What only the sender knows about a request.
struct RequestContext {
    std::uint64_t token = 0;
    bool internal = false;
    std::int64_t queuedNs = -1;
    std::int64_t connectNs = -1;
};

// Turns the two byte streams of one connection into exchanges. No sockets, no clock: bytes and times in, exchanges out.
// It alone knows framing, pairing by correlation id, acks=0 and the ApiVersions fallback.
//
// Pairing: an answer belongs to the oldest waiting request with its correlation id. When that is not the oldest of all,
// the exchange says so; when no request has the id, the answer is an exchange without a request. Kafka answers in
// order. A stream whose framing breaks stays broken: broken() says why, and later bytes of that direction are dropped.
// `registry` must outlive the decoder. Not thread safe.
class ConnectionDecoder {
public:
    ConnectionDecoder(const SchemaRegistry& registry, ConnectionFacts facts);

    // Watched bytes from the client, in any pieces.
    void requestBytes(ByteView bytes, StreamTime now);
    // One request as it is handed to the socket, whatever its bytes are.
    void requestFrame(std::shared_ptr<const ByteBuffer> frame, const RequestContext& context, StreamTime now);
    // The operating system has taken all its bytes.
    void requestWritten(std::uint64_t token, StreamTime now);
    // Bytes from the broker, in any pieces.
    void responseBytes(ByteView bytes, StreamTime now);

    // Nobody waits any longer for that request: it is finished with `error`. A late answer becomes an exchange of its
    // own that says so.
    void giveUp(std::uint64_t token, const TransportError& error);
    // The connection is over: every waiting request is finished with `error`. For ConnectionClosed the cause is worked
    // out for each; `versions` are the broker's (null: never asked).
    void end(const TransportError& error, const BrokerVersions* versions);
    // The node behind the connection became known.
    void setBrokerId(std::int32_t brokerId) { m_facts.brokerId = brokerId; }

    // Exchanges finished since the last call, in the order in which they were.
    std::vector<Exchange> take() { return std::exchange(m_finished, {}); }
    // Requests that wait for an answer.
    std::size_t inFlight() const;
    const std::optional<Error>& brokenRequests() const { return m_requests.error(); }
    const std::optional<Error>& brokenResponses() const { return m_responses.error(); }
    // Bytes of an answer that is not complete.
    std::size_t partialResponse() const { return m_responses.partial().size(); }

private:
    struct Waiting {
        Exchange exchange;
        bool givenUp = false;
    };

    void answer(const TimedFrame& frame);
    void answerWithoutRequest(const TimedFrame& frame, std::int32_t correlationId);
    std::deque<Waiting>::iterator findWaiting(std::int32_t correlationId);
    void notePairing(Exchange& exchange, const std::deque<Waiting>::iterator& found);
    void summarize(Exchange& exchange);
    void attachPartialResponse();
    TransportError closedWith(const TransportError& error, const Exchange& exchange, const BrokerVersions* versions,
                              bool isOldest) const;
    void finish(Exchange exchange);

    const SchemaRegistry& m_registry;
    ConnectionFacts m_facts;
    FrameSplitter m_requests;
    FrameSplitter m_responses;
    std::deque<Waiting> m_waiting;  // oldest first
    std::vector<Exchange> m_finished;
};

}  // namespace brokerscope
