#include "core/value/value_tree.h"

#include <algorithm>
#include <bit>

namespace brokerscope {

namespace {

constexpr std::size_t kCachedChunks = 32;
// Children that are found by walking past those before them.
constexpr std::size_t kWalkedChildren = 64;

}  // namespace

bool ValueTree::hasErrors() const {
    return std::any_of(diagnostics.begin(), diagnostics.end(),
                       [](const NodeDiagnostic& d) { return d.diagnostic.severity == Severity::Error; });
}

ByteView ValueTree::view(const Node& node) const {
    return ByteView(*bytes).subspan(node.offset, node.size);
}

ByteView ValueTree::content(const Node& node) const {
    const std::size_t prefix = std::size_t{node.tagPrefixSize} + node.prefixSize;
    return ByteView(*bytes).subspan(node.offset + prefix, node.size - prefix);
}

const SparseArray* ValueTree::sparseArray(std::uint32_t node) const {
    const auto found =
        std::lower_bound(sparse.begin(), sparse.end(), node, [](const SparseArray& a, auto n) { return a.node < n; });
    return found != sparse.end() && found->node == node ? &*found : nullptr;
}

std::shared_ptr<const ValueTree> ValueTree::chunk(const SparseArray& array, std::uint32_t chunk) const {
    {
        const std::lock_guard lock(m_mutex);
        for (const CachedChunk& entry : m_chunks) {
            if (entry.node == array.node && entry.chunk == chunk) {
                return entry.tree;
            }
        }
    }
    std::shared_ptr<const ValueTree> made = chunkDecoder(*this, array, chunk);
    const std::lock_guard lock(m_mutex);
    m_chunks.push_back({array.node, chunk, made});
    if (m_chunks.size() > kCachedChunks) {
        m_chunks.erase(m_chunks.begin());
    }
    return made;
}

const std::vector<std::uint32_t>& ValueTree::childList(std::uint32_t node) const {
    const std::lock_guard lock(m_mutex);
    std::vector<std::uint32_t>& list = m_children[node];
    if (list.empty()) {
        for (std::uint32_t i = node + 1; i < nodes[node].subtreeEnd; i = nodes[i].subtreeEnd) {
            list.push_back(i);
        }
    }
    return list;
}

std::size_t ValueTree::childCount(std::uint32_t node) const {
    std::size_t count = 0;
    for (std::uint32_t i = node + 1; i < nodes[node].subtreeEnd; i = nodes[i].subtreeEnd) {
        if (++count > kWalkedChildren) {
            return childList(node).size();
        }
    }
    return count;
}

std::uint32_t ValueTree::childNode(std::uint32_t node, std::size_t position) const {
    const std::uint32_t end = nodes[node].subtreeEnd;
    std::uint32_t i = node + 1;
    for (std::size_t k = 0; i < end; ++k, i = nodes[i].subtreeEnd) {
        if (k == position) {
            return i;
        }
        if (k == kWalkedChildren) {
            const std::vector<std::uint32_t>& list = childList(node);
            return position < list.size() ? list[position] : 0;
        }
    }
    return 0;
}

std::uint64_t ValueTree::elementCount(std::uint32_t node) const {
    const Node& array = nodes[node];
    if (array.kind != NodeKind::Array || (array.flags & NodeNull) != 0) {
        return 0;
    }
    if ((array.flags & NodeSparse) != 0) {
        return sparseArray(node)->count;
    }
    const std::uint32_t size = array.field != nullptr ? fixedSize(array.field->type) : 0;
    if (size != 0) {
        return content(array).size() / size;
    }
    return childCount(node);
}

Node ValueTree::numberElement(const Node& array, std::uint64_t index) const {
    const FieldType type = array.field->type;
    Node node;
    node.field = array.field;
    node.size = fixedSize(type);
    node.offset = array.offset + array.tagPrefixSize + array.prefixSize + static_cast<std::uint32_t>(index) * node.size;
    node.kind = type == FieldType::Uuid ? NodeKind::Uuid : NodeKind::Scalar;
    const std::uint8_t* at = bytes->data() + node.offset;
    if (type == FieldType::Float64) {
        node.real = readFloat64(at);
    } else if (type != FieldType::Uuid) {
        node.integer = readInteger(type, at);
    }
    return node;
}

std::int64_t readInteger(FieldType type, const std::uint8_t* bytes) {
    std::uint64_t value = 0;
    const std::uint32_t size = fixedSize(type);
    for (std::uint32_t i = 0; i < size; ++i) {
        value = value << 8 | bytes[i];
    }
    switch (type) {
        case FieldType::Int8:
            return static_cast<std::int8_t>(value);
        case FieldType::Int16:
            return static_cast<std::int16_t>(value);
        case FieldType::Int32:
            return static_cast<std::int32_t>(value);
        default:
            return static_cast<std::int64_t>(value);
    }
}

double readFloat64(const std::uint8_t* bytes) {
    return std::bit_cast<double>(readInteger(FieldType::Int64, bytes));
}

}  // namespace brokerscope
