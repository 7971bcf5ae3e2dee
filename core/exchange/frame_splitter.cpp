#include "core/exchange/frame_splitter.h"

#include "core/codec/frame_size.h"
#include "core/exchange/peer_guess.h"
#include "core/schema/message_spec.h"
#include "core/value/value_tree.h"

#include <algorithm>

namespace brokerscope {
namespace {

constexpr std::size_t kFirstReserve = 65536;

}  // namespace

bool FrameSplitter::acceptSize(ByteView rest) {
    const auto size = static_cast<std::int32_t>(readInteger(FieldType::Int32, m_frame.data()));
    if (m_frames == 0) {
        // What follows the prefix in the same piece helps to tell what else it is.
        ByteBuffer beginning = m_frame;
        beginning.insert(beginning.end(), rest.begin(), rest.begin() + std::min<std::ptrdiff_t>(60, std::ssize(rest)));
        if (const auto other = guessPeer(beginning, m_limit)) {
            m_error = Error{MessageId::NotKafka, {*other}, std::nullopt, {}};
            return false;
        }
    }
    const std::string number = std::to_string(size);
    if (size < 0) {
        m_error = Error{MessageId::FrameSizeNegative, {number}, std::nullopt, {}};
    } else if (size == 0 && !m_tokensLegal) {
        m_error = Error{MessageId::FrameSizeZero, {}, std::nullopt, {}};
    } else if (size < kLeastFrameSize && !m_tokensLegal) {
        m_error = Error{MessageId::FrameSizeTooSmall, {number}, std::nullopt, {}};
    } else if (static_cast<std::uint64_t>(size) > m_limit) {
        m_error = Error{MessageId::FrameSizeTooLarge, {number, std::to_string(m_limit)}, std::nullopt, {}};
    } else {
        m_wanted = kFrameSizeBytes + static_cast<std::uint64_t>(size);
        m_frame.reserve(std::min<std::size_t>(m_wanted, kFirstReserve));
        return true;
    }
    return false;
}

TimedFrame FrameSplitter::takeFrame(StreamTime now) {
    TimedFrame frame{std::make_shared<const ByteBuffer>(std::move(m_frame)), m_first, now};
    m_frame = {};
    m_wanted = 0;
    ++m_frames;
    return frame;
}

std::optional<TimedFrame> FrameSplitter::next(ByteView& bytes, StreamTime now) {
    while (!bytes.empty() && !m_error) {
        if (m_frame.empty()) {
            m_first = now;
        }
        const std::size_t goal = m_wanted == 0 ? kFrameSizeBytes : m_wanted;
        const std::size_t take = std::min(bytes.size(), goal - m_frame.size());
        m_frame.insert(m_frame.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(take));
        bytes = bytes.subspan(take);
        if (m_wanted == 0 && m_frame.size() == kFrameSizeBytes && !acceptSize(bytes)) {
            break;
        }
        // The size of an empty token is all of it.
        if (m_wanted != 0 && m_frame.size() == m_wanted) {
            return takeFrame(now);
        }
    }
    return std::nullopt;
}

}  // namespace brokerscope
