#include "core/codec/byte_writer.h"

#include "core/codec/byte_reader.h"

#include <algorithm>

namespace brokerscope {

void ByteWriter::grow(std::size_t size) {
    const std::size_t used = position();
    m_buffer.resize(std::max(m_buffer.size() * 2, used + size));
    m_at = m_buffer.data() + used;
    m_end = m_buffer.data() + m_buffer.size();
}

void ByteWriter::patchSize(std::uint32_t position) {
    const std::uint32_t size = this->position() - position - 1;
    const std::uint32_t used = varintSize(size);
    if (used > 1) {
        take(used - 1);
        std::uint8_t* const content = m_buffer.data() + position + 1;
        std::memmove(content + used - 1, content, size);
    }
    std::uint8_t* at = m_buffer.data() + position;
    std::uint32_t rest = size;
    for (; rest >= 0x80; rest >>= 7) {
        *at++ = static_cast<std::uint8_t>(rest | 0x80);
    }
    *at = static_cast<std::uint8_t>(rest);
}

ByteBuffer ByteWriter::finish() {
    m_buffer.resize(position());
    ByteBuffer written = std::move(m_buffer);
    m_buffer.clear();
    m_at = m_buffer.data();
    m_end = m_at;
    return written;
}

}  // namespace brokerscope
