#include "core/capture/link_layer.h"

#include "core/capture/endian_reader.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace brokerscope {
namespace {

constexpr std::uint16_t kIpv4 = 0x0800;
constexpr std::uint16_t kIpv6 = 0x86dd;
constexpr std::array<std::uint16_t, 4> kVlanTags{0x8100, 0x88a8, 0x9100, 0x9200};
constexpr std::size_t kVlanTag = 4;
constexpr int kMostVlanTags = 8;

enum LinkType : std::uint32_t {
    kNull = 0,
    kEthernet = 1,
    kRawBsd = 12,
    kRawOpenBsd = 14,
    kRaw = 101,
    kLoop = 108,
    kCooked = 113,
    kRawIpv4 = 228,
    kRawIpv6 = 229,
    kCooked2 = 276
};

LinkPayload payloadAt(std::size_t at, ByteView frame, std::uint64_t original) {
    if (frame.size() <= at) {
        return {LinkContent::TooShort, {}, 0};
    }
    return {LinkContent::Ip, frame.subspan(at), std::max<std::uint64_t>(original, frame.size()) - at};
}

// `typeAt`: where the Ethernet type stands; what it says begins at `bodyAt`.
LinkPayload etherPayload(std::size_t typeAt, std::size_t bodyAt, ByteView frame, std::uint64_t original) {
    if (frame.size() < bodyAt) {
        return {LinkContent::TooShort, {}, 0};
    }
    std::uint16_t type = EndianReader(frame).u16(typeAt);
    for (int tags = 0; std::ranges::find(kVlanTags, type) != kVlanTags.end(); ++tags) {
        if (tags == kMostVlanTags || frame.size() < bodyAt + kVlanTag) {
            return {LinkContent::TooShort, {}, 0};
        }
        type = EndianReader(frame).u16(bodyAt + 2);
        bodyAt += kVlanTag;
    }
    return type == kIpv4 || type == kIpv6 ? payloadAt(bodyAt, frame, original) : LinkPayload();
}

// The address family is in the byte order of the machine that captured (link type 0) or big-endian (108). Its number
// for IPv6 differs between systems: 10 Linux, 24 NetBSD and OpenBSD, 28 FreeBSD, 30 macOS.
LinkPayload loopbackPayload(ByteView frame, std::uint64_t original) {
    constexpr std::array<std::uint32_t, 5> kFamilies{2, 10, 24, 28, 30};
    if (frame.size() < 4) {
        return {LinkContent::TooShort, {}, 0};
    }
    const std::uint32_t little = EndianReader(frame, false).u32(0);
    const std::uint32_t big = EndianReader(frame, true).u32(0);
    const bool isIp = std::ranges::any_of(kFamilies, [&](std::uint32_t f) { return f == little || f == big; });
    return isIp ? payloadAt(4, frame, original) : LinkPayload();
}

}  // namespace

LinkPayload linkPayload(std::uint32_t linkType, ByteView frame, std::uint64_t originalLength) {
    switch (linkType) {
        case kEthernet:
            return etherPayload(12, 14, frame, originalLength);
        case kCooked:
            return etherPayload(14, 16, frame, originalLength);
        case kCooked2:
            return etherPayload(0, 20, frame, originalLength);
        case kNull:
        case kLoop:
            return loopbackPayload(frame, originalLength);
        case kRawBsd:
        case kRawOpenBsd:
        case kRaw:
        case kRawIpv4:
        case kRawIpv6:
            return payloadAt(0, frame, originalLength);
        default:
            return {LinkContent::UnknownLink, {}, 0};
    }
}

}  // namespace brokerscope
