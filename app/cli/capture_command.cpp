#include "app/cli/capture_command.h"

#include "app/cli/capture_printer.h"
#include "app/cli/interruption.h"
#include "app/cli/piece_reader.h"
#include "core/base/file_byte_source.h"
#include "core/capture/exchange_fields.h"
#include "core/capture/exchange_source.h"
#include "core/exchange/recording_format.h"

#include <CLI/CLI.hpp>
#include <chrono>
#include <thread>

namespace brokerscope {
namespace {

constexpr const char* kCaptureFooter =
    R"(Reads pcap and pcapng files; - is standard input, so that a running capture can be piped in. Kafka is recognised on
any port from the bytes; --port says where it is. One line an exchange, as its answer comes; what could not be read
is said on stderr, and with --format json as an object of the list. Recordings made by --record are read too: "frame"
is then the number of the exchange, and "connection:3" stands for the client of the third connection.

--filter takes tests side by side: api:Fetch version>=12 error!=NONE latency>100ms topic:orders, negation -( ... ),
and paths such as response.topics[].errorCode:3. --fields takes keys of the JSON object (frame, time, connection,
api, api.version, correlationId, requestBytes, errors ...), columns of filters (latency, topic ...) and paths: one
line an exchange, values with tabs between, several of one field with commas.

Formats: text; json (one object an exchange).
The status is 1 where a response holds an error code, bytes are malformed, or could not be read: lost by the capture on
either side, or of a link type that is not known. Records and structures within bytes fields are looked at too, but by
--summary, and by --fields without diagnostics, which print nothing of them.

Examples:
  bscope capture kafka.pcap
  bscope capture kafka.pcap --summary
  bscope capture kafka.pcap --filter 'api:Metadata error!=NONE' --verbose
  bscope capture kafka.pcap --fields frame,time,api,api.version,request.topics[].name
  bscope capture run.bsrec --filter error!=NONE
  dumpcap -i lo -w - -f 'tcp port 9092' | bscope capture - --format json)";

// How long a growing file is left alone before it is looked at again.
constexpr std::chrono::milliseconds kFollowPause{100};

struct CaptureCommandOptions {
    std::string file;
    std::string filter;
    std::optional<std::string> fields;
    bool summary = false;
    bool verbose = false;
    bool follow = false;
    std::optional<std::uint16_t> port;
};

Result<CapturePrinting> readPrinting(const CommandContext& context, const CaptureCommandOptions& options) {
    const auto format = context.format({"text", "json"});
    if (!format) {
        return tl::unexpected<Error>(format.error());
    }
    auto filter = Filter::parse(options.filter, exchangeVocabulary(context.registry()));
    if (!filter) {
        return tl::unexpected<Error>(filter.error());
    }
    std::optional<CapturedFields> fields;
    if (options.fields) {
        auto parsed = CapturedFields::parse(*options.fields, context.registry());
        if (!parsed) {
            return tl::unexpected<Error>(parsed.error());
        }
        fields = std::move(*parsed);
    }
    return CapturePrinting{std::move(*filter), std::move(fields), options.summary,
                           options.verbose,    *format == "json", options.port};
}

// The file is no capture, or unreadable from its first byte on: that is said of the file, not in the list.
bool isUnknown(const ExchangeSource& source) {
    return source.error() && source.statistics().bytes == 0;
}

// What comes is to be seen at once.
bool isLive(const PieceReader& pieces, bool follow) {
    return follow || !pieces.mayGrow();
}

// A capture is read as its bytes come, a recording from its file. `pieces` must outlive the source.
Result<std::unique_ptr<ExchangeSource>> openSource(const CommandContext& context, const CaptureCommandOptions& options,
                                                   PieceReader& pieces) {
    CaptureOptions capture;
    capture.messageLimits = context.limits;
    capture.schemas = context.choice();
    capture.port = options.port;
    const ByteView first = pieces.next();
    if (!isRecording(first)) {
        return std::make_unique<CapturePieces>(
            context.registry(), capture, [&pieces, first = ByteView(first)]() mutable {
                return Result<ByteView>(first.empty() ? pieces.next() : std::exchange(first, {}));
            });
    }
    if (!pieces.mayGrow()) {
        return failure(MessageId::Other, {"a recording is read from a file, not from standard input"});
    }
    auto file = FileByteSource::open(options.file);
    if (!file) {
        return tl::unexpected<Error>(file.error());
    }
    return openExchangeSource(context.registry(), std::move(*file), capture);
}

void readAll(PieceReader& pieces, bool follow, ExchangeSource& source, CapturePrinter& printer) {
    std::optional<Interruption> interruption;
    if (follow) {
        interruption.emplace();
    }
    while (!source.error() && !(interruption && interruption->isAsked())) {
        if (!source.readMore()) {
            if (!follow || !pieces.mayGrow() || pieces.hasFailed()) {
                break;
            }
            std::this_thread::sleep_for(kFollowPause);
            continue;
        }
        if (isUnknown(source)) {
            return;
        }
        printer.print(source.take());
        if (isLive(pieces, follow)) {
            printer.flush();
        }
    }
    source.finish();
}

int runCapture(const CommandContext& context, const CaptureCommandOptions& options) {
    auto printing = readPrinting(context, options);
    if (!printing) {
        return context.fail(printing.error());
    }
    auto pieces = PieceReader::open(options.file, context.streams.in);
    if (!pieces) {
        return context.fail(pieces.error());
    }
    const auto source = openSource(context, options, *pieces);
    if (!source) {
        return context.fail(source.error());
    }
    CapturePrinter printer(context, std::move(*printing),
                           isLive(*pieces, options.follow) ? 0 : OrderedWork::workersOfMachine());
    readAll(*pieces, options.follow, **source, printer);
    printer.flush();
    const std::string name = options.file == "-" ? "standard input" : options.file;
    if (pieces->hasFailed()) {
        return context.fail({MessageId::FileUnreadable, {name, "reading failed"}, std::nullopt, {}});
    }
    if (isUnknown(**source)) {
        return context.fail({MessageId::FileUnreadable, {name, (*source)->error()->text()}, std::nullopt, {}});
    }
    if ((*source)->statistics().bytes == 0) {
        return context.fail({MessageId::FileUnreadable, {name, "it is empty or ends in its header"}, std::nullopt, {}});
    }
    printer.print((*source)->take());
    printer.finish((*source)->statistics());
    return printer.hasError() ? kDataError : kDone;
}

}  // namespace

