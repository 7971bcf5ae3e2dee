#pragma once

#include "app/cli/command_table.h"

namespace brokerscope {

// `send`: sends a request at one version or several and prints what came back.
void addSendCommand(CLI::App& app, CommandContext& context, CommandAction& action);

}  // namespace brokerscope
