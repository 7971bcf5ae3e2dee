#pragma once

#include "core/base/diagnostic.h"
#include "core/capture/stream_assembler.h"
#include "core/exchange/exchange.h"
#include "core/topology/endpoint.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace brokerscope {

// An exchange out of a capture. Its times are those of the packets (ns since 1970): `sentNs` of the request's last
// byte, `firstByteNs` and `lastByteNs` of the answer's. exchange.broker is the side that answers. Beside what
// ConnectionDecoder says of it, exchange.failure may be AnswerNotCaptured or AnswerIncomplete, and its notes
// RequestIncomplete or RequestNotCaptured. An incomplete message holds the bytes before its gap.
struct CapturedExchange {
    Exchange exchange;
    Endpoint client;
    // Numbers of the packets that brought bytes of the message, also of those that brought them again while the answer
    // was awaited. Ascending.
    std::vector<std::uint64_t> requestPackets;
    std::vector<std::uint64_t> responsePackets;

    // The packet by which the exchange is called: the first of the request, else of the answer. 0: none.
    std::uint64_t packet() const {
        return !requestPackets.empty() ? requestPackets.front() : responsePackets.empty() ? 0 : responsePackets.front();
    }
};

// A remark on a capture. `diagnostic.span` counts bytes of the file where no connection is named, else of the stream.
struct CaptureDiagnostic {
    Diagnostic diagnostic;
    std::uint64_t packet = 0;  // after which it was made; 0: none
    ConnectionId connection = ConnectionId::None;
    bool isFromServer = false;  // about the direction from the server; only with a connection
    Endpoint client = {};       // of the connection, as far as its sides are told apart yet
    Endpoint broker = {};
};

enum class StreamContent : std::uint8_t {
    Unknown,  // nothing that is known, or too little to tell
    Kafka,
    Tls,
    Other  // another protocol that is known
};

enum class ConnectionEnd : std::uint8_t {
    Open,    // it was open when the capture ended
    Closed,  // both sides closed it
    Reset,
    Replaced,  // a new connection began between the same two ports
    Evicted    // the limit of connections followed at once was met
};

// What is known of one TCP connection once it is over.
struct ConnectionSummary {
    ConnectionId id = ConnectionId::None;
    Endpoint client;  // who opened it; where that was not captured, who sends requests, else who sent first
    Endpoint server;
    StreamContent content = StreamContent::Unknown;
    std::string says;                       // of Other: what it looks like
    std::optional<std::string> serverName;  // of Tls: from the ClientHello
    ConnectionEnd end = ConnectionEnd::Open;
    bool isFromStart = false;  // its SYN was captured
    std::uint64_t packets = 0;
    PacketStamp first;
    PacketStamp last;
    StreamCounts fromClient;
    StreamCounts fromServer;
    std::uint64_t exchanges = 0;
    std::uint64_t skipped = 0;  // bytes of a Kafka connection that no frame was found in
};

// Where the connections of a capture put what they found, in the order in which it was.
struct CaptureOutput {
    std::vector<CapturedExchange> exchanges;
    std::vector<CaptureDiagnostic> diagnostics;
    std::vector<ConnectionSummary> connections;
};

}  // namespace brokerscope
