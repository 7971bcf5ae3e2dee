#include "app/cli/capture_command.h"

#include "app/cli/capture_summary.h"
#include "app/cli/captured_fields.h"
#include "app/cli/captured_output.h"
#include "app/cli/interruption.h"
#include "app/cli/piece_reader.h"
#include "core/capture/exchange_fields.h"
#include "core/query/filter.h"

#include <CLI/CLI.hpp>
#include <chrono>
#include <ostream>
#include <thread>

namespace brokerscope {
namespace {

constexpr const char* kFooter =
    R"(Reads pcap and pcapng files; - is standard input, so that a running capture can be piped in. Kafka is recognised on
any port from the bytes; --port says where it is. One line an exchange, as its answer comes; what could not be read
is said on stderr, and with --format json as an object of the list.

--filter takes tests side by side: api:Fetch version>=12 error!=NONE latency>100ms topic:orders, negation -( ... ),
and paths such as response.topics[].errorCode:3. --fields takes keys of the JSON object (frame, time, connection,
api, api.version, correlationId, requestBytes, errors ...), columns of filters (latency, topic ...) and paths: one
line an exchange, values with tabs between, several of one field with commas.

Formats: text; json (one object an exchange).
The status is 1 where a response holds an error code or bytes could not be read.

Examples:
  bscope capture kafka.pcap
  bscope capture kafka.pcap --summary
  bscope capture kafka.pcap --filter 'api:Metadata error!=NONE' --verbose
  bscope capture kafka.pcap --fields frame,time,api,api.version,request.topics[].name
  dumpcap -i lo -w - -f 'tcp port 9092' | bscope capture - --format json)";

// How long a growing file is left alone before it is looked at again.
constexpr std::chrono::milliseconds kPatience{100};

struct CaptureCommandOptions {
    std::string file;
    std::string filter;
    std::string fields;
    bool summary = false;
    bool verbose = false;
    bool follow = false;
    std::optional<std::uint16_t> port;
};

// Prints what a capture reader finds, as it was asked for.
class CapturePrinter {
public:
    CapturePrinter(const CommandContext& context, Filter filter, std::optional<CapturedFields> fields, bool summary,
                   bool verbose, bool json)
        : m_context(context)
        , m_filter(std::move(filter))
        , m_fields(std::move(fields))
        , m_isSummary(summary)
        , m_isVerbose(verbose)
        , m_isJson(json)
        , m_groups(context.registry()) {}

    void print(const CaptureOutput& output) {
        for (const CapturedExchange& captured : output.exchanges) {
            if (m_filter.matches(ExchangeFields(m_context.registry(), captured, m_context.choice()))) {
                m_hasError = m_hasError || hasDataError(captured);
                exchange(captured);
            }
        }
        for (const CaptureDiagnostic& diagnostic : output.diagnostics) {
            remark(diagnostic);
        }
        for (const ConnectionSummary& connection : output.connections) {
            m_summary.add(connection);
        }
    }

    void finish(const CaptureStatistics& statistics) {
        if (m_isSummary && m_isJson) {
            m_context.line(m_summary.json(m_context, statistics));
        } else if (m_isSummary) {
            m_summary.print(m_context, statistics);
        }
    }

    bool hasError() const { return m_hasError; }

private:
    void exchange(const CapturedExchange& captured) {
        if (m_isSummary) {
            m_summary.add(captured);
            return;
        }
        const CapturedMessages messages(m_context, captured);
        if (m_fields) {
            m_context.line(m_isJson ? m_fields->jsonLine(messages) : m_fields->textLine(messages));
        } else if (m_isJson) {
            m_context.line(capturedJson(messages));
        } else {
            printCaptured(messages, m_isVerbose, m_groups);
        }
    }

    void remark(const CaptureDiagnostic& diagnostic) {
        const bool isError = diagnostic.diagnostic.severity == Severity::Error;
        m_hasError = m_hasError || isError;
        // A list of objects must not lack what could not be read, unless it was asked for certain exchanges.
        if (m_isJson && !m_isSummary && !m_fields && m_filter.isEmpty()) {
            m_context.line(captureRemarkJson(diagnostic));
        } else if (isError) {
            m_context.fail(kDataError, captureRemarkLine(diagnostic));
        } else {
            m_context.remark(captureRemarkLine(diagnostic));
        }
    }

