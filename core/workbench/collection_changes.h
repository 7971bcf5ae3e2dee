#pragma once

#include "core/collections/chain_run.h"
#include "core/collections/collection.h"

#include <string>
#include <vector>

namespace brokerscope {

// A request of a collection that may change the cluster.
struct CollectionChange {
    std::string path;      // of the request
    std::string sentence;  // "CreateTopics changes the cluster (it may create, change or delete topics)"
};

// Of those of a chain, before anything is sent: by their bodies, as read with the newest stable version where they name
// none; by their API where the body depends on what answers will say, or cannot be read. `plans` as planChain() gives
// them. What is sent in the end is judged again, by its bytes (SendRequest::mayChange).
std::vector<CollectionChange> changesByChain(const CollectedChain& chain, const std::vector<RequestPlan>& plans,
                                             const PlanContext& context);

}  // namespace brokerscope
