#include "ui/pages/topic_row_delegate.h"

#include "ui/pages/fate_colour.h"
#include "ui/pages/topic_rows_model.h"
#include "ui/style/palette.h"

namespace brokerscope {
namespace {

QColor rowColour(const Palette& palette, const QModelIndex& index) {
    if (index.column() == TopicRowsModel::TransactionColumn) {
        const QColor colour =
            fateColour(palette, static_cast<TransactionState>(index.data(TopicRowsModel::StateRole).toInt()));
        if (colour.isValid()) {
            return colour;
        }
    }
    if (index.data(TopicRowsModel::FaultyRole).toBool()) {
        return palette.error;
    }
    const bool isSecondRank =
        index.column() == TopicRowsModel::TimeColumn || index.data(TopicRowsModel::ControlRole).toBool() ||
        (index.column() == TopicRowsModel::SaysColumn && index.data(TopicRowsModel::TombstoneRole).toBool());
    return isSecondRank ? palette.muted : palette.text;
}

}  // namespace

void TopicRowDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    const QColor colour = rowColour(Palette::of(option->palette), index);
    option->palette.setColor(QPalette::Text, colour);
    option->palette.setColor(QPalette::HighlightedText, colour);
    option->textElideMode = Qt::ElideRight;
    if (index.data(TopicRowsModel::TombstoneRole).toBool() && index.column() == TopicRowsModel::AboutColumn) {
        option->font.setStrikeOut(true);
    }
}

}  // namespace brokerscope
