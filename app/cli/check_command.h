#pragma once

#include "app/cli/command_table.h"

namespace brokerscope {

// `check`: tries every advertised version of every API and compares with what is expected.
void addCheckCommand(CLI::App& app, CommandContext& context, CommandAction& action);

}  // namespace brokerscope
