#include "app/cli/dump_command.h"

#include "app/cli/piece_reader.h"
#include "app/cli/segment_printer.h"
#include "core/text/hex_dump.h"

#include <CLI/CLI.hpp>
#include <algorithm>

namespace brokerscope {
namespace {

constexpr const char* kFooter =
    R"(Reads segments (.log) and metadata snapshots (.checkpoint); - is standard input. Checksums are computed, damage is
said with its position and passed over, a last batch that is cut off is shown as such. Records of control batches
are named. A file is read in pieces: it may grow or be cut off meanwhile, and may be larger than the memory.

Formats: text; json (one object a batch).
The status is 1 where bytes are malformed or a checksum is wrong.

Examples:
  bscope dump /var/lib/kafka/orders-0/00000000000000000000.log
  bscope dump orders-0/*.log --batches-only
  bscope dump orders-0/*.log --from 5000 --max 10 --format json)";

constexpr std::size_t kShownBytes = 16;

struct DumpOptions {
    std::vector<std::string> files;
    SegmentOptions segment;
};

enum class FileOutcome : std::uint8_t { Read, Enough, Unreadable };

// Feeds a file through; remembers how it begins and whether anything was found in it.
class SegmentRun {
public:
    SegmentRun(const CommandContext& context, SegmentPrinter& printer) : m_reader(context.limits), m_printer(printer) {}

    // False once enough is printed.
    bool feed(ByteView bytes) {
        if (m_first.size() < kShownBytes) {
            const std::size_t more = std::min(bytes.size(), kShownBytes - m_first.size());
            m_first.insert(m_first.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(more));
        }
        m_reader.feed(bytes);
        return drain();
    }
    bool finish() {
        m_reader.finish();
        return drain();
    }
    // It has bytes, and none of them look like a record set.
    bool isUnknown() const { return m_isUnknown; }
    const ByteBuffer& first() const { return m_first; }

private:
    bool drain() {
        for (SegmentPart part; m_reader.next(part);) {
            const bool isDamage = part.skipped > 0 && part.remark->severity == Severity::Error;
            const bool isHead = part.entry.kind == EntryKind::Partial && part.entry.wholeSize == 0;
            // Damage up to the end, with nothing before it.
            m_isUnknown = !m_hasFound && (isDamage || isHead) && m_reader.isAtEnd();
            if (m_isUnknown) {
                return true;
            }
            m_hasFound = true;
            if (!m_printer.print(part)) {
                return false;
            }
        }
        return true;
    }

    SegmentReader m_reader;
    SegmentPrinter& m_printer;
    ByteBuffer m_first;
    bool m_hasFound = false;
    bool m_isUnknown = false;
};

FileOutcome unreadable(const CommandContext& context, const Error& error) {
    context.fail(error);
    return FileOutcome::Unreadable;
}

FileOutcome dumpFile(const CommandContext& context, const std::string& path, SegmentPrinter& printer) {
    auto pieces = PieceReader::open(path, context.streams.in);
    if (!pieces) {
        return unreadable(context, pieces.error());
    }
    const std::string name = path == "-" ? "standard input" : path;
    printer.begin(path);
    SegmentRun run(context, printer);
    for (ByteView piece = pieces->next(); !piece.empty(); piece = pieces->next()) {
        if (!run.feed(piece)) {
            return FileOutcome::Enough;
        }
        if (path == "-") {
            printer.flush();
        }
    }
    const bool isMore = run.finish();
    printer.flush();
    if (pieces->hasFailed()) {
        return unreadable(context, {MessageId::FileUnreadable, {name, "reading failed"}, std::nullopt, {}});
    }
    if (run.isUnknown()) {
        const std::string reason = messageText(MessageId::SegmentNotKnown, {spacedHex(run.first())});
        return unreadable(context, {MessageId::FileUnreadable, {name, reason}, std::nullopt, {}});
    }
    return isMore ? FileOutcome::Read : FileOutcome::Enough;
}

int run(const CommandContext& context, const DumpOptions& options) {
    const auto format = context.format({"text", "json"});
    if (!format) {
        return context.fail(format.error());
    }
    SegmentOptions segment = options.segment;
    segment.isJson = *format == "json";
    SegmentPrinter printer(context, segment);
    bool isUnreadable = false;
    for (const std::string& path : options.files) {
        if (options.files.size() > 1 && !segment.isJson) {
            context.line(path + ':');
        }
        const FileOutcome outcome = dumpFile(context, path, printer);
        isUnreadable = isUnreadable || outcome == FileOutcome::Unreadable;
        if (outcome == FileOutcome::Enough) {
            break;
        }
    }
    return isUnreadable ? kUsageError : printer.hasError() ? kDataError : kDone;
}

}  // namespace

void addDumpCommand(CLI::App& app, CommandContext& context, CommandAction& action) {
    auto options = std::make_shared<DumpOptions>();
    CLI::App* command = app.add_subcommand("dump", "Batches and records of segment files");
    command->footer(kFooter);
    command->add_option("FILE", options->files, "Segment files, or - for standard input")->required();
    addSegmentOptions(*command, options->segment);
    command->callback(
        [&context, &action, options] { action = [&context, options] { return run(context, *options); }; });
}

}  // namespace brokerscope
