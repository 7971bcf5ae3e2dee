#include "core/value/leaf_value.h"

#include "core/value/json_builder.h"

namespace brokerscope {

std::optional<LeafValue> leafOf(const NodeRef& node) {
    const Node self = node.node();
    const auto& layouts = node.tree().layouts;
    LeafValue leaf;
    leaf.field = self.field;
    leaf.kind = self.kind;
    leaf.isNull = (self.flags & NodeNull) != 0;
    leaf.version = layouts.empty() ? 0 : layouts.back()->version;
    if (leaf.isNull) {
        return leaf;
    }
    switch (self.kind) {
        case NodeKind::Scalar:
            if (self.field != nullptr && self.field->type == FieldType::Float64) {
                leaf.real = self.real;
            } else {
                leaf.integer = self.integer;
            }
            return leaf;
        case NodeKind::Uuid:
        case NodeKind::String:
        case NodeKind::Bytes:
        case NodeKind::Records:
            leaf.content = node.content();
            return node.isUnread() ? std::nullopt : std::optional(leaf);
        default:
            return std::nullopt;
    }
}

std::string leafJson(const LeafValue& leaf) {
    JsonBuilder out(-1);
    if (leaf.isNull) {
        out.null();
    } else if (leaf.kind == NodeKind::Uuid) {
        out.uuid(leaf.content);
    } else if (leaf.kind != NodeKind::Scalar) {
        out.blob(leaf.kind, leaf.content);
    } else if (leaf.field->type == FieldType::Float64) {
        out.real(leaf.real);
    } else {
        out.integer(leaf.field->type, leaf.integer);
    }
    return out.take();
}

}  // namespace brokerscope
