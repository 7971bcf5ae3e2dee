#pragma once

#include <QStyledItemDelegate>

namespace brokerscope {

// Paints the rows of a DraftModel and makes an editor when one is asked for: by the field's type, its enumeration or
// what the cluster knows. An editor that has text commits on every keystroke, so that the bytes follow. On the row
// under the mouse small buttons add an element or a tag, open the records and switch null; `buttonAt` says which one a
// point hits.
class DraftDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    enum class Button { None, Add, Records, Null, Default, Remove };

    using QStyledItemDelegate::QStyledItemDelegate;

    void setHoveredRow(const QModelIndex& index) { m_hovered = index.siblingAtColumn(0); }
    Button buttonAt(const QPoint& point, const QRect& cell, const QModelIndex& index) const;

    // The buttons say what they do, the rest of a cell what the model says.
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;
    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const override;

private:
    QList<Button> buttonsOf(const QModelIndex& index) const;
    QRect buttonRect(const QRect& cell, qsizetype position) const;

    QPersistentModelIndex m_hovered;
};

}  // namespace brokerscope
