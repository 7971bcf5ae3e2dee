#pragma once

#include "core/query/filter_path.h"
#include "core/query/filter_value.h"
#include "core/schema/schema_registry.h"
#include "core/value/leaf_value.h"
#include "core/value/node_ref.h"

#include <functional>

namespace brokerscope {

// Gets the nodes of a path one by one; true: enough.
using NodeVisitor = std::function<bool(const NodeRef&)>;

// The nodes that a path names in a decoded message (`body` and scope as below), in wire order. Those that were not read
// are left out.
void visitPathNodes(const NodeRef& body, const FilterPath& path, const NodeVisitor& visit);

// Hands out one value, as visitPathValues does. True: the visitor has enough.
bool visitLeaf(const LeafValue& leaf, const SchemaRegistry* registry, const FieldVisitor& visit);

// Hands out the values that a path names in a decoded message (`body`: its own structure; the path's scope is the
// caller's affair), in wire order, until the visitor has enough. Error codes and enumerations come with their label,
// uuids as Kafka prints them, bytes and records as base64. Nothing for a path that the message lacks.
// `registry` may be null: then error codes have no label.
void visitPathValues(const NodeRef& body, const FilterPath& path, const SchemaRegistry* registry,
                     const FieldVisitor& visit);

}  // namespace brokerscope
