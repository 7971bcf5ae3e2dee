#include "core/value/json_writer.h"

#include "core/value/exact_bytes.h"
#include "core/value/json_builder.h"
#include "core/value/json_reader_overrides.h"
#include "core/value/overlay_values.h"

namespace brokerscope {
namespace {

class Writer {
public:
    Writer(const JsonOptions& options, bool hasRemarks)
        : m_options(options), m_hasRemarks(hasRemarks), m_out(options.indent) {}

    void value(const NodeRef& ref) {
        const Node node = ref.node();
        if ((node.flags & NodeNull) != 0) {
            m_out.null();
            return;
        }
        if (m_options.mask && isHidden(ref)) {
            secret(ref, node);
            return;
        }
        switch (node.kind) {
            case NodeKind::Frame:
                frame(ref);
                break;
            case NodeKind::Struct:
                structure(ref);
                break;
            case NodeKind::Array:
                array(ref);
                break;
            case NodeKind::Scalar:
                scalar(node);
                break;
            case NodeKind::Size:
                m_out.integer(FieldType::Int32, node.integer);
                break;
            case NodeKind::Uuid:
                m_out.uuid(ref.content());
                break;
            case NodeKind::String:
                m_out.blob(node.kind, ref.content());
                break;
            case NodeKind::Bytes:
            case NodeKind::Records:
                bytes(ref);
                break;
            case NodeKind::Tags:
            case NodeKind::UnknownTag:
            case NodeKind::Gap:
                m_out.hex(ref.tree().view(node));
                break;
        }
    }

    std::string take() { return m_out.take(); }

private:
    void scalar(const Node& node) {
        if (node.field->type == FieldType::Float64) {
            m_out.real(node.real);
        } else {
            m_out.integer(node.field->type, node.integer);
        }
    }

    // What stands in the place of secret bytes masks what is secret in it.
    void secret(const NodeRef& ref, const Node& node) {
        const auto inPlace = node.kind == NodeKind::Bytes && m_options.inPlace ? m_options.inPlace(ref) : std::nullopt;
        if (inPlace) {
            m_out.json(*inPlace);
        } else {
            m_out.masked();
        }
    }

    void bytes(const NodeRef& ref) {
        const auto inPlace = m_options.inPlace ? m_options.inPlace(ref) : std::nullopt;
        if (inPlace) {
            m_out.json(*inPlace);
        } else {
            m_out.blob(NodeKind::Bytes, ref.content());
        }
    }

    void frame(const NodeRef& ref) {
        m_out.begin('{');
        for (std::size_t i = 0; i < ref.childCount(); ++i) {
            const NodeRef child = ref.child(i);
            const bool isImplied = child.kind() == NodeKind::Size && (child.node().flags & NodeDerived) != 0;
            if (child.kind() != NodeKind::Gap && !isImplied) {
                m_out.key(child.name());
                value(child);
            }
        }
        m_out.end('}');
    }

    // What a value does not give again.
    struct Override {
        std::string_view name;
        std::optional<ByteView> bytes;  // absent: written although it is the default
    };

    void structure(const NodeRef& ref) {
        std::vector<Override> overrides;
        m_out.begin('{');
        fields(ref, overrides);
        if (!overrides.empty()) {
            m_out.key("_overrides");
            m_out.begin('{');
            for (const Override& field : overrides) {
                m_out.key(field.name);
                m_out.begin('{');
                m_out.key(field.bytes ? "hex" : "write");
                if (field.bytes) {
                    m_out.hex(*field.bytes);
                } else {
                    m_out.integer(FieldType::Bool, 1);
                }
                m_out.end('}');
            }
            m_out.end('}');
        }
        m_out.end('}');
    }

