#pragma once

#include "core/base/bytes.h"

#include <cstdint>

namespace brokerscope {

// Bytes of one direction in their order, and the packet that brought them. `offset` counts from the stream's first
// byte, or from the first that was captured. Borrowed for the call.
struct StreamPiece {
    ByteView bytes;
    std::uint64_t offset = 0;
    std::uint64_t packet = 0;
    std::int64_t timeNs = 0;

    std::uint64_t end() const { return offset + bytes.size(); }
};

enum class GapReason : std::uint8_t {
    NotCaptured,  // no packet of the capture has them
    SnapLength,   // cut off by the capture
    Limit         // too many later bytes waited for them
};

// Bytes of one direction that are nowhere in the capture.
struct StreamGap {
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
    GapReason reason = GapReason::NotCaptured;
    std::uint64_t packet = 0;  // the one after which they are missing
    std::int64_t timeNs = 0;

    std::uint64_t end() const { return offset + length; }
};

// Gets one direction of a connection: pieces and gaps in their order, without holes between them.
class StreamSink {
public:
    virtual ~StreamSink() = default;
    virtual void piece(const StreamPiece& piece) = 0;
    virtual void gap(const StreamGap& gap) = 0;
    // A packet brought bytes again that were there already.
    virtual void repeat(std::uint64_t offset, std::uint64_t length, std::uint64_t packet) = 0;
};

// When a segment was captured.
struct PacketStamp {
    std::uint64_t number = 0;
    std::int64_t timeNs = 0;
};

struct StreamCounts {
    std::uint64_t bytes = 0;     // handed out
    std::uint64_t repeated = 0;  // came again
    std::uint64_t lost = 0;      // in gaps
    std::uint64_t gaps = 0;
    std::uint64_t reordered = 0;  // segments that came before earlier ones
    std::uint64_t keepAlives = 0;
    std::uint64_t conflicts = 0;  // bytes that came twice and differ; the first ones count
    std::uint64_t strays = 0;     // segments left out, since they lie too far from the others
};

}  // namespace brokerscope
