#pragma once

#include "core/base/bytes.h"

#include <array>
#include <cstddef>

namespace brokerscope {

// Finds out whether bytes, which come in any pieces, are text for people: UTF-8 without control characters but tab,
// line feed and carriage return. Not thread safe.
class TextScan {
public:
    void add(ByteView piece);
    // Of all that was added, which ends here.
    bool isText() const { return m_isText && m_cutSize == 0; }

private:
    bool completeCut(ByteView& piece);

    bool m_isText = true;
    std::array<std::uint8_t, 4> m_cut{};  // of a character that the pieces so far end within
    std::size_t m_cutSize = 0;
};

bool isPlainText(ByteView bytes);

// Bytes at the end of a text's piece that begin a character and do not end it; 0: it ends between two, or is no text.
std::size_t cutCharacterSize(ByteView piece);

}  // namespace brokerscope
