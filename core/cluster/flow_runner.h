#pragma once

#include "core/cluster/connection_pool.h"
#include "core/cluster/flow.h"

#include <functional>
#include <memory>

namespace brokerscope {

// Drives a flow over the pool until it is done, then calls `done`. All its requests are internal exchanges. The flow is
// kept alive meanwhile. Network thread only; when the pool goes, the flow is dropped without a call.
void runFlow(ConnectionPool& pool, const SchemaRegistry& registry, const ClusterSettings& settings,
             std::shared_ptr<Flow> flow, std::function<void()> done);

}  // namespace brokerscope
