#pragma once

#include "core/value/node_ref.h"

#include <cstdint>
#include <vector>

namespace brokerscope {

// The deepest node below `root` (or itself) whose bytes contain the offset; invalid when `root` does not contain it.
// A byte of a length, count or tag prefix belongs to the node that it begins. Descends by halving, so a large answer
// costs no more than a small one.
NodeRef deepestNodeAt(const NodeRef& root, std::uint64_t offset);

// Index of the first child that ends after `offset`; childCount() when there is none. Children are in byte order.
std::size_t firstChildEndingAfter(const NodeRef& parent, std::uint64_t offset);

// Position among its parent's children; 0 for the root.
std::size_t positionInParent(const NodeRef& node);

// From the root's child down to the node itself: positions to take. Empty for the root.
std::vector<std::size_t> childPositions(const NodeRef& node);

}  // namespace brokerscope
