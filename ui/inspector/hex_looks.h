#pragma once

#include "core/value/value_tree.h"
#include "ui/hexview/hex_highlights.h"

#include <memory>

namespace brokerscope {

// The looks of the bytes [from, to) of a message: runs by field, marks where diagnostics point.
HexHighlights hexLooks(const std::shared_ptr<const ValueTree>& tree, std::uint64_t from, std::uint64_t to);

}  // namespace brokerscope
