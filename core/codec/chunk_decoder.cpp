#include "core/codec/chunk_decoder.h"

#include "core/codec/tree_builder.h"
#include "core/codec/walk.h"

#include <algorithm>

namespace brokerscope {
namespace {

constexpr std::size_t kUsualChunkBytes = 4096;

struct DecodedChunk {
    std::shared_ptr<ValueTree> tree;
    bool isWhole = false;  // every element was read, and they end where `bytes` end
};

// `bytes` begin with the message. As many elements as a chunk has are no sparse array.
DecodedChunk decodeChunk(ByteView bytes, const Node& array, const SparseArray& sparse, std::uint32_t chunk) {
    static_assert(SparseArray::kStride <= TreeBuilder::kSparseThreshold);
    const std::uint32_t first = chunk * SparseArray::kStride;
    const std::uint32_t count = std::min(SparseArray::kStride, sparse.count - first);
    const Limits limits;
    TreeBuilder builder(limits, kUsualChunkBytes);
    builder.beginArray(array.field, array.offset, static_cast<std::uint8_t>(array.prefixSize + array.tagPrefixSize),
                       count);
    Walk<TreeBuilder> walk(ByteReader(bytes, sparse.chunkOffsets[chunk]), builder, limits, {});
    walk.readElements(*array.field, first, count);
    builder.endArray(walk.reader().at());
    return {builder.take(), !walk.failed() && walk.reader().left() == 0};
}

bool isSame(const Node& a, const Node& b, std::uint32_t shift) {
    return a.field == b.field && a.integer == b.integer && a.offset == b.offset && a.size == b.size &&
           a.subtreeEnd == b.subtreeEnd + shift && a.kind == b.kind && a.flags == b.flags &&
           a.prefixSize == b.prefixSize && a.tagPrefixSize == b.tagPrefixSize;
}

bool isSame(const SparseArray& a, const SparseArray& b, std::uint32_t shift) {
    return a.node == b.node + shift && a.count == b.count && a.chunkOffsets == b.chunkOffsets && a.stored.empty();
}

}  // namespace

std::shared_ptr<const ValueTree> makeChunk(const ValueTree& tree, const SparseArray& array, std::uint32_t chunk) {
    const Node& node = tree.nodes[array.node];
    const auto stored =
        std::find_if(array.stored.begin(), array.stored.end(), [chunk](const auto& at) { return at.first == chunk; });
    std::shared_ptr<ValueTree> made;
    if (stored != array.stored.end()) {
        made = std::make_shared<ValueTree>();
        made->nodes = stored->second->nodes;
        made->sparse = stored->second->sparse;
    } else {
        made = decodeChunk(ByteView(*tree.bytes).first(node.offset + node.size), node, array, chunk).tree;
    }
    made->bytes = tree.bytes;
    made->layouts = tree.layouts;
    made->chunkDecoder = tree.chunkDecoder;
    return made;
}

bool isChunkRepeatable(ByteView written, const ValueTree& tree, const SparseArray& array) {
    const auto chunk = static_cast<std::uint32_t>(array.chunkOffsets.size() - 1);
    const DecodedChunk decoded = decodeChunk(written, tree.nodes[array.node], array, chunk);
    const auto same = [&array](const auto& a, const auto& b) { return isSame(a, b, array.node); };
    const auto inner = std::find_if(tree.sparse.begin(), tree.sparse.end(),
                                    [&array](const SparseArray& other) { return other.node > array.node; });
    return decoded.isWhole &&
           std::equal(tree.nodes.begin() + array.node + 1, tree.nodes.end(), decoded.tree->nodes.begin() + 1,
                      decoded.tree->nodes.end(), same) &&
           std::equal(inner, tree.sparse.end(), decoded.tree->sparse.begin(), decoded.tree->sparse.end(), same);
}

}  // namespace brokerscope
