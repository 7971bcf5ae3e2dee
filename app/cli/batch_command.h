#pragma once

#include "app/cli/command_table.h"

namespace brokerscope {

// `batch`: one JSON request a line in, one JSON answer a line out, in the same order. Masks nothing.
void addBatchCommand(CLI::App& app, CommandContext& context, CommandAction& action);

}  // namespace brokerscope
