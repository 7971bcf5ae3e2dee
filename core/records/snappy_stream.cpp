#include "core/records/snappy_stream.h"

#include <algorithm>

namespace brokerscope {
namespace {

constexpr std::size_t kReach = 65536;
constexpr std::size_t kRoom = 2 * kReach;
constexpr std::size_t kLongestCopy = 64;
constexpr std::size_t kShortLiterals = 60;

std::uint64_t littleEndian(ByteView bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = bytes.size(); i > 0; --i) {
        value = value << 8 | bytes[i - 1];
    }
    return value;
}

}  // namespace

SnappyStream::SnappyStream(ByteView block, std::uint64_t claimed) : m_rest(block), m_left(claimed), m_kept(kRoom) {
    while (!m_rest.empty() && (m_rest.front() & 0x80) != 0) {
        m_rest = m_rest.subspan(1);
    }
    m_rest = m_rest.subspan(std::min<std::size_t>(1, m_rest.size()));
}

// Nothing: the bytes end within it.
std::optional<SnappyStream::Element> SnappyStream::readElement() {
    const std::uint8_t tag = m_rest.front();
    const std::size_t high = tag >> 2;
    std::size_t extra = 0;
    switch (tag & 3) {
        case 0:
            extra = high < kShortLiterals ? 0 : high - kShortLiterals + 1;
            break;
        case 3:
            extra = 4;
            break;
        default:
            extra = tag & 3;
    }
    if (m_rest.size() <= extra) {
        return std::nullopt;
    }
    const std::uint64_t number = littleEndian(m_rest.subspan(1, extra));
    m_rest = m_rest.subspan(1 + extra);
    switch (tag & 3) {
        case 0:
            return Element{false, static_cast<std::size_t>(extra == 0 ? high : number) + 1, 0};
        case 1:
            return Element{true, (high & 7) + 4, number | static_cast<std::uint64_t>(high >> 3) << 8};
        default:
            return Element{true, high + 1, number};
    }
}

// More: it was taken.
SnappyStream::Step SnappyStream::writeElement(const Element& element) {
    if (!element.isCopy) {
        m_literal = element.length;
        return Step::More;
    }
    if (element.offset == 0 || element.offset > m_forgotten + m_used || element.length > m_left) {
        return Step::Damaged;
    }
    if (element.offset > m_used) {
        return Step::TooFar;
    }
    // It may repeat what it writes itself.
    for (std::size_t i = 0; i < element.length; ++i, ++m_used) {
        m_kept[m_used] = m_kept[m_used - static_cast<std::size_t>(element.offset)];
    }
    m_left -= element.length;
    return Step::More;
}

SnappyStream::Step SnappyStream::fill() {
    while (m_kept.size() - m_used >= kLongestCopy) {
        if (m_literal > 0) {
            const std::size_t taken = std::min({m_literal, m_kept.size() - m_used, m_rest.size()});
            if (taken == 0 || taken > m_left) {
                return Step::Damaged;
            }
            std::copy_n(m_rest.begin(), taken, m_kept.begin() + static_cast<std::ptrdiff_t>(m_used));
            m_rest = m_rest.subspan(taken);
            m_used += taken;
            m_left -= taken;
            m_literal -= taken;
            continue;
        }
        if (m_rest.empty()) {
            return m_left == 0 ? Step::Whole : Step::Damaged;
        }
        const auto element = readElement();
        const Step taken = element ? writeElement(*element) : Step::Damaged;
        if (taken != Step::More) {
            return taken;
        }
    }
    return Step::More;
}

SnappyStream::Step SnappyStream::step(DecompressedBytes& output) {
    if (m_used > kReach) {
        const std::size_t old = m_used - kReach;
        std::copy(m_kept.begin() + static_cast<std::ptrdiff_t>(old),
                  m_kept.begin() + static_cast<std::ptrdiff_t>(m_used), m_kept.begin());
        m_forgotten += old;
        m_used = kReach;
    }
    const std::size_t first = m_used;
    const Step done = fill();
    for (ByteView made = ByteView(m_kept).subspan(first, m_used - first); !made.empty();) {
        const std::span<std::uint8_t> room = output.room(made.size());
        const std::size_t taken = std::min(room.size(), made.size());
        std::copy_n(made.begin(), taken, room.begin());
        if (!output.commit(taken)) {
            return done;
        }
        made = made.subspan(taken);
    }
    return done;
}

}  // namespace brokerscope
