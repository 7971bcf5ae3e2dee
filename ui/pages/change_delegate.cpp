#include "ui/pages/change_delegate.h"

namespace brokerscope {

void ChangeDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    option->font.setBold(index.data(m_changedRole).toBool());
}

}  // namespace brokerscope
