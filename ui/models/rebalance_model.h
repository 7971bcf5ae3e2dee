#pragma once

#include "core/groups/group_timeline.h"

#include <QAbstractTableModel>
#include <QTimeZone>

namespace brokerscope {

// The rebalances of a timeline, the latest first. The timeline is not owned; refresh() is due after every append to it,
// before anything else is asked. GUI thread.
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

    void setTimeline(const GroupTimeline* timeline);  // null: no rows
    void setZone(const QTimeZone& zone);
    void refresh();
    const Rebalance* rebalance(const QModelIndex& index) const;  // null: no such row
    QModelIndex indexOf(std::uint32_t number) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString cell(const Rebalance& rebalance, int column) const;
    QString why(const Rebalance& rebalance) const;

    const GroupTimeline* m_timeline = nullptr;
    QTimeZone m_zone;
    // As the rows are now: what refresh() compares with.
    std::uint64_t m_revision = 0;
    std::uint32_t m_first = 0;  // number of the oldest one
    int m_rows = 0;
};

}  // namespace brokerscope
