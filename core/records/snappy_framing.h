#pragma once

#include "core/base/bytes.h"

#include <array>
#include <cstdint>
#include <optional>

namespace brokerscope {

// How xerial framing (snappy-java) begins.
inline constexpr std::array<std::uint8_t, 8> kXerialMagic{0x82, 'S', 'N', 'A', 'P', 'P', 'Y', 0};

// What stands at one place of snappy data.
enum class SnappyPieceKind : std::uint8_t {
    Header,     // xerial: 82 "SNAPPY" 00, version int32, compatible int32
    Block,      // a raw block; within xerial framing behind its size, int32
    CutHeader,  // the data ends within a header
    LongBlock,  // a block's size reaches beyond the data
    Trailing    // fewer bytes than a size has
};

struct SnappyPiece {
    SnappyPieceKind kind = SnappyPieceKind::Block;
    std::size_t at = 0;  // of the first of `bytes` in the data
    ByteView bytes;      // of a block without its size
    // Of a block: the bytes that it claims to become; nothing where that cannot be read.
    std::optional<std::uint64_t> claimed() const;
    // Of a header.
    bool isLittleEndian() const;  // its words are written the other way round
    std::uint32_t version() const;
    std::uint32_t compatible() const;  // oldest version that can read it

private:
    std::uint32_t headerWord(std::size_t from) const;
};

// Steps through snappy data as writers frame it, told apart by kXerialMagic alone: version words differ between
// writers. Headers may be repeated. CutHeader, LongBlock and Trailing are the last piece. Decompresses nothing; borrows
// the data.
class SnappyPieces {
public:
    explicit SnappyPieces(ByteView data);

    bool isXerial() const { return m_isXerial; }
    bool next(SnappyPiece& piece);  // false at the end

private:
    ByteView m_data;
    std::size_t m_at = 0;
    bool m_isXerial = false;
};

// Whether the bytes begin with kXerialMagic.
bool isXerial(ByteView bytes);

}  // namespace brokerscope
