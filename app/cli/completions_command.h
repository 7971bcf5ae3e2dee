#pragma once

#include "app/cli/command_table.h"

namespace brokerscope {

// `completions`: a script that completes command lines in bash or zsh.
void addCompletionsCommand(CLI::App& app, CommandContext& context, CommandAction& action);

}  // namespace brokerscope
