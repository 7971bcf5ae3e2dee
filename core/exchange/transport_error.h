#pragma once

#include "core/base/error.h"
#include "core/exchange/close_cause.h"

#include <optional>

namespace brokerscope {

// Our side's failure: there is no answer to go on with. Never a Kafka error code.
// error.id is one of ConnectRefused, HostUnknown, TimedOut, ConnectionClosed, NotKafka, FrameSize…, Cancelled,
// NoBroker, CorrelationUnexpected (there is a response, and it may answer something else), AnswerMalformed (there is a
// response that does not decode: what it begins with is shown, and nothing is concluded from it).
struct TransportError {
    Error error;
    std::optional<CloseCause> cause;  // for ConnectionClosed

    std::string text() const { return error.text(); }
    bool operator==(const TransportError&) const = default;
};

}  // namespace brokerscope
