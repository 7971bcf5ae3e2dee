#pragma once

#include "ui/models/groups_feed.h"

#include <QAbstractTableModel>

namespace brokerscope {

// How far a group is behind in each partition, as the last reading tells it, and how that changes since the one before.
// Ascending by topic and partition. GUI thread.
class LagModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column : int {
        PartitionColumn,
        DoneColumn,    // committed; of share groups the start offset
        EndColumn,     // the high watermark
        StableColumn,  // the last stable offset: a read_committed consumer goes no further
        LagColumn,     // up to the end
        StableLagColumn,
        TrendColumn,  // of the lag, a second
        PaceColumn,   // what is done, a second
        ColumnCount
    };

    using QAbstractTableModel::QAbstractTableModel;

    void clear();
    // A reading of the group that is shown. Without partitions it is a gap: what was read before stays.
    void take(const GroupLag& lag);
    std::int64_t timeMs() const { return m_now.timeMs; }  // of the reading that is shown; 0: none
    const std::string& problem() const { return m_now.problem; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    const PartitionLag* before(const PartitionLag& row) const;  // null: it was not read before
    QString cell(const PartitionLag& row, int column) const;

    GroupLag m_now;
    GroupLag m_before;
};

}  // namespace brokerscope
