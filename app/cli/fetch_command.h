#pragma once

#include "app/cli/command_table.h"

namespace brokerscope {

// `fetch`: records of a topic from a broker.
void addFetchCommand(CLI::App& app, CommandContext& context, CommandAction& action);

}  // namespace brokerscope
