#pragma once

#include "core/base/byte_source.h"
#include "core/base/limits.h"
#include "core/internal_topics/record_source.h"

#include <memory>
#include <vector>

namespace brokerscope {

// The segments of one partition, one behind the other, as a source of its records. What is damaged is passed over, as
// SegmentReader does. A position is that of an entry within its segment, after the sizes of the segments before it.
// Thread safe once it has its segments.
class SegmentsSource : public RecordSource {
public:
    explicit SegmentsSource(const Limits& limits = {}) : m_limits(limits) {}

    // In the order of offsets. `size`: bytes of it that positions are kept for; what is written later is not seen.
    // Gives the position of its first byte.
    std::uint64_t add(std::shared_ptr<const ByteSource> segment, std::uint64_t size);
    Result<void> read(std::uint64_t position, const Take& take) const override;

private:
    struct Segment {
        std::shared_ptr<const ByteSource> bytes;
        std::uint64_t start = 0;
        std::uint64_t size = 0;
    };
    // True: `take` has enough.
    Result<bool> readSegment(const Segment& segment, std::uint64_t position, const Take& take) const;

    Limits m_limits;
    std::vector<Segment> m_segments;
};

}  // namespace brokerscope
