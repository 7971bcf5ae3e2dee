#include "ui/pages/shared_history.h"

#include <algorithm>

namespace brokerscope {

bool SharedHistory::holds(const TopicRowsModel::Place& place, const TopicRowContext& context,
                          const std::deque<SharedTopicPiece>& pieces) const {
    return context.topic == m_context.topic && place.batch().partition == m_partition && !m_pieces.empty() &&
           !pieces.empty() && m_pieces.front() == pieces.front() &&
           std::ranges::find(m_pieces, place.piece) != m_pieces.end();
}

std::shared_ptr<PartitionHistory> SharedHistory::get(const CancelToken& cancel) {
    const std::lock_guard lock(m_mutex);
    if (m_made == nullptr && !cancel.isCancelled()) {
        m_made = PartitionHistory::read(m_pieces, m_context, m_partition, cancel);
    }
    return m_made;
}

}  // namespace brokerscope
