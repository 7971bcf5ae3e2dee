#pragma once

#include "core/codec/frame_walk.h"
#include "core/exchange/exchange.h"
#include "core/exchange/foreign_bytes.h"
#include "core/exchange/sasl_token.h"

namespace brokerscope {

// Walks over the messages of an exchange, without trees of them: a sink of FrameWalk gets what requestTree and
// responseTree would hold. Gives the number of bytes that nobody described; no event and 0 where there are no bytes.
template <class Sink>
std::uint64_t walkRequest(const SchemaRegistry& registry, const Exchange& exchange, Sink& sink,
                          const SchemaChoice& choice, const Limits& limits) {
    if (!exchange.request) {
        return 0;
    }
    FrameWalk<Sink> walk(*exchange.request, 0, sink, limits);
    return exchange.saslMechanism ? walk.message(saslTokenLayout()) : walk.requestFrame(registry, choice);
}

template <class Sink>
std::uint64_t walkResponse(const SchemaRegistry& registry, const Exchange& exchange, Sink& sink,
                           const SchemaChoice& choice, const Limits& limits) {
    if (!exchange.response) {
        return 0;
    }
    FrameWalk<Sink> walk(*exchange.response, 0, sink, limits);
    if (exchange.saslMechanism) {
        return walk.message(saslTokenLayout());
    }
    if (exchange.failure && isNoFrame(exchange.failure->error.id)) {
        return exchange.response->size();
    }
    // Without its request an answer does not say what it answers: key -1 gives the header and a gap.
    return walk.responseFrame(registry, exchange.apiKey.value_or(-1), exchange.apiVersion.value_or(0), choice);
}

}  // namespace brokerscope
