#pragma once

#include "app/cli/command_table.h"

namespace brokerscope {

// `offsets`: records of __consumer_offsets and the other internal topics.
void addOffsetsCommand(CLI::App& app, CommandContext& context, CommandAction& action);

}  // namespace brokerscope
