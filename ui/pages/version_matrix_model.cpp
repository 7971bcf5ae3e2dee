#include "ui/pages/version_matrix_model.h"

#include <algorithm>
#include <set>

namespace brokerscope {

VersionMatrixModel::VersionMatrixModel(const SchemaRegistry& registry, QObject* parent)
    : QAbstractTableModel(parent), m_registry(registry) {}

void VersionMatrixModel::setBrokers(Brokers brokers) {
    beginResetModel();
    m_brokers = std::move(brokers);
    m_rows.clear();
    std::set<int> keys;
    for (const auto& broker : m_brokers) {
        for (const ApiUsability& api : apiUsabilities(m_registry, *broker)) {
            keys.insert(api.key);
        }
    }
    for (const int key : keys) {
        const ApiInfo* info = m_registry.api(key);
        Row row{key,
                info ? QString::fromStdString(info->name) : tr("unknown API"),
                info && !info->request.isEmpty() ? QString::fromStdString(info->request.toString())
                                                 : QStringLiteral("–"),
                {}};
        for (const auto& broker : m_brokers) {
            row.brokers.push_back(apiUsability(m_registry, *broker, key));
        }
        m_rows.push_back(std::move(row));
    }
    endResetModel();
}

int VersionMatrixModel::usableCount(int broker) const {
    return static_cast<int>(std::count_if(m_rows.begin(), m_rows.end(), [broker](const Row& row) {
        return static_cast<std::size_t>(broker) < row.brokers.size() &&
               row.brokers[static_cast<std::size_t>(broker)].highest >= 0;
    }));
}

int VersionMatrixModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int VersionMatrixModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : FirstBrokerColumn + static_cast<int>(m_brokers.size());
}

QString VersionMatrixModel::cellText(const ApiUsability& api) {
    const QString listed = QString::fromStdString(api.advertised.toString());
    switch (api.state) {
        case ApiState::Usable:
            return listed;
        case ApiState::RefusedBelow:
            return tr("%1, refused below %2").arg(listed).arg(api.servedFrom);
        case ApiState::Hidden:
            return tr("hidden");
        case ApiState::Unknown:
            return tr("%1, unknown here").arg(listed);
        case ApiState::Unsupported:
            return api.advertised.isEmpty() ? tr("unsupported") : tr("%1, none in common").arg(listed);
    }
    return {};
}

QString VersionMatrixModel::explanation(const ApiUsability& api) {
    switch (api.state) {
        case ApiState::Usable:
            return tr("Usable. The newest version that both sides know is %1.").arg(api.highest);
        case ApiState::RefusedBelow:
            return tr("The broker lists versions below %1 for old clients and refuses them.").arg(api.servedFrom);
        case ApiState::Hidden:
            return tr("Not listed, yet answered: the broker hides it while it has no telemetry receiver.");
        case ApiState::Unknown:
            return tr("The broker lists it. No loaded definition has it.");
        case ApiState::Unsupported:
            return api.advertised.isEmpty() ? tr("The broker does not list it on this listener.")
                                            : tr("No version is known to both sides.");
    }
    return {};
}

QVariant VersionMatrixModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == ApiKeyRole) {
        return row.key;
    }
    if (role == Qt::TextAlignmentRole && index.column() != NameColumn) {
        return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    }
    if (index.column() >= FirstBrokerColumn) {
        const ApiUsability& api = row.brokers[static_cast<std::size_t>(index.column() - FirstBrokerColumn)];
        if (role == StateRole) {
            return static_cast<int>(api.state);
        }
        if (role == Qt::ToolTipRole) {
            return explanation(api);
        }
        return role == Qt::DisplayRole ? QVariant(cellText(api)) : QVariant();
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (index.column()) {
        case KeyColumn:
            return row.key;
        case NameColumn:
            return row.name;
        default:
            return row.ours;
    }
}

QString VersionMatrixModel::brokerTitle(std::size_t broker) const {
    const BrokerVersions& versions = *m_brokers[broker];
    return versions.brokerId >= 0 ? tr("Broker %1").arg(versions.brokerId)
                                  : QString::fromStdString(versions.endpoint.toString());
}

QVariant VersionMatrixModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole && section != NameColumn) {
        return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    if (section >= FirstBrokerColumn && section < columnCount()) {
        return brokerTitle(static_cast<std::size_t>(section - FirstBrokerColumn));
    }
    return QStringList{tr("Key"), tr("API"), tr("Known here")}.value(section);
}

}  // namespace brokerscope
