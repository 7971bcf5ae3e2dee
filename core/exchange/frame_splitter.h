#pragma once

#include "core/base/bytes.h"
#include "core/base/error.h"
#include "core/exchange/stream_time.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace brokerscope {

// One whole frame of a stream, size prefix included, and when its first and last bytes came.
struct TimedFrame {
    std::shared_ptr<const ByteBuffer> bytes;
    StreamTime first;
    StreamTime last;
};

// Cuts one direction of a connection into frames:
//   stream = *frame      frame = size:int32 message:size*byte
// A size that cannot be one (negative, 0-3, above the limit) breaks the stream for good: nothing after it can be
// believed. Sizes 0-3 are legal while raw SASL tokens flow. No memory is taken before that check, nor ahead of the
// bytes that came. Not thread safe.
class FrameSplitter {
public:
    explicit FrameSplitter(std::uint64_t limit) : m_limit(limit) {}

    // The next frame that `bytes` complete; takes from their front what it used. Nothing: all are used, or dropped
    // after a break. One frame a call, since a frame may change what the next one is.
    std::optional<TimedFrame> next(ByteView& bytes, StreamTime now);

    // Whether frames may be shorter than any message.
    void setTokensLegal(bool legal) { m_tokensLegal = legal; }

    // Why the stream broke: NotKafka, FrameSizeNegative, FrameSizeZero, FrameSizeTooSmall, FrameSizeTooLarge.
    const std::optional<Error>& error() const { return m_error; }
    // The beginning of a frame that is not complete yet, size prefix included.
    const ByteBuffer& partial() const { return m_frame; }
    StreamTime partialBegan() const { return m_first; }

private:
    bool acceptSize(ByteView rest);
    TimedFrame takeFrame(StreamTime now);

    std::uint64_t m_limit;
    std::uint64_t m_frames = 0;
    std::uint64_t m_wanted = 0;  // bytes of the present frame, prefix included; 0: size not known yet
    bool m_tokensLegal = false;
    ByteBuffer m_frame;
    StreamTime m_first;
    std::optional<Error> m_error;
};

}  // namespace brokerscope
