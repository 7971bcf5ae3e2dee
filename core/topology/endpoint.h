#pragma once

#include "core/base/error.h"

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// Where a broker or controller listens: a host name or address as written, and a TCP port.
struct Endpoint {
    std::string host;
    std::uint16_t port = 0;

    auto operator<=>(const Endpoint&) const = default;

    // "broker-1:9092"; an IPv6 address in brackets: "[::1]:9092".
    std::string toString() const;

    // The forms of toString(). Errors: InvalidValue (no port, port outside 1-65535, no host).
    static Result<Endpoint> parse(std::string_view text);
    // "a:9092,b:9092"; blanks around commas are skipped. Errors: as parse(), also for an empty list.
    static Result<std::vector<Endpoint>> parseList(std::string_view text);
};

}  // namespace brokerscope
