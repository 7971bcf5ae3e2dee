#include "app/cli/recording_command.h"

#include "app/cli/capture_printer.h"
#include "app/cli/recording_diff.h"
#include "app/cli/recording_export.h"
#include "app/cli/recording_replay_command.h"
#include "core/base/file_byte_source.h"
#include "core/capture/exchange_fields.h"
#include "core/exchange/recording_blocks.h"
#include "core/exchange/recording_format.h"

#include <CLI/CLI.hpp>

namespace brokerscope {
namespace {

constexpr const char* kRecordingFooter =
    R"(A recording is the file that --record makes. Without other options its exchanges are listed, one line each; --filter,
--fields, --summary and --verbose are those of capture, and a filter chooses for export, diff and replay too.

--to json: one object an exchange, as capture has it, with "run", "internal", "masked", "requestHex" and "responseHex".
--to pcapng: a packet capture for Wireshark; TCP and IP around the frames are made up. --to hex: dumps with remarks behind #.
--to vectors: a line of batch for each message, with its answer as "expect". Secrets are masked, byte by byte, unless
--unmask is given and the recording has them.

--diff OTHER compares the n-th exchange of an API here with the n-th of it there, by path. What differs each time (throttle
time, correlation ids, moments, ids that clusters make up) is volatile: it is no difference, and shown with --verbose.

--replay sends the requests to --bootstrap in their order and compares the answers. Topic ids, producer ids and epochs,
members, generations and fetch sessions are replaced by what the new cluster answered; --verbatim sends the bytes as they
were. Requests that change the cluster ask first on a terminal, and need --yes elsewhere. What the program had sent for
itself is left out of diff and replay, unless --internal is given.

Formats: text; json (one object an exchange).
The status is 1 where the recording is damaged, an exchange of a list holds an error, or something differs; 3 where a
replayed request got no answer.

Examples:
  bscope recording run.bsrec
  bscope recording run.bsrec --filter 'api:Fetch error!=NONE' --verbose
  bscope recording run.bsrec --to pcapng --output run.pcapng
  bscope recording run.bsrec --to vectors --filter frame:12
  bscope recording before.bsrec --diff after.bsrec
  bscope --bootstrap 127.0.0.1:9092 recording run.bsrec --replay --yes)";

struct RecordingCommandOptions {
    std::string file;
    std::string filter;
    std::optional<std::string> fields;
    bool summary = false;
    bool verbose = false;
    std::string to;
    std::string output;
    std::string other;
    bool internal = false;
    bool replay = false;
    bool verbatim = false;
    std::string target = "auto";
};

Result<std::shared_ptr<const ByteSource>> openRecording(const std::string& path) {
    auto file = FileByteSource::open(path);
    if (!file) {
        return tl::unexpected<Error>(file.error());
    }
    const auto first = (*file)->bytes(0, kRecordingMagic.size());
    if (first && !isRecording(*first)) {
        return failure(MessageId::FileUnreadable, {path, "it is no recording; captures are read by capture"});
    }
    std::shared_ptr<const ByteSource> source = std::move(*file);
    // A format of another program is said with the file's name.
    if (const auto blocks = RecordingBlocks::open(source); !blocks) {
        return failure(MessageId::FileUnreadable, {path, blocks.error().text()});
    }
    return source;
}

int listExchanges(const CommandContext& context, const RecordingCommandOptions& options,
                  std::shared_ptr<const ByteSource> file, Filter filter, bool isJson) {
    std::optional<CapturedFields> fields;
    if (options.fields) {
        auto parsed = CapturedFields::parse(*options.fields, context.registry());
        if (!parsed) {
            return context.fail(parsed.error());
        }
        fields = std::move(*parsed);
    }
    CaptureOptions capture;
    capture.messageLimits = context.limits;
    capture.schemas = context.choice();
    auto source = RecordedExchanges::open(context.registry(), std::move(file), capture);
    if (!source) {
        return context.fail(source.error());
    }
    CapturePrinter printer(context, {std::move(filter), std::move(fields), options.summary, options.verbose, isJson},
                           OrderedWork::workersOfMachine());
    while (source->readMore()) {
        printer.print(source->take());
    }
    source->finish();
    printer.print(source->take());
    printer.finish(source->statistics());
    return printer.hasError() ? kDataError : kDone;
}

int runRecording(const CommandContext& context, const RecordingCommandOptions& options) {
    const auto format = context.format({"text", "json"});
    if (!format) {
        return context.fail(format.error());
    }
    const bool isJson = *format == "json";
    auto filter = Filter::parse(options.filter, exchangeVocabulary(context.registry()));
    if (!filter) {
        return context.fail(filter.error());
    }
    auto file = openRecording(options.file);
    if (!file) {
        return context.fail(file.error());
    }
    if (!options.to.empty()) {
        return exportRecording(context, std::move(*file), {options.to, options.output, std::move(*filter)});
    }
    if (options.replay) {
        return replayRecording(context, {std::move(*file), std::move(*filter), options.target, options.internal,
                                         options.verbatim, options.verbose, isJson});
    }
    if (options.other.empty()) {
        return listExchanges(context, options, std::move(*file), std::move(*filter), isJson);
    }
    auto other = openRecording(options.other);
    if (!other) {
        return context.fail(other.error());
    }
    return diffRecordings(
        context, {std::move(*file), std::move(*other), std::move(*filter), options.internal, options.verbose, isJson});
}

}  // namespace

void addRecordingCommand(CLI::App& app, CommandContext& context, CommandAction& action) {
    auto options = std::make_shared<RecordingCommandOptions>();
    CLI::App* command = app.add_subcommand("recording", "List, export, compare and replay what --record kept");
    command->footer(kRecordingFooter);
    command->add_option("FILE", options->file, "The recording")->required();
    command->add_option("--filter", options->filter, "Only the exchanges that pass these tests")->type_name("FILTER");
    auto* fields = command->add_option("--fields", options->fields, "Only these fields: names and paths with commas")
                       ->type_name("NAME,PATH");
    auto* summary =
        command->add_flag("--summary", options->summary, "Counts of the whole recording in place of exchanges");
    auto* verbose = command->add_flag("--verbose", options->verbose,
                                      "The whole messages as trees; with --diff and --replay volatile differences too");
    auto* to = command->add_option("--to", options->to, "Export to another form")
                   ->check(CLI::IsMember(recordingExportForms()))
                   ->type_name("FORM");
    command->add_option("--output", options->output, "File of the export; - or nothing: standard output")
        ->needs(to)
        ->type_name("FILE");
    auto* diff = command->add_option("--diff", options->other, "Compare with another recording")->type_name("OTHER");
    auto* replay = command->add_flag("--replay", options->replay, "Send the requests again, and compare the answers");
    command->add_flag("--verbatim", options->verbatim, "Replay the bytes as they were, without mapping ids")
        ->needs(replay);
    command
        ->add_option("--target", options->target, "Who gets replayed requests: auto, any, controller, an id, HOST:PORT")
        ->needs(replay)
        ->type_name("TARGET");
    command->add_flag("--internal", options->internal, "Compare and replay also what the program sent for itself");
    fields->excludes(summary)->excludes(verbose);
    summary->excludes(verbose);
    for (CLI::Option* alone : {to, diff, replay}) {
        alone->excludes(fields)->excludes(summary);
    }
    to->excludes(diff)->excludes(replay)->excludes(verbose);
    diff->excludes(replay);
    command->callback(
        [&context, &action, options] { action = [&context, options] { return runRecording(context, *options); }; });
}

}  // namespace brokerscope
