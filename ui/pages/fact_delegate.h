#pragma once

#include <QStyledItemDelegate>

namespace brokerscope {

// Paints rows of a FactTable: those that are no longer, or not yet, faint. Long texts are cut, their tool tip has all.
class FactDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

}  // namespace brokerscope
