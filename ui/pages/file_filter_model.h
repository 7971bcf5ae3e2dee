#pragma once

#include "ui/models/word_filter_model.h"

namespace brokerscope {

// The files of a FileListModel that have every word in their folder, name or kind; those without content only where
// they are asked for. GUI thread.
class FileFilterModel : public WordFilterModel {
    Q_OBJECT

public:
    using WordFilterModel::WordFilterModel;

    void setShowsEmpty(bool shown);

protected:
    QString searchedText(const QModelIndex& row) const override;
    bool acceptsAtAll(const QModelIndex& row) const override;

private:
    bool m_showsEmpty = true;
};

}  // namespace brokerscope
