#pragma once

#include "core/base/bytes.h"
#include "core/base/diagnostic.h"
#include "core/schema/message_layout.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace brokerscope {

enum class NodeKind : std::uint8_t {
    Frame,  // size prefix, header and body
    Size,   // the int32 size prefix
    Struct,
    Array,
    Scalar,  // bool, integers, float64: payload is the value
    Uuid,
    String,
    Bytes,
    Records,
    Tags,        // a tag section; children are Tag wrappers' values
    UnknownTag,  // payload is the tag
    Gap          // bytes nobody decoded
};

enum NodeFlag : std::uint8_t {
    NodeNull = 1,     // null on the wire
    NodeDerived = 2,  // computed, not read
    NodeFailed = 4,   // reading stopped within
    NodeSparse = 8,   // an array whose elements are made on demand
    NodeTagged = 16   // a tagged field's value: `tagPrefix` bytes (tag number, size) stand before it
};

// One node of the arena: 32 bytes. Offsets count from the first byte of what was decoded.
// Nodes are in pre-order; `subtreeEnd` is the index after the last descendant, so children are reached by hopping.
struct Node {
    const FieldLayout* field = nullptr;  // null for Frame, Size, Tags, Gap, and for whole messages
    union {
        std::int64_t integer = 0;  // Scalar integers and bool (the raw byte), Array count, UnknownTag tag
        double real;               // Scalar float64
    };
    std::uint32_t offset = 0;  // first byte, length prefix and tag prefix included
    std::uint32_t size = 0;
    std::uint32_t subtreeEnd = 0;
    NodeKind kind = NodeKind::Gap;
    std::uint8_t flags = 0;
    std::uint8_t prefixSize = 0;     // bytes of length, count or null marker that begin the value
    std::uint8_t tagPrefixSize = 0;  // bytes of tag number and tag size before the prefix
};
static_assert(sizeof(Node) == 32);

struct NodeDiagnostic {
    std::uint32_t node = 0;  // index of the node it is attached to
    Diagnostic diagnostic;
};

class ValueTree;

// Every n-th element's offset of an array whose elements are made on demand.
struct SparseArray {
    static constexpr std::uint32_t kStride = 64;  // elements a chunk

    std::uint32_t node = 0;
    std::uint32_t count = 0;                  // elements that were read, fewer than the array's count after a failure
    std::vector<std::uint32_t> chunkOffsets;  // offset of element i * kStride
    // Chunks whose bytes do not say what was written (overrides): nodes and sparse arrays as a chunk's tree has them.
    // Ascending by chunk.
    std::vector<std::pair<std::uint32_t, std::shared_ptr<const ValueTree>>> stored;
};

// Makes the tree of one chunk: its nodes[0] is the array, its children the elements from chunk * kStride on; offsets
// are those of the whole message. Given by the decoder, so that this folder needs none.
using ChunkDecoder = std::shared_ptr<const ValueTree> (*)(const ValueTree& tree, const SparseArray& array,
                                                          std::uint32_t chunk);

// What was said: the immutable tree over the bytes of one message. It owns its bytes (shared) and keeps its layouts
// alive. A decode that failed still gives a tree; what follows the failure is a Gap node. Thread safe.
class ValueTree {
public:
    ValueTree() = default;
    ValueTree(const ValueTree&) = delete;
    ValueTree& operator=(const ValueTree&) = delete;

    std::shared_ptr<const ByteBuffer> bytes;
    std::vector<std::shared_ptr<const MessageLayout>> layouts;  // body last; header before it
    std::vector<Node> nodes;                                    // nodes[0] is the root: Frame, or the message's Struct
    std::vector<NodeDiagnostic> diagnostics;                    // in the order they were met
    std::vector<SparseArray> sparse;                            // ascending by node
    std::uint64_t unread = 0;                                   // bytes left after the message
    bool mayHoldSecrets = false;                                // a body that no layout describes, by what the
                                                                // newest definition says of it
    ChunkDecoder chunkDecoder = nullptr;                        // for `sparse`

    bool hasErrors() const;
    ByteView view(const Node& node) const;     // all bytes of a node
    ByteView content(const Node& node) const;  // without prefixes: a string's own bytes

    // The sparse record of an array node, or null for an array whose elements are stored or fixed-size.
    const SparseArray* sparseArray(std::uint32_t node) const;
    // Decodes a chunk, or takes it from a cache of the last few. Thread safe.
    std::shared_ptr<const ValueTree> chunk(const SparseArray& array, std::uint32_t chunk) const;
    // Number of elements of an array node that can be handed out.
    std::uint64_t elementCount(std::uint32_t node) const;
    // Element of a fixed-size array as a node.
    Node numberElement(const Node& array, std::uint64_t index) const;

    // Nodes that are stored directly below `node`.
    std::size_t childCount(std::uint32_t node) const;
    // Index in `nodes` of a child, 0 (the root, no one's child) beyond the last. The children of a node that has many
    // are listed when first asked for, so that any of them costs the same.
    std::uint32_t childNode(std::uint32_t node, std::size_t position) const;

private:
    struct CachedChunk {
        std::uint32_t node;
        std::uint32_t chunk;
        std::shared_ptr<const ValueTree> tree;
    };
    const std::vector<std::uint32_t>& childList(std::uint32_t node) const;

    mutable std::mutex m_mutex;
    mutable std::vector<CachedChunk> m_chunks;                               // the oldest first
    mutable std::map<std::uint32_t, std::vector<std::uint32_t>> m_children;  // by node; never taken away
};

// Reads a fixed-size value: integers sign- or zero-extended by type, bool as its byte. `bytes` holds at least
// fixedSize(type).
std::int64_t readInteger(FieldType type, const std::uint8_t* bytes);
double readFloat64(const std::uint8_t* bytes);

}  // namespace brokerscope
