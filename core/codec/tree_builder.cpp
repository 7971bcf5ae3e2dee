#include "core/codec/tree_builder.h"

#include <algorithm>
#include <utility>

namespace brokerscope {

TreeBuilder::TreeBuilder(const Limits& limits, std::size_t expectedBytes, IsRepeatable isRepeatable)
    : m_tree(std::make_shared<ValueTree>())
    , m_limits(limits)
    , m_quota(limits.diagnostics)
    , m_isRepeatable(std::move(isRepeatable)) {
    m_tree->nodes.reserve(std::min<std::size_t>(expectedBytes / 6 + 16, 4096));
}

Node* TreeBuilder::add(NodeKind kind, const FieldLayout* field, std::uint32_t offset, std::uint8_t prefixSize,
                       std::uint32_t end) {
    if (m_muted > 0) {
        m_isElementSaid = true;
        return nullptr;
    }
    std::vector<Node>& nodes = m_tree->nodes;
    Node& node = nodes.emplace_back();
    node.field = field;
    node.kind = kind;
    node.prefixSize = prefixSize;
    node.offset = offset;
    if (m_tagPrefixSize != 0) {
        node.offset = m_tagOffset;
        node.tagPrefixSize = m_tagPrefixSize;
        node.flags = NodeTagged;
        m_tagPrefixSize = 0;
    }
    node.size = end - node.offset;
    node.subtreeEnd = static_cast<std::uint32_t>(nodes.size());
    return &node;
}

Node* TreeBuilder::open(NodeKind kind, const FieldLayout* field, std::uint32_t offset, std::uint8_t prefixSize) {
    if (m_muted > 0) {
        ++m_muted;
        m_isElementSaid = true;
        return nullptr;
    }
    m_open.push_back(static_cast<std::uint32_t>(m_tree->nodes.size()));
    return add(kind, field, offset, prefixSize, offset);
}

void TreeBuilder::close(std::uint32_t end) {
    if (m_muted > 0) {
        --m_muted;
        if (m_muted > 0) {
            return;
        }
    }
    Node& node = m_tree->nodes[m_open.back()];
    m_open.pop_back();
    node.size = end - node.offset;
    node.subtreeEnd = static_cast<std::uint32_t>(m_tree->nodes.size());
}

void TreeBuilder::beginFrame(std::uint32_t offset) {
    open(NodeKind::Frame, nullptr, offset, 0);
}

void TreeBuilder::impliedSize(std::uint32_t offset, std::uint32_t size) {
    if (Node* node = add(NodeKind::Size, nullptr, offset, 0, offset)) {
        node->integer = size;
        node->flags |= NodeDerived;
    }
}

void TreeBuilder::frameSize(std::int32_t value) {
    add(NodeKind::Size, nullptr, 0, 0, 4)->integer = value;
}

void TreeBuilder::beginStruct(const FieldLayout* field, std::uint32_t offset, std::uint8_t prefixSize) {
    open(NodeKind::Struct, field, offset, prefixSize);
}

void TreeBuilder::nullStruct(const FieldLayout* field, std::uint32_t offset, std::uint8_t prefixSize) {
    if (Node* node = add(NodeKind::Struct, field, offset, prefixSize, offset + prefixSize)) {
        node->flags |= NodeNull;
    }
}

void TreeBuilder::beginArray(const FieldLayout* field, std::uint32_t offset, std::uint8_t prefixSize,
                             std::int64_t count, std::int64_t elements) {
    Node* node = open(NodeKind::Array, field, offset, prefixSize);
    if (node == nullptr) {
        return;
    }
    node->integer = count;
    if (elements > kSparseThreshold) {
        node->flags |= NodeSparse;
        m_sparse.push_back(m_tree->sparse.size());
        m_tree->sparse.push_back({m_open.back(), 0, {}, {}});
        m_muted = m_isRepeatable ? 0 : 1;
    }
}

// Whether the innermost open node is a sparse array.
bool TreeBuilder::isInSparse() const {
    return !m_sparse.empty() && m_muted <= 1 && m_tree->sparse[m_sparse.back()].node == m_open.back();
}

void TreeBuilder::beginElement(std::uint32_t offset) {
    if (!isInSparse()) {
        return;
    }
    if (m_tree->sparse[m_sparse.back()].count % SparseArray::kStride == 0) {
        closeChunk();
        m_tree->sparse[m_sparse.back()].chunkOffsets.push_back(offset);
    }
    ++m_tree->sparse[m_sparse.back()].count;
    m_isElementSaid = false;
}

// The nodes of a chunk stand behind the array's until its end.
void TreeBuilder::closeChunk() {
    ValueTree& tree = *m_tree;
    const std::size_t record = m_sparse.back();
    if (!m_isRepeatable || tree.sparse[record].chunkOffsets.empty()) {
        return;
    }
    const std::uint32_t array = tree.sparse[record].node;
    if (!m_isRepeatable(tree, tree.sparse[record])) {
        const auto kept = std::make_shared<ValueTree>();
        kept->nodes.assign(tree.nodes.begin() + array, tree.nodes.end());
        for (Node& node : kept->nodes) {
            node.subtreeEnd -= array;
        }
        kept->nodes.front().flags &= static_cast<std::uint8_t>(~NodeSparse);
        kept->nodes.front().subtreeEnd = static_cast<std::uint32_t>(kept->nodes.size());
        kept->sparse.assign(tree.sparse.begin() + static_cast<std::ptrdiff_t>(record) + 1, tree.sparse.end());
        for (SparseArray& inner : kept->sparse) {
            inner.node -= array;
        }
        SparseArray& sparse = tree.sparse[record];
        sparse.stored.emplace_back(static_cast<std::uint32_t>(sparse.chunkOffsets.size() - 1), kept);
    }
    tree.nodes.resize(array + 1);
    tree.sparse.erase(tree.sparse.begin() + static_cast<std::ptrdiff_t>(record) + 1, tree.sparse.end());
}

void TreeBuilder::endArray(std::uint32_t end) {
    if (isInSparse()) {
        closeChunk();
        SparseArray& array = m_tree->sparse[m_sparse.back()];
        // An element that failed before anything of it was known is none.
        if (m_muted == 1 && !m_isElementSaid && array.count > 0) {
            if (--array.count % SparseArray::kStride == 0) {
                array.chunkOffsets.pop_back();
            }
            m_isElementSaid = true;
        }
        m_sparse.pop_back();
    }
    close(end);
}

void TreeBuilder::nullArray(const FieldLayout* field, std::uint32_t offset, std::uint8_t prefixSize) {
    if (Node* node = add(NodeKind::Array, field, offset, prefixSize, offset + prefixSize)) {
        node->flags |= NodeNull;
        node->integer = -1;
    }
}

void TreeBuilder::numberArray(const FieldLayout* field, std::uint32_t offset, std::uint8_t prefixSize,
                              std::int64_t count, std::uint32_t end) {
    if (Node* node = add(NodeKind::Array, field, offset, prefixSize, end)) {
        node->integer = count;
    }
}

void TreeBuilder::scalar(const FieldLayout* field, std::uint32_t offset, std::uint32_t size, std::int64_t value) {
    if (Node* node = add(NodeKind::Scalar, field, offset, 0, offset + size)) {
        node->integer = value;
    }
}

void TreeBuilder::real(const FieldLayout* field, std::uint32_t offset, double value) {
    if (Node* node = add(NodeKind::Scalar, field, offset, 0, offset + 8)) {
        node->real = value;
    }
}

void TreeBuilder::uuid(const FieldLayout* field, std::uint32_t offset) {
    add(NodeKind::Uuid, field, offset, 0, offset + 16);
}

void TreeBuilder::blob(const FieldLayout* field, NodeKind kind, std::uint32_t offset, std::uint8_t prefixSize,
                       std::uint32_t size, bool isNull) {
    Node* node = add(kind, field, offset, prefixSize, offset + size);
    if (node != nullptr && isNull) {
        node->flags |= NodeNull;
    }
}

void TreeBuilder::overridden(const FieldLayout* field, std::uint32_t offset, std::uint32_t size) {
    add(NodeKind::Gap, field, offset, 0, offset + size);
}

void TreeBuilder::beginTags(std::uint32_t offset, std::uint8_t prefixSize) {
    open(NodeKind::Tags, nullptr, offset, prefixSize);
}

void TreeBuilder::beginTag(const FieldLayout* field, std::uint32_t offset, std::uint8_t tagPrefixSize) {
    if (m_muted == 0) {
        m_tagField = field;
        m_tagOffset = offset;
        m_tagPrefixSize = tagPrefixSize;
    }
}

void TreeBuilder::endTag(std::uint32_t end) {
    if (m_tagPrefixSize != 0) {
        add(NodeKind::Gap, m_tagField, m_tagOffset, 0, end);
    }
}

void TreeBuilder::unknownTag(std::uint32_t tag, std::uint32_t offset, std::uint8_t tagPrefixSize, std::uint32_t size) {
    if (Node* node = add(NodeKind::UnknownTag, nullptr, offset, 0, offset + size)) {
        node->integer = tag;
        node->tagPrefixSize = tagPrefixSize;
    }
}

void TreeBuilder::gap(std::uint32_t offset, std::uint32_t size) {
    add(NodeKind::Gap, nullptr, offset, 0, offset + size);
}

void TreeBuilder::diagnose(Diagnostic diagnostic, bool onLast) {
    const bool useLast = (onLast && m_muted == 0) || m_open.empty();
    const std::size_t last = m_tree->nodes.empty() ? 0 : m_tree->nodes.size() - 1;
    const std::uint32_t node = useLast ? static_cast<std::uint32_t>(last) : m_open.back();
    if (diagnostic.severity == Severity::Error && node < m_tree->nodes.size()) {
        m_tree->nodes[node].flags |= NodeFailed;
    }
    switch (m_quota.take(diagnostic.severity)) {
        case RemarkQuota::Verdict::Keep:
            m_tree->diagnostics.push_back({node, std::move(diagnostic)});
            break;
        case RemarkQuota::Verdict::KeepLimit:
            m_tree->diagnostics.push_back({node, m_quota.limitRemark(diagnostic)});
            break;
        case RemarkQuota::Verdict::Drop:
            break;
    }
}

}  // namespace brokerscope
