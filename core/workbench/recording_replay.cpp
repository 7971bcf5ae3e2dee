#include "core/workbench/recording_replay.h"

#include "core/codec/encoder.h"
#include "core/exchange/topic_names.h"
#include "core/schema/api_keys.h"
#include "core/topology/node_values.h"
#include "core/value/json_text.h"
#include "core/workbench/raw_request.h"
#include "core/workbench/workbench.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <thread>

namespace brokerscope {
namespace {

constexpr std::chrono::milliseconds kReplayPause{1};  // between two looks at what is waited for
constexpr std::string_view kCorrelationId = "correlationId";

// Requests in the order in which they were sent; those whose time is not known stay behind the one before them.
std::vector<std::size_t> orderOfSending(const std::vector<SelectedExchange>& exchanges) {
    std::vector<std::pair<std::int64_t, std::size_t>> order;
    std::int64_t known = 0;
    for (std::size_t i = 0; i < exchanges.size(); ++i) {
        known = exchanges[i].requestNs >= 0 ? exchanges[i].requestNs : known;
        order.emplace_back(known, i);
    }
    std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::size_t> positions;
    for (const auto& [time, position] : order) {
        positions.push_back(position);
    }
    return positions;
}

}  // namespace

RecordingReplay::RecordingReplay(Workbench& workbench, const RecordingSelection& selection,
                                 const SchemaRegistry& registry, ReplayOptions options)
    : m_workbench(workbench)
    , m_selection(selection)
    , m_registry(registry)
    , m_options(std::move(options))
    , m_identities(ReplayFacts::embedded(), [this](const Uuid& recorded) { return topicNow(recorded); })
    , m_order(orderOfSending(selection.exchanges())) {}

std::vector<ReplayChange> RecordingReplay::changes() const {
    std::vector<ReplayChange> changes;
    const ClusterSettings& settings = m_workbench.settings();
    for (const std::size_t position : m_order) {
        const SelectedExchange& selected = m_selection.exchanges()[position];
        const auto captured = m_selection.at(selected);
        if (!captured || !whyNotSent(captured->exchange, selected.place).empty()) {
            continue;
        }
        if (const auto change =
                changeByRawBytes(m_registry, *captured->exchange.request, settings.schemas, settings.limits)) {
            changes.push_back({selected.place.number, change->sentence()});
        }
    }
    return changes;
}

std::optional<ReplayOutcome> RecordingReplay::next() {
    if (m_next >= m_order.size() || isCancelled()) {
        return std::nullopt;
    }
    return replay(m_order[m_next++]);
}

std::string RecordingReplay::whyNotSent(const Exchange& exchange, const RecordedPlace& place) const {
    if (exchange.request == nullptr || exchange.request->empty()) {
        return "the recording has no request";
    }
    if (exchange.saslMechanism) {
        return "a SASL token belongs to another login";
    }
    return place.isRequestMasked ? "its secrets are masked in the recording" : std::string();
}

ReplayOutcome RecordingReplay::replay(std::size_t position) {
    const SelectedExchange& selected = m_selection.exchanges()[position];
    ReplayOutcome outcome;
    auto captured = m_selection.at(selected);
    if (!captured) {
        outcome.notSent = captured.error().text();
        return outcome;
    }
    outcome.recorded = std::move(*captured);
    m_run = selected.place.entry.run;
    outcome.notSent = whyNotSent(outcome.recorded.exchange, selected.place);
    if (outcome.notSent.empty()) {
        send(requestOf(outcome.recorded.exchange, outcome.replaced), outcome);
    }
    return outcome;
}

SendRequest RecordingReplay::requestOf(const Exchange& exchange, std::vector<ReplacedValue>& replaced) {
    SendRequest request;
    request.apiKey = exchange.apiKey.value_or(-1);
    request.mayChange = m_options.mayChange;
    request.target = m_options.target;
    const ClusterSettings& settings = m_workbench.settings();
    const auto tree = requestTree(m_registry, exchange, settings.schemas, settings.limits);
    const bool isSaid = !m_options.verbatim && exchange.apiVersion && tree != nullptr && !tree->hasErrors();
    auto draft = isSaid ? frameDraftFromTree(*tree) : std::nullopt;
    if (!draft || draft->size) {
        request.rawFrame = *exchange.request;
        return request;
    }
    replaced = m_identities.apply(draft->body);
    request.version = exchange.apiVersion;
    request.body = std::move(draft->body);
    if (const FieldSpec* id = draft->header.root.spec->find(kCorrelationId); id != nullptr) {
        draft->header.root.fields[id->index] = std::monostate();
    }
    request.header = std::move(draft->header);
    return request;
}

std::optional<Result<SendResult>> RecordingReplay::wait(SendRequest request) {
    QFuture<Result<SendResult>> sending = m_workbench.send(std::move(request));
    while (!sending.isFinished()) {
        if (isCancelled()) {
            sending.cancel();
            return std::nullopt;
        }
        std::this_thread::sleep_for(kReplayPause);
    }
    return sending.resultCount() == 0 ? std::nullopt : std::optional(sending.result());
}

void RecordingReplay::send(SendRequest request, ReplayOutcome& outcome) {
    auto result = wait(std::move(request));
    if (!result) {
        outcome.notSent = "the replay was stopped";
        return;
    }
    if (!*result) {
        outcome.error = result->error();
        return;
    }
    outcome.sent = std::move(**result);
    compare(outcome);
}

void RecordingReplay::compare(ReplayOutcome& outcome) {
    const ClusterSettings& settings = m_workbench.settings();
    const Exchange& recorded = outcome.recorded.exchange;
    if (!m_options.verbatim) {
        m_identities.learn(bodyOf(responseTree(m_registry, recorded, settings.schemas, settings.limits)),
                           bodyOf(requestTree(m_registry, recorded, settings.schemas, settings.limits)),
                           bodyOf(outcome.sent->response));
    }
    ComparisonOptions options;
    options.schemas = settings.schemas;
    options.limits = settings.limits;
    options.mask = m_options.mask;
    options.withRequest = false;
    options.identities = m_options.verbatim ? nullptr : &m_identities;
    outcome.differences = compareExchanges(m_registry, recorded, *outcome.sent->exchange, options);
}

std::optional<Uuid> RecordingReplay::topicNow(const Uuid& recorded) {
    const auto names = m_selection.topicNames(m_run);
    const auto name = names != nullptr ? names->name(recorded) : std::nullopt;
    return name ? askedTopic(*name) : std::nullopt;
}

std::optional<Uuid> RecordingReplay::askedTopic(const std::string& name) {
    SendRequest request;
    request.apiKey = api_key::kMetadata;
    request.mayChange = false;
    std::string body = R"({"topics":[{"name":)";
    appendJsonString(body, name);
    request.body = JsonBody{body + R"(}],"allowAutoTopicCreation":false})"};
    const auto answer = wait(std::move(request));
    if (!answer || !*answer || (*answer)->response == nullptr) {
        return std::nullopt;
    }
    for (const NodeRef& topic : elementsField(bodyOf((*answer)->response), "topics")) {
        const Uuid id = uuidField(topic, "topicId");
        if (textField(topic, "name") == name && !id.isZero()) {
            return id;
        }
    }
    return std::nullopt;
}

}  // namespace brokerscope
