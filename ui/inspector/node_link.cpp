#include "ui/inspector/node_link.h"

#include "core/value/node_lookup.h"

namespace brokerscope {

LinkedSelection linkedTo(const NodeRef& node) {
    if (!node.isValid()) {
        return {};
    }
    NodeKey key;
    for (const std::size_t position : childPositions(node)) {
        key.route.push_back(static_cast<std::uint32_t>(position));
    }
    return {node.span(), std::move(key)};
}

NodeRef nodeOf(const std::shared_ptr<const ValueTree>& tree, const LinkedSelection& selection) {
    NodeRef at = NodeRef::root(tree);
    if (!at.isValid() || selection.isEmpty()) {
        return {};
    }
    if (!selection.node || selection.node->tree != 0) {
        return deepestNodeAt(at, selection.span.offset);
    }
    for (const std::uint32_t position : selection.node->route) {
        if (position >= at.childCount()) {
            return {};
        }
        at = at.child(position);
    }
    return at;
}

}  // namespace brokerscope
