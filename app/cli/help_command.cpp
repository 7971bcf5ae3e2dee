#include "app/cli/help_command.h"

#include <CLI/CLI.hpp>
#include <ostream>

namespace brokerscope {
namespace {

int runHelp(const CommandContext& context, const CLI::App& app, const std::string& name) {
    if (const auto format = context.format({"text"}); !format) {
        return context.fail(format.error());
    }
    if (name.empty()) {
        // help() of the program would delegate to the command that was parsed, which is this one.
        context.streams.out << app.get_formatter()->make_help(&app, "bscope", CLI::AppFormatMode::Normal);
        return kDone;
    }
    for (const CLI::App* command :
         app.get_subcommands([&](const CLI::App* each) { return each->get_name() == name; })) {
        context.streams.out << command->help("bscope");
        return kDone;
    }
    return context.fail(kUsageError, "no command is called \"" + name + "\"; bscope help lists them");
}

}  // namespace

void addHelpCommand(CLI::App& app, CommandContext& context, CommandAction& action) {
    auto name = std::make_shared<std::string>();
    CLI::App* command = app.add_subcommand("help", "Explain the program, or one command with examples");
    command->footer("Examples:\n  bscope help\n  bscope help decode");
    command->add_option("COMMAND", *name, "The command to explain");
    command->callback(
        [&app, &context, &action, name] { action = [&app, &context, name] { return runHelp(context, app, *name); }; });
}

}  // namespace brokerscope
