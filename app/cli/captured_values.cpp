#include "app/cli/captured_values.h"

#include "core/capture/exchange_columns.h"
#include "core/query/path_values.h"
#include "core/schema/field_meaning.h"
#include "core/topology/node_values.h"
#include "core/value/json_writer.h"
#include "core/value/overlay_values.h"

namespace brokerscope {
namespace {

const std::shared_ptr<const ValueTree>& messageOf(const CapturedMessages& messages, PathScope scope) {
    return scope == PathScope::Response ? messages.response() : messages.request();
}

bool isMasked(const CapturedMessages& messages, PathScope scope, const LeafValue& value, const WalkPath& at) {
    const FieldMeaning* meaning = value.field->spec->meaning;
    const RecordSecrets* records = messages.context().recordSecrets();
    if (records == nullptr || value.isNull) {
        return false;
    }
    if (value.kind == NodeKind::Records) {
        const auto node = bodyOf(messageOf(messages, scope)).find(at.text());
        return node && records->areIn(*node);
    }
    if (meaning == nullptr || meaning->secrets.empty()) {
        return false;
    }
    return meaning->isAlwaysSecret() || isSecretAt(*value.field->spec, bodyOf(messageOf(messages, scope)), at.text());
}

// What stands at a path, structures and arrays too.
void addFromTree(const CapturedMessages& messages, const FilterPath& path, JsonTexts& texts) {
    const auto& tree = messageOf(messages, path.scope);
    if (tree == nullptr) {
        return;
    }
    const NodeRef from =
        path.scope == PathScope::Header ? NodeRef::root(tree).find("header").value_or(NodeRef()) : bodyOf(tree);
    const JsonOptions options = messages.context().json();
    visitPathNodes(from, path, [&](const NodeRef& node) {
        texts.add(toJson(node, options));
        return false;
    });
}

}  // namespace

std::vector<JsonTexts> capturedValues(const CapturedMessages& messages, std::span<const FilterPath> paths) {
    static constexpr std::string_view kMasked = "\"***\"";
    std::vector<JsonTexts> texts(paths.size());
    const CommandContext& context = messages.context();
    const std::vector<bool> isBeyond =
        visitExchangeValues(context.registry(), messages.captured().exchange, context.choice(), context.limits, paths,
                            [&](std::size_t path, const LeafValue& value, const WalkPath& at) {
                                if (isMasked(messages, paths[path].scope, value, at)) {
                                    texts[path].add(kMasked);
                                } else {
                                    texts[path].add(leafJson(value));
                                }
                            });
    for (std::size_t i = 0; i < paths.size(); ++i) {
        if (isBeyond[i]) {
            texts[i].clear();
            addFromTree(messages, paths[i], texts[i]);
        }
    }
    return texts;
}

}  // namespace brokerscope
