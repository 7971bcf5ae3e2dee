#pragma once

#include "app/cli/command_context.h"
#include "core/capture/capture_reader.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace brokerscope {

// What `--summary` says of a whole capture: the file, its connections, and how often each API version was asked, with
// which errors and how long the answers took. Counts the exchanges that it is given. Not thread safe.
class CaptureSummary {
public:
    // Connections kept; further ones are counted.
    static constexpr std::size_t kMostConnections = 10'000;

    void add(const CapturedExchange& captured);
    void add(const ConnectionSummary& connection);

    void print(const CommandContext& context, const CaptureStatistics& statistics) const;
    std::string json(const CommandContext& context, const CaptureStatistics& statistics) const;

private:
    struct ApiCounts {
        std::uint64_t exchanges = 0;
        std::uint64_t answered = 0;
        std::uint64_t requestBytes = 0;
        std::uint64_t responseBytes = 0;
        std::map<std::int16_t, std::uint64_t> errors;  // by code
        double leastMs = 0;
        double mostMs = 0;
        double totalMs = 0;
    };
    using ApiVersion = std::pair<std::int16_t, std::int16_t>;

    std::string apiLine(const CommandContext& context, ApiVersion api, const ApiCounts& counts) const;
    std::string apisJson(const CommandContext& context) const;
    std::string connectionsJson() const;

    std::map<ApiVersion, ApiCounts> m_apis;
    std::uint64_t m_exchanges = 0;
    std::uint64_t m_unpaired = 0;  // answers whose request was not captured, raw tokens
    std::vector<ConnectionSummary> m_connections;
    std::uint64_t m_moreConnections = 0;
};

}  // namespace brokerscope
