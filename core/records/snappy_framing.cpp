#include "core/records/snappy_framing.h"

#include "core/value/value_tree.h"

#include <algorithm>
#include <snappy.h>

namespace brokerscope {
namespace {

constexpr std::size_t kHeader = 16;
constexpr std::size_t kWord = 4;
constexpr std::array<std::uint8_t, kWord> kLittleEndianOne{1, 0, 0, 0};

std::uint32_t wordAt(ByteView bytes, std::size_t at) {
    return static_cast<std::uint32_t>(readInteger(FieldType::UInt32, bytes.data() + at));
}

}  // namespace

bool isXerial(ByteView bytes) {
    return bytes.size() >= kXerialMagic.size() && std::equal(kXerialMagic.begin(), kXerialMagic.end(), bytes.begin());
}

std::optional<std::uint64_t> SnappyPiece::claimed() const {
    std::size_t size = 0;
    const bool isThere =
        snappy::GetUncompressedLength(reinterpret_cast<const char*>(bytes.data()), bytes.size(), &size);
    return isThere ? std::optional<std::uint64_t>(size) : std::nullopt;
}

bool SnappyPiece::isLittleEndian() const {
    return std::equal(kLittleEndianOne.begin(), kLittleEndianOne.end(), bytes.begin() + kXerialMagic.size());
}

std::uint32_t SnappyPiece::version() const {
    return headerWord(kXerialMagic.size());
}

std::uint32_t SnappyPiece::compatible() const {
    return headerWord(kXerialMagic.size() + kWord);
}

std::uint32_t SnappyPiece::headerWord(std::size_t from) const {
    std::array<std::uint8_t, kWord> word{};
    std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(from), kWord, word.begin());
    if (isLittleEndian()) {
        std::reverse(word.begin(), word.end());
    }
    return wordAt(word, 0);
}

SnappyPieces::SnappyPieces(ByteView data) : m_data(data), m_isXerial(brokerscope::isXerial(data)) {}

bool SnappyPieces::next(SnappyPiece& piece) {
    const ByteView rest = m_data.subspan(m_at);
    if (rest.empty()) {
        return false;
    }
    if (!m_isXerial) {
        piece = {SnappyPieceKind::Block, 0, rest};
    } else if (brokerscope::isXerial(rest)) {
        const bool isWhole = rest.size() >= kHeader;
        piece = {isWhole ? SnappyPieceKind::Header : SnappyPieceKind::CutHeader, m_at,
                 isWhole ? rest.first(kHeader) : rest};
    } else if (rest.size() < kWord) {
        piece = {SnappyPieceKind::Trailing, m_at, rest};
    } else {
        const std::size_t size = wordAt(rest, 0);
        const ByteView block = rest.subspan(kWord);
        const bool isWhole = size <= block.size();
        piece = {isWhole ? SnappyPieceKind::Block : SnappyPieceKind::LongBlock, m_at + kWord,
                 isWhole ? block.first(size) : block};
    }
    const bool goesOn = piece.kind == SnappyPieceKind::Header || piece.kind == SnappyPieceKind::Block;
    m_at = goesOn ? piece.at + piece.bytes.size() : m_data.size();
    return true;
}

}  // namespace brokerscope
