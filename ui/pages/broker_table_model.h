#pragma once

#include "core/topology/cluster_snapshot.h"

#include <QAbstractTableModel>

#include <map>
#include <memory>

namespace brokerscope {

// The brokers (or controllers) of a snapshot. GUI thread.
class BrokerTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column : int { IdColumn, AddressColumn, RackColumn, RoleColumn, LeaderColumn, ColumnCount };

    explicit BrokerTableModel(QObject* parent = nullptr);

    void setSnapshot(std::shared_ptr<const ClusterSnapshot> snapshot);  // null: no rows

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString roleText(const BrokerInfo& broker) const;
    QString leaderText(const BrokerInfo& broker) const;

    std::shared_ptr<const ClusterSnapshot> m_snapshot;
    std::map<std::int32_t, qint64> m_led;  // partitions, by broker
};

}  // namespace brokerscope
