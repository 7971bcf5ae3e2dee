#pragma once

#include "core/schema/record_types.h"
#include "core/schema/schema_registry.h"
#include "core/text/version_comparison.h"
#include "ui/models/fact_table_model.h"

#include <string>
#include <vector>

namespace brokerscope {

// Code, name, whether it may be tried again, meaning and what to do, by the newest release; the number of a row is the
// code.
FactTable errorCodeTable(const SchemaRegistry& registry);

// The record types of an internal topic with definitions and releases; the number of a row is the type, and it leads to
// the definition of the value.
FactTable recordTypeFacts(const SchemaRegistry& registry, const InternalTopicFacts& topic);

// Which release has which versions of the definitions (an API's request and response, or one): flexible, header
// versions, deprecated and unstable ones, listeners.
FactTable releaseFactTable(const SchemaRegistry& registry, const std::vector<std::string>& definitions);

// What differs between two versions, with our notes on the way there. "identical" of a side is a row too.
FactTable changeTable(const SchemaRegistry& registry, const std::vector<std::string>& definitions, VersionPair pair,
                      const SchemaChoice& choice);

// The same of every version within `versions` against the one before it, the newest first.
FactTable historyTable(const SchemaRegistry& registry, const std::vector<std::string>& definitions,
                       const VersionRange& versions, const SchemaChoice& choice);

}  // namespace brokerscope
