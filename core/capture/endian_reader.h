#pragma once

#include "core/base/bytes.h"

#include <cstddef>
#include <cstdint>

namespace brokerscope {

// Fixed-size unsigned numbers of capture files and packet headers, of either byte order. The caller has checked that
// the bytes are there.
class EndianReader {
public:
    explicit EndianReader(ByteView bytes, bool isBig = true) : m_bytes(bytes), m_isBig(isBig) {}

    std::uint8_t u8(std::size_t at) const { return m_bytes[at]; }
    std::uint16_t u16(std::size_t at) const { return static_cast<std::uint16_t>(number(at, 2)); }
    std::uint32_t u32(std::size_t at) const { return static_cast<std::uint32_t>(number(at, 4)); }
    std::uint64_t u64(std::size_t at) const { return number(at, 8); }

private:
    std::uint64_t number(std::size_t at, std::size_t size) const {
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < size; ++i) {
            value = value << 8 | m_bytes[m_isBig ? at + i : at + size - 1 - i];
        }
        return value;
    }

    ByteView m_bytes;
    bool m_isBig;
};

}  // namespace brokerscope
