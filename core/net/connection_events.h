#pragma once

#include "core/exchange/exchange.h"
#include "core/topology/broker_versions.h"

#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

namespace brokerscope {

// A request for a connection. `token` is the caller's number for it, above 0 and used once.
struct OutgoingRequest {
    std::uint64_t token = 0;
    std::shared_ptr<const ByteBuffer> frame;
    bool ownCorrelationId = false;  // the connection puts its next id into the frame (which has twelve bytes or more)
    bool internal = false;
    std::int64_t deadlineNs = 0;  // steady clock; for sending and answering
    // What the caller waits in all, to be said when it is over; 0: the time left to the deadline.
    std::int64_t patienceMs = 0;
};

enum class TimerId : std::uint64_t { Connect = 0 };  // others are the tokens of requests

// What happens to a connection. Of a socket before Open nothing is heard.
namespace connection_event {
struct Open {};
struct SocketConnected {};
struct SocketFailed {  // before it was connected
    Error error;
};
struct Received {
    ByteView bytes;
};
struct Written {  // bytes the operating system has taken, since SocketConnected
    std::uint64_t total = 0;
};
struct PeerClosed {};  // after all its bytes were Received
struct TimerExpired {
    TimerId timer;
};
struct Send {
    OutgoingRequest request;
};
struct GiveUp {
    std::uint64_t token = 0;
    TransportError error;
};
struct Close {};
}  // namespace connection_event

using ConnectionEvent =
    std::variant<connection_event::Open, connection_event::SocketConnected, connection_event::SocketFailed,
                 connection_event::Received, connection_event::Written, connection_event::PeerClosed,
                 connection_event::TimerExpired, connection_event::Send, connection_event::GiveUp,
                 connection_event::Close>;

// What the driver shall do, in this order.
namespace connection_command {
struct OpenSocket {};
struct Write {
    ByteBuffer bytes;
};
struct CloseSocket {};  // drops what is unsent; PeerClosed and Received are not told any more
struct StartTimer {
    TimerId timer;
    std::int64_t atNs = 0;
};
struct StopTimer {  // of one that was started and has not expired
    TimerId timer;
};
struct Finished {  // an exchange is complete
    Exchange exchange;
};
struct NotSent {
    std::uint64_t token = 0;
    TransportError error;
};
struct Ready {  // once; null where ApiVersions was not asked
    std::shared_ptr<const BrokerVersions> versions;
};
struct Ended {  // once, the last: the connection is of no use any more
    TransportError error;
};
}  // namespace connection_command

using ConnectionCommand =
    std::variant<connection_command::OpenSocket, connection_command::Write, connection_command::CloseSocket,
                 connection_command::StartTimer, connection_command::StopTimer, connection_command::Finished,
                 connection_command::NotSent, connection_command::Ready, connection_command::Ended>;

}  // namespace brokerscope
