#pragma once

#include "core/base/bytes.h"
#include "core/base/error.h"

#include <cstdint>
#include <span>

namespace brokerscope {

// Bytes that stand somewhere else and are read piece by piece: a file that may grow or shrink at any time, or a buffer.
// Nothing is mapped, so bytes that are gone are a short read and no crash. Thread safe.
class ByteSource {
public:
    virtual ~ByteSource() = default;

    // Bytes that there are now. Errors: FileUnreadable.
    virtual Result<std::uint64_t> size() const = 0;
    // Fills `into` with the bytes from `offset` on and gives how many there were: fewer than asked for only at the
    // present end, none beyond it. Errors: FileUnreadable.
    virtual Result<std::size_t> read(std::uint64_t offset, std::span<std::uint8_t> into) const = 0;

    // As many of `length` bytes from `offset` on as there are now. Errors: FileUnreadable.
    Result<ByteBuffer> bytes(std::uint64_t offset, std::uint64_t length) const;
};

// Bytes in memory, which belong to the source.
class MemoryByteSource : public ByteSource {
public:
    explicit MemoryByteSource(ByteBuffer bytes) : m_bytes(std::move(bytes)) {}

    Result<std::uint64_t> size() const override { return m_bytes.size(); }
    Result<std::size_t> read(std::uint64_t offset, std::span<std::uint8_t> into) const override;

private:
    ByteBuffer m_bytes;
};

}  // namespace brokerscope
