#pragma once

#include "core/topology/broker_versions.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace brokerscope {

// Brokers whose logs read alike. Kafka 4.0 reworded most of the lines, and tells an unknown version from a disabled API
// where older ones have one line for both.
enum class BrokerGeneration : std::uint8_t { UpTo3, From4 };

// By the oldest Fetch that the broker lists: Kafka 4.0 removed versions 0-3. Nothing where it lists no Fetch, or was
// not asked (null).
std::optional<BrokerGeneration> brokerGeneration(const BrokerVersions* versions);

// The newest loaded release of a generation; empty: none is loaded.
std::string releaseOf(const SchemaRegistry& registry, BrokerGeneration generation);

// What a broker logs when it closes a connection instead of answering.
enum class LogLine : std::uint8_t {
    UnreadableHeader,    // of a request whose key it does not know, or whose header it cannot read
    UnsupportedVersion,  // a version that it does not know
    DisabledApi,         // an API or version that it knows and does not serve here
    RemovedApi,          // a key without versions
    UnreadableBody
};

// The request that was sent. `api` is its name as definitions have it (BeginQuorumEpoch).
struct LoggedRequest {
    int apiKey = 0;
    std::string_view api;
    int version = 0;
};

// The line, from the exception on. It follows "Closing socket for … because of error". Seen in the logs of Kafka 3.9.2
// and 4.4.0.
std::string logLine(BrokerGeneration generation, LogLine line, const LoggedRequest& request);

}  // namespace brokerscope
