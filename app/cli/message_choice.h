#pragma once

#include "app/cli/command_context.h"

#include <memory>
#include <optional>
#include <string>

namespace brokerscope {

// The layout that NAME and --version of a command mean. NAME is a definition's name, an API's name (its request) or an
// API key; without a version the highest stable one of the definition. Errors: UnknownMessage with the nearest name,
// UnknownVersion with the known ones, NoVersions.
Result<std::shared_ptr<const MessageLayout>> chooseLayout(const CommandContext& context, const std::string& name,
                                                          std::optional<int> version);

// The highest version of a definition that is neither unstable nor a preview; the highest where all are.
Result<int> newestStableVersion(const CommandContext& context, const std::string& definition);

}  // namespace brokerscope
