#pragma once

#include "core/schema/definition_store.h"
#include "core/schema/release_facts.h"
#include "core/schema/schema_registry.h"

#include <vector>

namespace brokerscope {

// The APIs that the definitions within `choice` make up, ascending by key. Previews are left out also where the choice
// has them: they are never part of a range that something may pick from.
std::vector<ApiInfo> makeApiTable(const DefinitionStore& store, const ReleaseFacts& facts, const SchemaChoice& choice);

}  // namespace brokerscope
