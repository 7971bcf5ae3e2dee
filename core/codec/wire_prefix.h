#pragma once

#include "core/codec/byte_reader.h"
#include "core/value/value_tree.h"

namespace brokerscope {

// The length or count that stands before a string, bytes, records or an array, as it was meant (null is -1).
struct DraftPrefix {
    std::int64_t length = 0;
    bool isCanonical = true;  // written as the encoder writes this number
};

inline DraftPrefix readDraftPrefix(const ValueTree& tree, const Node& node) {
    const ByteView bytes = tree.view(node).subspan(node.tagPrefixSize);
    if (node.field->compact) {
        const Varint varint = ByteReader(bytes).peekVarint();
        return {static_cast<std::int64_t>(varint.value) - 1, varint.state == VarintState::Good};
    }
    return {readInteger(node.prefixSize == 2 ? FieldType::Int16 : FieldType::Int32, bytes.data()), true};
}

}  // namespace brokerscope
