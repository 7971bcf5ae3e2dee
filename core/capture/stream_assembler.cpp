#include "core/capture/stream_assembler.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace brokerscope {
namespace {

// No window is larger (RFC 7323): what lies further ahead is no part of this stream.
constexpr std::int64_t kLargestWindow = 1073741824;
constexpr std::int64_t kPatienceNs = 1'000'000'000;

}  // namespace

StreamAssembler::~StreamAssembler() {
    m_budget.used -= m_waitingBytes;
}

void StreamAssembler::begin(std::uint32_t firstSequence) {
    m_hasBegun = true;
    m_base = firstSequence;
}

std::int64_t StreamAssembler::offsetOf(std::uint32_t sequence) const {
    const auto expected = static_cast<std::uint32_t>(m_base + m_next);
    return static_cast<std::int64_t>(m_next) + static_cast<std::int32_t>(sequence - expected);
}

void StreamAssembler::segment(const TcpSegment& segment, PacketStamp stamp) {
    if (!m_hasBegun) {
        if (segment.size() == 0) {
            return;
        }
        begin(segment.sequence);
    }
    const std::int64_t first = offsetOf(segment.sequence) + (segment.isSyn ? 1 : 0);
    const std::int64_t last = first + static_cast<std::int64_t>(segment.size());
    if (std::abs(first - static_cast<std::int64_t>(m_next)) > kLargestWindow) {
        stray(segment, stamp);
        return;
    }
    m_last = stamp;
    if (segment.isFin && last >= 0 && !m_finish) {
        m_finish = static_cast<std::uint64_t>(last);
    }
    if (segment.size() == 0) {
        return;
    }
    dropStrays();
    if (last <= static_cast<std::int64_t>(m_next)) {
        noteRepeat(first, last, segment, stamp);
    } else if (first <= static_cast<std::int64_t>(m_next)) {
        const auto known = static_cast<std::uint64_t>(static_cast<std::int64_t>(m_next) - first);
        m_counts.repeated += known;
        const auto skip = static_cast<std::size_t>(std::min<std::uint64_t>(known, segment.payload.size()));
        handOut(m_next, segment.payload.subspan(skip),
                segment.size() - std::max<std::uint64_t>(known, segment.payload.size()), stamp);
        drain();
    } else {
        keep(static_cast<std::uint64_t>(first), segment, stamp);
    }
}

void StreamAssembler::stray(const TcpSegment& segment, PacketStamp stamp) {
    const Stray* last = m_strays.empty() ? nullptr : &m_strays.back();
    if (last != nullptr && segment.sequence != last->sequence + static_cast<std::uint32_t>(last->held.size())) {
        dropStrays();
    }
    // What carries nothing confirms others, and begins nothing.
    if (segment.isSyn || segment.isReset || (segment.size() == 0 && m_strays.empty())) {
        return;
    }
    m_strays.push_back({segment.sequence, segment.isFin,
                        Waiting{ByteBuffer(segment.payload.begin(), segment.payload.end()), segment.missing, stamp}});
    if (m_strays.size() == kStraysBelieved) {
        beginAnew();
    }
}

void StreamAssembler::dropStrays() {
    m_counts.strays += static_cast<std::uint64_t>(
        std::ranges::count_if(m_strays, [](const Stray& stray) { return stray.held.size() > 0; }));
    m_strays.clear();
}

void StreamAssembler::beginAnew() {
    const std::vector<Stray> strays = std::exchange(m_strays, {});
    while (hasGap()) {
        giveUpHole(GapReason::NotCaptured);
    }
    const PacketStamp stamp = strays.front().held.stamp;
    const StreamGap gap{m_next, strays.front().sequence - static_cast<std::uint32_t>(m_base + m_next),
                        GapReason::NotCaptured, stamp.number, stamp.timeNs};
    m_counts.lost += gap.length;
    ++m_counts.gaps;
    m_next += gap.length;
    m_finish.reset();
    m_sink.gap(gap);
    for (const Stray& stray : strays) {
        m_last = stray.held.stamp;
        handOut(m_next, stray.held.bytes, stray.held.missing, stray.held.stamp);
        m_finish = stray.isFin ? std::optional(m_next) : m_finish;
    }
}

void StreamAssembler::noteRepeat(std::int64_t begin, std::int64_t end, const TcpSegment& segment, PacketStamp stamp) {
    // A keep-alive sends the last byte once more, or a made-up one.
    if (end == static_cast<std::int64_t>(m_next) && segment.size() == 1) {
        ++m_counts.keepAlives;
        return;
    }
    m_counts.repeated += segment.size();
    if (begin >= 0) {
        m_sink.repeat(static_cast<std::uint64_t>(begin), segment.size(), stamp.number);
    }
}

void StreamAssembler::handOut(std::uint64_t offset, ByteView bytes, std::uint64_t missing, PacketStamp stamp) {
    if (!bytes.empty()) {
        m_counts.bytes += bytes.size();
        m_next = offset + bytes.size();
        m_sink.piece({bytes, offset, stamp.number, stamp.timeNs});
    }
    if (missing > 0) {
        const StreamGap gap{m_next, missing, GapReason::SnapLength, stamp.number, stamp.timeNs};
        m_counts.lost += missing;
        ++m_counts.gaps;
        m_next += missing;
        m_sink.gap(gap);
    }
}

