#include "ui/pages/traffic_delegate.h"

#include "ui/pages/traffic_model.h"
#include "ui/style/palette.h"
#include "ui/widgets/status_kind.h"

namespace brokerscope {

TrafficDelegate::TrafficDelegate(QObject* parent) : QStyledItemDelegate(parent) {}

void TrafficDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    const Palette& palette = Palette::of(option->palette);
    QColor colour = palette.text;
    if (index.column() == TrafficModel::ErrorColumn && index.data(TrafficModel::ProblemRole).toBool()) {
        colour = statusColour(palette, static_cast<StatusKind>(index.data(TrafficModel::OutcomeRole).toInt()));
    } else if (index.data(TrafficModel::InternalRole).toBool()) {
        colour = palette.muted;
    }
    option->palette.setColor(QPalette::Text, colour);
    option->palette.setColor(QPalette::HighlightedText, colour);
    option->textElideMode = Qt::ElideRight;
}

}  // namespace brokerscope
