#include "ui/pages/file_filter_model.h"

#include "ui/pages/file_list_model.h"

namespace brokerscope {

void FileFilterModel::setShowsEmpty(bool shown) {
    m_showsEmpty = shown;
    invalidateFilter();
}

QString FileFilterModel::searchedText(const QModelIndex& row) const {
    QStringList texts;
    for (const int column : {FileListModel::FolderColumn, FileListModel::NameColumn, FileListModel::KindColumn}) {
        texts.append(row.siblingAtColumn(column).data().toString());
    }
    return texts.join(QLatin1Char('\n')).toLower();
}

bool FileFilterModel::acceptsAtAll(const QModelIndex& row) const {
    return m_showsEmpty || !row.data(FileListModel::EmptyRole).toBool();
}

}  // namespace brokerscope
