#include "app/cli/captured_output.h"

#include "app/cli/data_fault.h"
#include "core/base/utc_time.h"
#include "core/schema/field_meaning.h"
#include "core/schema/overlays.h"
#include "core/text/decode_answer.h"
#include "core/text/diagnostic_json.h"
#include "core/text/json_object.h"
#include "core/text/text_tree.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace brokerscope {
namespace {

constexpr std::int64_t kNsPerMs = 1'000'000;

void addTime(JsonObject& object, const std::string& time) {
    if (time.empty()) {
        object.addNull("time");
    } else {
        object.add("time", time);
    }
}

void addFrame(JsonObject& object, std::uint64_t packet) {
    object.add("frame", packet == 0 ? std::nullopt : std::optional<std::int64_t>(static_cast<std::int64_t>(packet)));
}

// `request` is the tree of what `tree` answers; null: it answers nothing. False where a structure within it is
// malformed.
bool printMessage(const CapturedMessages& messages, GroupFacts& groups, RecordSetOutput& sets,
                  const std::shared_ptr<const ValueTree>& tree,
                  const std::shared_ptr<const ValueTree>& request = nullptr) {
    const CommandContext& context = messages.context();
    if (tree == nullptr) {
        return true;
    }
    ReadableOptions options = context.readable();
    options.topicNames = messages.captured().exchange.topicNames.get();
    const NestedOpener opener(context.registry(), context.choice(), context.limits);
    NestedView nested{&opener, {}};
    nested.context.request = request != nullptr ? bodyNode(NodeRef::root(request)) : NodeRef();
    const NodeRef body = bodyNode(NodeRef::root(tree));
    groups.learn(body, nested.context.request);
    nested.context.group = groups.of(body, nested.context.request);
    const bool isGood = writeTree(
        NodeRef::root(tree), options, [&context](std::string_view text) { context.line(text); }, nested);
    sets.print(NodeRef::root(tree), options.topicNames, nested.context.request);
    return isGood;
}

void printHeading(const CapturedMessages& messages) {
    const CapturedExchange& captured = messages.captured();
    const CommandContext& context = messages.context();
    const Exchange& exchange = captured.exchange;
    std::string line =
        fmt::format("{} {} {}", captured.packet(), captureTime(exchange),
                    exchangeHeading(context, exchange, connectionName(captured.client, exchange.broker)));
    const double totalMs = timingOf(exchange.times).totalMs;
    if (exchange.request && exchange.response && totalMs >= 0) {
        line += fmt::format(", {:.3f} ms", totalMs);
    }
    context.line(line);
}

}  // namespace

const std::shared_ptr<const ValueTree>& CapturedMessages::request() const {
    if (!m_request) {
        m_request = requestTree(m_context.registry(), m_captured.exchange, m_context.choice(), m_context.limits);
    }
    return *m_request;
}

const std::shared_ptr<const ValueTree>& CapturedMessages::response() const {
    if (!m_response) {
        m_response = responseTree(m_context.registry(), m_captured.exchange, m_context.choice(), m_context.limits);
    }
    return *m_response;
}

ShownExchange CapturedMessages::shown() const {
    // What an answer without its request says is not known: its bytes are no message yet.
    const Exchange& exchange = m_captured.exchange;
    const bool isKnown = exchange.apiKey || exchange.saslMechanism;
    return {exchange, request(), isKnown ? response() : nullptr, true};
}

std::string connectionName(const Endpoint& client, const Endpoint& broker) {
    return client.toString() + '-' + broker.toString();
}

