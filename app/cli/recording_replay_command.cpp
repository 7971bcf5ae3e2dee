#include "app/cli/recording_replay_command.h"

#include "app/cli/cluster_options.h"
#include "app/cli/counted.h"
#include "app/cli/difference_output.h"
#include "app/cli/exchange_output.h"
#include "app/cli/interruption.h"
#include "app/cli/live_cluster.h"
#include "app/cli/recording_export.h"
#include "core/codec/frame_layouts.h"
#include "core/text/diagnostic_json.h"
#include "core/text/json_object.h"
#include "core/workbench/recording_replay.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace brokerscope {
namespace {

enum class ReplayVerdict : std::uint8_t { Same, Different, Failed, NotSent };

struct VerdictWords {
    std::string_view json;
    std::string_view text;
};
// By ReplayVerdict.
constexpr std::array<VerdictWords, 4> kVerdicts{VerdictWords{"same", "same"}, VerdictWords{"different", "DIFF"},
                                                VerdictWords{"failed", "FAIL"}, VerdictWords{"notSent", "skip"}};

// An answer that the recorded request had, and this one has not, did not come.
ReplayVerdict verdictOf(const ReplayOutcome& outcome) {
    if (!outcome.sent) {
        return outcome.error ? ReplayVerdict::Failed : ReplayVerdict::NotSent;
    }
    if (outcome.sent->exchange->failure && !outcome.recorded.exchange.failure) {
        return ReplayVerdict::Failed;
    }
    return outcome.isSame() ? ReplayVerdict::Same : ReplayVerdict::Different;
}

class ReplayPrinter {
public:
    ReplayPrinter(const CommandContext& context, const ReplayCommand& what) : m_context(context), m_what(what) {}

    void add(const ReplayOutcome& outcome) {
        const ReplayVerdict verdict = verdictOf(outcome);
        ++m_counts[static_cast<std::size_t>(verdict)];
        if (m_what.isJson) {
            printJson(outcome, verdict);
        } else {
            printText(outcome, verdict);
        }
    }

    int finish() const {
        m_context.remark(fmt::format("{} the same answer, {} another one, {} none, {} not sent",
                                     counted(count(ReplayVerdict::Same), "request got", "requests got"),
                                     count(ReplayVerdict::Different), count(ReplayVerdict::Failed),
                                     count(ReplayVerdict::NotSent)));
        if (count(ReplayVerdict::Failed) > 0) {
            return kNoAnswer;
        }
        return count(ReplayVerdict::Different) + count(ReplayVerdict::NotSent) > 0 ? kDataError : kDone;
    }

private:
    std::uint64_t count(ReplayVerdict verdict) const { return m_counts[static_cast<std::size_t>(verdict)]; }

    static std::string reasonOf(const ReplayOutcome& outcome) {
        if (outcome.error) {
            return outcome.error->text();
        }
        const bool hasFailed = outcome.sent && outcome.sent->exchange->failure;
        return hasFailed ? outcome.sent->exchange->failure->text() : outcome.notSent;
    }

    static std::string replacedJson(const std::vector<ReplacedValue>& values) {
        std::string out;
        {
            JsonArray array(out);
            for (const ReplacedValue& value : values) {
                array.next();
                JsonObject object(out);
                object.add("path", value.path);
                object.add("entity", value.entity);
                object.add("from", value.from);
                object.addTextOrNull("to", value.to);
            }
        }
        return out;
    }

    void printJson(const ReplayOutcome& outcome, ReplayVerdict verdict) const {
        const Exchange& recorded = outcome.recorded.exchange;
        std::string out;
        {
            JsonObject object(out);
            object.add("frame", outcome.recorded.packet());
            object.addJson("api", apiReferenceJson(m_context, recorded.apiKey, recorded.apiVersion));
            object.add("outcome", kVerdicts[static_cast<std::size_t>(verdict)].json);
            object.addTextOrNull("reason", reasonOf(outcome));
            object.addJson("mapped", replacedJson(outcome.replaced));
            object.addJson("differences", differencesJson(outcome.differences));
            object.addJson("exchange", outcome.sent ? exchangeJson(m_context, *outcome.sent).text : "null");
        }
        m_context.line(out);
    }

