#include "core/workbench/collection_run.h"

#include "core/text/diagnostic_json.h"
#include "core/topology/node_values.h"
#include "core/value/json_reader.h"
#include "core/workbench/planned_job.h"
#include "core/workbench/raw_request.h"
#include "core/workbench/workbench.h"

#include <chrono>
#include <fmt/format.h>
#include <random>
#include <thread>

namespace brokerscope {
namespace {

constexpr std::chrono::milliseconds kPause{1};  // between two looks at what is waited for
constexpr double kNsPerMillisecond = 1e6;

ChainTime chainNow() {
    const auto sinceEpoch = std::chrono::system_clock::now().time_since_epoch();
    return {steadyNow(), std::chrono::duration_cast<std::chrono::milliseconds>(sinceEpoch).count()};
}

std::string causeOf(const TransportError& failure) {
    return failure.cause ? fmt::format("{} ({})", failure.text(), failure.cause->sentence) : failure.text();
}

ChainAnswer chainAnswer(const SendResult& sent, const SchemaRegistry& registry) {
    const Exchange& exchange = *sent.exchange;
    ChainAnswer answer;
    answer.messages.request = bodyOf(sent.request);
    answer.messages.response = bodyOf(sent.response);
    answer.messages.header = NodeRef::root(sent.request).find("header").value_or(NodeRef());
    const double totalMs = timingOf(exchange.times).totalMs;
    if (exchange.response && totalMs >= 0) {
        answer.messages.latencyMs = totalMs;
    }
    if (exchange.failure) {
        answer.missing = causeOf(*exchange.failure);
        answer.messages.failure = exchange.failure->error.code();
    }
    for (const ErrorFinding& finding : exchange.errors.findings) {
        answer.errors.push_back(fmt::format("response.{} is {}", finding.path, registry.errorName(finding.code)));
    }
    if (sent.response != nullptr && sent.response->hasErrors()) {
        answer.faults.push_back("the answer is malformed" +
                                (exchange.malformed ? ": " + diagnosticLine(*exchange.malformed) : std::string()));
    } else if (exchange.unread > 0) {
        answer.faults.push_back(fmt::format("{} bytes of the answer were not decoded", exchange.unread));
    }
    answer.remarks = sent.remarks;
    return answer;
}

}  // namespace

PlanContext collectionContext(const SchemaRegistry& registry, const ClusterSettings& settings) {
    PlanContext context;
    context.registry = &registry;
    context.choice = settings.schemas;
    context.limits = settings.limits;
    context.takesUnknownVersions = !settings.negotiate;
    context.checkTarget = [](std::string_view text) -> std::optional<Error> {
        const auto target = RequestTarget::parse(text);
        return target ? std::nullopt : std::optional(target.error());
    };
    return context;
}

void addBuiltInVariables(VariableScope& scope) {
    std::random_device random;
    scope.set(VariableLayer::BuiltIn, "runId", VariableValue::ofText(fmt::format("{:08x}", random() & 0xffffffffU)));
    scope.set(VariableLayer::BuiltIn, "nowMs", VariableValue::ofNumber(chainNow().wallMs));
}

CollectionRun::CollectionRun(Workbench& workbench, const Collection& collection, PlanContext context,
                             CollectionRunOptions options)
    : m_workbench(workbench), m_collection(collection), m_context(std::move(context)), m_options(std::move(options)) {}

CollectionRun::~CollectionRun() = default;

std::optional<CollectedOutcome> CollectionRun::next() {
    while (m_outcomes.empty() && m_chain < m_collection.chains().size()) {
        step();
    }
    if (m_outcomes.empty()) {
        return std::nullopt;
    }
    CollectedOutcome outcome = std::move(m_outcomes.front());
    m_outcomes.pop_front();
    return outcome;
}

bool CollectionRun::isCancelled() const {
    return m_options.isCancelled && m_options.isCancelled();
}

void CollectionRun::step() {
    const CollectedChain& chain = m_collection.chains()[m_chain];
    if (!m_run) {
        m_run.emplace(chain, m_options.variables, m_context);
        m_told = 0;
        m_begunNs = steadyNow();
    }
    if (isCancelled()) {
        m_run->stop();
    }
    const ChainRun::Step step = m_run->next(chainNow());
    if (const auto* sending = std::get_if<ChainRun::Send>(&step)) {
        send(*sending);
    } else if (const auto* wait = std::get_if<ChainRun::Wait>(&step)) {
        while (steadyNow() < wait->untilNs && !isCancelled()) {
            std::this_thread::sleep_for(kPause);
        }
    }
    collect();
    if (std::holds_alternative<ChainRun::End>(step)) {
        m_run.reset();
        ++m_chain;
    }
}

// Verdicts that are new since the last time; what was sent belongs to the first of them.
void CollectionRun::collect() {
    const CollectedChain& chain = m_collection.chains()[m_chain];
    for (; m_told < m_run->verdicts().size(); ++m_told) {
        CollectedOutcome outcome;
        outcome.chain = &chain;
        outcome.request = m_told;
        outcome.verdict = m_run->verdicts()[m_told];
        if (outcome.verdict.outcome != RequestVerdict::Outcome::Skipped) {
            outcome.sent = std::exchange(m_sent, std::nullopt);
            outcome.error = std::exchange(m_error, std::nullopt);
            const std::int64_t now = steadyNow();
            outcome.durationMs = static_cast<double>(now - m_begunNs) / kNsPerMillisecond;
            m_begunNs = now;
        }
        m_outcomes.push_back(std::move(outcome));
    }
}

Result<SendRequest> CollectionRun::requestOf(const RequestPlan& plan, std::string_view path) const {
    SendRequest request;
    request.apiKey = plan.apiKey.value_or(-1);
    request.mayChange = m_options.mayChange || m_options.mayChangeBy.contains(path);
    auto target = RequestTarget::parse(plan.target);
    if (!target) {
        return tl::unexpected(target.error());
    }
    request.target = std::move(*target);
    if (plan.raw) {
        if (const std::size_t frames = splitRequests(*plan.raw).size(); frames > 1) {
            return failure(MessageId::Other, {fmt::format("\"raw\" holds {} requests: a file is one of them", frames)});
        }
        request.rawFrame = *plan.raw;
        return request;
    }
    request.version = plan.version;
    if (plan.body) {
        request.body = JsonBody{*plan.body};
    }
    if (plan.header) {
        const auto spec = m_context.registry->spec("RequestHeader", m_context.choice);
        auto header = spec ? draftFromJson(*spec, *plan.header, m_context.limits) : tl::unexpected(spec.error());
        if (!header) {
            return tl::unexpected(Error{header.error().id, header.error().arguments, {}, {}});
        }
        request.header = std::move(header->draft);
    }
    return request;
}

void CollectionRun::send(const ChainRun::Send& send) {
    auto request = requestOf(*send.plan, m_collection.chains()[m_chain].requests[send.index].path);
    if (!request) {
        m_error = request.error();
        m_run->notSent(request.error());
        return;
    }
    QFuture<Result<SendResult>> sending = m_workbench.send(std::move(*request));
    while (!sending.isFinished()) {
        if (isCancelled()) {
            sending.cancel();
            m_run->stop();
            return;
        }
        std::this_thread::sleep_for(kPause);
    }
    if (sending.resultCount() == 0) {
        m_run->stop();
        return;
    }
    Result<SendResult> result = sending.result();
    if (!result) {
        m_error = result.error();
        m_run->notSent(result.error());
        return;
    }
    m_run->answered(chainAnswer(*result, *m_context.registry), chainNow());
    m_sent = std::move(*result);
}

}  // namespace brokerscope
