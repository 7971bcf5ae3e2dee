#pragma once

#include "app/cli/command_context.h"
#include "core/schema/message_name.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace brokerscope {

// The layout that NAME and --version of a command mean; without a version the highest stable one of the definition.
// Errors: as definitionNamed(), UnknownVersion with the known ones, NoVersions.
Result<std::shared_ptr<const MessageLayout>> chooseLayout(const CommandContext& context, const std::string& name,
                                                          std::optional<int> version);

// The API key of a request that is named by its API, its definition or its number. `argument` is what the command calls
// it. Errors: UnknownMessage with the nearest name, InvalidValue for what is no request.
Result<std::int16_t> chooseRequest(const CommandContext& context, const std::string& argument, const std::string& name);

}  // namespace brokerscope
