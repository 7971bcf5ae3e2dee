#pragma once

#include "app/cli/command_table.h"

namespace brokerscope {

// `records`: batches and records of a record set.
void addRecordsCommand(CLI::App& app, CommandContext& context, CommandAction& action);

}  // namespace brokerscope
