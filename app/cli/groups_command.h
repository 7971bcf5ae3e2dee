#pragma once

#include "app/cli/command_context.h"

namespace CLI {
class App;
}

namespace brokerscope {

// bscope groups list, describe GROUP, watch GROUP…
void addGroupsCommand(CLI::App& app, CommandContext& context, CommandAction& action);

}  // namespace brokerscope
