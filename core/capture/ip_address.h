#pragma once

#include "core/base/bytes.h"
#include "core/topology/endpoint.h"

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace brokerscope {

// An IPv4 address (the first four bytes) or an IPv6 one.
struct IpAddress {
    std::array<std::uint8_t, 16> bytes{};
    bool isIpv6 = false;

    // 4 or 16 bytes; anything else is our own mistake (asserted).
    static IpAddress fromBytes(ByteView bytes);
    // The forms of toString(), and other spellings of an IPv6 address without zone and without an IPv4 part. Nothing:
    // a name, or no address.
    static std::optional<IpAddress> parse(std::string_view text);
    // "10.0.0.1"; IPv6 as RFC 5952 writes it: "2001:db8::1".
    std::string toString() const;
    auto operator<=>(const IpAddress&) const = default;
};

// One end of a TCP connection.
struct SocketAddress {
    IpAddress address;
    std::uint16_t port = 0;

    Endpoint toEndpoint() const { return {address.toString(), port}; }
    auto operator<=>(const SocketAddress&) const = default;
};

}  // namespace brokerscope
