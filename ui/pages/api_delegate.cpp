#include "ui/pages/api_delegate.h"

#include "ui/models/roles.h"
#include "ui/style/fonts.h"
#include "ui/style/metrics.h"
#include "ui/style/palette.h"

#include <QApplication>

namespace brokerscope {

namespace {

constexpr int kInset = Metrics::Spacing / 2;  // beside the padding of a cell

bool isFamily(const QModelIndex& index) {
    return !index.parent().isValid();
}

QColor colourOf(const QModelIndex& index, const Palette& palette) {
    if (isFamily(index)) {
        return palette.muted;
    }
    switch (static_cast<Support>(index.data(Role::SupportRole).toInt())) {
        case Support::NotSupported:
            return palette.disabled;
        case Support::UnknownHere:
            return palette.warning;
        default:
            return index.column() == 0 ? palette.text : palette.muted;
    }
}

}  // namespace

ApiDelegate::ApiDelegate(QObject* parent) : QStyledItemDelegate(parent) {}

void ApiDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    const QColor colour = colourOf(index, Palette::of(option->palette));
    option->palette.setColor(QPalette::Text, colour);
    option->palette.setColor(QPalette::HighlightedText, colour);
    if (isFamily(index)) {
        option->font = smallFont();
        option->font.setWeight(QFont::DemiBold);
        option->displayAlignment = Qt::AlignLeft | Qt::AlignBottom;
    } else if (index.column() == 1) {
        option->font = smallFont();
        option->displayAlignment = Qt::AlignRight | Qt::AlignVCenter;
    }
}

void ApiDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    // The ground is as wide as the list, its text is set in.
    const QStyle* style = option.widget != nullptr ? option.widget->style() : QApplication::style();
    QStyleOptionViewItem ground = option;
    initStyleOption(&ground, index);
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &ground, painter, option.widget);
    QStyleOptionViewItem text = ground;
    text.state &= ~(QStyle::State_Selected | QStyle::State_MouseOver | QStyle::State_HasFocus);
    text.backgroundBrush = Qt::NoBrush;
    text.rect.adjust(index.column() == 0 ? kInset : 0, 0, index.column() == 0 ? 0 : -kInset, 0);
    style->drawControl(QStyle::CE_ItemViewItem, &text, painter, option.widget);
}

QSize ApiDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    return {QStyledItemDelegate::sizeHint(option, index).width() + kInset, rowHeight()};
}

}  // namespace brokerscope
