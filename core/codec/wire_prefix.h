#pragma once

#include "core/value/value_tree.h"

#include <cstdint>

namespace brokerscope {

// The length or count that stands before a string, bytes, records or an array.
struct WirePrefix {
    std::int64_t length = 0;  // as meant: null is -1, a compact prefix has its 1 taken off
    bool isCanonical = true;  // written in the fewest bytes, as the encoder writes this number
};

// The number on the wire, whatever follows it: after an override or a failure it differs from what the node holds.
// `node` is of `tree` and of one of the kinds named above. Where its encoding has no prefix, the size of its content.
WirePrefix readWirePrefix(const ValueTree& tree, const Node& node);

}  // namespace brokerscope
