#pragma once

#include "app/cli/command_table.h"

namespace brokerscope {

// `dump`: what a broker keeps on disk: segments, indexes, snapshots, checkpoints, folders of them.
void addDumpCommand(CLI::App& app, CommandContext& context, CommandAction& action);

}  // namespace brokerscope
