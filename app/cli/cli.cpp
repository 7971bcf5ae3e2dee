#include "app/cli/cli.h"

#include "app/cli/cluster_options.h"
#include "app/cli/command_context.h"
#include "app/cli/command_table.h"
#include "core/base/nearest_name.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <ostream>

namespace brokerscope {
namespace {

constexpr const char* kConnection = "Connection options";
constexpr const char* kVersion = "--version";

void addGlobalOptions(CLI::App& app, GlobalOptions& options) {
    const char* group = "Global options";
    app.add_option("--format", options.format, "Form of the output: text or json; some commands know more")
        ->group(group)
        ->type_name("FORMAT");
    app.add_option("--schemas", options.schemas, "Folder, jar or source checkout with message definitions; may repeat")
        ->group(group)
        ->type_name("PATH")
        ->allow_extra_args(false);
    app.add_option("--release", options.release, "Take definitions from this Kafka release alone")
        ->group(group)
        ->type_name("R");
    app.add_flag("--preview", options.preview, "Also know versions that no release has yet")->group(group);
    app.add_option("--color", options.color,
                   "Colours in the output: auto (on a terminal, unless NO_COLOR is set), always or never")
        ->group(group)
        ->type_name("WHEN")
        ->check(CLI::IsMember({"auto", "always", "never"}));
    app.add_flag("--quiet", options.quiet, "No remarks on stderr; errors are still said")->group(group);
    app.add_flag("--unmask", options.unmask, "Show secrets instead of ***")->group(group);
    app.add_option("--limit", options.limits,
                   "Raise or lower a limit on foreign input, such as frame=1000000; may repeat")
        ->group(group)
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
}

void addConnectionOptions(CLI::App& app, ConnectionOptions& options) {
    app.add_option("--bootstrap", options.bootstrap, "Brokers to begin with: HOST:PORT[,HOST:PORT]")
        ->group(kConnection)
        ->type_name("HOST:PORT");
    app.add_option("--timeout", options.timeout, "How long to wait for each answer: 500ms, 30s, 2m (default 30s)")
        ->group(kConnection)
        ->type_name("TIME");
    app.add_option_function<std::string>(
           "--client-id", [&options](const std::string& id) { options.clientId = id; },
           "ClientId in request headers (default bscope)")
        ->group(kConnection)
        ->type_name("ID");
    app.add_option("--resolve", options.resolve, "Connect to the second address instead of the first; may repeat")
        ->group(kConnection)
        ->type_name("HOST:PORT=HOST:PORT")
        ->allow_extra_args(false);
    app.add_flag(
           "--read-only", options.readOnly,
           "Refuse requests that change the cluster; a coordinator that is looked up may still make its internal topic")
        ->group(kConnection);
    app.add_flag("--yes", options.yes, "Do not ask before requests that change the cluster")->group(kConnection);
    app.add_option_function<std::string>(
           "--record", [&options](const std::string& file) { options.record = file; },
           "Keep every exchange in this file, made or added to; secrets are masked unless --unmask is given")
        ->group(kConnection)
        ->type_name("FILE");
    app.add_flag("--no-negotiation", options.noNegotiation, "Do not ask ApiVersions first")->group(kConnection);
}

// The first argument that looks like a command, for the sentence about an unknown one.
std::string unknownCommand(const CLI::App& app, const std::vector<std::string>& arguments) {
    if (!app.get_subcommands().empty()) {
        return {};
    }
    for (const std::string& argument : arguments) {
        if (!argument.starts_with('-')) {
            return argument;
        }
    }
    return {};
}

std::vector<std::string> optionNames(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames()) {
            names.push_back("--" + name);
        }
    }
    return names;
}

// By the letters alone: all of them begin with dashes.
std::string nearestOption(const std::string& name, const std::vector<std::string>& known) {
    const auto letters = [](const std::string& option) { return option.substr(option.find_first_not_of('-')); };
    if (name.find_first_not_of('-') == std::string::npos) {
        return {};
    }
    std::vector<std::string> words;
    std::transform(known.begin(), known.end(), std::back_inserter(words), letters);
    const std::string nearest = nearestName(letters(name), words);
    return nearest.empty() ? nearest : "--" + nearest;
}

