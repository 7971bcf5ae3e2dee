#include "core/text/nested_view.h"

#include "core/text/decode_answer.h"
#include "core/text/diagnostic_json.h"
#include "core/text/json_object.h"
#include "core/value/json_text.h"

#include <fmt/format.h>

namespace brokerscope {
namespace {

// What is written as the structure's version, or what it was read as where nothing is.
std::int64_t versionOf(const NestedStructure& structure) {
    return structure.prefixes.empty() ? structure.tree->layouts.back()->version : structure.prefixes.back().value;
}

const std::string& typeOf(const NestedStructure& structure) {
    return structure.tree->layouts.back()->spec->name;
}

std::string joined(const std::string& outer, const std::string& inner) {
    return inner.empty() || outer.empty() ? outer + inner : outer + '.' + inner;
}

// Remarks of a structure and of its tree, at their paths in the message.
void collect(const NestedStructure& structure, const std::string& path, std::vector<Diagnostic>& remarks) {
    for (Diagnostic remark : structure.remarks) {
        remark.path = path;
        remarks.push_back(std::move(remark));
    }
    if (structure.tree != nullptr) {
        for (const NodeDiagnostic& entry : structure.tree->diagnostics) {
            remarks.push_back(entry.diagnostic);
            remarks.back().path = joined(path, entry.diagnostic.path);
        }
    }
}

class NestedWriter {
public:
    NestedWriter(const JsonOptions& options, std::vector<Diagnostic>& remarks)
        : m_options(options), m_remarks(remarks) {}

    std::string message(const NodeRef& node, const NestedView& view, const std::string& path) {
        JsonOptions options = m_options;
        options.inPlace = [&](const NodeRef& bytes) { return structure(bytes, view, path); };
        return toJson(node, options);
    }

private:
    std::optional<std::string> structure(const NodeRef& bytes, const NestedView& view, const std::string& outer) {
        const auto opened = view.open(bytes);
        if (!opened) {
            return std::nullopt;
        }
        const std::string path = joined(outer, bytes.path());
        collect(*opened, path, m_remarks);
        if (opened->tree == nullptr) {
            return std::nullopt;
        }
        const std::string fields = message(NodeRef::root(opened->tree), view.within(*opened), path);
        std::string out;
        {
            JsonObject object(out);
            object.add("_type", typeOf(*opened));
            object.add("_version", versionOf(*opened));
        }
        if (fields != "{}") {
            out.back() = ',';
            out.append(fields, 1);
        }
        return out;
    }

    const JsonOptions& m_options;
    std::vector<Diagnostic>& m_remarks;
};

void walk(const NodeRef& node, const NestedView& view, const std::string& outer, const TakeStructure& take) {
    if (const auto opened = view.open(node)) {
        const std::string path = joined(outer, node.path());
        take(path, node, *opened);
        if (opened->tree != nullptr) {
            walk(NodeRef::root(opened->tree), view.within(*opened), path, take);
        }
        return;
    }
    const NodeKind kind = node.kind();
    const bool isInner = kind == NodeKind::Frame || kind == NodeKind::Struct || kind == NodeKind::Tags ||
                         (kind == NodeKind::Array && fixedSize(node.field()->type) == 0);
    const std::size_t count = isInner ? node.childCount() : 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (const NodeRef child = node.child(i); child.isValid()) {
            walk(child, view, outer, take);
        }
    }
}

// The numbers before a structure as annotations, in front of those of its tree.
void appendStructureFields(std::string& out, const NestedStructure& structure, bool mask) {
    std::string prefixes = "[";
    for (const StructurePrefix& prefix : structure.prefixes) {
        prefixes += prefixes.size() > 1 ? "," : "";
        prefixes += fmt::format(R"({{"path":"{}","part":"value","offset":{},"size":{},"type":"INT16","value":{}}})",
                                prefix.name, prefix.span.offset, prefix.span.length, prefix.value);
    }
    std::string fields;
    appendFieldsJson(fields, NodeRef::root(structure.tree), {true, mask});
    out += prefixes;
    out += prefixes.size() > 1 && fields != "[]" ? "," : "";
    out.append(fields, 1);
}

void addStructure(JsonObject& object, std::string& out, const std::string& path, const NodeRef& bytes,
                  const NestedStructure& structure, bool mask, bool fields) {
    const ByteSpan span = contentSpan(bytes);
    object.add("path", path);
    object.add("offset", span.offset);
    object.add("size", span.length);
    if (structure.tree != nullptr) {
        JsonOptions options;
        options.mask = mask;
        object.add("type", typeOf(structure));
        object.add("version", versionOf(structure));
        object.addJson("json", toJson(NodeRef::root(structure.tree), options));
    } else {
        object.addNull("type");
        object.addNull("version");
        object.addNull("json");
    }
    object.add("unread", structure.tree != nullptr ? structure.tree->unread : span.length);
    std::vector<Diagnostic> remarks;
    collect(structure, path, remarks);
    object.addKey("diagnostics");
    appendDiagnosticsJson(out, remarks);
    if (fields && structure.tree != nullptr) {
        object.addKey("fields");
        appendStructureFields(out, structure, mask);
    }
}

}  // namespace

std::optional<NestedStructure> NestedView::open(const NodeRef& node) const {
    return opener != nullptr ? opener->open(node, context) : std::nullopt;
}

NestedView NestedView::within(const NestedStructure& structure) const {
    NestedView inner = *this;
    inner.context.group = structure.group;
    return inner;
}

std::string structureName(const NestedStructure& structure) {
    return fmt::format("{} v{}", typeOf(structure), structure.tree->layouts.back()->version);
}

std::string toNestedJson(const NodeRef& message, const NestedView& view, const JsonOptions& options,
                         std::vector<Diagnostic>& remarks) {
    return NestedWriter(options, remarks).message(message, view, {});
}

void forEachStructure(const NodeRef& message, const NestedView& view, const TakeStructure& take) {
    const bool mayHave = message.isValid() && view.opener != nullptr && !message.tree().layouts.empty() &&
                         view.opener->concerns(*message.tree().layouts.back()->spec);
    if (mayHave) {
        walk(message, view, {}, take);
    }
}

std::string structuresJson(const NodeRef& message, const NestedView& view, bool mask, bool fields) {
    std::string out;
    forEachStructure(message, view, [&](const std::string& path, const NodeRef& bytes, const NestedStructure& found) {
        out += out.empty() ? "[" : ",";
        JsonObject object(out);
        addStructure(object, out, path, bytes, found, mask, fields);
    });
    return out.empty() ? out : out + ']';
}

}  // namespace brokerscope
