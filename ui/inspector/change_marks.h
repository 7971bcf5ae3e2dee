#pragma once

#include "core/value/tree_difference.h"

#include <vector>

namespace brokerscope {

// The bytes of one side that differ, ascending and joined where they overlap or touch.
std::vector<ByteSpan> changedBytes(const TreeDifferences& found, ByteSpan TreeDifference::*side);

}  // namespace brokerscope
