#include "core/workbench/mutation.h"

#include "core/cluster/message_values.h"
#include "core/schema/overlays.h"

#include <algorithm>

namespace brokerscope {

std::optional<std::string> changesOf(const SchemaRegistry& registry, int apiKey, int version, const NodeRef& body) {
    const ApiFacts* facts = registry.overlays().api(apiKey);
    if (facts != nullptr && facts->mutations.empty()) {
        return std::nullopt;
    }
    if (facts == nullptr || !body.isValid() || body.tree().hasErrors()) {
        return "anything";
    }
    return facts->changes(version, overlayValuesOf(body));
}

bool isMutatingApi(const SchemaRegistry& registry, int apiKey) {
    const ApiFacts* facts = registry.overlays().api(apiKey);
    return facts == nullptr || std::any_of(facts->mutations.begin(), facts->mutations.end(),
                                           [](const MutatingRule& rule) { return rule.scope.when.empty(); });
}

}  // namespace brokerscope
