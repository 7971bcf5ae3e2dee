#include "core/value/exact_bytes.h"

#include "core/base/utf8.h"
#include "core/value/draft_defaults.h"

#include <algorithm>
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

// The varint that bytes begin with; all of them where it has no end.
ByteView firstVarint(ByteView bytes) {
    std::size_t size = 0;
    while (size < bytes.size() && bytes[size] >= 0x80) {
        ++size;
    }
    return bytes.first(std::min(size + 1, bytes.size()));
}

std::uint64_t varintValue(ByteView varint) {
    constexpr unsigned int kBits = 7;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < std::min(varint.size(), kLongestVarint); ++i) {
        value |= std::uint64_t{varint[i] & 0x7fU} << (kBits * i);
    }
    return value;
}

// Number and size of a tag, each in the fewest bytes.
bool isTagPrefixExact(ByteView prefix) {
    const ByteView number = firstVarint(prefix);
    return isShortest(number) && isShortest(prefix.subspan(number.size()));
}

bool areFieldsDefault(const NodeRef& structure) {
    for (std::size_t i = 0; i < structure.childCount(); ++i) {
        const NodeRef child = structure.child(i);
        if (child.kind() == NodeKind::Tags ? child.childCount() > 0 : !isDefaultOnWire(child)) {
            return false;
        }
    }
    return true;
}

bool isScalarDefault(const FieldSpec& field, const Node& node) {
    return field.type == FieldType::Float64 ? node.real == defaultReal(field) : node.integer == defaultInteger(field);
}

}  // namespace

bool isTagSectionExact(const ValueTree& tree, std::uint32_t tags) {
    const std::vector<Node>& nodes = tree.nodes;
    std::uint64_t count = 0;
    std::int64_t previous = -1;
    for (std::uint32_t i = tags + 1; i < nodes[tags].subtreeEnd; i = nodes[i].subtreeEnd, ++count) {
        const Node& node = nodes[i];
        if (node.tagPrefixSize == 0 || !isTagPrefixExact(tree.view(node).first(node.tagPrefixSize))) {
            return false;
        }
        const std::int64_t tag = node.kind == NodeKind::UnknownTag ? node.integer : node.field->tag;
        if (tag <= previous) {
            return false;
        }
        previous = tag;
    }
    const ByteView said = firstVarint(tree.view(nodes[tags]));
    return isShortest(said) && varintValue(said) == count;
}

bool isDefaultOnWire(const NodeRef& field) {
    const Node node = field.node();
    if (node.field == nullptr || node.kind == NodeKind::Gap) {
        return false;
    }
    const FieldSpec& spec = *node.field->spec;
    if ((node.flags & NodeNull) != 0) {
        return isDefaultNull(spec);
    }
    switch (node.kind) {
        case NodeKind::Scalar:
            return isScalarDefault(spec, node);
        case NodeKind::Uuid:
            return Uuid::fromBytes(field.content()) == defaultUuid(spec);
        case NodeKind::String:
            return !isDefaultNull(spec) && asText(field.content()) == defaultString(spec);
        case NodeKind::Bytes:
        case NodeKind::Records:
            return !isDefaultNull(spec) && field.content().empty();
        case NodeKind::Array:
            return !isDefaultNull(spec) && field.childCount() == 0;
        default:
            return !isDefaultNull(spec) && areFieldsDefault(field);
    }
}

std::optional<ByteView> bytesBeyondJson(const NodeRef& field) {
    const Node node = field.node();
    if (node.field == nullptr || (node.flags & NodeFailed) != 0 || isExact(field)) {
        return std::nullopt;
    }
    return field.tree().view(node).subspan(node.tagPrefixSize);
}

}  // namespace brokerscope
