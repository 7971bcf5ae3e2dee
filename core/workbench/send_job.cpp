#include "core/workbench/send_job.h"

#include "core/cluster/auto_target.h"
#include "core/cluster/coordinator_topic.h"
#include "core/cluster/flow_runner.h"
#include "core/codec/decoder.h"
#include "core/codec/encoder.h"
#include "core/schema/api_keys.h"
#include "core/schema/overlays.h"
#include "core/topology/node_values.h"
#include "core/topology/own_versions.h"
#include "core/workbench/minimal_requests.h"
#include "core/workbench/raw_request.h"

#include <QTimer>

#include <algorithm>
#include <fmt/format.h>

namespace brokerscope {
namespace {

template <class... Alternatives>
struct Overloaded : Alternatives... {
    using Alternatives::operator()...;
};
template <class... Alternatives>
Overloaded(Alternatives...) -> Overloaded<Alternatives...>;

}  // namespace

SendJob::SendJob(WorkbenchSession& session, SendRequest request, Done done)
    : m_session(session), m_request(std::move(request)), m_done(std::move(done)) {}

bool SendJob::needsCluster() const {
    const bool explicitly = m_request.target.kind != TargetKind::Any && m_request.target.kind != TargetKind::Address &&
                            m_request.target.kind != TargetKind::Auto;
    // Without negotiation nothing may come before the request, unless it must be looked up.
    const bool automatically =
        m_request.target.kind == TargetKind::Auto && !m_request.rawFrame && m_session.settings().negotiate;
    return explicitly || (automatically && isRouted());
}

// Whether the API goes to a certain broker, or its minimal body speaks of what the cluster has.
bool SendJob::isRouted() const {
    const ApiFacts* facts = m_session.registry().overlays().api(m_request.apiKey);
    const bool hasTarget =
        facts != nullptr && std::any_of(facts->routes.begin(), facts->routes.end(), [](const RouteRule& rule) {
            return rule.target != RouteTarget::Any && rule.target != RouteTarget::ThisBroker &&
                   rule.target != RouteTarget::AnyController;
        });
    return hasTarget || (std::holds_alternative<MinimalBody>(m_request.body) &&
                         MinimalRequests::embedded().usesVariables(m_request.apiKey));
}

void SendJob::run() {
    const auto timeout = m_request.timeout.count() > 0 ? m_request.timeout : m_session.settings().timeout;
    m_timeoutMs = timeout.count();
    const std::int64_t now = currentTime().steadyNs;
    m_deadlineNs = now + std::chrono::nanoseconds(timeout).count();
    // A request whose coordinator does not appear is still to be sent and answered in time.
    const std::chrono::milliseconds patience = std::min(m_request.coordinatorPatience.value_or(timeout), timeout / 2);
    m_lookUpUntilNs = now + std::chrono::nanoseconds(patience).count();
    const auto self = shared_from_this();
    m_session.start(self);
    if (m_session.pool() == nullptr) {
        fail(notConnected());
        return;
    }
    QTimer::singleShot(timeout, Qt::PreciseTimer, m_session.pool(), [self] {
        // Once sent, the connection keeps the deadline and the exchange tells of it.
        if (self->m_token == 0) {
            self->fail({MessageId::TimedOut,
                        {"looking for a broker (target " + self->m_request.target.describe() + ')',
                         std::to_string(self->m_timeoutMs)},
                        std::nullopt,
                        {}});
        }
    });
    if (m_request.target.kind == TargetKind::Address) {
        m_home = m_request.target.address;
        findGuide();
        return;
    }
    const auto found = [self](const tl::expected<Endpoint, TransportError>& home) {
        if (!self->m_done) {
            return;
        }
        if (!home) {
            self->fail(home.error().error);
            return;
        }
        self->m_home = *home;
        self->findGuide();
    };
    if (needsCluster()) {
        m_session.findCluster(found);
    } else {
        m_session.findHome(found);
    }
}

void SendJob::cancel() {
    const TransportError cancelled{{MessageId::Cancelled, {}, std::nullopt, {}}, std::nullopt};
    if (m_token != 0 && m_session.pool() != nullptr) {
        m_session.pool()->giveUp(m_token, cancelled);
    }
    fail(cancelled.error);
}

void SendJob::findGuide() {
    if (m_request.rawFrame) {
        if (const auto encoded = encodeRaw(); !encoded) {
            fail(encoded.error());
            return;
        }
        lookUp();
        return;
    }
    m_session.pool()->prepare(m_home, [self = shared_from_this()](const PreparedResult& result) {
        if (self->m_done) {
            self->guidePrepared(result);
        }
    });
}

void SendJob::guidePrepared(const PreparedResult& result) {
    if (!result) {
        fail(result.error().error);
        return;
    }
    if (const auto encoded = encode(result->get()); !encoded) {
        fail(encoded.error());
        return;
    }
    lookUp();
}

Result<std::int16_t> SendJob::chooseVersion(const BrokerVersions* versions) const {
    if (m_request.version) {
        return *m_request.version;
    }
    if (m_session.registry().api(m_request.apiKey) == nullptr) {
        return failure(MessageId::UnknownApiKey, {std::to_string(m_request.apiKey)});
    }
    const SchemaChoice& choice = m_session.settings().schemas;
    const std::int16_t newest = ownVersions(m_session.registry(), m_request.apiKey, choice).latestStable;
    if (versions == nullptr || versions->apis.empty()) {
        return newest;
    }
    const ApiUsability usability = apiUsability(m_session.registry(), *versions, m_request.apiKey, choice);
    // An API that the broker does not list is sent all the same: its reaction is what one wants to see.
    return usability.highest >= 0 ? usability.highest : newest;
}

// What there is to say about a version that nobody named.
void SendJob::noteVersion(const BrokerVersions* versions) {
    if (m_request.version || m_request.rawFrame || versions == nullptr) {
        return;
    }
    const auto warn = [this](std::string sentence) {
        m_remarks.push_back({Severity::Warning, MessageId::Other, {std::move(sentence)}, {}, {}});
    };
    if (versions->errorCode != 0) {
        warn(fmt::format("ApiVersions was answered with {}: which versions the broker knows is not known",
                         m_session.registry().errorName(versions->errorCode)));
    }
    const ApiUsability usability =
        apiUsability(m_session.registry(), *versions, m_request.apiKey, m_session.settings().schemas);
    if (usability.highest < 0 && !versions->apis.empty()) {
        warn(fmt::format("no version is known to both sides ({}): sent as version {}, our newest",
                         usability.advertised.isEmpty() ? std::string("the broker does not list the API")
                                                        : "the broker lists " + usability.advertised.toString(),
                         m_version));
    }
}

// Who leaves negotiation out may want to see what a broker does with a version that nobody has.
std::int16_t SendJob::layoutVersionOf(std::int16_t version) const {
    const ClusterSettings& settings = m_session.settings();
    const OwnVersions own = ownVersions(m_session.registry(), m_request.apiKey, settings.schemas);
    return settings.negotiate ? version : own.nearest(version);
}

Result<DraftWithRemarks> SendJob::makeBody(const MessageLayout& layout, const BrokerVersions* versions) const {
    const auto fromJson = [&](const std::shared_ptr<const MessageSpec>& spec, const std::string& text) {
        return draftFromJson(spec, text, m_session.settings().limits);
    };
    // The table of minimal requests has the fields of the newest definition; those that a chosen release lacks go when
    // the draft is bound to it.
    const auto newest = m_session.registry().request(m_request.apiKey, layout.version);
    const auto& minimalSpec = newest ? (*newest)->spec : layout.spec;
    const auto withProblems = [&](DraftWithRemarks made) {
        std::vector<Diagnostic> problems = validateDraft(layout, made.draft);
        std::move(problems.begin(), problems.end(), std::back_inserter(made.diagnostics));
        return made;
    };
    return std::visit(
        Overloaded{[&](const MinimalBody&) {
                       const ClusterSnapshot* snapshot = m_session.view().snapshot.get();
                       // Only brokers serve Produce.
                       const bool onController = snapshot != nullptr ? snapshot->fromController
                                                                     : versions != nullptr && !versions->apis.empty() &&
                                                                           versions->api(api_key::kProduce) == nullptr;
                       return fromJson(minimalSpec, minimalBodyText(MinimalRequests::embedded().find(
                                                                        m_request.apiKey, layout.version, onController),
                                                                    requestVariables(snapshot)));
                   },
                   [&](const JsonBody& json) { return fromJson(layout.spec, json.text).map(withProblems); },
                   [&](const ValueDraft& draft) -> Result<DraftWithRemarks> {
                       return withProblems({draft.clone(), {}});
                   }},
        m_request.body);
}

Result<void> SendJob::encode(const BrokerVersions* versions) {
    const auto version = chooseVersion(versions);
    if (!version) {
        return tl::unexpected(version.error());
    }
    const std::int16_t layoutVersion = layoutVersionOf(*version);
    const auto layout = m_session.registry().request(m_request.apiKey, layoutVersion, m_session.settings().schemas);
    if (!layout) {
        return tl::unexpected(layout.error());
    }
    Result<DraftWithRemarks> body = makeBody(**layout, versions);
    if (!body) {
        return tl::unexpected(body.error());
    }
    m_remarks = std::move(body->diagnostics);
    m_version = *version;
    noteVersion(versions);
    if (layoutVersion != m_version) {
        m_remarks.push_back({Severity::Warning,
                             MessageId::Other,
                             {fmt::format("{} has no version {} here: it is sent in the form of version {}",
                                          (*layout)->spec->name, m_version, layoutVersion)},
                             {},
                             {}});
    }
    const ValueDraft* header = m_request.header ? &*m_request.header : nullptr;
    auto frame = makeRequestFrame(
        m_session.registry(),
        {m_request.apiKey, layoutVersion, m_session.settings().clientId, header, &body->draft, m_version},
        m_session.settings().schemas);
    if (!frame) {
        return tl::unexpected(frame.error());
    }
    m_frame = std::move(*frame);
    m_tree = decodeRequestFrame(m_session.registry(), m_frame.bytes, m_session.settings().schemas,
                                m_session.settings().limits);
    return refuseChange();
}

Result<void> SendJob::encodeRaw() {
    m_frame = {std::make_shared<const ByteBuffer>(*m_request.rawFrame), true};
    m_tree = decodeRequestFrame(m_session.registry(), m_frame.bytes, m_session.settings().schemas,
                                m_session.settings().limits);
    const FrameFacts facts = frameFacts(*m_frame.bytes);
    m_request.apiKey = facts.apiKey.value_or(m_request.apiKey);
    m_version = facts.apiVersion.value_or(-1);
    return refuseChange();
}

bool SendJob::mayMakeTopics() const {
    return m_request.mayMakeTopics && !m_session.settings().readOnly;
}

// Judged by what goes out: raw bytes and forced fields may hold several requests.
Result<void> SendJob::refuseChange() const {
    const ClusterSettings& settings = m_session.settings();
    const std::string topic = mayMakeTopics() ? std::string()
                                              : topicMadeBy(m_session.registry(), m_session.view().snapshot.get(),
                                                            m_request.apiKey, bodyOf(m_tree));
    if (!topic.empty()) {
        return failure(MessageId::ReadOnlyRefused, {lookUpThatMakes(topic)});
    }
    if (!settings.readOnly && m_request.mayChange) {
        return {};
    }
    const auto change = changeByRawBytes(m_session.registry(), *m_frame.bytes, settings.schemas, settings.limits);
    if (!change) {
        return {};
    }
    const std::string_view why = settings.readOnly ? "it is refused in read-only mode" : "nobody has allowed that";
    if (settings.readOnly && !change->what.empty()) {
        return failure(MessageId::ReadOnlyRefused, {change->subject});
    }
    return failure(MessageId::Other, {fmt::format("{}: {}", change->sentence(), why)});
}

void SendJob::lookUp() {
    RequestTarget target = m_request.target;
    const bool isAuto = target.kind == TargetKind::Auto;
    if (isAuto && m_session.view().snapshot != nullptr) {
        target = autoTarget(m_session.registry(), m_request.apiKey, m_version, bodyOf(m_tree));
    }
    LookupFlow::Context context{m_session.registry(),
                                m_session.settings().schemas,
                                m_session.settings().limits,
                                m_session.view().snapshot,
                                m_home,
                                isAuto,
                                [job = weak_from_this(), until = m_lookUpUntilNs] {
                                    // Whoever was cancelled or is late asks no more either.
                                    const auto asking = job.lock();
                                    return !asking || !asking->m_done || currentTime().steadyNs >= until;
                                },
                                mayMakeTopics()};
    const auto flow = std::make_shared<LookupFlow>(std::move(context), std::move(target));
    runFlow(*m_session.pool(), m_session.registry(), m_session.settings(), flow, [self = shared_from_this(), flow] {
        if (!self->m_done) {
            return;
        }
        if (!flow->outcome()) {
            self->fail(flow->outcome().error().error);
            return;
        }
        self->targetFound(*flow->outcome());
    });
}

void SendJob::targetFound(const ResolvedTarget& target) {
    m_target = target;
    if (target.brokerId >= 0) {
        m_session.pool()->nameBroker(target.endpoint, target.brokerId);
    }
    m_session.pool()->prepare(target.endpoint, [self = shared_from_this()](const PreparedResult& result) {
        if (self->m_done) {
            self->targetPrepared(result);
        }
    });
}

void SendJob::targetPrepared(const PreparedResult& result) {
    if (!result) {
        fail(result.error().error);
        return;
    }
    const bool mayDiffer = !m_request.rawFrame && !m_request.version && m_target.endpoint != m_home;
    if (mayDiffer) {
        if (const auto encoded = encode(result->get()); !encoded) {
            fail(encoded.error());
            return;
        }
    }
    sendFrame();
}

void SendJob::sendFrame() {
    OutgoingRequest request;
    request.frame = m_frame.bytes;
    request.ownCorrelationId = !m_frame.correlationIdGiven && m_frame.bytes->size() >= kFrameHeadBytes;
    request.deadlineNs = m_deadlineNs;
    request.patienceMs = m_timeoutMs;
    m_token = m_session.pool()->send(m_target.endpoint, std::move(request),
                                     [self = shared_from_this()](const AnsweredResult& result) {
                                         if (self->m_done) {
                                             self->answered(result);
                                         }
                                     });
}

void SendJob::answered(const AnsweredResult& result) {
    if (!result) {
        fail(result.error().error);
        return;
    }
    SendResult sent;
    sent.exchange = *result;
    const ClusterSettings& settings = m_session.settings();
    sent.request = requestTree(m_session.registry(), **result, settings.schemas, settings.limits);
    sent.response = responseTree(m_session.registry(), **result, settings.schemas, settings.limits);
    sent.remarks = m_remarks;
    const ClusterSnapshot* snapshot = m_session.view().snapshot.get();
    const BrokerInfo* known = snapshot != nullptr ? snapshot->broker(m_target.brokerId) : nullptr;
    if (known != nullptr) {
        sent.broker = *known;
    }
    sent.broker.id = m_target.brokerId;
    sent.broker.endpoint = m_target.endpoint;
    sent.routing = m_target.sentence;
    finish(std::move(sent));
}

void SendJob::fail(const Error& error) {
    finish(tl::unexpected(error));
}

void SendJob::finish(Result<SendResult> result) {
    if (!m_done) {
        return;
    }
    const auto self = shared_from_this();
    const Done done = std::exchange(m_done, nullptr);
    m_session.finished(self);
    // Later, so that nobody is told from within his own call.
    QMetaObject::invokeMethod(
        &m_session, [done, result = std::move(result)]() mutable { done(std::move(result)); }, Qt::QueuedConnection);
}

}  // namespace brokerscope
