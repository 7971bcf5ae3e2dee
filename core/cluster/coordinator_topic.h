#pragma once

#include "core/schema/overlays.h"
#include "core/schema/schema_registry.h"
#include "core/topology/cluster_snapshot.h"
#include "core/value/node_ref.h"

#include <string>

namespace brokerscope {

// A broker that is asked for a coordinator makes the internal topic behind it (overlays: routing) where that is not
// there yet.

// The topic that a look-up of this coordinator would make; empty: none, or nothing is known of the cluster's topics.
std::string topicMadeByLookUp(const ClusterSnapshot* snapshot, const CoordinatorFacts* coordinator);

// The same of a FindCoordinator request's `body`; empty for other APIs too.
std::string topicMadeBy(const SchemaRegistry& registry, const ClusterSnapshot* snapshot, int apiKey,
                        const NodeRef& body);

// "FindCoordinator, which would make __consumer_offsets,"
std::string lookUpThatMakes(const std::string& topic);

}  // namespace brokerscope
