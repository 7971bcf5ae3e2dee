#pragma once

#include "core/records/decompressed_bytes.h"

#include <cstdint>
#include <optional>

namespace brokerscope {

// Decompresses one raw block of snappy a part at a time, for blocks that are not to be held whole.
//
//   block   => length unsigned varint, element*
//   element => tag byte: its two lowest bits say which
//     0  literal: length - 1 in the other six bits, 60 to 63: in the 1 to 4 bytes after it, little endian; bytes
//     1  copy: length - 4 in three bits, offset of eleven bits: three in the tag, eight after it
//     2  copy: length - 1 in six bits, offset of 2 bytes, little endian
//     3  copy: the same with 4 bytes
//
// A copy repeats what stands `offset` bytes before it. Compressors work within 64 KiB; what is further back is not
// kept. Borrows the block. Not thread safe.
class SnappyStream {
public:
    enum class Step : std::uint8_t {
        More,     // a part was written
        Whole,    // all that the block claims was written
        Damaged,  // what was written came before the damage
        TooFar    // a copy reaches further back than is kept: only as a whole can the block be read
    };

    // `claimed` bytes it is to become, which its length says; the length is read over.
    SnappyStream(ByteView block, std::uint64_t claimed);

    // Once the output has met a limit, nothing more is to be asked for.
    Step step(DecompressedBytes& output);

private:
    struct Element {
        bool isCopy = false;
        std::size_t length = 0;
        std::uint64_t offset = 0;  // of a copy
    };
    std::optional<Element> readElement();
    Step writeElement(const Element& element);
    Step fill();

    ByteView m_rest;
    std::uint64_t m_left;           // bytes that are still to come
    ByteBuffer m_kept;              // what was written last
    std::size_t m_used = 0;         // of m_kept
    std::uint64_t m_forgotten = 0;  // bytes before those
    std::size_t m_literal = 0;      // bytes left of the literal under way
};

}  // namespace brokerscope
