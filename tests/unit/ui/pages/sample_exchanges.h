#pragma once

#include "core/base/hex.h"
#include "core/exchange/exchange.h"
#include "core/schema/schema_registry.h"

namespace brokerscope::testing {

inline const SchemaRegistry& registry() {
    return SchemaRegistry::embedded();
}

// Metadata v12 to broker 1 over connection 4, answered after 3 ms without an error.
inline Exchange answeredMetadata() {
    Exchange exchange;
    exchange.connection = ConnectionId{4};
    exchange.broker = {"kafka-1", 9092};
    exchange.brokerId = 1;
    exchange.apiKey = 3;
    exchange.apiVersion = 12;
    exchange.correlationId = 7;
    exchange.request = std::make_shared<const ByteBuffer>(54);
    exchange.response = std::make_shared<const ByteBuffer>(1204);
    exchange.times.queuedNs = 1'000'000;
    exchange.times.sentNs = 1'100'000;
    exchange.times.writtenNs = 1'200'000;
    exchange.times.firstByteNs = 4'000'000;
    exchange.times.lastByteNs = 4'100'000;
    return exchange;
}

// The same, refused by a broker that closes the connection.
inline Exchange closedMetadata() {
    Exchange exchange = answeredMetadata();
    exchange.response = nullptr;
    exchange.times.firstByteNs = exchange.times.lastByteNs = -1;
    TransportError error;
    error.error = Error{MessageId::ConnectionClosed, {"kafka-1:9092", "the broker does not know it"}, std::nullopt, {}};
    error.cause =
        CloseCause{CloseReason::UnexpectedClose, "the broker does not know it", "UnsupportedVersionException"};
    exchange.failure = std::move(error);
    return exchange;
}

// Heartbeat v0 of the group billing, and the answer that there is no error.
inline Exchange heartbeat() {
    Exchange exchange = answeredMetadata();
    exchange.apiKey = 12;
    exchange.apiVersion = 0;
    exchange.request = std::make_shared<const ByteBuffer>(
        *fromHex("0000001d 000c 0000 00000007 0003 753033 0007 62696c6c696e67 00000001 0001 6d"));
    exchange.response = std::make_shared<const ByteBuffer>(*fromHex("00000006 00000007 0000"));
    return exchange;
}

inline Exchange withErrors(Exchange exchange, std::vector<ErrorFinding> findings) {
    exchange.errors.count = findings.size();
    exchange.errors.findings = std::move(findings);
    return exchange;
}

}  // namespace brokerscope::testing