    void printText(const ReplayOutcome& outcome, ReplayVerdict verdict) const {
        const Exchange& recorded = outcome.recorded.exchange;
        const std::string name = recorded.apiKey
                                     ? requestName(m_context.registry(), *recorded.apiKey, recorded.apiVersion)
                                     : std::string("unknown API");
        std::string line =
            fmt::format("{} {} {}", kVerdicts[static_cast<std::size_t>(verdict)].text, outcome.recorded.packet(), name);
        if (outcome.sent) {
            line += " to " + outcome.sent->exchange->broker.toString();
        }
        const std::string reason = reasonOf(outcome);
        m_context.line(reason.empty() ? line : line + ": " + reason);
        for (const ReplacedValue& value : outcome.replaced) {
            m_context.line(
                value.to.empty()
                    ? fmt::format("     {}: {} was sent as it was: it is not known what it is here ({})", value.path,
                                  value.from, value.entity)
                    : fmt::format("     {}: {} was sent as {} ({})", value.path, value.from, value.to, value.entity));
        }
        printDifferences(m_context, outcome.differences, "     ", m_what.isVerbose);
    }

    const CommandContext& m_context;
    const ReplayCommand& m_what;
    std::array<std::uint64_t, kVerdicts.size()> m_counts{};
};

// Whether requests that change the cluster may be sent; asks once for all of them.
int consentToReplay(const CommandContext& context, const std::vector<ReplayChange>& changes) {
    if (changes.empty()) {
        return kDone;
    }
    std::string sentence = fmt::format("exchange {}: {}", changes.front().number, changes.front().sentence);
    if (changes.size() > 1) {
        sentence += fmt::format("; {} may too", counted(changes.size() - 1, "other request", "other requests"));
    }
    if (context.connection.readOnly) {
        return context.fail(kUsageError, sentence + ": it is refused in read-only mode");
    }
    return mayChangeCluster(context, sentence) ? kDone : kUsageError;
}

}  // namespace

int replayRecording(const CommandContext& context, ReplayCommand what) {
    const auto settings = clusterSettings(context);
    auto target = RequestTarget::parse(what.target);
    if (!settings || !target) {
        return context.fail(settings ? target.error() : settings.error());
    }
    RecordingSelection::Options selecting = selectionOptions(context, std::move(what.filter));
    selecting.withInternal = what.withInternal;
    selecting.keepsSecrets = true;  // they are sent, and not shown
    const auto selection = RecordingSelection::read(context.registry(), what.file, std::move(selecting));
    if (!selection) {
        return context.fail(selection.error());
    }
    const bool isDamaged = tellRecordingRemarks(context, selection->diagnostics());
    LiveCluster cluster;
    cluster.workbench().useCluster(*settings);
    const Interruption interruption;
    ReplayOptions options;
    options.verbatim = what.isVerbatim;
    options.mask = !context.global.unmask;
    options.target = std::move(*target);
    options.isCancelled = [&interruption] { return interruption.isAsked(); };
    const auto changes = RecordingReplay(cluster.workbench(), *selection, context.registry(), options).changes();
    if (const int status = consentToReplay(context, changes); status != kDone) {
        return status;
    }
    options.mayChange = true;
    if (const int status = cluster.connect(context); status != kDone) {
        return status;
    }
    RecordingReplay replay(cluster.workbench(), *selection, context.registry(), std::move(options));
    ReplayPrinter printer(context, what);
    while (const auto outcome = replay.next()) {
        printer.add(*outcome);
    }
    if (interruption.isAsked()) {
        return context.fail(kNoAnswer, "stopped; what was not sent is skipped");
    }
    const int status = printer.finish();
    return status == kDone && isDamaged ? kDataError : status;
}

}  // namespace brokerscope
