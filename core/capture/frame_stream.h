#pragma once

#include "core/capture/stream_assembler.h"
#include "core/exchange/frame_splitter.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace brokerscope {

enum class StreamSide : std::uint8_t { Client, Server };

// A frame of one direction and the packets that brought it. An incomplete one holds the bytes before its gap.
struct CapturedFrame {
    std::shared_ptr<const ByteBuffer> bytes;  // size prefix included
    std::uint64_t offset = 0;                 // in the stream
    std::uint64_t whole = 0;                  // bytes that it has or would have; 0: its size is not there
    std::vector<std::uint64_t> packets;       // ascending
    PacketStamp first;                        // when the first of its bytes was captured
    PacketStamp last;                         // and when the last

    std::uint64_t end() const { return offset + bytes->size(); }
};

// Bytes without a known frame border, in which one is looked for.
struct FrameSearch {
    ByteView bytes;
    bool isFinal = false;                                 // nothing will be added
    std::function<bool(std::size_t at)> isSegmentBorder;  // a packet's bytes begin there, or the last one's end there
};
struct FrameFinding {
    std::optional<std::size_t> found;  // where a frame begins
    std::size_t rejected = 0;          // without one: bytes at the front that begin none
};

class FrameListener {
public:
    virtual ~FrameListener() = default;
    virtual void frame(StreamSide side, CapturedFrame frame) = 0;
    // `why` continues "not captured".
    virtual void incomplete(StreamSide side, CapturedFrame frame, std::string_view why) = 0;
    virtual void skipped(StreamSide side, std::uint64_t offset, std::uint64_t bytes, std::uint64_t packet) = 0;
    virtual void broken(StreamSide side, const Error& error, std::uint64_t offset, std::uint64_t packet) = 0;
    virtual FrameFinding search(StreamSide side, const FrameSearch& search) = 0;
};

// Cuts one direction of a captured Kafka connection into frames. Framing goes on after gaps:
//   Framing -gap within a frame whose size is known, ending within it-> Skipping to that frame's end -> Framing
//   Framing -any other gap; a size that is none-> Searching -a frame is found (FrameListener::search)-> Framing
// Each byte is part of a frame, an incomplete frame or a skipped run; what a gap leaves of a frame behind it counts as
// skipped. Not thread safe.
class FrameStream {
public:
    // `longestSearch`: bytes kept while searching.
    FrameStream(StreamSide side, std::uint64_t frameLimit, std::uint64_t longestSearch, FrameListener& listener)
        : m_side(side)
        , m_frameLimit(frameLimit)
        , m_longestSearch(longestSearch)
        , m_listener(listener)
        , m_splitter(frameLimit) {}

    // The first byte to come does not begin a frame, or may not.
    void startMidway() { m_state = State::Searching; }
    void setTokensLegal(bool legal);

    void piece(const StreamPiece& piece);
    void gap(const StreamGap& gap);
    // Bytes of the frame under way came again.
    void repeat(std::uint64_t offset, std::uint64_t length, std::uint64_t packet);
    // Nothing more comes; `why` as in FrameListener::incomplete.
    void end(std::string_view why);

private:
    enum class State : std::uint8_t { Framing, Skipping, Searching };
    struct Mark {
        std::uint64_t offset = 0;
        PacketStamp stamp;
    };

    void run(ByteView bytes, std::uint64_t offset, bool isFinal);
    std::size_t skip(ByteView bytes, std::uint64_t offset);
    bool readFrames(ByteView bytes);
    bool findFrame(bool isFinal);
    void leaveFrame(std::string_view why);
    void restart(std::uint64_t offset);
    void dropBuffer(std::size_t count);
    void reportSkipped();
    bool isSegmentBorder(std::uint64_t offset) const;
    CapturedFrame stamped(std::shared_ptr<const ByteBuffer> bytes);

    StreamSide m_side;
    std::uint64_t m_frameLimit;
    std::uint64_t m_longestSearch;
    FrameListener& m_listener;
    State m_state = State::Framing;
    FrameSplitter m_splitter;
    bool m_tokensLegal = false;
    std::uint64_t m_frameOffset = 0;  // Framing: of the frame under way; Searching: of m_buffer
    std::uint64_t m_skipUntil = 0;
    ByteBuffer m_buffer;  // Searching
    std::uint64_t m_skipped = 0;
    std::uint64_t m_end = 0;  // of what came
    std::uint64_t m_packet = 0;
    std::deque<Mark> m_marks;  // pieces from the frame under way on
    std::vector<std::uint64_t> m_repeats;
};

// What a gap's reason says after "not captured".
std::string_view gapWords(GapReason reason);

}  // namespace brokerscope
