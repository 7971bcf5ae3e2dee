#include "app/cli/offsets_command.h"

#include "app/cli/fetch_from.h"
#include "app/cli/offsets_differences.h"
#include "app/cli/offsets_printer.h"
#include "app/cli/offsets_state.h"
#include "app/cli/topic_reading.h"
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

--state folds the records as a coordinator does that loads them and prints what they make: groups with their members,
epochs, assignments and committed offsets, transactional ids, share partitions, or the objects of the cluster's metadata.
JSON is one object each: its facts, and under "from" the record that set each of them, as PARTITION:OFFSET. --at stops at
a record (PARTITION:OFFSET, the state as it left it) or at a time (@...): the first record that is stamped later ends its
partition. On stderr stands how many records and bytes were loaded, as brokers log it.
--diff-broker asks the coordinators about the same groups and prints what differs, once more looked at so that a change
meanwhile is no difference; status 1 where there is one. JSON:
  {"group":"g","fact":"offsets[orders-3].offset","log":"42","from":"18:57","broker":"43","source":"OffsetFetch"}

The status is 1 where bytes are malformed or an answer held an error, 2 for files that are not read, 3 where a broker
could not be reached within --timeout. Ctrl+C ends --follow with 0.

Examples:
  bscope --bootstrap 127.0.0.1:9092 offsets --group payments
  bscope --bootstrap 127.0.0.1:9092 offsets --type OffsetCommit --from @2026-11-30T12:00:00Z --format json
  bscope --bootstrap 127.0.0.1:9092 offsets --topic __transaction_state --follow
  bscope offsets --file /var/lib/kafka/__consumer_offsets-18 --group payments
  bscope offsets --file /var/lib/kafka --group payments --at @2026-11-30T10:41:00Z
  bscope --bootstrap 127.0.0.1:9092 offsets --diff-broker
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
    bool state = false;
    std::string at;
    bool diffBroker = false;

    bool isOfState() const { return state || !at.empty() || diffBroker; }
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

int printRecords(const CommandContext& context, const OffsetsOptions& options, FetchOptions fetch,
                 OffsetsPrinting printing) {
    if (!options.files.empty()) {
        const std::string topic = printing.topic;
        OffsetsPrinter printer(context, std::move(printing), {});
        const int status =
            readTopicFiles(context, options.files, topic,
                           [&printer](std::int32_t partition, const BatchEntry& entry, std::int64_t first,
                                      std::int64_t end) { return printer.print(partition, entry, first, end); });
        printer.flush();
        return std::max(status, printer.status());
    }
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
    const int status = readTopicOfBroker(
        context, cluster, fetch,
        [&printer](std::int32_t partition, const BatchEntry& entry, std::int64_t first, std::int64_t end) {
            return printer.print(partition, entry, first, end);
        },
        [&printer] { printer.flush(); });
    return std::max(status, printer.status());
}

// Folds what the options name; `cluster` is connected where no files are named.
int readState(const CommandContext& context, const OffsetsOptions& options, LiveCluster* cluster, FetchOptions fetch,
              OffsetsState& state) {
    const auto take = [&state](std::int32_t partition, const BatchEntry& entry, std::int64_t first, std::int64_t end) {
        return state.take(partition, entry, first, end);
    };
    if (!options.files.empty()) {
        return readTopicFiles(context, options.files, fetch.topic, take);
    }
    chooseGroupPartition(options, cluster->view(), fetch);
    return readTopicOfBroker(context, *cluster, fetch, take, [] {});
}

int printState(const CommandContext& context, const OffsetsOptions& options, FetchOptions fetch,
               const StatePrinting& printing) {
    std::optional<LiveCluster> cluster;
    if (options.files.empty() || options.diffBroker) {
        cluster.emplace(kFewKept);
        if (const int status = cluster->connect(context); status != kDone) {
            return status;
        }
    }
    if (printing.moment.partition) {
        fetch.partition = printing.moment.partition;
    }
    LiveCluster* const live = cluster ? &*cluster : nullptr;
    if (options.diffBroker) {
        const auto read = [&](OffsetsState& state) { return readState(context, options, live, fetch, state); };
        return OffsetsDifferences(context, *cluster, printing).run(read);
    }
    OffsetsState state(context, printing);
    const int status = readState(context, options, live, fetch, state);
    state.print();
    return std::max(status, state.status());
}

// The sentence about options that do not go together; empty: none.
std::string misuse(const OffsetsOptions& options) {
    if (!options.files.empty() && (options.follow || options.from != "beginning")) {
        return "--from and --follow are for a broker: files are read as they are";
    }
    if (options.isOfState() &&
        (options.follow || options.from != "beginning" || options.most || !options.types.empty())) {
        return "a state is made of all records: --from, --follow, --max and --type are for the records themselves";
    }
    if (options.diffBroker && !options.at.empty()) {
        return "--diff-broker compares what is now: --at is for --state alone";
    }
    return {};
}

int run(const CommandContext& context, const OffsetsOptions& options) {
    const auto format = context.format({"text", "json"});
    if (!format) {
        return context.fail(format.error());
    }
    if (const std::string sentence = misuse(options); !sentence.empty()) {
        return context.fail(kUsageError, sentence);
    }
    FetchOptions fetch;
    if (const auto read = readFetchTopic(options.topic, fetch); !read) {
        return context.fail(read.error());
    }
    if (const auto read = readFetchFrom(options.from, fetch); !read) {
        return context.fail(read.error());
    }
    fetch.follow = options.follow;
    auto printing = printingOf(context, options, fetch.topic, *format == "json");
    if (!printing) {
        return context.fail(printing.error());
    }
    if (!options.isOfState()) {
        return printRecords(context, options, std::move(fetch), std::move(*printing));
    }
    StatePrinting wanted{printing->topic, printing->decodedAs, printing->isJson, printing->groups, {}};
    if (!options.at.empty()) {
        const auto moment = readStateMoment(options.at);
        if (!moment) {
            return context.fail(moment.error());
        }
        wanted.moment = *moment;
    }
    return printState(context, options, std::move(fetch), wanted);
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
    command->add_flag("--state", options->state, "The state that the records make, in place of the records");
    command->add_option("--at", options->at, "The state at a moment: as that record left it, or at that time")
        ->type_name("PARTITION:OFFSET|@TIME");
    command->add_flag("--diff-broker", options->diffBroker, "What the state and the broker's answers differ in");
    command->add_flag("--follow", options->follow, "Go on with records that come, until Ctrl+C");
    command->callback(
        [&context, &action, options] { action = [&context, options] { return run(context, *options); }; });
}

}  // namespace brokerscope
