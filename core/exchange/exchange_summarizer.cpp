#include "core/exchange/exchange_summarizer.h"

#include "core/codec/decoder.h"
#include "core/schema/api_keys.h"
#include "core/topology/node_values.h"

#include <algorithm>

namespace brokerscope {
ExchangeSummarizer::ExchangeSummarizer(const SchemaRegistry& registry, SchemaChoice choice, Limits limits,
                                       std::shared_ptr<TopicNames> topicNames)
    : m_registry(registry)
    , m_choice(std::move(choice))
    , m_limits(limits)
    , m_topicNames(topicNames ? std::move(topicNames) : std::make_shared<TopicNames>()) {}

void ExchangeSummarizer::request(Exchange& exchange) {
    exchange.topicNames = m_topicNames;
    if (exchange.apiKey != api_key::kFetch) {
        return;
    }
    const NodeRef body = bodyOf(decodeRequestFrame(m_registry, exchange.request, m_choice, m_limits));
    if (body.isValid()) {
        exchange.fetchSession = m_fetchSessions.requested(body);
    }
}

void ExchangeSummarizer::answer(Exchange& exchange) {
    const auto tree = decodeResponseFrame(m_registry, exchange.apiKey.value_or(-1), exchange.apiVersion.value_or(0),
                                          exchange.response, m_choice, m_limits);
    const NodeRef body = bodyOf(tree);
    exchange.errors = summarizeErrors(body);
    exchange.unread = tree->unread;
    exchange.responseDiagnostics = static_cast<std::uint32_t>(
        std::count_if(tree->diagnostics.begin(), tree->diagnostics.end(),
                      [](const NodeDiagnostic& d) { return d.diagnostic.severity > Severity::Note; }));
    const std::int64_t throttleMs = integerField(body, "throttleTimeMs", -1);
    if (throttleMs >= 0) {
        exchange.throttleMs = static_cast<std::int32_t>(throttleMs);
    }
    if (exchange.apiKey == api_key::kApiVersions) {
        for (const NodeDiagnostic& entry : tree->diagnostics) {
            if (entry.diagnostic.id == MessageId::ApiVersionsFallback) {
                exchange.notes.push_back({Severity::Note, entry.diagnostic.id, entry.diagnostic.arguments, {}, {}});
            }
        }
    }
    m_topicNames->learn(body);
    followFetch(exchange, body);
}

void ExchangeSummarizer::followFetch(Exchange& exchange, const NodeRef& answerBody) {
    if (exchange.fetchSession == nullptr || !answerBody.isValid()) {
        return;
    }
    exchange.fetchSession = m_fetchSessions.answered(exchange.fetchSession, answerBody);
    const FetchSessionState& state = *exchange.fetchSession;
    if (state.sessionId != 0) {
        exchange.notes.push_back(
            {Severity::Note, MessageId::FetchSession, {std::to_string(state.sessionId), state.describe()}, {}, {}});
    }
}

}  // namespace brokerscope
