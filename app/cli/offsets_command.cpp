#include "app/cli/offsets_command.h"

#include "app/cli/count_option.h"
#include "app/cli/fetch_from.h"
#include "app/cli/offsets_differences.h"
#include "app/cli/offsets_findings.h"
#include "app/cli/offsets_printer.h"
#include "app/cli/offsets_source.h"
#include "app/cli/offsets_state.h"
#include "core/base/ascii.h"
#include "core/base/nearest_name.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>

namespace brokerscope {
namespace {

constexpr const char* kFooter =
    R"(The records of __consumer_offsets, or with --topic of another internal topic: __transaction_state,
__share_group_state, __cluster_metadata, __remote_log_metadata. A topic of any other name is read as a copy of
__consumer_offsets, as mirroring makes them, or as --decode says. From a broker: from the beginning to the end as it was
at the start, unless told otherwise, open transactions included. --file takes segments, the folder of a partition, a log
directory, a capture or a recording instead. __cluster_metadata, which brokers do not hand out, is read from the
controller that leads the quorum: from --bootstrap of any node, if the controller's listener can be reached so.

Text is a line a record, PARTITION:OFFSET, timestamp in ms since 1970, what it is about, and its key and value below it.
JSON is one object a record:
  {"topic":"__consumer_offsets","partition":18,"offset":41,"timestamp":...,"type":"OffsetCommit","typeId":1,
   "group":"payments","about":"offset payments/orders/3","key":{...},"value":{...},"tombstone":false,"deletes":null,
   "transactional":false,"diagnostics":[]}
"deletes" is what a tombstone deletes. A commit within a transaction is "pending" until the marker of its "producerId",
which is an object with "control" and the number of records before it that it "decides". A record of a snapshot of
__cluster_metadata has its end offset as "checkpoint".

--type takes names or numbers of record types, with commas between. --filter takes tests side by side over the columns
partition, offset, time, type, group, member, about, says, tombstone, control, transactional, producer, faulty, size, key,
value, header and text, and over paths of key and value: 'group:payments key.topic:orders value.offset>100 -(tombstone:true)'.

--state folds the records as a coordinator does that loads them and prints what they make: groups with their members,
epochs, assignments and committed offsets, transactional ids, share partitions, or the objects of the cluster's metadata.
JSON is one object each: its facts, and under "from" the record that set each of them, as PARTITION:OFFSET. --at stops at
a record (PARTITION:OFFSET, the state as it left it) or at a time (@...): the first record that is stamped later ends its
partition. In a folder of __cluster_metadata it begins with the newest snapshot (.checkpoint) that ends before that. On
stderr stands how many records and bytes were loaded, as brokers log it, and what is missing; on a terminal also how far
the reading is.
--answers tells what is worth knowing: hangingTransaction (of a live cluster: its leader has it open and no coordinator
lists it, KIP-664), openTransaction (and what it holds back), pendingOffset, largestGroup, groupOfOffsetsAlone,
offsetOfMissingTopic, backwardCommit, hottestCommitter, recordType (and what a compaction keeps), controlRecords; the
first 20 of each. JSON: {"answer":"openTransaction","transactionalId":"tx-1","partitions":["orders-3"],...}
--history prints which record changed what of one object: a group, a transactional id, a share partition
(GROUP:TOPICID:PARTITION), a topic, "TOPIC orders" for its configs. --fact chooses facts by their names as --state has
them: 'offsets[orders-3]' (who had the partition comes with it, as 'owners[orders-3]'), 'members[c-1]', epoch. JSON:
  {"group":"payments","change":"changed","facts":[{"fact":"offsets[orders-3]","before":{...},"after":{...},"from":"18:41",
   "to":"18:57"}],"record":"18:57","timestamp":...,"marker":false,"operation":"offsets committed"}
--diff-broker asks brokers about the same objects and prints what differs, once more looked at so that a change meanwhile
is no difference; status 1 where there is one. Groups: lists, describe answers, OffsetFetch. Others: ListTransactions,
DescribeTransactions, DescribeProducers; DescribeShareGroupOffsets, ReadShareGroupState and its summary; Metadata,
DescribeCluster, DescribeConfigs, ApiVersions, DescribeQuorum, DescribeClientQuotas, DescribeUserScramCredentials,
DescribeAcls. JSON:
  {"group":"g","fact":"offsets[orders-3].offset","log":"42","from":"18:57","broker":"43","source":"OffsetFetch"}

The status is 1 where bytes are malformed, records are missing or an answer held an error, 2 for files that are not read,
3 where a broker could not be reached within --timeout. Ctrl+C ends --follow with 0.

Examples:
  bscope --bootstrap 127.0.0.1:9092 offsets --group payments
  bscope --bootstrap 127.0.0.1:9092 offsets --type OffsetCommit --from @2026-11-30T12:00:00Z --format json
  bscope --bootstrap 127.0.0.1:9092 offsets --topic __transaction_state --follow
  bscope offsets --file /var/lib/kafka/__consumer_offsets-18 --filter 'group:payments key.topic:orders key.partition:3'
  bscope offsets --file /var/lib/kafka --group payments --at @2026-11-30T10:41:00Z
  bscope offsets --file /var/lib/kafka --history payments --fact 'offsets[orders-3]'
  bscope --bootstrap 127.0.0.1:9092 offsets --topic __transaction_state --answers
  bscope --bootstrap 127.0.0.1:9092 offsets --topic __cluster_metadata --diff-broker
  bscope offsets --topic __cluster_metadata --file /var/lib/kafka/__cluster_metadata-0 --state --at 0:4711)";

std::set<std::string> commaSeparated(std::string_view list) {
    std::set<std::string> words;
    while (!list.empty()) {
        const std::string_view word = list.substr(0, list.find(','));
        list.remove_prefix(std::min(list.size(), word.size() + 1));
        words.insert(asciiLowered(word));
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

// Errors: InvalidValue for a type that is neither a number nor called so by any record of the topic.
Result<std::set<std::string>> typesOf(const TopicRecordReader& reader, const InternalTopicFacts& topic,
                                      std::string_view list) {
    constexpr std::int32_t kMostTypes = 256;
    std::vector<std::string> names;
    std::vector<std::string> lower;
    for (std::int32_t type = 0; type < kMostTypes; ++type) {
        if (std::string name = reader.typeName(topic, type); !name.empty()) {
            lower.push_back(asciiLowered(name));
            names.push_back(std::move(name));
        }
    }
    std::set<std::string> types = commaSeparated(list);
    for (const std::string& type : types) {
        const bool isNumber = !type.empty() && std::ranges::all_of(type, [](char c) { return c >= '0' && c <= '9'; });
        if (!isNumber && std::ranges::find(lower, type) == lower.end()) {
            const std::string nearest = nearestName(type, names);
            return failure(MessageId::InvalidValue,
                           {"--type", type,
                            nearest.empty() ? "a record type of the topic" : "a record type; nearest: " + nearest});
        }
    }
    return types;
}

Result<OffsetsPrinting> printingOf(const CommandContext& context, const OffsetsOptions& options,
                                   const std::string& name, bool isJson) {
    const TopicRecordReader reader(context.registry(), context.choice());
    auto topic = decodedAs(reader, options, name);
    if (!topic) {
        return tl::unexpected<Error>(topic.error());
    }
    auto types = typesOf(reader, *reader.topic(*topic), options.types);
    if (!types) {
        return tl::unexpected<Error>(types.error());
    }
    auto filter = parseRowFilter(options.filter, {&context.registry(), name, *topic, context.limits});
    if (!filter) {
        return tl::unexpected<Error>(filter.error());
    }
    return OffsetsPrinting{name,
                           std::move(*topic),
                           isJson,
                           {options.groups.begin(), options.groups.end()},
                           std::move(*types),
                           std::move(*filter),
                           options.most};
}

int printRecords(const CommandContext& context, OffsetsSource& source, OffsetsPrinting printing) {
    if (const int status = source.open(false); status != kDone) {
        return status;
    }
    OffsetsPrinter printer(context, std::move(printing), source.topicNames());
    const int status = source.read([&printer](const TopicEntry& entry) { return printer.print(entry); },
                                   [&printer] { printer.flush(); });
    printer.flush();
    return std::max(status, printer.status());
}

int printState(const CommandContext& context, const OffsetsOptions& options, OffsetsSource& source,
               const StatePrinting& printing) {
    if (const int status = source.open(options.diffBroker); status != kDone) {
        return status;
    }
    const auto read = [&](OffsetsState& state) {
        const int status = source.readState(printing.moment, StateBeginning::NewestSnapshot,
                                            [&state](const TopicEntry& entry) { return state.take(entry); });
        state.finish();
        return status;
    };
    if (options.diffBroker) {
        return OffsetsDifferences(context, source.cluster(), printing).run(read);
    }
    if (options.answers) {
        return printAnswers(context, source, printing);
    }
    if (!options.history.empty()) {
        return printHistory(context, source, printing, options.history, options.facts);
    }
    OffsetsState state(context, printing);
    const int status = read(state);
    state.print();
    state.tellCounts();
    return std::max(status, state.status());
}

// The sentence about options that do not go together; empty: none.
std::string misuse(const OffsetsOptions& options) {
    if (!options.files.empty() && (options.follow || options.from != "beginning")) {
        return "--from and --follow are for a broker: files are read as they are";
    }
    if (options.isOfState() && (options.follow || options.from != "beginning" || options.most ||
                                !options.types.empty() || !options.filter.empty())) {
        return "a state is made of all records: --from, --follow, --max, --type and --filter are for the records "
               "themselves";
    }
    if (options.diffBroker && !options.at.empty()) {
        return "--diff-broker compares what is now: --at is for a state, its answers and histories";
    }
    if (int{options.diffBroker} + int{options.answers} + int{!options.history.empty()} > 1) {
        return "--diff-broker, --answers and --history are one each";
    }
    if (!options.facts.empty() && options.history.empty()) {
        return "--fact is for --history";
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
    const std::optional<std::int32_t> partition = fetch.partition;
    OffsetsSource source(context, options, std::move(fetch));
    if (!options.isOfState()) {
        return printRecords(context, source, std::move(*printing));
    }
    StatePrinting wanted{printing->topic, printing->decodedAs, printing->isJson, printing->groups, {}};
    const TopicRecordReader reader(context.registry(), context.choice());
    if (makeTopicState(reader, *reader.topic(wanted.decodedAs), 0) == nullptr) {
        return context.fail(kUsageError, fmt::format("the records of {} make no state here", wanted.decodedAs));
    }
    if (!options.at.empty()) {
        const auto moment = readStateMoment(options.at);
        if (!moment) {
            return context.fail(moment.error());
        }
        wanted.moment = *moment;
        if (partition && moment->partition && *partition != *moment->partition) {
            return context.fail(kUsageError, fmt::format("--topic is partition {}, and --at is partition {}",
                                                         *partition, *moment->partition));
        }
    }
    return printState(context, options, source, wanted);
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
    command->add_option("--filter", options->filter, "Records that pass these tests")->type_name("FILTER");
    command->add_option("--decode", options->decode, "As which topic's records: auto, offsets, transactions, share ...")
        ->type_name("WORD")
        ->capture_default_str();
    command->add_option("--from", options->from, "Where to begin: beginning, end, OFFSET or @TIMESTAMP")
        ->type_name("WHERE")
        ->capture_default_str();
    command->add_option("--max", options->most, "Print at most so many records")->check(checkCount)->type_name("N");
    command->add_flag("--state", options->state, "The state that the records make, in place of the records");
    command->add_option("--at", options->at, "The state at a moment: as that record left it, or at that time")
        ->type_name("PARTITION:OFFSET|@TIME");
    command->add_flag("--diff-broker", options->diffBroker, "What the state and the broker's answers differ in");
    command->add_flag("--answers", options->answers,
                      "What is worth knowing: open transactions, groups without members ...");
    command->add_option("--history", options->history, "Which records changed what of this group, id, topic ...")
        ->type_name("OBJECT");
    command->add_option("--fact", options->facts, "With --history: this fact alone, as --state names it; may repeat")
        ->type_name("NAME");
    command->add_flag("--follow", options->follow, "Go on with records that come, until Ctrl+C");
    command->callback(
        [&context, &action, options] { action = [&context, options] { return run(context, *options); }; });
}

}  // namespace brokerscope
