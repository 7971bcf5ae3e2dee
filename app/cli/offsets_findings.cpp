#include "app/cli/offsets_findings.h"

#include "app/cli/answer_sentence.h"
#include "app/cli/counted.h"
#include "core/base/utc_time.h"
#include "core/internal_topics/fact_list.h"
#include "core/text/assignment_text.h"
#include "core/text/json_object.h"
#include "core/workbench/answer_collector.h"
#include "core/workbench/object_history.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <fmt/format.h>
#include <ostream>
#include <type_traits>

namespace brokerscope {
namespace {

constexpr std::string_view kSecret = "***";
constexpr std::size_t kMostRows = 20;  // of one answer
constexpr std::array<std::string_view, 3> kChangeWords{"added", "removed", "changed"};

std::string_view changeWord(const ObjectDifference& difference) {
    return kChangeWords[static_cast<std::size_t>(difference.change)];
}

std::int64_t nowMs() {
    using namespace std::chrono;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

void writeValue(FactJson& json, const AnswerValue& value) {
    std::visit(
        [&json](const auto& one) {
            using Value = std::decay_t<decltype(one)>;
            if constexpr (std::is_same_v<Value, std::string>) {
                json.text(one);
            } else if constexpr (std::is_same_v<Value, double>) {
                json.real(one);
            } else if constexpr (std::is_same_v<Value, bool>) {
                json.flag(one);
            } else if constexpr (std::is_same_v<Value, std::int64_t>) {
                json.number(one);
            } else if constexpr (std::is_same_v<Value, RecordPlace>) {
                json.text(placeText(one));
            } else {
                json.array(one, [&json](const std::string& each) { json.text(each); });
            }
        },
        value);
}

void printRow(const CommandContext& context, TopicQuestion question, const AnswerRow& row, bool isJson) {
    if (!isJson) {
        context.line(fmt::format("{}: {}", answerName(question), answerSentence(question, row)));
        return;
    }
    std::string line;
    {
        JsonObject object(line);
        object.add("answer", answerName(question));
        for (const AnswerFact& fact : row.facts) {
            FactJson json;
            writeValue(json, fact.value);
            object.addJson(fact.name, json.take());
        }
    }
    context.line(line);
}

void printAnswer(const CommandContext& context, const TopicAnswer& answer, bool isJson) {
    for (const AnswerRow& row : answer.rows) {
        printRow(context, answer.question, row, isJson);
    }
    if (answer.left == 0) {
        return;
    }
    if (!isJson) {
        context.line(fmt::format("more: and {} more of {}", answer.left, answerName(answer.question)));
        return;
    }
    std::string line;
    {
        JsonObject object(line);
        object.add("answer", "more");
        object.add("of", answerName(answer.question));
        object.add("number", answer.left);
    }
    context.line(line);
}

// Nothing: not every broker answered, which is said.
std::optional<std::vector<ProducerTransaction>> hangingOf(const CommandContext& context, LiveCluster& cluster,
                                                          int& status) {
    const auto& snapshot = cluster.view().snapshot;
    if (snapshot == nullptr || snapshot->fromController) {
        status = context.fail(kDataError, "which transactions hang is asked of brokers: --bootstrap with a broker's "
                                          "listener asks them");
        return std::nullopt;
    }
    const auto search = std::make_shared<HangingProducers>(*snapshot);
    ToldState told;
    for (StateQuestion& question : HangingProducers::questions(*snapshot, search)) {
        auto asking = cluster.workbench().send(std::move(question.request));
        asking.waitForFinished();
        takeAnswer(context.registry(), question, asking.result(), told);
    }
    for (const std::string& sentence : told.unanswered()) {
        status = context.fail(kDataError, sentence);
    }
    auto found = search->found();
    if (found && !found->empty()) {
        context.remark(
            "bscope: brokers list those transactional ids alone that this user may describe: transactions of "
            "others look as if they hung");
    }
    return found;
}

class HistoryPrinter {
public:
    HistoryPrinter(const CommandContext& context, bool isJson) : m_context(context), m_isJson(isJson) {}

    void print(const HistoryChange& change) {
        m_out.clear();
        m_isJson ? printJson(change) : printText(change);
        m_context.streams.out << m_out;
    }

private:
    std::string side(const std::optional<StateFact>& fact) const {
        if (!fact) {
            return "nothing";
        }
        return fact->isSecret && !m_context.global.unmask ? std::string(kSecret) : fact->json;
    }

    void printText(const HistoryChange& change) {
        const StateObjectId& id = change.difference.id;
        m_out += fmt::format("{} {} {} {} {}", placeText(change.record), utcTime(change.timestampMs),
                             objectKindName(id.kind), escapedName(id.id), changeWord(change.difference));
        m_out += change.operation.empty() ? std::string() : fmt::format(", {}", escapedName(change.operation));
        m_out += change.isMarker ? ", by the marker of a transaction\n" : "\n";
        std::size_t width = 0;
        for (const FactDifference& fact : change.difference.facts) {
            width = std::max(width, factName(fact.path()).size());
        }
        for (const FactDifference& fact : change.difference.facts) {
            const bool hasOrigin = fact.before && fact.before->from.offset >= 0;
            m_out += fmt::format("  {:<{}}  {}{} -> {}\n", escapedName(factName(fact.path())), width, side(fact.before),
                                 hasOrigin ? fmt::format(" from {}", placeText(fact.before->from)) : std::string(),
                                 side(fact.after));
        }
    }

    void printJson(const HistoryChange& change) {
        appendDifferenceJson(m_out, change.difference, m_context.global.unmask);
        m_out.pop_back();
        m_out += ',';
        std::string rest;
        {
            JsonObject object(rest);
            object.add("record", placeText(change.record));
            object.add("timestamp", change.timestampMs);
            object.add("marker", change.isMarker);
            if (change.operation.empty()) {
                object.addNull("operation");
            } else {
                object.add("operation", shownName(change.operation));
            }
        }
        m_out += rest.substr(1) + '\n';
    }

    const CommandContext& m_context;
    bool m_isJson;
    std::string m_out;
};

}  // namespace

int printAnswers(const CommandContext& context, OffsetsSource& source, const StatePrinting& printing) {
    const TopicRecordReader reader(context.registry(), context.choice());
    AnswerCollector collector(reader, *reader.topic(printing.decodedAs), context.limits);
    OffsetsState state(context, printing,
                       {[&collector](const TopicState& folded, const RecordView& view, const BatchContext& batch) {
                            collector.take(folded.partition(), view, batch);
                        },
                        {}},
                       [&collector](std::int32_t partition) { return collector.makeState(partition); });
    const int status = source.readState(printing.moment, StateBeginning::WholeLog,
                                        [&state](const TopicEntry& entry) { return state.take(entry); });
    state.finish();
    AnswerOptions options;
    options.groups = printing.groups;
    options.mostRows = kMostRows;
    if (source.knowsTopics()) {
        options.isTopicThere = [&source](std::string_view name, const Uuid& id) {
            return source.isTopicThere(name, id);
        };
    } else if (printing.decodedAs == kOffsetsTopic) {
        context.remark("bscope: which topics there are is not known (no copy of __cluster_metadata is beside the "
                       "files): offsets of missing topics are not looked for");
    }
    // What was copied has no now of its own but its last record.
    const bool isNow = !source.isOfFiles() && printing.moment.isNow();
    options.nowMs = isNow ? nowMs() : -1;
    int asked = kDone;
    if (isNow && collector.isOfTransactions()) {
        options.hanging = hangingOf(context, source.cluster(), asked);
    }
    for (const TopicAnswer& answer : collector.answers(state.fold(), options).answers) {
        printAnswer(context, answer, printing.isJson);
    }
    context.streams.out.flush();
    state.tellCounts();
    return std::max({status, asked, state.status()});
}

int printHistory(const CommandContext& context, OffsetsSource& source, const StatePrinting& printing,
                 const std::string& object, const std::vector<std::string>& facts) {
    const TopicRecordReader reader(context.registry(), context.choice());
    const InternalTopicFacts& topic = *reader.topic(printing.decodedAs);
    ObjectHistory history(reader, topic, {object, facts}, source.topicNames(), context.limits);
    OffsetsState state(context, printing,
                       {[&history](const TopicState& folded, const RecordView& view, const BatchContext& batch) {
                            history.take(folded, view, batch);
                        },
                        [&history](const TopicState& folded) { history.begin(folded); }},
                       [&history](std::int32_t partition) { return history.makeState(partition); });
    const int status = source.readState(printing.moment, StateBeginning::WholeLog,
                                        [&state](const TopicEntry& entry) { return state.take(entry); });
    state.finish();
    HistoryPrinter printer(context, printing.isJson);
    std::vector<HistoryChange> changes = history.changes();
    std::erase_if(changes, [](const HistoryChange& change) { return !change.isChange; });
    std::ranges::for_each(changes, [&printer](const HistoryChange& change) { printer.print(change); });
    context.streams.out.flush();
    context.remark(fmt::format("{}: {}", object, counted(changes.size(), "change", "changes")));
    state.tellCounts();
    return std::max(status, state.status());
}

}  // namespace brokerscope
