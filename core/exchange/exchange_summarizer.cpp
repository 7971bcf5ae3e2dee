#include "core/exchange/exchange_summarizer.h"

#include "core/codec/decoder.h"
#include "core/codec/frame_walk.h"
#include "core/codec/null_sink.h"
#include "core/exchange/answer_sink.h"
#include "core/schema/api_keys.h"
#include "core/topology/node_values.h"

#include <fmt/format.h>

namespace brokerscope {
namespace {

// Keeps the first error of a message, and counts what is remarked above notes.
struct RemarkSink : NullSink {
    void diagnose(const Diagnostic& diagnostic, bool) {
        remarks += diagnostic.severity > Severity::Note ? 1 : 0;
        if (diagnostic.severity == Severity::Error && !found) {
            found = diagnostic;
        }
    }

    std::optional<Diagnostic> found;
    std::uint32_t remarks = 0;
};

}  // namespace

ExchangeSummarizer::ExchangeSummarizer(const SchemaRegistry& registry, SchemaChoice choice, Limits limits,
                                       std::shared_ptr<TopicNames> topicNames)
    : m_registry(registry)
    , m_choice(std::move(choice))
    , m_limits(limits)
    , m_topicNames(topicNames ? std::move(topicNames) : std::make_shared<TopicNames>()) {}

void ExchangeSummarizer::request(Exchange& exchange) {
    exchange.topicNames = m_topicNames;
    checkRequest(exchange);
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

void ExchangeSummarizer::checkRequest(Exchange& exchange) const {
    RemarkSink sink;
    FrameWalk<RemarkSink>(*exchange.request, 0, sink, m_limits).requestFrame(m_registry, m_choice);
    exchange.requestDiagnostics = sink.remarks;
    exchange.malformed = std::move(sink.found);
    if (exchange.malformed) {
        std::string& path = exchange.malformed->path;
        path = path.empty() ? std::string(kRequestPath) : fmt::format("{}.{}", kRequestPath, path);
    }
}

void ExchangeSummarizer::answer(Exchange& exchange) {
    AnswerSink sink;
    exchange.unread =
        FrameWalk<AnswerSink>(*exchange.response, 0, sink, m_limits)
            .responseFrame(m_registry, exchange.apiKey.value_or(-1), exchange.apiVersion.value_or(0), m_choice);
    exchange.errors = std::move(sink.errors);
    exchange.responseDiagnostics = sink.remarks;
    if (!exchange.malformed) {
        exchange.malformed = std::move(sink.malformed);
    }
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
