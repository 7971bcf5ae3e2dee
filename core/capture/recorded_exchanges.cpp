#include "core/capture/recorded_exchanges.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace brokerscope {
namespace {

constexpr std::uint64_t kRecordedPiece = 1'048'576;
constexpr std::int64_t kNsOfMs = 1'000'000;

// Moves the steady times so that the one that the wall clock is of stands at it.
void countFrom1970(ExchangeTimes& times) {
    const std::int64_t known = times.sentNs >= 0 ? times.sentNs : times.firstByteNs;
    constexpr std::int64_t kLatestMs = std::numeric_limits<std::int64_t>::max() / kNsOfMs / 2;
    // Foreign numbers must not overflow.
    if (times.wallMs < 0 || times.wallMs > kLatestMs || known < 0) {
        return;
    }
    const std::int64_t atWall = times.wallMs * kNsOfMs;
    for (std::int64_t* time :
         {&times.queuedNs, &times.sentNs, &times.writtenNs, &times.firstByteNs, &times.lastByteNs}) {
        if (*time >= 0) {
            const std::int64_t after = *time - known;
            *time = after > std::numeric_limits<std::int64_t>::max() - atWall
                        ? atWall
                        : std::max<std::int64_t>(0, atWall + after);
        }
    }
}

Endpoint namedConnection(ConnectionId connection) {
    const auto number = static_cast<std::uint32_t>(connection);
    return number <= std::numeric_limits<std::uint16_t>::max()
               ? Endpoint{"connection", static_cast<std::uint16_t>(number)}
               : Endpoint{fmt::format("connection-{}", number), 0};
}

}  // namespace

CapturedExchange capturedExchange(RecordedExchange recorded, ConnectionId connection, std::uint64_t number) {
    CapturedExchange captured;
    captured.exchange = std::move(recorded.exchange);
    captured.exchange.connection = connection;
    countFrom1970(captured.exchange.times);
    captured.client = namedConnection(captured.exchange.connection);
    (captured.exchange.request ? captured.requestPackets : captured.responsePackets) = {number};
    return captured;
}

Result<RecordedExchanges> RecordedExchanges::open(const SchemaRegistry& registry,
                                                  std::shared_ptr<const ByteSource> file,
                                                  const CaptureOptions& options) {
    auto reader = RecordingReader::open(registry, std::move(file), {options.messageLimits, options.schemas, nullptr});
    if (!reader) {
        return tl::unexpected<Error>(reader.error());
    }
    return RecordedExchanges(std::move(*reader), options.port);
}

bool RecordedExchanges::readMore() {
    const std::uint64_t end = m_reader.statistics().bytes + kRecordedPiece;
    bool hasMore = false;
    while (m_reader.statistics().bytes < end) {
        auto recorded = m_reader.next();
        if (!recorded) {
            break;
        }
        hasMore = true;
        ++m_number;
        const RecordedPlace place{m_reader.entry(), m_number, numbered(recorded->exchange.connection),
                                  recorded->isRequestMasked, recorded->isResponseMasked};
        CapturedExchange exchange = capturedExchange(std::move(*recorded), place.connection, m_number);
        if (!m_port || exchange.exchange.broker.port == *m_port) {
            count(exchange);
            m_output.exchanges.push_back(std::move(exchange));
            m_places.push_back(place);
        }
    }
    for (Diagnostic& diagnostic : m_reader.takeDiagnostics()) {
        m_output.diagnostics.push_back({std::move(diagnostic), m_number, ConnectionId::None, false});
    }
    return hasMore;
}

ConnectionId RecordedExchanges::numbered(ConnectionId recorded) {
    if (m_reader.run() != m_run) {
        m_run = m_reader.run();
        m_earlier = m_highest;
    }
    const std::uint32_t number = m_earlier + static_cast<std::uint32_t>(recorded);
    m_highest = std::max(m_highest, number);
    return static_cast<ConnectionId>(number);
}

Result<CapturedExchange> RecordedExchanges::at(const RecordedPlace& place) const {
    return m_reader.at(place.entry).map([&place](RecordedExchange&& recorded) {
        return capturedExchange(std::move(recorded), place.connection, place.number);
    });
}

void RecordedExchanges::count(const CapturedExchange& captured) {
    const ExchangeTimes& times = captured.exchange.times;
    const PacketStamp begin{m_number, times.sentNs >= 0 ? times.sentNs : times.firstByteNs};
    const PacketStamp end{m_number, std::max(begin.timeNs, times.lastByteNs)};
    m_first = m_first.number == 0 ? begin : m_first;
    m_last = end;
    const bool isKnown = m_connections.contains(captured.exchange.connection);
    m_connectionCount += isKnown ? 0 : 1;
    if (!isKnown && m_connections.size() >= kMostConnections) {
        return;
    }
    ConnectionSummary& connection = m_connections[captured.exchange.connection];
    if (!isKnown) {
        connection.id = captured.exchange.connection;
        connection.client = captured.client;
        connection.server = captured.exchange.broker;
        connection.content = StreamContent::Kafka;
        connection.isFromStart = true;
        connection.first = begin;
    }
    connection.last = end;
    ++connection.exchanges;
}

CaptureOutput RecordedExchanges::take() {
    m_taken = std::exchange(m_places, {});
    return std::exchange(m_output, {});
}

void RecordedExchanges::finish() {
    m_reader.finish();
    for (Diagnostic& diagnostic : m_reader.takeDiagnostics()) {
        m_output.diagnostics.push_back({std::move(diagnostic), m_number, ConnectionId::None, false});
    }
    for (auto& [id, connection] : std::exchange(m_connections, {})) {
        m_output.connections.push_back(std::move(connection));
    }
}

CaptureStatistics RecordedExchanges::statistics() const {
    CaptureStatistics statistics;
    statistics.bytes = m_reader.statistics().bytes;
    statistics.recordedRuns = std::max<std::size_t>(1, m_reader.runs().size());
    statistics.connections = m_connectionCount;
    statistics.first = m_first;
    statistics.last = m_last;
    return statistics;
}

}  // namespace brokerscope
