#include "core/exchange/recording_fields.h"

namespace brokerscope {

ByteView RecordingFields::take(std::size_t size) {
    if (!m_isGood || size > m_left.size()) {
        m_isGood = false;
        return {};
    }
    const ByteView taken = m_left.first(size);
    m_left = m_left.subspan(size);
    return taken;
}

std::uint64_t RecordingFields::number(std::size_t size) {
    std::uint64_t value = 0;
    for (const std::uint8_t byte : take(size)) {
        value = value << 8 | byte;
    }
    return value;
}

std::size_t RecordingFields::count(std::size_t least) {
    const auto said = static_cast<std::size_t>(number(4));
    if (said > m_left.size() / least) {
        m_isGood = false;
        return 0;
    }
    return said;
}

}  // namespace brokerscope
