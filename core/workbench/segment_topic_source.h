#pragma once

#include "core/base/cancel_token.h"
#include "core/base/file_byte_source.h"
#include "core/log_files/segment_scan.h"
#include "core/workbench/file_topics.h"
#include "core/workbench/topic_source.h"

#include <memory>
#include <optional>
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
    bool openNext();
    void closeFile();
    TopicPartitionStatus& statusOf(std::int32_t partition);

    std::vector<TopicSegment> m_segments;
    WantedRows m_wanted;
    Limits m_limits;
    CancelToken m_cancel;
    std::size_t m_next = 0;
    std::unique_ptr<FileByteSource> m_file;  // that of the segment before m_next
    std::optional<SegmentScan> m_scan;
    std::shared_ptr<const std::string> m_path;
    std::uint64_t m_done = 0;      // bytes of files that are done
    std::uint64_t m_position = 0;  // in the present one
    std::uint64_t m_damaged = 0;
    std::vector<TopicPartitionStatus> m_partitions;  // ascending
};

}  // namespace brokerscope
