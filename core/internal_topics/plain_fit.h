#pragma once

#include "core/base/bytes.h"
#include "core/schema/message_layout.h"

#include <cstddef>

namespace brokerscope {

// Whether bytes read as a layout without anything odd from `at` on: no fault, nothing left over, and no control
// characters in texts, which say that a length was read where something else stands.
bool fitsPlainly(const MessageLayout& layout, ByteView bytes, std::size_t at);

}  // namespace brokerscope
