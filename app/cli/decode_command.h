#pragma once

#include "app/cli/command_table.h"

namespace brokerscope {

// `decode`: bytes to a tree.
void addDecodeCommand(CLI::App& app, CommandContext& context, CommandAction& action);

}  // namespace brokerscope
