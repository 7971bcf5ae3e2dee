#pragma once

#include "core/exchange/exchange.h"
#include "core/schema/schema_registry.h"
#include "core/topology/broker_versions.h"

namespace brokerscope {

// Why a request has no answer when its connection ended with `error`. For ConnectionClosed the probable cause is worked
// out from what was sent and from what is known of the peer; other errors are as they are.
// The exchange has a request, and as its response what came of an answer that was cut off. `isOldest`: no earlier
// request waited.
TransportError whyUnanswered(const SchemaRegistry& registry, const TransportError& error, const Exchange& exchange,
                             const ClosingPeer& peer, bool isOldest);

}  // namespace brokerscope
