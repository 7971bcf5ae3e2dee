#include "core/capture/frame_stream.h"

#include "core/capture/endian_reader.h"
#include "core/codec/frame_size.h"

#include <algorithm>

namespace brokerscope {
namespace {

// A repeated packet is worth naming; a storm of them is not.
constexpr std::size_t kMostRepeats = 100;

}  // namespace

std::string_view gapWords(GapReason reason) {
    switch (reason) {
        case GapReason::NotCaptured:
            return "lost by the capture";
        case GapReason::SnapLength:
            return "cut off by the snap length";
        case GapReason::Limit:
            break;
    }
    return "given up by the limit \"outOfOrder\"";
}

void FrameStream::setTokensLegal(bool legal) {
    m_tokensLegal = legal;
    m_splitter.setTokensLegal(legal);
}

void FrameStream::restart(std::uint64_t offset) {
    m_splitter = FrameSplitter(m_frameLimit);
    m_splitter.setTokensLegal(m_tokensLegal);
    m_frameOffset = offset;
}

void FrameStream::piece(const StreamPiece& piece) {
    m_marks.push_back({piece.offset, {piece.packet, piece.timeNs}});
    m_packet = piece.packet;
    m_end = piece.end();
    if (m_buffer.empty() && m_state == State::Searching) {
        m_frameOffset = piece.offset;
    }
    run(piece.bytes, piece.offset, false);
}

void FrameStream::run(ByteView bytes, std::uint64_t offset, bool isFinal) {
    ByteBuffer found;
    for (;;) {
        if (m_state == State::Skipping) {
            const std::size_t count = skip(bytes, offset);
            bytes = bytes.subspan(count);
            if (m_state == State::Skipping) {
                return;
            }
        }
        if (m_state == State::Framing) {
            if (readFrames(bytes)) {
                return;
            }
            bytes = {};
        }
        m_buffer.insert(m_buffer.end(), bytes.begin(), bytes.end());
        if (!findFrame(isFinal)) {
            return;
        }
        found = std::exchange(m_buffer, {});
        bytes = found;
        offset = m_frameOffset;
    }
}

// Bytes of the frame that a gap has cut.
std::size_t FrameStream::skip(ByteView bytes, std::uint64_t offset) {
    const std::uint64_t left = m_skipUntil - std::min(offset, m_skipUntil);
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(left, bytes.size()));
    m_skipped += count;
    if (count == left) {
        reportSkipped();
        restart(m_skipUntil);
        m_state = State::Framing;
    }
    return count;
}

// False when the framing broke: then the bytes from the broken frame on are in the buffer, to be searched.
bool FrameStream::readFrames(ByteView bytes) {
    while (auto frame = m_splitter.next(bytes, {})) {
        CapturedFrame captured = stamped(std::move(frame->bytes));
        captured.whole = captured.bytes->size();
        m_frameOffset = captured.end();
        m_listener.frame(m_side, std::move(captured));
    }
    if (!m_splitter.error()) {
        return true;
    }
    m_listener.broken(m_side, *m_splitter.error(), m_frameOffset, m_packet);
    m_buffer = m_splitter.partial();
    m_buffer.insert(m_buffer.end(), bytes.begin(), bytes.end());
    restart(m_frameOffset);
    m_state = State::Searching;
    return false;
}

// The packets of a frame that begins at m_frameOffset; marks that are behind it go.
CapturedFrame FrameStream::stamped(std::shared_ptr<const ByteBuffer> bytes) {
    CapturedFrame frame;
    frame.bytes = std::move(bytes);
    frame.offset = m_frameOffset;
    const auto isBehind = [this](const Mark& next) { return next.offset <= m_frameOffset; };
    while (m_marks.size() > 1 && isBehind(m_marks[1])) {
        m_marks.pop_front();
    }
    for (const Mark& mark : m_marks) {
        if (mark.offset >= frame.end() && !frame.packets.empty()) {
            break;
        }
        const bool isOnly = frame.packets.empty();
        frame.first = isOnly || mark.stamp.number < frame.first.number ? mark.stamp : frame.first;
        frame.last = isOnly || mark.stamp.number > frame.last.number ? mark.stamp : frame.last;
        frame.packets.push_back(mark.stamp.number);
    }
    frame.packets.insert(frame.packets.end(), m_repeats.begin(), m_repeats.end());
    m_repeats.clear();
    std::ranges::sort(frame.packets);
    const auto doubles = std::ranges::unique(frame.packets);
    frame.packets.erase(doubles.begin(), doubles.end());
    return frame;
}

