#pragma once

#include "core/schema/nested_rules.h"
#include "core/schema/overlay_tables.h"
#include "core/schema/schema_object.h"

namespace brokerscope {

// The overlays about what lies within bytes and records: "nested" and "recordTypes" (schemas/README.md). They are read
// into the tables; both throw SchemaFault where a key, word or number is not what it must be.
void readNestedRules(const SchemaObject& file, OverlayTables& tables);
void readRecordTypes(const SchemaObject& file, OverlayTables& tables);

// Their keys at the top of the file.
std::span<const std::string_view> nestedFileKeys();
std::span<const std::string_view> recordTypesFileKeys();

// Whether each message, path and structure that they name exists. Errors: OverlayInvalid.
Result<void> validateSelectors(const OverlayTables& tables, const SchemaRegistry& registry);

}  // namespace brokerscope
