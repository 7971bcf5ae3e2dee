#include "core/codec/wire_prefix.h"

#include "core/codec/byte_reader.h"

namespace brokerscope {

WirePrefix readWirePrefix(const ValueTree& tree, const Node& node) {
    const ByteView bytes = tree.view(node).subspan(node.tagPrefixSize);
    if (node.field->encoding == FieldEncoding::Rest) {
        return {static_cast<std::int64_t>(tree.content(node).size()), true};
    }
    if (node.field->encoding == FieldEncoding::Varint) {
        const SignedVarint varint = readVarint(bytes.first(node.prefixSize));
        return {varint.value, varint.size == zigzagSize(varint.value)};
    }
    if (node.field->compact) {
        const Varint varint = ByteReader(bytes).peekVarint();
        return {static_cast<std::int64_t>(varint.value) - 1, varint.state == VarintState::Good};
    }
    return {readInteger(node.prefixSize == 2 ? FieldType::Int16 : FieldType::Int32, bytes.data()), true};
}

}  // namespace brokerscope
