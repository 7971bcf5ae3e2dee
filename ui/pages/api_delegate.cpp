#include "ui/pages/api_delegate.h"

#include "ui/models/roles.h"
#include "ui/style/fonts.h"
#include "ui/style/metrics.h"
#include "ui/style/palette.h"

namespace brokerscope {

namespace {

bool isFamily(const QModelIndex& index) {
    return !index.data(Role::ApiKeyRole).isValid();
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
    QStyleOptionViewItem shifted = option;
    if (index.column() == 0) {
        shifted.rect.adjust(Metrics::Spacing, 0, 0, 0);
    } else {
        shifted.rect.adjust(0, 0, -Metrics::Spacing / 2, 0);
    }
    QStyledItemDelegate::paint(painter, shifted, index);
}

QSize ApiDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    return {QStyledItemDelegate::sizeHint(option, index).width() + Metrics::Spacing, rowHeight()};
}

}  // namespace brokerscope
