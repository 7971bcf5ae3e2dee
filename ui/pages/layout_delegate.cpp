#include "ui/pages/layout_delegate.h"

#include "ui/models/layout_tree_model.h"
#include "ui/models/roles.h"
#include "ui/style/palette.h"

namespace brokerscope {

void LayoutDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    const Palette& palette = Palette::of(option->palette);
    const int column = index.column();
    if (index.data(RowKindRole).toInt() == static_cast<int>(RowKind::Section)) {
        option->backgroundBrush = palette.alternate;
        option->font.setBold(column == LayoutTreeModel::FieldColumn);
    }
    const bool isMuted = column != LayoutTreeModel::FieldColumn && column != LayoutTreeModel::TypeColumn;
    const QColor& colour = isMuted ? palette.muted : palette.text;
    option->palette.setColor(QPalette::Text, colour);
    option->palette.setColor(QPalette::HighlightedText, colour);
}

}  // namespace brokerscope
