#include "core/records/decompressed_bytes.h"

#include <algorithm>

namespace brokerscope {

void DecompressedBytes::begin(std::uint64_t inputSize, const Limits& limits) {
    m_start = m_used = 0;
    m_base = m_again = 0;
    m_inputSize = std::max<std::uint64_t>(inputSize, 1);
    m_limits = limits;
    m_exceeded.reset();
}

void DecompressedBytes::reserve(std::size_t size) {
    if (m_buffer.size() < size) {
        m_buffer.resize(size);
    }
}

std::span<std::uint8_t> DecompressedBytes::room(std::size_t wanted) {
    // One byte more than the limit, so that an output of exactly the limit is told from one that goes on.
    const std::uint64_t left = m_limits.decompressed - std::min<std::uint64_t>(size(), m_limits.decompressed) + 1;
    const std::size_t given = static_cast<std::size_t>(std::min<std::uint64_t>(std::max<std::size_t>(wanted, 1), left));
    if (m_start > 0 && m_buffer.size() - m_used < given) {
        // What was dropped makes room first.
        std::copy(m_buffer.begin() + static_cast<std::ptrdiff_t>(m_start),
                  m_buffer.begin() + static_cast<std::ptrdiff_t>(m_used), m_buffer.begin());
        m_base += m_start;
        m_used -= m_start;
        m_start = 0;
    }
    if (m_buffer.size() - m_used < given) {
        const std::uint64_t doubled = std::min<std::uint64_t>(m_buffer.size() * 2, m_used + left);
        m_buffer.resize(std::max<std::uint64_t>(doubled, m_used + given));
    }
    return {m_buffer.data() + m_used,
            static_cast<std::size_t>(std::min<std::uint64_t>(m_buffer.size() - m_used, left))};
}

bool DecompressedBytes::commit(std::size_t written) {
    const auto again = static_cast<std::size_t>(std::min<std::uint64_t>(written, m_again));
    if (again > 0) {
        const auto at = m_buffer.begin() + static_cast<std::ptrdiff_t>(m_used);
        std::copy(at + static_cast<std::ptrdiff_t>(again), at + static_cast<std::ptrdiff_t>(written), at);
        m_again -= again;
    }
    m_used += written - again;
    const std::uint64_t ratio = size() / m_inputSize;
    if (size() > m_limits.decompressed) {
        m_exceeded = {Severity::Error,
                      MessageId::LimitExceeded,
                      {"decompressed", std::to_string(size()), std::to_string(m_limits.decompressed)},
                      {},
                      {}};
        m_used -= static_cast<std::size_t>(size() - m_limits.decompressed);
    } else if (size() > kFreeOfRatio && ratio > m_limits.ratio) {
        m_exceeded = {Severity::Error,
                      MessageId::LimitExceeded,
                      {"ratio", std::to_string(ratio), std::to_string(m_limits.ratio)},
                      {},
                      {}};
    }
    return !m_exceeded;
}

void DecompressedBytes::rewind(std::uint64_t size) {
    const std::uint64_t kept = std::max(size, viewAt());
    m_used = static_cast<std::size_t>(kept - m_base);
    m_again = kept - size;
}

ByteBuffer DecompressedBytes::take() {
    m_buffer.erase(m_buffer.begin(), m_buffer.begin() + static_cast<std::ptrdiff_t>(m_start));
    m_buffer.resize(m_used - m_start);
    m_start = m_used = 0;
    return std::exchange(m_buffer, {});
}

}  // namespace brokerscope
