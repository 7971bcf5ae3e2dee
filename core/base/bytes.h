#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// A borrowed run of bytes. Whoever takes one does not own it and does not keep it beyond the call unless its contract
// says so.
using ByteView = std::span<const std::uint8_t>;

// Bytes that belong to their holder.
using ByteBuffer = std::vector<std::uint8_t>;

// Names one buffer (a message, a decompressed batch) within one opened document.
enum class BufferId : std::uint32_t { Main = 0 };

// A run of bytes within a buffer. `offset` and `length` count bytes; the offset counts from the buffer's first byte.
struct ByteSpan {
    BufferId buffer = BufferId::Main;
    std::uint64_t offset = 0;
    std::uint64_t length = 0;

    std::uint64_t end() const { return offset + length; }
    bool contains(std::uint64_t position) const { return position >= offset && position < end(); }
    bool operator==(const ByteSpan&) const = default;
};

inline ByteView asBytes(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}
inline std::string_view asText(ByteView bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace brokerscope