void addCaptureCommand(CLI::App& app, CommandContext& context, CommandAction& action) {
    auto options = std::make_shared<CaptureCommandOptions>();
    CLI::App* command = app.add_subcommand("capture", "A packet capture or recording to exchanges");
    command->footer(kCaptureFooter);
    command->add_option("FILE", options->file, "pcap or pcapng file, - for standard input, or a recording")->required();
    command->add_option("--filter", options->filter, "Only the exchanges that pass these tests")->type_name("FILTER");
    auto* fields = command->add_option("--fields", options->fields, "Only these fields: names and paths with commas")
                       ->type_name("NAME,PATH");
    auto* summary =
        command->add_flag("--summary", options->summary, "Counts of the whole capture in place of exchanges");
    auto* verbose = command->add_flag("--verbose", options->verbose, "The whole messages as trees, and their records");
    command->add_option("--port", options->port, "Only connections with this port; it is the broker's")
        ->check(CLI::Range(1, 65535))
        ->type_name("N");
    command->add_flag("--follow", options->follow, "Wait for what is added to the file, until Ctrl+C");
    fields->excludes(summary);
    fields->excludes(verbose);
    summary->excludes(verbose);
    command->callback(
        [&context, &action, options] { action = [&context, options] { return runCapture(context, *options); }; });
}

}  // namespace brokerscope
