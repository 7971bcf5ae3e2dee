#include "core/value/node_lookup.h"

#include <algorithm>

namespace brokerscope {

std::size_t firstChildEndingAfter(const NodeRef& parent, std::uint64_t offset) {
    std::size_t low = 0;
    std::size_t high = parent.childCount();
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        const NodeRef child = parent.child(middle);
        if (child.isValid() && child.span().end() <= offset) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

NodeRef deepestNodeAt(const NodeRef& root, std::uint64_t offset) {
    if (!root.isValid() || !root.span().contains(offset)) {
        return {};
    }
    NodeRef at = root;
    for (;;) {
        const std::size_t position = firstChildEndingAfter(at, offset);
        if (position >= at.childCount()) {
            return at;
        }
        const NodeRef child = at.child(position);
        if (!child.isValid() || !child.span().contains(offset)) {
            return at;
        }
        at = child;
    }
}

std::size_t positionInParent(const NodeRef& node) {
    if (node.elementIndex() >= 0) {
        return static_cast<std::size_t>(node.elementIndex());
    }
    const NodeRef parent = node.parent();
    if (!parent.isValid()) {
        return 0;
    }
    const std::vector<Node>& nodes = parent.tree().nodes;
    std::size_t position = 0;
    for (std::uint32_t i = parent.index() + 1; i < node.index(); i = nodes[i].subtreeEnd) {
        ++position;
    }
    return position;
}

std::vector<std::size_t> childPositions(const NodeRef& node) {
    std::vector<std::size_t> positions;
    for (NodeRef at = node; at.parent().isValid(); at = at.parent()) {
        positions.push_back(positionInParent(at));
    }
    std::ranges::reverse(positions);
    return positions;
}

}  // namespace brokerscope
