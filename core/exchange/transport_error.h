#pragma once

#include "core/base/error.h"
#include "core/exchange/close_cause.h"

#include <optional>

namespace brokerscope {

// Our side's failure: there is no answer to read. Never a Kafka error code, never a remark on bytes.
// error.id is one of ConnectRefused, HostUnknown, TimedOut, ConnectionClosed, NotKafka, FrameSize…, Cancelled,
// NoBroker, CorrelationUnexpected (there is a response, and it may answer something else).
struct TransportError {
    Error error;
    std::optional<CloseCause> cause;  // for ConnectionClosed

    std::string text() const { return error.text(); }
    bool operator==(const TransportError&) const = default;
};

}  // namespace brokerscope
