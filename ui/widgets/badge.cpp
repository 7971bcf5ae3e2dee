#include "ui/widgets/badge.h"

#include "ui/style/fonts.h"
#include "ui/style/palette.h"

#include <QFontMetrics>
#include <QPainter>

namespace brokerscope {

namespace {

constexpr int kBadgeRoom = 7;

QSize sizeOf(const QString& text) {
    const QFontMetrics metrics(smallFont());
    return {metrics.horizontalAdvance(text) + 2 * kBadgeRoom, metrics.height() + 3};
}

}  // namespace

Badge::Badge(const QString& text, StatusKind kind, QWidget* parent) : QWidget(parent), m_text(text), m_kind(kind) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    updateAccessibleText();
}

void Badge::setText(const QString& text) {
    m_text = text;
    updateAccessibleText();
    updateGeometry();
    update();
}

void Badge::setKind(StatusKind kind) {
    m_kind = kind;
    updateAccessibleText();
    update();
}

void Badge::updateAccessibleText() {
    setAccessibleName(m_text);
    setAccessibleDescription(statusName(m_kind));
}

QSize Badge::sizeHint() const {
    return sizeOf(m_text);
}

void Badge::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    paint(painter, rect(), m_text, m_kind, Palette::of(palette()));
}

QRect Badge::paint(QPainter& painter, const QRect& area, const QString& text, StatusKind kind, const Palette& palette) {
    const QSize size = sizeOf(text);
    const QRect box(area.left(), area.top() + (area.height() - size.height()) / 2, size.width(), size.height());
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const bool neutral = kind == StatusKind::Neutral;
    painter.setPen(neutral ? QPen(palette.border) : QPen(Qt::NoPen));
    painter.setBrush(neutral ? palette.alternate : statusColour(palette, kind));
    const qreal inset = neutral ? 0.5 : 0;
    painter.drawRoundedRect(QRectF(box).adjusted(inset, inset, -inset, -inset), box.height() / 2.0, box.height() / 2.0);
    painter.setFont(smallFont());
    painter.setPen(neutral ? palette.muted : palette.onStatus);
    painter.drawText(box, Qt::AlignCenter, text);
    painter.restore();
    return box;
}

}  // namespace brokerscope
