#include "core/text/diagnostic_json.h"

#include "core/text/assignment_text.h"
#include "core/text/json_object.h"

namespace brokerscope {
namespace {

// Some sentences begin with the path already, or with its end: "correlationId: …" at header.correlationId.
std::string withPath(const std::string& path, const std::string& text) {
    if (path.empty() || text.starts_with(path)) {
        return text;
    }
    const std::string head = text.substr(0, text.find(": "));
    const bool isItsEnd =
        path.size() > head.size() && path.ends_with(head) && path[path.size() - head.size() - 1] == '.';
    return isItsEnd ? path + text.substr(head.size()) : path + ": " + text;
}

}  // namespace

void appendDiagnosticJson(std::string& out, const Diagnostic& diagnostic) {
    JsonObject object(out);
    object.add("severity", severityName(diagnostic.severity));
    object.add("code", diagnostic.code());
    object.add("message", diagnostic.text());
    object.add("offset", diagnostic.span.offset);
    object.add("size", diagnostic.span.length);
    object.add("path", diagnostic.path);
    if (diagnostic.span.buffer != BufferId::Main) {
        object.add("decompressed", true);
    }
}

void appendErrorJson(std::string& out, const Error& error) {
    JsonObject object(out);
    object.add("severity", severityName(Severity::Error));
    object.add("code", error.code());
    object.add("message", error.text());
    if (error.where) {
        object.add("offset", error.where->offset);
        object.add("size", error.where->length);
    } else {
        object.addNull("offset");
        object.addNull("size");
    }
    object.add("path", error.path);
}

void appendDiagnosticsJson(std::string& out, const ValueTree& tree, std::span<const Diagnostic> more) {
    JsonArray array(out);
    for (const NodeDiagnostic& entry : tree.diagnostics) {
        array.next();
        appendDiagnosticJson(out, entry.diagnostic);
    }
    for (const Diagnostic& diagnostic : more) {
        array.next();
        appendDiagnosticJson(out, diagnostic);
    }
}

void appendDiagnosticsJson(std::string& out, const std::vector<Diagnostic>& diagnostics) {
    JsonArray array(out);
    for (const Diagnostic& diagnostic : diagnostics) {
        array.next();
        appendDiagnosticJson(out, diagnostic);
    }
}

std::string diagnosticLine(const Diagnostic& diagnostic) {
    std::string line(severityName(diagnostic.severity));
    line += " at byte " + std::to_string(diagnostic.span.offset);
    if (!diagnostic.path.empty()) {
        line += ", " + diagnostic.path;
    }
    // Sentences quote what foreign bytes say.
    return line + ": " + escapedName(diagnostic.text());
}

std::string problemLine(const Diagnostic& problem) {
    std::string line(severityName(problem.severity));
    line += ": ";
    return line + withPath(problem.path, escapedName(problem.text()));
}

std::string errorLine(const Error& error) {
    std::string line;
    if (error.where) {
        line += "byte " + std::to_string(error.where->offset) + ": ";
    }
    return line + withPath(error.path, escapedName(error.text()));
}

}  // namespace brokerscope