// The sentence about an option that nobody knows; empty: there is none.
std::string unknownOption(const CLI::App& app, const CLI::App* command, const std::vector<std::string>& arguments) {
    std::vector<std::string> known = optionNames(app);
    if (command != nullptr) {
        const std::vector<std::string> own = optionNames(*command);
        known.insert(known.end(), own.begin(), own.end());
    }
    for (const std::string& argument : arguments) {
        const std::string name = argument.substr(0, argument.find('='));
        const bool looksSo = name.size() > 1 && name.front() == '-' && name != "--" && name != "-h";
        if (looksSo && std::find(known.begin(), known.end(), name) == known.end()) {
            const std::string nearest = nearestOption(name, known);
            return "no option is called \"" + name + '"' +
                   (nearest.empty() ? "" : "; did you mean \"" + nearest + "\"?");
        }
    }
    return {};
}

// "--color: sometimes not in {auto,always,never}" and "--repeat: Value 0 not in range 1 to 9" as our own options say
// it; empty: the text is neither.
std::string sentenceOfValue(const std::string& text) {
    constexpr std::string_view kRange = " not in range ";
    constexpr std::string_view kSet = " not in {";
    constexpr std::string_view kValue = "Value ";
    const std::size_t colon = text.find(": ");
    const bool isRange = text.find(kRange) != std::string::npos;
    const std::size_t notIn = isRange ? text.find(kRange) : text.find(kSet);
    if (colon == std::string::npos || notIn == std::string::npos || notIn < colon) {
        return {};
    }
    const std::size_t begin = colon + 2 + (isRange ? kValue.size() : 0);
    const std::string value = text.substr(begin, notIn - begin);
    std::string allowed = text.substr(notIn + (isRange ? kRange.size() : kSet.size()));
    if (!isRange) {
        allowed.pop_back();
    }
    for (std::size_t at = allowed.find(','); at != std::string::npos; at = allowed.find(',', at + 2)) {
        allowed.replace(at, 1, ", ");
    }
    return fmt::format("{}: \"{}\" is not {}{}", text.substr(0, colon), value, isRange ? "within " : "one of ",
                       allowed);
}

// The sentence about arguments that no command takes.
std::string sentenceOfExtras(const std::string& text) {
    const std::size_t colon = text.find(": ");
    return colon == std::string::npos ? text
                                      : fmt::format("\"{}\" is more than is wanted here", text.substr(colon + 2));
}

// CLI11's own sentences, and ours where those are hard to read.
std::string sentenceOf(const CLI::App& app, const CLI::App* command, const CLI::ParseError& error,
                       const std::vector<std::string>& arguments) {
    const int code = error.get_exit_code();
    const std::string text = error.what();
    if (code == static_cast<int>(CLI::ExitCodes::ExtrasError)) {
        const std::string unknown = unknownOption(app, command, arguments);
        return unknown.empty() ? sentenceOfExtras(text) : unknown;
    }
    if (std::string sentence = sentenceOfValue(text); !sentence.empty()) {
        return sentence;
    }
    constexpr std::string_view kCannotConvert = "Could not convert: ";
    const std::size_t equals = text.find(" = ");
    if (text.starts_with(kCannotConvert) && equals != std::string::npos) {
        const std::string value = text.substr(equals + 3);
        const bool isNumber = value.find_first_not_of("0123456789", value.starts_with('-') ? 1 : 0) == value.npos;
        return fmt::format("{}: \"{}\" is {}", text.substr(kCannotConvert.size(), equals - kCannotConvert.size()),
                           value, isNumber ? "too large" : "not a whole number");
    }
    if (const std::size_t most = text.find(": At Most 1 required"); most != std::string::npos) {
        return text.substr(0, most) + " is given more than once";
    }
    return text;
}

