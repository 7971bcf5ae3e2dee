#pragma once

#include "core/workbench/fetch_stream.h"
#include "core/workbench/topic_source.h"

#include <map>
#include <memory>

namespace brokerscope {

// The records that a fetch brings; batches stay in the answers that they came in.
class FetchTopicSource : public TopicSource {
public:
    explicit FetchTopicSource(std::shared_ptr<FetchStream> stream) : m_stream(std::move(stream)) {}

    Step read(TopicRowBuilder& builder) override;
    void tell(TopicReadingStatus& status) const override;
    void cancel() override { m_stream->cancel(); }

private:
    void note(const FetchPiece& piece);

    std::shared_ptr<FetchStream> m_stream;
    std::map<std::int32_t, TopicPartitionStatus> m_partitions;
    std::optional<Error> m_problem;
};

}  // namespace brokerscope
