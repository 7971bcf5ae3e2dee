#include "core/workbench/check_job.h"

#include "core/schema/api_keys.h"
#include "core/topology/own_versions.h"
#include "core/topology/release_guess.h"
#include "core/workbench/check_verdict.h"
#include "core/workbench/mutation.h"

#include <QTimer>

#include <algorithm>
#include <chrono>

namespace brokerscope {
namespace {

constexpr std::chrono::milliseconds kRetryPause{200};
constexpr int kPatienceInAll = 4;  // times that for one version
// For requests that the table says are never answered.
constexpr std::chrono::milliseconds kPatienceForSilence{3000};
// States of the table that can be found out.
constexpr std::string_view kHasTopic = "topic";
constexpr std::string_view kHasControllers = "kraft";

Error nothingToCheck(std::string sentence) {
    return {MessageId::Other, {std::move(sentence)}, std::nullopt, {}};
}

}  // namespace

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
    findFacts(**result);
    const bool isAnySent =
        std::any_of(m_items.begin(), m_items.end(), [](const Item& item) { return item.kind != Item::Kind::LeftOut; });
    if (!isAnySent) {
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
        m_items.push_back({api.key, static_cast<std::int16_t>(version), Item::Kind::Listed});
    }
    // An API that was asked for by name is not left out without a word.
    const bool isMissed = !m_options.apis.empty() && api.advertised.isEmpty();
    if (!m_options.unadvertised && !isMissed) {
        return;
    }
    const Item::Kind kind = m_options.unadvertised ? Item::Kind::Unlisted : Item::Kind::LeftOut;
    for (int version = api.ours.min; version <= api.ours.max; ++version) {
        if (!api.advertised.contains(version)) {
            m_items.push_back({api.key, static_cast<std::int16_t>(version), kind});
        }
    }
}

// What the options say is known better by who gave them.
void CheckJob::findFacts(const BrokerVersions& versions) {
    BrokerFacts& facts = m_options.facts;
    if (!facts.kafka) {
        facts.kafka = releaseByMetadataLevel(m_session.registry(), versions);
    }
    // Brokers that use ZooKeeper have no quorum to describe; neither have many that are not Kafka.
    if (versions.api(api_key::kDescribeQuorum) != nullptr) {
        facts.states.emplace(kHasControllers, true);
    }
    if (const ClusterSnapshot* snapshot = m_session.view().snapshot.get()) {
        facts.states.emplace(kHasTopic, firstOwnTopic(*snapshot) != nullptr);
    }
}

const MinimalRequest* CheckJob::rowOf(const Item& item) const {
    return MinimalRequests::embedded().find(item.apiKey, item.version, m_onController);
}

std::vector<ExpectedOutcome> CheckJob::possibleFor(const MinimalRequest* row) const {
    return row != nullptr ? row->possibleOutcomes(m_options.facts) : std::vector{ExpectedOutcome{}};
}

std::string CheckJob::reasonToSkip(const Item& item, const MinimalRequest* row) const {
    if (item.kind == Item::Kind::LeftOut) {
        return std::string(kSkippedUnlisted);
    }
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
    const std::vector<ExpectedOutcome> possible = possibleFor(rowOf(item));
    if (std::any_of(possible.begin(), possible.end(),
                    [](const ExpectedOutcome& outcome) { return outcome.result == CheckResult::Timeout; })) {
        request.timeout = std::min(kPatienceForSilence, m_session.settings().timeout);
    }
    request.mayMakeTopics = m_options.mutating;
    // Whoever gets a version that is not listed refuses it.
    request.coordinatorPatience = item.kind == Item::Kind::Listed ? patienceLeft() : std::chrono::milliseconds::zero();
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

bool CheckJob::shouldTryAgain(const CheckOutcome& outcome, const std::vector<ExpectedOutcome>& possible) const {
    return outcome.result == CheckResult::Refused && !isExpected(m_session.registry(), outcome, possible) &&
           mayPass(m_session.registry(), outcome, possible) && patienceLeft().count() > 0;
}

std::chrono::milliseconds CheckJob::patienceLeft() const {
    const std::chrono::milliseconds left =
        std::min(m_options.patience, m_patience) - std::chrono::milliseconds(m_itemTime.elapsed());
    return std::max(left, std::chrono::milliseconds::zero());
}

void CheckJob::sent(const Item& item, Result<SendResult> result) {
    const MinimalRequest* row = rowOf(item);
    const std::vector<ExpectedOutcome> possible = possibleFor(row);
    if (!result && result.error().id == MessageId::ReadOnlyRefused) {
        ++m_at;
        CheckOutcome skipped;
        skipped.note = m_session.settings().readOnly ? kSkippedReadOnly : kSkippedTopic;
        tell(std::move(skipped), item);
        next();
        return;
    }
    CheckOutcome outcome = result ? outcomeOf(*result) : outcomeOfUnsent(result.error());
    if (shouldTryAgain(outcome, possible)) {
        QTimer::singleShot(kRetryPause, m_session.pool(), [self = shared_from_this()] {
            if (self->m_done) {
                self->sendItem();
            }
        });
        return;
    }
    const bool isRefusal = item.kind == Item::Kind::Unlisted && isRefusalOfUnknown(outcome);
    outcome.expected = result && (isRefusal || isExpected(m_session.registry(), outcome, possible));
    outcome.possible = possible.size();
    outcome.note = result && row != nullptr ? row->note : std::string();
    if (mayPass(m_session.registry(), outcome, possible)) {
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
    outcome.apiName = api != nullptr ? api->name : "API " + std::to_string(item.apiKey);
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
