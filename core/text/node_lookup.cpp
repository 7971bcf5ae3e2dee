#include "core/text/node_lookup.h"

namespace brokerscope {
namespace {

// Children are in byte order: the last one that begins at or before the offset covers it, or none does.
NodeRef childAt(const NodeRef& parent, std::uint64_t offset) {
    std::size_t low = 0;
    std::size_t high = parent.childCount();
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        if (parent.child(middle).span().offset <= offset) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low == 0) {
        return {};
    }
    NodeRef found = parent.child(low - 1);
    return found.span().contains(offset) ? found : NodeRef();
}

}  // namespace

std::optional<Annotation> annotationAt(const NodeRef& root, std::uint64_t offset) {
    if (!root.isValid() || !root.span().contains(offset)) {
        return std::nullopt;
    }
    NodeRef node = root;
    for (NodeRef next = childAt(node, offset); next.isValid(); next = childAt(node, offset)) {
        node = next;
    }
    std::optional<Annotation> found;
    annotateParts(node, [&](const Annotation& annotation) {
        if (offset >= annotation.offset && offset < annotation.offset + annotation.size) {
            found = annotation;
        }
    });
    return found;
}

}  // namespace brokerscope
