#include "core/exchange/exchange_summarizer.h"

#include "core/codec/decoder.h"
#include "core/codec/frame_walk.h"
#include "core/exchange/answer_sink.h"
#include "core/schema/api_keys.h"
#include "core/topology/node_values.h"

namespace brokerscope {

ExchangeSummarizer::ExchangeSummarizer(const SchemaRegistry& registry, SchemaChoice choice, Limits limits,
                                       std::shared_ptr<TopicNames> topicNames)
    : m_registry(registry)
    , m_choice(std::move(choice))
    , m_limits(limits)
    , m_topicNames(topicNames ? std::move(topicNames) : std::make_shared<TopicNames>()) {}

void ExchangeSummarizer::request(Exchange& exchange) {
    exchange.topicNames = m_topicNames;
    if (exchange.apiKey == api_key::kProduce) {
        const auto odd = m_produceSequences.requested(m_registry, *exchange.request, m_choice, m_limits);
        exchange.notes.insert(exchange.notes.end(), odd.begin(), odd.end());
    }
    if (exchange.apiKey != api_key::kFetch) {
        return;
    }
    if (const auto facts = fetchRequestFacts(m_registry, *exchange.request, m_choice, m_limits)) {
        exchange.fetchSession = m_fetchSessions.requested(*facts);
    }
}

void ExchangeSummarizer::answer(Exchange& exchange) {
    AnswerSink sink;
    exchange.unread =
        FrameWalk<AnswerSink>(*exchange.response, 0, sink, m_limits)
            .responseFrame(m_registry, exchange.apiKey.value_or(-1), exchange.apiVersion.value_or(0), m_choice);
    exchange.errors = std::move(sink.errors);
    exchange.responseDiagnostics = sink.remarks;
    exchange.throttleMs = sink.throttleMs;
    if (sink.fallback) {
        exchange.notes.push_back({Severity::Note, sink.fallback->id, sink.fallback->arguments, {}, {}});
    }
    if (sink.body != nullptr && TopicNames::mayTell(*sink.body)) {
        m_topicNames->learn(bodyOf(decodeResponseFrame(m_registry, *exchange.apiKey, exchange.apiVersion.value_or(0),
                                                       exchange.response, m_choice, m_limits)));
    }
    followFetch(exchange);
}

void ExchangeSummarizer::followFetch(Exchange& exchange) {
    if (exchange.fetchSession == nullptr) {
        return;
    }
    const auto facts =
        fetchAnswerFacts(m_registry, exchange.apiVersion.value_or(0), *exchange.response, m_choice, m_limits);
    if (!facts) {
        return;
    }
    exchange.fetchSession = m_fetchSessions.answered(exchange.fetchSession, *facts);
    const FetchSessionState& state = *exchange.fetchSession;
    if (state.sessionId != 0) {
        exchange.notes.push_back(
            {Severity::Note, MessageId::FetchSession, {std::to_string(state.sessionId), state.describe()}, {}, {}});
    }
}

}  // namespace brokerscope
