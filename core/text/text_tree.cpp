#include "core/text/text_tree.h"

#include "core/schema/header_versions.h"
#include "core/text/assignment_text.h"
#include "core/text/hex_dump.h"
#include "core/value/overlay_values.h"

#include <algorithm>
#include <fmt/format.h>

namespace brokerscope {
namespace {

constexpr std::size_t kShownBytes = 32;

std::string sizeText(std::uint64_t count) {
    return count == 1 ? "1 byte" : std::to_string(count) + " bytes";
}

std::string defaultWords(const FieldSpec& field) {
    if (!field.defaultText.empty()) {
        return field.defaultText;
    }
    if (field.isArray) {
        return "[]";
    }
    switch (field.type) {
        case FieldType::String:
        case FieldType::Bytes:
        case FieldType::Records:
            return "\"\"";
        case FieldType::Struct:
            return "{}";
        case FieldType::Bool:
            return "false";
        case FieldType::Uuid:
            return "none";
        default:
            return "0";
    }
}

class TreePrinter {
public:
    TreePrinter(const ReadableOptions& options, const std::function<void(std::string_view)>& take)
        : m_options(options), m_take(take) {}

    void node(const NodeRef& ref, std::size_t depth, const NestedView& nested) {
        const Node self = ref.node();
        if (self.kind == NodeKind::Tags) {
            tags(ref, depth, nested);
            return;
        }
        m_line.assign(depth * 2, ' ');
        appendHeadline(ref, self);
        m_take(m_line);
        diagnostics(ref, depth + 1);
        if (const auto opened = nested.open(ref, m_options.mask)) {
            structure(*opened, "holds ", depth + 1, nested);
        }
        const std::size_t count = ref.childCount();
        for (std::size_t i = 0; i < count; ++i) {
            node(ref.child(i), depth + 1, nested);
        }
    }

    void structure(const NestedStructure& opened, std::string_view label, std::size_t depth, const NestedView& nested) {
        if (opened.tree != nullptr) {
            const NodeRef root = NodeRef::root(opened.tree);
            m_hasErrors = m_hasErrors || opened.tree->hasErrors();
            std::string text(label);
            text += structureName(opened) + ", " + sizeText(root.node().size);
            for (const StructurePrefix& prefix : opened.prefixes) {
                text += ", after " + prefix.name + ' ' + std::to_string(prefix.value);
            }
            line(depth, text);
            remarks(opened, depth + 1);
            diagnostics(root, depth + 1);
            const NestedView inner = nested.within(opened);
            const std::size_t count = root.childCount();
            for (std::size_t i = 0; i < count; ++i) {
                // A size that is not there has been said.
                if (const NodeRef child = root.child(i); child.kind() != NodeKind::Size) {
                    node(child, depth + 1, inner);
                }
            }
        } else {
            remarks(opened, depth);
        }
    }

    // Bytes of a structure that was printed were malformed.
    bool hasErrors() const { return m_hasErrors; }

private:
    // To the line.
    void appendHeadline(const NodeRef& ref, const Node& self) {
        if (self.kind == NodeKind::Struct && self.field == nullptr) {
            m_line += message(ref, self);
        } else if (self.kind == NodeKind::Frame) {
            m_line += "frame, " + sizeText(self.size);
        } else if (self.kind == NodeKind::UnknownTag) {
            m_line += fmt::format("unknown tag {}: {}", self.integer, bytesOf(ref, ref.content()));
        } else if (self.kind == NodeKind::Gap) {
            m_line += fmt::format("{}: {} not decoded: {}", ref.name(), sizeText(self.size),
                                  bytesOf(ref, ref.tree().view(self)));
        } else {
            appendField(ref, self);
        }
    }

    void appendField(const NodeRef& ref, const Node& self) {
        m_line += ref.name();
        const std::string value = ref.isUnread() ? "not read" : readableValue(ref, m_options);
        if (!value.empty()) {
            m_line += ": ";
            m_line += value;
        }
        if ((self.flags & NodeTagged) != 0) {
            m_line += " (on the wire, tag ";
            m_line += std::to_string(self.field->tag);
            m_line += ", ";
            m_line += sizeText(self.size - self.tagPrefixSize);
            m_line += ')';
        }
    }

    // As hex, of what nobody described.
    std::string bytesOf(const NodeRef& ref, ByteView bytes) const {
        return m_options.mask && isHidden(ref) ? "***" : spacedHex(bytes, kShownBytes);
    }

