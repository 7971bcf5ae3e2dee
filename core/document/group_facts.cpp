#include "core/document/group_facts.h"

#include "core/schema/field_meaning.h"
#include "core/schema/overlays.h"

#include <optional>

namespace brokerscope {
namespace {

constexpr std::string_view kGroup = "groupId";

std::optional<std::string> groupIn(const NodeRef& message) {
    const std::size_t count = message.isValid() ? message.childCount() : 0;
    for (std::size_t i = 0; i < count; ++i) {
        const NodeRef child = message.child(i);
        const FieldMeaning* meaning = child.field() != nullptr ? Overlays::meaning(child.field()->spec) : nullptr;
        if (child.kind() == NodeKind::String && meaning != nullptr && meaning->entity == kGroup) {
            return child.text();
        }
    }
    return std::nullopt;
}

std::optional<std::string> groupOf(const NodeRef& message, const NodeRef& request) {
    const auto own = groupIn(message);
    return own ? own : groupIn(request);
}

}  // namespace

void GroupFacts::learn(const NodeRef& message, const NodeRef& request) {
    const auto group = groupOf(message, request);
    if (!group || !message.isValid() || (m_groups.size() >= kMost && !m_groups.contains(*group))) {
        return;
    }
    for (const std::string& fact : m_registry.overlays().nested().facts()) {
        const auto field = message.findField(fact);
        if (field && field->kind() == NodeKind::String && !field->content().empty()) {
            m_groups[*group][fact] = field->text();
        }
    }
}

ReadOverlayValues GroupFacts::of(const NodeRef& message, const NodeRef& request) const {
    const auto group = groupOf(message, request);
    const auto known = group ? m_groups.find(*group) : m_groups.end();
    if (known == m_groups.end()) {
        return {};
    }
    return [facts = known->second](const std::string& name) {
        const auto found = facts.find(name);
        return found == facts.end() ? std::vector<OverlayValue>{} : std::vector<OverlayValue>{found->second};
    };
}

}  // namespace brokerscope
