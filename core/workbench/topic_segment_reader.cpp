#include "core/workbench/topic_segment_reader.h"

#include <algorithm>

namespace brokerscope {

TopicSegmentReader::TopicSegmentReader(std::vector<TopicSegment> segments, const Limits& limits)
    : m_segments(std::move(segments)), m_limits(limits) {}

bool TopicSegmentReader::openNext() {
    const TopicSegment& segment = m_segments[m_next++];
    m_path = std::make_shared<const std::string>(segment.path);
    m_failure.reset();
    auto file = FileByteSource::open(segment.path);
    if (!file) {
        m_failure = file.error();
        m_done += segment.size;
        return false;
    }
    m_file = std::move(*file);
    m_scan.emplace(*m_file, m_limits);
    return true;
}

TopicSegmentReader::Step TopicSegmentReader::next() {
    if (!m_scan && m_next == m_segments.size()) {
        return Step::End;
    }
    if (!m_scan && !openNext()) {
        return Step::FileEnd;
    }
    if (m_scan->next(m_part)) {
        m_position = m_part.entry.position + (m_part.skipped > 0 ? m_part.skipped : m_part.entry.bytes.size());
        return Step::Part;
    }
    m_failure = m_scan->failure();
    if (const auto& cut = m_scan->shrinking(); cut && !m_failure) {
        m_failure = Error{cut->id, cut->arguments, cut->span, cut->path};
    }
    m_done += segment().size;
    m_position = 0;
    m_scan.reset();
    m_file.reset();
    return Step::FileEnd;
}

std::uint64_t TopicSegmentReader::wanted() const {
    std::uint64_t bytes = 0;
    for (const TopicSegment& segment : m_segments) {
        bytes += segment.size;
    }
    return std::max(bytes, done());
}

}  // namespace brokerscope
