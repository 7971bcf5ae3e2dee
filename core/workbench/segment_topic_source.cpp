#include "core/workbench/segment_topic_source.h"

#include <algorithm>

namespace brokerscope {
namespace {

constexpr int kMostParts = 200;  // of one step, so that rows come soon and cancelling is quick

}  // namespace

SegmentTopicSource::SegmentTopicSource(std::vector<TopicSegment> segments, WantedRows wanted, const Limits& limits)
    : m_segments(std::move(segments)), m_wanted(wanted), m_limits(limits) {}

TopicPartitionStatus& SegmentTopicSource::statusOf(std::int32_t partition) {
    const auto at = std::ranges::lower_bound(m_partitions, partition, {}, &TopicPartitionStatus::partition);
    if (at != m_partitions.end() && at->partition == partition) {
        return *at;
    }
    TopicPartitionStatus status;
    status.partition = partition;
    return *m_partitions.insert(at, status);
}

bool SegmentTopicSource::openNext() {
    while (m_next < m_segments.size()) {
        const TopicSegment& segment = m_segments[m_next++];
        auto file = FileByteSource::open(segment.path);
        if (file) {
            m_file = std::move(*file);
            m_scan.emplace(*m_file, m_limits);
            m_path = std::make_shared<const std::string>(segment.path);
            m_position = 0;
            statusOf(segment.partition);
            return true;
        }
        statusOf(segment.partition).problem = FetchProblem{file.error(), 0, true};
        m_done += segment.size;
    }
    return false;
}

void SegmentTopicSource::closeFile() {
    const TopicSegment& segment = m_segments[m_next - 1];
    if (m_scan->failure()) {
        statusOf(segment.partition).problem = FetchProblem{*m_scan->failure(), 0, true};
    }
    m_done += segment.size;
    m_position = 0;
    m_scan.reset();
    m_file.reset();
}

TopicSource::Step SegmentTopicSource::read(TopicRowBuilder& builder) {
    if (m_cancel.isCancelled() || (!m_scan && !openNext())) {
        return Step::End;
    }
    const TopicSegment& segment = m_segments[m_next - 1];
    int parts = 0;
    for (SegmentPart part; parts < kMostParts; ++parts) {
        if (!m_scan->next(part)) {
            closeFile();
            return Step::Some;
        }
        if (part.skipped > 0) {
            m_damaged += part.remark && part.remark->severity == Severity::Error ? 1 : 0;
            m_position = part.entry.position + part.skipped;
            continue;
        }
        m_position = part.entry.position + part.entry.bytes.size();
        builder.add(segment.partition, part.entry, {nullptr, m_path, part.entry.position}, m_wanted);
    }
    return Step::Some;
}

void SegmentTopicSource::tell(TopicReadingStatus& status) const {
    status.faults += m_damaged;
    status.partitions = m_partitions;
    status.done = m_done + m_position;
    for (const TopicSegment& segment : m_segments) {
        status.wanted += segment.size;
        status.partitionsWanted +=
            &segment == m_segments.data() || (&segment - 1)->partition != segment.partition ? 1 : 0;
    }
    status.wanted = std::max(status.wanted, status.done);  // files may have grown
}

}  // namespace brokerscope
