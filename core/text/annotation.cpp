#include "core/text/annotation.h"

#include "core/base/hex.h"
#include "core/codec/byte_reader.h"
#include "core/codec/wire_prefix.h"
#include "core/value/json_writer.h"
#include "core/value/node_lookup.h"
#include "core/value/overlay_values.h"

namespace brokerscope {
namespace {

class Annotator {
public:
    explicit Annotator(const std::function<void(const Annotation&)>& take) : m_take(take) {}

    void node(const NodeRef& ref) {
        parts(ref);
        children(ref);
    }

    void parts(const NodeRef& ref) {
        const Node self = ref.node();
        prefixes(ref, self);
        switch (self.kind) {
            case NodeKind::Frame:
            case NodeKind::Struct:
            case NodeKind::Array:
            case NodeKind::Tags:
                break;
            case NodeKind::Gap:
                emit(ref, AnnotationPart::Gap, std::uint64_t{self.offset} + self.tagPrefixSize,
                     self.size - self.tagPrefixSize);
                break;
            default: {
                const std::uint64_t before = std::uint64_t{self.tagPrefixSize} + self.prefixSize;
                emit(ref, AnnotationPart::Value, self.offset + before, self.size - before);
                break;
            }
        }
    }

private:
    void children(const NodeRef& ref) {
        const std::size_t count = ref.childCount();
        for (std::size_t i = 0; i < count; ++i) {
            node(ref.child(i));
        }
    }

    void prefixes(const NodeRef& ref, const Node& self) {
        if (self.tagPrefixSize > 0) {
            emit(ref, AnnotationPart::Tag, self.offset, self.tagPrefixSize);
        }
        if (self.prefixSize > 0) {
            emit(ref, prefixPartOf(self), std::uint64_t{self.offset} + self.tagPrefixSize, self.prefixSize);
        }
    }

    void emit(const NodeRef& ref, AnnotationPart part, std::uint64_t offset, std::uint64_t size) {
        if (size > 0) {
            m_take({ref, part, offset, size, ref.path(), ref.wireType()});
        }
    }

    const std::function<void(const Annotation&)>& m_take;
};

}  // namespace

std::string_view annotationPartName(AnnotationPart part) {
    static constexpr std::string_view kNames[] = {"value", "length", "count", "null", "tags", "tag", "gap"};
    return kNames[static_cast<std::size_t>(part)];
}

AnnotationPart prefixPartOf(const Node& node) {
    if ((node.flags & NodeNull) != 0 || node.kind == NodeKind::Struct) {
        return AnnotationPart::Null;
    }
    if (node.kind == NodeKind::Tags) {
        return AnnotationPart::Tags;
    }
    return node.kind == NodeKind::Array ? AnnotationPart::Count : AnnotationPart::Length;
}

std::string Annotation::valueJson() const {
    const Node self = node.node();
    const ByteView bytes = ByteView(*node.tree().bytes).subspan(offset, size);
    switch (part) {
        case AnnotationPart::Count:
        case AnnotationPart::Length:
            return std::to_string(readWirePrefix(node.tree(), self).length);
        case AnnotationPart::Null:
            return (self.flags & NodeNull) != 0 ? "null" : std::to_string(static_cast<std::int8_t>(bytes.front()));
        case AnnotationPart::Tags:
        case AnnotationPart::Tag:
            return std::to_string(ByteReader(bytes).peekVarint().value);
        case AnnotationPart::Value:
        case AnnotationPart::Gap:
            break;
    }
    if (self.kind == NodeKind::UnknownTag || self.kind == NodeKind::Gap) {
        return '"' + toHex(bytes) + '"';
    }
    return toJson(node);
}

bool isHidden(const Annotation& annotation) {
    const bool isPrefix = annotation.part != AnnotationPart::Value && annotation.part != AnnotationPart::Gap;
    return !isPrefix && isHidden(annotation.node);
}

void annotate(const NodeRef& root, const std::function<void(const Annotation&)>& take) {
    if (root.isValid()) {
        Annotator(take).node(root);
    }
}

void annotateParts(const NodeRef& node, const std::function<void(const Annotation&)>& take) {
    if (node.isValid()) {
        Annotator(take).parts(node);
    }
}

std::optional<Annotation> annotationAt(const NodeRef& root, std::uint64_t offset) {
    std::optional<Annotation> found;
    annotateParts(deepestNodeAt(root, offset), [&](const Annotation& annotation) {
        if (offset >= annotation.offset && offset < annotation.offset + annotation.size) {
            found = annotation;
        }
    });
    return found;
}

}  // namespace brokerscope
