#include "app/cli/run_report.h"

#include "app/cli/counted.h"
#include "app/cli/exchange_output.h"
#include "app/cli/live_cluster.h"
#include "core/text/assignment_text.h"
#include "core/text/diagnostic_json.h"
#include "core/text/json_object.h"
#include "core/value/json_text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <ostream>

namespace brokerscope {
namespace {

using Outcome = RequestVerdict::Outcome;

struct OutcomeRow {
    std::string_view mark;  // in text
    std::string_view name;  // in JSON
    JunitCase::Outcome junit;
};
// By Outcome.
constexpr std::array kOutcomes{
    OutcomeRow{"ok", "passed", JunitCase::Outcome::Passed}, OutcomeRow{"FAIL", "failed", JunitCase::Outcome::Failed},
    OutcomeRow{"NONE", "noAnswer", JunitCase::Outcome::Error}, OutcomeRow{"BAD", "notSent", JunitCase::Outcome::Error},
    OutcomeRow{"skip", "skipped", JunitCase::Outcome::Skipped}};

const OutcomeRow& rowOf(const CollectedOutcome& outcome) {
    return kOutcomes[static_cast<std::size_t>(outcome.verdict.outcome)];
}

std::string_view actualOf(const ConditionResult& result, bool isMasking) {
    return isMasking ? result.masked : result.actual;
}

// What is wrong, a line each: expectations that do not hold, then everything else.
std::vector<std::string> complaintsOf(const CollectedOutcome& outcome) {
    std::vector<std::string> lines;
    if (outcome.verdict.outcome != Outcome::NoAnswer) {
        for (const ConditionResult& result : outcome.verdict.expectations) {
            if (!result.ok) {
                lines.push_back(fmt::format("{}: {}", result.condition(), result.sentence));
            }
        }
    }
    lines.insert(lines.end(), outcome.verdict.problems.begin(), outcome.verdict.problems.end());
    for (const FileRemark& remark : outcome.verdict.remarks) {
        if (remark.isError()) {
            lines.push_back(remark.line());
        }
    }
    return lines;
}

// What went over the wire, on one line.
std::string headingOf(const CommandContext& context, const CollectedOutcome& outcome) {
    if (!outcome.sent) {
        return {};
    }
    const Exchange& exchange = *outcome.sent->exchange;
    const std::string id = outcome.sent->broker.id >= 0 ? fmt::format("broker {} ", outcome.sent->broker.id) : "";
    return exchangeHeading(context, exchange, id + exchange.broker.toString());
}

std::string expectationsJson(const CollectedOutcome& outcome, bool isMasking) {
    std::string out;
    {
        JsonArray array(out);
        for (const ConditionResult& result : outcome.verdict.expectations) {
            array.next();
            JsonObject object(out);
            object.add("path", result.path);
            object.add("op", result.op);
            object.addJson("expected", result.isSecret && isMasking ? "\"***\"" : result.expected);
            object.addJson("actual", actualOf(result, isMasking));
            object.add("ok", result.ok);
        }
    }
    return out;
}

std::string remarksJsonOf(const CollectedOutcome& outcome) {
    std::string out;
    {
        JsonArray array(out);
        for (const FileRemark& remark : outcome.verdict.remarks) {
            array.next();
            JsonObject object(out);
            object.add("severity", severityName(remark.diagnostic.severity));
            object.add("code", remark.diagnostic.code());
            object.add("message", remark.diagnostic.text());
            object.add("line", std::uint64_t{remark.place.value_or(TextPlace()).line});
            object.add("column", std::uint64_t{remark.place.value_or(TextPlace()).column});
        }
    }
    return out;
}

std::string textsJson(const std::vector<std::string>& texts) {
    std::string out;
    {
        JsonArray array(out);
        for (const std::string& text : texts) {
            array.next();
            appendJsonString(out, text);
        }
    }
    return out;
}

// Requests that stand in no folder of the collection are its own.
std::string suiteName(const CollectedChain& chain) {
    return chain.folder.empty() ? "collection" : chain.folder;
}

JunitCase caseOf(const CollectedRequest& request, const CollectedChain& chain, const std::string& name) {
    JunitCase made;
    made.className = suiteName(chain);
    made.name = name.empty() ? std::string(request.fileName()) : name;
    made.file = request.file;
    return made;
}

int statusOfOutcome(const CollectedOutcome& outcome) {
    switch (outcome.verdict.outcome) {
        case Outcome::Passed:
        case Outcome::Skipped:
            return kDone;
        case Outcome::NoAnswer:
            return kNoAnswer;
        case Outcome::NotSent:
            return outcome.error ? statusOfError(*outcome.error) : kDataError;
        case Outcome::Failed:
            break;
    }
    return kDataError;
}

}  // namespace

void RunReport::add(const CollectedOutcome& outcome) {
    if (m_json) {
        m_context.line(json(outcome));
    } else {
        print(outcome);
    }
    m_context.streams.out.flush();
    m_status = std::max(m_status, statusOfOutcome(outcome));
    addCase(outcome);
}

void RunReport::print(const CollectedOutcome& outcome) {
    std::string line = fmt::format("{:<4} {}", rowOf(outcome).mark, outcome.file().path);
    if (const std::string heading = headingOf(m_context, outcome); !heading.empty()) {
        line += "  " + heading;
    }
    if (outcome.verdict.attempts > 1) {
        line += fmt::format(", {} attempts", outcome.verdict.attempts);
    }
    // What brokers and files say is no command to the terminal.
    m_context.line(escapedName(line));
    for (const std::string& complaint : complaintsOf(outcome)) {
        m_context.line("     " + escapedName(complaint));
    }
    for (const FileRemark& remark : outcome.verdict.remarks) {
        if (!remark.isError()) {
            m_context.remark(remark.line());
        }
    }
}

std::string RunReport::json(const CollectedOutcome& outcome) const {
    const bool isMasking = !m_context.global.unmask;
    std::string out;
    {
        JsonObject object(out);
        object.add("file", outcome.file().path);
        object.add("name", outcome.verdict.name.empty() ? outcome.file().fileName() : outcome.verdict.name);
        object.add("outcome", rowOf(outcome).name);
        object.add("attempts", std::uint64_t{outcome.verdict.attempts});
        if (outcome.sent) {
            object.addJson("exchange", exchangeJson(m_context, *outcome.sent).text);
        } else if (outcome.error) {
            object.addJson("exchange", unsentJson(m_context, outcome.verdict.apiKey, *outcome.error, {}));
        } else {
            object.addNull("exchange");
        }
        object.addJson("expectations", expectationsJson(outcome, isMasking));
        object.addJson("problems", textsJson(outcome.verdict.problems));
        object.addJson("remarks", remarksJsonOf(outcome));
    }
    return out;
}

void RunReport::addCase(const CollectedOutcome& outcome) {
    const std::string name = suiteName(*outcome.chain);
    if (m_suites.empty() || m_suites.back().name != name) {
        m_suites.push_back({name, {}});
    }
    JunitCase made = caseOf(outcome.file(), *outcome.chain, outcome.verdict.name);
    made.outcome = rowOf(outcome).junit;
    if (outcome.verdict.outcome == Outcome::Skipped) {
        made.message = "a request before it failed, or the run was stopped before it";
    } else {
        made.seconds = outcome.durationMs / 1000;
        const std::vector<std::string> complaints = complaintsOf(outcome);
        made.message = complaints.empty() ? std::string() : complaints.front();
        made.details = complaints.size() > 1 ? fmt::format("{}", fmt::join(complaints, "\n")) : std::string();
    }
    m_suites.back().cases.push_back(std::move(made));
}

std::string RunReport::junit() const {
    return junitXml(m_suites);
}

void RunReport::finish() const {
    std::array<std::size_t, 4> counts{};
    std::size_t all = 0;
    for (const JunitSuite& suite : m_suites) {
        all += suite.cases.size();
        for (const JunitCase& each : suite.cases) {
            ++counts[static_cast<std::size_t>(each.outcome)];
        }
    }
    m_context.remark(fmt::format("{}: {} passed, {} failed, {} without an answer or not sent, {} skipped",
                                 counted(all, "request", "requests"), counts[0], counts[1], counts[2], counts[3]));
}

std::string junitOfUnreached(const Collection& collection, const std::string& reason) {
    std::vector<JunitSuite> suites;
    for (const CollectedChain& chain : collection.chains()) {
        JunitSuite& suite = suites.emplace_back(JunitSuite{suiteName(chain), {}});
        for (const CollectedRequest& request : chain.requests) {
            JunitCase made = caseOf(request, chain, {});
            made.outcome = JunitCase::Outcome::Error;
            made.message = reason;
            suite.cases.push_back(std::move(made));
        }
    }
    return junitXml(suites);
}

}  // namespace brokerscope
