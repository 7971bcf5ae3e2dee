#include "core/workbench/captured_topic_source.h"

#include "core/workbench/offset_distance.h"

#include <algorithm>
#include <limits>

namespace brokerscope {
namespace {

constexpr int kMostCaptured = 200;  // batches of one step, so that rows come soon and cancelling is quick

}  // namespace

CapturedTopicSource::CapturedTopicSource(SharedCapturedTopic topic, std::optional<std::int32_t> partition,
                                         WantedRows wanted)
    : m_topic(std::move(topic)), m_wanted(wanted) {
    for (const CapturedPartition& one : m_topic->partitions) {
        if (!partition || one.partition == *partition) {
            m_partitions.push_back(&one);
            m_ranges.push_back({-1, -1, 0, one.unplaced});
        }
    }
}

TopicSource::Step CapturedTopicSource::read(TopicRowBuilder& builder) {
    for (int count = 0; m_at < m_partitions.size() && !m_cancel.isCancelled(); ++count) {
        const CapturedPartition& partition = *m_partitions[m_at];
        if (m_batch == partition.batches.size()) {
            ++m_at;
            m_batch = 0;
            continue;
        }
        if (count == kMostCaptured) {
            return Step::Some;
        }
        const CapturedBatch& batch = partition.batches[m_batch++];
        CapturedRange& range = m_ranges[m_at];
        // A batch may begin within the one before: the log was compacted between two answers.
        WantedRows wanted = m_wanted;
        wanted.first = std::max(wanted.first, offsetAfter(range.lastOffset));
        note(batch, range);
        BatchEntry entry;
        if (BatchIterator(batch.bytes()).next(entry)) {
            builder.add(partition.partition, entry, batch.place, wanted);
        }
        m_done += batch.size;
    }
    return Step::End;
}

void CapturedTopicSource::note(const CapturedBatch& batch, CapturedRange& range) {
    if (range.firstOffset < 0) {
        range.firstOffset = batch.baseOffset;
    } else {
        range.missing += std::min(offsetsBetween(range.lastOffset, batch.baseOffset),
                                  std::numeric_limits<std::int64_t>::max() - range.missing);
    }
    range.lastOffset = std::max(range.lastOffset, batch.lastOffset);
}

void CapturedTopicSource::tell(TopicReadingStatus& status) const {
    status.done = m_done;
    status.partitionsWanted = static_cast<std::int32_t>(m_partitions.size());
    for (std::size_t i = 0; i < m_partitions.size(); ++i) {
        const CapturedPartition& partition = *m_partitions[i];
        status.wanted += partition.bytes;
        TopicPartitionStatus told;
        told.partition = partition.partition;
        told.logStartOffset = partition.logStartOffset;
        told.highWatermark = partition.highWatermark;
        told.lastStableOffset = partition.lastStableOffset;
        told.captured = m_ranges[i];
        status.partitions.push_back(std::move(told));
    }
    // A capture may have produced batches alone, none with a place.
    status.wanted = std::max<std::uint64_t>(status.wanted, 1);
    status.done = m_at == m_partitions.size() ? status.wanted : status.done;
}

}  // namespace brokerscope
