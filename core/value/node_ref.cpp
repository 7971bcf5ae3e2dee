#include "core/value/node_ref.h"

#include "core/base/utf8.h"

#include <charconv>

namespace brokerscope {
namespace {

bool isNumberArray(const Node& node) {
    return node.kind == NodeKind::Array && node.field != nullptr && fixedSize(node.field->type) != 0;
}

}  // namespace

NodeRef NodeRef::root(std::shared_ptr<const ValueTree> tree) {
    NodeRef ref;
    if (tree != nullptr && !tree->nodes.empty()) {
        ref.m_tree = std::move(tree);
    }
    return ref;
}

bool NodeRef::isNumberElement() const {
    return m_element >= 0 && isNumberArray(m_tree->nodes[m_index]);
}

Node NodeRef::node() const {
    const Node& stored = m_tree->nodes[m_index];
    return isNumberElement() ? m_tree->numberElement(stored, static_cast<std::uint64_t>(m_element)) : stored;
}

bool NodeRef::isUnread() const {
    const Node self = node();
    if ((self.flags & NodeFailed) == 0 || (self.flags & NodeNull) != 0) {
        return false;
    }
    switch (self.kind) {
        case NodeKind::String:
        case NodeKind::Bytes:
        case NodeKind::Records:
            // A text that is not valid UTF-8 is a warning and fails nothing.
            return content().empty();
        case NodeKind::Array:
            return childCount() == 0;
        default:
            return false;
    }
}

NodeRef NodeRef::parent() const {
    return m_parent != nullptr ? *m_parent : NodeRef();
}

std::size_t NodeRef::childCount() const {
    if (isNumberElement()) {
        return 0;
    }
    const Node& stored = m_tree->nodes[m_index];
    if (isNumberArray(stored) || (stored.flags & NodeSparse) != 0) {
        return m_tree->elementCount(m_index);
    }
    return m_tree->childCount(m_index);
}

NodeRef NodeRef::child(std::size_t index) const {
    const Node& stored = m_tree->nodes[m_index];
    const bool isMade = isNumberArray(stored) || (stored.flags & NodeSparse) != 0;
    if (isMade && index >= childCount()) {
        return {};
    }
    if (isNumberArray(stored)) {
        NodeRef ref = *this;
        ref.m_parent = std::make_shared<const NodeRef>(*this);
        ref.m_element = static_cast<std::int64_t>(index);
        return ref;
    }
    if ((stored.flags & NodeSparse) != 0) {
        return sparseElement(*m_tree->sparseArray(m_index), index);
    }
    return storedChild(index);
}

NodeRef NodeRef::storedChild(std::size_t index) const {
    const std::uint32_t i = m_tree->childNode(m_index, index);
    if (i == 0) {
        return {};
    }
    NodeRef ref;
    ref.m_tree = m_tree;
    ref.m_parent = std::make_shared<const NodeRef>(*this);
    ref.m_index = i;
    ref.m_element = m_tree->nodes[m_index].kind == NodeKind::Array ? static_cast<std::int64_t>(index) : -1;
    return ref;
}

NodeRef NodeRef::sparseElement(const SparseArray& array, std::size_t index) const {
    const auto chunk = static_cast<std::uint32_t>(index / SparseArray::kStride);
    NodeRef chunkRoot = root(m_tree->chunk(array, chunk));
    NodeRef ref = chunkRoot.storedChild(index % SparseArray::kStride);
    ref.m_parent = std::make_shared<const NodeRef>(*this);
    ref.m_element = static_cast<std::int64_t>(index);
    return ref;
}

std::optional<NodeRef> NodeRef::findField(std::string_view jsonName) const {
    const std::size_t count = childCount();
    for (std::size_t i = 0; i < count; ++i) {
        NodeRef candidate = child(i);
        const Node found = candidate.node();
        if (found.kind == NodeKind::Tags) {
            if (auto tagged = candidate.findField(jsonName)) {
                return tagged;
            }
        } else if (found.field != nullptr ? found.field->spec->jsonName == jsonName : candidate.name() == jsonName) {
            return candidate;
        }
    }
    // Paths of a body have no prefix within a frame.
    if (kind() == NodeKind::Frame && count > 2) {
        return child(2).findField(jsonName);
    }
    return std::nullopt;
}

std::optional<NodeRef> NodeRef::find(std::string_view path) const {
    NodeRef at = *this;
    while (!path.empty()) {
        if (path.front() == '[') {
            std::size_t index = 0;
            const auto [end, error] = std::from_chars(path.data() + 1, path.data() + path.size(), index);
            if (error != std::errc() || end == path.data() + path.size() || *end != ']' || index >= at.childCount()) {
                return std::nullopt;
            }
            path.remove_prefix(static_cast<std::size_t>(end - path.data()) + 1);
            at = at.child(index);
            continue;
        }
        if (path.front() == '.') {
            path.remove_prefix(1);
        }
        const std::size_t length = std::min(path.find_first_of(".["), path.size());
        const auto next = at.findField(path.substr(0, length));
        if (!next) {
            return std::nullopt;
        }
        at = *next;
        path.remove_prefix(length);
    }
    return at;
}

std::string NodeRef::name() const {
    const Node self = node();
    switch (self.kind) {
        case NodeKind::Frame:
            return "frame";
        case NodeKind::Size:
            return "size";
        case NodeKind::Tags:
            return "tagged fields";
        case NodeKind::UnknownTag:
            return "tag " + std::to_string(self.integer);
        case NodeKind::Gap:
            return self.field != nullptr ? self.field->spec->name : "gap";
        default:
            break;
    }
    if (m_element >= 0) {
        return '[' + std::to_string(m_element) + ']';
    }
    if (self.field != nullptr) {
        return self.field->spec->name;
    }
    if (m_parent == nullptr) {
        return m_tree->layouts.empty() ? "message" : m_tree->layouts.back()->spec->name;
    }
    // Within a frame: size, header, body.
    return m_index == 2 ? "header" : "body";
}

std::string NodeRef::path() const {
    if (m_parent == nullptr) {
        return {};
    }
    const Node self = node();
    std::string prefix = m_parent->path();
    if (m_element >= 0) {
        return prefix + '[' + std::to_string(m_element) + ']';
    }
    if (self.kind == NodeKind::Tags || (self.field == nullptr && self.kind == NodeKind::Gap)) {
        return prefix;
    }
    if (self.kind == NodeKind::Size) {
        return "size";
    }
    if (self.kind == NodeKind::Struct && self.field == nullptr) {
        return m_index == 2 ? "header" : std::string();
    }
    if (!prefix.empty()) {
        prefix += '.';
    }
    if (self.kind == NodeKind::UnknownTag) {
        return prefix + "_unknownTags[" + std::to_string(self.integer) + ']';
    }
    return prefix + self.field->spec->jsonName;
}

std::string NodeRef::wireType() const {
    const Node self = node();
    switch (self.kind) {
        case NodeKind::Size:
            return "INT32";
        case NodeKind::Tags:
            return "TAGGED_FIELDS";
        case NodeKind::UnknownTag:
        case NodeKind::Gap:
            return self.field != nullptr ? self.field->wireTypeName() : "RAW";
        case NodeKind::Frame:
            return "FRAME";
        default:
            break;
    }
    if (self.field == nullptr) {
        return "STRUCT";
    }
    return m_element >= 0 ? self.field->elementWireTypeName() : self.field->wireTypeName();
}

ByteSpan NodeRef::span() const {
    const Node self = node();
    return {BufferId::Main, self.offset, self.size};
}

ByteSpan NodeRef::prefixSpan() const {
    const Node self = node();
    return {BufferId::Main, std::uint64_t{self.offset} + self.tagPrefixSize, self.prefixSize};
}

ByteView NodeRef::content() const {
    return m_tree->content(node());
}

std::string NodeRef::text() const {
    return displayUtf8(content());
}

std::vector<const Diagnostic*> NodeRef::diagnostics() const {
    std::vector<const Diagnostic*> found;
    if (isNumberElement()) {
        return found;
    }
    for (const NodeDiagnostic& entry : m_tree->diagnostics) {
        if (entry.node == m_index) {
            found.push_back(&entry.diagnostic);
        }
    }
    return found;
}

}  // namespace brokerscope
