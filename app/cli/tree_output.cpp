#include "app/cli/tree_output.h"

#include "app/cli/data_fault.h"
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
                         isGood =
                             isGood && !isRefused(found.remarks) && (found.tree == nullptr || !holdsFault(*found.tree));
                     });
    return isGood;
}

// What the JSON alone does not say, on stderr.
void tellRemarks(const CommandContext& context, const NodeRef& root, const NestedView& nested,
                 const std::vector<Diagnostic>& ofRecords) {
    const auto tell = [&context](const Diagnostic& remark) {
        if (isFault(remark) || !context.global.quiet) {
            context.streams.err << "bscope: " << diagnosticLine(remark) << '\n';
        }
    };
    const auto tellOf = [&tell](const ValueTree& tree, const std::string& within) {
        for (const NodeDiagnostic& entry : tree.diagnostics) {
            Diagnostic remark = entry.diagnostic;
            remark.path = within.empty() || remark.path.empty() ? within + remark.path : within + " > " + remark.path;
            tell(remark);
        }
    };
    tellOf(root.tree(), {});
    forEachStructure(bodyNode(root), nested, false,
                     [&](const std::string& path, const NodeRef& /*bytes*/, const NestedStructure& found) {
                         std::ranges::for_each(found.remarks, tell);
                         if (found.tree != nullptr) {
                             tellOf(*found.tree, path);
                         }
                     });
    std::ranges::for_each(ofRecords, tell);
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
        context.streams.out.flush();
        tellRemarks(context, root, nested, records.remarks);
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
    if (holdsFault(tree)) {
        return kDataError;
    }
    const NodeRef body = bodyNode(root);
    const bool isResponse = !tree.layouts.empty() && tree.layouts.back()->spec->type == MessageType::Response;
    return isResponse && body.isValid() && !summarizeErrors(body).isEmpty() ? kDataError : kDone;
}

}  // namespace brokerscope
