#pragma once

#include "core/workbench/file_reading.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace brokerscope {

// The entries of an index, snapshot, checkpoint or state file, a column a value and one for what is odd; grows by
// pieces. GUI thread.
class EntryTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Role : int { ProblemRole = Qt::UserRole + 1 };  // bool: a remark of the entry is a warning or an error

    using QAbstractTableModel::QAbstractTableModel;

    void clear();
    void append(const EntryPiece& piece);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    const EntryRow* row(const QModelIndex& index) const;
    QString text(const EntryRow& row, int column) const;

    std::vector<std::string> m_columns;
    std::vector<std::shared_ptr<const std::vector<EntryRow>>> m_pieces;
    std::vector<std::size_t> m_ends;  // rows up to the end of each piece
};

}  // namespace brokerscope
