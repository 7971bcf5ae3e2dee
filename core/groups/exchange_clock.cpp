#include "core/groups/exchange_clock.h"

namespace brokerscope {
namespace {

constexpr std::int64_t kNsPerMs = 1'000'000;

std::int64_t floorMs(std::int64_t ns) {
    return ns / kNsPerMs - (ns % kNsPerMs < 0 ? 1 : 0);
}

}  // namespace

bool ExchangeClock::begin(const Exchange& exchange) {
    if (!m_wallMs && exchange.times.sentNs >= 0) {
        m_wallMs = exchange.times.wallMs;
        m_steadyNs = exchange.times.sentNs;
    }
    return m_wallMs.has_value();
}

std::int64_t ExchangeClock::at(std::int64_t steadyNs) const {
    return *m_wallMs + floorMs(steadyNs - m_steadyNs);
}

std::int64_t ExchangeClock::sentMs(const Exchange& exchange) {
    return exchange.times.sentNs >= 0 && begin(exchange) ? at(exchange.times.sentNs) : exchange.times.wallMs;
}

std::optional<std::int64_t> ExchangeClock::answeredMs(const Exchange& exchange) {
    if (!exchange.response) {
        return std::nullopt;
    }
    if (exchange.times.lastByteNs < 0 || !begin(exchange)) {
        return sentMs(exchange);
    }
    return at(exchange.times.lastByteNs);
}

}  // namespace brokerscope
