#pragma once

#include <QStyledItemDelegate>

namespace brokerscope {

// Paints rows of a LayoutTreeModel: messages bold on a ground of their own, all but names and types muted.
class LayoutDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

}  // namespace brokerscope
