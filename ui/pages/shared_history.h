#pragma once

#include "core/workbench/partition_history.h"
#include "ui/pages/topic_rows_model.h"

#include <deque>
#include <memory>
#include <mutex>
#include <vector>

namespace brokerscope {

// What of a partition could not be read, for a line of facts: the first, and how many more. Empty: all could.
QString faultsText(const PartitionHistory& history);

// The history of the partition of a chosen record, made by whoever asks for it first and shared by all that show
// something of it. Any thread.
class SharedHistory {
public:
    SharedHistory(const TopicRowContext& context, std::int32_t partition, const std::deque<SharedTopicPiece>& pieces)
        : m_context(context), m_partition(partition), m_pieces(pieces.begin(), pieces.end()) {}

    // Whether it is of that place, as far as was read when it was made.
    bool holds(const TopicRowsModel::Place& place, const TopicRowContext& context,
               const std::deque<SharedTopicPiece>& pieces) const;
    // Errors: as PartitionHistory::read(). Work for a thread of the pool; waits for another one that makes it.
    Result<std::shared_ptr<PartitionHistory>> get(const CancelToken& cancel);

private:
    const TopicRowContext m_context;
    const std::int32_t m_partition;
    const std::vector<SharedTopicPiece> m_pieces;
    std::mutex m_mutex;
    std::shared_ptr<PartitionHistory> m_made;
};

}  // namespace brokerscope
