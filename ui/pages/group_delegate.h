#pragma once

#include <QStyledItemDelegate>

namespace brokerscope {

// Draws the list of groups: a dot in the colour of the state, the name, a second line with state, members and lag, and
// a mark where a group flaps or where nothing is known of it.
class GroupDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace brokerscope
