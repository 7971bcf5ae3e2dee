#include "core/capture/ip_packet.h"

#include "core/capture/endian_reader.h"

#include <algorithm>
#include <utility>

namespace brokerscope {
namespace {

constexpr std::size_t kIpv4Header = 20;
constexpr std::size_t kIpv6Header = 40;

enum NextHeader : std::uint8_t {
    kHopByHop = 0,
    kRouting = 43,
    kFragment = 44,
    kAuthentication = 51,
    kDestination = 60
};

// Sets payload and missing: `begin` bytes of headers, `total` bytes by the header (0: not said).
void takePayload(IpPacket& packet, ByteView bytes, std::size_t begin, std::uint64_t total, std::uint64_t original) {
    const std::uint64_t whole = total == 0 ? std::max<std::uint64_t>(original, bytes.size()) : total;
    const auto end = static_cast<std::size_t>(std::min<std::uint64_t>(whole, bytes.size()));
    packet.payload = begin < end ? bytes.subspan(begin, end - begin) : ByteView();
    packet.missing = whole > std::max(end, begin) ? whole - std::max(end, begin) : 0;
}

IpReading readIpv4(ByteView bytes, std::uint64_t original) {
    if (bytes.size() < kIpv4Header) {
        return {std::nullopt, "its header is cut off"};
    }
    const EndianReader header(bytes);
    const std::size_t begin = std::size_t{header.u8(0)} % 16 * 4;
    const std::uint16_t total = header.u16(2);
    if (begin < kIpv4Header || begin > bytes.size() || (total != 0 && total < begin)) {
        return {std::nullopt, "its lengths do not fit together"};
    }
    IpPacket packet;
    packet.source = IpAddress::fromBytes(bytes.subspan(12, 4));
    packet.destination = IpAddress::fromBytes(bytes.subspan(16, 4));
    packet.protocol = header.u8(9);
    takePayload(packet, bytes, begin, total, original);
    const std::uint16_t flags = header.u16(6);
    const bool moreFollow = (flags & 0x2000) != 0;
    const std::uint32_t offset = std::uint32_t{flags & 0x1fffu} * 8;
    if (moreFollow || offset != 0) {
        packet.fragment = IpFragment{header.u16(4), offset, moreFollow};
    }
    return {packet, {}};
}

bool isExtension(std::uint8_t next) {
    return next == kHopByHop || next == kRouting || next == kFragment || next == kAuthentication ||
           next == kDestination;
}

std::size_t extensionSize(std::uint8_t type, std::uint8_t length) {
    if (type == kFragment) {
        return 8;
    }
    return type == kAuthentication ? (std::size_t{length} + 2) * 4 : (std::size_t{length} + 1) * 8;
}

constexpr std::string_view kExtensionsCut = "its extension headers are cut off";

// A part of a datagram: what follows its fragment header begins, or goes on, with the headers of the whole.
bool isPart(const IpPacket& packet) {
    return packet.fragment && (packet.fragment->offset != 0 || packet.fragment->moreFollow);
}

// Steps over extension headers from `begin` on, as far as they are in these bytes; false: they are cut off.
bool passExtensions(IpPacket& packet, ByteView bytes, std::size_t& begin) {
    const EndianReader header(bytes);
    while (isExtension(packet.protocol) && !isPart(packet)) {
        if (bytes.size() < begin + 8) {
            return false;
        }
        const std::uint8_t type = packet.protocol;
        if (type == kFragment) {
            const std::uint16_t place = header.u16(begin + 2);
            packet.fragment = IpFragment{header.u32(begin + 4), place & 0xfff8u, (place & 1) != 0};
        }
        packet.protocol = header.u8(begin);
        begin += extensionSize(type, header.u8(begin + 1));
    }
    return true;
}

IpReading readIpv6(ByteView bytes, std::uint64_t original) {
    if (bytes.size() < kIpv6Header) {
        return {std::nullopt, "its header is cut off"};
    }
    const EndianReader header(bytes);
    IpPacket packet;
    packet.source = IpAddress::fromBytes(bytes.subspan(8, 16));
    packet.destination = IpAddress::fromBytes(bytes.subspan(24, 16));
    packet.protocol = header.u8(6);
    std::size_t begin = kIpv6Header;
    if (!passExtensions(packet, bytes, begin)) {
        return {std::nullopt, kExtensionsCut};
    }
    const std::uint16_t length = header.u16(4);
    takePayload(packet, bytes, begin, length == 0 ? 0 : kIpv6Header + length, original);
    // A fragment that is the whole datagram (RFC 6946).
    if (packet.fragment && !isPart(packet)) {
        packet.fragment.reset();
    }
    return {packet, {}};
}

}  // namespace

IpReading readIp(ByteView bytes, std::uint64_t original) {
    const int version = bytes.empty() ? 0 : bytes[0] >> 4;
    if (version == 4) {
        return readIpv4(bytes, original);
    }
    if (version == 6) {
        return readIpv6(bytes, original);
    }
    return {std::nullopt, "its version is neither 4 nor 6"};
}

IpReading readWhole(IpPacket datagram) {
    if (!datagram.source.isIpv6) {
        return {std::move(datagram), {}};
    }
    std::size_t begin = 0;
    if (!passExtensions(datagram, datagram.payload, begin) || begin > datagram.payload.size()) {
        return {std::nullopt, kExtensionsCut};
    }
    if (datagram.fragment) {
        return {std::nullopt, "it has a fragment within fragments"};
    }
    datagram.payload = datagram.payload.subspan(begin);
    return {std::move(datagram), {}};
}

}  // namespace brokerscope
