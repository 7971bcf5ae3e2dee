#pragma once

#include "core/base/bytes.h"
#include "core/capture/ip_packet.h"

#include <cstdint>
#include <optional>

namespace brokerscope {

// A TCP segment (RFC 9293). Bytes are borrowed.
struct TcpSegment {
    std::uint16_t sourcePort = 0;
    std::uint16_t destinationPort = 0;
    std::uint32_t sequence = 0;
    std::uint32_t acknowledged = 0;
    bool hasAck = false;
    bool isSyn = false;
    bool isFin = false;
    bool isReset = false;
    ByteView payload;
    std::uint64_t missing = 0;  // bytes that follow the payload and were cut off by the capture

    std::uint64_t size() const { return payload.size() + missing; }
};

// Nothing where the header is cut off or its length is none.
std::optional<TcpSegment> readTcp(const IpPacket& packet);

inline constexpr std::uint8_t kTcpProtocol = 6;

}  // namespace brokerscope
