#pragma once

#include "app/cli/command_table.h"

namespace brokerscope {

// `capture`: a packet capture to exchanges.
void addCaptureCommand(CLI::App& app, CommandContext& context, CommandAction& action);

}  // namespace brokerscope
