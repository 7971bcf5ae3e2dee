#include "ui/widgets/chip.h"

#include "ui/style/icons.h"
#include "ui/style/metrics.h"
#include "ui/style/palette.h"

#include <QFontMetrics>
#include <QPainter>

namespace brokerscope {

namespace {

constexpr int kChipRoom = 10;
constexpr int DotSize = 9;
constexpr int Gap = 7;
constexpr int LockSize = 14;

}  // namespace

Chip::Chip(const QString& text, QWidget* parent) : QAbstractButton(parent) {
    setText(text);
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void Chip::setDotColour(const QColor& colour) {
    m_dot = colour;
    updateGeometry();
    update();
}

void Chip::setLocked(bool locked) {
    m_locked = locked;
    updateAccessibleText();
    updateGeometry();
    update();
}

void Chip::updateAccessibleText() {
    setAccessibleDescription(m_locked ? tr("read-only") : QString());
}

QFont Chip::boldFont() const {
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    return bold;
}

QSize Chip::sizeHint() const {
    int width = 2 * kChipRoom + QFontMetrics(boldFont()).horizontalAdvance(text());
    width += m_dot.isValid() ? DotSize + Gap : 0;
    width += m_locked ? LockSize + Gap : 0;
    return {width, controlHeight()};
}

void Chip::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Palette& palette = Palette::of(this->palette());
    painter.setPen(hasFocus() ? palette.accent : palette.frame);
    painter.setBrush(isDown() ? palette.selection : underMouse() ? palette.alternate : palette.surface);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), Metrics::Radius + 1, Metrics::Radius + 1);

    QRect room = rect().adjusted(kChipRoom, 0, -kChipRoom, 0);
    if (m_dot.isValid()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(m_dot);
        painter.drawEllipse(QRectF(room.left(), (height() - DotSize) / 2.0, DotSize, DotSize));
        room.setLeft(room.left() + DotSize + Gap);
    }
    if (m_locked) {
        const QRect lock(room.right() - LockSize + 1, (height() - LockSize) / 2, LockSize, LockSize);
        brokerscope::icon(QStringLiteral("lock"), IconRole::Warning).paint(&painter, lock);
        room.setRight(lock.left() - Gap);
    }
    const QFont bold = boldFont();
    painter.setFont(bold);
    painter.setPen(isEnabled() ? palette.text : palette.disabled);
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetrics(bold).elidedText(text(), Qt::ElideRight, room.width() + 1));
}

}  // namespace brokerscope
