#pragma once

#include "core/base/bytes.h"

#include <cstdint>

namespace brokerscope {

// What a captured frame carries.
enum class LinkContent : std::uint8_t {
    Ip,
    Other,       // another protocol than IP
    TooShort,    // cut before the IP packet begins
    UnknownLink  // packets of that link type are not read
};

struct LinkPayload {
    LinkContent content = LinkContent::Other;
    ByteView bytes;              // of the IP packet
    std::uint64_t original = 0;  // bytes of it on the wire, as far as the link tells
};

// The IP packet within a frame. Link types (LINKTYPE_ numbers): BSD loopback 0 and 108, Ethernet 1, raw IP 12, 14, 101,
// 228 and 229, Linux cooked v1 113 and v2 276. Ethernet and cooked frames may carry stacked VLAN tags (802.1Q,
// 802.1ad).
LinkPayload linkPayload(std::uint32_t linkType, ByteView frame, std::uint64_t originalLength);

}  // namespace brokerscope
