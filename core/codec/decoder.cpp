#include "core/codec/decoder.h"

#include "core/codec/chunk_decoder.h"
#include "core/codec/frame_walk.h"
#include "core/codec/tree_builder.h"

#include <algorithm>

namespace brokerscope {
namespace {

using Bytes = std::shared_ptr<const ByteBuffer>;

// The tree of what a walk tells.
class TreeDecoder {
public:
    TreeDecoder(Bytes bytes, ByteSpan within, const Limits& limits)
        : m_bytes(std::move(bytes))
        , m_start(static_cast<std::uint32_t>(std::min<std::uint64_t>(within.offset, m_bytes->size())))
        , m_end(static_cast<std::uint32_t>(
              std::max<std::uint64_t>(m_start, std::min<std::uint64_t>(within.end(), m_bytes->size()))))
        , m_builder(limits, m_end - m_start)
        , m_walk(ByteView(*m_bytes).first(m_end), m_start, m_builder, limits) {}
    TreeDecoder(Bytes bytes, const Limits& limits)
        : TreeDecoder(bytes, ByteSpan{BufferId::Main, 0, bytes->size()}, limits) {}
    TreeDecoder(const TreeDecoder&) = delete;
    TreeDecoder& operator=(const TreeDecoder&) = delete;

    FrameWalk<TreeBuilder>& walk() { return m_walk; }

    std::shared_ptr<const ValueTree> requestTree(std::uint64_t unread, const SchemaRegistry& registry,
                                                 const SchemaChoice& choice, std::uint32_t prefix) {
        const ByteView head = ByteView(*m_bytes).first(m_end).subspan(std::min(m_start + prefix, m_end));
        if (!hasBody() && head.size() >= kCertainHeaderBytes) {
            m_builder.tree().mayHoldSecrets =
                requestMayHoldSecrets(registry, static_cast<int>(readInteger(FieldType::Int16, head.data())),
                                      static_cast<int>(readInteger(FieldType::Int16, head.data() + 2)), choice);
        }
        return finish(unread);
    }

    std::shared_ptr<const ValueTree> responseTree(std::uint64_t unread, const SchemaRegistry& registry, int apiKey,
                                                  int version, const SchemaChoice& choice) {
        if (!hasBody()) {
            m_builder.tree().mayHoldSecrets = responseMayHoldSecrets(registry, apiKey, version, choice);
        }
        return finish(unread);
    }

    std::shared_ptr<const ValueTree> finish(std::uint64_t unread) {
        std::shared_ptr<ValueTree> tree = m_builder.take();
        // The root stands for everything that was given, what was left over included.
        tree->nodes.front().size = m_end - m_start;
        tree->nodes.front().subtreeEnd = static_cast<std::uint32_t>(tree->nodes.size());
        tree->bytes = m_bytes;
        tree->unread = unread;
        tree->chunkDecoder = makeChunk;
        return tree;
    }

private:
    // Whether a layout describes what follows the header.
    bool hasBody() { return m_builder.tree().layouts.size() > 1; }

    Bytes m_bytes;
    std::uint32_t m_start = 0;
    std::uint32_t m_end = 0;
    TreeBuilder m_builder;
    FrameWalk<TreeBuilder> m_walk;
};

}  // namespace

std::shared_ptr<const ValueTree> decodeMessage(const std::shared_ptr<const MessageLayout>& layout, Bytes bytes,
                                               const Limits& limits) {
    TreeDecoder decoder(std::move(bytes), limits);
    return decoder.finish(decoder.walk().message(layout));
}

std::shared_ptr<const ValueTree> decodeRequestFrame(const SchemaRegistry& registry, Bytes frame,
                                                    const SchemaChoice& choice, const Limits& limits,
                                                    const ExpectedRequest& expected) {
    TreeDecoder decoder(std::move(frame), limits);
    const std::uint64_t unread = decoder.walk().requestFrame(registry, choice, expected);
    return decoder.requestTree(unread, registry, choice, kFrameSizeBytes);
}

std::shared_ptr<const ValueTree> decodeResponseFrame(const SchemaRegistry& registry, int apiKey, int version,
                                                     Bytes frame, const SchemaChoice& choice, const Limits& limits) {
    TreeDecoder decoder(std::move(frame), limits);
    const std::uint64_t unread = decoder.walk().responseFrame(registry, apiKey, version, choice);
    return decoder.responseTree(unread, registry, apiKey, version, choice);
}

std::shared_ptr<const ValueTree> decodeRequestWithin(const SchemaRegistry& registry, Bytes bytes, ByteSpan within,
                                                     const SchemaChoice& choice, const Limits& limits) {
    TreeDecoder decoder(std::move(bytes), within, limits);
    const std::uint64_t unread = decoder.walk().requestWithin(registry, choice);
    return decoder.requestTree(unread, registry, choice, 0);
}

std::shared_ptr<const ValueTree> decodeResponseWithin(const SchemaRegistry& registry, int apiKey, int version,
                                                      Bytes bytes, ByteSpan within, const SchemaChoice& choice,
                                                      const Limits& limits) {
    TreeDecoder decoder(std::move(bytes), within, limits);
    const std::uint64_t unread = decoder.walk().responseWithin(registry, apiKey, version, choice);
    return decoder.responseTree(unread, registry, apiKey, version, choice);
}

}  // namespace brokerscope
