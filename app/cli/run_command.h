#pragma once

#include "app/cli/command_table.h"

namespace brokerscope {

// `run`: sends the requests of a collection and checks what it expects of the answers.
void addRunCommand(CLI::App& app, CommandContext& context, CommandAction& action);

}  // namespace brokerscope
