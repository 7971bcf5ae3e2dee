#pragma once

#include "app/cli/command_table.h"

namespace brokerscope {

// `apis`: every API with its versions; with --bootstrap those of each broker too.
void addApisCommand(CLI::App& app, CommandContext& context, CommandAction& action);

}  // namespace brokerscope
