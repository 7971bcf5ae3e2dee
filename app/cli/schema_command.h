#pragma once

#include "app/cli/command_table.h"

namespace brokerscope {

// `schema`: the layout of one message version, what changed between two, or all layouts of a release.
void addSchemaCommand(CLI::App& app, CommandContext& context, CommandAction& action);

}  // namespace brokerscope
