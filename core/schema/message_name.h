#pragma once

#include "core/schema/schema_registry.h"

#include <cstdint>
#include <string>

namespace brokerscope {

// The name of the definition that a name means, within the release of a choice that has one: names of APIs change. It
// is a definition's name, an API's name (its request) or an API key. Errors: UnknownMessage with the nearest name,
// UnknownApiKey, UnknownRelease, NotInRelease with the releases that have it.
Result<std::string> definitionNamed(const SchemaRegistry& registry, const SchemaChoice& choice,
                                    const std::string& name);

// UnknownRelease with those that are known.
tl::unexpected<Error> unknownRelease(const std::string& release, const std::vector<std::string>& known);

// The API key of a request that is named so. `what` says what the name is of, in errors: as definitionNamed(), and
// InvalidValue for what is no request.
Result<std::int16_t> requestNamed(const SchemaRegistry& registry, const SchemaChoice& choice, const std::string& name,
                                  const std::string& what);

}  // namespace brokerscope
