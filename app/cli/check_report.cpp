#include "app/cli/check_report.h"

#include "app/cli/counted.h"
#include "app/cli/exchange_output.h"
#include "core/text/diagnostic_json.h"
#include "core/text/json_object.h"
#include "core/text/junit_report.h"

#include <algorithm>
#include <fmt/format.h>
#include <ostream>

namespace brokerscope {
namespace {

bool isBad(const CheckOutcome& outcome) {
    return !outcome.expected || outcome.result == CheckResult::Undecodable;
}

std::string whatHappened(const CommandContext& context, const CheckOutcome& outcome) {
    std::string text(checkResultName(outcome.result));
    for (std::size_t i = 0; i < outcome.errors.size() && i < 3; ++i) {
        text += ", " + context.registry().errorName(outcome.errors[i].code) + " at " + outcome.errors[i].path;
    }
    if (outcome.failure) {
        text += ", " + outcome.failure->text();
    }
    if (outcome.unread > 0) {
        text += fmt::format(", {} unread", counted(outcome.unread, "byte", "bytes"));
    }
    for (const Diagnostic& diagnostic : outcome.diagnostics) {
        const bool isFailure = outcome.failure && diagnostic.id == outcome.failure->error.id &&
                               diagnostic.arguments == outcome.failure->error.arguments;
        text += isFailure ? std::string() : ", " + diagnosticLine(diagnostic);
    }
    // What the table says about a version explains an outcome that it expects, and is no plain answer.
    if (!outcome.note.empty() && outcome.result != CheckResult::Answered && !isBad(outcome)) {
        text += " (" + outcome.note + ')';
    }
    return text;
}

// Why there is no answer, else the first thing that makes the answer no plain one; "null" where it is one.
std::string errorJson(const CommandContext& context, const CheckOutcome& outcome) {
    if (outcome.failure) {
        return transportErrorJson(*outcome.failure);
    }
    std::string code;
    std::string message;
    if (outcome.result == CheckResult::Refused && !outcome.errors.empty()) {
        const ErrorFinding& first = outcome.errors.front();
        const ErrorCodeInfo* info = context.registry().errorCode(first.code);
        code = info != nullptr ? info->name : std::to_string(first.code);
        message = fmt::format("{} at {}", context.registry().errorName(first.code), first.path);
    } else if (outcome.result == CheckResult::Undecodable && !outcome.diagnostics.empty()) {
        code = outcome.diagnostics.front().code();
        message = outcome.diagnostics.front().text();
    } else {
        return "null";
    }
    std::string out;
    {
        JsonObject object(out);
        object.add("code", code);
        object.add("message", message);
    }
    return out;
}

std::string outcomeJson(const CommandContext& context, const CheckOutcome& outcome) {
    std::string out;
    {
        JsonObject object(out);
        object.addJson("api", apiReferenceJson(context, outcome.apiKey, outcome.version));
        object.add("outcome", checkResultName(outcome.result));
        object.add("expected", outcome.expected);
        object.addJson("error", errorJson(context, outcome));
        object.addJson("errors", errorFindingsJson(context, outcome.errors));
        object.add("unread", outcome.unread);
        object.addKey("diagnostics");
        appendDiagnosticsJson(out, outcome.diagnostics);
        object.add("note", outcome.note);
    }
    return out;
}

// How versions that were left out are tried all the same.
std::string_view remedyFor(std::string_view reason) {
    if (reason == kSkippedMutating || reason == kSkippedTopic) {
        return "; --yes tries them";
    }
    if (reason == kSkippedUnlisted) {
        return "; --unadvertised tries them all the same";
    }
    return reason == kSkippedThrowaway ? "; --yes --throwaway tries them, on a broker that may be lost" : "";
}

}  // namespace

void CheckReport::add(const CheckOutcome& outcome) {
    if (outcome.result == CheckResult::Skipped) {
        leaveOut(outcome);
        return;
    }
    const std::string happened = whatHappened(m_context, outcome);
    const bool bad = isBad(outcome);
    if (m_json) {
        m_context.line(outcomeJson(m_context, outcome));
    } else {
        m_context.line(
            fmt::format("{:<4} {:<36} v{:<3} {}", bad ? "BAD" : "ok", outcome.apiName, outcome.version, happened));
    }
    m_context.streams.out.flush();
    m_answered += outcome.result == CheckResult::Answered ? 1 : 0;
    m_refused += !bad && outcome.result != CheckResult::Answered ? 1 : 0;
    addCase(outcome, bad ? happened : std::string());
}

void CheckReport::addCase(const CheckOutcome& outcome, std::string problem) {
    m_cases.push_back({outcome.apiName, fmt::format("v{}", outcome.version), std::move(problem),
                       outcome.result == CheckResult::Skipped});
}

void CheckReport::leaveOut(const CheckOutcome& outcome) {
    addCase(outcome, {});
    auto group = std::find_if(m_leftOut.begin(), m_leftOut.end(),
                              [&](const LeftOut& one) { return one.reason == outcome.note; });
    if (group == m_leftOut.end()) {
        group = m_leftOut.insert(m_leftOut.end(), {outcome.note, 0, {}});
    }
    ++group->versions;
    if (group->apis.empty() || group->apis.back() != outcome.apiName) {
        group->apis.push_back(outcome.apiName);
    }
}

void CheckReport::finish() const {
    const auto bad =
        std::count_if(m_cases.begin(), m_cases.end(), [](const Case& each) { return !each.problem.empty(); });
    const auto skipped = std::count_if(m_cases.begin(), m_cases.end(), [](const Case& each) { return each.skipped; });
    m_context.remark(fmt::format("{} versions: {} answered, {} refused as expected, {} skipped, {} not as expected",
                                 m_cases.size(), m_answered, m_refused, skipped, bad));
    for (const LeftOut& group : m_leftOut) {
        m_context.remark(fmt::format("not tried ({}): {} of {}{}", group.reason,
                                     counted(group.versions, "version", "versions"), fmt::join(group.apis, ", "),
                                     remedyFor(group.reason)));
    }
}

std::string CheckReport::junit() const {
    JunitSuite suite{"bscope check", {}};
    for (const Case& each : m_cases) {
        JunitCase made;
        made.className = each.api;
        made.name = each.name;
        made.outcome = each.skipped           ? JunitCase::Outcome::Skipped
                       : each.problem.empty() ? JunitCase::Outcome::Passed
                                              : JunitCase::Outcome::Failed;
        made.message = each.problem;
        suite.cases.push_back(std::move(made));
    }
    return junitXml({suite});
}

int CheckReport::status() const {
    const bool bad =
        std::any_of(m_cases.begin(), m_cases.end(), [](const Case& each) { return !each.problem.empty(); });
    return bad ? kDataError : kDone;
}

}  // namespace brokerscope
