#pragma once

#include "app/cli/command_table.h"

namespace brokerscope {

// `encode`: JSON to bytes.
void addEncodeCommand(CLI::App& app, CommandContext& context, CommandAction& action);

}  // namespace brokerscope
