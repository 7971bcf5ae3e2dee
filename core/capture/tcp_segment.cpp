#include "core/capture/tcp_segment.h"

#include "core/capture/endian_reader.h"

#include <cstddef>

namespace brokerscope {
namespace {

constexpr std::size_t kLeastHeader = 20;
enum Flag : std::uint8_t { kFin = 1, kSyn = 2, kReset = 4, kAck = 16 };

}  // namespace

std::optional<TcpSegment> readTcp(const IpPacket& packet) {
    const ByteView bytes = packet.payload;
    if (bytes.size() < kLeastHeader) {
        return std::nullopt;
    }
    const EndianReader header(bytes);
    const std::size_t begin = std::size_t{header.u8(12)} / 16 * 4;
    if (begin < kLeastHeader || begin > bytes.size() + packet.missing) {
        return std::nullopt;
    }
    const std::uint8_t flags = header.u8(13);
    TcpSegment segment;
    segment.sourcePort = header.u16(0);
    segment.destinationPort = header.u16(2);
    segment.sequence = header.u32(4);
    segment.acknowledged = header.u32(8);
    segment.hasAck = (flags & kAck) != 0;
    segment.isSyn = (flags & kSyn) != 0;
    segment.isFin = (flags & kFin) != 0;
    segment.isReset = (flags & kReset) != 0;
    // Options may be cut off too.
    const bool hasPayload = begin <= bytes.size();
    segment.payload = hasPayload ? bytes.subspan(begin) : ByteView();
    segment.missing = hasPayload ? packet.missing : packet.missing - (begin - bytes.size());
    return segment;
}

}  // namespace brokerscope
