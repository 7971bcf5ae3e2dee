#include "ui/widgets/elided_label.h"

#include "ui/style/fonts.h"
#include "ui/style/palette.h"

#include <QFontMetrics>
#include <QPainter>

namespace brokerscope {

ElidedLabel::ElidedLabel(const QString& text, Rank rank, QWidget* parent) : QWidget(parent), m_rank(rank) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setText(text);
}

void ElidedLabel::setText(const QString& text) {
    m_text = text;
    setAccessibleName(text);
    updateToolTip();
    updateGeometry();
    update();
}

QFont ElidedLabel::rankFont() const {
    return m_rank == Rank::Heading ? headingFont() : font();
}

bool ElidedLabel::isElided() const {
    return QFontMetrics(rankFont()).horizontalAdvance(m_text) > width();
}

void ElidedLabel::updateToolTip() {
    setToolTip(isElided() ? m_text : QString());
}

QSize ElidedLabel::sizeHint() const {
    const QFontMetrics metrics(rankFont());
    return {metrics.horizontalAdvance(m_text) + 1, metrics.height() + 2};
}

QSize ElidedLabel::minimumSizeHint() const {
    return {QFontMetrics(rankFont()).horizontalAdvance(u'\x2026') * 2, sizeHint().height()};
}

void ElidedLabel::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    const Palette& palette = Palette::of(this->palette());
    painter.setFont(rankFont());
    painter.setPen(!isEnabled() ? palette.disabled : m_rank == Rank::Muted ? palette.muted : palette.text);
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetrics(rankFont()).elidedText(m_text, Qt::ElideRight, width()));
}

void ElidedLabel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    updateToolTip();
}

}  // namespace brokerscope
