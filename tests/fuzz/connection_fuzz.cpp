// One connection: the input is cut into pieces (direction, length, bytes) that arrive at both ends; then the peer
// closes.
#include "core/exchange/connection_decoder.h"

#include <cstdlib>

using namespace brokerscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    ConnectionDecoder decoder(SchemaRegistry::embedded(), ConnectionFacts{});
    std::size_t at = 0;
    while (size - at >= 2) {
        const bool isRequest = (data[at] & 1) != 0;
        const std::size_t length = std::min<std::size_t>(data[at + 1], size - at - 2);
        const ByteView piece(data + at + 2, length);
        if (isRequest) {
            decoder.requestBytes(piece, {});
        } else {
            decoder.responseBytes(piece, {});
        }
        at += 2 + length;
    }
    decoder.end({}, nullptr);
    // Nothing waits once the connection is over, and every exchange can be asked for.
    if (decoder.inFlight() != 0) {
        std::abort();
    }
    for (const Exchange& exchange : decoder.take()) {
        // A raw token has nothing of a header.
        if (exchange.saslMechanism && (exchange.apiKey || exchange.correlationId)) {
            std::abort();
        }
        // Partitions are counted as they are listed.
        if (exchange.fetchSession && exchange.fetchSession->kind != FetchKind::Lost &&
            exchange.fetchSession->positions().size() != exchange.fetchSession->partitions) {
            std::abort();
        }
        requestTree(SchemaRegistry::embedded(), exchange, {}, {});
        responseTree(SchemaRegistry::embedded(), exchange, {}, {});
    }
    return 0;
}
