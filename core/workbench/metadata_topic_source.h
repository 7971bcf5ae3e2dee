#pragma once

#include "core/base/cancel_token.h"
#include "core/workbench/metadata_log_reading.h"
#include "core/workbench/reading_start.h"
#include "core/workbench/topic_source.h"

#include <QFuture>

#include <functional>
#include <optional>

namespace brokerscope {

// The records of __cluster_metadata as the leader of the quorum hands them out (MetadataLogReading): where its log does
// not begin at its beginning, and all is wanted, those of its snapshot first.
class MetadataTopicSource : public TopicSource {
public:
    // Sends one request; called in the reading's thread.
    using Send = std::function<QFuture<Result<SendResult>>(SendRequest)>;

    // Borrows the registry.
    MetadataTopicSource(const SchemaRegistry& registry, Send send, const ReadingStart& start,
                        const Limits& limits = {});

    Step read(TopicRowBuilder& builder) override;
    void tell(TopicReadingStatus& status) const override;
    void cancel() override { m_cancel.cancel(); }

private:
    std::optional<Result<SendResult>> ask(SendRequest request) const;
    // Before the next request, where one is to wait.
    void rest() const;
    void add(TopicRowBuilder& builder, const MetadataPiece& piece) const;
    WantedRows wantedOf(const MetadataPiece& piece) const;

    MetadataLogReading m_reading;
    Send m_send;
    ReadingStart m_start;
    CancelToken m_cancel;
    std::optional<Error> m_problem;
};

}  // namespace brokerscope
