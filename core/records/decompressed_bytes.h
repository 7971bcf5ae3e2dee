#pragma once

#include "core/base/diagnostic.h"
#include "core/base/limits.h"

#include <optional>
#include <span>
#include <utility>

namespace brokerscope {

// Where decompressed bytes go: grows as they come and never beyond the limits "decompressed" and "ratio". What a header
// claims is never allocated. The memory is kept from one use to the next. Not thread safe.
class DecompressedBytes {
public:
    // Empties it for another input of `inputSize` bytes.
    void begin(std::uint64_t inputSize, const Limits& limits);

    // Room to write into, at least one byte; take it, write some, and say how many with commit().
    std::span<std::uint8_t> room(std::size_t wanted = kChunk);
    // False once a limit is met: no more is to be written. Of what was too much nothing is kept.
    bool commit(std::size_t written);

    // Forgets what was written from `size` on.
    void rewind(std::size_t size) { m_used = size; }

    std::size_t size() const { return m_used; }
    ByteView view() const { return ByteView(m_buffer).first(m_used); }
    // The limit that was met, as it stands in a diagnostic.
    const std::optional<Diagnostic>& exceeded() const { return m_exceeded; }
    // What was written, for a holder of its own; empty afterwards.
    ByteBuffer take();

private:
    static constexpr std::size_t kChunk = 65536;
    // A small input may legitimately become this much, whatever the ratio.
    static constexpr std::uint64_t kFreeOfRatio = 16777216;

    ByteBuffer m_buffer;
    std::size_t m_used = 0;
    std::uint64_t m_inputSize = 0;
    Limits m_limits;
    std::optional<Diagnostic> m_exceeded;
};

}  // namespace brokerscope
