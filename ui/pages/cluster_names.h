#pragma once

#include "core/topology/cluster_snapshot.h"
#include "ui/models/entity_names.h"

namespace brokerscope {

// What a snapshot knows, for those who show or offer names. Null: nothing is known.
EntityNames entityNames(const ClusterSnapshot* snapshot);
EntityOffers entityOffers(const ClusterSnapshot* snapshot);

}  // namespace brokerscope
