#pragma once

#include "core/capture/capture_file_parser.h"
#include "core/capture/capture_options.h"
#include "core/capture/captured_exchange.h"
#include "core/capture/ip_fragments.h"
#include "core/capture/link_layer.h"
#include "core/capture/tcp_connections.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace brokerscope {

struct CaptureStatistics {
    std::uint64_t bytes = 0;  // of the file, as far as it was read
    std::uint64_t packets = 0;
    std::uint64_t tcpSegments = 0;
    std::uint64_t otherPackets = 0;       // no TCP over IP
    std::uint64_t unreadablePackets = 0;  // cut off before their content, headers that are none, unknown link types
    std::uint64_t cutPackets = 0;         // by the snap length
    std::uint64_t droppedFragments = 0;   // IP datagrams that are not put together, so far
    std::uint64_t namedAddresses = 0;     // by the file itself
    std::uint64_t secrets = 0;            // blocks of decryption secrets in the file, which are kept and not used
    std::uint64_t connections = 0;        // begun
    std::uint64_t recordedRuns = 0;       // of a recording, which has no packets; 0: a capture
    PacketStamp first;
    PacketStamp last;
};

// A capture as exchanges, in one pass and with bounded memory: bytes of a pcap or pcapng file go in, in any pieces (a
// file, one that still grows, a pipe); exchanges, remarks and connections come out, to be taken after each piece.
//   file -> CaptureFileParser -> linkPayload -> readIp, IpFragments -> readTcp -> TcpConnections -> StreamAssembler
//        -> StreamRecognizer -> KafkaConversation -> ConnectionDecoder
// Exchanges come in the order in which their answers do. Topic names are shared by all connections. Not thread safe.
class CaptureReader {
public:
    // `registry` must outlive it.
    explicit CaptureReader(const SchemaRegistry& registry, CaptureOptions options = {});
    CaptureReader(const CaptureReader&) = delete;
    CaptureReader& operator=(const CaptureReader&) = delete;

    // More of the file. Ignored once error() is set, and after finish().
    void feed(ByteView bytes);
    // Nothing more comes: everything under way is ended.
    void finish();

    // What was found since the last call.
    CaptureOutput take() { return std::exchange(m_output, {}); }

    // Why the file cannot be read on; what was before stays good.
    const std::optional<Error>& error() const { return m_parser.error(); }
    CaptureStatistics statistics() const;
    // Interfaces, name resolution and secrets as the file tells them.
    const CaptureFileParser& file() const { return m_parser; }
    std::shared_ptr<const TopicNames> topicNames() const { return m_connections.topicNames(); }

private:
    void readPackets();
    void packet(const CapturedPacket& packet);
    void network(const LinkPayload& payload, PacketStamp stamp);
    void transport(const IpPacket& packet, PacketStamp stamp);
    void unreadable(PacketStamp stamp, const char* layer, std::string reason);
    void sayFragments();

    CaptureOptions m_options;
    CaptureBudget m_budget;
    CaptureOutput m_output;
    CaptureFileParser m_parser;
    IpFragments m_fragments;
    TcpConnections m_connections;
    CaptureStatistics m_statistics;
    std::set<std::string> m_saidUnreadable;  // each reason once
    bool m_isFinished = false;
};

}  // namespace brokerscope
