#pragma once

#include "core/cluster/request_target.h"
#include "core/schema/schema_registry.h"
#include "core/value/node_ref.h"

namespace brokerscope {

// Where a request belongs by the overlay's routing facts and its own first key, topic and partition; TargetKind::Any
// where the API or the fields do not say. `body` is the request's body at `version`; invalid: none.
RequestTarget autoTarget(const SchemaRegistry& registry, int apiKey, int version, const NodeRef& body);

}  // namespace brokerscope
