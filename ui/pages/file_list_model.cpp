#include "ui/pages/file_list_model.h"

#include "ui/models/value_format.h"
#include "ui/pages/exchange_texts.h"

#include <algorithm>
#include <set>

namespace brokerscope {

QString fileName(const FileEntry& file) {
    const QString name = QString::fromStdString(file.name);
    return file.partition ? QString::fromStdString(file.partition->text()) + QLatin1Char('/') + name : name;
}

QString fileKind(const FileEntry& file) {
    if (file.content == FileContent::Nothing && file.kind == LogFileKind::Unknown) {
        return FileListModel::tr("not known");
    }
    QString phrase = QString::fromStdString(file.phrase());
    for (const char* article : {"a ", "an ", "the "}) {
        if (phrase.startsWith(QLatin1String(article))) {
            return phrase.mid(static_cast<qsizetype>(qstrlen(article)));
        }
    }
    return phrase;
}

void FileListModel::add(const std::vector<FileEntry>& files) {
    std::vector<FileEntry> added;
    std::ranges::copy_if(files, std::back_inserter(added),
                         [this](const FileEntry& file) { return !indexOf(file.path).isValid(); });
    if (added.empty()) {
        return;
    }
    const int first = rowCount();
    beginInsertRows({}, first, first + static_cast<int>(added.size()) - 1);
    m_files.insert(m_files.end(), added.begin(), added.end());
    endInsertRows();
}

void FileListModel::remove(const QModelIndex& index) {
    if (file(index) == nullptr) {
        return;
    }
    beginRemoveRows({}, index.row(), index.row());
    m_problems.erase(file(index)->path);
    m_files.erase(m_files.begin() + index.row());
    endRemoveRows();
}

void FileListModel::replace(const FileEntry& entry) {
    const QModelIndex row = indexOf(entry.path);
    if (row.isValid()) {
        m_files[static_cast<std::size_t>(row.row())] = entry;
        m_problems.erase(entry.path);
        Q_EMIT dataChanged(row, row.siblingAtColumn(ColumnCount - 1));
    }
}

std::size_t FileListModel::folders() const {
    std::set<std::string> names;
    for (const FileEntry& file : m_files) {
        names.insert(file.partition ? file.partition->text() : std::string());
    }
    return names.size();
}

std::uint64_t FileListModel::problems() const {
    std::uint64_t count = 0;
    for (const auto& [path, problems] : m_problems) {
        count += problems;
    }
    return count;
}

void FileListModel::setFound(const std::string& path, std::uint64_t size, std::uint64_t problems) {
    const QModelIndex row = indexOf(path);
    if (!row.isValid()) {
        return;
    }
    FileEntry& entry = m_files[static_cast<std::size_t>(row.row())];
    if (entry.size == size && problemsOf(entry) == problems) {
        return;
    }
    entry.size = size;
    if (problems > 0) {
        m_problems[path] = problems;
    } else {
        m_problems.erase(path);
    }
    Q_EMIT dataChanged(row, row.siblingAtColumn(ColumnCount - 1));
}

std::uint64_t FileListModel::problemsOf(const FileEntry& file) const {
    const auto found = m_problems.find(file.path);
    return found != m_problems.end() ? found->second : 0;
}

QString FileListModel::kindText(const FileEntry& file) const {
    const std::uint64_t problems = problemsOf(file);
    return problems == 0 ? fileKind(file)
                         : tr("%1 · %2").arg(fileKind(file), countText(problems, tr("problem"), tr("problems")));
}

const FileEntry* FileListModel::file(const QModelIndex& index) const {
    return index.isValid() && index.row() < rowCount() ? &m_files[static_cast<std::size_t>(index.row())] : nullptr;
}

QModelIndex FileListModel::indexOf(const std::string& path) const {
    const auto found = std::ranges::find(m_files, path, &FileEntry::path);
    return found == m_files.end() ? QModelIndex() : index(static_cast<int>(found - m_files.begin()), 0);
}

int FileListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_files.size());
}

int FileListModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QString FileListModel::cellText(const FileEntry& file, int column) const {
    switch (column) {
        case FolderColumn:
            return file.partition ? QString::fromStdString(file.partition->text()) : QString();
        case NameColumn:
            return QString::fromStdString(file.name);
        case KindColumn:
            return kindText(file);
        default:
            return bytesCountText(file.size);
    }
}

QVariant FileListModel::data(const QModelIndex& index, int role) const {
    const FileEntry* entry = file(index);
    if (entry == nullptr) {
        return {};
    }
    switch (role) {
        case Qt::DisplayRole:
            return cellText(*entry, index.column());
        case Qt::ToolTipRole:
            return entry->remark ? QString::fromStdString(entry->path + '\n' + entry->remark->text())
                                 : QString::fromStdString(entry->path);
        case Qt::AccessibleDescriptionRole:
            return kindText(*entry);
        case EmptyRole:
            return std::ranges::all_of(entry->first, [](std::uint8_t byte) { return byte == 0; });
        case ProblemRole:
            return problemsOf(*entry) > 0;
        case Qt::TextAlignmentRole:
            return index.column() == SizeColumn ? QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
        default:
            return {};
    }
}

QVariant FileListModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole && section == SizeColumn) {
        return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    }
    const QStringList titles{tr("Folder"), tr("File"), tr("What it is"), tr("Size")};
    return role == Qt::DisplayRole ? QVariant(titles.value(section)) : QVariant();
}

}  // namespace brokerscope
