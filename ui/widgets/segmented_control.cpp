#include "ui/widgets/segmented_control.h"

#include "ui/style/metrics.h"
#include "ui/style/palette.h"
#include "ui/widgets/segmented_accessible.h"

#include <QFontMetrics>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

namespace brokerscope {

namespace {

constexpr int kSegmentRoom = 11;

}  // namespace

SegmentedControl::SegmentedControl(const QStringList& items, QWidget* parent) : QWidget(parent) {
    SegmentedAccessible::install();
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setItems(items);
}

void SegmentedControl::setItems(const QStringList& items) {
    m_items = items;
    m_enabled = QList<bool>(items.size(), true);
    m_current = items.isEmpty() ? -1 : 0;
    setAccessibleDescription(m_items.value(m_current));
    updateGeometry();
    update();
}

void SegmentedControl::setItemEnabled(int index, bool enabled) {
    if (index >= 0 && index < m_enabled.size()) {
        m_enabled[index] = enabled;
        update();
    }
}

void SegmentedControl::setCurrentIndex(int index) {
    if (index == m_current || !isItemEnabled(index)) {
        return;
    }
    m_current = index;
    setAccessibleDescription(m_items[index]);
    QAccessibleEvent selected(this, QAccessible::Selection);
    selected.setChild(index);
    QAccessible::updateAccessibility(&selected);
    update();
    Q_EMIT currentIndexChanged(index);
}

int SegmentedControl::itemWidth(int index) const {
    return fontMetrics().horizontalAdvance(m_items[index]) + 2 * kSegmentRoom;
}

QRect SegmentedControl::itemRect(int index) const {
    int left = 0;
    for (int before = 0; before < index; ++before) {
        left += itemWidth(before);
    }
    return {left, 0, itemWidth(index), height()};
}

QSize SegmentedControl::sizeHint() const {
    int width = 0;
    for (int index = 0; index < m_items.size(); ++index) {
        width += itemWidth(index);
    }
    return {width, controlHeight()};
}

void SegmentedControl::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Palette& palette = Palette::of(this->palette());
    QPainterPath outline;
    outline.addRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), Metrics::Radius + 1, Metrics::Radius + 1);
    painter.fillPath(outline, palette.surface);
    const QPoint mouse = mapFromGlobal(QCursor::pos());
    for (int index = 0; index < m_items.size(); ++index) {
        const QRect item = itemRect(index);
        const bool enabled = isEnabled() && isItemEnabled(index);
        painter.setClipPath(outline);
        if (index == m_current) {
            painter.fillRect(item, palette.selection);
        } else if (enabled && underMouse() && item.contains(mouse)) {
            painter.fillRect(item, palette.alternate);
        }
        if (index > 0) {
            painter.fillRect(QRect(item.left(), 0, 1, height()), palette.border);
        }
        painter.setClipping(false);
        painter.setPen(!enabled ? palette.disabled : index == m_current ? palette.text : palette.muted);
        painter.drawText(item, Qt::AlignCenter, m_items[index]);
    }
    painter.setPen(hasFocus() ? palette.accent : palette.frame);
    painter.drawPath(outline);
}

void SegmentedControl::mousePressEvent(QMouseEvent* event) {
    for (int index = 0; event->button() == Qt::LeftButton && index < m_items.size(); ++index) {
        if (itemRect(index).contains(event->pos())) {
            setCurrentIndex(index);
        }
    }
}

void SegmentedControl::step(int from, int direction) {
    for (int index = from; index >= 0 && index < m_items.size(); index += direction) {
        if (isItemEnabled(index)) {
            setCurrentIndex(index);
            return;
        }
    }
}

void SegmentedControl::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Left:
            step(m_current - 1, -1);
            break;
        case Qt::Key_Right:
            step(m_current + 1, 1);
            break;
        case Qt::Key_Home:
            step(0, 1);
            break;
        case Qt::Key_End:
            step(static_cast<int>(m_items.size()) - 1, -1);
            break;
        default:
            QWidget::keyPressEvent(event);
    }
}

}  // namespace brokerscope
