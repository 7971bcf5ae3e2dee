#include "ui/models/field_tint.h"

namespace brokerscope {
namespace {

constexpr int kFieldTints = 7;
constexpr int kTagTint = 7;

}  // namespace

int tintOf(const NodeRef& node) {
    if (!node.isValid()) {
        return -1;
    }
    const Node self = node.node();
    if (self.kind == NodeKind::Tags || self.kind == NodeKind::UnknownTag) {
        return kTagTint;
    }
    if (self.field == nullptr) {
        return -1;
    }
    // Each level of nesting begins one tint later, so that an array's count differs from its first field.
    int depth = 0;
    for (NodeRef above = node.parent(); above.isValid(); above = above.parent()) {
        const Node structure = above.node();
        depth += structure.kind == NodeKind::Struct && structure.field != nullptr ? 1 : 0;
    }
    return static_cast<int>((self.field->spec->index + static_cast<std::uint32_t>(depth) * 4) % kFieldTints);
}

}  // namespace brokerscope
