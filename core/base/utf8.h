#pragma once

#include "core/base/bytes.h"

#include <cstddef>
#include <optional>
#include <string>

namespace brokerscope {

// Position of the first byte that is not valid UTF-8 (overlong forms, surrogates and values above U+10FFFF are
// invalid), or nothing when all of it is valid.
std::optional<std::size_t> firstInvalidUtf8(ByteView bytes);

// The text with every invalid byte replaced by U+FFFD. For display only: the bytes stay in their buffer.
std::string displayUtf8(ByteView bytes);

}  // namespace brokerscope
