#pragma once

#include "core/codec/tree_builder.h"
#include "core/codec/walk.h"

#include <memory>
#include <utility>

namespace brokerscope {

// A tree under construction over a part of a buffer. Offsets are those of the buffer. Not thread safe.
class SpanTree {
public:
    SpanTree(std::shared_ptr<const ByteBuffer> bytes, ByteSpan within, const Limits& limits);

    TreeBuilder& builder() { return m_builder; }
    ByteView bytes() const { return ByteView(*m_bytes).first(m_end); }
    std::uint32_t start() const { return m_start; }
    std::uint32_t end() const { return m_end; }
    const Limits& limits() const { return m_limits; }

    // The root, which is closed, then stands for everything. What was not described from `at` on becomes a gap;
    // `consumer` names what left it over, empty after a failure.
    std::shared_ptr<const ValueTree> finish(std::uint32_t at, std::shared_ptr<const MessageLayout> layout,
                                            const std::string& consumer);

private:
    std::shared_ptr<const ByteBuffer> m_bytes;
    Limits m_limits;
    std::uint32_t m_start;
    std::uint32_t m_end;
    TreeBuilder m_builder;
};

// Elements of a sparse array of such a tree (ChunkDecoder): records by their layout, entries of a set by their magic.
std::shared_ptr<const ValueTree> decodeSpanChunk(const ValueTree& tree, const SparseArray& array, std::uint32_t chunk);

}  // namespace brokerscope
