#include "core/records/decompressed_bytes.h"

#include <algorithm>

namespace brokerscope {

void DecompressedBytes::begin(std::uint64_t inputSize, const Limits& limits) {
    m_used = 0;
    m_inputSize = std::max<std::uint64_t>(inputSize, 1);
    m_limits = limits;
    m_exceeded.reset();
}

std::span<std::uint8_t> DecompressedBytes::room(std::size_t wanted) {
    // One byte more than the limit, so that an output of exactly the limit is told from one that goes on.
    const std::uint64_t left = m_limits.decompressed - std::min<std::uint64_t>(m_used, m_limits.decompressed) + 1;
    const std::size_t given = static_cast<std::size_t>(std::min<std::uint64_t>(std::max<std::size_t>(wanted, 1), left));
    if (m_buffer.size() - m_used < given) {
        const std::uint64_t doubled = std::min<std::uint64_t>(m_buffer.size() * 2, m_used + left);
        m_buffer.resize(std::max<std::uint64_t>(doubled, m_used + given));
    }
    return {m_buffer.data() + m_used,
            static_cast<std::size_t>(std::min<std::uint64_t>(m_buffer.size() - m_used, left))};
}

bool DecompressedBytes::commit(std::size_t written) {
    m_used += written;
    const std::uint64_t ratio = m_used / m_inputSize;
    if (m_used > m_limits.decompressed) {
        m_exceeded = {Severity::Error,
                      MessageId::LimitExceeded,
                      {"decompressed", std::to_string(m_used), std::to_string(m_limits.decompressed)},
                      {},
                      {}};
        m_used = static_cast<std::size_t>(m_limits.decompressed);
    } else if (m_used > kFreeOfRatio && ratio > m_limits.ratio) {
        m_exceeded = {Severity::Error,
                      MessageId::LimitExceeded,
                      {"ratio", std::to_string(ratio), std::to_string(m_limits.ratio)},
                      {},
                      {}};
    }
    return !m_exceeded;
}

ByteBuffer DecompressedBytes::take() {
    m_buffer.resize(m_used);
    m_used = 0;
    return std::exchange(m_buffer, {});
}

}  // namespace brokerscope
