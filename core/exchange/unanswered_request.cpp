#include "core/exchange/unanswered_request.h"

namespace brokerscope {

TransportError whyUnanswered(const SchemaRegistry& registry, const TransportError& error, const Exchange& exchange,
                             const ClosingPeer& peer, bool isOldest) {
    if (error.error.id != MessageId::ConnectionClosed) {
        return error;
    }
    TransportError closed = error;
    if (exchange.response) {
        closed.cause =
            CloseCause{CloseReason::UnexpectedClose,
                       "it stopped after " + std::to_string(exchange.response->size()) + " bytes of the answer",
                       {}};
    } else if (exchange.saslMechanism) {
        closed.cause = CloseCause{CloseReason::UnexpectedClose, "a broker closes when it refuses a SASL token", {}};
    } else if (!isOldest) {
        closed.cause =
            CloseCause{CloseReason::UnexpectedClose, "an earlier request on this connection was refused", {}};
    } else {
        closed.cause = closeCause(registry, *exchange.request, peer);
    }
    closed.error.arguments = {exchange.broker.toString(), closed.cause->sentence};
    return closed;
}

}  // namespace brokerscope
