#include "app/cli/schema_command.h"

#include "app/cli/count_option.h"
#include "app/cli/message_choice.h"
#include "core/schema/definition_choice.h"
#include "core/text/layout_bnf.h"
#include "core/text/layout_dump.h"
#include "core/text/schema_json.h"
#include "core/text/schema_text.h"
#include "core/text/version_comparison.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
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
    const auto definitions = definitionsMeant(context.registry(), options.name, *definition, context.choice());
    const auto comparisons = compareVersions(context.registry(), definitions, *pair, context.choice());
    if (!comparisons) {
        return context.fail(comparisons.error());
    }
    if (*format == "json") {
        context.line(comparisonJson(*comparisons));
    } else {
        context.streams.out << comparisonText(*comparisons);
    }
    const bool isDifferent = std::ranges::any_of(
        *comparisons, [](const VersionComparison& comparison) { return !comparison.changes.empty(); });
    return isDifferent ? kDataError : kDone;
}

int runDump(const CommandContext& context, const std::string& name) {
    if (context.global.release.empty()) {
        return context.fail(kUsageError, "--dump-layouts needs --release");
    }
    std::vector<std::string> only;
    if (!name.empty()) {
        const auto definition = definitionNamed(context.registry(), context.choice(), name);
        if (!definition) {
            return context.fail(definition.error());
        }
        only = definitionsMeant(context.registry(), name, *definition, context.choice());
    }
    const auto dump = releaseDump(context.registry(), context.global.release, only);
    if (!dump) {
        return context.fail(dump.error());
    }
    context.streams.out << *dump;
    return kDone;
}

int runSchema(const CommandContext& context, const SchemaOptions& options) {
    if (options.dumpLayouts) {
        return runDump(context, options.name);
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
    command->add_option("--version", options->version, "Version of the message")->type_name("N")->check(checkVersion);
    command->add_option("--diff", options->diff, "What changed between two versions")->type_name("A..B");
    command->add_flag("--dump-layouts", options->dumpLayouts,
                      "All layouts of --release, or those of NAME in it, in a canonical text");
    command->callback(
        [&context, &action, options] { action = [&context, options] { return runSchema(context, *options); }; });
}

}  // namespace brokerscope
