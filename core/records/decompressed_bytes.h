#pragma once

#include "core/base/diagnostic.h"
#include "core/base/limits.h"

#include <optional>
#include <span>
#include <utility>

namespace brokerscope {

// Where decompressed bytes go: grows as they come and never beyond the limits "decompressed" and "ratio", which count
// what was dropped too. What a header claims is never allocated. The memory is kept from one use to the next. Not
// thread safe.
class DecompressedBytes {
public:
    // Empties it for another input of `inputSize` bytes.
    void begin(std::uint64_t inputSize, const Limits& limits);
    // Has so much memory from the beginning.
    void reserve(std::size_t size);

    // Room to write into, at least one byte; take it, write some, and say how many with commit().
    std::span<std::uint8_t> room(std::size_t wanted = kChunk);
    // False once a limit is met: no more is to be written. Of what was too much nothing is kept.
    bool commit(std::size_t written);

    // Writing goes on at `size`; the same bytes come again as were there. Those that were dropped stay so.
    void rewind(std::uint64_t size);
    // The first bytes of view() are not needed any more.
    void drop(std::size_t size) { m_start += size; }

    // All that was written.
    std::uint64_t size() const { return m_base + m_used - m_again; }
    // What is there of it, and where it begins.
    ByteView view() const { return ByteView(m_buffer).subspan(m_start, m_used - m_start); }
    std::uint64_t viewAt() const { return m_base + m_start; }
    // The limit that was met, as it stands in a diagnostic.
    const std::optional<Diagnostic>& exceeded() const { return m_exceeded; }
    // What was written, for a holder of its own; empty afterwards.
    ByteBuffer take();

private:
    static constexpr std::size_t kChunk = 65536;
    // A small input may legitimately become this much, whatever the ratio.
    static constexpr std::uint64_t kFreeOfRatio = 16777216;

    ByteBuffer m_buffer;
    std::size_t m_start = 0;    // of what is not dropped
    std::size_t m_used = 0;     // behind the last byte that is there
    std::uint64_t m_base = 0;   // of the buffer's first byte in all that was written
    std::uint64_t m_again = 0;  // bytes that were dropped and come once more
    std::uint64_t m_inputSize = 0;
    Limits m_limits;
    std::optional<Diagnostic> m_exceeded;
};

}  // namespace brokerscope
