#include "ui/widgets/elided_line_edit.h"

#include <QPainter>
#include <QStyle>
#include <QStyleOptionFrame>

namespace brokerscope {

namespace {

constexpr int kTextInset = 2;  // as Qt's own painting has it

}  // namespace

QRect ElidedLineEdit::textRect() const {
    QStyleOptionFrame option;
    initStyleOption(&option);
    return style()->subElementRect(QStyle::SE_LineEditContents, &option, this).adjusted(kTextInset, 0, -kTextInset, 0);
}

QString ElidedLineEdit::shownText() const {
    return hasFocus() ? text() : fontMetrics().elidedText(text(), Qt::ElideRight, textRect().width());
}

void ElidedLineEdit::paintEvent(QPaintEvent* event) {
    const QString shown = shownText();
    if (shown == text()) {
        QLineEdit::paintEvent(event);
        return;
    }
    QPainter painter(this);
    QStyleOptionFrame option;
    initStyleOption(&option);
    style()->drawPrimitive(QStyle::PE_PanelLineEdit, &option, &painter, this);
    painter.setPen(option.palette.color(QPalette::Text));
    painter.drawText(textRect(), Qt::AlignLeft | Qt::AlignVCenter, shown);
}

}  // namespace brokerscope
