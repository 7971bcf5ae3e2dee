#pragma once

#include "core/topology/broker_versions.h"

namespace brokerscope {

// Which ApiVersions version to ask next. The newest first; then what the peer offers with error 35 (KIP-511), version 0
// where it offers nothing (before Kafka 2.4). A peer that closes instead is asked anew on another connection with 3 and
// then 0, at most three connections in all.
class VersionNegotiation {
public:
    static constexpr int kMostConnections = 3;

    enum class Next : std::uint8_t {
        Ask,        // version() on this connection
        Reconnect,  // version() on a new one
        Done,
        Failed
    };

    explicit VersionNegotiation(int newest) : m_version(newest) {}

    int version() const { return m_version; }
    int connections() const { return m_connections; }

    // The answer to version().
    Next answered(const BrokerVersions& versions);
    // The connection was closed while an answer was due.
    Next closed();

private:
    int m_version;
    int m_connections = 1;
    bool m_offered = false;  // version() comes from the peer's own offer
};

}  // namespace brokerscope