std::string captureTime(std::int64_t timeNs) {
    if (timeNs <= 0) {
        return {};
    }
    std::string time = utcTime(timeNs / kNsPerMs);
    if (!time.empty()) {
        time.back() = static_cast<char>('0' + timeNs % kNsPerMs / 100'000);
        time += fmt::format("{:05}Z", timeNs % 100'000);
    }
    return time;
}

std::string captureTime(const Exchange& exchange) {
    return captureTime(exchange.times.sentNs >= 0 ? exchange.times.sentNs : exchange.times.firstByteNs);
}

bool addCapturedJson(JsonObject& object, const CapturedMessages& messages) {
    const CapturedExchange& captured = messages.captured();
    object.add("connection", connectionName(captured.client, captured.exchange.broker));
    addFrame(object, captured.packet());
    addTime(object, captureTime(captured.exchange));
    object.addJson("broker", brokerJson(std::nullopt, captured.exchange.broker));
    return addExchangeJson(object, messages.context(), messages.shown());
}

bool printCapturedJson(const CapturedMessages& messages) {
    bool isWithinGood = true;
    std::string out;
    {
        JsonObject object(out);
        isWithinGood = addCapturedJson(object, messages);
    }
    messages.context().line(out);
    return isWithinGood;
}

std::string captureRemarkJson(const CaptureDiagnostic& remark) {
    const bool isNamed = remark.connection != ConnectionId::None;
    std::string out;
    {
        JsonObject object(out);
        if (isNamed) {
            object.add("connection", connectionName(remark.client, remark.broker));
        } else {
            object.addNull("connection");
        }
        addFrame(object, remark.packet);
        if (isNamed) {
            object.add("from", remark.isFromServer ? "broker" : "client");
        }
        object.addNull("api");
        object.addNull("request");
        object.addNull("response");
        object.addKey("diagnostics");
        appendDiagnosticsJson(out, std::vector<Diagnostic>{remark.diagnostic});
    }
    return out;
}

std::string captureRemarkLine(const CaptureDiagnostic& remark) {
    std::string line = remark.packet != 0 ? fmt::format("frame {}, ", remark.packet) : std::string();
    if (remark.connection == ConnectionId::None) {
        return line + (remark.diagnostic.span == ByteSpan()
                           ? fmt::format("{}: {}", severityName(remark.diagnostic.severity), remark.diagnostic.text())
                           : diagnosticLine(remark.diagnostic));
    }
    line += connectionName(remark.client, remark.broker);
    // A span of nothing stands for the whole connection.
    if (remark.diagnostic.span == ByteSpan()) {
        return line + fmt::format(": {}: {}", severityName(remark.diagnostic.severity), remark.diagnostic.text());
    }
    return line + (remark.isFromServer ? ", from the broker: " : ", from the client: ") +
           diagnosticLine(remark.diagnostic);
}

bool printCaptured(const CapturedMessages& messages) {
    printHeading(messages);
    printOutcome(messages.context(), messages.captured().exchange, "  ");
    const ExchangeRemarks within = remarksWithin(messages.context(), messages.shown());
    for (const Diagnostic& remark : within.remarks) {
        if (remark.severity == Severity::Error) {
            messages.context().line("  ! " + diagnosticLine(remark));
        }
    }
    return within.isWithinGood;
}

bool printCaptured(const CapturedMessages& messages, GroupFacts& groups, RecordSetOutput& sets) {
    printHeading(messages);
    const bool isRequestGood = printMessage(messages, groups, sets, messages.request());
    const bool isResponseGood = printMessage(messages, groups, sets, messages.response(), messages.request());
    printOutcome(messages.context(), messages.captured().exchange, "  ",
                 {messages.request().get(), messages.response().get()});
    return isRequestGood && isResponseGood && !sets.hasError();
}

bool speaksOfGroup(const CommandContext& context, const CapturedExchange& captured) {
    const auto key = captured.exchange.apiKey;
    const auto version = captured.exchange.apiVersion;
    if (!key || !version) {
        return true;
    }
    const auto hasGroup = [](const Result<std::shared_ptr<const MessageLayout>>& layout) {
        return layout && std::any_of((*layout)->root->fields.begin(), (*layout)->root->fields.end(),
                                     [](const FieldLayout& field) {
                                         const FieldMeaning* meaning = Overlays::meaning(field.spec);
                                         return meaning != nullptr && meaning->entity == "groupId";
                                     });
    };
    return hasGroup(context.registry().request(*key, *version, context.choice())) ||
           hasGroup(context.registry().response(*key, *version, context.choice()));
}

void learnGroups(const CapturedMessages& messages, GroupFacts& groups) {
    const auto bodyIn = [](const std::shared_ptr<const ValueTree>& tree) {
        return tree != nullptr ? bodyNode(NodeRef::root(tree)) : NodeRef();
    };
    const NodeRef request = bodyIn(messages.request());
    groups.learn(request, NodeRef());
    groups.learn(bodyIn(messages.response()), request);
}

bool hasDataError(const CapturedExchange& captured) {
    return holdsFault(captured.exchange);
}

bool isLoss(const CaptureDiagnostic& remark) {
    constexpr std::array kLosses{MessageId::StreamGap, MessageId::StreamStrays, MessageId::PacketUnreadable};
    return remark.diagnostic.severity == Severity::Error ||
           std::find(kLosses.begin(), kLosses.end(), remark.diagnostic.id) != kLosses.end();
}

}  // namespace brokerscope
