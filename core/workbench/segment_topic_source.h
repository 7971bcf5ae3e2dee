#pragma once

#include "core/base/cancel_token.h"
#include "core/workbench/topic_segment_reader.h"
#include "core/workbench/topic_source.h"

#include <vector>

namespace brokerscope {

// The records of segment files, one after the other; batches stay in the files. What cannot be read is a problem of its
// partition, and the next file follows.
class SegmentTopicSource : public TopicSource {
public:
    SegmentTopicSource(std::vector<TopicSegment> segments, WantedRows wanted, const Limits& limits = {});

    Step read(TopicRowBuilder& builder) override;
    void tell(TopicReadingStatus& status) const override;
    void cancel() override { m_cancel.cancel(); }

private:
    void addPart(TopicRowBuilder& builder);
    TopicPartitionStatus& statusOf(std::int32_t partition);

    TopicSegmentReader m_reader;
    WantedRows m_wanted;
    CancelToken m_cancel;
    std::uint64_t m_damaged = 0;
    std::vector<TopicPartitionStatus> m_partitions;  // ascending
};

}  // namespace brokerscope
