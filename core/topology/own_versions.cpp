#include "core/topology/own_versions.h"

#include <algorithm>

namespace brokerscope {

std::int16_t OwnVersions::nearest(std::int16_t version) const {
    return range.isEmpty() ? version : std::clamp<std::int16_t>(version, range.min, range.max);
}

OwnVersions ownVersions(const SchemaRegistry& registry, int apiKey, const SchemaChoice& choice) {
    const ApiInfo* api = registry.api(apiKey);
    if (api == nullptr || choice.release.empty()) {
        return api == nullptr ? OwnVersions{} : OwnVersions{api->request, api->latestStable};
    }
    OwnVersions own;
    for (const DefinitionHead& head : registry.definitions()) {
        if (head.type != MessageType::Request || head.apiKey != apiKey || head.release != choice.release ||
            head.isPreview || head.validVersions.isEmpty()) {
            continue;
        }
        own.range = own.range.hull(head.validVersions);
        const int stable = head.validVersions.max - (head.latestVersionUnstable ? 1 : 0);
        own.latestStable = static_cast<std::int16_t>(stable >= head.validVersions.min ? stable : -1);
    }
    return own;
}

}  // namespace brokerscope