// `--version` asks for the program's version where no command is given. Null: it was not given so.
const CLI::App* commandBesideVersion(const CLI::App& app) {
    const auto commands = app.get_subcommands();
    return app.get_option(kVersion)->count() == 0 || commands.empty() ? nullptr : commands.front();
}

// A command that has a --version of its own was given it in the wrong place; any other takes none.
std::string sentenceOfVersion(const CLI::App& command) {
    const std::string& name = command.get_name();
    return command.get_option_no_throw(kVersion) != nullptr
               ? fmt::format("--version of {} stands behind it (see bscope help {})", name, name)
               : fmt::format("{} takes no --version (see bscope help {})", name, name);
}

int failParsing(const CLI::App& app, const CommandContext& context, const CLI::ParseError& error,
                const std::vector<std::string>& arguments) {
    if (const CLI::App* command = commandBesideVersion(app)) {
        return context.fail(kUsageError, sentenceOfVersion(*command));
    }
    const std::string unknown = unknownCommand(app, arguments);
    const bool isExtra = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError);
    if (isExtra && !unknown.empty() && std::string(error.what()).find(unknown) != std::string::npos) {
        std::vector<std::string> names;
        for (const CLI::App* command : app.get_subcommands({})) {
            names.push_back(command->get_name());
        }
        const std::string nearest = nearestName(unknown, names);
        return context.fail(kUsageError,
                            "no command is called \"" + unknown + '"' +
                                (nearest.empty() ? "; bscope help lists them" : "; did you mean \"" + nearest + "\"?"));
    }
    const auto parsed = app.get_subcommands();
    const CLI::App* const command = parsed.empty() ? nullptr : parsed.front();
    const std::string hint = command == nullptr ? "bscope help" : "bscope help " + command->get_name();
    return context.fail(kUsageError, sentenceOf(app, command, error, arguments) + " (see " + hint + ')');
}

}  // namespace

void setUpCommandLine(CLI::App& app, CommandContext& context, CommandAction& action) {
    app.name("bscope");
    app.description("Explores the Apache Kafka wire protocol: message definitions, bytes, and live brokers.");
    app.footer(
        "bscope help COMMAND explains a command and has examples. Global and connection options may stand before or\n"
        "after the command.\n\n"
        "Exit status: 0 done; 1 done, and the data or answer holds an error; 2 wrong usage or unreadable input;\n"
        "3 could not connect, authenticate or get an answer.");
    app.add_flag(kVersion)->description("Display program version information and exit");
    app.require_subcommand(0, 1);
    addGlobalOptions(app, context.global);
    addConnectionOptions(app, context.connection);
    for (const CommandEntry& entry : commandTable()) {
        entry.add(app, context, action);
    }
    for (CLI::App* command : app.get_subcommands({})) {
        command->fallthrough();
    }
}

int runCli(const std::vector<std::string>& arguments, const CliStreams& streams) {
    CLI::App app;
    CommandContext context(streams);
    CommandAction action;
    setUpCommandLine(app, context, action);
    try {
        // CLI11 takes the arguments in reverse order.
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    } catch (const CLI::Success& success) {
        return app.exit(success, streams.out, streams.err);
    } catch (const CLI::ParseError& error) {
        return failParsing(app, context, error, arguments);
    }
    if (const CLI::App* command = commandBesideVersion(app)) {
        return context.fail(kUsageError, sentenceOfVersion(*command));
    }
    if (app.get_option(kVersion)->count() > 0) {
        context.line("bscope " BROKERSCOPE_VERSION);
        return kDone;
    }
    if (!action) {
        streams.err << app.help();
        return kUsageError;
    }
    if (const auto prepared = context.prepare(); !prepared) {
        return context.fail(prepared.error());
    }
    if (const auto checked = checkConnectionOptions(context); !checked) {
        return context.fail(checked.error());
    }
    const int status = action();
    streams.out.flush();
    // Whoever reads it has not got all of it.
    return streams.out ? status : context.fail(kUsageError, "the output could not be written");
}

}  // namespace brokerscope
