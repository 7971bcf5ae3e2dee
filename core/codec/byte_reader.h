#pragma once

#include "core/base/bytes.h"

#include <cstdint>

namespace brokerscope {

// What reading an unsigned varint found.
enum class VarintState : std::uint8_t { Good, Overlong, ExtraBits, Truncated, TooLong };

struct Varint {
    std::uint32_t value = 0;
    std::uint8_t size = 0;  // bytes used; 0 after Truncated and TooLong
    VarintState state = VarintState::Good;
};

// A position in foreign bytes, big-endian. The only reader of them: every read is checked against the end.
// Positions count from the first byte given. Not thread safe; borrows the bytes.
class ByteReader {
public:
    explicit ByteReader(ByteView bytes, std::uint32_t at = 0)
        : m_data(bytes.data()), m_at(at), m_end(static_cast<std::uint32_t>(bytes.size())) {}

    std::uint32_t at() const { return m_at; }
    std::uint32_t end() const { return m_end; }
    std::uint32_t left() const { return m_end - m_at; }
    const std::uint8_t* data() const { return m_data + m_at; }
    ByteView view(std::uint32_t offset, std::uint32_t size) const { return {m_data + offset, size}; }

    // Both within what was given: the caller checked.
    void skip(std::uint32_t count) { m_at += count; }
    void seek(std::uint32_t at) { m_at = at; }
    // Narrows or restores the end (a tag's own bytes).
    void setEnd(std::uint32_t end) { m_end = end; }

    // Unsigned varint of 32 bits at most five bytes long (ByteUtils.readUnsignedVarint): seven bits a byte, lowest
    // first. Does not move; skip(size) afterwards.
    Varint peekVarint() const;

private:
    const std::uint8_t* m_data;
    std::uint32_t m_at;
    std::uint32_t m_end;
};

// Zigzag varints of record fields: (n << 1) ^ (n >> 63). Nothing where the bytes end or the form is too long.
struct SignedVarint {
    std::int64_t value = 0;
    std::uint8_t size = 0;  // 0: not readable
};
SignedVarint readVarint(ByteView bytes);   // at most 5 bytes, 32 bits
SignedVarint readVarlong(ByteView bytes);  // at most 10 bytes, 64 bits

// Bytes of the zigzag varint of a value.
std::uint8_t zigzagSize(std::int64_t value);

// Fewest bytes for an unsigned varint of this value.
std::uint8_t varintSize(std::uint32_t value);

}  // namespace brokerscope
