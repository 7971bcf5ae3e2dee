#include "app/cli/fetch_command.h"

#include "app/cli/count_option.h"
#include "app/cli/fetch_from.h"
#include "app/cli/fetch_printer.h"
#include "app/cli/fetch_run.h"

#include <CLI/CLI.hpp>

namespace brokerscope {
namespace {

constexpr const char* kFetchFooter =
    R"(The records of a topic, or of one of its partitions, from the leaders. From the beginning to the end as it was at the
start, unless told otherwise. --from takes beginning, end, an offset, or a time with @: ms since 1970, or such as
2026-11-30T12:00:00Z (UTC without a zone), which begins at the first record at or after it.

Text is one record a line: PARTITION:OFFSET, timestamp in ms since 1970, key, value, headers. JSON is one object a record:
  {"topic":"orders","partition":0,"offset":7,"timestamp":...,"key":"<base64>","value":"<base64>","headers":[],"sequence":-1}
Records of one partition come in their order; those of several are mixed. Records of internal topics are decoded as
`dump` decodes them (--decode). Control records, which end transactions, are no data and never printed.

Without --isolation read_committed, records of open and aborted transactions are printed too. With it the end is the last
stable offset, and they are left out; where that is not the end of the log, which transaction holds it is not known to a
consumer, and its offset is said.

The status is 1 where an answer held an error (an unknown topic, an offset out of range) or bytes are malformed, 3 where a
broker could not be reached within --timeout. Ctrl+C ends --follow with 0.

Examples:
  bscope --bootstrap 127.0.0.1:9092 fetch orders
  bscope --bootstrap 127.0.0.1:9092 fetch orders:0 --from 1200 --max 10
  bscope --bootstrap 127.0.0.1:9092 fetch orders --from @2026-11-30T12:00:00Z --format json
  bscope --bootstrap 127.0.0.1:9092 fetch orders --from end --follow --isolation read_committed
  bscope --bootstrap 127.0.0.1:9092 fetch __consumer_offsets --decode offsets)";

// Answers are read once: those that failed are looked at, and no others.
constexpr ExchangeStoreLimits kKept{1000, 16 * 1024 * 1024};

struct FetchCommandOptions {
    std::string topic;
    std::string from = "beginning";
    std::string isolation = "read_uncommitted";
    std::optional<std::uint64_t> most;
    bool follow = false;
    DecodeOption decode;
};

Result<FetchOptions> readFetchOptions(const FetchCommandOptions& options) {
    FetchOptions fetch;
    if (const auto read = readFetchTopic(options.topic, fetch); !read) {
        return tl::unexpected<Error>(read.error());
    }
    if (const auto read = readFetchFrom(options.from, fetch); !read) {
        return tl::unexpected<Error>(read.error());
    }
    fetch.follow = options.follow;
    fetch.isolation =
        options.isolation == "read_committed" ? IsolationLevel::ReadCommitted : IsolationLevel::ReadUncommitted;
    return fetch;
}

int runFetch(const CommandContext& context, const FetchCommandOptions& options) {
    const auto format = context.format({"text", "json"});
    if (!format) {
        return context.fail(format.error());
    }
    const auto fetch = readFetchOptions(options);
    if (!fetch) {
        return context.fail(fetch.error());
    }
    LiveCluster cluster(kKept);
    if (const int status = cluster.connect(context); status != kDone) {
        return status;
    }
    FetchPrinter printer(context, {*format == "json", fetch->isolation, options.most, options.decode});
    const int status = runFetch(
        context, cluster, *fetch,
        {[&printer](const FetchPiece& piece) { return printer.print(piece); }, [&printer] { printer.flush(); }});
    if (status != kDone) {
        return status;
    }
    printer.tellOmitted();
    return printer.status();
}

}  // namespace

void addFetchCommand(CLI::App& app, CommandContext& context, CommandAction& action) {
    auto options = std::make_shared<FetchCommandOptions>();
    CLI::App* command = app.add_subcommand("fetch", "Records of a topic from a broker");
    command->footer(kFetchFooter);
    command->add_option("TOPIC", options->topic, "A topic, or one of its partitions: TOPIC:PARTITION")->required();
    command->add_option("--from", options->from, "Where to begin: beginning, end, OFFSET or @TIMESTAMP")
        ->type_name("WHERE")
        ->capture_default_str();
    command->add_option("--max", options->most, "Print at most so many records")->check(checkCount)->type_name("N");
    command->add_flag("--follow", options->follow, "Go on with records that come, until Ctrl+C");
    command->add_option("--isolation", options->isolation, "Which records: read_uncommitted or read_committed")
        ->check(CLI::IsMember({"read_uncommitted", "read_committed"}))
        ->type_name("LEVEL")
        ->capture_default_str();
    addDecodeOption(*command, options->decode);
    command->callback(
        [&context, &action, options] { action = [&context, options] { return runFetch(context, *options); }; });
}

}  // namespace brokerscope
