#pragma once

#include "core/groups/timeline_snapshot.h"

#include <QAbstractTableModel>
#include <QTimeZone>

namespace brokerscope {

// The rebalances of a timeline, the latest first. GUI thread.
class RebalanceModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column : int {
        NumberColumn,
        BeganColumn,
        TookColumn,
        WhyColumn,
        MovedColumn,
        UnownedColumn,
        EpochColumn,
        ColumnCount
    };
    enum Role : int {
        NumberRole = Qt::UserRole + 1,  // uint: Rebalance::number
        RunningRole                     // bool: it goes on
    };

    explicit RebalanceModel(QObject* parent = nullptr);

    void setTimeline(SharedTimeline timeline);  // null: no rows
    void setZone(const QTimeZone& zone);
    // The same group as it is now: rows stay where they can.
    void update(const SharedTimeline& timeline);
    const Rebalance* rebalance(const QModelIndex& index) const;  // null: no such row
    QModelIndex indexOf(std::uint32_t number) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString cell(const Rebalance& rebalance, int column) const;
    QString why(const Rebalance& rebalance) const;

    SharedTimeline m_timeline;
    QTimeZone m_zone;
    int m_rows = 0;
};

}  // namespace brokerscope