void StreamAssembler::countConflicts(std::uint64_t offset, ByteView bytes) {
    for (const auto& [begin, waiting] : m_waiting) {
        if (begin >= offset + bytes.size()) {
            break;
        }
        const std::uint64_t first = std::max(begin, offset);
        const std::uint64_t last = std::min(begin + waiting.bytes.size(), offset + bytes.size());
        for (std::uint64_t at = first; at < last; ++at) {
            m_counts.conflicts += waiting.bytes[at - begin] != bytes[at - offset] ? 1 : 0;
        }
    }
}

void StreamAssembler::keep(std::uint64_t offset, const TcpSegment& segment, PacketStamp stamp) {
    const auto same = m_waiting.find(offset);
    const bool isKnown = same != m_waiting.end() && same->second.size() >= segment.size();
    countConflicts(offset, segment.payload);
    if (isKnown) {
        m_counts.repeated += segment.size();
        m_sink.repeat(offset, segment.size(), stamp.number);
        return;
    }
    ++m_counts.reordered;
    m_waiting.emplace(offset,
                      Waiting{ByteBuffer(segment.payload.begin(), segment.payload.end()), segment.missing, stamp});
    m_waitingBytes += segment.payload.size();
    m_budget.used += segment.payload.size();
    while (!m_waiting.empty() && (m_waitingBytes > m_limits.outOfOrder ||
                                  m_waiting.size() > m_limits.outOfOrderSegments || m_budget.isSpent())) {
        giveUpHole(GapReason::Limit);
    }
}

void StreamAssembler::drain() {
    while (!m_waiting.empty() && m_waiting.begin()->first <= m_next) {
        auto node = m_waiting.extract(m_waiting.begin());
        const Waiting& waiting = node.mapped();
        m_waitingBytes -= waiting.bytes.size();
        m_budget.used -= waiting.bytes.size();
        const std::uint64_t known = m_next - node.key();
        if (known < waiting.size()) {
            const auto skip = static_cast<std::size_t>(std::min<std::uint64_t>(known, waiting.bytes.size()));
            m_counts.repeated += known;
            handOut(m_next, ByteView(waiting.bytes).subspan(skip),
                    waiting.size() - std::max<std::uint64_t>(known, waiting.bytes.size()), waiting.stamp);
        } else {
            m_counts.repeated += waiting.size();
        }
    }
    m_holePatience = {};
}

// Only where there is a hole.
std::uint64_t StreamAssembler::holeEnd() const {
    if (!m_waiting.empty()) {
        return m_waiting.begin()->first;
    }
    return m_finish && *m_finish < m_acknowledged ? std::max(*m_finish, m_next) : m_acknowledged;
}

void StreamAssembler::giveUpHole(GapReason reason) {
    if (!hasGap()) {
        dropStrays();
        return;
    }
    const std::uint64_t to = holeEnd();
    if (to > m_next) {
        const PacketStamp after = m_waiting.empty() ? m_last : m_waiting.begin()->second.stamp;
        const StreamGap gap{m_next, to - m_next, reason, after.number, after.timeNs};
        m_counts.lost += gap.length;
        ++m_counts.gaps;
        m_next = to;
        m_sink.gap(gap);
    }
    drain();
    // Acknowledgements beyond the end of the stream mean nothing more.
    m_acknowledged = m_waiting.empty() ? std::min(m_acknowledged, m_next) : m_acknowledged;
}

void StreamAssembler::acknowledged(std::uint32_t sequence) {
    if (!m_hasBegun) {
        return;
    }
    const std::int64_t offset = offsetOf(sequence);
    if (offset > 0 && offset - static_cast<std::int64_t>(m_next) <= kLargestWindow) {
        m_acknowledged = std::max(m_acknowledged, static_cast<std::uint64_t>(offset));
    }
}

void StreamAssembler::tick(PacketStamp stamp) {
    const bool isAcknowledged = hasGap() && m_acknowledged >= holeEnd();
    if (m_holePatience.isOver(isAcknowledged, stamp)) {
        giveUpHole(GapReason::NotCaptured);
    }
    if (m_strayPatience.isOver(!m_strays.empty(), stamp)) {
        dropStrays();
    }
}

bool StreamAssembler::Patience::isOver(bool isWaiting, PacketStamp stamp) {
    if (!isWaiting) {
        passed = 0;
        return false;
    }
    if (passed++ == 0) {
        sinceNs = stamp.timeNs;
    }
    const bool isOver = passed > kPatience || stamp.timeNs - sinceNs > kPatienceNs;
    passed = isOver ? 0 : passed;
    return isOver;
}

void StreamAssembler::end() {
    while (hasHole()) {
        giveUpHole(GapReason::NotCaptured);
    }
    if (m_finish && *m_finish > m_next) {
        const StreamGap gap{m_next, *m_finish - m_next, GapReason::NotCaptured, m_last.number, m_last.timeNs};
        m_counts.lost += gap.length;
        ++m_counts.gaps;
        m_next = *m_finish;
        m_sink.gap(gap);
    }
}

}  // namespace brokerscope
