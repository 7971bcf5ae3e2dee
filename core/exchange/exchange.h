#pragma once

#include "core/base/diagnostic.h"
#include "core/base/limits.h"
#include "core/exchange/error_summary.h"
#include "core/exchange/fetch_session_state.h"
#include "core/exchange/stream_time.h"
#include "core/exchange/transport_error.h"
#include "core/topology/endpoint.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

class TopicNames;

enum class ExchangeId : std::uint64_t { None = 0 };  // ascending from 1 in the order of ExchangeStore::append
enum class ConnectionId : std::uint32_t { None = 0 };

// Steady-clock ns of what happened; -1: did not happen, or is not known.
struct ExchangeTimes {
    std::int64_t wallMs = 0;        // of `sentNs`, ms since 1970
    std::int64_t queuedNs = -1;     // handed to the connection
    std::int64_t sentNs = -1;       // handed to the socket, or seen on the wire
    std::int64_t writtenNs = -1;    // the operating system has taken all bytes
    std::int64_t firstByteNs = -1;  // first byte of the answer
    std::int64_t lastByteNs = -1;   // last byte of the answer
    // A duration: how long the connection took; of requests that waited for it, and of the first that is not internal.
    std::int64_t connectNs = -1;

    bool operator==(const ExchangeTimes&) const = default;
};

// The same as durations in ms; -1: not known.
struct ExchangeTiming {
    double connectMs = -1;
    double queuedMs = -1;
    double sendMs = -1;
    double waitMs = -1;
    double receiveMs = -1;
    double totalMs = -1;  // sent to last byte
};
ExchangeTiming timingOf(const ExchangeTimes& times);

// Where a remark is about the request of an exchange: "request.topics[0].name".
inline constexpr std::string_view kRequestPath = "request";

// A request with its answer, or with the reason why there is none. Immutable once stored; published as shared_ptr<const
// Exchange>.
struct Exchange {
    ExchangeId id = ExchangeId::None;
    ConnectionId connection = ConnectionId::None;
    Endpoint broker;
    std::int32_t brokerId = -1;  // -1: bootstrap, not matched to a broker
    std::uint64_t token = 0;     // the sender's own number for the request; 0 where it was only watched

    // Absent where the request's bytes are too few, the answer has no request, or the frames are raw SASL tokens.
    std::optional<std::int16_t> apiKey;
    std::optional<std::int16_t> apiVersion;
    std::optional<std::int32_t> correlationId;

    std::shared_ptr<const ByteBuffer>
        request;  // the frame, size prefix included; null: an answer that nobody asked for
    std::shared_ptr<const ByteBuffer> response;  // the frame, size prefix included; null: none
    ExchangeTimes times;

    ErrorSummary errors;                    // error codes in the answer
    std::uint64_t unread = 0;               // bytes of the answer that its decode did not describe
    std::uint32_t responseDiagnostics = 0;  // remarks of that decode above notes
    std::uint32_t requestDiagnostics = 0;   // the same of the request
    // The first error of decoding request or answer; of the request the path is kRequestPath, or begins with it and a
    // point.
    std::optional<Diagnostic> malformed;
    std::optional<std::int32_t> throttleMs;  // where the answer has the field
    // Set: request and response are raw SASL tokens of that mechanism, frames without headers. Secrets as a whole.
    std::optional<std::string> saslMechanism;
    std::shared_ptr<const FetchSessionState> fetchSession;  // of a Fetch; null: none
    std::shared_ptr<const TopicNames> topicNames;  // of the cluster, those told later included; null: no names known
    std::vector<Diagnostic> notes;                 // about the pairing: out of order, unexpected, fallback …

    bool internal = false;            // sent by the program for itself (ApiVersions, Metadata, FindCoordinator)
    bool noResponseByDesign = false;  // Produce with acks=0, a last SASL token that the server does not answer
    std::optional<TransportError> failure;

    std::uint64_t requestBytes() const { return request ? request->size() : 0; }
    std::uint64_t responseBytes() const { return response ? response->size() : 0; }
};

// Why there is no answer to conclude anything from: the exchange's own failure, or AnswerMalformed for a response that
// does not decode. Nothing where there is a good one, or where none was to come.
std::optional<TransportError> failureOf(const Exchange& exchange);

// Trees of an exchange, decoded now by the definitions of `choice` and within `limits` (nothing is cached here). Null
// where there are no bytes.
std::shared_ptr<const ValueTree> requestTree(const SchemaRegistry& registry, const Exchange& exchange,
                                             const SchemaChoice& choice, const Limits& limits);
std::shared_ptr<const ValueTree> responseTree(const SchemaRegistry& registry, const Exchange& exchange,
                                              const SchemaChoice& choice, const Limits& limits);

}  // namespace brokerscope
