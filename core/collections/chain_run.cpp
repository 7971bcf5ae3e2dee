#include "core/collections/chain_run.h"

#include "core/query/path_values.h"
#include "core/value/json_writer.h"

#include <algorithm>
#include <fmt/format.h>

namespace brokerscope {
namespace {

constexpr std::int64_t kNsPerMs = 1'000'000;

// The value at a path as JSON: a list where the path has [], nothing where there is no value.
std::optional<std::string> valueAt(const AnsweredRequest& messages, const FilterPath& path) {
    const bool isList = std::any_of(path.steps.begin(), path.steps.end(), [](const PathStep& step) {
        return step.isElement && step.element == PathStep::kAny;
    });
    const NodeRef& message = messages.message(path.scope);
    std::vector<std::string> values;
    visitPathNodes(message, path, [&](const NodeRef& node) {
        values.push_back(toJson(node));
        return !isList;
    });
    if (isList) {
        return message.isValid() ? std::optional(fmt::format("[{}]", fmt::join(values, ","))) : std::nullopt;
    }
    return values.empty() ? std::nullopt : std::optional(std::move(values.front()));
}

// Variables that a request will set, so that those behind it may name them.
void declareVariables(VariableScope& scope, const RequestPlan& plan, const std::string& by) {
    for (const AnswerVariable& variable : plan.variables) {
        scope.set(VariableLayer::Answer, variable.name, {std::nullopt, std::nullopt, by});
    }
}

}  // namespace

bool isFailure(RequestVerdict::Outcome outcome) {
    return outcome != RequestVerdict::Outcome::Passed;
}

std::vector<RequestPlan> planChain(const CollectedChain& chain, VariableScope scope, const PlanContext& context) {
    std::vector<RequestPlan> plans;
    for (const CollectedRequest& request : chain.requests) {
        plans.push_back(planRequest(request.content, scope, context));
        declareVariables(scope, plans.back(), request.path);
    }
    return plans;
}

ChainRun::ChainRun(const CollectedChain& chain, VariableScope scope, PlanContext context)
    : m_chain(chain), m_scope(std::move(scope)), m_context(std::move(context)) {}

ChainRun::Step ChainRun::next(const ChainTime& now) {
    while (m_verdicts.size() < m_chain.requests.size()) {
        if (m_waitUntilNs && now.steadyNs < *m_waitUntilNs) {
            return Wait{*m_waitUntilNs};
        }
        m_waitUntilNs.reset();
        if (m_plan || plan(now)) {
            m_isAsked = true;
            return Send{m_verdicts.size(), &*m_plan};
        }
    }
    return End{};
}

// False: it cannot be sent, and has its verdict.
bool ChainRun::plan(const ChainTime& now) {
    m_scope.set(VariableLayer::BuiltIn, "nowMs", VariableValue::ofNumber(now.wallMs));
    m_plan = planRequest(request().content, m_scope, m_context);
    m_attempts = 0;
    m_firstSentNs = now.steadyNs;
    if (!m_plan->hasErrors() && m_plan->pending.empty()) {
        return true;
    }
    RequestVerdict verdict;
    verdict.outcome = RequestVerdict::Outcome::NotSent;
    if (!m_plan->hasErrors()) {
        const VariableValue* value = m_scope.find(m_plan->pending);
        verdict.problems.push_back(fmt::format("the variable \"{}\" has no value: {} did not set it", m_plan->pending,
                                               value != nullptr ? value->setBy : std::string("nobody")));
    }
    declareVariables(m_scope, *m_plan, request().path);
    conclude(std::move(verdict));
    return false;
}

void ChainRun::answered(const ChainAnswer& answer, const ChainTime& now) {
    m_isAsked = false;
    ++m_attempts;
    RequestVerdict verdict;
    if (retries(answer, now, verdict)) {
        return;
    }
    for (const Expectation& expectation : m_plan->expectations) {
        verdict.expectations.push_back(expectation.check(answer.messages, *m_context.registry));
    }
    const bool isMissing =
        answer.missing && std::none_of(m_plan->expectations.begin(), m_plan->expectations.end(),
                                       [](const Expectation& each) { return each.isAboutFailure(); });
    if (isMissing) {
        verdict.problems.push_back(*answer.missing);
    }
    const auto add = [&verdict](const std::vector<std::string>& sentences) {
        verdict.problems.insert(verdict.problems.end(), sentences.begin(), sentences.end());
    };
    add(answer.faults);
    if (m_plan->expectations.empty()) {
        add(answer.errors);
    }
    placeRemarks(answer.remarks, verdict);
    setVariables(answer.messages, verdict);
    const bool holds = std::all_of(verdict.expectations.begin(), verdict.expectations.end(),
                                   [](const ConditionResult& result) { return result.ok; });
    verdict.outcome = isMissing                           ? RequestVerdict::Outcome::NoAnswer
                      : holds && verdict.problems.empty() ? RequestVerdict::Outcome::Passed
                                                          : RequestVerdict::Outcome::Failed;
    conclude(std::move(verdict));
}

bool ChainRun::retries(const ChainAnswer& answer, const ChainTime& now, RequestVerdict& verdict) {
    // A condition on an answer says nothing where there is none.
    if (!m_plan->retry || (answer.missing && !m_plan->retry->condition.isAboutFailure())) {
        return false;
    }
    const RetryRule& rule = *m_plan->retry;
    const ConditionResult result = rule.condition.check(answer.messages, *m_context.registry);
    if (!result.ok) {
        return false;
    }
    const std::int64_t nextNs = now.steadyNs + rule.everyMs * kNsPerMs;
    if (nextNs < m_firstSentNs + rule.forMs * kNsPerMs) {
        m_waitUntilNs = nextNs;
        return true;
    }
    verdict.problems.push_back(fmt::format("after {} ms and {} attempts still {}: it is {}", rule.forMs, m_attempts,
                                           result.condition(), result.masked));
    return false;
}

void ChainRun::setVariables(const AnsweredRequest& messages, RequestVerdict& verdict) {
    declareVariables(m_scope, *m_plan, request().path);
    for (const AnswerVariable& variable : m_plan->variables) {
        if (auto value = valueAt(messages, variable.path)) {
            m_scope.set(VariableLayer::Answer, variable.name, {std::move(value)});
        } else if (messages.response.isValid() || variable.path.scope != PathScope::Response) {
            verdict.problems.push_back(
                fmt::format("the variable \"{}\" is not set: there is no {}", variable.name, variable.path.toString()));
        }
    }
}

void ChainRun::notSent(const Error& error) {
    RequestVerdict verdict;
    verdict.outcome = RequestVerdict::Outcome::NotSent;
    if (error.path.empty()) {
        verdict.problems.push_back(error.text());
    } else {
        placeRemarks({{Severity::Error, error.id, error.arguments, {}, error.path}}, verdict);
    }
    declareVariables(m_scope, *m_plan, request().path);
    conclude(std::move(verdict));
}

void ChainRun::stop() {
    if (m_plan && (m_isAsked || m_attempts > 0)) {
        RequestVerdict verdict;
        verdict.outcome = m_isAsked ? RequestVerdict::Outcome::NoAnswer : RequestVerdict::Outcome::Failed;
        verdict.problems.push_back(m_isAsked
                                       ? "stopped before its answer came: it may have been sent"
                                       : fmt::format("stopped before it was sent again (attempts: {})", m_attempts));
        m_attempts += m_isAsked ? 1 : 0;
        declareVariables(m_scope, *m_plan, request().path);
        conclude(std::move(verdict));
    }
    skipOthers();
}

void ChainRun::skipOthers() {
    while (m_verdicts.size() < m_chain.requests.size()) {
        m_verdicts.emplace_back();
    }
    m_plan.reset();
    m_waitUntilNs.reset();
}

void ChainRun::placeRemarks(std::vector<Diagnostic> remarks, RequestVerdict& verdict) const {
    if (remarks.empty()) {
        return;
    }
    const RequestFile& file = request().content;
    const auto json = CommentedJson::parse(std::string(file.body()), m_context.limits);
    for (Diagnostic& remark : remarks) {
        remark.span = json ? placeInBody(file, *json, remark.path)
                           : ByteSpan{BufferId::Main, file.bodyBegin(), file.body().size()};
        verdict.remarks.push_back(remarkOn(request().file, request().content.text(), std::move(remark)));
    }
}

void ChainRun::conclude(RequestVerdict verdict) {
    verdict.attempts = m_attempts;
    verdict.name = m_plan->name;
    verdict.apiKey = m_plan->apiKey;
    std::vector<FileRemark> placed;
    for (const Diagnostic& remark : m_plan->remarks) {
        placed.push_back(remarkOn(request().file, request().content.text(), remark));
    }
    verdict.remarks.insert(verdict.remarks.begin(), placed.begin(), placed.end());
    const bool ends = isFailure(verdict.outcome) && m_plan->stopsOnFailure;
    m_verdicts.push_back(std::move(verdict));
    m_plan.reset();
    m_isAsked = false;
    if (ends) {
        skipOthers();
    }
}

}  // namespace brokerscope
