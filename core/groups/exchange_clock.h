#pragma once

#include "core/exchange/exchange.h"

#include <cstdint>
#include <optional>

namespace brokerscope {

// Times of exchanges in ms since 1970 by one clock: the first exchange's wall clock and the steady distance from it, so
// that a wall clock that is set does not turn time back. A copy is another clock from then on.
class ExchangeClock {
public:
    // When the request was sent; without a steady time the wall clock's.
    std::int64_t sentMs(const Exchange& exchange);
    // When the last byte of the answer was here. Nothing: there is none, or it is not known when.
    std::optional<std::int64_t> answeredMs(const Exchange& exchange);

private:
    std::int64_t at(std::int64_t steadyNs) const;
    bool begin(const Exchange& exchange);

    std::optional<std::int64_t> m_wallMs;  // at m_steadyNs
    std::int64_t m_steadyNs = 0;
};

}  // namespace brokerscope
