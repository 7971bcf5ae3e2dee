#include "app/cli/capture_summary.h"

#include "app/cli/captured_output.h"
#include "app/cli/counted.h"
#include "core/text/json_object.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace brokerscope {
namespace {

constexpr std::array<std::string_view, 4> kContents{"unknown", "Kafka", "TLS", "other"};
constexpr std::array<std::string_view, 5> kEnds{"open", "closed", "reset", "replaced", "evicted"};

std::string_view contentName(StreamContent content) {
    return kContents[static_cast<std::size_t>(content)];
}
std::string_view endName(ConnectionEnd end) {
    return kEnds[static_cast<std::size_t>(end)];
}

std::string errorName(const CommandContext& context, std::int16_t code) {
    const ErrorCodeInfo* info = context.registry().errorCode(code);
    return info != nullptr ? info->name : fmt::format("error {}", code);
}

std::string connectionLine(const ConnectionSummary& connection) {
    std::string line = fmt::format("  {}: {}", connectionName(connection.client, connection.server),
                                   connection.content == StreamContent::Other ? std::string_view(connection.says)
                                                                              : contentName(connection.content));
    if (connection.serverName) {
        line += " (server name " + *connection.serverName + ')';
    }
    // A recording has no packets, and does not know how its connections ended.
    const std::string exchanges = counted(connection.exchanges, "exchange", "exchanges");
    line += connection.packets > 0 ? fmt::format(", {}, {}, {}", counted(connection.packets, "packet", "packets"),
                                                 exchanges, endName(connection.end))
                                   : ", " + exchanges;
    if (!connection.isFromStart) {
        line += ", its start was not captured";
    }
    return connection.skipped > 0 ? line + fmt::format(", {} bytes skipped", connection.skipped) : line;
}

void addTimes(JsonObject& object, const PacketStamp& first, const PacketStamp& last) {
    object.add("first", captureTime(first.timeNs));
    object.add("last", captureTime(last.timeNs));
}

void printPackets(const CommandContext& context, const CaptureStatistics& statistics) {
    context.line(fmt::format("{} TCP segments, {} other packets, {} unreadable, {} cut by the snap length",
                             statistics.tcpSegments, statistics.otherPackets, statistics.unreadablePackets,
                             statistics.cutPackets));
    if (statistics.droppedFragments > 0) {
        context.line(
            fmt::format("{} of IP fragments not whole", counted(statistics.droppedFragments, "datagram", "datagrams")));
    }
    if (statistics.namedAddresses > 0) {
        context.line(
            fmt::format("names of {} in the file", counted(statistics.namedAddresses, "address", "addresses")));
    }
    if (statistics.secrets > 0) {
        context.line(fmt::format("{} of decryption secrets in the file; TLS is not decrypted",
                                 counted(statistics.secrets, "block", "blocks")));
    }
}

}  // namespace

void CaptureSummary::add(const CapturedExchange& captured) {
    const Exchange& exchange = captured.exchange;
    ++m_exchanges;
    if (!exchange.apiKey) {
        ++m_unpaired;
        return;
    }
    ApiCounts& counts = m_apis[{*exchange.apiKey, exchange.apiVersion.value_or(-1)}];
    ++counts.exchanges;
    counts.requestBytes += exchange.requestBytes();
    counts.responseBytes += exchange.responseBytes();
    for (const ErrorFinding& finding : exchange.errors.findings) {
        ++counts.errors[finding.code];
    }
    const double totalMs = timingOf(exchange.times).totalMs;
    if (exchange.request && exchange.response && totalMs >= 0) {
        counts.leastMs = counts.answered == 0 ? totalMs : std::min(counts.leastMs, totalMs);
        counts.mostMs = std::max(counts.mostMs, totalMs);
        counts.totalMs += totalMs;
        ++counts.answered;
    }
}

void CaptureSummary::add(const ConnectionSummary& connection) {
    if (m_connections.size() < kMostConnections) {
        m_connections.push_back(connection);
    } else {
        ++m_moreConnections;
    }
}

