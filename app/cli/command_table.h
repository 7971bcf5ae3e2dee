#pragma once

#include "app/cli/command_context.h"

#include <span>

namespace CLI {
class App;
}

namespace brokerscope {

// A command adds itself to the parser; when the parser meets it, it puts what is to be done into `action`. The parser,
// the context and the action outlive everything that the command keeps.
struct CommandEntry {
    void (*add)(CLI::App& app, CommandContext& context, CommandAction& action);
};

// Every command, in the order in which help lists them.
std::span<const CommandEntry> commandTable();

// Names and describes the whole command line on `app`. The parser, the help, the completions and their tests use it.
void setUpCommandLine(CLI::App& app, CommandContext& context, CommandAction& action);

}  // namespace brokerscope
