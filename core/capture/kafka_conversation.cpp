#include "core/capture/kafka_conversation.h"

#include "core/capture/endian_reader.h"
#include "core/codec/frame_size.h"
#include "core/exchange/close_cause.h"
#include "core/schema/api_keys.h"

#include <algorithm>

namespace brokerscope {
namespace {

constexpr std::size_t kCorrelationEnd = 8;  // of an answer
constexpr std::int64_t kNsPerMs = 1'000'000;
// A frame that begins within a segment and is larger is not waited for.
constexpr std::uint64_t kLargestAwaited = 1048576;
constexpr std::size_t kVersionEnd = 8;  // of a request's API key and version
// Requests that were given up, after which the decoder is made anew at the next chance.
constexpr std::size_t kMostGivenUp = 1000;
// A repeated packet is worth naming; a storm of them is not.
constexpr std::size_t kMostPackets = 10'000;

// Some packets have no time.
std::int64_t knownNs(const PacketStamp& stamp) {
    return stamp.timeNs > 0 ? stamp.timeNs : -1;
}

StreamTime timeOf(const PacketStamp& stamp) {
    return {knownNs(stamp), stamp.timeNs / kNsPerMs};
}

Diagnostic note(Severity severity, MessageId id, std::vector<std::string> arguments) {
    return {severity, id, std::move(arguments), {}, {}};
}

std::vector<std::string> incompleteArguments(const CapturedFrame& frame, std::string_view why) {
    return {std::to_string(frame.bytes->size()), frame.whole > 0 ? std::to_string(frame.whole) : "an unknown number of",
            std::string(why)};
}

TransportError transportError(MessageId id, std::vector<std::string> arguments) {
    return {Error{id, std::move(arguments), std::nullopt, {}}, std::nullopt};
}

}  // namespace

KafkaConversation::KafkaConversation(const SchemaRegistry& registry, ConnectionFacts facts, Endpoint client,
                                     const CaptureLimits& limits, CaptureOutput& output)
    : m_registry(registry)
    , m_facts(std::move(facts))
    , m_client(std::move(client))
    , m_limits(limits)
    , m_output(output)
    , m_requests(StreamSide::Client, m_facts.limits.frame, limits.unsettled, *this)
    , m_answers(StreamSide::Server, m_facts.limits.frame, limits.unsettled, *this)
    , m_decoder(std::make_unique<ConnectionDecoder>(registry, m_facts)) {}

void KafkaConversation::noteLoss(StreamSide side) {
    (side == StreamSide::Client ? m_requestsLost : m_answersLost) = true;
}

void KafkaConversation::startMidway(StreamSide side) {
    stream(side).startMidway();
    noteLoss(side);
}

void KafkaConversation::piece(StreamSide side, const StreamPiece& piece) {
    m_serverSeen = m_serverSeen || side == StreamSide::Server;
    stream(side).piece(piece);
}

void KafkaConversation::gap(StreamSide side, const StreamGap& gap) {
    noteLoss(side);
    remark(side,
           {Severity::Warning,
            MessageId::StreamGap,
            {std::to_string(gap.length), std::string(gapWords(gap.reason))},
            {BufferId::Main, gap.offset, gap.length},
            {}},
           gap.packet);
    stream(side).gap(gap);
}

void KafkaConversation::repeat(StreamSide side, std::uint64_t offset, std::uint64_t length, std::uint64_t packet) {
    if (side == StreamSide::Client) {
        for (Pending& pending : m_pending) {
            if (pending.begin < offset + length && offset < pending.end && pending.packets.size() < kMostPackets) {
                pending.packets.push_back(packet);
            }
        }
    }
    stream(side).repeat(offset, length, packet);
}

void KafkaConversation::remark(StreamSide side, Diagnostic diagnostic, std::uint64_t packet) {
    m_output.diagnostics.push_back(
        {std::move(diagnostic), packet, m_facts.id, side == StreamSide::Server, m_client, m_facts.broker});
}

void KafkaConversation::skipped(StreamSide side, std::uint64_t offset, std::uint64_t bytes, std::uint64_t packet) {
    m_skipped += bytes;
    remark(side,
           {Severity::Warning,
            MessageId::StreamSkipped,
            {std::to_string(bytes), "before byte " + std::to_string(offset)},
            {BufferId::Main, offset - std::min(offset, bytes), bytes},
            {}},
           packet);
}

void KafkaConversation::broken(StreamSide side, const Error& error, std::uint64_t offset, std::uint64_t packet) {
    noteLoss(side);
    remark(side, {Severity::Error, error.id, error.arguments, {BufferId::Main, offset, kFrameSizeBytes}, {}}, packet);
}

void KafkaConversation::frame(StreamSide side, CapturedFrame frame) {
    if (side == StreamSide::Client) {
        request(std::move(frame), std::nullopt);
    } else {
        answer(std::move(frame));
    }
}

void KafkaConversation::incomplete(StreamSide side, CapturedFrame frame, std::string_view why) {
    noteLoss(side);
    if (side == StreamSide::Client) {
        incompleteRequest(std::move(frame), why);
    } else {
        incompleteAnswer(std::move(frame), why);
    }
}

// --- Where frames begin

bool KafkaConversation::goesOn(const RequestCheck& check) const {
    return !m_clientId.empty() && check.clientId == m_clientId && check.correlationId > m_lastCorrelationId;
}

KafkaConversation::Place KafkaConversation::requestAt(const FrameSearch& search, std::size_t at) const {
    const RequestCheck check = checkRequest(m_registry, search.bytes.subspan(at), m_facts.limits.frame);
    if (check.look == RequestLook::NotOne) {
        return Place::Rejected;
    }
    if (check.look == RequestLook::Unfinished) {
        return search.isFinal ? Place::Rejected : Place::Awaited;
    }
    const bool isNamed = !check.clientId.empty();
    const bool isAtBorder = search.isSegmentBorder(at);
    const bool isWhole = check.look == RequestLook::Whole && (isNamed || isAtBorder);
    const bool isRest = check.look == RequestLook::Begins && search.isFinal && isNamed && isAtBorder;
    if (isWhole || isRest || (check.look != RequestLook::Whole && goesOn(check))) {
        return Place::Found;
    }
    const bool isAwaited = check.look == RequestLook::Begins && !search.isFinal &&
                           (isAtBorder || (isNamed && check.size <= kLargestAwaited));
    return isAwaited ? Place::Awaited : Place::Rejected;
}

KafkaConversation::Place KafkaConversation::answerAt(const FrameSearch& search, std::size_t at) const {
    const ByteView rest = search.bytes.subspan(at);
    const auto head = responseHead(rest, m_facts.limits.frame);
    if (!head) {
        return rest.size() < kCorrelationEnd && !search.isFinal ? Place::Awaited : Place::Rejected;
    }
    const auto asked =
        std::ranges::find_if(m_pending, [&](const Pending& p) { return p.correlationId == head->correlationId; });
    const bool isComplete = head->size <= rest.size();
    const bool isBorder = search.isSegmentBorder(at);
    const bool isBetweenBorders =
        isComplete && isBorder && search.isSegmentBorder(at + static_cast<std::size_t>(head->size));
    if (asked == m_pending.end()) {
        // What answers a request that was not captured can be told by its borders alone.
        return isBetweenBorders && head->correlationId >= 0 ? Place::Found : Place::Rejected;
    }
    if (isComplete) {
        const ByteView frame = rest.first(static_cast<std::size_t>(head->size));
        const bool isGood = isBetweenBorders || isWholeResponse(m_registry, frame, asked->apiKey.value_or(-1),
                                                                asked->apiVersion.value_or(-1));
        return isGood ? Place::Found : Place::Rejected;
    }
    if (isBorder) {
        return Place::Found;
    }
    return !search.isFinal && head->size <= kLargestAwaited ? Place::Awaited : Place::Rejected;
}

// A frame that is certain counts, also where one before it may still turn out to be one.
FrameFinding KafkaConversation::search(StreamSide side, const FrameSearch& search) {
    FrameFinding finding{std::nullopt, search.bytes.size()};
    for (std::size_t at = 0; at < search.bytes.size(); ++at) {
        const Place place = side == StreamSide::Client ? requestAt(search, at) : answerAt(search, at);
        if (place == Place::Found) {
            return {at, at};
        }
        if (place == Place::Awaited) {
            finding.rejected = std::min(finding.rejected, at);
        }
    }
    return finding;
}

// --- Requests

void KafkaConversation::request(CapturedFrame frame, std::optional<Diagnostic> incomplete) {
    const FrameFacts facts = frameFacts(*frame.bytes);
    Pending pending{++m_token,   facts.correlationId,      facts.apiKey,         facts.apiVersion, frame.offset,
                    frame.end(), std::move(frame.packets), std::move(incomplete)};
    if (!pending.incomplete) {
        const RequestCheck check = checkRequest(m_registry, *frame.bytes, m_facts.limits.frame);
        if (check.look == RequestLook::Whole) {
            m_clientId = check.clientId;
            m_lastCorrelationId = check.correlationId;
        }
    }
    if (facts.apiKey == api_key::kSaslHandshake && facts.apiVersion == 0 && !m_mayHaveTokens) {
        m_mayHaveTokens = true;
        m_requests.setTokensLegal(true);
        m_answers.setTokensLegal(true);
    }
    m_pendingBytes += frame.bytes->size();
    m_pending.push_back(std::move(pending));
    RequestContext context;
    context.token = m_token;
    context.watched = true;
    m_decoder->requestFrame(frame.bytes, context, timeOf(frame.last));
    collect(nullptr);
    limitPending();
}

void KafkaConversation::incompleteRequest(CapturedFrame frame, std::string_view why) {
    Diagnostic incomplete = note(Severity::Error, MessageId::RequestIncomplete, incompleteArguments(frame, why));
    if (frame.bytes->size() >= kLeastRequestBytes) {
        request(std::move(frame), std::move(incomplete));
        return;
    }
    Exchange exchange;
    if (frame.bytes->size() >= kVersionEnd) {
        const EndianReader head(*frame.bytes);
        exchange.apiKey = static_cast<std::int16_t>(head.u16(kFrameSizeBytes));
        exchange.apiVersion = static_cast<std::int16_t>(head.u16(kFrameSizeBytes + 2));
    }
    exchange.request = frame.bytes;
    exchange.times.wallMs = timeOf(frame.last).wallMs;
    exchange.times.sentNs = knownNs(frame.last);
    exchange.notes.push_back(incomplete);
    Pending pending;
    pending.begin = frame.offset;
    pending.end = frame.end();
    pending.incomplete = std::move(incomplete);
    emit(std::move(exchange), std::move(frame.packets), {});
    m_pending.push_back(std::move(pending));
}

void KafkaConversation::limitPending() {
    if (m_pending.empty() && m_givenUp > kMostGivenUp) {
        m_decoder = std::make_unique<ConnectionDecoder>(m_registry, m_facts);
        m_givenUp = 0;
    }
    if (m_pending.size() + m_givenUp > m_limits.inFlight || m_pendingBytes > m_limits.inFlightBytes) {
        const char* why =
            m_serverSeen ? "too many requests wait (limit \"inFlight\")" : "only requests were captured so far";
        renewDecoder(transportError(MessageId::AnswerNotCaptured, {why}));
        noteLoss(StreamSide::Client);
    }
}

// --- Answers

KafkaConversation::PendingIterator KafkaConversation::findPending(std::int32_t correlationId) {
    return std::ranges::find_if(m_pending,
                                [&](const Pending& pending) { return pending.correlationId == correlationId; });
}

void KafkaConversation::answer(CapturedFrame frame) {
    if (m_mayHaveTokens || frame.bytes->size() < kCorrelationEnd) {
        decodeAnswer(frame);
        return;
    }
    const auto found = findPending(static_cast<std::int32_t>(EndianReader(*frame.bytes).u32(kFrameSizeBytes)));
    if (found != m_pending.end()) {
        giveUpBefore(found, "bytes of the answers are missing");
        decodeAnswer(frame);
    } else if (!m_pending.empty() && m_pending.front().token == 0) {
        // Brokers answer in order, so it is this one's turn; what was asked cannot be proved.
        Diagnostic incomplete = std::move(*m_pending.front().incomplete);
        m_pending.pop_front();
        answerAlone(std::move(frame), std::move(incomplete));
    } else if (m_requestsLost) {
        answerAlone(std::move(frame), note(Severity::Warning, MessageId::RequestNotCaptured, {}));
    } else {
        decodeAnswer(frame);
    }
    limitPending();
}

// Earlier requests whose answers may have been in a gap, and those that cannot be paired at all.
void KafkaConversation::giveUpBefore(PendingIterator found, const std::string& why) {
    const std::uint64_t token = found->token;
    for (auto pending = m_pending.begin(); pending != m_pending.end() && pending->token != token;) {
        if (pending->token == 0) {
            pending = m_pending.erase(pending);
        } else if (m_answersLost) {
            giveUp(Pending(*pending), Error{MessageId::AnswerNotCaptured, {why}, std::nullopt, {}}, nullptr);
            pending = m_pending.begin();
        } else {
            ++pending;
        }
    }
}

void KafkaConversation::giveUp(const Pending& pending, Error error, const CapturedFrame* partial) {
    ++m_givenUp;
    m_decoder->giveUp(pending.token, {std::move(error), std::nullopt});
    collect(partial, partial != nullptr);
    // Whatever the decoder knows of it, it waits here no longer.
    std::erase_if(m_pending, [token = pending.token](const Pending& other) { return other.token == token; });
}

void KafkaConversation::giveUpAll(const Error& error) {
    while (!m_pending.empty()) {
        const Pending oldest = m_pending.front();
        if (oldest.token == 0) {
            m_pending.pop_front();
        } else {
            giveUp(oldest, error, nullptr);
        }
    }
}

void KafkaConversation::decodeAnswer(const CapturedFrame& frame) {
    const std::size_t head = std::min<std::size_t>(frame.bytes->size(), kFrameSizeBytes);
    // In two pieces, so that the times of its first and last byte are known.
    m_decoder->responseBytes(ByteView(*frame.bytes).first(head), timeOf(frame.first));
    m_decoder->responseBytes(ByteView(*frame.bytes).subspan(head), timeOf(frame.last));
    collect(&frame);
    if (m_decoder->brokenResponses()) {
        const Error error = *m_decoder->brokenResponses();
        remark(StreamSide::Server,
               {Severity::Error, error.id, error.arguments, {BufferId::Main, frame.offset, head}, {}},
               frame.last.number);
        noteLoss(StreamSide::Server);
        renewDecoder({error, std::nullopt});
    }
}

void KafkaConversation::answerAlone(CapturedFrame frame, Diagnostic reason) {
    Exchange exchange;
    exchange.response = frame.bytes;
    exchange.correlationId = static_cast<std::int32_t>(EndianReader(*frame.bytes).u32(kFrameSizeBytes));
    exchange.times.wallMs = timeOf(frame.last).wallMs;
    exchange.times.firstByteNs = knownNs(frame.first);
    exchange.times.lastByteNs = knownNs(frame.last);
    exchange.unread = frame.bytes->size() - kCorrelationEnd;
    exchange.notes.push_back(std::move(reason));
    emit(std::move(exchange), {}, std::move(frame.packets));
}

void KafkaConversation::incompleteAnswer(CapturedFrame frame, std::string_view why) {
    const bool hasId = frame.bytes->size() >= kCorrelationEnd;
    const auto found = hasId ? findPending(static_cast<std::int32_t>(EndianReader(*frame.bytes).u32(kFrameSizeBytes)))
                             : m_pending.end();
    Error error{MessageId::AnswerIncomplete, incompleteArguments(frame, why), std::nullopt, {}};
    if (found != m_pending.end() && found->token != 0) {
        giveUp(Pending(*found), std::move(error), &frame);
    } else if (hasId) {
        answerAlone(std::move(frame), note(Severity::Error, error.id, std::move(error.arguments)));
    }
}

// --- Exchanges

void KafkaConversation::renewDecoder(const TransportError& error) {
    m_decoder->end(error, nullptr);
    collect(nullptr);
    m_pending.clear();
    m_pendingBytes = 0;
    m_givenUp = 0;
    m_decoder = std::make_unique<ConnectionDecoder>(m_registry, m_facts);
}

void KafkaConversation::collect(const CapturedFrame* answer, bool isPartial) {
    for (Exchange& exchange : m_decoder->take()) {
        std::vector<std::uint64_t> requestPackets;
        const auto pending =
            std::ranges::find_if(m_pending, [&](const Pending& p) { return p.token == exchange.token; });
        if (exchange.token != 0 && pending != m_pending.end()) {
            requestPackets = std::move(pending->packets);
            if (pending->incomplete) {
                exchange.notes.push_back(std::move(*pending->incomplete));
                exchange.malformed.reset();  // it is cut, which was said
                exchange.requestDiagnostics = 0;
            }
            m_pendingBytes -= exchange.requestBytes();
            m_pending.erase(pending);
        }
        exchange.token = 0;
        if (isPartial) {
            exchange.response = answer->bytes;
            exchange.times.firstByteNs = knownNs(answer->first);
            exchange.unread = answer->bytes->size();
        }
        if (m_answersLost) {
            // Those before it may have been answered in a gap.
            std::erase_if(exchange.notes, [](const Diagnostic& d) { return d.id == MessageId::CorrelationOutOfOrder; });
        }
        const bool hasAnswer = exchange.response != nullptr && answer != nullptr;
        emit(std::move(exchange), std::move(requestPackets),
             hasAnswer ? answer->packets : std::vector<std::uint64_t>());
    }
}

void KafkaConversation::emit(Exchange exchange, std::vector<std::uint64_t> requestPackets,
                             std::vector<std::uint64_t> responsePackets) {
    exchange.connection = m_facts.id;
    exchange.broker = m_facts.broker;
    ++m_exchanges;
    m_output.exchanges.push_back(
        {std::move(exchange), m_client, std::move(requestPackets), std::move(responsePackets)});
}

void KafkaConversation::end(ConnectionEnd end, bool isClosedByClient) {
    const bool isOver = end == ConnectionEnd::Closed || end == ConnectionEnd::Reset;
    const char* cut = isOver ? "the connection ended before" : "the capture ended before";
    m_answers.end(cut);
    m_requests.end(cut);
    TransportError error = transportError(MessageId::AnswerNotCaptured, {"the capture ends before it"});
    if (!m_serverSeen) {
        error.error.arguments = {"only the requests were captured"};
    } else if (m_answersLost) {
        error.error.arguments = {"bytes of the answers are missing"};
    } else if (isOver && isClosedByClient) {
        giveUpAll({MessageId::ConnectionClosed, {m_client.toString(), "it did not wait for one"}, std::nullopt, {}});
    } else if (isOver) {
        error.error = Error{MessageId::ConnectionClosed, {m_facts.broker.toString(), {}}, std::nullopt, {}};
    } else if (end != ConnectionEnd::Open) {
        error.error.arguments = {"the connection was not followed to its end"};
    }
    m_decoder->end(error, nullptr);
    collect(nullptr);
    m_pending.clear();
}

}  // namespace brokerscope
