#include "core/text/nested_view.h"

#include "core/schema/field_meaning.h"
#include "core/text/decode_answer.h"
#include "core/text/diagnostic_json.h"
#include "core/text/json_object.h"
#include "core/value/json_builder.h"
#include "core/value/overlay_values.h"

#include <fmt/format.h>

namespace brokerscope {
namespace {

// What is written as the structure's version, or what it was read as where nothing is.
std::int64_t structureVersion(const NestedStructure& structure) {
    return structure.prefixes.empty() ? structure.tree->layouts.back()->version : structure.prefixes.back().value;
}

const std::string& typeOf(const NestedStructure& structure) {
    return structure.tree->layouts.back()->spec->name;
}

std::string joinedPath(const std::string& outer, const std::string& inner) {
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
            remarks.back().path = joinedPath(path, entry.diagnostic.path);
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
        const auto opened = view.open(bytes, m_options.mask);
        if (!opened) {
            return std::nullopt;
        }
        const std::string path = joinedPath(outer, bytes.path());
        collect(*opened, path, m_remarks);
        if (opened->tree == nullptr) {
            return std::nullopt;
        }
        const std::string fields = message(NodeRef::root(opened->tree), view.within(*opened), path);
        return structureJson(*opened->tree, opened->prefixes, fields, m_options.indent);
    }

    const JsonOptions& m_options;
    std::vector<Diagnostic>& m_remarks;
};

// Not those whose structure has the secrets.
bool staysSecret(const NodeRef& node) {
    const FieldMeaning* meaning = node.field()->spec->meaning;
    return meaning == nullptr || !meaning->secretUnlessDecoded;
}

void walk(const NodeRef& node, const NestedView& view, bool mask, const std::string& outer, const TakeStructure& take) {
    if (const auto opened = view.open(node, mask)) {
        const std::string path = joinedPath(outer, node.path());
        take(path, node, *opened);
        if (opened->tree != nullptr) {
            walk(NodeRef::root(opened->tree), view.within(*opened), mask, path, take);
        }
        return;
    }
    const NodeKind kind = node.kind();
    const bool isInner = kind == NodeKind::Frame || kind == NodeKind::Struct || kind == NodeKind::Tags ||
                         (kind == NodeKind::Array && fixedSize(node.field()->type) == 0);
    const std::size_t count = isInner ? node.childCount() : 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (const NodeRef child = node.child(i); child.isValid()) {
            walk(child, view, mask, outer, take);
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
        object.add("version", structureVersion(structure));
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

std::optional<NestedStructure> NestedView::open(const NodeRef& node, bool mask) const {
    const bool isHidden = mask && isSecret(node);
    if (opener == nullptr || (isHidden && staysSecret(node))) {
        return std::nullopt;
    }
    auto structure = opener->open(node, context);
    const bool isWhole =
        structure && structure->tree != nullptr && structure->tree->unread == 0 && !structure->tree->hasErrors();
    if (isHidden && structure && !isWhole) {
        structure->tree = nullptr;
    }
    return structure;
}

NestedView NestedView::within(const NestedStructure& structure) const {
    NestedView inner = *this;
    inner.context.group = structure.group;
    inner.context.request = structure.request;
    return inner;
}

std::string structureName(const NestedStructure& structure) {
    return fmt::format("{} v{}", typeOf(structure), structure.tree->layouts.back()->version);
}

std::string structureJson(const ValueTree& tree, const std::vector<StructurePrefix>& prefixes,
                          const std::string& fields, int indent) {
    const MessageLayout& layout = *tree.layouts.back();
    std::int64_t version = layout.version;
    JsonBuilder builder(indent);
    const auto add = [&builder](const std::string& name, std::int64_t value) {
        builder.key(name);
        builder.integer(FieldType::Int64, value);
    };
    builder.begin('{');
    builder.key("_type");
    builder.text(layout.spec->name);
    for (const StructurePrefix& prefix : prefixes) {
        if (prefix.name == "version") {
            version = prefix.value;
        } else {
            add(fmt::format("_{}", prefix.name), prefix.value);
        }
    }
    add("_version", version);
    builder.end('}');
    std::string out = builder.take();
    if (fields != "{}") {
        out.resize(out.find_last_not_of("\n}") + 1);
        out += ',';
        out.append(fields, 1);
    }
    return out;
}

std::string toNestedJson(const NodeRef& message, const NestedView& view, const JsonOptions& options,
                         std::vector<Diagnostic>& remarks) {
    return NestedWriter(options, remarks).message(message, view, {});
}

void forEachStructure(const NodeRef& message, const NestedView& view, bool mask, const TakeStructure& take) {
    const bool mayHave = message.isValid() && view.opener != nullptr && !message.tree().layouts.empty() &&
                         view.opener->concerns(*message.tree().layouts.back()->spec);
    if (mayHave) {
        walk(message, view, mask, {}, take);
    }
}

std::vector<Diagnostic> structureRemarks(const NodeRef& message, const NestedView& view) {
    std::vector<Diagnostic> remarks;
    forEachStructure(message, view, false,
                     [&remarks](const std::string& path, const NodeRef& /*bytes*/, const NestedStructure& found) {
                         collect(found, path, remarks);
                     });
    return remarks;
}

std::string structuresJson(const NodeRef& message, const NestedView& view, bool mask, bool fields) {
    std::string out;
    const auto add = [&](const std::string& path, const NodeRef& bytes, const NestedStructure& found) {
        out += out.empty() ? "[" : ",";
        JsonObject object(out);
        addStructure(object, out, path, bytes, found, mask, fields);
    };
    forEachStructure(message, view, mask, add);
    return out.empty() ? out : out + ']';
}

}  // namespace brokerscope
