#include "app/cli/exchange_output.h"

#include "app/cli/counted.h"
#include "app/cli/data_fault.h"
#include "app/cli/record_set_output.h"
#include "app/cli/tree_output.h"
#include "core/base/hex.h"
#include "core/text/decode_answer.h"
#include "core/text/diagnostic_json.h"
#include "core/text/json_object.h"
#include "core/text/text_tree.h"
#include "core/value/json_text.h"
#include "core/value/json_writer.h"

#include <algorithm>
#include <fmt/format.h>

namespace brokerscope {
namespace {

std::string codeName(const CommandContext& context, std::int16_t code) {
    const ErrorCodeInfo* info = context.registry().errorCode(code);
    return info != nullptr ? info->name : "unknown";
}

// `request` is the tree of what `tree` answers; null: it answers nothing. False where its records, or structures
// within it, are malformed.
bool printTree(const CommandContext& context, const std::shared_ptr<const ValueTree>& tree, const ShownParts& shown,
               const TopicNames* topicNames, const std::shared_ptr<const ValueTree>& request = nullptr) {
    const auto line = [&context](std::string_view text) { context.line(text); };
    ReadableOptions readable = context.readable();
    readable.topicNames = topicNames;
    const NodeRef root = NodeRef::root(tree);
    const NestedOpener opener(context.registry(), context.choice(), context.limits);
    NestedView nested{&opener, {}};
    nested.context.request = request != nullptr ? bodyNode(NodeRef::root(request)) : NodeRef();
    if (shown.hex) {
        const CheckedRecords records = checkRecordSets(context, root);
        printAnnotated(context, root, nested, records);
        return records.isGood;
    }
    const bool areStructuresGood = writeTree(root, readable, line, nested);
    return printRecordSets(context, root, topicNames, nested.context.request) && areStructuresGood;
}

// Breaks in the sequences of a producer are remarked on the exchange, as far as they are known there.
bool isAmong(const std::vector<Diagnostic>& notes, const Diagnostic& remark) {
    return std::any_of(notes.begin(), notes.end(), [&remark](const Diagnostic& note) {
        return note.id == remark.id && note.arguments == remark.arguments;
    });
}

// A message of an exchange; its paths stand behind `prefix`.
struct SaidMessage {
    std::shared_ptr<const ValueTree> tree;
    std::shared_ptr<const ValueTree> request;  // that it answers; null: none
    std::string prefix;

