#pragma once

#include "core/capture/capture_limits.h"
#include "core/capture/captured_exchange.h"
#include "core/capture/frame_stream.h"
#include "core/capture/kafka_signature.h"
#include "core/exchange/connection_decoder.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace brokerscope {

// One captured Kafka connection: both directions, with gaps, become exchanges. Pairing and everything else that a live
// connection has is ConnectionDecoder's; this adds what only captures have:
//   - frames with packet numbers and times, framing after gaps (FrameStream);
//   - requests and answers that are not there, or not whole, are said to be so, and never make another exchange look
//     wrong: after bytes were lost, an answer to a later request is no answer out of order, and one to a request that
//     nobody saw is no unexpected one.
// The rule for the next frame after a gap. A request: as in checkRequest, whole and with a client id, or at a segment's
// start; or not complete, with the client id of the requests before and a higher correlation id. An answer: the
// correlation id of a waiting request and, where complete, a body that decodes whole, else a segment's start; or a
// segment that begins with a size which ends exactly at a segment's end. Not thread safe.
class KafkaConversation : private FrameListener {
public:
    // All but `facts` must outlive it.
    KafkaConversation(const SchemaRegistry& registry, ConnectionFacts facts, Endpoint client,
                      const CaptureLimits& limits, CaptureOutput& output);

    // The first byte of that side's stream was not captured.
    void startMidway(StreamSide side);
    // A packet of the server was captured, with bytes or without.
    void serverSeen() { m_serverSeen = true; }
    void piece(StreamSide side, const StreamPiece& piece);
    void gap(StreamSide side, const StreamGap& gap);
    void repeat(StreamSide side, std::uint64_t offset, std::uint64_t length, std::uint64_t packet);
    // The connection is over, or the capture is. `isClosedByClient`: its FIN or RST was the first.
    void end(ConnectionEnd end, bool isClosedByClient);

    std::uint64_t exchanges() const { return m_exchanges; }
    std::uint64_t skippedBytes() const { return m_skipped; }

private:
    // A request that waits for its answer here as in the decoder, under the same token; 0: it is in no decoder, since
    // its correlation id is not there.
    struct Pending {
        std::uint64_t token = 0;
        std::optional<std::int32_t> correlationId;
        std::optional<std::int16_t> apiKey;
        std::optional<std::int16_t> apiVersion;
        std::uint64_t begin = 0;  // in the stream
        std::uint64_t end = 0;
        std::vector<std::uint64_t> packets;
        std::optional<Diagnostic> incomplete;
    };
    using PendingIterator = std::deque<Pending>::iterator;

    void frame(StreamSide side, CapturedFrame frame) override;
    void incomplete(StreamSide side, CapturedFrame frame, std::string_view why) override;
    void skipped(StreamSide side, std::uint64_t offset, std::uint64_t bytes, std::uint64_t packet) override;
    void broken(StreamSide side, const Error& error, std::uint64_t offset, std::uint64_t packet) override;
    FrameFinding search(StreamSide side, const FrameSearch& search) override;

    // Whether a frame begins at a place of a search.
    enum class Place : std::uint8_t { Found, Awaited, Rejected };
    Place requestAt(const FrameSearch& search, std::size_t at) const;
    Place answerAt(const FrameSearch& search, std::size_t at) const;
    bool goesOn(const RequestCheck& check) const;

    void request(CapturedFrame frame, std::optional<Diagnostic> note);
    void incompleteRequest(CapturedFrame frame, std::string_view why);
    void answer(CapturedFrame frame);
    void incompleteAnswer(CapturedFrame frame, std::string_view why);
    void decodeAnswer(const CapturedFrame& frame);
    void answerAlone(CapturedFrame frame, Diagnostic note);
    void giveUpBefore(PendingIterator found, const std::string& why);
    void giveUp(const Pending& pending, Error error, const CapturedFrame* partial);
    void giveUpAll(const Error& error);
    PendingIterator findPending(std::int32_t correlationId);
    void renewDecoder(const TransportError& error);
    void limitPending();
    void collect(const CapturedFrame* answer, bool isPartial = false);
    void emit(Exchange exchange, std::vector<std::uint64_t> requestPackets, std::vector<std::uint64_t> responsePackets);
    void remark(StreamSide side, Diagnostic diagnostic, std::uint64_t packet);
    FrameStream& stream(StreamSide side) { return side == StreamSide::Client ? m_requests : m_answers; }
    void noteLoss(StreamSide side);

    const SchemaRegistry& m_registry;
    ConnectionFacts m_facts;
    Endpoint m_client;
    const CaptureLimits& m_limits;
    CaptureOutput& m_output;
    FrameStream m_requests;
    FrameStream m_answers;
    std::unique_ptr<ConnectionDecoder> m_decoder;
    std::deque<Pending> m_pending;  // oldest first
    std::uint64_t m_pendingBytes = 0;
    std::size_t m_givenUp = 0;  // which the decoder still knows
    std::uint64_t m_token = 0;
    std::uint64_t m_exchanges = 0;
    std::uint64_t m_skipped = 0;
    std::string m_clientId;  // of the last whole request
    std::int32_t m_lastCorrelationId = -1;
    bool m_requestsLost = false;  // bytes of requests are missing
    bool m_answersLost = false;
    bool m_serverSeen = false;
    bool m_mayHaveTokens = false;  // a SaslHandshake v0 was sent
};

}  // namespace brokerscope
