#include "app/cli/schema_command.h"

#include "app/cli/message_choice.h"
#include "app/cli/message_encoding.h"
#include "core/text/layout_bnf.h"
#include "core/text/layout_diff.h"
#include "core/text/layout_dump.h"
#include "core/text/schema_json.h"
#include "core/text/schema_text.h"
#include "core/text/version_notes.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <fmt/format.h>
#include <ostream>

namespace brokerscope {
namespace {

constexpr const char* kSchemaFooter =
    R"(NAME is MetadataRequest, Metadata (the request; with --diff request and response), an API key number, or any other
definition, also the program's own: RecordBatch, OffsetIndex, ConnectAssignment (bscope completions lists all names).
Without --version the highest stable one.

Formats: text; json; bnf (the notation of Kafka's protocol guide up to 3.9: tagged fields before a TAG_BUFFER). --diff ends with status 1 where something differs.

Examples:
  bscope schema MetadataRequest --version 12
  bscope schema Fetch --diff 12..13
  bscope schema ProduceResponse --format bnf
  bscope schema --dump-layouts --release 3.9.2)";

struct SchemaOptions {
    std::string name;
    std::optional<int> version;
    std::string diff;
    bool dumpLayouts = false;
};

struct VersionPair {
    int from = 0;
    int to = 0;
};

// "A..B".
std::optional<VersionPair> parsePair(const std::string& text) {
    VersionPair pair;
    const char* end = text.data() + text.size();
    auto [at, error] = std::from_chars(text.data(), end, pair.from);
    if (error != std::errc() || end - at < 3 || at[0] != '.' || at[1] != '.') {
        return std::nullopt;
    }
    const auto [last, error2] = std::from_chars(at + 2, end, pair.to);
    return error2 == std::errc() && last == end ? std::optional(pair) : std::nullopt;
}

struct Comparison {
    std::string name;    // definition
    std::string label;   // "request", "response", or the definition's name
    std::string prefix;  // of paths in JSON
    std::vector<LayoutChange> changes;
};

std::string changeLine(const LayoutChange& change) {
    const std::string path = change.path.empty() ? "(message)" : change.path;
    if (change.from.empty() || change.to.empty()) {
        return fmt::format("  {:<8} {}  {}", change.change, path, change.from.empty() ? change.to : change.from);
    }
    return fmt::format("  {:<8} {}  {} -> {}", change.change, path, change.from, change.to);
}

void printComparison(const CommandContext& context, const Comparison& comparison, const VersionPair& pair) {
    if (comparison.changes.empty()) {
        context.line(comparison.label + ": identical");
    } else {
        context.line(comparison.label + ':');
        for (const LayoutChange& change : comparison.changes) {
            context.line(changeLine(change));
        }
    }
    for (int version = pair.from + 1; version <= pair.to; ++version) {
        for (const std::string& note : versionNotes(comparison.name, version)) {
            context.line(fmt::format("  v{}: {}", version, note));
        }
    }
}

Result<Comparison> compare(const CommandContext& context, const std::string& definition, const VersionPair& pair) {
    const auto from = context.registry().layout(definition, pair.from, context.choice());
    if (!from) {
        return tl::unexpected<Error>(from.error());
    }
    const auto to = context.registry().layout(definition, pair.to, context.choice());
    if (!to) {
        return tl::unexpected<Error>(to.error());
    }
    return Comparison{definition, definition, {}, layoutDiff(**from, **to)};
}

// An API's name or key means both directions, a definition's name that definition.
std::vector<std::string> definitionsMeant(const CommandContext& context, const std::string& name,
                                          const std::string& definition) {
    if (name == definition) {
        return {definition};
    }
    const auto spec = context.registry().spec(definition, context.choice());
    const ApiInfo* api = spec && (*spec)->apiKey ? context.registry().api(*(*spec)->apiKey) : nullptr;
    return api != nullptr ? std::vector{api->name + "Request", api->name + "Response"} : std::vector{definition};
}

int runDiff(const CommandContext& context, const SchemaOptions& options) {
    const auto format = context.format({"text", "json"});
    if (!format) {
        return context.fail(format.error());
    }
    const auto pair = parsePair(options.diff);
    if (!pair) {
        return context.fail(kUsageError, "--diff: \"" + options.diff + "\" is not two versions A..B");
    }
    const auto definition = definitionNamed(context.registry(), context.choice(), options.name);
    if (!definition) {
        return context.fail(definition.error());
    }
    const auto definitions = definitionsMeant(context, options.name, *definition);
    std::vector<Comparison> comparisons;
    for (const std::string& each : definitions) {
        auto comparison = compare(context, each, *pair);
        if (!comparison) {
            return context.fail(comparison.error());
        }
        if (definitions.size() > 1) {
            comparison->label = comparisons.empty() ? "request" : "response";
            comparison->prefix = comparison->label + '.';
        }
        comparisons.push_back(std::move(*comparison));
    }
    bool different = false;
    std::string json = "[";
    bool first = true;
    for (const Comparison& comparison : comparisons) {
        different = different || !comparison.changes.empty();
        if (*format == "text") {
            printComparison(context, comparison, *pair);
        } else {
            appendChangesJson(json, comparison.changes, comparison.prefix, first);
        }
    }
    if (*format == "json") {
        context.line(json + ']');
    }
    return different ? kDataError : kDone;
}

int runDump(const CommandContext& context) {
    if (context.global.release.empty()) {
        return context.fail(kUsageError, "--dump-layouts needs --release");
    }
    const auto dump = releaseDump(context.registry(), context.global.release);
    if (!dump) {
        return context.fail(dump.error());
    }
    context.streams.out << *dump;
    return kDone;
}

int runSchema(const CommandContext& context, const SchemaOptions& options) {
    if (options.dumpLayouts) {
        return runDump(context);
    }
    if (options.name.empty()) {
        return context.fail(kUsageError, "which message? Give its name, or see bscope help schema");
    }
    if (!options.diff.empty() && options.version) {
        return context.fail(kUsageError, "--diff names its versions: give it without --version");
    }
    if (!options.diff.empty()) {
        return runDiff(context, options);
    }
    const auto format = context.format({"text", "json", "bnf"});
    if (!format) {
        return context.fail(format.error());
    }
    const auto layout = chooseLayout(context, options.name, options.version);
    if (!layout) {
        return context.fail(layout.error());
    }
    const int headerVersion = headerVersionOf(context.registry(), context.choice(), **layout).value_or(-1);
    if (*format == "json") {
        context.line(schemaJson(**layout, headerVersion, fieldHelp));
    } else {
        context.streams.out << (*format == "bnf" ? layoutBnf(**layout)
                                                 : schemaText(**layout, headerVersion, fieldHelp));
    }
    return kDone;
}

}  // namespace

void addSchemaCommand(CLI::App& app, CommandContext& context, CommandAction& action) {
    auto options = std::make_shared<SchemaOptions>();
    CLI::App* command = app.add_subcommand("schema", "The layout of one message, or what changed between two versions");
    command->footer(kSchemaFooter);
    command->add_option("NAME", options->name, "The message");
    command->add_option("--version", options->version, "Version of the message")->type_name("N");
    command->add_option("--diff", options->diff, "What changed between two versions")->type_name("A..B");
    command->add_flag("--dump-layouts", options->dumpLayouts, "All layouts of --release in a canonical text");
    command->callback(
        [&context, &action, options] { action = [&context, options] { return runSchema(context, *options); }; });
}

}  // namespace brokerscope
