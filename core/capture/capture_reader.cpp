#include "core/capture/capture_reader.h"

#include "core/exchange/topic_names.h"

#include <algorithm>

namespace brokerscope {
namespace {

// Packets of a large piece are handed out before the next part is copied.
constexpr std::size_t kLargestPiece = 1048576;

}  // namespace

CaptureReader::CaptureReader(const SchemaRegistry& registry, CaptureOptions options)
    : m_options(std::move(options))
    , m_budget{m_options.limits.buffered, 0}
    , m_parser(m_options.limits)
    , m_fragments(m_options.limits.fragments)
    , m_connections({registry, m_options, m_budget, m_output, std::make_shared<TopicNames>()}) {}

void CaptureReader::feed(ByteView bytes) {
    while (!bytes.empty() && !m_isFinished && !m_parser.error()) {
        const ByteView piece = bytes.first(std::min(bytes.size(), kLargestPiece));
        bytes = bytes.subspan(piece.size());
        m_parser.feed(piece);
        readPackets();
    }
}

void CaptureReader::readPackets() {
    while (const auto next = m_parser.next()) {
        packet(*next);
    }
    for (Diagnostic& diagnostic : m_parser.takeDiagnostics()) {
        m_output.diagnostics.push_back({std::move(diagnostic), m_statistics.last.number, ConnectionId::None, false});
    }
    if (m_parser.error()) {
        const Error& error = *m_parser.error();
        m_output.diagnostics.push_back(
            {{Severity::Error, error.id, error.arguments, error.where.value_or(ByteSpan()), {}},
             m_statistics.last.number,
             ConnectionId::None,
             false});
    }
}

void CaptureReader::finish() {
    if (std::exchange(m_isFinished, true)) {
        return;
    }
    m_connections.finish();
    sayFragments();
    if (const auto left = m_parser.finish()) {
        m_output.diagnostics.push_back({*left, m_statistics.last.number, ConnectionId::None, false});
    }
}

CaptureStatistics CaptureReader::statistics() const {
    CaptureStatistics statistics = m_statistics;
    statistics.bytes = m_parser.position();
    statistics.packets = m_parser.packets();
    statistics.droppedFragments = m_fragments.dropped() + m_fragments.waiting();
    statistics.namedAddresses = m_parser.names().size();
    statistics.secrets = m_parser.secrets().size();
    statistics.connections = m_connections.count();
    return statistics;
}

void CaptureReader::unreadable(PacketStamp stamp, const char* layer, std::string reason) {
    ++m_statistics.unreadablePackets;
    if (m_saidUnreadable.insert(layer + reason).second) {
        m_output.diagnostics.push_back(
            {{Severity::Warning, MessageId::PacketUnreadable, {layer, std::move(reason)}, {}, {}},
             stamp.number,
             ConnectionId::None,
             false});
    }
}

void CaptureReader::packet(const CapturedPacket& packet) {
    const PacketStamp stamp{packet.number, packet.timeNs};
    m_statistics.first = m_statistics.first.number == 0 ? stamp : m_statistics.first;
    m_statistics.last = stamp;
    m_statistics.cutPackets += packet.originalLength > packet.bytes.size() ? 1 : 0;
    const LinkPayload payload = linkPayload(packet.linkType, packet.bytes, packet.originalLength);
    switch (payload.content) {
        case LinkContent::Ip:
            network(payload, stamp);
            break;
        case LinkContent::Other:
            ++m_statistics.otherPackets;
            break;
        case LinkContent::TooShort:
            unreadable(stamp, "the link header", "it is cut off");
            break;
        case LinkContent::UnknownLink:
            unreadable(stamp, "the link header", "link type " + std::to_string(packet.linkType) + " is not known");
            break;
    }
}

void CaptureReader::network(const LinkPayload& payload, PacketStamp stamp) {
    const IpReading reading = readIp(payload.bytes, payload.original);
    if (!reading.packet) {
        unreadable(stamp, "the IP packet", std::string(reading.problem));
        return;
    }
    if (!reading.packet->fragment) {
        transport(*reading.packet, stamp);
        return;
    }
    const auto whole = m_fragments.add(*reading.packet);
    if (!whole) {
        return;
    }
    if (const IpReading read = readWhole(*whole); read.packet) {
        transport(*read.packet, stamp);
    } else {
        unreadable(stamp, "the IP packet", std::string(read.problem));
    }
}

// Nobody else misses them where they were the last of their connections.
void CaptureReader::sayFragments() {
    const std::uint64_t lost = m_fragments.dropped() + m_fragments.waiting();
    if (lost > 0) {
        m_output.diagnostics.push_back(
            {{Severity::Warning,
              MessageId::PacketUnreadable,
              {"what came in IP fragments", "datagrams that are not whole: " + std::to_string(lost)},
              {},
              {}},
             m_statistics.last.number,
             ConnectionId::None,
             false});
    }
}

void CaptureReader::transport(const IpPacket& packet, PacketStamp stamp) {
    if (packet.protocol != kTcpProtocol) {
        ++m_statistics.otherPackets;
        return;
    }
    const auto segment = readTcp(packet);
    if (!segment) {
        unreadable(stamp, "the TCP header", packet.missing > 0 ? "it is cut off" : "it is none");
        return;
    }
    ++m_statistics.tcpSegments;
    m_connections.segment(packet.source, packet.destination, *segment, stamp);
}

}  // namespace brokerscope