    Diagnostic placed(Diagnostic remark) const {
        const std::string point = prefix.empty() || remark.path.empty() ? "" : ".";
        remark.path = prefix + point + remark.path;
        return remark;
    }
};

void addWithin(const CommandContext& context, const ShownExchange& shown, const SaidMessage& message,
               ExchangeRemarks& said) {
    if (message.tree == nullptr) {
        return;
    }
    const NodeRef root = NodeRef::root(message.tree);
    CheckedRecords records = checkRecordSets(context, root);
    said.isWithinGood = said.isWithinGood && records.isGood;
    for (Diagnostic& remark : records.remarks) {
        if (!isAmong(shown.exchange.notes, remark)) {
            said.remarks.push_back(message.placed(std::move(remark)));
        }
    }
    const NestedOpener opener(context.registry(), context.choice(), context.limits);
    NestedView nested{&opener, {}};
    nested.context.request = message.request != nullptr ? bodyNode(NodeRef::root(message.request)) : NodeRef();
    for (Diagnostic& remark : structureRemarks(bodyNode(root), nested)) {
        // Why bytes stay bytes is no news of the exchange.
        if (remark.severity != Severity::Note) {
            said.isWithinGood = said.isWithinGood && remark.severity != Severity::Error;
            said.remarks.push_back(message.placed(std::move(remark)));
        }
    }
}

std::string diagnosticsText(const ExchangeRemarks& said) {
    std::string out;
    appendDiagnosticsJson(out, said.remarks);
    return out;
}

}  // namespace

std::string bodyJson(const CommandContext& context, const std::shared_ptr<const ValueTree>& tree) {
    const NodeRef body = tree != nullptr ? bodyNode(NodeRef::root(tree)) : NodeRef();
    return body.isValid() ? toJson(body, context.json()) : "null";
}

std::string brokerJson(std::optional<std::int32_t> id, const Endpoint& endpoint) {
    std::string out;
    {
        JsonObject object(out);
        if (id) {
            object.add("id", int{*id});
        }
        object.add("host", endpoint.host);
        object.add("port", int{endpoint.port});
    }
    return out;
}

std::string timingJson(const ShownExchange& shown) {
    const ExchangeTiming timing = timingOf(shown.exchange.times);
    std::string out;
    {
        JsonObject object(out);
        const auto add = [&](std::string_view key, double milliseconds) {
            object.addJson(key, milliseconds < 0 ? "null" : fmt::format("{:.3f}", milliseconds));
        };
        if (!shown.isCaptured) {
            add("connectMs", timing.connectMs);
        }
        add("queuedMs", timing.queuedMs);
        add("sendMs", timing.sendMs);
        add("waitMs", timing.waitMs);
        add("receiveMs", timing.receiveMs);
    }
    return out;
}

ExchangeRemarks remarksWithin(const CommandContext& context, const ShownExchange& shown) {
    ExchangeRemarks said;
    if (shown.isCaptured) {
        addWithin(context, shown, {shown.request, nullptr, std::string(kRequestPath)}, said);
    }
    addWithin(context, shown, {shown.response, shown.request, {}}, said);
    return said;
}

ExchangeRemarks exchangeRemarks(const CommandContext& context, const ShownExchange& shown) {
    ExchangeRemarks said{shown.exchange.notes};
    const SaidMessage request{shown.request, nullptr, std::string(kRequestPath)};
    const SaidMessage response{shown.response, shown.request, {}};
    const auto addTree = [&said](const SaidMessage& message) {
        if (message.tree != nullptr) {
            for (const NodeDiagnostic& entry : message.tree->diagnostics) {
                said.remarks.push_back(message.placed(entry.diagnostic));
            }
        }
    };
    for (const Diagnostic& remark : shown.requestRemarks) {
        said.remarks.push_back(request.placed(remark));
    }
    addTree(request);
    // The tree of a request that was made here is that of its making, which remarks on nothing.
    if (const auto& malformed = shown.exchange.malformed;
        malformed && malformed->path.starts_with(kRequestPath) && !isAmong(said.remarks, *malformed)) {
        said.remarks.push_back(*malformed);
    }
    if (shown.isCaptured) {
        addWithin(context, shown, request, said);
    }
    addTree(response);
    addWithin(context, shown, response, said);
    return said;
}

std::string remarksJson(const CommandContext& context, const ShownExchange& shown) {
    return diagnosticsText(exchangeRemarks(context, shown));
}

std::string exchangeHeading(const CommandContext& context, const Exchange& exchange, std::string_view who) {
    std::string what = "request";
    if (exchange.apiKey) {
        const ApiInfo* api = context.registry().api(*exchange.apiKey);
        what = api != nullptr ? api->name : fmt::format("API {}", *exchange.apiKey);
        what += fmt::format(" v{}", exchange.apiVersion.value_or(-1));
    }
    std::string line = fmt::format("{}, {}", what, who);
    if (exchange.correlationId) {
        line += fmt::format(", correlation id {}", *exchange.correlationId);
    }
    return line + fmt::format(", {} sent, {} received", counted(exchange.requestBytes(), "byte", "bytes"),
                              exchange.responseBytes());
}

void printOutcome(const CommandContext& context, const Exchange& exchange, std::string_view indent,
                  std::initializer_list<const ValueTree*> printed) {
    const auto isPrinted = [&printed](const Diagnostic& note) {
        return std::any_of(printed.begin(), printed.end(), [&note](const ValueTree* tree) {
            return tree != nullptr &&
                   std::any_of(tree->diagnostics.begin(), tree->diagnostics.end(), [&note](const NodeDiagnostic& each) {
                       return each.diagnostic.id == note.id && each.diagnostic.arguments == note.arguments;
                   });
        });
    };
    const auto isFailure = [&exchange](const Diagnostic& note) {
        return exchange.failure && note.id == exchange.failure->error.id &&
               note.arguments == exchange.failure->error.arguments;
    };
    const auto line = [&](std::string_view text) { context.line(fmt::format("{}{}", indent, text)); };
    if (exchange.noResponseByDesign) {
        line(fmt::format("no response by design ({})", noResponseReason(exchange)));
    }
    for (const Diagnostic& note : exchange.notes) {
        if (!isPrinted(note) && !isFailure(note)) {
            line("! " + (note.span.length > 0 ? diagnosticLine(note) : problemLine(note)));
        }
    }
    // Why a broker closed the connection says it better.
    const bool isExplained = exchange.failure && exchange.failure->cause;
    if (exchange.malformed && !isExplained && !isPrinted(*exchange.malformed)) {
        line("! " + diagnosticLine(*exchange.malformed));
    }
    if (exchange.failure) {
        line("! " + errorLine(exchange.failure->error));
        if (exchange.failure->cause && !exchange.failure->cause->logLine.empty()) {
            line("  look in the broker's log for: " + exchange.failure->cause->logLine);
        }
    }
    for (const ErrorFinding& finding : exchange.errors.findings) {
        line(fmt::format("error {}: {}", finding.path, context.registry().errorName(finding.code)));
    }
}

std::string_view noResponseReason(const Exchange& exchange) {
    return exchange.saslMechanism ? "SASL token" : "acks=0";
}

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

bool addExchangeJson(JsonObject& object, const CommandContext& context, const ShownExchange& shown) {
    const Exchange& exchange = shown.exchange;
    const ExchangeRemarks said = exchangeRemarks(context, shown);
    object.addJson("api", apiReferenceJson(context, exchange.apiKey, exchange.apiVersion));
    object.add("correlationId",
               exchange.correlationId ? std::optional<std::int64_t>(*exchange.correlationId) : std::nullopt);
    object.addJson("request", bodyJson(context, shown.request));
    object.addJson("response", bodyJson(context, shown.response));
    if (exchange.noResponseByDesign) {
        object.add("noResponse", noResponseReason(exchange));
    }
    if (exchange.failure) {
        object.addJson("error", transportErrorJson(*exchange.failure));
    }
    // Of what is shown, which may be the half of an answer.
    object.add("unread", shown.response != nullptr ? shown.response->unread : exchange.unread);
    object.addJson("diagnostics", diagnosticsText(said));
    object.addJson("errors", errorFindingsJson(context, exchange.errors.findings));
    object.add("requestBytes", exchange.requestBytes());
    object.add("responseBytes", exchange.responseBytes());
    object.addJson("timing", timingJson(shown));
    return said.isWithinGood;
}

std::string unreachedJson(const Error& error, const Exchange* last) {
    std::string out;
    {
        JsonObject object(out);
        object.addJson("error", transportErrorJson({error, std::nullopt}));
        object.addJson("broker", last != nullptr ? brokerJson(last->brokerId, last->broker) : "null");
        if (last != nullptr && last->response != nullptr) {
            object.add("received", toHex(*last->response));
        } else {
            object.addNull("received");
        }
        object.addKey("diagnostics");
        appendDiagnosticsJson(out, last != nullptr ? last->notes : std::vector<Diagnostic>());
    }
    return out;
}

std::string unsentJson(const CommandContext& context, std::optional<std::int16_t> apiKey, const Error& error,
                       const std::vector<Diagnostic>& remarks) {
    std::string out;
    {
        JsonObject object(out);
        object.addNull("broker");
        object.addJson("api", apiReferenceJson(context, apiKey, std::nullopt));
        object.addNull("correlationId");
        object.addNull("request");
        object.addNull("response");
        object.addJson("error", transportErrorJson({error, std::nullopt}));
        object.addKey("diagnostics");
        appendDiagnosticsJson(out, remarks);
    }
    return out;
}

ExchangeJson exchangeJson(const CommandContext& context, const SendResult& sent) {
    ExchangeJson json;
    {
        JsonObject object(json.text);
        object.addJson("broker", brokerJson(sent.broker.id, sent.exchange->broker));
        json.areRecordsGood =
            addExchangeJson(object, context, {*sent.exchange, sent.request, sent.response, false, sent.remarks});
    }
    return json;
}

bool printExchangeJson(const CommandContext& context, const SendResult& sent) {
    const ExchangeJson json = exchangeJson(context, sent);
    context.line(json.text);
    return json.areRecordsGood;
}

bool printExchange(const CommandContext& context, const SendResult& sent, const ShownParts& shown) {
    bool isGood = true;
    const Exchange& exchange = *sent.exchange;
    const std::string id = sent.broker.id >= 0 ? fmt::format("broker {} ", sent.broker.id) : "";
    context.line(exchangeHeading(context, exchange, id + exchange.broker.toString()));
    if (!sent.routing.empty()) {
        context.line(sent.routing);
    }
    const bool printsRequest = shown.request && sent.request != nullptr;
    if (printsRequest) {
        isGood = printTree(context, sent.request, shown, exchange.topicNames.get());
    }
    const bool printsResponse = (shown.response || (shown.hex && !shown.request)) && sent.response != nullptr;
    if (printsResponse) {
        isGood = printTree(context, sent.response, shown, exchange.topicNames.get(), sent.request) && isGood;
    }
    printOutcome(context, exchange, {},
                 {printsRequest ? sent.request.get() : nullptr, printsResponse ? sent.response.get() : nullptr});
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
    return isGood;
}

int statusOf(const SendResult& sent) {
    if (sent.exchange->failure) {
        return kNoAnswer;
    }
    return holdsFault(*sent.exchange) || isRefused(sent.remarks) ? kDataError : kDone;
}

}  // namespace brokerscope
