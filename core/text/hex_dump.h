#pragma once

#include "core/base/bytes.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

namespace brokerscope {

// The bytes sixteen a line: offset in hexadecimal, two groups of eight bytes, and the printable ASCII characters
// (others as a dot). The first byte has the offset `firstOffset`. Every line ends in a line feed; no bytes give an
// empty text.
std::string hexDump(ByteView bytes, std::uint64_t firstOffset = 0);

// Two digits a byte with a space between bytes. Of more than `most` bytes that many, and " …".
std::string spacedHex(ByteView bytes, std::size_t most = std::numeric_limits<std::size_t>::max());

}  // namespace brokerscope
