#include "app/cli/tree_output.h"

#include "core/exchange/error_summary.h"
#include "core/text/annotated_hex.h"
#include "core/text/decode_answer.h"
#include "core/text/text_tree.h"
#include "core/value/json_writer.h"

namespace brokerscope {

void printTree(const CommandContext& context, const NodeRef& root, const std::string& format) {
    const auto line = [&context](std::string_view text) { context.line(text); };
    if (format == "text") {
        writeTree(root, context.readable(), line);
    } else if (format == "annotated") {
        writeAnnotatedHex(root, {context.readable(), context.colours()}, line);
    } else if (format == "json") {
        context.line(decodeAnswer(root, {false, !context.global.unmask}));
    } else {
        JsonOptions options;
        options.mask = !context.global.unmask;
        context.line(toJson(bodyNode(root), options));
    }
}

int statusOf(const NodeRef& root) {
    const ValueTree& tree = root.tree();
    if (tree.hasErrors()) {
        return kDataError;
    }
    const NodeRef body = bodyNode(root);
    const bool isResponse = !tree.layouts.empty() && tree.layouts.back()->spec->type == MessageType::Response;
    return isResponse && body.isValid() && !summarizeErrors(body).isEmpty() ? kDataError : kDone;
}

}  // namespace brokerscope
