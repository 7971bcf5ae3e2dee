#pragma once

#include <QPersistentModelIndex>
#include <QStyledItemDelegate>

namespace brokerscope {

// Paints the rows of a ValueTreeModel: tints, error names, remark counts, and remarks on the whole message as sentences
// over all columns. Knows the row that something else hovers over.
class FieldDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void setHovered(const QModelIndex& index) { m_hovered = index; }
    const QPersistentModelIndex& hovered() const { return m_hovered; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    QPersistentModelIndex m_hovered;
};

}  // namespace brokerscope
