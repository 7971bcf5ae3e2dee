#include "core/value/tree_difference.h"

#include <algorithm>
#include <map>
#include <optional>

namespace brokerscope {
namespace {

using Change = TreeDifference::Change;

using Children = std::vector<NodeRef>;

Children childrenOf(const NodeRef& node) {
    Children children;
    const std::size_t count = node.childCount();
    children.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        children.push_back(node.child(i));
    }
    return children;
}

ByteView bytesOf(const NodeRef& node) {
    return node.tree().view(node.node());
}

// Both are written by one definition at one version, so that equal bytes say the same. Overrides and failures do not
// matter: they are in the bytes too.
bool isWrittenAlike(const NodeRef& before, const NodeRef& after) {
    return before.field() == after.field() && before.tree().layouts == after.tree().layouts;
}

bool hasEqualBytes(const NodeRef& before, const NodeRef& after) {
    return std::ranges::equal(bytesOf(before), bytesOf(after));
}

bool isLeaf(NodeKind kind) {
    return kind != NodeKind::Frame && kind != NodeKind::Struct && kind != NodeKind::Array && kind != NodeKind::Tags;
}

bool isReal(const NodeRef& node) {
    return node.field() != nullptr && node.field()->type == FieldType::Float64;
}

// What two leaves say, not how: a string is the same with either length prefix.
bool saysTheSame(const NodeRef& before, const NodeRef& after) {
    if (before.kind() != after.kind() || before.isNull() != after.isNull() || before.isUnread() != after.isUnread()) {
        return false;
    }
    switch (before.kind()) {
        case NodeKind::Scalar:
        case NodeKind::Size:
            return isReal(before) == isReal(after) &&
                   (isReal(before) ? std::ranges::equal(before.content(), after.content())
                                   : before.node().integer == after.node().integer);
        case NodeKind::UnknownTag:
        case NodeKind::Gap:
            return hasEqualBytes(before, after);
        default:
            return std::ranges::equal(before.content(), after.content());
    }
}

// The values of its map keys, each with its length; nothing: its structure has none, or they could not be read.
std::optional<std::string> keyOf(const NodeRef& element) {
    if (element.kind() != NodeKind::Struct) {
        return std::nullopt;
    }
    std::string key;
    bool hasKey = false;
    for (std::size_t i = 0; i < element.childCount(); ++i) {
        const NodeRef child = element.child(i);
        const FieldLayout* field = child.field();
        if (field != nullptr && field->spec != nullptr && field->spec->mapKey) {
            const ByteView content = child.content();
            hasKey = true;
            key += std::to_string(content.size()) + (child.isNull() ? 'n' : ':');
            key.append(content.begin(), content.end());
        }
    }
    return hasKey ? std::optional(std::move(key)) : std::nullopt;
}

bool hasKeys(const NodeRef& array) {
    return array.childCount() > 0 && keyOf(array.child(0)).has_value();
}

class Comparison {
public:
    Comparison(const CancelToken& cancel, std::size_t most) : m_cancel(cancel), m_most(most) {}

    TreeDifferences take() {
        m_found.isCut = m_cancel.isCancelled() || m_found.differences.size() > m_most;
        m_found.differences.resize(std::min(m_found.differences.size(), m_most));
        return std::move(m_found);
    }

    void compare(const NodeRef& before, const NodeRef& after) {
        if (isOver() || (isWrittenAlike(before, after) && hasEqualBytes(before, after))) {
            return;
        }
        if (before.kind() != after.kind() || before.isNull() != after.isNull() || isLeaf(after.kind())) {
            if (!isLeaf(before.kind()) || !saysTheSame(before, after)) {
                change(before, after, before.span(), after.span());
            }
        } else if (after.kind() == NodeKind::Array) {
            compareArrays(before, after);
        } else {
            compareFields(before, after);
        }
    }

private:
    // One more than is wanted tells that there are more.
    bool isOver() const { return m_cancel.isCancelled() || m_found.differences.size() > m_most; }

    void push(TreeDifference difference) {
        if (!isOver()) {
            m_found.differences.push_back(std::move(difference));
        }
    }
    void change(const NodeRef& before, const NodeRef& after, ByteSpan beforeBytes, ByteSpan afterBytes) {
        push({Change::Changed, after.path(), before, after, beforeBytes, afterBytes});
    }
    // An empty section of tags, as a version writes it that has some, is nothing.
    static bool isNothing(const NodeRef& node) { return node.kind() == NodeKind::Tags && node.childCount() == 0; }
    void add(const NodeRef& node) {
        if (!isNothing(node)) {
            push({Change::Added, node.path(), {}, node, {}, node.span()});
        }
    }
    void remove(const NodeRef& node) {
        if (!isNothing(node)) {
            push({Change::Removed, node.path(), node, {}, node.span(), {}});
        }
    }

