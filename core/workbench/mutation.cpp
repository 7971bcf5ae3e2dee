#include "core/workbench/mutation.h"

#include "core/codec/encoder.h"
#include "core/schema/overlays.h"
#include "core/value/json_reader.h"
#include "core/value/overlay_values.h"

#include <algorithm>
#include <fmt/format.h>

namespace brokerscope {

std::optional<std::string> changesOf(const SchemaRegistry& registry, int apiKey, int version, const NodeRef& body) {
    const ApiFacts* facts = registry.overlays().api(apiKey);
    if (facts != nullptr && facts->mutations.empty()) {
        return std::nullopt;
    }
    if (facts == nullptr || !body.isValid() || body.tree().hasErrors()) {
        return "anything";
    }
    return facts->changes(version, overlayValues(body));
}

Result<std::optional<std::string>> changeByBody(const SchemaRegistry& registry, int apiKey, int version,
                                                std::string_view json, const SchemaChoice& choice,
                                                const Limits& limits) {
    const auto layout = registry.request(apiKey, version, choice);
    if (!layout) {
        return tl::unexpected(layout.error());
    }
    const auto draft = draftFromJson((*layout)->spec, json, limits);
    if (!draft) {
        return tl::unexpected(draft.error());
    }
    return changesOf(registry, apiKey, version, NodeRef::root(encodeMessage(*layout, draft->draft)));
}

std::string changeSentence(const std::string& api, const std::string& what) {
    return fmt::format("{} changes the cluster (it may create, change or delete {})", api, what);
}

bool isMutatingApi(const SchemaRegistry& registry, int apiKey) {
    const ApiFacts* facts = registry.overlays().api(apiKey);
    return facts == nullptr || std::any_of(facts->mutations.begin(), facts->mutations.end(),
                                           [](const MutatingRule& rule) { return rule.scope.when.empty(); });
}

}  // namespace brokerscope
