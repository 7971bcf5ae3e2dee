#pragma once

#include "core/schema/field_meaning.h"
#include "core/schema/overlay_condition.h"
#include "core/schema/schema_fault.h"
#include "core/schema/schema_object.h"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// Parts that several overlays share (schemas/README.md). All throw SchemaFault.

// `fault` as an error of overlays; its three arguments mean file, rule and reason.
Error overlayError(const SchemaFault& fault);

// The word under "overlay"; empty where there is none.
std::string overlayName(const nlohmann::json& file);

// A number, text, bool or null as a condition compares it; bools of enumerations count as 0 and 1 (`boolsAsNumbers`).
OverlayValue readOverlayValue(const SchemaObject& rule, std::string_view key, const nlohmann::json& json,
                              bool boolsAsNumbers = false);
std::int64_t readOverlayNumber(const SchemaObject& rule, std::string_view key);
// `versions`, `when` and `unless` of a rule; what is absent never keeps the rule from applying.
OverlayScope readScope(const SchemaObject& rule);
// One condition: `path` and one test. Other keys of the object are the caller's.
OverlayCondition readOverlayCondition(const SchemaObject& object);
// The keys of a condition.
std::span<const std::string_view> overlayConditionKeys();
// {"value": -1, "name": "none"}
Sentinel readSentinel(const SchemaObject& rule, const nlohmann::json& json);
// "rules[12]"
std::string rulePlace(std::string_view list, std::size_t position);

}  // namespace brokerscope
