#include "core/text/decode_answer.h"

#include "core/text/annotation.h"
#include "core/text/diagnostic_json.h"
#include "core/text/json_object.h"
#include "core/value/json_writer.h"

namespace brokerscope {
namespace {

NodeRef framePart(const NodeRef& root, std::string_view name) {
    const std::size_t count = root.childCount();
    for (std::size_t i = 0; i < count; ++i) {
        NodeRef child = root.child(i);
        if (child.kind() == NodeKind::Struct && child.name() == name) {
            return child;
        }
    }
    return {};
}

const Diagnostic* firstError(const ValueTree& tree) {
    for (const NodeDiagnostic& entry : tree.diagnostics) {
        if (entry.diagnostic.severity == Severity::Error) {
            return &entry.diagnostic;
        }
    }
    return nullptr;
}

void addFrameFacts(JsonObject& object, const NodeRef& root, const JsonOptions& json) {
    const auto& layouts = root.tree().layouts;
    // Without a body the only layout is the header's.
    if (bodyNode(root).isValid()) {
        object.add("name", layouts.back()->spec->name);
        object.add("version", int{layouts.back()->version});
    }
    const NodeRef header = headerNode(root);
    object.addJson("header", header.isValid() ? toJson(header, json) : "null");
}

}  // namespace

NodeRef headerNode(const NodeRef& root) {
    return root.isValid() && root.kind() == NodeKind::Frame ? framePart(root, "header") : NodeRef();
}

NodeRef bodyNode(const NodeRef& root) {
    if (!root.isValid() || root.kind() != NodeKind::Frame) {
        return root;
    }
    return framePart(root, "body");
}

void appendFieldsJson(std::string& out, const NodeRef& root, const DecodeAnswerOptions& options) {
    JsonArray array(out);
    annotate(root, [&](const Annotation& annotation) {
        array.next();
        JsonObject object(out);
        object.add("path", annotation.path);
        object.add("part", annotationPartName(annotation.part));
        object.add("offset", annotation.offset);
        object.add("size", annotation.size);
        object.add("type", annotation.type);
        const bool masked = options.mask && isHidden(annotation);
        object.addJson("value", masked ? "\"***\"" : annotation.valueJson());
    });
}

std::string decodeAnswer(const NodeRef& root, const DecodeAnswerOptions& options) {
    const ValueTree& tree = root.tree();
    const Diagnostic* error = firstError(tree);
    JsonOptions json;
    json.mask = options.mask;
    if (options.recordSecrets != nullptr) {
        json.inPlace = [&options](const NodeRef& bytes) { return options.recordSecrets->inPlace(bytes); };
    }
    std::string out;
    {
        JsonObject object(out);
        object.add("ok", error == nullptr);
        if (error != nullptr) {
            object.addKey("error");
            appendDiagnosticJson(out, *error);
        }
        if (root.kind() == NodeKind::Frame) {
            addFrameFacts(object, root, json);
        }
        const NodeRef body = bodyNode(root);
        object.addJson("json", body.isValid() ? toJson(body, json) : "null");
        object.add("unread", tree.unread);
        object.addKey("diagnostics");
        appendDiagnosticsJson(out, tree, options.records);
        if (options.fields) {
            object.addKey("fields");
            appendFieldsJson(out, root, options);
        }
        const std::string nested = structuresJson(body, options.nested, options.mask, options.fields);
        if (!nested.empty()) {
            object.addJson("nested", nested);
        }
    }
    return out;
}

}  // namespace brokerscope
