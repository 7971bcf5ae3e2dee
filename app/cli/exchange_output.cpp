#include "app/cli/exchange_output.h"

#include "app/cli/tree_output.h"
#include "core/text/annotated_hex.h"
#include "core/text/decode_answer.h"
#include "core/text/diagnostic_json.h"
#include "core/text/json_object.h"
#include "core/text/text_tree.h"
#include "core/value/json_text.h"
#include "core/value/json_writer.h"

#include <fmt/format.h>

namespace brokerscope {
namespace {

std::string codeName(const CommandContext& context, std::int16_t code) {
    const ErrorCodeInfo* info = context.registry().errorCode(code);
    return info != nullptr ? info->name : "unknown";
}

std::string bodyJson(const CommandContext& context, const std::shared_ptr<const ValueTree>& tree) {
    const NodeRef body = bodyNode(NodeRef::root(tree));
    JsonOptions options;
    options.mask = !context.global.unmask;
    return body.isValid() ? toJson(body, options) : "null";
}

std::string brokerJson(const BrokerInfo& broker, const Endpoint& endpoint) {
    std::string out;
    {
        JsonObject object(out);
        object.add("id", int{broker.id});
        object.add("host", endpoint.host);
        object.add("port", int{endpoint.port});
    }
    return out;
}

std::string timingJson(const ExchangeTimes& times) {
    const ExchangeTiming timing = timingOf(times);
    std::string out;
    {
        JsonObject object(out);
        const auto add = [&](std::string_view key, double milliseconds) {
            object.addJson(key, milliseconds < 0 ? "null" : fmt::format("{:.3f}", milliseconds));
        };
        add("connectMs", timing.connectMs);
        add("queuedMs", timing.queuedMs);
        add("sendMs", timing.sendMs);
        add("waitMs", timing.waitMs);
        add("receiveMs", timing.receiveMs);
    }
    return out;
}

std::string remarksJson(const SendResult& sent) {
    std::string out;
    {
        JsonArray array(out);
        for (const Diagnostic& note : sent.exchange->notes) {
            array.next();
            appendDiagnosticJson(out, note);
        }
        if (sent.response != nullptr) {
            for (const NodeDiagnostic& entry : sent.response->diagnostics) {
                array.next();
                appendDiagnosticJson(out, entry.diagnostic);
            }
        }
    }
    return out;
}

std::string heading(const CommandContext& context, const SendResult& sent) {
    const Exchange& exchange = *sent.exchange;
    std::string what = "request";
    if (exchange.apiKey) {
        const ApiInfo* api = context.registry().api(*exchange.apiKey);
        what = api != nullptr ? api->name : fmt::format("API {}", *exchange.apiKey);
        what += fmt::format(" v{}", exchange.apiVersion.value_or(-1));
    }
    std::string line = what + ", " + (sent.broker.id >= 0 ? fmt::format("broker {} ", sent.broker.id) : "") +
                       exchange.broker.toString();
    if (exchange.correlationId) {
        line += fmt::format(", correlation id {}", *exchange.correlationId);
    }
    return line + fmt::format(", {} bytes sent, {} received", exchange.requestBytes(), exchange.responseBytes());
}

void printTree(const CommandContext& context, const std::shared_ptr<const ValueTree>& tree, const ShownParts& shown) {
    const auto line = [&context](std::string_view text) { context.line(text); };
    const NodeRef root = NodeRef::root(tree);
    if (shown.hex) {
        writeAnnotatedHex(root, {context.readable(), context.colours()}, line);
    } else {
        writeTree(root, context.readable(), line);
    }
}

void printOutcome(const CommandContext& context, const Exchange& exchange) {
    if (exchange.noResponseByDesign) {
        context.line("no response by design (acks=0)");
    }
    for (const Diagnostic& note : exchange.notes) {
        context.line(fmt::format("! {}: {}", severityName(note.severity), note.text()));
    }
    if (exchange.failure) {
        context.line("! " + exchange.failure->text());
        if (exchange.failure->cause && !exchange.failure->cause->logLine.empty()) {
            context.line("  look in the broker's log for: " + exchange.failure->cause->logLine);
        }
    }
    for (const ErrorFinding& finding : exchange.errors.findings) {
        context.line(fmt::format("error {}: {}", finding.path, context.registry().errorName(finding.code)));
    }
}

}  // namespace

std::string apiReferenceJson(const CommandContext& context, std::optional<std::int16_t> key,
                             std::optional<std::int16_t> version) {
    if (!key) {
        return "null";
    }
    const ApiInfo* api = context.registry().api(*key);
    std::string out;
    {
        JsonObject object(out);
        object.add("key", int{*key});
        if (api != nullptr) {
            object.add("name", api->name);
        } else {
            object.addNull("name");
        }
        object.add("version", version ? std::optional<std::int64_t>(*version) : std::nullopt);
    }
    return out;
}

std::string errorFindingsJson(const CommandContext& context, const std::vector<ErrorFinding>& findings) {
    std::string out;
    {
        JsonArray array(out);
        for (const ErrorFinding& finding : findings) {
            array.next();
            JsonObject object(out);
            object.add("path", finding.path);
            object.add("code", int{finding.code});
            object.add("name", codeName(context, finding.code));
        }
    }
    return out;
}

std::string transportErrorJson(const TransportError& error) {
    std::string out;
    {
        JsonObject object(out);
        object.add("code", error.error.code());
        object.add("message", error.text());
        if (error.cause) {
            object.add("cause", error.cause->sentence);
            object.add("logLine", error.cause->logLine);
        }
    }
    return out;
}

std::string exchangeJson(const CommandContext& context, const SendResult& sent) {
    const Exchange& exchange = *sent.exchange;
    std::string out;
    {
        JsonObject object(out);
        object.addJson("broker", brokerJson(sent.broker, exchange.broker));
        object.addJson("api", apiReferenceJson(context, exchange.apiKey, exchange.apiVersion));
        object.add("correlationId",
                   exchange.correlationId ? std::optional<std::int64_t>(*exchange.correlationId) : std::nullopt);
        object.addJson("request", bodyJson(context, sent.request));
        object.addJson("response", sent.response != nullptr ? bodyJson(context, sent.response) : "null");
        if (exchange.noResponseByDesign) {
            object.add("noResponse", "acks=0");
        }
        if (exchange.failure) {
            object.addJson("error", transportErrorJson(*exchange.failure));
        }
        object.add("unread", exchange.unread);
        object.addJson("diagnostics", remarksJson(sent));
        object.addJson("errors", errorFindingsJson(context, exchange.errors.findings));
        object.add("requestBytes", exchange.requestBytes());
        object.add("responseBytes", exchange.responseBytes());
        object.addJson("timing", timingJson(exchange.times));
    }
    return out;
}

void printExchange(const CommandContext& context, const SendResult& sent, const ShownParts& shown) {
    const Exchange& exchange = *sent.exchange;
    context.line(heading(context, sent));
    if (!sent.routing.empty()) {
        context.line(sent.routing);
    }
    if (shown.request && sent.request != nullptr) {
        printTree(context, sent.request, shown);
    }
    if ((shown.response || (shown.hex && !shown.request)) && sent.response != nullptr) {
        printTree(context, sent.response, shown);
    }
    printOutcome(context, exchange);
    if (shown.timing) {
        const ExchangeTiming timing = timingOf(exchange.times);
        const auto milliseconds = [](double value) {
            return value < 0 ? std::string("-") : fmt::format("{:.3f}", value);
        };
        context.line(fmt::format("connect {} ms, queued {} ms, send {} ms, wait {} ms, receive {} ms",
                                 milliseconds(timing.connectMs), milliseconds(timing.queuedMs),
                                 milliseconds(timing.sendMs), milliseconds(timing.waitMs),
                                 milliseconds(timing.receiveMs)));
    }
}

int statusOf(const SendResult& sent) {
    if (sent.exchange->failure) {
        return kNoAnswer;
    }
    const bool trouble = !sent.exchange->errors.isEmpty() || sent.exchange->unread > 0 ||
                         (sent.response != nullptr && sent.response->hasErrors());
    return trouble ? kDataError : kDone;
}

}  // namespace brokerscope
