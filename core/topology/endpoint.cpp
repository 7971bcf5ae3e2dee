#include "core/topology/endpoint.h"

#include <algorithm>
#include <charconv>

namespace brokerscope {
namespace {

tl::unexpected<Error> notAnEndpoint(std::string_view text) {
    return failure(MessageId::InvalidValue, {"address", std::string(text), "HOST:PORT"});
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kBlanks = " \t\r\n";
    const std::size_t first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

}  // namespace

std::string Endpoint::toString() const {
    const bool isIpv6 = host.find(':') != std::string::npos;
    return (isIpv6 ? '[' + host + ']' : host) + ':' + std::to_string(port);
}

Result<Endpoint> Endpoint::parse(std::string_view text) {
    const std::string_view whole = trimmed(text);
    const std::size_t colon = whole.rfind(':');
    if (colon == std::string_view::npos) {
        return notAnEndpoint(text);
    }
    std::string_view host = whole.substr(0, colon);
    const std::string_view digits = whole.substr(colon + 1);
    const bool bracketed = host.size() > 2 && host.front() == '[' && host.back() == ']';
    if (bracketed) {
        host = host.substr(1, host.size() - 2);
    }
    const bool hasInnerColon = host.find(':') != std::string_view::npos;
    unsigned port = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
    const bool goodPort = error == std::errc() && end == digits.data() + digits.size() && port >= 1 && port <= 65535;
    if (host.empty() || hasInnerColon != bracketed || !goodPort ||
        host.find_first_of(" \t/[]") != std::string_view::npos) {
        return notAnEndpoint(text);
    }
    return Endpoint{std::string(host), static_cast<std::uint16_t>(port)};
}

Result<std::vector<Endpoint>> Endpoint::parseList(std::string_view text) {
    std::vector<Endpoint> endpoints;
    while (true) {
        const std::size_t comma = text.find(',');
        Result<Endpoint> endpoint = parse(text.substr(0, comma));
        if (!endpoint) {
            return tl::unexpected(endpoint.error());
        }
        endpoints.push_back(std::move(*endpoint));
        if (comma == std::string_view::npos) {
            return endpoints;
        }
        text.remove_prefix(comma + 1);
    }
}

}  // namespace brokerscope
