#pragma once

#include "core/query/filter_path.h"
#include "core/schema/schema_registry.h"

#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// What the definitions say of paths: over all requests, all responses, or the request header, whichever the scope
// means. Every function parses each definition on the way (some 20 ms once). Scopes but Message.

// The field at a path as schemas name it ("topics[].name"), of the first API that has it. Null: none has.
const FieldSpec* fieldNamed(const SchemaRegistry& registry, PathScope scope, const std::string& schemaPath);

// Names of the fields below a path that ends at a structure (empty: of the messages), arrays with "[]"; sorted, each
// once.
std::vector<std::string> fieldsBelow(const SchemaRegistry& registry, PathScope scope, const std::string& schemaPath);

// Right paths that differ from a wrong one in its first wrong step alone, for a suggestion.
std::vector<std::string> nearbyPaths(const SchemaRegistry& registry, const FilterPath& wrong);

}  // namespace brokerscope