std::string CaptureSummary::apiLine(const CommandContext& context, ApiVersion api, const ApiCounts& counts) const {
    const ApiInfo* info = context.registry().api(api.first);
    std::string line = fmt::format(
        "  {} v{}: {}, {} bytes sent, {} received", info != nullptr ? info->name : fmt::format("API {}", api.first),
        api.second, counted(counts.exchanges, "exchange", "exchanges"), counts.requestBytes, counts.responseBytes);
    if (counts.answered > 0) {
        line += fmt::format(", {:.3f} to {:.3f} ms, mean {:.3f} ms", counts.leastMs, counts.mostMs,
                            counts.totalMs / static_cast<double>(counts.answered));
    }
    if (counts.answered < counts.exchanges) {
        line += fmt::format(", {} without answer", counts.exchanges - counts.answered);
    }
    for (const auto& [code, count] : counts.errors) {
        line += fmt::format(", {} {}", count, errorName(context, code));
    }
    return line;
}

void CaptureSummary::print(const CommandContext& context, const CaptureStatistics& statistics) const {
    const bool isRecording = statistics.recordedRuns > 0;
    context.line(fmt::format("{} {}, {} bytes, {} to {}", isRecording ? statistics.recordedRuns : statistics.packets,
                             isRecording ? "recorded runs" : "packets", statistics.bytes,
                             captureTime(statistics.first.timeNs), captureTime(statistics.last.timeNs)));
    if (!isRecording) {
        printPackets(context, statistics);
    }
    context.line(fmt::format("{} connections", statistics.connections));
    for (const ConnectionSummary& connection : m_connections) {
        context.line(connectionLine(connection));
    }
    if (m_moreConnections > 0) {
        context.line(fmt::format("  and {} more", m_moreConnections));
    }
    context.line(
        fmt::format("{}, {} of them without a known API", counted(m_exchanges, "exchange", "exchanges"), m_unpaired));
    for (const auto& [api, counts] : m_apis) {
        context.line(apiLine(context, api, counts));
    }
}

std::string CaptureSummary::apisJson(const CommandContext& context) const {
    std::string out;
    {
        JsonArray array(out);
        for (const auto& [api, counts] : m_apis) {
            array.next();
            JsonObject object(out);
            object.addJson("api", apiReferenceJson(context, api.first, api.second));
            object.add("exchanges", counts.exchanges);
            object.add("answered", counts.answered);
            object.add("requestBytes", counts.requestBytes);
            object.add("responseBytes", counts.responseBytes);
            object.addKey("latencyMs");
            if (counts.answered == 0) {
                out += "null";
            } else {
                out += fmt::format(R"({{"least":{:.3f},"mean":{:.3f},"most":{:.3f}}})", counts.leastMs,
                                   counts.totalMs / static_cast<double>(counts.answered), counts.mostMs);
            }
            object.addKey("errors");
            JsonArray errors(out);
            for (const auto& [code, count] : counts.errors) {
                errors.next();
                JsonObject error(out);
                error.add("code", int{code});
                error.add("name", errorName(context, code));
                error.add("count", count);
            }
        }
    }
    return out;
}

std::string CaptureSummary::connectionsJson() const {
    std::string out;
    {
        JsonArray array(out);
        for (const ConnectionSummary& connection : m_connections) {
            array.next();
            JsonObject object(out);
            object.add("connection", connectionName(connection.client, connection.server));
            object.add("content", contentName(connection.content));
            object.add("says", connection.says);
            if (connection.serverName) {
                object.add("serverName", *connection.serverName);
            } else {
                object.addNull("serverName");
            }
            object.add("end", endName(connection.end));
            object.add("isFromStart", connection.isFromStart);
            object.add("packets", connection.packets);
            object.add("exchanges", connection.exchanges);
            object.add("skipped", connection.skipped);
            addTimes(object, connection.first, connection.last);
        }
    }
    return out;
}

std::string CaptureSummary::json(const CommandContext& context, const CaptureStatistics& statistics) const {
    std::string out;
    {
        JsonObject object(out);
        object.add("packets", statistics.packets);
        object.add("bytes", statistics.bytes);
        addTimes(object, statistics.first, statistics.last);
        object.add("tcpSegments", statistics.tcpSegments);
        object.add("otherPackets", statistics.otherPackets);
        object.add("unreadablePackets", statistics.unreadablePackets);
        object.add("cutPackets", statistics.cutPackets);
        object.add("droppedFragments", statistics.droppedFragments);
        object.add("namedAddresses", statistics.namedAddresses);
        object.add("secrets", statistics.secrets);
        object.add("recordedRuns", statistics.recordedRuns);
        object.add("connectionCount", statistics.connections);
        object.addJson("connections", connectionsJson());
        object.add("exchanges", m_exchanges);
        object.add("unpaired", m_unpaired);
        object.addJson("apis", apisJson(context));
    }
    return out;
}

}  // namespace brokerscope
