#include "core/value/exact_bytes.h"

#include "core/base/utf8.h"

#include <bit>
#include <limits>

namespace brokerscope {
namespace {

// Of a varint's last byte that may be, only the low bits have a place in the value.
constexpr std::size_t kLongestVarint = 5;
constexpr std::uint8_t kLastVarintBits = 0x0f;
constexpr std::size_t kLongestVarlong = 10;
constexpr std::uint8_t kLastVarlongBits = 0x01;

// In the fewest bytes, and with no bits that are dropped.
bool isShortest(ByteView varint) {
    if (varint.size() < 2) {
        return true;
    }
    const std::uint8_t last = varint.back();
    return last != 0 && (varint.size() != kLongestVarint || last <= kLastVarintBits) &&
           (varint.size() != kLongestVarlong || last <= kLastVarlongBits);
}

bool isScalarExact(const Node& node, ByteView bytes) {
    if (node.field->encoding == FieldEncoding::Varint) {
        return isShortest(bytes);
    }
    if (node.field->type == FieldType::Bool) {
        return node.integer == 0 || node.integer == 1;
    }
    if (node.field->type == FieldType::Float64 && node.real != node.real) {
        return std::bit_cast<std::uint64_t>(node.real) ==
               std::bit_cast<std::uint64_t>(std::numeric_limits<double>::quiet_NaN());
    }
    return true;
}

bool isPrefixExact(const Node& node, ByteView bytes) {
    const bool isVarint = node.field->encoding == FieldEncoding::Varint ||
                          (node.field->encoding == FieldEncoding::Ordinary && node.field->compact);
    return !isVarint || isShortest(bytes.first(node.prefixSize));
}

bool isMarkerExact(const Node& node, ByteView bytes) {
    const bool isNull = (node.flags & NodeNull) != 0;
    const std::uint8_t null = node.field->tag >= 0 ? 0 : 0xff;
    return node.prefixSize == 0 || bytes.front() == (isNull ? null : 1);
}

bool isExact(const NodeRef& ref) {
    const Node node = ref.node();
    const ByteView bytes = ref.tree().view(node).subspan(node.tagPrefixSize);
    switch (node.kind) {
        case NodeKind::Scalar:
            return isScalarExact(node, bytes);
        case NodeKind::Struct:
            return isMarkerExact(node, bytes);
        case NodeKind::String:
            return isPrefixExact(node, bytes) && !firstInvalidUtf8(ref.content());
        case NodeKind::Bytes:
        case NodeKind::Records:
            return isPrefixExact(node, bytes);
        case NodeKind::Array:
            break;
        default:
            return true;
    }
    bool exact = isPrefixExact(node, bytes);
    // Elements that are structures say their own fields' bytes.
    for (std::size_t i = 0; exact && node.field->type != FieldType::Struct && i < ref.childCount(); ++i) {
        exact = isExact(ref.child(i));
    }
    return exact;
}

}  // namespace

std::optional<ByteView> bytesBeyondJson(const NodeRef& field) {
    const Node node = field.node();
    if (node.field == nullptr || (node.flags & NodeFailed) != 0 || isExact(field)) {
        return std::nullopt;
    }
    return field.tree().view(node).subspan(node.tagPrefixSize);
}

}  // namespace brokerscope
