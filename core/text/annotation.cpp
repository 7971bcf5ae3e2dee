#include "core/text/annotation.h"

#include "core/base/hex.h"
#include "core/value/json_writer.h"

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
            emit(ref, prefixPart(self), std::uint64_t{self.offset} + self.tagPrefixSize, self.prefixSize);
        }
    }

    static AnnotationPart prefixPart(const Node& self) {
        if ((self.flags & NodeNull) != 0 || self.kind == NodeKind::Struct) {
            return AnnotationPart::Null;
        }
        if (self.kind == NodeKind::Tags) {
            return AnnotationPart::Tags;
        }
        return self.kind == NodeKind::Array ? AnnotationPart::Count : AnnotationPart::Length;
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

std::string Annotation::valueJson() const {
    const Node self = node.node();
    switch (part) {
        case AnnotationPart::Count:
            return std::to_string(self.integer);
        case AnnotationPart::Length:
            return std::to_string(self.size - self.prefixSize - self.tagPrefixSize);
        case AnnotationPart::Null:
            return (self.flags & NodeNull) != 0 ? "null" : "1";
        case AnnotationPart::Tags:
            return std::to_string(node.childCount());
        case AnnotationPart::Tag:
            return std::to_string(self.kind == NodeKind::UnknownTag ? self.integer
                                                                    : (self.field != nullptr ? self.field->tag : -1));
        case AnnotationPart::Value:
        case AnnotationPart::Gap:
            break;
    }
    if (self.kind == NodeKind::UnknownTag || self.kind == NodeKind::Gap) {
        const ByteView bytes = ByteView(*node.tree().bytes).subspan(offset, size);
        return '"' + toHex(bytes) + '"';
    }
    return toJson(node);
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

}  // namespace brokerscope
