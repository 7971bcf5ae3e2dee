#include "app/cli/groups_command.h"

#include "app/cli/cluster_options.h"
#include "app/cli/group_files.h"
#include "app/cli/groups_output.h"
#include "app/cli/interruption.h"
#include "app/cli/live_cluster.h"
#include "app/cli/watched_groups.h"
#include "core/text/assignment_text.h"
#include "core/workbench/group_watch.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <fmt/format.h>

namespace brokerscope {
namespace {

constexpr const char* kGroupsFooter =
    R"(Groups of all types: classic, consumer (KIP-848), share (KIP-932) and streams (KIP-1071).

list      every group of the cluster, as its coordinator describes it
describe  one group: members, what they have and what they are to have, committed offsets and lag (log end minus
          committed). Share groups commit none: the offset before which all is done with, and the lag that the
          coordinator tells
watch     what happens in the groups named, or in all, one line an event, until Ctrl+C or for the time of --for: who
          joined and left and why, rebalances with their length and what moved from whom to whom, how long partitions
          were unowned, commits, and what could not be seen. Times are UTC

watch takes what coordinators answer (describe) and what they write to __consumer_offsets (offsets); --source chooses
one of them. Without permission to read the topic describe goes on alone, and it is said. --report adds the story of
the whole as its end. --file takes a recording (--record), a capture or segments in place of a broker; then the
requests of members that are in it are a source too (exchange), and it ends with the file.

Only a member's own requests tell why it went. By the other sources it left, or its session ended; what can be inferred
(who committed until a session before it was missed did not leave; how long sessions are the broker is asked) is marked
so, with its grounds. Records of classic groups hide when partitions were given up: how long they were unowned is
then not known (null), but for the time that the record bounds (unownedAtLeastMs).

JSON: list is an array, describe an object, and watch an object a line:
  {"time":"...","group":"orders","type":"consumer","event":"memberLeft","source":"offsets","epoch":17,...}
Events: state, memberJoined, memberLeft, memberChanged, rebalanceStarted, rebalanceEnded, targetAssignment, assignment,
coordinatorChanged, committed, groupDeleted, blind, violation. Classic groups have generationId in place of epoch.

The status is 1 where a group does not exist or may not be described, 3 where a broker did not answer within --timeout.

Examples:
  bscope --bootstrap 127.0.0.1:9092 groups list
  bscope --bootstrap 127.0.0.1:9092 groups describe orders --format json
  bscope --bootstrap 127.0.0.1:9092 groups watch orders payments
  bscope --bootstrap 127.0.0.1:9092 --record night.bsrec groups watch orders --for 30m --report
  bscope groups watch orders --file night.bsrec --format json
  bscope groups watch --file /var/lib/kafka/__consumer_offsets-18)";

constexpr std::chrono::milliseconds kPatience{100};
// A group that nothing was heard of for so long is said not to be there yet.
constexpr std::chrono::milliseconds kSilence{3000};
constexpr std::size_t kWidestGroup = 32;
// What was read is not read again.
constexpr ExchangeStoreLimits kKeptExchanges{1000, 16 * 1024 * 1024};

struct GroupsOptions {
    std::string action;
    std::vector<std::string> groups;
    std::vector<std::string> files;
    std::string source;
    std::string duration;  // of --for
    bool report = false;
};

struct SourceName {
    std::string_view name;
    EventSource source;
};
constexpr std::array kSourceNames{SourceName{"describe", EventSource::Describe},
                                  SourceName{"offsets", EventSource::Offsets},
                                  SourceName{"exchange", EventSource::Exchange}};

Result<std::set<EventSource>> readSources(const GroupsOptions& options) {
    std::set<EventSource> sources;
    std::string_view left = options.source;
    while (!left.empty()) {
        const std::string_view word = left.substr(0, left.find(','));
        left.remove_prefix(std::min(left.size(), word.size() + 1));
        const auto* const known = std::ranges::find(kSourceNames, word, &SourceName::name);
        const bool isUsable =
            known != kSourceNames.end() && (known->source != EventSource::Exchange || !options.files.empty());
        if (!isUsable) {
            return failure(MessageId::InvalidValue,
                           {"--source", options.source,
                            options.files.empty() ? "describe, offsets or both" : "describe, offsets or exchange"});
        }
        sources.insert(known->source);
    }
    if (sources.empty()) {
        sources = {EventSource::Describe, EventSource::Offsets, EventSource::Exchange};
    }
    return sources;
}

// The sentence about options that the action does not take; empty: none.
std::string groupsMisuse(const GroupsOptions& options) {
    if (options.action != "watch" &&
        (!options.files.empty() || !options.source.empty() || !options.duration.empty() || options.report)) {
        return "--source, --for, --report and --file belong to groups watch";
    }
    if (options.action == "list" && !options.groups.empty()) {
        return "groups list takes no GROUP; groups describe does";
    }
    if (options.action == "describe" && options.groups.size() != 1) {
        return "groups describe takes one GROUP";
    }
    return !options.files.empty() && !options.duration.empty() ? "--for is for a broker: a file ends by itself"
                                                               : std::string();
}

// Surveys; `status` is what the command ends with where that is no data.
std::optional<GroupSurveyResult> survey(const CommandContext& context, LiveCluster& cluster,
                                        const GroupsOptions& options, int& status) {
    status = cluster.connect(context);
    if (status != kDone) {
        return std::nullopt;
    }
    GroupSurveyOptions wanted;
    wanted.choice = context.choice();
    wanted.groups = {options.groups.begin(), options.groups.end()};
    wanted.patience = cluster.workbench().settings().timeout;
    GroupSurveyResult result = surveyGroups(cluster.workbench(), context.registry(), std::move(wanted), context.limits);
    if (result.problem) {
        status = cluster.fail(context, *result.problem);
        return std::nullopt;
    }
    for (const std::string& sentence : result.unanswered) {
        status = context.fail(kNoAnswer, sentence);
    }
    return result;
}

int tellProblems(const CommandContext& context, const GroupSurveyResult& survey, int status) {
    for (const SurveyedGroup& group : survey.groups) {
        if (group.outcome != SurveyOutcome::Told) {
            const auto kind = group.outcome == SurveyOutcome::Unanswered ? kNoAnswer : kDataError;
            status = std::max(status,
                              context.fail(kind, fmt::format("group {}: {}", escapedName(group.group), group.problem)));
        }
    }
    return status;
}

int listGroups(const CommandContext& context, const GroupsOptions& options, bool isJson) {
    LiveCluster cluster(kKeptExchanges);
    int status = kDone;
    const auto found = survey(context, cluster, options, status);
    if (!found) {
        return status;
    }
    const std::string text = isJson ? groupListJson(*found) + '\n' : groupListText(*found);
    context.streams.out << text << std::flush;
    return tellProblems(context, *found, status);
}

GroupOffsetsOptions offsetsWanted(const SurveyedGroup& group) {
    GroupOffsetsOptions wanted;
    wanted.groups = {group.group};
    if (group.type == GroupType::Share) {
        wanted.shareGroups = {group.group};
    }
    for (const MemberStatus& member : group.members) {
        // Tasks of streams groups are counted by subtopology.
        if (group.type == GroupType::Streams || member.assigned == nullptr) {
            continue;
        }
        for (const AssignedTopic& topic : *member.assigned) {
            if (!topic.name.empty()) {
                wanted.alsoPartitions[topic.name].insert(topic.partitions.begin(), topic.partitions.end());
            }
        }
    }
    return wanted;
}

int describe(const CommandContext& context, const GroupsOptions& options, bool isJson) {
    LiveCluster cluster(kKeptExchanges);
    int status = kDone;
    const auto found = survey(context, cluster, options, status);
    if (!found) {
        return status;
    }
    status = tellProblems(context, *found, status);
    const SurveyedGroup& group = found->groups.front();
    if (!group.isThere && !isJson) {
        return status;
    }
    std::optional<GroupOffsets> offsets;
    if (group.isThere) {
        auto asking = cluster.workbench().groupOffsets(offsetsWanted(group));
        asking.waitForFinished();
        if (const auto answered = asking.result(); answered && !answered->empty()) {
            offsets = answered->front();
        } else if (!answered) {
            status = std::max(status, context.fail(kNoAnswer, answered.error().text()));
        }
    }
    if (offsets && !offsets->problem.empty()) {
        status = std::max(status, context.fail(kDataError, "offsets: " + offsets->problem));
    }
    const std::int32_t partition =
        found->offsetsPartitions > 0 ? groupPartition(group.group, found->offsetsPartitions) : -1;
    const DescribedForPrint printed{group, partition, offsets ? &*offsets : nullptr};
    context.streams.out << (isJson ? groupJson(printed) + '\n' : groupText(printed)) << std::flush;
    return status;
}

WatchPrinting watchPrinting(const GroupsOptions& options, bool isJson, std::set<EventSource> sources) {
    std::size_t width = options.groups.empty() ? kWidestGroup / 2 : 0;
    for (const std::string& group : options.groups) {
        width = options.groups.size() > 1 ? std::max(width, std::min(group.size(), kWidestGroup)) : 0;
    }
    return {isJson, std::move(sources), width};
}

int watchFiles(const CommandContext& context, const GroupsOptions& options, WatchPrinting printing) {
    WatchedGroups watched(context, std::move(printing));
    int status = readGroupFiles(context, options.files, {options.groups.begin(), options.groups.end()},
                                [&watched](const std::vector<GroupEvent>& events) { watched.take(events); });
    watched.finish();
    watched.print();
    for (const std::string& group : options.groups) {
        if (!watched.hasSeen(group)) {
            status = std::max(status, context.fail(kDataError, fmt::format("group {}: nothing is said about it",
                                                                           escapedName(group))));
        }
    }
    if (options.report) {
        watched.printReports();
    }
    return status;
}

std::int64_t wallMs() {
    const auto since = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(since).count();
}

// Follows until it is asked to stop, the time is over or nothing can be asked.
class LiveWatch {
public:
    LiveWatch(const CommandContext& context, const GroupsOptions& options, GroupWatch& watch, WatchedGroups& watched)
        : m_context(context), m_options(options), m_watch(watch), m_watched(watched) {}

