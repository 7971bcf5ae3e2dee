#pragma once

#include "core/workbench/file_entry.h"

#include <QAbstractTableModel>

#include <vector>

namespace brokerscope {

// The files that were opened: name, what each is, size. GUI thread.
class FileListModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column : int { NameColumn, KindColumn, SizeColumn, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    // Those that are in the list already stay where they are.
    void add(const std::vector<FileEntry>& files);
    void remove(const QModelIndex& index);
    const FileEntry* file(const QModelIndex& index) const;  // null: no such row
    QModelIndex indexOf(const std::string& path) const;     // invalid: it is not in the list

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    std::vector<FileEntry> m_files;
};

// "orders-0/00000000000000000000.log" for a file in a partition's folder, its name for any other.
QString fileName(const FileEntry& file);
// "segment", "time index", "packet capture"; "not known".
QString fileKind(const FileEntry& file);

}  // namespace brokerscope
