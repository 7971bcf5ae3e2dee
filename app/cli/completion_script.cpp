#include "app/cli/completion_script.h"

#include <CLI/CLI.hpp>

namespace brokerscope {
namespace {

// Commands whose first argument is a message.
bool takesMessage(const CLI::App& command) {
    for (const CLI::Option* option : command.get_options()) {
        if (option->get_positional() && (option->get_name().starts_with("NAME") || option->get_name() == "API")) {
            return true;
        }
    }
    return false;
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) {
        text += text.empty() ? word : ' ' + word;
    }
    return text;
}

std::vector<std::string> longOptions(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames()) {
            names.push_back("--" + name);
        }
    }
    return names;
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
        std::string words = "$options " + joined(longOptions(*command));
        if (takesMessage(*command)) {
            words += " $messages";
        }
        text += indent + command->get_name() + ") chosen=\"" + words + "\" ;;\n";
    }
    return text;
}

std::string variables(const CLI::App& app, const std::vector<std::string>& messages) {
    return "  local commands='" + joined(commandNames(app)) + "'\n" + "  local options='" + joined(longOptions(app)) +
           "'\n" + "  local messages='" + joined(messages) + "'\n";
}

}  // namespace

std::string bashCompletions(const CLI::App& app, const std::vector<std::string>& messages) {
    return "# bash completion for bscope: source <(bscope completions bash)\n"
           "_bscope() {\n" +
           variables(app, messages) +
           "  local chosen=\"$options $commands\" word\n"
           "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
           "    case $word in\n" +
           cases(app, "      ") +
           "    esac\n"
           "  done\n"
           "  case ${COMP_WORDS[COMP_CWORD-1]} in\n"
           "    --file | --body | --schemas | --junit) COMPREPLY=($(compgen -f -- \"${COMP_WORDS[COMP_CWORD]}\")); "
           "return ;;\n"
           "    help) chosen=$commands ;;\n"
           "    completions) chosen='bash zsh' ;;\n"
           "  esac\n"
           "  COMPREPLY=($(compgen -W \"$chosen\" -- \"${COMP_WORDS[COMP_CWORD]}\"))\n"
           "}\n"
           "complete -F _bscope bscope\n";
}

std::string zshCompletions(const CLI::App& app, const std::vector<std::string>& messages) {
    return "#compdef bscope\n"
           "# zsh completion for bscope: bscope completions zsh > a folder of $fpath/_bscope\n"
           "_bscope() {\n" +
           variables(app, messages) +
           "  local chosen=\"$options $commands\" word\n"
           "  local -a given=(\"${(@)words[2,CURRENT-1]}\")\n"
           "  for word in $given; do\n"
           "    case $word in\n" +
           cases(app, "      ") +
           "    esac\n"
           "  done\n"
           "  case ${given[-1]} in\n"
           "    --file | --body | --schemas | --junit) _files; return ;;\n"
           "    help) chosen=$commands ;;\n"
           "    completions) chosen='bash zsh' ;;\n"
           "  esac\n"
           "  compadd -- ${=chosen}\n"
           "}\n"
           "compdef _bscope bscope\n";
}

}  // namespace brokerscope
