#include "core/value/node_pairing.h"

#include "core/schema/field_meaning.h"
#include "core/value/leaf_value.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace brokerscope {
namespace {

// What tells structures apart whose definition names no key.
constexpr std::array<std::string_view, 5> kNamingEntities{"topicId", "topicName", "partition", "groupId", "memberId"};

bool isNaming(const FieldSpec& field) {
    return field.meaning != nullptr && !field.isArray && field.type != FieldType::Struct &&
           std::find(kNamingEntities.begin(), kNamingEntities.end(), field.meaning->entity) != kNamingEntities.end();
}

// Fields by which an element is found; empty: none.
std::vector<std::string_view> keyFieldsOf(const StructLayout& structure) {
    std::vector<std::string_view> names;
    for (const FieldLayout& field : structure.fields) {
        if (field.spec->mapKey) {
            names.push_back(field.spec->jsonName);
        }
    }
    for (const FieldLayout& field : structure.fields) {
        if (names.empty() && isNaming(*field.spec)) {
            names.push_back(field.spec->jsonName);
        }
    }
    return names;
}

struct NamedChild {
    std::string name;
    NodeRef node;
};

// Fields by name, tagged ones and unknown tags among them.
void addChildren(const NodeRef& node, std::vector<NamedChild>& children) {
    const std::size_t count = node.childCount();
    for (std::size_t i = 0; i < count; ++i) {
        const NodeRef child = node.child(i);
        if (child.kind() == NodeKind::Tags) {
            addChildren(child, children);
        } else if (child.kind() != NodeKind::Size) {
            children.push_back({child.field() != nullptr ? child.field()->spec->jsonName : child.name(), child});
        }
    }
}

bool isStructArray(const NodeRef& node) {
    return node.kind() == NodeKind::Array && !node.isNull() && node.field() != nullptr &&
           node.field()->structure != nullptr;
}

class Pairing {
public:
    explicit Pairing(const TreePairing& pairing) : m_pairing(pairing) {}

    void pair(const NodeRef& before, const NodeRef& after) {
        if (m_isOver) {
            return;
        }
        const bool isBoth = before.isValid() && after.isValid() && before.kind() == after.kind() && !before.isNull() &&
                            !after.isNull() && !before.isUnread() && !after.isUnread();
        const NodeKind kind = before.isValid() ? before.kind() : NodeKind::Gap;
        if (isBoth && (kind == NodeKind::Struct || kind == NodeKind::Frame)) {
            pairFields(before, after);
        } else if (isBoth && kind == NodeKind::Array) {
            pairElements(before, after);
        } else {
            m_isOver = !m_pairing.take({before, after});
        }
    }

private:
    using Keys = std::multimap<std::string, std::size_t>;

    void pairFields(const NodeRef& before, const NodeRef& after) {
        std::vector<NamedChild> left;
        std::vector<NamedChild> right;
        addChildren(before, left);
        addChildren(after, right);
        std::size_t next = 0;  // both have the order of one definition, mostly
        for (const NamedChild& child : left) {
            const auto same = [&child](const NamedChild& other) {
                return other.node.isValid() && other.name == child.name;
            };
            auto found = next < right.size() && same(right[next]) ? right.begin() + static_cast<std::ptrdiff_t>(next)
                                                                  : std::find_if(right.begin(), right.end(), same);
            pair(child.node, found != right.end() ? std::exchange(found->node, NodeRef()) : NodeRef());
            next = found != right.end() ? static_cast<std::size_t>(found - right.begin()) + 1 : next;
        }
        for (const NamedChild& child : right) {
            if (child.node.isValid()) {
                pair(NodeRef(), child.node);
            }
        }
    }

    std::string keyOf(const NodeRef& element, const std::vector<std::string_view>& fields, bool isAfter) const {
        std::string key;
        for (const std::string_view field : fields) {
            const auto value = element.findField(field);
            const auto leaf = value ? leafOf(*value) : std::nullopt;
            if (leaf) {
                key += m_pairing.keyText ? m_pairing.keyText(*value, isAfter) : leafJson(*leaf);
            }
            key += '\n';
        }
        return key;
    }

    // For each element of `before` its counterpart's position; nothing at all where no key is on both sides.
    std::optional<std::vector<std::optional<std::size_t>>> pairedByKey(const NodeRef& before,
                                                                       const NodeRef& after) const {
        const auto fields =
            isStructArray(before) ? keyFieldsOf(*before.field()->structure) : std::vector<std::string_view>();
        if (fields.empty()) {
            return std::nullopt;
        }
        Keys keys;
        for (std::size_t i = 0; i < after.childCount(); ++i) {
            keys.emplace(keyOf(after.child(i), fields, true), i);
        }
        std::vector<std::optional<std::size_t>> pairs(before.childCount());
        bool hasAny = false;
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            // Of equal keys the first that is left, which is the n-th for the n-th.
            if (const auto found = keys.find(keyOf(before.child(i), fields, false)); found != keys.end()) {
                const auto first = keys.lower_bound(found->first);
                pairs[i] = first->second;
                keys.erase(first);
                hasAny = true;
            }
        }
        const bool isSameCount = before.childCount() == after.childCount();
        return hasAny || !isSameCount ? std::optional(std::move(pairs)) : std::nullopt;
    }

    void pairElements(const NodeRef& before, const NodeRef& after) {
        const std::size_t count = before.childCount();
        const std::size_t others = after.childCount();
        const auto byKey = pairedByKey(before, after);
        std::vector<bool> isPaired(others, false);
        for (std::size_t i = 0; i < count && !m_isOver; ++i) {
            const std::optional<std::size_t> other = byKey ? (*byKey)[i] : i < others ? std::optional(i) : std::nullopt;
            if (other) {
                isPaired[*other] = true;
            }
            pair(before.child(i), other ? after.child(*other) : NodeRef());
        }
        for (std::size_t i = 0; i < others && !m_isOver; ++i) {
            if (!isPaired[i]) {
                pair(NodeRef(), after.child(i));
            }
        }
    }

    const TreePairing& m_pairing;
    bool m_isOver = false;
};

}  // namespace

void pairNodes(const NodeRef& before, const NodeRef& after, const TreePairing& pairing) {
    Pairing(pairing).pair(before, after);
}

bool isSameValue(const NodeRef& before, const NodeRef& after) {
    if (!before.isValid() || !after.isValid()) {
        return before.isValid() == after.isValid();
    }
    if (before.isNull() || after.isNull()) {
        return before.isNull() == after.isNull();
    }
    const auto left = leafOf(before);
    const auto right = leafOf(after);
    if (left && right && left->kind == right->kind && left->kind == NodeKind::Scalar) {
        return leafJson(*left) == leafJson(*right);
    }
    const ByteView bytes = before.content();
    const ByteView others = after.content();
    return before.kind() == after.kind() && std::equal(bytes.begin(), bytes.end(), others.begin(), others.end());
}

}  // namespace brokerscope
