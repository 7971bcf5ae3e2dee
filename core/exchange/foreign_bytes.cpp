#include "core/exchange/foreign_bytes.h"

#include "core/codec/tree_builder.h"

#include <algorithm>
#include <array>

namespace brokerscope {

bool isNoFrame(MessageId id) {
    static constexpr std::array kNoFrames{MessageId::NotKafka, MessageId::FrameSizeNegative, MessageId::FrameSizeZero,
                                          MessageId::FrameSizeTooSmall, MessageId::FrameSizeTooLarge};
    return std::find(kNoFrames.begin(), kNoFrames.end(), id) != kNoFrames.end();
}

std::shared_ptr<const ValueTree> foreignBytesTree(std::shared_ptr<const ByteBuffer> bytes, const Limits& limits) {
    TreeBuilder builder(limits, bytes->size());
    const auto end = static_cast<std::uint32_t>(bytes->size());
    builder.beginFrame();
    builder.gap(0, end);
    builder.endFrame(end);
    const std::shared_ptr<ValueTree> tree = builder.take();
    tree->unread = end;
    tree->bytes = std::move(bytes);
    return tree;
}

}  // namespace brokerscope
