#pragma once

#include "core/base/error.h"
#include "core/base/limits.h"
#include "core/value/value_tree.h"

#include <memory>

namespace brokerscope {

// Whether an error says that the bytes of a stream are no frames.
bool isNoFrame(MessageId id);

// A tree over bytes that are no message: all of them are one gap, without remarks, since whoever failed on them has
// said what they are.
std::shared_ptr<const ValueTree> foreignBytesTree(std::shared_ptr<const ByteBuffer> bytes, const Limits& limits);

}  // namespace brokerscope
