#include "ui/pages/broker_table_model.h"

namespace brokerscope {

namespace {

bool isNumberOfBroker(int column) {
    return column == BrokerTableModel::IdColumn || column == BrokerTableModel::LeaderColumn;
}

}  // namespace

BrokerTableModel::BrokerTableModel(QObject* parent) : QAbstractTableModel(parent) {}

void BrokerTableModel::setSnapshot(std::shared_ptr<const ClusterSnapshot> snapshot) {
    beginResetModel();
    m_snapshot = std::move(snapshot);
    m_led.clear();
    for (const TopicInfo& topic : m_snapshot != nullptr ? m_snapshot->topics : std::vector<TopicInfo>()) {
        for (const PartitionInfo& partition : topic.partitions) {
            ++m_led[partition.leader];
        }
    }
    endResetModel();
}

int BrokerTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_snapshot ? 0 : static_cast<int>(m_snapshot->brokers.size());
}

int BrokerTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QString BrokerTableModel::roleText(const BrokerInfo& broker) const {
    QStringList roles{m_snapshot->fromController ? tr("controller node") : tr("broker")};
    if (broker.id == m_snapshot->controllerId) {
        roles.append(m_snapshot->fromController ? tr("active controller") : tr("named as controller"));
    }
    if (broker.fenced) {
        roles.append(tr("fenced"));
    }
    return roles.join(QLatin1String(", "));
}

QString BrokerTableModel::leaderText(const BrokerInfo& broker) const {
    if (m_snapshot->fromController) {
        return QStringLiteral("–");
    }
    const auto led = m_led.find(broker.id);
    return QString::number(led != m_led.end() ? led->second : 0);
}

QVariant BrokerTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    if (role == Qt::TextAlignmentRole && isNumberOfBroker(index.column())) {
        return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) {
        return {};
    }
    const BrokerInfo& broker = m_snapshot->brokers[static_cast<std::size_t>(index.row())];
    switch (index.column()) {
        case IdColumn:
            return broker.id;
        case AddressColumn:
            return QString::fromStdString(broker.endpoint.toString());
        case RackColumn:
            return broker.rack ? QString::fromStdString(*broker.rack) : tr("none");
        case RoleColumn:
            return roleText(broker);
        case LeaderColumn:
            return leaderText(broker);
        default:
            return {};
    }
}

QVariant BrokerTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole && isNumberOfBroker(section)) {
        return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    return QStringList{tr("Id"), tr("Address"), tr("Rack"), tr("Role"), tr("Leads")}.value(section);
}

}  // namespace brokerscope
