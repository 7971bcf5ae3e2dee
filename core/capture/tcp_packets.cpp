#include "core/capture/tcp_packets.h"

#include "core/codec/byte_writer.h"

#include <algorithm>

namespace brokerscope {
namespace {

enum TcpFlag : std::uint8_t { Fin = 1, Syn = 2, Push = 8, Acknowledge = 16 };

constexpr std::uint8_t kTcp = 6;
constexpr std::size_t kMadeIpv4Header = 20;
constexpr std::size_t kMadeIpv6Header = 40;
constexpr std::size_t kTcpHeader = 20;
constexpr std::size_t kLargestPacket = 65'535;
constexpr std::uint32_t kDontFragment = 0x4000;
constexpr std::uint32_t kHops = 64;
// Window of 65535 shifted by 14: wide enough that no reader takes the sender for stopped.
constexpr std::array<std::uint8_t, 4> kWindowScale{3, 3, 14, 1};

ByteView addressBytes(const IpAddress& address) {
    return ByteView(address.bytes).first(address.isIpv6 ? 16 : 4);
}

std::uint64_t sumOf(ByteView bytes) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        sum += static_cast<std::uint64_t>(bytes[i]) << (i % 2 == 0 ? 8 : 0);
    }
    return sum;
}

// RFC 1071.
std::uint16_t checksum(std::uint64_t sum) {
    while (sum > 0xffff) {
        sum = (sum & 0xffff) + (sum >> 16);
    }
    return static_cast<std::uint16_t>(~sum);
}

void putChecksum(ByteBuffer& bytes, std::size_t at, std::uint16_t value) {
    ByteWriter::storeFixed(bytes.data() + at, value, 2);
}

ByteBuffer ipPacket(const IpAddress& from, const IpAddress& to, ByteView segment) {
    ByteWriter out(kMadeIpv6Header + segment.size());
    if (from.isIpv6) {
        out.putFixed(0x60000000, 4);
        out.putFixed(segment.size(), 2);
        out.putByte(kTcp);
        out.putByte(kHops);
    } else {
        out.putFixed(0x4500, 2);
        out.putFixed(kMadeIpv4Header + segment.size(), 2);
        out.putFixed(kDontFragment, 4);  // no identification
        out.putByte(kHops);
        out.putByte(kTcp);
        out.putFixed(0, 2);
    }
    out.putBytes(addressBytes(from));
    out.putBytes(addressBytes(to));
    const std::size_t header = out.position();
    out.putBytes(segment);
    ByteBuffer packet = out.finish();
    if (!from.isIpv6) {
        constexpr std::size_t kChecksumAt = 10;
        putChecksum(packet, kChecksumAt, checksum(sumOf(ByteView(packet).first(header))));
    }
    return packet;
}

}  // namespace

void TcpPackets::put(int side, std::uint8_t flags, ByteView bytes, std::int64_t timeNs, const Take& take) {
    const auto from = static_cast<std::size_t>(side);
    const std::size_t to = 1 - from;
    const bool isSyn = (flags & Syn) != 0;
    ByteWriter out(kTcpHeader + kWindowScale.size() + bytes.size());
    out.putFixed(m_ends[from].port, 2);
    out.putFixed(m_ends[to].port, 2);
    out.putFixed(m_next[from], 4);
    out.putFixed((flags & Acknowledge) != 0 ? m_next[to] : 0, 4);
    out.putByte(static_cast<std::uint8_t>((kTcpHeader + (isSyn ? kWindowScale.size() : 0)) / 4 << 4));
    out.putByte(flags);
    out.putFixed(0xffff, 2);
    out.putFixed(0, 4);  // checksum and urgent pointer
    out.putBytes(isSyn ? ByteView(kWindowScale) : ByteView());
    out.putBytes(bytes);
    ByteBuffer segment = out.finish();
    constexpr std::size_t kChecksumAt = 16;
    putChecksum(segment, kChecksumAt,
                checksum(sumOf(addressBytes(m_ends[from].address)) + sumOf(addressBytes(m_ends[to].address)) + kTcp +
                         segment.size() + sumOf(segment)));
    m_next[from] += static_cast<std::uint32_t>(bytes.size()) + ((flags & (Syn | Fin)) != 0 ? 1 : 0);
    take(timeNs, ipPacket(m_ends[from].address, m_ends[to].address, segment));
}

void TcpPackets::open(std::int64_t timeNs, const Take& take) {
    put(0, Syn, {}, timeNs, take);
    put(1, Syn | Acknowledge, {}, timeNs, take);
    put(0, Acknowledge, {}, timeNs, take);
}

void TcpPackets::send(bool isFromServer, ByteView bytes, std::int64_t firstNs, std::int64_t lastNs, const Take& take) {
    const std::size_t most =
        kLargestPacket - kTcpHeader - (m_ends[0].address.isIpv6 ? kMadeIpv6Header : kMadeIpv4Header);
    while (!bytes.empty()) {
        const ByteView piece = bytes.first(std::min(most, bytes.size()));
        bytes = bytes.subspan(piece.size());
        const bool isLast = bytes.empty();
        put(isFromServer ? 1 : 0, isLast ? Push | Acknowledge : Acknowledge, piece, isLast ? lastNs : firstNs, take);
    }
}

void TcpPackets::close(std::int64_t timeNs, const Take& take) {
    put(0, Fin | Acknowledge, {}, timeNs, take);
    put(1, Fin | Acknowledge, {}, timeNs, take);
    put(0, Acknowledge, {}, timeNs, take);
}

}  // namespace brokerscope
