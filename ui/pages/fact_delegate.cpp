#include "ui/pages/fact_delegate.h"

#include "ui/models/fact_table_model.h"
#include "ui/style/palette.h"

namespace brokerscope {

void FactDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    if (index.data(FactTableModel::FaintRole).toBool()) {
        const QColor& colour = Palette::of(option->palette).muted;
        option->palette.setColor(QPalette::Text, colour);
        option->palette.setColor(QPalette::HighlightedText, colour);
    }
}

}  // namespace brokerscope
