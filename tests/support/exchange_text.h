#pragma once

#include "core/base/hex.h"
#include "core/exchange/exchange.h"

#include <fmt/format.h>
#include <string>

namespace brokerscope::testing {

inline std::string remarkText(Severity severity, MessageId id, const std::vector<std::string>& arguments,
                              const ByteSpan& span, const std::string& path) {
    return fmt::format("{} {} \"{}\" at {}+{} {}", severityName(severity), messageCode(id), messageText(id, arguments),
                       span.offset, span.length, path);
}

// Everything that is known of an exchange, a line each, so that two can be compared and the difference is seen.
inline std::string exchangeText(const Exchange& exchange) {
    const auto number = [](const auto& value) { return value ? std::to_string(*value) : std::string("none"); };
    const auto frame = [](const auto& bytes) { return bytes ? toHex(*bytes) : std::string("none"); };
    const ExchangeTimes& times = exchange.times;
    std::string text =
        fmt::format("exchange {} connection {} broker {} id {} token {}\napi {} v{} #{}\nrequest {}\nresponse {}\n"
                    "times {} {} {} {} {} {} {}\nunread {} diagnostics {} throttle {} mechanism {}{}{}\n",
                    static_cast<std::uint64_t>(exchange.id), static_cast<std::uint32_t>(exchange.connection),
                    exchange.broker.toString(), exchange.brokerId, exchange.token, number(exchange.apiKey),
                    number(exchange.apiVersion), number(exchange.correlationId), frame(exchange.request),
                    frame(exchange.response), times.wallMs, times.queuedNs, times.sentNs, times.writtenNs,
                    times.firstByteNs, times.lastByteNs, times.connectNs, exchange.unread, exchange.responseDiagnostics,
                    number(exchange.throttleMs), exchange.saslMechanism.value_or("none"),
                    exchange.internal ? " internal" : "", exchange.noResponseByDesign ? " noResponseByDesign" : "");
    for (const ErrorFinding& finding : exchange.errors.findings) {
        text += fmt::format("error {} {}\n", finding.path, finding.code);
    }
    for (const Diagnostic& note : exchange.notes) {
        text += "note " + remarkText(note.severity, note.id, note.arguments, note.span, note.path) + '\n';
    }
    if (exchange.fetchSession != nullptr) {
        text += "session " + exchange.fetchSession->describe() + '\n';
    }
    if (exchange.failure) {
        const Error& error = exchange.failure->error;
        text += "failure " +
                remarkText(Severity::Error, error.id, error.arguments, error.where.value_or(ByteSpan()), error.path);
        text += error.where ? " placed\n" : "\n";
    }
    if (exchange.failure && exchange.failure->cause) {
        const CloseCause& cause = *exchange.failure->cause;
        text += fmt::format("cause {} {} | {}\n", static_cast<int>(cause.reason), cause.sentence, cause.logLine);
    }
    return text;
}

}  // namespace brokerscope::testing
