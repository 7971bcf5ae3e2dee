#include "ui/pages/remark_delegate.h"

#include "ui/style/palette.h"

namespace brokerscope {

void RemarkDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    const Palette& palette = Palette::of(option->palette);
    const bool isRemark = index.column() == (m_column < 0 ? index.model()->columnCount() - 1 : m_column);
    const QColor colour = !isRemark ? palette.text : index.data(m_role).toBool() ? palette.error : palette.muted;
    option->palette.setColor(QPalette::Text, colour);
    option->palette.setColor(QPalette::HighlightedText, colour);
    if (isRemark) {
        option->textElideMode = Qt::ElideRight;
    }
}

}  // namespace brokerscope
