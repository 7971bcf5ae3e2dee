#include "ui/pages/shared_history.h"

#include "ui/models/value_format.h"

#include <QCoreApplication>

#include <algorithm>

namespace brokerscope {

QString faultsText(const PartitionHistory& history) {
    const RecordFaults& faults = history.faults();
    if (faults.count() == 0) {
        return {};
    }
    const QString first = QString::fromStdString(faultLine(history.topic(), faults.first().front()));
    return faults.count() == 1 ? first
                               : QCoreApplication::translate("SharedHistory", "%1, and %2 more faults")
                                     .arg(first, grouped(static_cast<std::int64_t>(faults.count() - 1)));
}

bool SharedHistory::holds(const TopicRowsModel::Place& place, const TopicRowContext& context,
                          const std::deque<SharedTopicPiece>& pieces) const {
    return context.topic == m_context.topic && place.batch().partition == m_partition && !m_pieces.empty() &&
           !pieces.empty() && m_pieces.front() == pieces.front() &&
           std::ranges::find(m_pieces, place.piece) != m_pieces.end();
}

Result<std::shared_ptr<PartitionHistory>> SharedHistory::get(const CancelToken& cancel) {
    const std::lock_guard lock(m_mutex);
    if (m_made != nullptr) {
        return m_made;
    }
    auto made = PartitionHistory::read(m_pieces, m_context, m_partition, cancel);
    m_made = made.value_or(nullptr);
    return made;
}

}  // namespace brokerscope
