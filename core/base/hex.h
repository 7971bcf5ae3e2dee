#pragma once

#include "core/base/bytes.h"
#include "core/base/error.h"

#include <string>
#include <string_view>

namespace brokerscope {

// Lower-case digits, two a byte, without separators.
std::string toHex(ByteView bytes);

// Digits of either case; white space, ':' and ',' between bytes and a leading 0x are skipped.
// Errors: InvalidHex with the position in the text, HexOddDigits.
Result<ByteBuffer> fromHex(std::string_view text);

}  // namespace brokerscope
