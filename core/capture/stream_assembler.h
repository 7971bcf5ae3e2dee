#pragma once

#include "core/base/bytes.h"
#include "core/capture/capture_limits.h"
#include "core/capture/stream_sink.h"
#include "core/capture/tcp_segment.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace brokerscope {

// Puts one direction of a TCP connection in order by sequence number. Sequence numbers wrap around, so the stream has
// offsets of 64 bits. Every byte is handed out once: of repeats and overlaps what came first. Bytes that are missing
// are waited for until
//   - the peer has acknowledged them and kPatience more packets of the connection, or a second, have passed;
//   - more than the limits wait behind them, or
//   - the connection ends;
// then they are a gap. A segment further from the others than any window is left out as a stray; kStraysBelieved of
// them that follow each other show that what lies between was lost: then it is a gap of at least that length, since
// sequence numbers wrap around. Strays wait for their like as long as that, whatever else is missing. Not thread safe.
class StreamAssembler {
public:
    static constexpr int kPatience = 32;
    static constexpr std::size_t kStraysBelieved = 2;

    // `budget` counts what all connections keep; both must outlive it.
    StreamAssembler(const CaptureLimits& limits, CaptureBudget& budget, StreamSink& sink)
        : m_limits(limits), m_budget(budget), m_sink(sink) {}
    ~StreamAssembler();
    StreamAssembler(const StreamAssembler&) = delete;
    StreamAssembler& operator=(const StreamAssembler&) = delete;

    // The first byte has this sequence number.
    void begin(std::uint32_t firstSequence);
    bool hasBegun() const { return m_hasBegun; }
    // Of the first byte. Only after begin.
    std::uint32_t firstSequence() const { return m_base; }

    // A segment of this direction. The first one begins the stream where begin() did not.
    void segment(const TcpSegment& segment, PacketStamp stamp);
    // The peer has everything before this sequence number.
    void acknowledged(std::uint32_t sequence);
    // A packet of the connection passed, of either direction.
    void tick(PacketStamp stamp);
    // Bytes that come next are missing: later ones are here, or the peer has acknowledged them; or strays are not told
    // from a loss yet.
    bool hasHole() const { return hasGap() || !m_strays.empty(); }
    // It is waited for no longer.
    void giveUpHole(GapReason reason);
    // Everything up to the FIN was handed out.
    bool isFinished() const { return m_finish && m_next >= *m_finish; }
    // Nothing more comes: what waits is handed out, with gaps where bytes are missing.
    void end();
    const StreamCounts& counts() const { return m_counts; }

private:
    struct Waiting {
        ByteBuffer bytes;
        std::uint64_t missing = 0;
        PacketStamp stamp;

        std::uint64_t size() const { return bytes.size() + missing; }
    };

    struct Stray {
        std::uint32_t sequence = 0;
        bool isFin = false;
        Waiting held;
    };

    // Counts the packets that pass while something is waited for.
    struct Patience {
        int passed = 0;
        std::int64_t sinceNs = 0;

        // A packet passed; true once it was waited long enough, and counting begins anew.
        bool isOver(bool isWaiting, PacketStamp stamp);
    };

    // (One more acknowledged than there are is a FIN that was not captured.)
    bool hasGap() const { return !m_waiting.empty() || m_acknowledged > m_next + 1; }
    void stray(const TcpSegment& segment, PacketStamp stamp);
    void dropStrays();
    void beginAnew();
    std::int64_t offsetOf(std::uint32_t sequence) const;
    std::uint64_t holeEnd() const;
    void noteRepeat(std::int64_t begin, std::int64_t end, const TcpSegment& segment, PacketStamp stamp);
    void handOut(std::uint64_t offset, ByteView bytes, std::uint64_t missing, PacketStamp stamp);
    void keep(std::uint64_t offset, const TcpSegment& segment, PacketStamp stamp);
    void countConflicts(std::uint64_t offset, ByteView bytes);
    void drain();

    const CaptureLimits& m_limits;
    CaptureBudget& m_budget;
    StreamSink& m_sink;
    bool m_hasBegun = false;
    std::uint32_t m_base = 0;  // sequence number of offset 0
    std::uint64_t m_next = 0;  // offset of the next byte in order
    std::uint64_t m_acknowledged = 0;
    std::optional<std::uint64_t> m_finish;  // offset of the end
    std::multimap<std::uint64_t, Waiting> m_waiting;
    std::uint64_t m_waitingBytes = 0;
    std::vector<Stray> m_strays;  // each begins where the one before ends
    Patience m_holePatience;      // since the hole was acknowledged
    Patience m_strayPatience;     // since the first of the strays
    PacketStamp m_last;
    StreamCounts m_counts;
};

}  // namespace brokerscope
