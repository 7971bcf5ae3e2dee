#pragma once

#include "core/workbench/file_entry.h"

#include <QAbstractTableModel>

#include <map>
#include <string>
#include <vector>

namespace brokerscope {

// The files that were opened, in the order in which they were: the folder of their partition, name, what each is, size,
// and how many problems were found in those that were read. GUI thread.
class FileListModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column : int { FolderColumn, NameColumn, KindColumn, SizeColumn, ColumnCount };
    enum Role : int {
        ProblemRole = Qt::UserRole + 1,  // bool: problems were found
        EmptyRole                        // bool: it has no bytes, or begins with nothing but zeros, made in advance
    };

    using QAbstractTableModel::QAbstractTableModel;

    // Those that are in the list already stay where they are.
    void add(const std::vector<FileEntry>& files);
    void remove(const QModelIndex& index);
    // The same file as it is now.
    void replace(const FileEntry& entry);
    // What reading a file has told: its size, which may have changed meanwhile, and how many problems it has.
    void setFound(const std::string& path, std::uint64_t size, std::uint64_t problems);
    const FileEntry* file(const QModelIndex& index) const;  // null: no such row
    QModelIndex indexOf(const std::string& path) const;     // invalid: it is not in the list
    std::size_t folders() const;                            // of partitions, that files are in
    std::uint64_t problems() const;                         // of all files

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    std::uint64_t problemsOf(const FileEntry& file) const;
    QString kindText(const FileEntry& file) const;
    QString cellText(const FileEntry& file, int column) const;

    std::vector<FileEntry> m_files;
    std::map<std::string, std::uint64_t> m_problems;  // by path; none are left out
};

// "orders-0/00000000000000000000.log" for a file in a partition's folder, its name for any other.
QString fileName(const FileEntry& file);
// "segment", "time index", "packet capture"; "not known".
QString fileKind(const FileEntry& file);

}  // namespace brokerscope