    const CommandContext& m_context;
    Filter m_filter;
    std::optional<CapturedFields> m_fields;
    bool m_isSummary;
    bool m_isVerbose;
    bool m_isJson;
    CaptureSummary m_summary;
    GroupFacts m_groups;
    bool m_hasError = false;
};

Result<CapturePrinter> makePrinter(const CommandContext& context, const CaptureCommandOptions& options) {
    const auto format = context.format({"text", "json"});
    if (!format) {
        return tl::unexpected<Error>(format.error());
    }
    auto filter = Filter::parse(options.filter, exchangeVocabulary(context.registry()));
    if (!filter) {
        return tl::unexpected<Error>(filter.error());
    }
    std::optional<CapturedFields> fields;
    if (!options.fields.empty()) {
        auto parsed = CapturedFields::parse(options.fields, context.registry());
        if (!parsed) {
            return tl::unexpected<Error>(parsed.error());
        }
        fields = std::move(*parsed);
    }
    return CapturePrinter(context, std::move(*filter), std::move(fields), options.summary, options.verbose,
                          *format == "json");
}

// The file is no capture at all: that is said of the file, not in the list.
bool isUnknown(const CaptureReader& reader) {
    return reader.error() && reader.error()->id == MessageId::CaptureNotKnown;
}

void readAll(const CommandContext& context, PieceReader& pieces, bool follow, CaptureReader& reader,
             CapturePrinter& printer) {
    std::optional<Interruption> interruption;
    if (follow) {
        interruption.emplace();
    }
    while (!reader.error() && !(interruption && interruption->isAsked())) {
        const ByteView piece = pieces.next();
        if (piece.empty()) {
            if (!follow || !pieces.mayGrow() || pieces.hasFailed()) {
                break;
            }
            std::this_thread::sleep_for(kPatience);
            continue;
        }
        reader.feed(piece);
        if (isUnknown(reader)) {
            return;
        }
        printer.print(reader.take());
        context.streams.out.flush();
    }
    reader.finish();
}

int run(const CommandContext& context, const CaptureCommandOptions& options) {
    auto printer = makePrinter(context, options);
    if (!printer) {
        return context.fail(printer.error());
    }
    auto pieces = PieceReader::open(options.file, context.streams.in);
    if (!pieces) {
        return context.fail(pieces.error());
    }
    CaptureOptions capture;
    capture.messageLimits = context.limits;
    capture.schemas = context.choice();
    capture.port = options.port;
    CaptureReader reader(context.registry(), capture);
    readAll(context, *pieces, options.follow, reader, *printer);
    const std::string name = options.file == "-" ? "standard input" : options.file;
    if (pieces->hasFailed()) {
        return context.fail({MessageId::FileUnreadable, {name, "reading failed"}, std::nullopt, {}});
    }
    if (isUnknown(reader)) {
        return context.fail({MessageId::FileUnreadable, {name, reader.error()->text()}, std::nullopt, {}});
    }
    if (reader.statistics().bytes == 0) {
        return context.fail({MessageId::FileUnreadable, {name, "it is empty or ends in its header"}, std::nullopt, {}});
    }
    printer->print(reader.take());
    printer->finish(reader.statistics());
    return printer->hasError() ? kDataError : kDone;
}

}  // namespace

void addCaptureCommand(CLI::App& app, CommandContext& context, CommandAction& action) {
    auto options = std::make_shared<CaptureCommandOptions>();
    CLI::App* command = app.add_subcommand("capture", "A packet capture to exchanges");
    command->footer(kFooter);
    command->add_option("FILE", options->file, "pcap or pcapng file, or - for standard input")->required();
    command->add_option("--filter", options->filter, "Only the exchanges that pass these tests")->type_name("FILTER");
    auto* fields = command->add_option("--fields", options->fields, "Only these fields: names and paths with commas")
                       ->type_name("NAME,PATH");
    auto* summary =
        command->add_flag("--summary", options->summary, "Counts of the whole capture in place of exchanges");
    auto* verbose = command->add_flag("--verbose", options->verbose, "The whole messages as trees, and their records");
    command->add_option("--port", options->port, "Only connections with this port; it is the broker's")->type_name("N");
    command->add_flag("--follow", options->follow, "Wait for what is added to the file, until Ctrl+C");
    fields->excludes(summary);
    fields->excludes(verbose);
    summary->excludes(verbose);
    command->callback(
        [&context, &action, options] { action = [&context, options] { return run(context, *options); }; });
}

}  // namespace brokerscope
