#pragma once

#include "core/capture/capture_limits.h"
#include "core/capture/captured_exchange.h"
#include "core/capture/kafka_signature.h"
#include "core/schema/schema_registry.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace brokerscope {

// What came of one direction before it was known what the connection carries.
struct HeldEvent {
    std::size_t side = 0;
    std::optional<StreamGap> gap;
    ByteBuffer bytes;  // of a piece
    std::uint64_t offset = 0;
    PacketStamp stamp;
};

// What a connection carries.
struct Recognition {
    StreamContent content = StreamContent::Unknown;
    std::size_t client = 0;                 // of Kafka: the side that sends requests
    std::string says;                       // of Other
    std::optional<std::string> serverName;  // of Tls
};

// Tells from the bytes of both directions, whatever the ports, what a connection carries. A wrong guess is worse than
// none, so the rule for Kafka is strict:
//   - A stream captured from its SYN: its opener's first frame is a request that decodes whole (checkRequest). Where
//   the
//     frame is not complete, its version is not known, or a gap has cut it behind its header: the other side's first
//     frame has its correlation id, or, of complete frames, two more follow.
//   - A stream whose beginning is missing: some byte of one direction begins a request with a client id that decodes
//     whole; without a client id a second one must follow it.
// TLS and other protocols are told by their first bytes, and only where these were captured; TLS also by two records
// that follow each other. Until then everything is held, up to the limit `unsettled`; what is beyond is let go and the
// search goes on with what follows, four times. Not thread safe.
class StreamRecognizer {
public:
    // `budget` must outlive it. `forcedClient`: that side's requests are Kafka's unless they are TLS or another known
    // protocol.
    StreamRecognizer(const SchemaRegistry& registry, std::uint64_t frameLimit, const CaptureLimits& limits,
                     CaptureBudget& budget);
    ~StreamRecognizer();
    StreamRecognizer(const StreamRecognizer&) = delete;
    StreamRecognizer& operator=(const StreamRecognizer&) = delete;

    // That side opened the connection, and its SYN was captured.
    void openedBy(std::size_t side);
    // The other side's bytes are known from the first one on.
    void startSeen(std::size_t side) { m_runs[side].isFromStart = true; }
    void forceClient(std::size_t side) { m_forcedClient = side; }

    // Once result() is there, nothing more is to be given.
    void piece(std::size_t side, const StreamPiece& piece);
    void gap(std::size_t side, const StreamGap& gap);
    // No more comes: what can be said with what is there.
    void end();

    const std::optional<Recognition>& result() const { return m_result; }
    // What was held, in the order in which it came.
    std::vector<HeldEvent> takeHeld();
    // Bytes let go for the limit.
    std::uint64_t letGo() const { return m_letGo; }

private:
    enum class Answer : std::uint8_t { Yes, No, NotYet };
    // Bytes of one direction without a gap.
    struct Run {
        ByteBuffer bytes;
        bool isFromStart = false;
        std::size_t scanned = 0;           // places looked at
        std::vector<std::size_t> awaited;  // of them those that need more bytes
        // Of a first request that a gap has cut behind its header.
        std::optional<std::int32_t> cutRequest;
    };

    void decide(std::size_t side);
    bool decideByGreeting(std::size_t side);
    Answer beginsAsKafka(std::size_t side) const;
    Answer requestAt(std::size_t side, std::size_t at) const;
    bool holdsRequest(std::size_t side);
    bool isAnswered(std::size_t side, std::int32_t correlationId) const;
    void letAllGo();
    void settle(Recognition recognition) { m_result = std::move(recognition); }

    const SchemaRegistry& m_registry;
    std::uint64_t m_frameLimit;
    const CaptureLimits& m_limits;
    CaptureBudget& m_budget;
    std::optional<std::size_t> m_opener;
    std::optional<std::size_t> m_forcedClient;
    std::array<Run, 2> m_runs;
    std::vector<HeldEvent> m_held;
    std::uint64_t m_heldBytes = 0;
    std::uint64_t m_letGo = 0;
    int m_timesLetGo = 0;
    std::optional<Recognition> m_result;
};

}  // namespace brokerscope
