#include "core/codec/encoder.h"

#include "core/codec/chunk_decoder.h"
#include "core/codec/encode_walk.h"
#include "core/codec/frame_size.h"
#include "core/codec/tree_builder.h"
#include "core/value/draft_rebind.h"

#include <optional>

namespace brokerscope {
namespace {

constexpr std::size_t kUsualRequestBytes = 512;

// A draft as its layout's definition has it: the draft itself, or a copy bound to that definition.
class BoundDraft {
public:
    BoundDraft(const MessageLayout& layout, const ValueDraft& draft) : m_draft(&draft) {
        if (draft.root.spec != layout.root->spec) {
            m_copy = rebindDraft(draft, layout.spec);
            m_draft = &*m_copy;
        }
    }
    BoundDraft(const BoundDraft&) = delete;
    BoundDraft& operator=(const BoundDraft&) = delete;

    const DraftStruct& root() const { return m_draft->root; }

private:
    const ValueDraft* m_draft;
    std::optional<ValueDraft> m_copy;
};

// The tree of what is being written.
class TreeEncoder {
public:
    TreeEncoder()
        : m_builder(Limits{}, kUsualRequestBytes, [this](const ValueTree& tree, const SparseArray& array) {
            return isChunkRepeatable(m_out.written(), tree, array);
        }) {}
    TreeEncoder(const TreeEncoder&) = delete;
    TreeEncoder& operator=(const TreeEncoder&) = delete;

    void beginFrame() {
        m_builder.beginFrame();
        m_builder.frameSize(0);
        m_out.putFixed(0, kFrameSizeBytes);
    }

    void write(std::shared_ptr<const MessageLayout> layout, const ValueDraft& draft) {
        const std::uint32_t start = m_out.position();
        if (layout->unknownBody) {
            m_builder.beginStruct(nullptr, start, 0);
            m_builder.endStruct(start);
        } else {
            const BoundDraft bound(*layout, draft);
            ForcedLayouts forced(*layout);
            EncodeWalk<TreeBuilder>(m_out, m_builder, forced)
                .writeStruct(*layout->root, &bound.root(), nullptr, start, 0);
            if (forced.layouts() != nullptr) {
                m_forced.push_back(forced.layouts());
            }
        }
        m_layouts.push_back(std::move(layout));
        m_trailing = static_cast<std::uint32_t>(draft.trailing.size());
        if (m_trailing > 0) {
            m_builder.gap(m_out.position(), m_trailing);
            m_out.putBytes(draft.trailing);
        }
    }

    void endFrame(std::optional<std::int32_t> sizeOverride) {
        const auto counted = static_cast<std::int32_t>(m_out.position() - kFrameSizeBytes);
        const std::int32_t size = sizeOverride.value_or(counted);
        m_out.patchInt32(0, size);
        m_builder.tree().nodes[1].integer = size;
        m_builder.endFrame(m_out.position());
    }

    std::shared_ptr<const ValueTree> finish() {
        std::shared_ptr<ValueTree> tree = m_builder.take();
        // The root stands for everything, trailing bytes included.
        tree->nodes.front().size = m_out.position();
        tree->nodes.front().subtreeEnd = static_cast<std::uint32_t>(tree->nodes.size());
        tree->unread = m_trailing;
        tree->chunkDecoder = makeChunk;
        tree->bytes = std::make_shared<const ByteBuffer>(m_out.finish());
        tree->layouts = std::move(m_forced);
        tree->layouts.insert(tree->layouts.end(), m_layouts.begin(), m_layouts.end());
        return tree;
    }

private:
    ByteWriter m_out;
    TreeBuilder m_builder;
    std::vector<std::shared_ptr<const MessageLayout>> m_layouts;
    std::vector<std::shared_ptr<const MessageLayout>> m_forced;
    std::uint32_t m_trailing = 0;
};

}  // namespace

std::shared_ptr<const ValueTree> encodeMessage(std::shared_ptr<const MessageLayout> layout, const ValueDraft& draft) {
    TreeEncoder encoder;
    encoder.write(std::move(layout), draft);
    return encoder.finish();
}

ByteBuffer encodeBytes(const MessageLayout& layout, const ValueDraft& draft) {
    ByteWriter out;
    if (!layout.unknownBody) {
        const BoundDraft bound(layout, draft);
        ForcedLayouts forced(layout);
        NullSink sink;
        EncodeWalk<NullSink>(out, sink, forced).writeStruct(*layout.root, &bound.root(), nullptr, 0, 0);
    }
    out.putBytes(draft.trailing);
    return out.finish();
}

std::shared_ptr<const ValueTree> encodeFrame(std::shared_ptr<const MessageLayout> headerLayout,
                                             const ValueDraft& header, std::shared_ptr<const MessageLayout> bodyLayout,
                                             const ValueDraft& body, std::optional<std::int32_t> sizeOverride) {
    TreeEncoder encoder;
    encoder.beginFrame();
    encoder.write(std::move(headerLayout), header);
    encoder.write(std::move(bodyLayout), body);
    encoder.endFrame(sizeOverride);
    return encoder.finish();
}

}  // namespace brokerscope
