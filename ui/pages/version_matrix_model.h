#pragma once

#include "core/topology/broker_versions.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace brokerscope {

// APIs by brokers: which versions each broker lists, beside those that we know, and what follows from both. Columns:
// key, name, ours, then one for each broker. GUI thread. The registry must outlive it.
class VersionMatrixModel : public QAbstractTableModel {
    Q_OBJECT

public:
    using Brokers = std::vector<std::shared_ptr<const BrokerVersions>>;

    enum Column : int { KeyColumn, NameColumn, OursColumn, FirstBrokerColumn };
    enum Role : int {
        StateRole = Qt::UserRole + 1,  // int: ApiState, on the columns of brokers
        ApiKeyRole                     // int
    };

    explicit VersionMatrixModel(const SchemaRegistry& registry, QObject* parent = nullptr);

    void setBrokers(Brokers brokers);
    int usableCount(int broker) const;  // APIs that can be used with the broker of that position

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Row {
        int key = 0;
        QString name;
        QString ours;
        std::vector<ApiUsability> brokers;
    };

    QString brokerTitle(std::size_t broker) const;
    static QString cellText(const ApiUsability& api);
    static QString explanation(const ApiUsability& api);

    const SchemaRegistry& m_registry;
    Brokers m_brokers;
    std::vector<Row> m_rows;
};

}  // namespace brokerscope
