#include "core/topology/node_values.h"

namespace brokerscope {
namespace {

std::optional<NodeRef> presentField(const NodeRef& structure, std::string_view jsonName) {
    if (!structure.isValid()) {
        return std::nullopt;
    }
    std::optional<NodeRef> field = structure.findField(jsonName);
    return field && !field->isNull() && field->kind() != NodeKind::Gap ? field : std::nullopt;
}

}  // namespace

std::int64_t integerField(const NodeRef& structure, std::string_view jsonName, std::int64_t fallback) {
    const auto field = presentField(structure, jsonName);
    return field && field->kind() == NodeKind::Scalar ? field->node().integer : fallback;
}

bool boolField(const NodeRef& structure, std::string_view jsonName, bool fallback) {
    return integerField(structure, jsonName, fallback ? 1 : 0) != 0;
}

std::optional<std::string> textField(const NodeRef& structure, std::string_view jsonName) {
    const auto field = presentField(structure, jsonName);
    return field && field->kind() == NodeKind::String ? std::optional(std::string(asText(field->content())))
                                                      : std::nullopt;
}

std::uint16_t portField(const NodeRef& structure) {
    constexpr std::int64_t kGreatest = 65535;
    const std::int64_t port = integerField(structure, "port", 0);
    return static_cast<std::uint16_t>(port > 0 && port <= kGreatest ? port : 0);
}

Uuid uuidField(const NodeRef& structure, std::string_view jsonName) {
    const auto field = presentField(structure, jsonName);
    return field && field->kind() == NodeKind::Uuid ? Uuid::fromBytes(field->content()) : Uuid{};
}

std::vector<std::int32_t> integersField(const NodeRef& structure, std::string_view jsonName) {
    std::vector<std::int32_t> values;
    for (const NodeRef& element : elementsField(structure, jsonName)) {
        values.push_back(static_cast<std::int32_t>(element.node().integer));
    }
    return values;
}

std::vector<NodeRef> elementsField(const NodeRef& structure, std::string_view jsonName) {
    std::vector<NodeRef> elements;
    const auto field = presentField(structure, jsonName);
    if (!field || field->kind() != NodeKind::Array) {
        return elements;
    }
    const std::size_t count = field->childCount();
    elements.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        elements.push_back(field->child(i));
    }
    return elements;
}

NodeRef bodyOf(const std::shared_ptr<const ValueTree>& tree) {
    NodeRef root = NodeRef::root(tree);
    if (!root.isValid() || root.kind() != NodeKind::Frame) {
        return root;
    }
    // A frame: size, header, body.
    std::size_t structs = 0;
    for (std::size_t i = 0; i < root.childCount(); ++i) {
        NodeRef child = root.child(i);
        if (child.kind() == NodeKind::Struct && ++structs == 2) {
            return child;
        }
    }
    return {};
}

}  // namespace brokerscope
