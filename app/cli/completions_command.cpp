#include "app/cli/completions_command.h"

#include "app/cli/completion_script.h"
#include "core/schema/overlays.h"

#include <CLI/CLI.hpp>
#include <ostream>

namespace brokerscope {
namespace {

int runCompletions(const CommandContext& context, const CLI::App& app, const std::string& shell) {
    if (const auto format = context.format({"text"}); !format) {
        return context.fail(format.error());
    }
    CompletionNames names{context.registry().messageNames(), {}, context.registry().releases(), {}};
    for (const InternalTopicFacts& topic : context.registry().overlays().internalTopics()) {
        names.topics.push_back(topic.word);
    }
    for (const ApiInfo& api : context.registry().apis()) {
        names.messages.push_back(api.name);
        names.requests.push_back(api.name);
    }
    context.streams.out << (shell == "bash" ? bashCompletions(app, names) : zshCompletions(app, names));
    return kDone;
}

}  // namespace

void addCompletionsCommand(CLI::App& app, CommandContext& context, CommandAction& action) {
    auto shell = std::make_shared<std::string>();
    CLI::App* command = app.add_subcommand("completions", "A script that completes command lines of bscope");
    command->footer(
        "Examples:\n  source <(bscope completions bash)\n  bscope completions zsh > ~/.zsh/completions/_bscope");
    command->add_option("SHELL", *shell, "bash or zsh")->required()->check(CLI::IsMember({"bash", "zsh"}));
    command->callback([&app, &context, &action, shell] {
        action = [&app, &context, shell] { return runCompletions(context, app, *shell); };
    });
}

}  // namespace brokerscope
