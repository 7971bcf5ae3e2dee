#include "app/cli/capture_printer.h"

#include "app/cli/counted.h"
#include "app/cli/text_stream.h"
#include "core/capture/exchange_fields.h"
#include "core/exchange/topic_names.h"

#include <algorithm>
#include <fmt/format.h>
#include <ostream>

namespace brokerscope {
namespace {

// Bytes of messages that are worth another thread.
constexpr std::uint64_t kBlock = 262144;

}  // namespace

// Where exchanges are printed to, with all that needs to be made once.
class CapturePrinter::Writer {
public:
    // To the context's own streams.
    explicit Writer(const CommandContext& context) : m_context(context), m_sets(m_context) {}
    // To a text of its own.
    Writer(const CommandContext& context, bool)
        : m_stream(std::make_unique<TextStream>())
        , m_streams(std::make_unique<CliStreams>(CliStreams{context.streams.in, *m_stream, context.streams.err,
                                                            context.streams.inIsTerminal, context.streams.outIsTerminal,
                                                            context.streams.noColor}))
        , m_context(context, *m_streams)
        , m_sets(m_context) {}

    const CommandContext& context() const { return m_context; }
    RecordSetOutput& sets() const { return m_sets; }
    TextStream& stream() const { return *m_stream; }

private:
    std::unique_ptr<TextStream> m_stream;  // null: the context's
    std::unique_ptr<CliStreams> m_streams;
    CommandContext m_context;
    mutable RecordSetOutput m_sets;
};

CapturePrinter::CapturePrinter(const CommandContext& context, CapturePrinting printing, std::size_t workers)
    : m_context(context)
    , m_printing(std::move(printing))
    , m_groups(context.registry())
    , m_writer(std::make_unique<Writer>(context)) {
    if (workers < 2 || m_printing.isSummary) {
        return;
    }
    for (std::size_t i = 0; i < workers; ++i) {
        m_writers.push_back(std::make_unique<Writer>(context, true));
    }
    m_work = std::make_unique<OrderedWork>(context.streams.out, workers);
}

CapturePrinter::~CapturePrinter() = default;

void CapturePrinter::print(CaptureOutput output) {
    if (m_printing.isSummary) {
        for (const CapturedExchange& captured : output.exchanges) {
            if (passes(captured)) {
                m_hasError = m_hasError || hasDataError(captured);
                m_summary.add(captured);
            }
        }
    } else if (m_work != nullptr) {
        giveAll(std::move(output.exchanges));
    } else {
        for (const CapturedExchange& captured : output.exchanges) {
            if (passes(captured)) {
                printExchange(*m_writer, captured, m_groups);
            }
        }
    }
    if (!output.diagnostics.empty() && m_work != nullptr) {
        m_work->finish();
    }
    for (const CaptureDiagnostic& diagnostic : output.diagnostics) {
        remark(diagnostic);
    }
    for (const ConnectionSummary& connection : output.connections) {
        m_hasKafka = m_hasKafka || connection.content == StreamContent::Kafka;
        m_summary.add(connection);
    }
}

void CapturePrinter::finish(const CaptureStatistics& statistics) {
    flush();
    if (!m_hasKafka && statistics.recordedRuns == 0) {
        m_context.remark(
            fmt::format("no Kafka was found in {} and {}{}", counted(statistics.packets, "packet", "packets"),
                        counted(statistics.connections, "TCP connection", "TCP connections"),
                        m_printing.port ? fmt::format(" of port {}; --port leaves all others out", *m_printing.port)
                                        : std::string()));
    }
    if (m_printing.isSummary && m_printing.isJson) {
        m_context.line(m_summary.json(m_context, statistics));
    } else if (m_printing.isSummary) {
        m_summary.print(m_context, statistics);
    }
}

void CapturePrinter::flush() {
    if (m_work != nullptr) {
        m_work->finish();
    }
    m_context.streams.out.flush();
}

bool CapturePrinter::passes(const CapturedExchange& captured) const {
    return m_printing.filter.isEmpty() || m_printing.filter.matches(ExchangeFields(
                                              m_context.registry(), captured, m_context.choice(), m_context.limits));
}

void CapturePrinter::giveAll(std::vector<CapturedExchange> exchanges) {
    if (exchanges.empty()) {
        return;
    }
    // Names that are told while others print must not show there: that would be another text each time.
    const auto& names = exchanges.back().exchange.topicNames;
    const bool hasNames = names != nullptr && names->size() > 0;
    auto chunk = std::make_shared<Chunk>();
    std::uint64_t bytes = 0;
    for (CapturedExchange& captured : exchanges) {
        bytes += captured.exchange.requestBytes() + captured.exchange.responseBytes();
        if (!hasNames) {
            captured.exchange.topicNames = nullptr;
        }
        chunk->exchanges.push_back(std::move(captured));
        if (bytes >= kBlock) {
            give(std::exchange(chunk, std::make_shared<Chunk>()));
            bytes = 0;
        }
    }
    give(std::move(chunk));
    if (hasNames) {
        m_work->finish();
    }
}

void CapturePrinter::give(std::shared_ptr<Chunk> chunk) {
    chunk->groups = groupsFor(chunk->exchanges);
    m_work->give([this, chunk](std::size_t worker, std::string& text, const OrderedWork::Print& print) {
        const Writer& writer = *m_writers[worker];
        writer.stream().setOffer(print);
        for (const CapturedExchange& captured : chunk->exchanges) {
            if (passes(captured)) {
                printExchange(writer, captured, *chunk->groups);
            }
        }
        text = writer.stream().take();
    });
}

// The facts that hold where the exchanges begin; those after them are learnt here, since the exchanges are printed
// later.
std::shared_ptr<GroupFacts> CapturePrinter::groupsFor(const std::vector<CapturedExchange>& exchanges) {
    std::shared_ptr<GroupFacts> before;
    for (const CapturedExchange& captured : exchanges) {
        if (!m_printing.isVerbose || !speaksOfGroup(m_context, captured) || !passes(captured)) {
            continue;
        }
        if (before == nullptr) {
            before = std::make_shared<GroupFacts>(m_groups);
        }
        learnGroups(CapturedMessages(m_context, captured), m_groups);
    }
    return before != nullptr ? before : std::make_shared<GroupFacts>(m_context.registry());
}

void CapturePrinter::printExchange(const Writer& writer, const CapturedExchange& captured, GroupFacts& groups) {
    if (hasDataError(captured)) {
        m_hasError = true;
    }
    const CommandContext& context = writer.context();
    const CapturedMessages messages(context, captured);
    bool isGood = true;
    if (m_printing.fields) {
        context.line(m_printing.isJson ? m_printing.fields->jsonLine(messages) : m_printing.fields->textLine(messages));
    } else if (m_printing.isJson) {
        isGood = printCapturedJson(messages);
    } else if (m_printing.isVerbose) {
        isGood = printCaptured(messages, groups, writer.sets());
    } else {
        isGood = printCaptured(messages);
    }
    if (!isGood) {
        m_hasError = true;
    }
}

void CapturePrinter::remark(const CaptureDiagnostic& diagnostic) {
    const bool isError = diagnostic.diagnostic.severity == Severity::Error;
    m_hasError = m_hasError || isLoss(diagnostic);
    // A list of objects must not lack what could not be read, unless it was asked for certain exchanges.
    const bool isList = m_printing.isJson && !m_printing.isSummary && !m_printing.fields;
    if (isList && m_printing.filter.isEmpty()) {
        m_context.line(captureRemarkJson(diagnostic));
    } else if (isError) {
        m_context.fail(kDataError, captureRemarkLine(diagnostic));
    } else {
        m_context.remark(captureRemarkLine(diagnostic));
    }
}

}  // namespace brokerscope
