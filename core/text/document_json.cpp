#include "core/text/document_json.h"

#include "core/text/nested_view.h"
#include "core/value/overlay_values.h"

namespace brokerscope {
namespace {

bool isList(const DocumentPart& part) {
    return part.kind == PartKind::RecordSet || part.kind == PartKind::Records;
}

std::string partJson(const DocumentPart& part, const FindOpened& opened, const JsonOptions& options) {
    const NodeRef root = NodeRef::root(part.tree);
    if (isList(part) && root.childCount() == 1) {
        return toOpenedJson(root.child(0), opened, options);
    }
    const std::string fields = toOpenedJson(root, opened, options);
    return isList(part) ? fields : structureJson(*part.tree, part.prefixes, fields, options.indent);
}

}  // namespace

std::string toOpenedJson(const NodeRef& message, const FindOpened& opened, const JsonOptions& options) {
    JsonOptions placing = options;
    placing.inPlace = [&](const NodeRef& node) -> std::optional<std::string> {
        const DocumentPart* part = options.mask && isSecret(node) ? nullptr : opened(node);
        if (part != nullptr && part->tree != nullptr) {
            return partJson(*part, opened, options);
        }
        return options.inPlace ? options.inPlace(node) : std::nullopt;
    };
    return toJson(message, placing);
}

}  // namespace brokerscope
