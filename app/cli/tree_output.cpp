#include "app/cli/tree_output.h"

#include "core/exchange/error_summary.h"
#include "core/text/annotated_hex.h"
#include "core/text/decode_answer.h"
#include "core/text/diagnostic_json.h"
#include "core/text/text_tree.h"
#include "core/value/json_writer.h"

#include <algorithm>

namespace brokerscope {
namespace {

// Whether the structures within bytes fields are well-formed, as far as they are known.
bool canBeRead(const NodeRef& root, const NestedView& nested) {
    bool isGood = true;
    forEachStructure(bodyNode(root), nested, false,
                     [&isGood](const std::string& /*path*/, const NodeRef& /*bytes*/, const NestedStructure& found) {
                         const bool hasError =
                             std::any_of(found.remarks.begin(), found.remarks.end(),
                                         [](const Diagnostic& remark) { return remark.severity == Severity::Error; });
                         isGood = isGood && !hasError && (found.tree == nullptr || !found.tree->hasErrors());
                     });
    return isGood;
}

}  // namespace

bool printTree(const CommandContext& context, const NodeRef& root, const std::string& format) {
    const auto line = [&context](std::string_view text) { context.line(text); };
    const NestedOpener opener(context.registry(), context.choice(), context.limits);
    const NestedView nested{&opener, {}};
    const bool areStructuresGood = canBeRead(root, nested);
    if (format == "text") {
        writeTree(root, context.readable(), line, nested);
        return printRecordSets(context, root, nullptr) && areStructuresGood;
    }
    const CheckedRecords records = checkRecordSets(context, root);
    if (format == "annotated") {
        printAnnotated(context, root, nested, records);
    } else if (format == "json") {
        context.line(
            decodeAnswer(root, {false, !context.global.unmask, nested, context.recordSecrets(), records.remarks}));
    } else {
        context.line(toJson(bodyNode(root), context.json()));
    }
    return records.isGood && areStructuresGood;
}

void printAnnotated(const CommandContext& context, const NodeRef& root, const NestedView& nested,
                    const CheckedRecords& records) {
    const auto line = [&context](std::string_view text) { context.line(text); };
    writeAnnotatedHex(root, {context.readable(), context.colours()}, line, nested);
    for (const Diagnostic& remark : records.remarks) {
        context.line("! " + diagnosticLine(remark));
    }
}

int statusOf(const NodeRef& root) {
    const ValueTree& tree = root.tree();
    // A warning is said of bytes that no other reader may read so, such as text that is not UTF-8.
    const auto isMalformed = [](const NodeDiagnostic& entry) { return entry.diagnostic.severity != Severity::Note; };
    if (std::any_of(tree.diagnostics.begin(), tree.diagnostics.end(), isMalformed)) {
        return kDataError;
    }
    const NodeRef body = bodyNode(root);
    const bool isResponse = !tree.layouts.empty() && tree.layouts.back()->spec->type == MessageType::Response;
    return isResponse && body.isValid() && !summarizeErrors(body).isEmpty() ? kDataError : kDone;
}

}  // namespace brokerscope
