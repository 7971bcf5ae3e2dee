#include "core/exchange/exchange.h"

#include "core/codec/decoder.h"
#include "core/exchange/foreign_bytes.h"
#include "core/exchange/sasl_token.h"

namespace brokerscope {
namespace {

double millisecondsBetween(std::int64_t from, std::int64_t to) {
    return from < 0 || to < 0 ? -1.0 : static_cast<double>(to - from) / 1e6;
}

// What is wrong with the request says nothing of its answer.
bool isOfAnswer(const Diagnostic& remark) {
    const std::string_view path = remark.path;
    return !path.starts_with(kRequestPath) || (path != kRequestPath && path[kRequestPath.size()] != '.');
}

}  // namespace

std::optional<TransportError> failureOf(const Exchange& exchange) {
    if (exchange.failure || !exchange.response || !exchange.malformed || !isOfAnswer(*exchange.malformed)) {
        return exchange.failure;
    }
    const Diagnostic& remark = *exchange.malformed;
    const std::string reason = remark.path.empty() ? remark.text() : remark.path + ": " + remark.text();
    return TransportError{{MessageId::AnswerMalformed,
                           {exchange.broker.toString(), std::to_string(remark.span.offset), reason},
                           std::nullopt,
                           {}},
                          std::nullopt};
}

ExchangeTiming timingOf(const ExchangeTimes& times) {
    ExchangeTiming timing;
    timing.connectMs = times.connectNs < 0 ? -1.0 : static_cast<double>(times.connectNs) / 1e6;
    timing.queuedMs = millisecondsBetween(times.queuedNs, times.sentNs);
    timing.sendMs = millisecondsBetween(times.sentNs, times.writtenNs);
    timing.waitMs = millisecondsBetween(times.writtenNs < 0 ? times.sentNs : times.writtenNs, times.firstByteNs);
    timing.receiveMs = millisecondsBetween(times.firstByteNs, times.lastByteNs);
    timing.totalMs = millisecondsBetween(times.sentNs, times.lastByteNs);
    return timing;
}

std::shared_ptr<const ValueTree> requestTree(const SchemaRegistry& registry, const Exchange& exchange,
                                             const SchemaChoice& choice, const Limits& limits) {
    if (!exchange.request) {
        return nullptr;
    }
    return exchange.saslMechanism ? decodeMessage(saslTokenLayout(), exchange.request, limits)
                                  : decodeRequestFrame(registry, exchange.request, choice, limits);
}

std::shared_ptr<const ValueTree> responseTree(const SchemaRegistry& registry, const Exchange& exchange,
                                              const SchemaChoice& choice, const Limits& limits) {
    if (!exchange.response) {
        return nullptr;
    }
    if (exchange.saslMechanism) {
        return decodeMessage(saslTokenLayout(), exchange.response, limits);
    }
    if (exchange.failure && isNoFrame(exchange.failure->error.id)) {
        return foreignBytesTree(exchange.response, limits);
    }
    // Without its request an answer does not say what it answers: key -1 gives the header and a gap.
    return decodeResponseFrame(registry, exchange.apiKey.value_or(-1), exchange.apiVersion.value_or(0),
                               exchange.response, choice, limits);
}

}  // namespace brokerscope
