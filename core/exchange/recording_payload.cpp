#include "core/exchange/recording_payload.h"

#include "core/exchange/recording_fields.h"

#include <algorithm>

namespace brokerscope {
namespace {

enum RunFlag : std::uint8_t { RunPreview = 1, RunKeepsSecrets = 2 };

enum ExchangeFlag : std::uint16_t {
    HasApiKey = 1,
    HasApiVersion = 2,
    HasCorrelationId = 4,
    HasMechanism = 8,
    HasFailure = 16,
    HasCause = 32,
    HasFailurePlace = 64,
    HasRequest = 128,
    HasResponse = 256,
    IsInternal = 512,
    HasNoResponseByDesign = 1024,
    MasksRequest = 2048,
    MasksResponse = 4096
};

// Names in the file of CloseReason, by its numbers.
constexpr std::array<std::string_view, 10> kReasons{
    "badSize",     "emptyFrame",  "unreadableHeader", "unknownApi",    "removedApi",
    "disabledApi", "unsupported", "refusedVersion",   "malformedBody", "unexpectedClose"};
static_assert(kReasons.size() == static_cast<std::size_t>(CloseReason::UnexpectedClose) + 1);

constexpr std::size_t kLeastTextBytes = 4;
constexpr std::size_t kLeastNoteBytes = 33;

// What the file says of a failure or a note; both kinds of remark have it.
struct Message {
    MessageId id = MessageId::Other;
    std::vector<std::string> arguments;
    ByteSpan span;
    std::string path;
};

MessageId idOfCode(std::string_view code) {
    for (std::uint16_t id = 0; id < static_cast<std::uint16_t>(MessageId::Count); ++id) {
        if (messageCode(static_cast<MessageId>(id)) == code) {
            return static_cast<MessageId>(id);
        }
    }
    return MessageId::Count;
}

void putMessage(ByteWriter& out, const Message& message) {
    putText(out, messageCode(message.id));
    out.putFixed(message.arguments.size(), 4);
    for (const std::string& argument : message.arguments) {
        putText(out, argument);
    }
    out.putFixed(message.span.offset, 8);
    out.putFixed(message.span.length, 8);
    putText(out, message.path);
    putText(out, messageText(message.id, message.arguments));
}

Message readMessage(RecordingFields& fields) {
    Message message;
    message.id = idOfCode(fields.text());
    for (std::size_t left = fields.count(kLeastTextBytes); left > 0; --left) {
        message.arguments.push_back(fields.text());
    }
    message.span.offset = fields.number(8);
    message.span.length = fields.number(8);
    message.path = fields.text();
    std::string sentence = fields.text();
    if (message.id == MessageId::Count) {
        message.id = MessageId::Other;
        message.arguments = {std::move(sentence)};
    }
    return message;
}

// Notes that are made again with the columns that they tell of.
bool isMadeAgain(const Exchange& exchange, const Diagnostic& note) {
    return isSummarized(exchange) && (note.id == MessageId::ApiVersionsFallback || note.id == MessageId::FetchSession);
}

std::uint16_t flagsOf(const RecordedExchange& recorded) {
    const Exchange& exchange = recorded.exchange;
    const auto flag = [](bool isSet, ExchangeFlag bit) { return isSet ? static_cast<unsigned>(bit) : 0U; };
    return static_cast<std::uint16_t>(
        flag(exchange.apiKey.has_value(), HasApiKey) | flag(exchange.apiVersion.has_value(), HasApiVersion) |
        flag(exchange.correlationId.has_value(), HasCorrelationId) |
        flag(exchange.saslMechanism.has_value(), HasMechanism) | flag(exchange.failure.has_value(), HasFailure) |
        flag(exchange.failure && exchange.failure->cause, HasCause) |
        flag(exchange.failure && exchange.failure->error.where, HasFailurePlace) |
        flag(exchange.request != nullptr, HasRequest) | flag(exchange.response != nullptr, HasResponse) |
        flag(exchange.internal, IsInternal) | flag(exchange.noResponseByDesign, HasNoResponseByDesign) |
        flag(recorded.isRequestMasked, MasksRequest) | flag(recorded.isResponseMasked, MasksResponse));
}

void putFacts(ByteWriter& out, const Exchange& exchange, std::uint16_t flags) {
    out.putFixed(static_cast<std::uint64_t>(exchange.times.wallMs), 8);
    out.putFixed(static_cast<std::uint32_t>(exchange.connection), 4);
    out.putFixed(static_cast<std::uint16_t>(exchange.apiKey.value_or(0)), 2);
    out.putFixed(static_cast<std::uint16_t>(exchange.apiVersion.value_or(0)), 2);
    out.putFixed(flags, 2);
}

void putRest(ByteWriter& out, const Exchange& exchange) {
    out.putFixed(static_cast<std::uint64_t>(exchange.id), 8);
    out.putFixed(static_cast<std::uint32_t>(exchange.correlationId.value_or(0)), 4);
    out.putFixed(exchange.token, 8);
    out.putFixed(static_cast<std::uint32_t>(exchange.brokerId), 4);
    out.putFixed(exchange.broker.port, 2);
    putText(out, exchange.broker.host);
    const ExchangeTimes& times = exchange.times;
    for (const std::int64_t time :
         {times.queuedNs, times.sentNs, times.writtenNs, times.firstByteNs, times.lastByteNs, times.connectNs}) {
        out.putFixed(static_cast<std::uint64_t>(time), 8);
    }
    out.putFixed(exchange.unread, 8);
    putText(out, exchange.saslMechanism.value_or(std::string()));
}

void putFailure(ByteWriter& out, const TransportError& failure) {
    const Error& error = failure.error;
    putMessage(out, {error.id, error.arguments, error.where.value_or(ByteSpan()), error.path});
    if (failure.cause) {
        putText(out, kReasons[static_cast<std::size_t>(failure.cause->reason)]);
        putText(out, failure.cause->sentence);
        putText(out, failure.cause->logLine);
    }
}

void putNotes(ByteWriter& out, const Exchange& exchange) {
    const auto kept = std::count_if(exchange.notes.begin(), exchange.notes.end(),
                                    [&](const Diagnostic& note) { return !isMadeAgain(exchange, note); });
    out.putFixed(static_cast<std::uint64_t>(kept), 4);
    for (const Diagnostic& note : exchange.notes) {
        if (!isMadeAgain(exchange, note)) {
            out.putByte(static_cast<std::uint8_t>(note.severity));
            putMessage(out, {note.id, note.arguments, note.span, note.path});
        }
    }
}

void putFrame(ByteWriter& out, const std::shared_ptr<const ByteBuffer>& frame) {
    if (frame != nullptr) {
        out.putFixed(frame->size(), 4);
        out.putBytes(*frame);
    }
}

TransportError readFailure(RecordingFields& fields, std::uint16_t flags) {
    Message message = readMessage(fields);
    TransportError failure{{message.id, std::move(message.arguments), std::nullopt, std::move(message.path)},
                           std::nullopt};
    if ((flags & HasFailurePlace) != 0) {
        failure.error.where = message.span;
    }
    if ((flags & HasCause) != 0) {
        const auto reason = std::find(kReasons.begin(), kReasons.end(), fields.text());
        // A reason that is not known here is no more than a close that nobody expected.
        failure.cause.emplace();
        failure.cause->reason = reason != kReasons.end() ? static_cast<CloseReason>(reason - kReasons.begin())
                                                         : CloseReason::UnexpectedClose;
        failure.cause->sentence = fields.text();
        failure.cause->logLine = fields.text();
    }
    return failure;
}

Diagnostic readNote(RecordingFields& fields) {
    const auto severity = std::min<std::uint64_t>(fields.number(1), static_cast<std::uint64_t>(Severity::Error));
    Message message = readMessage(fields);
    return {static_cast<Severity>(severity), message.id, std::move(message.arguments), message.span,
            std::move(message.path)};
}

std::shared_ptr<const ByteBuffer> readFrame(RecordingFields& fields, bool isThere) {
    if (!isThere) {
        return nullptr;
    }
    const ByteView frame = fields.bytes();
    return std::make_shared<const ByteBuffer>(frame.begin(), frame.end());
}

// Gives the flags.
std::uint16_t takeFacts(RecordingFields& fields, RecordedFacts& facts) {
    facts.wallMs = fields.integer<std::int64_t>();
    facts.connection = static_cast<ConnectionId>(fields.number(4));
    const auto apiKey = fields.integer<std::int16_t>();
    const auto apiVersion = fields.integer<std::int16_t>();
    const auto flags = fields.integer<std::uint16_t>();
    facts.apiKey = (flags & HasApiKey) != 0 ? std::optional(apiKey) : std::nullopt;
    facts.apiVersion = (flags & HasApiVersion) != 0 ? std::optional(apiVersion) : std::nullopt;
    return flags;
}

void takeRest(RecordingFields& fields, std::uint16_t flags, Exchange& exchange) {
    exchange.id = static_cast<ExchangeId>(fields.number(8));
    const auto correlationId = fields.integer<std::int32_t>();
    if ((flags & HasCorrelationId) != 0) {
        exchange.correlationId = correlationId;
    }
    exchange.token = fields.number(8);
    exchange.brokerId = fields.integer<std::int32_t>();
    exchange.broker.port = fields.integer<std::uint16_t>();
    exchange.broker.host = fields.text();
    ExchangeTimes& times = exchange.times;
    for (std::int64_t* time :
         {&times.queuedNs, &times.sentNs, &times.writtenNs, &times.firstByteNs, &times.lastByteNs, &times.connectNs}) {
        *time = fields.integer<std::int64_t>();
    }
    exchange.unread = fields.number(8);
    std::string mechanism = fields.text();
    if ((flags & HasMechanism) != 0) {
        exchange.saslMechanism = std::move(mechanism);
    }
}

}  // namespace

bool isSummarized(const Exchange& exchange) {
    return exchange.request && exchange.response && !exchange.failure && !exchange.saslMechanism;
}

ByteBuffer runHeadPayload(const RecordingRun& run) {
    ByteWriter out;
    putText(out, run.programVersion);
    out.putFixed(static_cast<std::uint64_t>(run.wallMs), 8);
    out.putByte(run.clusterId ? 1 : 0);
    if (run.clusterId) {
        putText(out, *run.clusterId);
    }
    out.putFixed(run.bootstrap.size(), 4);
    for (const std::string& address : run.bootstrap) {
        putText(out, address);
    }
    putText(out, run.schemas.release);
    out.putByte(
        static_cast<std::uint8_t>((run.schemas.preview ? RunPreview : 0) | (run.keepsSecrets ? RunKeepsSecrets : 0)));
    return out.finish();
}

std::optional<RecordingRun> readRunHead(ByteView payload) {
    RecordingFields fields(payload);
    RecordingRun run;
    run.programVersion = fields.text();
    run.wallMs = fields.integer<std::int64_t>();
    if (fields.number(1) != 0) {
        run.clusterId = fields.text();
    }
    for (std::size_t left = fields.count(kLeastTextBytes); left > 0; --left) {
        run.bootstrap.push_back(fields.text());
    }
    run.schemas.release = fields.text();
    const auto flags = fields.number(1);
    run.schemas.preview = (flags & RunPreview) != 0;
    run.keepsSecrets = (flags & RunKeepsSecrets) != 0;
    return fields.isWhole() ? std::optional(std::move(run)) : std::nullopt;
}

ByteBuffer exchangePayload(const RecordedExchange& recorded) {
    const Exchange& exchange = recorded.exchange;
    ByteWriter out(static_cast<std::size_t>(exchange.requestBytes() + exchange.responseBytes()) + 512);
    putFacts(out, exchange, flagsOf(recorded));
    putRest(out, exchange);
    if (exchange.failure) {
        putFailure(out, *exchange.failure);
    }
    putNotes(out, exchange);
    putFrame(out, exchange.request);
    putFrame(out, exchange.response);
    return out.finish();
}

std::optional<RecordedExchange> readExchange(ByteView payload) {
    RecordingFields fields(payload);
    RecordedFacts facts;
    const std::uint16_t flags = takeFacts(fields, facts);
    RecordedExchange recorded;
    Exchange& exchange = recorded.exchange;
    exchange.times.wallMs = facts.wallMs;
    exchange.connection = facts.connection;
    exchange.apiKey = facts.apiKey;
    exchange.apiVersion = facts.apiVersion;
    takeRest(fields, flags, exchange);
    if ((flags & HasFailure) != 0) {
        exchange.failure = readFailure(fields, flags);
    }
    for (std::size_t left = fields.count(kLeastNoteBytes); left > 0; --left) {
        exchange.notes.push_back(readNote(fields));
    }
    exchange.request = readFrame(fields, (flags & HasRequest) != 0);
    exchange.response = readFrame(fields, (flags & HasResponse) != 0);
    exchange.internal = (flags & IsInternal) != 0;
    exchange.noResponseByDesign = (flags & HasNoResponseByDesign) != 0;
    recorded.isRequestMasked = (flags & MasksRequest) != 0;
    recorded.isResponseMasked = (flags & MasksResponse) != 0;
    return fields.isWhole() ? std::optional(std::move(recorded)) : std::nullopt;
}

std::optional<RecordedFacts> readFacts(ByteView payload) {
    RecordingFields fields(payload);
    RecordedFacts facts;
    takeFacts(fields, facts);
    return fields.isGood() ? std::optional(facts) : std::nullopt;
}

ByteBuffer lossPayload(const RecordingLoss& loss) {
    ByteWriter out;
    out.putFixed(loss.count, 8);
    putText(out, loss.why);
    return out.finish();
}

std::optional<RecordingLoss> readLoss(ByteView payload) {
    RecordingFields fields(payload);
    RecordingLoss loss;
    loss.count = fields.number(8);
    loss.why = fields.text();
    return fields.isWhole() ? std::optional(std::move(loss)) : std::nullopt;
}

ByteBuffer runEndPayload(const RecordingEnd& end) {
    ByteWriter out;
    out.putFixed(end.written, 8);
    out.putFixed(end.lost, 8);
    return out.finish();
}

std::optional<RecordingEnd> readRunEnd(ByteView payload) {
    RecordingFields fields(payload);
    RecordingEnd end{fields.number(8), fields.number(8)};
    return fields.isWhole() ? std::optional(end) : std::nullopt;
}

}  // namespace brokerscope
