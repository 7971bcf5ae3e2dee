#include "core/value/json_writer.h"

#include "core/base/base64.h"
#include "core/base/hex.h"
#include "core/base/uuid.h"
#include "core/value/json_text.h"
#include "core/value/overlay_values.h"

#include <fmt/format.h>

namespace brokerscope {
namespace {

class Writer {
public:
    explicit Writer(const JsonOptions& options) : m_options(options) {}

    void value(const NodeRef& ref) {
        const Node node = ref.node();
        if ((node.flags & NodeNull) != 0) {
            m_out += "null";
            return;
        }
        if (m_options.mask && isSecret(ref)) {
            appendJsonString(m_out, "***");
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
                m_out += std::to_string(node.integer);
                break;
            case NodeKind::Uuid:
                appendJsonString(m_out, Uuid::fromBytes(ref.content()).toString());
                break;
            case NodeKind::String:
                appendJsonString(m_out, ref.text());
                break;
            case NodeKind::Bytes:
            case NodeKind::Records:
                appendJsonString(m_out, toBase64(ref.content()));
                break;
            case NodeKind::Tags:
            case NodeKind::UnknownTag:
            case NodeKind::Gap:
                appendJsonString(m_out, toHex(ref.tree().view(node)));
                break;
        }
    }

    std::string take() { return std::move(m_out); }

private:
    void frame(const NodeRef& ref) {
        begin('{');
        for (std::size_t i = 0; i < ref.childCount(); ++i) {
            const NodeRef child = ref.child(i);
            if (child.kind() != NodeKind::Gap) {
                key(child.name());
                value(child);
            }
        }
        end('}');
    }

    void structure(const NodeRef& ref) {
        begin('{');
        fields(ref);
        end('}');
    }

    void fields(const NodeRef& ref) {
        const std::size_t count = ref.childCount();
        for (std::size_t i = 0; i < count; ++i) {
            const NodeRef child = ref.child(i);
            const Node node = child.node();
            if (node.kind == NodeKind::Tags) {
                fields(child);
                unknownTags(child);
            } else if (node.field != nullptr && node.kind != NodeKind::Gap && !child.isUnread() &&
                       !isRepeated(ref, i, node)) {
                key(node.field->spec->jsonName);
                value(child);
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
                key("_unknownTags");
                begin('[');
                any = true;
            }
            separate();
            m_out += fmt::format(R"({{"tag":{},"hex":"{}"}})", child.node().integer, toHex(child.content()));
        }
        if (any) {
            end(']');
        }
    }

    void array(const NodeRef& ref) {
        begin('[');
        const std::size_t count = ref.childCount();
        for (std::size_t i = 0; i < count; ++i) {
            separate();
            value(ref.child(i));
        }
        end(']');
    }

    void scalar(const Node& node) {
        const FieldType type = node.field->type;
        if (type == FieldType::Bool) {
            m_out += node.integer != 0 ? "true" : "false";
        } else if (type == FieldType::Float64) {
            appendJsonNumber(m_out, node.real);
        } else {
            fmt::format_to(std::back_inserter(m_out), "{}", node.integer);
        }
    }

    void begin(char bracket) {
        m_out += bracket;
        ++m_depth;
        m_first = true;
    }
    void end(char bracket) {
        --m_depth;
        if (!m_first) {
            newLine();
        }
        m_first = false;
        m_out += bracket;
    }
    void separate() {
        if (!m_first) {
            m_out += ',';
        }
        m_first = false;
        newLine();
    }
    void key(std::string_view name) {
        separate();
        appendJsonString(m_out, name);
        m_out += m_options.indent >= 0 ? ": " : ":";
    }
    void newLine() {
        if (m_options.indent >= 0) {
            m_out += '\n';
            m_out.append(static_cast<std::size_t>(m_depth * m_options.indent), ' ');
        }
    }

    const JsonOptions& m_options;
    std::string m_out;
    int m_depth = 0;
    bool m_first = true;
};

}  // namespace

std::string toJson(const NodeRef& node, const JsonOptions& options) {
    if (!node.isValid()) {
        return "null";
    }
    Writer writer(options);
    writer.value(node);
    return writer.take();
}

}  // namespace brokerscope
