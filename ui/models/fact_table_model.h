#pragma once

#include "ui/models/word_filter_model.h"

#include <QAbstractTableModel>
#include <QSet>
#include <QStringList>

#include <vector>

namespace brokerscope {

// Facts in rows and columns, made once: what tables of the Reference page show.
struct FactTable {
    struct Row {
        QStringList cells;     // as many as columns
        QString target;        // where the row leads (ReferenceTarget::toText); empty: nowhere
        int number = -1;       // by which a row is found; -1 is a number too where codes are
        bool isFaint = false;  // what is no longer, or not yet
    };

    QStringList columns;
    QSet<int> numberColumns;  // right-aligned, sorted as numbers
    std::vector<Row> rows;
};

// A FactTable as a model. GUI thread.
class FactTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Role : int {
        TargetRole = Qt::UserRole + 1,  // QString
        FaintRole,                      // bool
        SortRole                        // a number or the text of the cell
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setTable(FactTable table);
    const FactTable& table() const { return m_table; }
    // The first row with that number; -1: none.
    int rowOf(int number) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    FactTable m_table;
};

// The rows that have every word of a text in one of their cells, sorted by a column. GUI thread.
class FactFilterModel : public WordFilterModel {
    Q_OBJECT

public:
    explicit FactFilterModel(QObject* parent = nullptr);

protected:
    QString searchedText(const QModelIndex& row) const override;
};

}  // namespace brokerscope
