#pragma once

#include "core/workbench/partition_history.h"

#include <QAbstractTableModel>

#include <vector>

namespace brokerscope {

// The objects of a state: groups, transactions, topics …; those that are another than before come first. GUI thread.
class StateObjectModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column : int { ObjectColumn, KindColumn, ChangeColumn, ColumnCount };
    enum Role : int { ChangedRole = Qt::UserRole + 1 };  // bool

    using QAbstractTableModel::QAbstractTableModel;

    void setMoment(const RecordedState& moment);
    void clear() { setMoment({}); }
    const StateObjectId* object(const QModelIndex& index) const;         // null: no such row
    const ObjectDifference* difference(const QModelIndex& index) const;  // null: it is as it was
    QModelIndex indexOf(const StateObjectId& id) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Row {
        StateObjectId id;
        int difference = -1;
    };

    std::vector<Row> m_rows;
    std::vector<ObjectDifference> m_differences;
};

// The facts of one object, each with the record that set it and what it was before. GUI thread.
class StateFactModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column : int { FactColumn, ValueColumn, BeforeColumn, FromColumn, ColumnCount };
    enum Role : int {
        OffsetRole = Qt::UserRole + 1,  // qlonglong: of the record that set it; -1: none did
        ChangedRole                     // bool
    };

    using QAbstractTableModel::QAbstractTableModel;

    // Nothing, or an object that is no more, has the facts of the difference alone.
    void setFacts(const std::optional<StateObject>& object, const ObjectDifference* difference);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Row {
        QString fact;
        QString value;
        QString before;
        QString from;
        std::int64_t offset = -1;
        bool isChanged = false;
    };

    std::vector<Row> m_rows;
};

}  // namespace brokerscope
