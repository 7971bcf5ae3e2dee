#pragma once

#include "core/base/bytes.h"
#include "core/capture/ip_address.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace brokerscope {

// A part of an IP datagram; `offset` in bytes.
struct IpFragment {
    std::uint32_t id = 0;
    std::uint32_t offset = 0;
    bool moreFollow = false;
};

// An IP packet without its headers. Bytes are borrowed.
struct IpPacket {
    IpAddress source;
    IpAddress destination;
    std::uint8_t protocol = 0;  // after all extension headers; of a fragment the one that its datagram begins with
    ByteView payload;
    std::uint64_t missing = 0;  // bytes of the payload that the capture cut off
    std::optional<IpFragment> fragment;
};

struct IpReading {
    std::optional<IpPacket> packet;
    std::string_view problem;  // why there is none: continues "cannot be read:"
};

// Reads an IPv4 (RFC 791) or IPv6 (RFC 8200) header with hop-by-hop, routing, destination, fragment and authentication
// headers. `original` is the size on the wire as the link tells it; it counts where the header's length is 0, as
// segmentation offload leaves it. What stands beyond the header's length (padding of short frames) is left out.
IpReading readIp(ByteView bytes, std::uint64_t original);
// The same of a datagram that was put together from fragments: of IPv6, its payload may begin with more extension
// headers (RFC 8200, 4.5).
IpReading readWhole(IpPacket datagram);

}  // namespace brokerscope
