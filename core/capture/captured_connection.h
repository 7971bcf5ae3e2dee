#pragma once

#include "core/capture/capture_options.h"
#include "core/capture/captured_exchange.h"
#include "core/capture/kafka_conversation.h"
#include "core/capture/stream_assembler.h"
#include "core/capture/stream_recognizer.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace brokerscope {

// What all connections of one capture share.
struct CaptureContext {
    const SchemaRegistry& registry;
    const CaptureOptions& options;
    CaptureBudget& budget;
    CaptureOutput& output;
    std::shared_ptr<TopicNames> topicNames;
};

// One TCP connection: its two directions put in order, then recognised, then read. Side 0 is the one whose packet was
// seen first. While bytes of the client are waited for, what the server sent meanwhile waits too: an answer is never
// read before its request. Not thread safe.
class CapturedConnection {
public:
    // `context` and what it refers to must outlive it.
    CapturedConnection(ConnectionId id, std::array<SocketAddress, 2> addresses, const CaptureContext& context);
    ~CapturedConnection();
    CapturedConnection(const CapturedConnection&) = delete;
    CapturedConnection& operator=(const CapturedConnection&) = delete;

    void packet(std::size_t side, const TcpSegment& segment, PacketStamp stamp);
    // Whether the segment opens another connection between the same two ports.
    bool isReplacedBy(std::size_t side, const TcpSegment& segment) const;
    // Both directions are over, or it was reset.
    bool isOver() const { return m_end.has_value(); }
    PacketStamp last() const { return m_summary.last; }
    // Hands out what waits, and its summary. Once; `end` counts where its packets did not end it.
    void finish(ConnectionEnd end);

private:
    // Tells which side it is.
    class Direction : public StreamSink {
    public:
        Direction(CapturedConnection& connection, std::size_t side) : m_connection(connection), m_side(side) {}
        void piece(const StreamPiece& piece) override { m_connection.piece(m_side, piece); }
        void gap(const StreamGap& gap) override { m_connection.gap(m_side, gap); }
        void repeat(std::uint64_t offset, std::uint64_t length, std::uint64_t packet) override {
            m_connection.repeat(m_side, offset, length, packet);
        }

    private:
        CapturedConnection& m_connection;
        std::size_t m_side;
    };

    void open(std::size_t side, const TcpSegment& segment);
    void piece(std::size_t side, const StreamPiece& piece);
    void gap(std::size_t side, const StreamGap& gap);
    void repeat(std::size_t side, std::uint64_t offset, std::uint64_t length, std::uint64_t packet);
    void handOn(const HeldEvent& event);
    void handOnDelayed();
    bool isDelayed(std::size_t side) const;
    void delay(HeldEvent event);
    void settle();
    void beginKafka(std::size_t client, StreamRecognizer& recognizer);
    void remarkOnContent();
    void remarkOnCount(MessageId id, std::uint64_t fromClient, std::uint64_t fromServer);
    void summarize();
    StreamSide roleOf(std::size_t side) const { return side == m_client ? StreamSide::Client : StreamSide::Server; }

    const CaptureContext& m_context;
    std::array<SocketAddress, 2> m_addresses;
    ConnectionSummary m_summary;
    std::array<Direction, 2> m_directions;
    std::array<StreamAssembler, 2> m_assemblers;
    std::unique_ptr<StreamRecognizer> m_recognizer;  // null: settled
    std::unique_ptr<KafkaConversation> m_kafka;
    std::optional<ConnectionEnd> m_end;
    std::vector<HeldEvent> m_delayed;  // of the server
    std::uint64_t m_delayedBytes = 0;
    std::array<bool, 2> m_startSeen{};
    std::array<bool, 2> m_isSeen{};       // packets of that side, with bytes or without
    std::optional<std::size_t> m_closer;  // whose FIN or RST was the first
    std::size_t m_client = 0;
};

}  // namespace brokerscope
