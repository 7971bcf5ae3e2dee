#include "core/base/text_scan.h"

#include "core/base/utf8.h"

#include <algorithm>

namespace brokerscope {
namespace {

constexpr std::size_t kLongestCharacter = 4;

// By its first byte; 0: none begins so.
std::size_t characterSize(std::uint8_t first) {
    return first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
}

// Without a way out, so that it is done for many bytes at once. U+0080 to U+009F are 0xc2 and one of 0x80 to 0x9f.
bool hasControls(ByteView bytes) {
    bool found = false;
    for (const std::uint8_t byte : bytes) {
        found |= (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') || byte == 0x7f;
    }
    for (std::size_t i = 1; i < bytes.size(); ++i) {
        found |= bytes[i - 1] == 0xc2 && bytes[i] <= 0x9f;
    }
    return found;
}

}  // namespace

std::size_t cutCharacterSize(ByteView piece) {
    for (std::size_t back = 1; back < kLongestCharacter && back <= piece.size(); ++back) {
        const std::uint8_t byte = piece[piece.size() - back];
        if ((byte & 0xc0) != 0x80) {
            return characterSize(byte) > back ? back : 0;
        }
    }
    return 0;
}

bool isPlainText(ByteView bytes) {
    return !hasControls(bytes) && !firstInvalidUtf8(bytes);
}

void TextScan::add(ByteView piece) {
    if (!m_isText || (m_cutSize > 0 && !completeCut(piece))) {
        return;
    }
    const std::size_t cut = cutCharacterSize(piece);
    m_isText = m_isText && isPlainText(piece.first(piece.size() - cut));
    std::ranges::copy(piece.last(cut), m_cut.begin());
    m_cutSize = cut;
}

// False: the piece has not enough for it.
bool TextScan::completeCut(ByteView& piece) {
    const std::size_t missing = std::min(characterSize(m_cut.front()) - m_cutSize, piece.size());
    std::copy_n(piece.begin(), missing, m_cut.begin() + static_cast<std::ptrdiff_t>(m_cutSize));
    m_cutSize += missing;
    piece = piece.subspan(missing);
    if (m_cutSize < characterSize(m_cut.front())) {
        return false;
    }
    m_isText = isPlainText(ByteView(m_cut).first(m_cutSize));
    m_cutSize = 0;
    return true;
}

}  // namespace brokerscope
