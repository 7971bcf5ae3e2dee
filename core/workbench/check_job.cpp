#include "core/workbench/check_job.h"

#include "core/schema/api_keys.h"
#include "core/topology/own_versions.h"
#include "core/workbench/mutation.h"

#include <QTimer>

#include <algorithm>
#include <array>
#include <chrono>

namespace brokerscope {
namespace {

constexpr std::chrono::milliseconds kRetryPause{200};
constexpr int kPatienceInAll = 4;  // times that for one version
// For requests that the table says are never answered.
constexpr std::chrono::milliseconds kPatienceForSilence{3000};
constexpr std::int16_t kUnsupportedVersion = 35;

bool contains(const std::vector<std::string>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

CheckResult resultOfAnswer(const CheckOutcome& outcome) {
    const bool hasRemarks = std::any_of(outcome.diagnostics.begin(), outcome.diagnostics.end(),
                                        [](const Diagnostic& d) { return d.severity > Severity::Note; });
    if (outcome.unread > 0 || hasRemarks) {
        return CheckResult::Undecodable;
    }
    return outcome.errors.empty() ? CheckResult::Answered : CheckResult::Refused;
}

// Whether an error is among them that the row does not have and that passes by itself, and none that stays.
bool mayPass(const SchemaRegistry& registry, const CheckOutcome& outcome, const MinimalRequest* row) {
    bool passes = false;
    for (const ErrorFinding& finding : outcome.errors) {
        const ErrorCodeInfo* error = registry.errorCode(finding.code);
        if (error != nullptr && row != nullptr && contains(row->errors, error->name)) {
            continue;
        }
        if (error == nullptr || !error->retriable) {
            return false;
        }
        passes = true;
    }
    return passes;
}

// Bytes came from the peer that are no frame, or not the answer; whatever else ended the connection closed it.
CheckResult resultOfFailure(const TransportError& failure) {
    static constexpr std::array kNoAnswers{MessageId::CorrelationUnexpected, MessageId::NotKafka,
                                           MessageId::FrameSizeNegative,     MessageId::FrameSizeZero,
                                           MessageId::FrameSizeTooSmall,     MessageId::FrameSizeTooLarge};
    if (std::find(kNoAnswers.begin(), kNoAnswers.end(), failure.error.id) != kNoAnswers.end()) {
        return CheckResult::Undecodable;
    }
    return failure.error.id == MessageId::TimedOut ? CheckResult::Timeout : CheckResult::Closed;
}

Error nothingToCheck(std::string sentence) {
    return {MessageId::Other, {std::move(sentence)}, std::nullopt, {}};
}

// A broker that does not know a version closes, or says so where the API lets it.
bool isRefusalOfUnknown(const CheckOutcome& outcome) {
    return outcome.result == CheckResult::Closed ||
           (outcome.result == CheckResult::Refused && outcome.errors.front().code == kUnsupportedVersion);
}

}  // namespace

std::string_view checkResultName(CheckResult result) {
    constexpr std::array<std::string_view, 6> kNames{"answered", "refused",     "closed",
                                                     "timeout",  "undecodable", "skipped"};
    return kNames[static_cast<std::size_t>(result)];
}

bool isExpected(const SchemaRegistry& registry, const CheckOutcome& outcome, const MinimalRequest* row) {
    if (row == nullptr) {
        return outcome.result == CheckResult::Answered;
    }
    if (!contains(row->expect, checkResultName(outcome.result))) {
        return false;
    }
    return outcome.result != CheckResult::Refused ||
           std::all_of(outcome.errors.begin(), outcome.errors.end(), [&](const ErrorFinding& finding) {
               const ErrorCodeInfo* error = registry.errorCode(finding.code);
               return error != nullptr && contains(row->errors, error->name);
           });
}

CheckOutcome outcomeOf(const SendResult& sent) {
    CheckOutcome outcome;
    outcome.exchange = sent.exchange;
    outcome.errors = sent.exchange->errors.findings;
    outcome.unread = sent.exchange->unread;
    outcome.failure = sent.exchange->failure;
    if (sent.response != nullptr) {
        for (const NodeDiagnostic& diagnostic : sent.response->diagnostics) {
            outcome.diagnostics.push_back(diagnostic.diagnostic);
        }
    }
    for (const Diagnostic& note : sent.exchange->notes) {
        if (note.severity > Severity::Note) {
            outcome.diagnostics.push_back(note);
        }
    }
    outcome.result = outcome.failure ? resultOfFailure(*outcome.failure) : resultOfAnswer(outcome);
    return outcome;
}

CheckJob::CheckJob(WorkbenchSession& session, CheckOptions options, Tell tell, Done done)
    : m_session(session)
    , m_options(std::move(options))
    , m_tell(std::move(tell))
    , m_done(std::move(done))
    , m_patience(kPatienceInAll * m_options.patience) {}

void CheckJob::run() {
    const auto self = shared_from_this();
    m_session.start(self);
    if (m_session.pool() == nullptr) {
        fail(notConnected());
        return;
    }
    const auto prepare = [self](const tl::expected<Endpoint, TransportError>& endpoint) {
        if (!self->m_done) {
            return;
        }
        if (!endpoint) {
            self->fail(endpoint.error().error);
            return;
        }
        if (self->m_session.view().snapshot == nullptr) {
            self->m_options.address = *endpoint;
        }
        self->m_session.pool()->prepare(*endpoint, [self](const PreparedResult& result) { self->prepared(result); });
    };
    if (m_options.address) {
        prepare(*m_options.address);
    } else {
        // What needs no metadata is to be checked where none can be had, too: everything goes to the one address then.
        m_session.findCluster([self, prepare](const tl::expected<Endpoint, TransportError>& endpoint) {
            if (!endpoint && self->m_done) {
                self->m_session.findHome(prepare);
                return;
            }
            prepare(endpoint);
        });
    }
}

void CheckJob::prepared(const PreparedResult& result) {
    if (!m_done) {
        return;
    }
    if (!result) {
        fail(result.error().error);
        return;
    }
    if (*result == nullptr) {
        fail(nothingToCheck("a check needs to know what the broker lists: ApiVersions was not asked"));
        return;
    }
    makeItems(**result);
    if (m_items.empty()) {
        fail(nothingToCheck((*result)->apis.empty() ? "the broker's ApiVersions answer lists no APIs"
                                                    : "the broker lists none of these APIs"));
        return;
    }
    next();
}

void CheckJob::fail(Error error) {
    if (m_done) {
        m_tell(tl::unexpected(std::move(error)));
    }
    finish();
}

void CheckJob::cancel() {
    if (m_sending != nullptr) {
        m_sending->cancel();
    }
    finish();
}

bool CheckJob::isWanted(std::int16_t apiKey) const {
    return m_options.apis.empty() ||
           std::find(m_options.apis.begin(), m_options.apis.end(), apiKey) != m_options.apis.end();
}

void CheckJob::makeItems(const BrokerVersions& versions) {
    m_onController = versions.api(api_key::kProduce) == nullptr;
    for (const ApiUsability& api : apiUsabilities(m_session.registry(), versions, m_session.settings().schemas)) {
        if (isWanted(api.key)) {
            addItems(api);
        }
    }
}

void CheckJob::addItems(const ApiUsability& api) {
    for (int version = api.advertised.min; version <= api.advertised.max; ++version) {
        m_items.push_back({api.key, static_cast<std::int16_t>(version), true});
    }
    if (!m_options.unadvertised) {
        return;
    }
    for (int version = api.ours.min; version <= api.ours.max; ++version) {
        if (!api.advertised.contains(version)) {
            m_items.push_back({api.key, static_cast<std::int16_t>(version), false});
        }
    }
}

const MinimalRequest* CheckJob::rowOf(const Item& item) const {
    return MinimalRequests::embedded().find(item.apiKey, item.version, m_onController);
}

std::string CheckJob::reasonToSkip(const Item& item, const MinimalRequest* row) const {
    const OwnVersions own = ownVersions(m_session.registry(), item.apiKey, m_session.settings().schemas);
    if (!own.range.contains(item.version)) {
        return "no loaded definition has this version";
    }
    if (row != nullptr && row->throwaway && !m_options.throwaway) {
        return std::string(kSkippedThrowaway);
    }
    if (isMutatingApi(m_session.registry(), item.apiKey) && (!m_options.mutating || m_session.settings().readOnly)) {
        return std::string(m_session.settings().readOnly ? kSkippedReadOnly : kSkippedMutating);
    }
    return {};
}

void CheckJob::next() {
    while (m_done && m_at < m_items.size()) {
        const Item& item = m_items[m_at];
        std::string reason = reasonToSkip(item, rowOf(item));
        if (reason.empty()) {
            m_itemTime.start();
            sendItem();
            return;
        }
        ++m_at;
        CheckOutcome outcome;
        outcome.note = std::move(reason);
        tell(std::move(outcome), item);
    }
    finish();
}

void CheckJob::sendItem() {
    const Item item = m_items[m_at];
    SendRequest request;
    request.apiKey = item.apiKey;
    request.version = item.version;
    const MinimalRequest* row = rowOf(item);
    if (row != nullptr && contains(row->expect, checkResultName(CheckResult::Timeout))) {
        request.timeout = std::min(kPatienceForSilence, m_session.settings().timeout);
    }
    request.coordinatorPatience = patienceLeft();
    if (m_options.address) {
        request.target.kind = TargetKind::Address;
        request.target.address = *m_options.address;
    }
    m_sending = std::make_shared<SendJob>(m_session, std::move(request),
                                          [self = shared_from_this(), item](Result<SendResult> result) {
                                              if (self->m_done) {
                                                  self->sent(item, std::move(result));
                                              }
                                          });
    m_sending->run();
}

bool CheckJob::shouldTryAgain(const CheckOutcome& outcome, const MinimalRequest* row) const {
    return outcome.result == CheckResult::Refused && !isExpected(m_session.registry(), outcome, row) &&
           mayPass(m_session.registry(), outcome, row) && patienceLeft().count() > 0;
}

std::chrono::milliseconds CheckJob::patienceLeft() const {
    const std::chrono::milliseconds left =
        std::min(m_options.patience, m_patience) - std::chrono::milliseconds(m_itemTime.elapsed());
    return std::max(left, std::chrono::milliseconds::zero());
}

void CheckJob::sent(const Item& item, Result<SendResult> result) {
    const MinimalRequest* row = rowOf(item);
    CheckOutcome outcome;
    if (result) {
        outcome = outcomeOf(*result);
    } else {
        outcome.failure = TransportError{result.error(), std::nullopt};
        outcome.expected = false;
    }
    if (shouldTryAgain(outcome, row)) {
        QTimer::singleShot(kRetryPause, m_session.pool(), [self = shared_from_this()] {
            if (self->m_done) {
                self->sendItem();
            }
        });
        return;
    }
    if (result) {
        outcome.expected = item.advertised
                               ? isExpected(m_session.registry(), outcome, row)
                               : isRefusalOfUnknown(outcome) || isExpected(m_session.registry(), outcome, row);
        outcome.note = row != nullptr ? row->note : std::string();
    }
    if (mayPass(m_session.registry(), outcome, row)) {
        m_patience -= std::chrono::milliseconds(m_itemTime.elapsed());
    }
    ++m_at;
    tell(std::move(outcome), item);
    next();
}

void CheckJob::tell(CheckOutcome outcome, const Item& item) {
    const ApiInfo* api = m_session.registry().api(item.apiKey);
    outcome.apiKey = item.apiKey;
    outcome.version = item.version;
    outcome.apiName = api != nullptr ? api->name : std::string();
    m_tell(std::move(outcome));
}

void CheckJob::finish() {
    if (!m_done) {
        return;
    }
    const auto self = shared_from_this();
    const Done done = std::exchange(m_done, nullptr);
    m_session.finished(self);
    done();
}

}  // namespace brokerscope
