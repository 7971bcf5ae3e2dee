#pragma once

#include "app/cli/command_table.h"

namespace brokerscope {

// `dump`: batches and records of segment files.
void addDumpCommand(CLI::App& app, CommandContext& context, CommandAction& action);

}  // namespace brokerscope
