#pragma once

#include <chrono>

namespace brokerscope {

// When results that come in pieces are handed over: the first ones soon, so that something is seen; later ones seldom
// enough that whoever takes them has time for other things.
class PiecePace {
public:
    // Looks at the clock once in so many calls of isDue().
    explicit PiecePace(unsigned callsALook = 100) : m_callsALook(callsALook) {}

    // True about 20 ms after the start, and every 150 ms from then on.
    bool isDue() {
        if (++m_calls % m_callsALook != 0) {
            return false;
        }
        const auto now = std::chrono::steady_clock::now();
        if (now - m_last < m_wait) {
            return false;
        }
        m_last = now;
        m_wait = std::chrono::milliseconds(150);
        return true;
    }

private:
    unsigned m_callsALook;
    unsigned m_calls = 0;
    std::chrono::steady_clock::time_point m_last = std::chrono::steady_clock::now();
    std::chrono::milliseconds m_wait{20};
};

}  // namespace brokerscope
