#include "app/cli/offsets_command.h"

#include "app/cli/fetch_from.h"
#include "app/cli/fetch_run.h"
#include "app/cli/offsets_printer.h"
#include "app/cli/topic_files.h"
#include "core/exchange/fetched_records.h"
#include "core/internal_topics/group_type.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>

namespace brokerscope {
namespace {

constexpr const char* kFooter =
    R"(The records of __consumer_offsets, or with --topic of another internal topic: __transaction_state,
__share_group_state, __cluster_metadata, __remote_log_metadata. A topic of any other name is read as a copy of
__consumer_offsets, as mirroring makes them, or as --decode says. From a broker: from the beginning to the end as it was
at the start, unless told otherwise, open transactions included. --file takes segments, the folder of a partition, a log
directory, a capture or a recording instead.

Text is a line a record, PARTITION:OFFSET, timestamp in ms since 1970, what it is about, and its key and value below it.
JSON is one object a record:
  {"topic":"__consumer_offsets","partition":18,"offset":41,"timestamp":...,"type":"OffsetCommit","typeId":1,
   "group":"payments","about":"offset payments/orders/3","key":{...},"value":{...},"tombstone":false,"deletes":null,
   "transactional":false,"diagnostics":[]}
"deletes" is what a tombstone deletes. A commit within a transaction is "pending" until the marker of its "producerId",
which is an object with "control" and the number of records before it that it "decides".

--type takes names or numbers of record types, with commas between.

The status is 1 where bytes are malformed or an answer held an error, 2 for files that are not read, 3 where a broker
could not be reached within --timeout. Ctrl+C ends --follow with 0.

Examples:
  bscope --bootstrap 127.0.0.1:9092 offsets --group payments
  bscope --bootstrap 127.0.0.1:9092 offsets --type OffsetCommit --from @2026-11-30T12:00:00Z --format json
  bscope --bootstrap 127.0.0.1:9092 offsets --topic __transaction_state --follow
  bscope offsets --file /var/lib/kafka/__consumer_offsets-18 --group payments
  bscope offsets --topic __cluster_metadata --file /var/lib/kafka/__cluster_metadata-0)";

// Answers are read once: those that failed are looked at, and no others.
constexpr ExchangeStoreLimits kFewKept{1000, 16 * 1024 * 1024};

struct OffsetsOptions {
    std::string topic{kOffsetsTopic};
    std::vector<std::string> files;
    std::vector<std::string> groups;
    std::string types;
    std::string decode = "auto";
    std::string from = "beginning";
    std::optional<std::uint64_t> most;
    bool follow = false;
};

std::set<std::string> commaSeparated(std::string_view list) {
    std::set<std::string> words;
    while (!list.empty()) {
        const std::string_view word = list.substr(0, list.find(','));
        list.remove_prefix(std::min(list.size(), word.size() + 1));
        std::string lower(word);
        std::ranges::transform(lower, lower.begin(),
                               [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        words.insert(std::move(lower));
    }
    return words;
}

// The internal topic whose definitions are used. Errors: InvalidValue.
Result<std::string> decodedAs(const TopicRecordReader& reader, const OffsetsOptions& options, const std::string& name) {
    if (options.decode != "auto") {
        const InternalTopicFacts* topic = reader.topicByWord(options.decode);
        return topic != nullptr ? Result<std::string>(topic->topic)
                                : failure(MessageId::InvalidValue,
                                          {"--decode", options.decode, "auto or the word of an internal topic"});
    }
    const InternalTopicFacts* topic = reader.topic(name);
    return topic != nullptr ? topic->topic : std::string(kOffsetsTopic);
}

Result<OffsetsPrinting> printingOf(const CommandContext& context, const OffsetsOptions& options,
                                   const std::string& name, bool isJson) {
    const TopicRecordReader reader(context.registry(), context.choice());
    auto topic = decodedAs(reader, options, name);
    if (!topic) {
        return tl::unexpected<Error>(topic.error());
    }
    return OffsetsPrinting{name,
                           std::move(*topic),
                           isJson,
                           {options.groups.begin(), options.groups.end()},
                           commaSeparated(options.types),
                           options.most};
}

class OffsetsFiles {
public:
    OffsetsFiles(const CommandContext& context, OffsetsPrinting printing)
        : m_context(context)
        , m_topic(printing.topic)
        , m_printer(context, std::move(printing), [this](const Uuid& id) { return m_names.name(id); })
        , m_files(context, m_topic,
                  {[this](std::int32_t partition, const BatchEntry& entry) { return print(partition, entry); },
                   [this](CaptureOutput output, bool) { return take(std::move(output)); }, [] {}}) {}

    int read(const std::vector<std::string>& paths) {
        for (const std::string& path : paths) {
            m_files.read(path);
        }
        m_printer.flush();
        return std::max(m_files.status(), m_printer.status());
    }

private:
    bool print(std::int32_t partition, const BatchEntry& entry) {
        m_goesOn = m_goesOn && m_printer.print(partition, entry);
        return m_goesOn;
    }
    bool take(CaptureOutput output) {
        for (const CapturedExchange& captured : output.exchanges) {
            visitFetchedRecords(
                m_context.registry(), captured.exchange, m_names, m_topic,
                [this](std::int32_t partition, ByteView set) {
                    BatchIterator entries(set);
                    for (BatchEntry entry; entries.next(entry);) {
                        print(partition, entry);
                    }
                },
                m_context.choice(), m_context.limits);
        }
        return m_goesOn;
    }

    const CommandContext& m_context;
    std::string m_topic;
    TopicNames m_names;  // none: exchanges bring their own
    OffsetsPrinter m_printer;
    TopicFiles m_files;
    bool m_goesOn = true;
};

// One partition where the groups that are asked for are in one.
void chooseGroupPartition(const OffsetsOptions& options, const ClusterView& view, FetchOptions& fetch) {
    const TopicInfo* topic = view.snapshot == nullptr ? nullptr : view.snapshot->topic(fetch.topic);
    if (fetch.topic != kOffsetsTopic || fetch.partition || options.groups.empty() || topic == nullptr) {
        return;
    }
    std::set<std::int32_t> partitions;
    for (const std::string& group : options.groups) {
        partitions.insert(groupPartition(group, static_cast<std::int32_t>(topic->partitions.size())));
    }
    if (partitions.size() == 1 && *partitions.begin() >= 0) {
        fetch.partition = *partitions.begin();
    }
}

int readCluster(const CommandContext& context, const OffsetsOptions& options, FetchOptions fetch,
                OffsetsPrinting printing) {
    if (const auto read = readFetchFrom(options.from, fetch); !read) {
        return context.fail(read.error());
    }
    fetch.follow = options.follow;
    LiveCluster cluster(kFewKept);
    if (const int status = cluster.connect(context); status != kDone) {
        return status;
    }
    chooseGroupPartition(options, cluster.view(), fetch);
    OffsetsPrinter printer(context, std::move(printing), [&cluster](const Uuid& id) {
        const auto& snapshot = cluster.view().snapshot;
        const TopicInfo* topic = snapshot == nullptr ? nullptr : snapshot->topic(id);
        return topic == nullptr ? std::nullopt : std::optional(topic->name);
    });
    int worst = kDone;
    const auto take = [&](const FetchPiece& piece) {
        bool goesOn = true;
        BatchIterator entries(piece.records);
        for (BatchEntry entry; goesOn && entries.next(entry);) {
            goesOn = printer.print(piece.partition, entry, piece.firstOffset, piece.endOffset);
        }
        if (piece.problem) {
            printer.flush();
            worst = std::max(worst, tellFetchProblem(context, piece));
        }
        return goesOn;
    };
    const int status = runFetch(context, cluster, fetch, {take, [&printer] { printer.flush(); }});
    return status != kDone ? status : std::max(worst, printer.status());
}

int run(const CommandContext& context, const OffsetsOptions& options) {
    const auto format = context.format({"text", "json"});
    if (!format) {
        return context.fail(format.error());
    }
    FetchOptions fetch;
    if (const auto read = readFetchTopic(options.topic, fetch); !read) {
        return context.fail(read.error());
    }
    auto printing = printingOf(context, options, fetch.topic, *format == "json");
    if (!printing) {
        return context.fail(printing.error());
    }
    if (options.files.empty()) {
        return readCluster(context, options, std::move(fetch), std::move(*printing));
    }
    if (options.follow || options.from != "beginning") {
        return context.fail(kUsageError, "--from and --follow are for a broker: files are read as they are");
    }
    return OffsetsFiles(context, std::move(*printing)).read(options.files);
}

}  // namespace

void addOffsetsCommand(CLI::App& app, CommandContext& context, CommandAction& action) {
    auto options = std::make_shared<OffsetsOptions>();
    CLI::App* command = app.add_subcommand("offsets", "Records of __consumer_offsets and the other internal topics");
    command->footer(kFooter);
    command->add_option("--topic", options->topic, "The topic, or one of its partitions: TOPIC:PARTITION")
        ->type_name("TOPIC")
        ->capture_default_str();
    command->add_option("--file", options->files, "Segments, folders, captures or recordings in place of a broker")
        ->type_name("FILE");
    command->add_option("--group", options->groups, "Records of this group alone; may repeat")->type_name("GROUP");
    command->add_option("--type", options->types, "Record types, by name or number")->type_name("TYPE,...");
    command->add_option("--decode", options->decode, "As which topic's records: auto, offsets, transactions, share ...")
        ->type_name("WORD")
        ->capture_default_str();
    command->add_option("--from", options->from, "Where to begin: beginning, end, OFFSET or @TIMESTAMP")
        ->type_name("WHERE")
        ->capture_default_str();
    command->add_option("--max", options->most, "Print at most so many records")
        ->check(CLI::PositiveNumber)
        ->type_name("N");
    command->add_flag("--follow", options->follow, "Go on with records that come, until Ctrl+C");
    command->callback(
        [&context, &action, options] { action = [&context, options] { return run(context, *options); }; });
}

}  // namespace brokerscope
