#include "core/internal_topics/segments_source.h"

#include "core/records/segment_reader.h"

#include <algorithm>

namespace brokerscope {
namespace {

// Bytes that are read at once: few where a single record is wanted, more the longer it goes on.
constexpr std::uint64_t kFirstPiece = 8192;
constexpr std::uint64_t kGreatestPiece = 1U << 20U;

}  // namespace

std::uint64_t SegmentsSource::add(std::shared_ptr<const ByteSource> segment, std::uint64_t size) {
    const std::uint64_t start = m_segments.empty() ? 0 : m_segments.back().start + m_segments.back().size;
    m_segments.push_back({std::move(segment), start, size});
    return start;
}

Result<void> SegmentsSource::read(std::uint64_t position, const Take& take) const {
    const auto behind = std::ranges::upper_bound(m_segments, position, {}, &Segment::start);
    for (auto segment = behind == m_segments.begin() ? behind : behind - 1; segment != m_segments.end(); ++segment) {
        const std::uint64_t within = position > segment->start ? position - segment->start : 0;
        const Result<bool> isEnough = readSegment(*segment, within, take);
        if (!isEnough) {
            return tl::unexpected(isEnough.error());
        }
        if (*isEnough) {
            break;
        }
    }
    return {};
}

Result<bool> SegmentsSource::readSegment(const Segment& segment, std::uint64_t position, const Take& take) const {
    SegmentReader reader(m_limits, position);
    std::uint64_t piece = kFirstPiece;
    for (std::uint64_t at = position; at < segment.size;) {
        const std::span<std::uint8_t> room = reader.room(std::min(piece, segment.size - at));
        const Result<std::size_t> filled = segment.bytes->read(at, room);
        if (!filled) {
            return tl::unexpected(filled.error());
        }
        reader.filled(*filled);
        at = *filled == 0 ? segment.size : at + *filled;
        piece = std::min(piece * 2, kGreatestPiece);
        if (at >= segment.size) {
            reader.finish();
        }
        for (SegmentPart part; reader.next(part);) {
            const bool isEntry =
                part.skipped == 0 && (part.entry.kind == EntryKind::Batch || part.entry.kind == EntryKind::Message);
            if (isEntry && !take(part.entry)) {
                return true;
            }
        }
    }
    return false;
}

}  // namespace brokerscope