    // "header: RequestHeader v2", "body: MetadataRequest v9"; the root has no label. "header: RequestHeader, the 8
    // bytes that are the same in every version" where the version is not known.
    static std::string message(const NodeRef& ref, const Node& self) {
        const ValueTree& tree = ref.tree();
        const bool inFrame = ref.parent().isValid();
        const bool isHeader = inFrame && ref.name() == "header";
        const auto& layouts = tree.layouts;
        const MessageLayout& layout = isHeader ? *layouts.front() : *layouts.back();
        std::string text = inFrame ? ref.name() + ": " : std::string();
        text += layout.spec->name;
        if (layout.versionUnknown) {
            return text + fmt::format(", the {} that are the same in every version", sizeText(self.size));
        }
        text += " v" + std::to_string(layout.version);
        const bool hasBody = isHeader && layouts.size() > 1;
        const std::string_view reason =
            hasBody ? headerVersionReason(*layouts.back()->spec, layouts.back()->version) : std::string_view();
        if (!reason.empty()) {
            text += fmt::format(" ({})", reason);
        }
        if (layout.spec->isPreview) {
            text += " (preview)";
        } else if (layout.spec->isUnstable(layout.version)) {
            text += " (unstable)";
        }
        return inFrame ? text : text + ", " + sizeText(self.size);
    }

    void tags(const NodeRef& ref, std::size_t depth, const NestedView& nested) {
        diagnostics(ref, depth);
        const std::size_t count = ref.childCount();
        for (std::size_t i = 0; i < count; ++i) {
            node(ref.child(i), depth, nested);
        }
        const StructLayout* layout = structureOf(ref.parent());
        if (layout == nullptr) {
            return;
        }
        for (const FieldLayout& field : layout->tagged) {
            if (!ref.findField(field.spec->jsonName)) {
                line(depth, field.spec->name + ": " + defaultWords(*field.spec) + " (default, not on the wire)");
            }
        }
    }

    static const StructLayout* structureOf(const NodeRef& ref) {
        const FieldLayout* field = ref.field();
        if (field != nullptr) {
            return field->structure;
        }
        const auto& layouts = ref.tree().layouts;
        if (layouts.empty()) {
            return nullptr;
        }
        return ref.parent().isValid() && ref.name() == "header" ? layouts.front()->root : layouts.back()->root;
    }

    void diagnostics(const NodeRef& ref, std::size_t depth) {
        if (ref.tree().diagnostics.empty()) {
            return;
        }
        for (const Diagnostic* diagnostic : ref.diagnostics()) {
            // A field that could not be begun has no line of its own to stand under.
            const bool isElsewhere = !diagnostic->path.empty() && diagnostic->path != ref.path();
            line(depth,
                 fmt::format("! {} at byte {}{}: {}", severityName(diagnostic->severity), diagnostic->span.offset,
                             isElsewhere ? ", " + diagnostic->path : std::string(), escapedName(diagnostic->text())));
        }
    }

    void remarks(const NestedStructure& opened, std::size_t depth) {
        for (const Diagnostic& remark : opened.remarks) {
            m_hasErrors = m_hasErrors || remark.severity == Severity::Error;
            line(depth, fmt::format("! {} at byte {}: {}", severityName(remark.severity), remark.span.offset,
                                    escapedName(remark.text())));
        }
    }

    void line(std::size_t depth, std::string_view text) {
        m_line.assign(depth * 2, ' ');
        m_line += text;
        m_take(m_line);
    }

    const ReadableOptions& m_options;
    const std::function<void(std::string_view)>& m_take;
    std::string m_line;
    bool m_hasErrors = false;
};

}  // namespace

bool writeTree(const NodeRef& root, const ReadableOptions& options, const std::function<void(std::string_view)>& take,
               const NestedView& nested) {
    TreePrinter printer(options, take);
    if (root.isValid()) {
        printer.node(root, 0, nested);
    }
    return !printer.hasErrors();
}

bool writeStructure(const NestedStructure& structure, std::string_view label, std::size_t depth,
                    const ReadableOptions& options, const std::function<void(std::string_view)>& take,
                    const NestedView& nested) {
    TreePrinter printer(options, take);
    printer.structure(structure, label, depth, nested);
    return !printer.hasErrors();
}

}  // namespace brokerscope
