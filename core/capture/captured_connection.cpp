#include "core/capture/captured_connection.h"

#include <algorithm>

namespace brokerscope {

CapturedConnection::CapturedConnection(ConnectionId id, std::array<SocketAddress, 2> addresses,
                                       const CaptureContext& context)
    : m_context(context)
    , m_addresses(addresses)
    , m_directions{Direction(*this, 0), Direction(*this, 1)}
    , m_assemblers{StreamAssembler(context.options.limits, context.budget, m_directions[0]),
                   StreamAssembler(context.options.limits, context.budget, m_directions[1])}
    , m_recognizer(std::make_unique<StreamRecognizer>(context.registry, context.options.messageLimits.frame,
                                                      context.options.limits, context.budget)) {
    m_summary.id = id;
    if (context.options.port) {
        m_client = addresses[0].port == *context.options.port ? 1 : 0;
        m_recognizer->forceClient(m_client);
    }
}

void CapturedConnection::open(std::size_t side, const TcpSegment& segment) {
    if (m_assemblers[side].hasBegun()) {
        return;
    }
    m_assemblers[side].begin(segment.sequence + 1);
    m_startSeen[side] = true;
    if (!m_recognizer) {
        return;
    }
    if (segment.hasAck) {
        m_recognizer->startSeen(side);
    } else {
        m_recognizer->openedBy(side);
    }
    m_summary.isFromStart = true;
    m_client = m_context.options.port ? m_client : segment.hasAck ? 1 - side : side;
}

bool CapturedConnection::isReplacedBy(std::size_t side, const TcpSegment& segment) const {
    const StreamAssembler& assembler = m_assemblers[side];
    return segment.isSyn && !segment.hasAck && (isOver() || assembler.hasBegun()) &&
           !(assembler.hasBegun() && assembler.firstSequence() == segment.sequence + 1);
}

void CapturedConnection::packet(std::size_t side, const TcpSegment& segment, PacketStamp stamp) {
    m_summary.first = m_summary.packets++ == 0 ? stamp : m_summary.first;
    m_summary.last = stamp;
    if (m_end) {
        return;
    }
    if (segment.isSyn) {
        open(side, segment);
    }
    if ((segment.isFin || segment.isReset) && !m_closer) {
        m_closer = side;
    }
    // First: an answer that acknowledges what is not here waits.
    if (segment.hasAck) {
        m_assemblers[1 - side].acknowledged(segment.acknowledged);
    }
    m_isSeen[side] = true;
    if (m_kafka && side != m_client) {
        m_kafka->serverSeen();
    }
    m_assemblers[side].segment(segment, stamp);
    for (StreamAssembler& assembler : m_assemblers) {
        assembler.tick(stamp);
    }
    handOnDelayed();
    if (segment.isReset) {
        m_end = ConnectionEnd::Reset;
    } else if (m_assemblers[0].isFinished() && m_assemblers[1].isFinished()) {
        m_end = ConnectionEnd::Closed;
    }
}

CapturedConnection::~CapturedConnection() {
    m_context.budget.used -= m_delayedBytes;
}

void CapturedConnection::piece(std::size_t side, const StreamPiece& piece) {
    if (isDelayed(side)) {
        delay({side, std::nullopt, ByteBuffer(piece.bytes.begin(), piece.bytes.end()), piece.offset,
               PacketStamp{piece.packet, piece.timeNs}});
    } else if (m_recognizer) {
        m_recognizer->piece(side, piece);
        settle();
    } else if (m_kafka) {
        m_kafka->piece(roleOf(side), piece);
    }
}

void CapturedConnection::gap(std::size_t side, const StreamGap& gap) {
    if (isDelayed(side)) {
        delay({side, gap, {}, gap.offset, PacketStamp{gap.packet, gap.timeNs}});
    } else if (m_recognizer) {
        m_recognizer->gap(side, gap);
        settle();
    } else if (m_kafka) {
        m_kafka->gap(roleOf(side), gap);
    }
}

bool CapturedConnection::isDelayed(std::size_t side) const {
    return side != m_client && (m_assemblers[m_client].hasHole() || !m_delayed.empty()) && (m_recognizer || m_kafka);
}

void CapturedConnection::delay(HeldEvent event) {
    m_delayedBytes += event.bytes.size();
    m_context.budget.used += event.bytes.size();
    m_delayed.push_back(std::move(event));
}

void CapturedConnection::handOn(const HeldEvent& event) {
    if (event.gap) {
        gap(event.side, *event.gap);
    } else {
        piece(event.side, {event.bytes, event.offset, event.stamp.number, event.stamp.timeNs});
    }
}

void CapturedConnection::handOnDelayed() {
    if (m_delayed.empty()) {
        return;
    }
    if (m_delayedBytes > m_context.options.limits.outOfOrder || m_context.budget.isSpent()) {
        m_assemblers[m_client].giveUpHole(GapReason::Limit);
    }
    if (m_assemblers[m_client].hasHole()) {
        return;
    }
    m_context.budget.used -= std::exchange(m_delayedBytes, 0);
    for (const HeldEvent& event : std::exchange(m_delayed, {})) {
        handOn(event);
    }
}

void CapturedConnection::repeat(std::size_t side, std::uint64_t offset, std::uint64_t length, std::uint64_t packet) {
    if (m_kafka) {
        m_kafka->repeat(roleOf(side), offset, length, packet);
    }
}

void CapturedConnection::settle() {
    if (!m_recognizer->result()) {
        return;
    }
    // From here on what comes goes past it.
    const auto recognizer = std::exchange(m_recognizer, nullptr);
    const Recognition recognition = *recognizer->result();
    m_summary.content = recognition.content;
    m_summary.says = recognition.says;
    m_summary.serverName = recognition.serverName;
    if (recognition.content == StreamContent::Kafka) {
        beginKafka(recognition.client, *recognizer);
    } else {
        remarkOnContent();
    }
}

void CapturedConnection::beginKafka(std::size_t client, StreamRecognizer& recognizer) {
    m_client = client;
    ConnectionFacts facts;
    facts.id = m_summary.id;
    facts.broker = m_addresses[1 - client].toEndpoint();
    facts.limits = m_context.options.messageLimits;
    facts.schemas = m_context.options.schemas;
    facts.topicNames = m_context.topicNames;
    m_kafka =
        std::make_unique<KafkaConversation>(m_context.registry, std::move(facts), m_addresses[client].toEndpoint(),
                                            m_context.options.limits, m_context.output);
    for (std::size_t side = 0; side < m_addresses.size(); ++side) {
        if (!m_startSeen[side] || recognizer.letGo() > 0) {
            m_kafka->startMidway(roleOf(side));
        }
    }
    if (m_isSeen[1 - client]) {
        m_kafka->serverSeen();
    }
    m_summary.skipped = recognizer.letGo();
    for (const HeldEvent& event : recognizer.takeHeld()) {
        handOn(event);
    }
}

void CapturedConnection::remarkOnContent() {
    std::vector<std::string> arguments;
    if (m_summary.content == StreamContent::Tls) {
        arguments = {"TLS", m_summary.serverName ? " without keys; server name " + *m_summary.serverName
                                                 : " without keys; no server name is seen"};
    } else if (m_summary.content == StreamContent::Other) {
        arguments = {m_summary.says, ""};
    } else {
        return;
    }
    m_context.output.diagnostics.push_back({{Severity::Warning, MessageId::StreamNotRead, std::move(arguments), {}, {}},
                                            m_summary.last.number,
                                            m_summary.id,
                                            false,
                                            m_addresses[m_client].toEndpoint(),
                                            m_addresses[1 - m_client].toEndpoint()});
}

void CapturedConnection::finish(ConnectionEnd end) {
    m_summary.end = m_end.value_or(end);
    m_assemblers[m_client].end();
    handOnDelayed();
    m_assemblers[1 - m_client].end();
    if (m_recognizer) {
        m_recognizer->end();
        settle();
    }
    if (m_kafka) {
        m_kafka->end(m_summary.end, m_closer == m_client);
    }
    summarize();
}

void CapturedConnection::remarkOnCount(MessageId id, std::uint64_t fromClient, std::uint64_t fromServer) {
    if (fromClient + fromServer == 0) {
        return;
    }
    m_context.output.diagnostics.push_back({{Severity::Warning, id, {std::to_string(fromClient + fromServer)}, {}, {}},
                                            m_summary.last.number,
                                            m_summary.id,
                                            fromServer > 0,
                                            m_summary.client,
                                            m_summary.server});
}

void CapturedConnection::summarize() {
    m_summary.client = m_addresses[m_client].toEndpoint();
    m_summary.server = m_addresses[1 - m_client].toEndpoint();
    m_summary.fromClient = m_assemblers[m_client].counts();
    m_summary.fromServer = m_assemblers[1 - m_client].counts();
    if (m_kafka) {
        m_summary.exchanges = m_kafka->exchanges();
        m_summary.skipped += m_kafka->skippedBytes();
    }
    remarkOnCount(MessageId::StreamConflict, m_summary.fromClient.conflicts, m_summary.fromServer.conflicts);
    remarkOnCount(MessageId::StreamStrays, m_summary.fromClient.strays, m_summary.fromServer.strays);
    m_context.output.connections.push_back(std::move(m_summary));
}

}  // namespace brokerscope
