#include "core/workbench/segment_topic_source.h"

#include <algorithm>

namespace brokerscope {
namespace {

constexpr int kMostParts = 200;  // of one step, so that rows come soon and cancelling is quick

}  // namespace

SegmentTopicSource::SegmentTopicSource(std::vector<TopicSegment> segments, WantedRows wanted, const Limits& limits)
    : m_reader(std::move(segments), limits), m_wanted(wanted) {}

TopicPartitionStatus& SegmentTopicSource::statusOf(std::int32_t partition) {
    const auto at = std::ranges::lower_bound(m_partitions, partition, {}, &TopicPartitionStatus::partition);
    if (at != m_partitions.end() && at->partition == partition) {
        return *at;
    }
    TopicPartitionStatus status;
    status.partition = partition;
    return *m_partitions.insert(at, status);
}

void SegmentTopicSource::addPart(TopicRowBuilder& builder) {
    const SegmentPart& part = m_reader.part();
    // Checksums are the builder's to count.
    const bool isFault = part.remark && part.remark->severity == Severity::Error &&
                         (part.skipped > 0 || part.remark->id == MessageId::EntryOrder);
    m_damaged += isFault ? 1 : 0;
    if (part.skipped > 0) {
        return;
    }
    const TopicSegment& segment = m_reader.segment();
    BatchPlace place{nullptr, m_reader.path(), part.entry.position};
    place.checkpoint = segment.isCheckpoint ? segment.offset : -1;
    builder.add(segment.partition, part.entry, std::move(place), segment.isCheckpoint ? WantedRows() : m_wanted);
}

TopicSource::Step SegmentTopicSource::read(TopicRowBuilder& builder) {
    for (int parts = 0; parts < kMostParts && !m_cancel.isCancelled(); ++parts) {
        switch (m_reader.next()) {
            case TopicSegmentReader::Step::Part:
                statusOf(m_reader.segment().partition);
                addPart(builder);
                break;
            case TopicSegmentReader::Step::FileEnd: {
                TopicPartitionStatus& status = statusOf(m_reader.segment().partition);
                if (m_reader.failure()) {
                    status.problem = FetchProblem{*m_reader.failure(), 0, true};
                }
                return Step::Some;
            }
            case TopicSegmentReader::Step::End:
                return Step::End;
        }
    }
    return m_cancel.isCancelled() ? Step::End : Step::Some;
}

void SegmentTopicSource::tell(TopicReadingStatus& status) const {
    status.faults += m_damaged;
    status.partitions = m_partitions;
    status.done = m_reader.done();
    status.wanted = m_reader.wanted();
    const std::vector<TopicSegment>& segments = m_reader.segments();
    for (std::size_t i = 0; i < segments.size(); ++i) {
        status.partitionsWanted += i == 0 || segments[i - 1].partition != segments[i].partition ? 1 : 0;
    }
}

}  // namespace brokerscope
