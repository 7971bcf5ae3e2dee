#include "app/cli/completion_script.h"

#include "core/base/limit_names.h"

#include <CLI/CLI.hpp>
#include <array>
#include <fmt/format.h>
#include <set>
#include <string_view>

namespace brokerscope {
namespace {

// What the first argument of a command is.
std::string namesFor(const CLI::App& command) {
    for (const CLI::Option* option : command.get_options()) {
        const bool isName =
            option->get_positional() && (option->get_name().starts_with("NAME") || option->get_name() == "API");
        if (isName) {
            const bool sends = command.get_name() == "send" || command.get_name() == "check";
            return sends ? " $requests" : " $messages";
        }
    }
    return {};
}

// Words of an option that has a few; the empty command stands for all others.
struct OptionWords {
    std::string_view command;
    std::string_view option;
    std::string_view words;
};
constexpr std::array kOptionWords{
    OptionWords{"schema", "--format", "text json bnf"},
    OptionWords{"encode", "--format", "hex annotated raw json"},
    OptionWords{"decode", "--format", "text annotated json kafka-json"},
    OptionWords{"", "--format", "text json"},
    OptionWords{"", "--color", "auto always never"},
    OptionWords{"", "--release", "$releases"},
    OptionWords{"", "--limit", "$limits"},
    OptionWords{"", "--target", "auto any controller"},
    OptionWords{"", "--show", "request response hex timing"},
    OptionWords{"", "--decode", "auto none $topics"},
    OptionWords{"send", "--version", "all"},
    OptionWords{"groups", "--source", "describe offsets exchange describe,offsets"},
};
constexpr std::string_view kFileOptions = "--file | --body | --schemas | --junit | --record";

std::vector<std::string> longOptions(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames()) {
            names.push_back("--" + name);
        }
    }
    return names;
}

std::vector<std::string> limitWords() {
    std::vector<std::string> words;
    for (const LimitName& limit : limitNames()) {
        words.push_back(fmt::format("{}=", limit.name));
    }
    return words;
}

std::vector<std::string> commandNames(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands({})) {
        names.push_back(command->get_name());
    }
    return names;
}

// "decode) chosen='--frame --file …' ;;" for each command.
std::string cases(const CLI::App& app, const std::string& indent) {
    std::string text;
    for (const CLI::App* command : app.get_subcommands({})) {
        std::string words = "$options " + fmt::to_string(fmt::join(longOptions(*command), " "));
        words += namesFor(*command);
        text += indent + command->get_name() + ") command=$word; chosen=\"" + words + "\" ;;\n";
    }
    return text;
}

// "  local commands='…'": what the other parts speak of.
std::string variables(const CLI::App& app, const CompletionNames& names) {
    std::string text;
    for (const auto& [variable, words] : {std::pair{"commands", commandNames(app)},
                                          std::pair{"options", longOptions(app)}, std::pair{"messages", names.messages},
                                          std::pair{"requests", names.requests}, std::pair{"releases", names.releases},
                                          std::pair{"topics", names.topics}, std::pair{"limits", limitWords()}}) {
        text += fmt::format("  local {}='{}'\n", variable, fmt::join(words, " "));
    }
    return text;
}

void addValuedOptions(const CLI::App& app, std::set<std::string>& valued) {
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames()) {
            if (option->get_items_expected_max() > 0) {
                valued.insert("--" + name);
            }
        }
    }
}

// "schema:--format) chosen='…' ;;" for each option with words; nothing is offered for the values of the others.
std::string valueCases(const CLI::App& app, const std::string& indent) {
    std::string text;
    for (const OptionWords& each : kOptionWords) {
        text += fmt::format("{}{}:{}) chosen=\"{}\" ;;\n", indent, each.command.empty() ? "*" : each.command,
                            each.option, each.words);
    }
    std::set<std::string> valued;
    addValuedOptions(app, valued);
    for (const CLI::App* command : app.get_subcommands({})) {
        addValuedOptions(*command, valued);
    }
    std::string patterns;
    for (const std::string& option : valued) {
        patterns += (patterns.empty() ? "*:" : " | *:") + option;
    }
    return text + indent + patterns + ") chosen= ;;\n";
}

}  // namespace

std::string bashCompletions(const CLI::App& app, const CompletionNames& names) {
    return "# bash completion for bscope: source <(bscope completions bash)\n"
           "_bscope() {\n" +
           variables(app, names) +
           "  local chosen=\"$options $commands\" command= word\n"
           "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
           "    case $word in\n" +
           cases(app, "      ") +
           "    esac\n"
           "  done\n"
           "  case ${COMP_WORDS[COMP_CWORD-1]} in\n"
           "    " +
           std::string(kFileOptions) +
           ") COMPREPLY=($(compgen -f -- \"${COMP_WORDS[COMP_CWORD]}\")); return ;;\n"
           "    help) chosen=$commands ;;\n"
           "    completions) chosen='bash zsh' ;;\n"
           "  esac\n"
           "  case $command:${COMP_WORDS[COMP_CWORD-1]} in\n" +
           valueCases(app, "    ") +
           "  esac\n"
           "  COMPREPLY=($(compgen -W \"$chosen\" -- \"${COMP_WORDS[COMP_CWORD]}\"))\n"
           "}\n"
           "complete -F _bscope bscope\n";
}

std::string zshCompletions(const CLI::App& app, const CompletionNames& names) {
    return "#compdef bscope\n"
           "# zsh completion for bscope: bscope completions zsh > a folder of $fpath/_bscope\n"
           "_bscope() {\n" +
           variables(app, names) +
           "  local chosen=\"$options $commands\" command= word\n"
           "  local -a given=(\"${(@)words[2,CURRENT-1]}\")\n"
           "  for word in $given; do\n"
           "    case $word in\n" +
           cases(app, "      ") +
           "    esac\n"
           "  done\n"
           "  case ${given[-1]} in\n"
           "    " +
           std::string(kFileOptions) +
           ") _files; return ;;\n"
           "    help) chosen=$commands ;;\n"
           "    completions) chosen='bash zsh' ;;\n"
           "  esac\n"
           "  case $command:${given[-1]} in\n" +
           valueCases(app, "    ") +
           "  esac\n"
           "  compadd -- ${=chosen}\n"
           "}\n"
           "compdef _bscope bscope\n";
}

}  // namespace brokerscope
