#include "core/capture/stream_recognizer.h"

#include "core/capture/tls_hello.h"
#include "core/exchange/peer_guess.h"

#include <algorithm>

namespace brokerscope {
namespace {

constexpr int kMostTimesLetGo = 4;
// Frames that look like requests and are not known for sure, one after the other.
constexpr int kEnoughVague = 3;
// A frame that begins within a segment and is larger is not waited for.
constexpr std::uint64_t kLargestHello = 1048576;
// Places at which a request may begin and is not complete.
constexpr std::size_t kMostAwaited = 256;
constexpr std::size_t kGreeting = 4;

}  // namespace

StreamRecognizer::StreamRecognizer(const SchemaRegistry& registry, std::uint64_t frameLimit,
                                   const CaptureLimits& limits, CaptureBudget& budget)
    : m_registry(registry), m_frameLimit(frameLimit), m_limits(limits), m_budget(budget) {}

StreamRecognizer::~StreamRecognizer() {
    m_budget.used -= m_heldBytes;
}

void StreamRecognizer::openedBy(std::size_t side) {
    m_opener = side;
    m_runs[side].isFromStart = true;
}

std::vector<HeldEvent> StreamRecognizer::takeHeld() {
    m_budget.used -= m_heldBytes;
    m_heldBytes = 0;
    m_runs = {};
    return std::exchange(m_held, {});
}

void StreamRecognizer::piece(std::size_t side, const StreamPiece& piece) {
    m_held.push_back({side, std::nullopt, ByteBuffer(piece.bytes.begin(), piece.bytes.end()), piece.offset,
                      PacketStamp{piece.packet, piece.timeNs}});
    Run& run = m_runs[side];
    run.bytes.insert(run.bytes.end(), piece.bytes.begin(), piece.bytes.end());
    m_heldBytes += piece.bytes.size();
    m_budget.used += piece.bytes.size();
    decide(side);
    // What this side said may be what the other one's bytes waited for.
    if (!m_result) {
        decide(1 - side);
    }
    if (!m_result && (m_heldBytes > m_limits.unsettled || m_budget.isSpent())) {
        letAllGo();
    }
}

void StreamRecognizer::gap(std::size_t side, const StreamGap& gap) {
    m_held.push_back({side, gap, {}, gap.offset, PacketStamp{gap.packet, gap.timeNs}});
    Run& run = m_runs[side];
    const RequestCheck check = run.isFromStart ? checkRequest(m_registry, run.bytes, m_frameLimit) : RequestCheck();
    const auto cutRequest = check.look == RequestLook::Begins ? std::optional(check.correlationId) : run.cutRequest;
    run = {};
    run.cutRequest = cutRequest;
}

void StreamRecognizer::letAllGo() {
    m_letGo += m_heldBytes;
    takeHeld();
    if (++m_timesLetGo == kMostTimesLetGo) {
        settle({});
    }
}

void StreamRecognizer::end() {
    for (std::size_t side = 0; side < m_runs.size() && !m_result; ++side) {
        const TlsLook tls = lookForTls(m_runs[side].bytes, m_runs[side].isFromStart);
        if (tls.isTls) {
            settle({StreamContent::Tls, 0, {}, tls.serverName});
        }
    }
    if (!m_result) {
        const bool isForced = m_forcedClient && !m_held.empty();
        settle(isForced ? Recognition{StreamContent::Kafka, *m_forcedClient, {}, {}} : Recognition());
    }
}

// True when nothing else is to be looked for now.
bool StreamRecognizer::decideByGreeting(std::size_t side) {
    const Run& run = m_runs[side];
    const TlsLook tls = lookForTls(run.bytes, run.isFromStart);
    if (tls.isTls) {
        if (tls.isComplete || run.bytes.size() > kLargestHello) {
            settle({StreamContent::Tls, 0, {}, tls.serverName});
        }
        return true;
    }
    const auto other =
        run.isFromStart && run.bytes.size() >= kGreeting ? guessPeer(run.bytes, m_frameLimit) : std::nullopt;
    if (other) {
        settle({StreamContent::Other, 0, *other, {}});
    }
    return other.has_value();
}

void StreamRecognizer::decide(std::size_t side) {
    const Run& run = m_runs[side];
    if (run.cutRequest && isAnswered(side, *run.cutRequest)) {
        settle({StreamContent::Kafka, side, {}, {}});
        return;
    }
    if (run.bytes.empty() || decideByGreeting(side) || (m_opener && side != *m_opener) ||
        (m_forcedClient && side != *m_forcedClient)) {
        return;
    }
    const Answer answer = run.isFromStart ? beginsAsKafka(side) : holdsRequest(side) ? Answer::Yes : Answer::NotYet;
    const bool isForced = m_forcedClient.has_value() && (answer == Answer::No || !run.isFromStart);
    if (answer == Answer::Yes || isForced) {
        settle({StreamContent::Kafka, side, {}, {}});
    } else if (answer == Answer::No && run.isFromStart) {
        settle({});
    }
}

bool StreamRecognizer::isAnswered(std::size_t side, std::int32_t correlationId) const {
    const auto head = responseHead(m_runs[1 - side].bytes, m_frameLimit);
    return head && head->correlationId == correlationId && m_runs[1 - side].isFromStart;
}

StreamRecognizer::Answer StreamRecognizer::beginsAsKafka(std::size_t side) const {
    ByteView rest = m_runs[side].bytes;
    for (int vague = 1;; ++vague) {
        const RequestCheck check = checkRequest(m_registry, rest, m_frameLimit);
        const bool isComplete = rest.size() >= check.size;
        switch (check.look) {
            case RequestLook::NotOne:
                return Answer::No;
            case RequestLook::Unfinished:
                return Answer::NotYet;
            case RequestLook::Whole:
                return Answer::Yes;
            case RequestLook::Begins:
            case RequestLook::Vague:
                break;
        }
        if (isAnswered(side, check.correlationId) || (isComplete && vague == kEnoughVague)) {
            return Answer::Yes;
        }
        if (!isComplete) {
            return Answer::NotYet;
        }
        rest = rest.subspan(static_cast<std::size_t>(check.size));
    }
}

StreamRecognizer::Answer StreamRecognizer::requestAt(std::size_t side, std::size_t at) const {
    const ByteView rest = ByteView(m_runs[side].bytes).subspan(at);
    const RequestCheck check = checkRequest(m_registry, rest, m_frameLimit);
    if (check.look == RequestLook::Whole) {
        const ByteView next = rest.subspan(static_cast<std::size_t>(check.size));
        const bool isSure = !check.clientId.empty() || isAnswered(side, check.correlationId) ||
                            checkRequest(m_registry, next, m_frameLimit).look == RequestLook::Whole;
        return isSure ? Answer::Yes : Answer::No;
    }
    const bool isAwaited =
        check.look == RequestLook::Unfinished || (check.look == RequestLook::Begins && check.size <= kLargestHello);
    return isAwaited ? Answer::NotYet : Answer::No;
}

bool StreamRecognizer::holdsRequest(std::size_t side) {
    Run& run = m_runs[side];
    std::vector<std::size_t> places = std::exchange(run.awaited, {});
    for (; run.scanned < run.bytes.size(); ++run.scanned) {
        places.push_back(run.scanned);
    }
    for (const std::size_t at : places) {
        const Answer answer = requestAt(side, at);
        if (answer == Answer::Yes) {
            return true;
        }
        if (answer == Answer::NotYet) {
            run.awaited.push_back(at);
        }
    }
    // The newest are the likeliest to be completed.
    if (run.awaited.size() > kMostAwaited) {
        run.awaited.erase(run.awaited.begin(), run.awaited.end() - static_cast<std::ptrdiff_t>(kMostAwaited));
    }
    return false;
}

}  // namespace brokerscope
