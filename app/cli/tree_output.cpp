#include "app/cli/tree_output.h"

#include "app/cli/record_set_output.h"
#include "core/exchange/error_summary.h"
#include "core/text/annotated_hex.h"
#include "core/text/decode_answer.h"
#include "core/text/text_tree.h"
#include "core/value/json_writer.h"

#include <algorithm>

namespace brokerscope {

bool printTree(const CommandContext& context, const NodeRef& root, const std::string& format) {
    const auto line = [&context](std::string_view text) { context.line(text); };
    const NestedOpener opener(context.registry(), context.choice(), context.limits);
    const NestedView nested{&opener, {}};
    if (format == "text") {
        writeTree(root, context.readable(), line, nested);
        return printRecordSets(context, root, nullptr);
    }
    if (format == "annotated") {
        writeAnnotatedHex(root, {context.readable(), context.colours()}, line, nested);
    } else if (format == "json") {
        context.line(decodeAnswer(root, {false, !context.global.unmask, nested, context.recordSecrets()}));
    } else {
        context.line(toJson(bodyNode(root), context.json()));
    }
    return true;
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
