#pragma once

#include "core/base/bytes.h"
#include "core/exchange/frame_facts.h"
#include "core/schema/schema_registry.h"
#include "core/topology/broker_versions.h"

#include <cstdint>
#include <optional>
#include <string>

namespace brokerscope {

// "the size prefix says 100 bytes and 8 were sent: a broker waits for the rest"; empty where a frame is whole.
std::string missingBytes(ByteView frame);

enum class CloseReason : std::uint8_t {
    BadSize,
    EmptyFrame,
    UnreadableHeader,
    UnknownApi,
    RemovedApi,
    DisabledApi,
    UnsupportedVersion,
    RefusedVersion,
    MalformedBody,
    UnexpectedClose
};

// Why a broker probably closed a connection instead of answering, and what to look for in its log.
struct CloseCause {
    CloseReason reason = CloseReason::UnexpectedClose;
    std::string sentence;
    std::string
        logLine;  // the broker writes it after "Closing socket for … because of error"; empty where it logs nothing

    bool operator==(const CloseCause&) const = default;
};

// What is known of the peer that closed.
struct ClosingPeer {
    const BrokerVersions* versions = nullptr;  // what it listed; null: not asked
    bool hasAnswered = false;                  // something else on the same connection
};

// Decides from the frame that was sent last. Kafka's own order of checks: size, header, API known, version, API served
// on this listener, body. Where it is not known which generation of brokers the peer is of, the log line names both.
CloseCause closeCause(const SchemaRegistry& registry, ByteView frame, const ClosingPeer& peer);

}  // namespace brokerscope
