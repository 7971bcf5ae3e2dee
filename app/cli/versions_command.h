#pragma once

#include "app/cli/command_table.h"

namespace brokerscope {

// `versions`: what each broker supports, its features and the release that fits.
void addVersionsCommand(CLI::App& app, CommandContext& context, CommandAction& action);

}  // namespace brokerscope
