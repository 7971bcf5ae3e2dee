#pragma once

#include "core/base/bytes.h"

#include <cstdint>
#include <string>

namespace brokerscope {

// The bytes sixteen a line: offset in hexadecimal, two groups of eight bytes, and the printable ASCII characters
// (others as a dot). The first byte has the offset `firstOffset`. Every line ends in a line feed; no bytes give an
// empty text.
std::string hexDump(ByteView bytes, std::uint64_t firstOffset = 0);

// Two digits a byte with a space between bytes.
std::string spacedHex(ByteView bytes);

}  // namespace brokerscope