    // Whatever a value does not give again was remarked on, so that most trees need no second look; a tag that need not
    // be there is no oddity of its bytes.
    void addOverride(const NodeRef& field, std::vector<Override>& overrides) const {
        if (m_options.kafkaOnly) {
            return;
        }
        const Node node = field.node();
        const auto bytes = m_hasRemarks ? bytesBeyondJson(field) : std::nullopt;
        if (bytes && mayShow(field)) {
            overrides.push_back({node.field->spec->jsonName, *bytes});
        } else if ((node.flags & NodeTagged) != 0 && isDefaultOnWire(field)) {
            overrides.push_back({node.field->spec->jsonName, std::nullopt});
        }
    }

    // A section that its tags alone do not give again: then all its bytes are told, and no field of it needs to.
    bool addSectionOverride(const NodeRef& tags, std::vector<Override>& overrides) const {
        if (!m_hasRemarks || m_options.kafkaOnly || !isReadWhole(tags) ||
            isTagSectionExact(tags.tree(), tags.index()) || !mayShow(tags)) {
            return false;
        }
        overrides.push_back({kTagSectionName, tags.tree().view(tags.node())});
        return true;
    }

    static bool isReadWhole(const NodeRef& tags) {
        bool isWhole = (tags.node().flags & NodeFailed) == 0;
        for (std::size_t i = 0; isWhole && i < tags.childCount(); ++i) {
            isWhole = tags.child(i).kind() != NodeKind::Gap;
        }
        return isWhole;
    }

    // The bytes of an array or a tag section are those of what it holds, too.
    bool mayShow(const NodeRef& node) const { return !m_options.mask || hiddenSpans(node).empty(); }

    void fields(const NodeRef& ref, std::vector<Override>& overrides, bool isTold = false) {
        const std::size_t count = ref.childCount();
        for (std::size_t i = 0; i < count; ++i) {
            const NodeRef child = ref.child(i);
            const Node node = child.node();
            if (node.kind == NodeKind::Tags) {
                fields(child, overrides, addSectionOverride(child, overrides));
                unknownTags(child);
            } else if (node.field != nullptr && node.kind != NodeKind::Gap && !child.isUnread() &&
                       !isRepeated(ref, i, node)) {
                m_out.key(node.field->spec->jsonName);
                value(child);
                if (!isTold) {
                    addOverride(child, overrides);
                }
            }
        }
    }

    // Of a tag that is repeated the last value is used.
    static bool isRepeated(const NodeRef& ref, std::size_t index, const Node& node) {
        if ((node.flags & NodeTagged) == 0) {
            return false;
        }
        for (std::size_t k = index + 1; k < ref.childCount(); ++k) {
            if (ref.child(k).node().field == node.field) {
                return true;
            }
        }
        return false;
    }

    void unknownTags(const NodeRef& tags) {
        bool any = false;
        for (std::size_t i = 0; i < tags.childCount() && !m_options.kafkaOnly; ++i) {
            const NodeRef child = tags.child(i);
            if (child.kind() != NodeKind::UnknownTag) {
                continue;
            }
            if (!any) {
                m_out.key("_unknownTags");
                m_out.begin('[');
                any = true;
            }
            m_out.separate();
            if (m_options.mask && isHidden(child)) {
                m_out.maskedTag(child.node().integer);
            } else {
                m_out.unknownTag(child.node().integer, child.content());
            }
        }
        if (any) {
            m_out.end(']');
        }
    }

    void array(const NodeRef& ref) {
        m_out.begin('[');
        const std::size_t count = ref.childCount();
        for (std::size_t i = 0; i < count; ++i) {
            m_out.separate();
            value(ref.child(i));
        }
        m_out.end(']');
    }

    const JsonOptions& m_options;
    bool m_hasRemarks;  // on the tree
    JsonBuilder m_out;
};

}  // namespace

std::string toJson(const NodeRef& node, const JsonOptions& options) {
    if (!node.isValid()) {
        return "null";
    }
    Writer writer(options, !node.tree().diagnostics.empty());
    writer.value(node);
    return writer.take();
}

}  // namespace brokerscope
