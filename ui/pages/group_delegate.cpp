#include "ui/pages/group_delegate.h"

#include "ui/models/group_list_model.h"
#include "ui/style/fonts.h"
#include "ui/style/metrics.h"
#include "ui/style/palette.h"
#include "ui/timeline/timeline_colours.h"
#include "ui/widgets/badge.h"

#include <QApplication>
#include <QPainter>

namespace brokerscope {
namespace {

constexpr int kDot = 8;
constexpr int kLeft = 12;
constexpr int kTextLeft = kLeft + kDot + 8;
constexpr int kLineRoom = 18;

void paintHeading(QPainter& painter, const QStyleOptionViewItem& option, const QString& text, const Palette& palette) {
    QFont font = smallFont();
    font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    painter.setPen(palette.muted);
    painter.drawText(option.rect.adjusted(kLeft, 0, 0, -3), Qt::AlignLeft | Qt::AlignBottom, text);
}

// Filled where the group has members, hollow where it is empty or nothing is known.
void paintDot(QPainter& painter, const QRect& row, const QString& state, const Palette& palette) {
    const QColor colour = stateAccent(palette, state.toStdString());
    const QRectF dot(row.left() + kLeft + 0.5, row.top() + 9.5, kDot - 1, kDot - 1);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(colour);
    painter.setBrush(state.isEmpty() || state == QLatin1String("Empty") ? QBrush(Qt::NoBrush) : QBrush(colour));
    painter.drawEllipse(dot);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

}  // namespace

void GroupDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const Palette& palette = Palette::of(option.palette);
    painter->save();
    const QString group = index.data(GroupListModel::GroupRole).toString();
    if (!index.data(GroupListModel::GroupRole).isValid()) {
        paintHeading(*painter, option, index.data().toString(), palette);
        painter->restore();
        return;
    }
    const QStyle* style = option.widget != nullptr ? option.widget->style() : QApplication::style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, option.widget);
    const QString state = index.data(GroupListModel::StateRole).toString();
    paintDot(*painter, option.rect, state, palette);
    QRect name = option.rect.adjusted(kTextLeft, 4, -Metrics::Spacing, 0);
    name.setHeight(kLineRoom);
    if (index.data(GroupListModel::FlappingRole).toBool()) {
        const int width = Badge(tr("flapping"), StatusKind::Warning).sizeHint().width();
        Badge::paint(*painter, QRect(name.right() - width, name.top(), width, name.height()), tr("flapping"),
                     StatusKind::Warning, palette);
        name.setRight(name.right() - width - Metrics::Spacing);
    }
    painter->setFont(option.font);
    painter->setPen(palette.text);
    painter->drawText(name, Qt::AlignLeft | Qt::AlignVCenter,
                      QFontMetrics(option.font).elidedText(group, Qt::ElideMiddle, name.width()));
    const QRect summary(option.rect.left() + kTextLeft, name.bottom(),
                        option.rect.width() - kTextLeft - Metrics::Spacing, kLineRoom);
    const bool hasProblem = !index.data(GroupListModel::ProblemRole).toString().isEmpty();
    painter->setFont(smallFont());
    painter->setPen(hasProblem ? palette.warning : palette.muted);
    painter->drawText(
        summary, Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetrics(smallFont())
            .elidedText(index.data(GroupListModel::SummaryRole).toString(), Qt::ElideRight, summary.width()));
    painter->restore();
}

QSize GroupDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const bool isGroup = index.data(GroupListModel::GroupRole).isValid();
    return {QStyledItemDelegate::sizeHint(option, index).width(), isGroup ? rowHeight() + kLineRoom : rowHeight() + 2};
}

}  // namespace brokerscope