    void run(std::optional<std::chrono::milliseconds> duration) {
        const Interruption interruption;
        const auto begun = std::chrono::steady_clock::now();
        while (!interruption.isAsked() && !m_watch.problem() && m_context.streams.out.good()) {
            const auto passed = std::chrono::steady_clock::now() - begun;
            if (duration && passed >= *duration) {
                return;
            }
            m_watched.take(m_watch.next(kPatience));
            m_watched.advance(wallMs());
            m_watched.print();
            tellBusy();
            tellSilence(passed > kSilence);
        }
    }

private:
    void tellBusy() {
        for (const auto& [group, isBusy] : m_watched.busy()) {
            bool& told = m_busy[group];
            if (told != isBusy) {
                told = isBusy;
                m_watch.setBusy(group, isBusy);
            }
        }
    }
    void tellSilence(bool isLong) {
        const std::string why = m_watch.status().recordsProblem;
        if (!why.empty() && isLong && why != m_recordsProblem) {
            m_context.remark("bscope: __consumer_offsets is not read (" + why +
                             "): what happens between two answers of the coordinator is not seen");
            m_recordsProblem = why;
        }
        if (!isLong || std::exchange(m_isSilenceTold, true)) {
            return;
        }
        for (const std::string& group : m_options.groups) {
            if (!m_watched.hasSeen(group)) {
                m_context.remark(fmt::format("bscope: no broker knows group {} yet", escapedName(group)));
            }
        }
    }