    // What a node is among its brothers: a field that became tagged is the same one, and is looked for in both places.
    static std::string nameOf(const NodeRef& node) {
        const FieldLayout* field = node.field();
        return field != nullptr && field->spec != nullptr ? field->spec->jsonName : node.name();
    }

    // The fields of a structure, those of its tag section among them.
    static Children fieldsOf(const NodeRef& node) {
        Children fields;
        for (const NodeRef& child : childrenOf(node)) {
            if (child.kind() == NodeKind::Tags) {
                std::ranges::copy(childrenOf(child), std::back_inserter(fields));
            } else {
                fields.push_back(child);
            }
        }
        return fields;
    }

    void compareFields(const NodeRef& before, const NodeRef& after) {
        const Children old = fieldsOf(before);
        std::multimap<std::string, std::size_t> places;
        for (std::size_t i = 0; i < old.size(); ++i) {
            places.emplace(nameOf(old[i]), i);
        }
        pair(old, fieldsOf(after), std::move(places), nameOf);
    }

    // Pairs by name or key; what no partner was found for was removed or added, told where it stands.
    template <typename CallOf>
    void pair(const Children& old, const Children& now, std::multimap<std::string, std::size_t> places, CallOf callOf) {
        std::vector<std::optional<std::size_t>> partners;
        std::vector<bool> isPaired(old.size());
        for (const NodeRef& node : now) {
            const std::string name = callOf(node);
            const auto place = places.lower_bound(name);  // the first of that name
            if (place == places.end() || place->first != name) {
                partners.emplace_back();
                continue;
            }
            partners.emplace_back(place->second);
            isPaired[place->second] = true;
            places.erase(place);
        }
        std::size_t told = 0;
        const auto tellRemoved = [&](std::size_t end) {
            for (; told < end && !isOver(); ++told) {
                if (!isPaired[told]) {
                    remove(old[told]);
                }
            }
        };
        for (std::size_t i = 0; i < now.size() && !isOver(); ++i) {
            if (!partners[i]) {
                add(now[i]);
                continue;
            }
            tellRemoved(*partners[i]);
            compare(old[*partners[i]], now[i]);
        }
        tellRemoved(old.size());
    }

    void compareArrays(const NodeRef& before, const NodeRef& after) {
        if (before.childCount() != after.childCount()) {
            change(before, after, before.prefixSpan(), after.prefixSpan());
        }
        if (hasKeys(before) || hasKeys(after)) {
            compareByKeys(before, after);
        } else {
            compareInOrder(before, after);
        }
    }

    void compareByKeys(const NodeRef& before, const NodeRef& after) {
        const auto nameOfElement = [](const NodeRef& element) { return keyOf(element).value_or(std::string()); };
        const Children old = childrenOf(before);
        std::multimap<std::string, std::size_t> places;
        for (std::size_t i = 0; i < old.size() && !isOver(); ++i) {
            places.emplace(nameOfElement(old[i]), i);
        }
        pair(old, childrenOf(after), std::move(places), nameOfElement);
    }

    // Whether two elements are alike, to find the ends that belong together; a structure of another version is not.
    static bool isAlike(const NodeRef& before, const NodeRef& after) {
        return isWrittenAlike(before, after) ? hasEqualBytes(before, after)
                                             : isLeaf(after.kind()) && saysTheSame(before, after);
    }

    void compareInOrder(const NodeRef& before, const NodeRef& after) {
        const std::size_t old = before.childCount();
        const std::size_t now = after.childCount();
        const std::size_t shorter = std::min(old, now);
        std::size_t first = 0;
        while (first < shorter && !isOver() && isAlike(before.child(first), after.child(first))) {
            ++first;
        }
        std::size_t last = 0;
        // Where none came or went, elements belong together by their places.
        while (old != now && last < shorter - first && !isOver() &&
               isAlike(before.child(old - 1 - last), after.child(now - 1 - last))) {
            ++last;
        }
        const std::size_t paired = shorter - first - last;
        for (std::size_t i = first; i < first + paired && !isOver(); ++i) {
            compare(before.child(i), after.child(i));
        }
        for (std::size_t i = first + paired; i < old - last && !isOver(); ++i) {
            remove(before.child(i));
        }
        for (std::size_t i = first + paired; i < now - last && !isOver(); ++i) {
            add(after.child(i));
        }
    }

    CancelToken m_cancel;
    std::size_t m_most;
    TreeDifferences m_found;
};

}  // namespace

TreeDifferences treeDifferences(const NodeRef& before, const NodeRef& after, const CancelToken& cancel,
                                std::size_t most) {
    Comparison comparison(cancel, most);
    comparison.compare(before, after);
    return comparison.take();
}

}  // namespace brokerscope
