#include "core/cluster/coordinator_topic.h"

#include "core/schema/api_keys.h"
#include "core/topology/node_values.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace brokerscope {

std::string topicMadeByLookUp(const ClusterSnapshot* snapshot, const CoordinatorFacts* coordinator) {
    const bool isMissing = snapshot != nullptr && !snapshot->fromController && coordinator != nullptr &&
                           snapshot->topic(coordinator->internalTopic) == nullptr;
    return isMissing ? coordinator->internalTopic : std::string();
}

std::string topicMadeBy(const SchemaRegistry& registry, const ClusterSnapshot* snapshot, int apiKey,
                        const NodeRef& body) {
    if (apiKey != api_key::kFindCoordinator || !body.isValid()) {
        return {};
    }
    static constexpr std::array kCoordinators{RouteTarget::GroupCoordinator, RouteTarget::TransactionCoordinator,
                                              RouteTarget::ShareCoordinator};
    // Version 0 has no type: it asks for a group's.
    const std::int64_t keyType = integerField(body, "keyType", 0);
    for (const RouteTarget target : kCoordinators) {
        const CoordinatorFacts* coordinator = registry.overlays().coordinator(target);
        if (coordinator != nullptr && coordinator->keyType == keyType) {
            return topicMadeByLookUp(snapshot, coordinator);
        }
    }
    return {};
}

std::string lookUpThatMakes(const std::string& topic) {
    return fmt::format("FindCoordinator, which would make {},", topic);
}

}  // namespace brokerscope
