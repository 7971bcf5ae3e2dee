#pragma once

#include "app/cli/command_table.h"

namespace brokerscope {

// `recording`: what --record kept, as a list, in other forms, compared, and sent again.
void addRecordingCommand(CLI::App& app, CommandContext& context, CommandAction& action);

}  // namespace brokerscope
