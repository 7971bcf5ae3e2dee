#pragma once

#include "core/schema/schema_registry.h"

#include <string>
#include <vector>

namespace brokerscope {

// The highest version of a definition that is neither unstable nor a preview, in the newest release that has one; the
// highest where all are. Errors: UnknownMessage, UnknownRelease, NoVersions.
Result<int> newestStableVersion(const SchemaRegistry& registry, const std::string& definition,
                                const SchemaChoice& choice = {});

// The definitions that somebody means who said `name`, which resolveName() took for `definition`: an API's name or key
// means its request and its response, a definition's own name that definition.
std::vector<std::string> definitionsMeant(const SchemaRegistry& registry, const std::string& name,
                                          const std::string& definition, const SchemaChoice& choice = {});

// The APIs of a chosen release by the names and flags that they have in it, or those of all; `releases` are all that
// have a version of one. With previews "preview" stands among the releases of those that it gives a version.
std::vector<ApiInfo> apisWithin(const SchemaRegistry& registry, const SchemaChoice& choice);

// The header version of a request or response; -1 for other messages. Errors: those of the registry.
Result<int> headerVersionOf(const SchemaRegistry& registry, const SchemaChoice& choice, const MessageLayout& layout);

}  // namespace brokerscope
