#include "core/records/span_tree.h"

#include "core/records/entry_tree.h"
#include "core/records/record_formats.h"

#include <algorithm>
#include <limits>

namespace brokerscope {
namespace {

std::uint32_t bounded(std::uint64_t offset, std::size_t size) {
    const std::uint64_t most = std::min<std::uint64_t>(size, std::numeric_limits<std::uint32_t>::max());
    return static_cast<std::uint32_t>(std::min(offset, most));
}

}  // namespace

SpanTree::SpanTree(std::shared_ptr<const ByteBuffer> bytes, ByteSpan within, const Limits& limits)
    : m_bytes(std::move(bytes))
    , m_limits(limits)
    , m_start(bounded(within.offset, m_bytes->size()))
    , m_end(std::max(m_start, bounded(within.end(), m_bytes->size())))
    , m_builder(limits, m_end - m_start) {}

std::shared_ptr<const ValueTree> SpanTree::finish(std::uint32_t at, std::shared_ptr<const MessageLayout> layout,
                                                  const std::string& consumer) {
    if (const std::uint32_t left = m_end - at; left > 0) {
        m_builder.gap(at, left);
        if (!consumer.empty()) {
            m_builder.diagnose({Severity::Error,
                                MessageId::BytesLeft,
                                {std::to_string(left), consumer},
                                {BufferId::Main, at, left},
                                {}},
                               true);
        }
    }
    std::shared_ptr<ValueTree> tree = m_builder.take();
    tree->nodes.front().size = m_end - m_start;
    tree->nodes.front().subtreeEnd = static_cast<std::uint32_t>(tree->nodes.size());
    tree->unread = m_end - at;
    tree->bytes = std::move(m_bytes);
    tree->layouts = {std::move(layout)};
    tree->chunkDecoder = decodeSpanChunk;
    return tree;
}

std::shared_ptr<const ValueTree> decodeSpanChunk(const ValueTree& tree, const SparseArray& array, std::uint32_t chunk) {
    const Node& node = tree.nodes[array.node];
    const std::uint32_t first = chunk * SparseArray::kStride;
    const std::uint32_t count = std::min(SparseArray::kStride, array.count - first);
    const Limits limits;
    TreeBuilder builder(limits, 4096);
    builder.beginArray(node.field, node.offset, node.prefixSize, count);
    const ByteView bytes = ByteView(*tree.bytes).first(std::size_t{node.offset} + node.size);
    std::uint32_t at = array.chunkOffsets[chunk];
    if (node.field == &RecordFormats::embedded().batchesField()) {
        at = buildEntries(bytes, at, first, count, builder, limits);
    } else {
        Walk<TreeBuilder> walk(ByteReader(bytes, at), builder, limits, {});
        walk.readElements(*node.field, first, count);
        at = walk.reader().at();
    }
    builder.endArray(at);
    std::shared_ptr<ValueTree> made = builder.take();
    made->bytes = tree.bytes;
    made->layouts = tree.layouts;
    made->chunkDecoder = tree.chunkDecoder;
    return made;
}

}  // namespace brokerscope
