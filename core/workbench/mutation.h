#pragma once

#include "core/schema/schema_registry.h"
#include "core/value/node_ref.h"

#include <optional>
#include <string>
#include <string_view>

namespace brokerscope {

// What this request changes in the cluster ("topics", "offsets" …), by the overlays; nothing when it changes nothing. A
// request whose API is unknown or whose body cannot be read may change anything: "anything". `body` is a request's body
// at `version`.
std::optional<std::string> changesOf(const SchemaRegistry& registry, int apiKey, int version, const NodeRef& body);

// The same of a body in the JSON form. Errors: as draftFromJson(), UnknownVersion.
Result<std::optional<std::string>> changeByBody(const SchemaRegistry& registry, int apiKey, int version,
                                                std::string_view json, const SchemaChoice& choice = {},
                                                const Limits& limits = {});

// "Metadata changes the cluster (it may create, change or delete topics)", of what changesOf() gave.
std::string changeSentence(const std::string& api, const std::string& what);

// Whether an API is made to change the cluster. Those that do so only with unusual values (Fetch as a replica, Metadata
// that creates topics) are not; changesOf() tells them apart by their body.
bool isMutatingApi(const SchemaRegistry& registry, int apiKey);

}  // namespace brokerscope
