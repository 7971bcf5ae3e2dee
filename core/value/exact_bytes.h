#pragma once

#include "core/base/bytes.h"
#include "core/value/node_ref.h"

#include <optional>

namespace brokerscope {

// The bytes of a field (a tag's number and size aside) where its JSON value alone does not give them again: text that
// is not UTF-8, a BOOLEAN other than 0 and 1, a NaN with bits of its own, a varint longer than it need be, a null
// marker other than the usual one; of an array also where that holds for an element. Nothing for all others, and for
// what was not read to its end. The bytes are the tree's.
std::optional<ByteView> bytesBeyondJson(const NodeRef& field);

// Whether a tag section (the node at `tags`) is written as an encoder writes it: as many tags as it says, ascending,
// none twice, numbers and sizes in the fewest bytes, no bytes left over within a tag.
bool isTagSectionExact(const ValueTree& tree, std::uint32_t tags);

// Whether a tagged field's value is its default, which is written only when told to.
bool isDefaultOnWire(const NodeRef& field);

}  // namespace brokerscope
