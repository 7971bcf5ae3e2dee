#include "app/cli/dump_command.h"

#include "app/cli/file_dump.h"
#include "app/cli/segment_listing.h"

#include <CLI/CLI.hpp>
#include <filesystem>

namespace brokerscope {
namespace {

constexpr const char* kDumpFooter =
    R"(Reads what a broker or controller keeps on disk, told by name and content; - is standard input (batches):
  .log, .checkpoint       batches and records; records of control batches are named
  .index, .timeindex      entries, checked against the log beside them
  .txnindex               aborted transactions, checked against the log beside it
  .snapshot               producers, with version and checksum
  leader-epoch-checkpoint, *-offset-checkpoint, partition.metadata, meta.properties, quorum-state,
  .kafka_cleanshutdown    their lines or properties
A folder is listed: partitions and files with sizes and numbers of batches, records and entries; --batches-only adds
the batches of its logs. Checksums are computed (not in a list), damage is said with its position and passed over, a
last batch that is cut off is shown as such. A file may grow or be cut off meanwhile, and be larger than the memory.
--from and --to choose offsets of batches, records and index entries.
Records of internal topics are decoded, told by the name of the folder, by a .checkpoint's own, or by --decode; "decoded"
is as in records.

Formats: text; json, one object a batch, or one an entry: "file", "kind", "entry" (its number) and
  index      "offset", "relativeOffset", "position"
  timeindex  "timestamp", "offset", "relativeOffset"
  txnindex   "version", "producerId", "firstOffset", "lastOffset", "lastStableOffset"
  snapshot   "producerId", "epoch", "lastSequence", "lastOffset", "offsetDelta", "timestamp", "coordinatorEpoch",
             "currentTxnFirstOffset"
  leader-epoch-checkpoint  "epoch", "startOffset"
  offset-checkpoint        "topic", "partition", "offset"
  others                   the keys that stand in the file
and "diagnostics". An object without "entry" speaks of the file: "version", "crc", "count" and "diagnostics". In a list
an object a file: "file", "topic", "partition", "kind", "size", "batches", "records", "baseOffset", "lastOffset",
"maxTimestamp", "entries", "diagnostics".
The status is 1 where bytes are malformed, a checksum is wrong or an index leads to a wrong place.

Examples:
  bscope dump /var/lib/kafka/orders-0/00000000000000000000.log
  bscope dump orders-0/*.log --from 5000 --max 10 --format json
  bscope dump orders-0/*.index orders-0/*.snapshot
  bscope dump __consumer_offsets-7/*.log
  bscope dump /var/lib/kafka)";

struct DumpOptions {
    std::vector<std::string> files;
    SegmentOptions segment;
};

class DumpRun {
public:
    DumpRun(const CommandContext& context, const SegmentOptions& options)
        : m_context(context)
        , m_dump(context, options)
        , m_listing(context, options.isJson,
                    options.batchesOnly ? [this](const std::string& path) { take(m_dump.dump(path)); }
                                        : SegmentListing::PrintLog()) {}

    // False once enough is printed.
    bool dump(const std::string& path) {
        std::error_code code;
        if (!std::filesystem::is_directory(path, code)) {
            return take(m_dump.dump(path));
        }
        if (const auto listed = m_listing.list(path); !listed) {
            m_context.fail(listed.error());
            m_isUnreadable = true;
        }
        return true;
    }
    int status() const {
        const bool hasError = m_dump.hasError() || m_listing.hasError();
        return m_isUnreadable ? kUsageError : hasError ? kDataError : kDone;
    }

private:
    bool take(FileOutcome outcome) {
        m_isUnreadable = m_isUnreadable || outcome == FileOutcome::Unreadable;
        return outcome != FileOutcome::Enough;
    }

    const CommandContext& m_context;
    FileDump m_dump;
    SegmentListing m_listing;
    bool m_isUnreadable = false;
};

int runDumpCommand(const CommandContext& context, const DumpOptions& options) {
    const auto format = context.format({"text", "json"});
    if (!format) {
        return context.fail(format.error());
    }
    if (const std::string problem = options.segment.problem(); !problem.empty()) {
        return context.fail(kUsageError, problem);
    }
    SegmentOptions segment = options.segment;
    segment.isJson = *format == "json";
    DumpRun dump(context, segment);
    for (const std::string& path : options.files) {
        if (options.files.size() > 1 && !segment.isJson) {
            context.line(path + ':');
        }
        if (!dump.dump(path)) {
            break;
        }
    }
    return dump.status();
}

}  // namespace

void addDumpCommand(CLI::App& app, CommandContext& context, CommandAction& action) {
    auto options = std::make_shared<DumpOptions>();
    CLI::App* command = app.add_subcommand("dump", "Segments, indexes, snapshots and checkpoints of a broker");
    command->footer(kDumpFooter);
    command->add_option("FILE", options->files, "Files of a log directory, folders, or - for standard input")
        ->required();
    addSegmentOptions(*command, options->segment);
    command->callback(
        [&context, &action, options] { action = [&context, options] { return runDumpCommand(context, *options); }; });
}

}  // namespace brokerscope
