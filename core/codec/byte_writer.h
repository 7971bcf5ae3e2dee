#pragma once

#include "core/base/bytes.h"

#include <cstdint>
#include <cstring>

namespace brokerscope {

// Appends big-endian values to a buffer that grows. The only writer of wire bytes. Positions count from the first byte
// written. Not thread safe.
class ByteWriter {
public:
    explicit ByteWriter(std::size_t expected = 512) : m_buffer(expected) {
        m_at = m_buffer.data();
        m_end = m_at + m_buffer.size();
    }
    ByteWriter(const ByteWriter&) = delete;
    ByteWriter& operator=(const ByteWriter&) = delete;

    std::uint32_t position() const { return static_cast<std::uint32_t>(m_at - m_buffer.data()); }
    // What was written so far; valid until more is written.
    ByteView written() const { return {m_buffer.data(), position()}; }
    // Forgets what was written from `position` on.
    void rewind(std::uint32_t position) { m_at = m_buffer.data() + position; }

    // The lowest `size` bytes (1, 2, 4 or 8) of a value.
    void putFixed(std::uint64_t value, std::uint32_t size) {
        reserve(size);
        storeFixed(m_at, value, size);
        m_at += size;
    }
    void putByte(std::uint8_t value) { *take(1) = value; }
    void putBytes(ByteView bytes) {
        if (!bytes.empty()) {
            std::memcpy(take(bytes.size()), bytes.data(), bytes.size());
        }
    }
    // Unsigned varint: seven bits a byte, lowest first.
    void putVarint(std::uint32_t value) {
        reserve(kLongestVarint);
        while (value >= 0x80) {
            *m_at++ = static_cast<std::uint8_t>(value | 0x80);
            value >>= 7;
        }
        *m_at++ = static_cast<std::uint8_t>(value);
    }
    // Zigzag varint, as record fields are written.
    void putZigzag(std::int64_t value) {
        reserve(kLongestVarlong);
        std::uint64_t raw = static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63);
        for (; raw >= 0x80; raw >>= 7) {
            *m_at++ = static_cast<std::uint8_t>(raw | 0x80);
        }
        *m_at++ = static_cast<std::uint8_t>(raw);
    }
    // Room for `size` bytes, which the caller fills.
    std::uint8_t* take(std::size_t size) {
        reserve(size);
        std::uint8_t* const taken = m_at;
        m_at += size;
        return taken;
    }

    void patchInt32(std::uint32_t position, std::int32_t value) {
        storeFixed(m_buffer.data() + position, static_cast<std::uint32_t>(value), 4);
    }
    // Puts the number of bytes after the placeholder byte at `position` into it as a varint, moving them where it needs
    // more room.
    void patchSize(std::uint32_t position);

    // What was written; the writer is empty afterwards.
    ByteBuffer finish();

    static void storeFixed(std::uint8_t* at, std::uint64_t value, std::uint32_t size) {
        switch (size) {
            case 1:
                at[0] = static_cast<std::uint8_t>(value);
                break;
            case 2:
                at[0] = static_cast<std::uint8_t>(value >> 8);
                at[1] = static_cast<std::uint8_t>(value);
                break;
            case 4:
                store32(at, static_cast<std::uint32_t>(value));
                break;
            default:
                store32(at, static_cast<std::uint32_t>(value >> 32));
                store32(at + 4, static_cast<std::uint32_t>(value));
                break;
        }
    }

private:
    static constexpr std::size_t kLongestVarint = 5;
    static constexpr std::size_t kLongestVarlong = 10;

    static void store32(std::uint8_t* at, std::uint32_t value) {
        at[0] = static_cast<std::uint8_t>(value >> 24);
        at[1] = static_cast<std::uint8_t>(value >> 16);
        at[2] = static_cast<std::uint8_t>(value >> 8);
        at[3] = static_cast<std::uint8_t>(value);
    }
    void reserve(std::size_t size) {
        if (static_cast<std::size_t>(m_end - m_at) < size) {
            grow(size);
        }
    }
    void grow(std::size_t size);

    ByteBuffer m_buffer;
    std::uint8_t* m_at;
    std::uint8_t* m_end;
};

}  // namespace brokerscope