    const CommandContext& m_context;
    const GroupsOptions& m_options;
    GroupWatch& m_watch;
    WatchedGroups& m_watched;
    std::map<std::string, bool> m_busy;
    std::string m_recordsProblem;
    bool m_isSilenceTold = false;
};

int watchCluster(const CommandContext& context, const GroupsOptions& options, WatchPrinting printing) {
    std::optional<std::chrono::milliseconds> duration;
    if (!options.duration.empty()) {
        const auto parsed = parseDuration("--for", options.duration);
        if (!parsed) {
            return context.fail(parsed.error());
        }
        duration = *parsed;
    }
    LiveCluster cluster(kKeptExchanges);
    if (const int status = cluster.connect(context); status != kDone) {
        return status;
    }
    GroupWatchOptions wanted;
    wanted.choice = context.choice();
    wanted.poll.groups = {options.groups.begin(), options.groups.end()};
    wanted.poll.isDescribing = printing.sources.contains(EventSource::Describe);
    wanted.isReadingRecords = printing.sources.contains(EventSource::Offsets);
    WatchedGroups watched(context, std::move(printing));
    GroupWatch watch(cluster.workbench(), context.registry(), std::move(wanted), context.limits);
    LiveWatch(context, options, watch, watched).run(duration);
    if (const auto problem = watch.problem()) {
        return cluster.fail(context, *problem);
    }
    watched.finish();
    watched.print();
    if (options.report) {
        watched.printReports();
    }
    return kDone;
}

int runGroups(const CommandContext& context, const GroupsOptions& options) {
    const auto format = context.format({"text", "json"});
    if (!format) {
        return context.fail(format.error());
    }
    if (const std::string sentence = groupsMisuse(options); !sentence.empty()) {
        return context.fail(kUsageError, sentence);
    }
    const bool isJson = *format == "json";
    if (options.action == "list") {
        return listGroups(context, options, isJson);
    }
    if (options.action == "describe") {
        return describe(context, options, isJson);
    }
    auto sources = readSources(options);
    if (!sources) {
        return context.fail(sources.error());
    }
    WatchPrinting printing = watchPrinting(options, isJson, std::move(*sources));
    return options.files.empty() ? watchCluster(context, options, std::move(printing))
                                 : watchFiles(context, options, std::move(printing));
}

}  // namespace

void addGroupsCommand(CLI::App& app, CommandContext& context, CommandAction& action) {
    auto options = std::make_shared<GroupsOptions>();
    CLI::App* command = app.add_subcommand("groups", "Groups of a cluster: list, describe GROUP, watch GROUP...");
    command->footer(kGroupsFooter);
    command->add_option("ACTION", options->action, "list, describe or watch")
        ->required()
        ->check(CLI::IsMember({"list", "describe", "watch"}));
    command->add_option("GROUP", options->groups, "The group to describe, or the groups to watch (none: all)");
    command->add_option("--source", options->source, "Watch by describe, offsets, or both with a comma (default both)")
        ->type_name("SOURCE");
    command->add_option("--for", options->duration, "Watch for so long: 500ms, 30s, 2m")->type_name("TIME");
    command->add_flag("--report", options->report, "End a watch with the report of each group");
    command
        ->add_option("--file", options->files,
                     "Watch what a recording, a capture or segments tell, in place of a broker; may repeat")
        ->type_name("FILE")
        ->allow_extra_args(false);
    command->callback(
        [&context, &action, options] { action = [&context, options] { return runGroups(context, *options); }; });
}

}  // namespace brokerscope
