#pragma once

#include "app/cli/command_context.h"
#include "core/topology/broker_versions.h"
#include "core/topology/cluster_snapshot.h"

#include <memory>
#include <string>
#include <vector>

namespace brokerscope {

// Versions of an API that the newest known release no longer has, and who still lists them.
struct RemovedVersions {
    std::int16_t key = 0;
    std::string name;
    VersionRange versions;
    std::vector<std::int32_t> brokers;  // that list at least one of them
};
std::vector<RemovedVersions> removedVersions(const SchemaRegistry& registry,
                                             const std::vector<std::shared_ptr<const BrokerVersions>>& brokers);

// The JSON object of `versions`. `snapshot` gives racks and fencing; null: not known.
std::string versionsJson(const CommandContext& context, const ClusterSnapshot* snapshot,
                         const std::vector<std::shared_ptr<const BrokerVersions>>& brokers);

// The same for people: features of each broker, then a matrix of APIs and brokers, then what was removed.
void printVersions(const CommandContext& context, const ClusterSnapshot* snapshot,
                   const std::vector<std::shared_ptr<const BrokerVersions>>& brokers);

}  // namespace brokerscope