bool FrameStream::isSegmentBorder(std::uint64_t offset) const {
    return offset == m_end ||
           std::ranges::any_of(m_marks, [offset](const Mark& mark) { return mark.offset == offset; });
}

void FrameStream::dropBuffer(std::size_t count) {
    m_buffer.erase(m_buffer.begin(), m_buffer.begin() + static_cast<std::ptrdiff_t>(count));
    m_frameOffset += count;
    m_skipped += count;
    while (m_marks.size() > 1 && m_marks[1].offset <= m_frameOffset) {
        m_marks.pop_front();
    }
}

// True when a frame begins at the buffer's front; what was before it is skipped.
bool FrameStream::findFrame(bool isFinal) {
    const bool isTooLong = m_buffer.size() > m_longestSearch;
    if (m_buffer.empty()) {
        return false;
    }
    const std::uint64_t base = m_frameOffset;
    const FrameFinding finding = m_listener.search(
        m_side, {m_buffer, isFinal || isTooLong, [this, base](std::size_t at) { return isSegmentBorder(base + at); }});
    dropBuffer(finding.found.value_or(isTooLong ? m_buffer.size() : finding.rejected));
    if (!finding.found) {
        return false;
    }
    reportSkipped();
    restart(m_frameOffset);
    m_state = State::Framing;
    return true;
}

void FrameStream::reportSkipped() {
    if (m_skipped > 0) {
        m_listener.skipped(m_side, m_frameOffset, std::exchange(m_skipped, 0), m_packet);
    }
}

// The frame under way stays incomplete.
void FrameStream::leaveFrame(std::string_view why) {
    const ByteBuffer& partial = m_splitter.partial();
    if (partial.empty()) {
        return;
    }
    CapturedFrame frame = stamped(std::make_shared<const ByteBuffer>(partial));
    if (partial.size() >= kFrameSizeBytes) {
        frame.whole = kFrameSizeBytes + EndianReader(partial).u32(0);
    }
    const std::uint64_t end = frame.offset + frame.whole;
    const bool isKnown = frame.whole > 0;
    m_listener.incomplete(m_side, std::move(frame), why);
    m_skipUntil = isKnown ? end : 0;
}

void FrameStream::gap(const StreamGap& gap) {
    m_packet = gap.packet;
    if (m_state == State::Searching) {
        run({}, m_frameOffset, true);
    }
    if (m_state == State::Framing) {
        m_skipUntil = 0;
        leaveFrame(gapWords(gap.reason));
        m_state = m_skipUntil >= gap.end() ? State::Skipping : State::Searching;
    } else if (m_state == State::Searching) {
        dropBuffer(m_buffer.size());
        reportSkipped();
    } else if (gap.end() > m_skipUntil) {
        reportSkipped();
        m_state = State::Searching;
    }
    restart(gap.end());
    m_end = gap.end();
    m_marks.clear();
    m_repeats.clear();
    if (m_state == State::Skipping && m_skipUntil == gap.end()) {
        m_state = State::Framing;
    }
}

void FrameStream::repeat(std::uint64_t offset, std::uint64_t length, std::uint64_t packet) {
    const bool isUnderWay = m_state == State::Framing && offset + length > m_frameOffset && m_end > m_frameOffset;
    if (isUnderWay && m_repeats.size() < kMostRepeats) {
        m_repeats.push_back(packet);
    }
}

void FrameStream::end(std::string_view why) {
    if (m_state == State::Searching) {
        run({}, m_frameOffset, true);
    }
    if (m_state == State::Framing) {
        leaveFrame(why);
        restart(m_end);
    }
    dropBuffer(m_buffer.size());
    reportSkipped();
}

}  // namespace brokerscope
