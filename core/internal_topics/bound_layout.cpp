#include "core/internal_topics/bound_layout.h"

#include <algorithm>

namespace brokerscope {

BoundLayout::BoundLayout(std::shared_ptr<const MessageLayout> layout, std::span<const std::string_view> paths)
    : m_layout(std::move(layout)) {
    add(*m_layout->root, {}, paths);
}

std::int16_t BoundLayout::add(const StructLayout& structure, const std::string& prefix,
                              std::span<const std::string_view> paths) {
    const auto index = static_cast<std::int16_t>(m_nodes.size());
    Node node{structure.fields.data(), structure.tagged.data(), structure.fields.size(), {}};
    m_nodes.emplace_back();
    const auto bind = [&](const FieldLayout& field) {
        const std::string path = prefix + field.spec->jsonName;
        Target target;
        const auto row = std::ranges::find(paths, std::string_view(path));
        target.row = row == paths.end() ? kNone : static_cast<std::int16_t>(row - paths.begin());
        const std::string within = path + '.';
        // Only where a row lies within: a structure may hold itself.
        const bool isEntered = field.structure != nullptr && std::ranges::any_of(paths, [&](std::string_view known) {
                                   return known.starts_with(within);
                               });
        target.node = isEntered ? add(*field.structure, within, paths) : kNone;
        node.targets.push_back(target);
    };
    std::ranges::for_each(structure.fields, bind);
    std::ranges::for_each(structure.tagged, bind);
    m_nodes[static_cast<std::size_t>(index)] = std::move(node);
    return index;
}

}  // namespace brokerscope
