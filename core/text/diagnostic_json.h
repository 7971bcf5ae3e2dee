#pragma once

#include "core/base/diagnostic.h"
#include "core/base/error.h"
#include "core/value/value_tree.h"

#include <span>
#include <string>
#include <vector>

namespace brokerscope {

// {"severity":"error","code":"TRUNCATED_VALUE","message":"…","offset":17,"size":4,"path":"topics[0].name"}
// "decompressed":true stands behind where the offset counts in bytes that are not those given.
void appendDiagnosticJson(std::string& out, const Diagnostic& diagnostic);
// The same shape with the severity "error"; offset and size are null where the error is not about bytes.
void appendErrorJson(std::string& out, const Error& error);
// Arrays of them, in the order they were met; `more` stand behind those of a tree.
void appendDiagnosticsJson(std::string& out, const ValueTree& tree, std::span<const Diagnostic> more = {});
void appendDiagnosticsJson(std::string& out, const std::vector<Diagnostic>& diagnostics);

// "error at byte 17, topics[0].name: length 99 > 4 bytes left"
std::string diagnosticLine(const Diagnostic& diagnostic);
// The same of what is not about bytes, such as a draft's problem: "error: topics[0].name: length 99 …"
std::string problemLine(const Diagnostic& problem);
// "topics[0].name: no field is called …", with the byte offset where the error has one.
std::string errorLine(const Error& error);

}  // namespace brokerscope
