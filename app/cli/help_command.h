#pragma once

#include "app/cli/command_table.h"

namespace brokerscope {

// `help`: explains the program or one command.
void addHelpCommand(CLI::App& app, CommandContext& context, CommandAction& action);

}  // namespace brokerscope
