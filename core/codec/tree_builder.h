#pragma once

#include "core/base/limits.h"
#include "core/codec/remark_quota.h"
#include "core/value/value_tree.h"

#include <functional>
#include <memory>
#include <vector>

namespace brokerscope {

// The sink that makes a ValueTree out of the events of a walk (decoding) or of the encoder. Offsets count from the
// first byte of what is decoded; `prefixSize` is the length, count or null marker before the value. An array above
// kSparseThreshold elements keeps only every SparseArray::kStride-th offset. Not thread safe.
class TreeBuilder {
public:
    static constexpr std::int64_t kSparseThreshold = 1000;

    // Whether decoding the bytes of the array's last chunk gives the nodes that stand behind the array's own node.
    // Those of a chunk that cannot be had again are kept.
    using IsRepeatable = std::function<bool(const ValueTree& tree, const SparseArray& array)>;

    // Without `isRepeatable` the bytes say everything (decoding): events inside a sparse array are passed over.
    explicit TreeBuilder(const Limits& limits, std::size_t expectedBytes, IsRepeatable isRepeatable = {});

    void beginFrame(std::uint32_t offset = 0);
    void frameSize(std::int32_t value);  // the four bytes at offset 0
    // Of a frame without a size prefix: as many bytes as there are, which is derived.
    void impliedSize(std::uint32_t offset, std::uint32_t size);
    void beginMessage(const std::shared_ptr<const MessageLayout>& layout, bool) { m_tree->layouts.push_back(layout); }
    void endFrame(std::uint32_t end) { close(end); }

    void beginStruct(const FieldLayout* field, std::uint32_t offset, std::uint8_t prefixSize);
    void endStruct(std::uint32_t end) { close(end); }
    void nullStruct(const FieldLayout* field, std::uint32_t offset, std::uint8_t prefixSize);

    void beginArray(const FieldLayout* field, std::uint32_t offset, std::uint8_t prefixSize, std::int64_t count) {
        beginArray(field, offset, prefixSize, count, count);
    }
    // `count` as it stands on the wire, `elements` as many as follow.
    void beginArray(const FieldLayout* field, std::uint32_t offset, std::uint8_t prefixSize, std::int64_t count,
                    std::int64_t elements);
    void beginElement(std::uint32_t offset);
    void endArray(std::uint32_t end);
    void nullArray(const FieldLayout* field, std::uint32_t offset, std::uint8_t prefixSize);
    void numberArray(const FieldLayout* field, std::uint32_t offset, std::uint8_t prefixSize, std::int64_t count,
                     std::uint32_t end);

    void scalar(const FieldLayout* field, std::uint32_t offset, std::uint32_t size, std::int64_t value);
    void real(const FieldLayout* field, std::uint32_t offset, double value);
    void uuid(const FieldLayout* field, std::uint32_t offset);
    // A string, bytes or records; `size` counts prefix and content.
    void blob(const FieldLayout* field, NodeKind kind, std::uint32_t offset, std::uint8_t prefixSize,
              std::uint32_t size, bool isNull);
    // A field written by bytes given on purpose: a gap that knows its field.
    void overridden(const FieldLayout* field, std::uint32_t offset, std::uint32_t size);

    void beginTags(std::uint32_t offset, std::uint8_t prefixSize);
    // The next event is the tagged field's. Where none comes, of nothing that could be read, the field is a gap behind
    // its tag.
    void beginTag(const FieldLayout* field, std::uint32_t offset, std::uint8_t tagPrefixSize);
    void endTag(std::uint32_t end);
    // `size` counts the tag prefix and the bytes.
    void unknownTag(std::uint32_t tag, std::uint32_t offset, std::uint8_t tagPrefixSize, std::uint32_t size);
    void endTags(std::uint32_t end) { close(end); }

    void gap(std::uint32_t offset, std::uint32_t size);
    // Attached to the innermost open node, or to the last node made where `onLast`. Beyond the limit "diagnostics" they
    // are left out (RemarkQuota); a node with an error is marked as failed all the same.
    void diagnose(Diagnostic diagnostic, bool onLast);
    // True once the limit "nodes" is met: the walk stops.
    bool isFull() const { return m_tree->nodes.size() >= m_limits.nodes; }

    std::shared_ptr<ValueTree> take() { return std::move(m_tree); }
    ValueTree& tree() { return *m_tree; }

private:
    Node* add(NodeKind kind, const FieldLayout* field, std::uint32_t offset, std::uint8_t prefixSize,
              std::uint32_t end);
    Node* open(NodeKind kind, const FieldLayout* field, std::uint32_t offset, std::uint8_t prefixSize);
    void close(std::uint32_t end);
    bool isInSparse() const;
    void closeChunk();

    std::shared_ptr<ValueTree> m_tree;
    Limits m_limits;
    RemarkQuota m_quota;
    IsRepeatable m_isRepeatable;
    std::vector<std::uint32_t> m_open;  // indices of open nodes
    std::vector<std::size_t> m_sparse;  // of the open arrays, those in m_tree->sparse
    std::uint32_t m_muted = 0;          // depth of events within a sparse array; 0: stored
    bool m_isElementSaid = true;        // something of the last element of a muted array was read
    const FieldLayout* m_tagField = nullptr;
    std::uint32_t m_tagOffset = 0;
    std::uint8_t m_tagPrefixSize = 0;  // waiting for the tagged field's node
};

}  // namespace brokerscope
