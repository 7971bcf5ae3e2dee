#pragma once

#include "core/schema/overlays.h"
#include "core/schema/schema_registry.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace brokerscope {

// What Overlays holds.
struct OverlayTables {
    std::map<int, ApiFacts> apis;  // by API key
    std::vector<ApiFamily> families;
    std::vector<CoordinatorFacts> coordinators;
    std::map<RouteTarget, std::vector<std::int16_t>> staleTargetErrors;
    std::vector<EndpointFacts> endpoints;
    NestedRules nested;
    std::vector<InternalTopicFacts> internalTopics;
    std::vector<RecordsFieldFacts> recordsFields;
};

std::optional<RouteTarget> routeTargetByName(std::string_view name);

// Reads the overlays about whole messages (routing, mutating, families, endpoints of entities) and about what lies
// within bytes (nested, recordTypes). Checks names of messages, APIs and error codes; that every API has one family and
// an unconditional route for each of its versions; that every request either changes something or is listed as
// read-only. Without texts everything is empty. Errors: OverlayInvalid.
Result<OverlayTables> readOverlayTables(const std::vector<OverlayText>& texts, const SchemaRegistry& registry);

// Whether each path that the tables name exists in some release's definition. Parses those definitions. Errors:
// OverlayInvalid.
Result<void> validateOverlayTables(const OverlayTables& tables, const SchemaRegistry& registry);

}  // namespace brokerscope
