#pragma once

#include "core/base/cancel_token.h"
#include "core/workbench/captured_topics.h"
#include "core/workbench/topic_source.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace brokerscope {

// The records that exchanges of a capture carried, one partition after the other. What lies between them was not
// captured, which each partition's status says.
class CapturedTopicSource : public TopicSource {
public:
    // `partition`: that alone; nothing: all.
    CapturedTopicSource(SharedCapturedTopic topic, std::optional<std::int32_t> partition, WantedRows wanted);

    Step read(TopicRowBuilder& builder) override;
    void tell(TopicReadingStatus& status) const override;
    void cancel() override { m_cancel.cancel(); }

private:
    void note(const CapturedBatch& batch, CapturedRange& range);

    SharedCapturedTopic m_topic;
    WantedRows m_wanted;
    std::vector<const CapturedPartition*> m_partitions;
    std::vector<CapturedRange> m_ranges;  // of each of them
    std::size_t m_at = 0;
    std::size_t m_batch = 0;  // of that partition
    std::uint64_t m_done = 0;
    CancelToken m_cancel;
};

}  // namespace brokerscope
