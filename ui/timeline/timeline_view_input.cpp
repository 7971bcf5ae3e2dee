// Mouse and keyboard of TimelineView.
#include "ui/timeline/timeline_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace brokerscope {
namespace {

constexpr double kNotch = 120;  // of a wheel, in eighths of a degree
constexpr double kZoomPerNotch = 1.25;
constexpr double kPanShare = 0.1;    // of the width, by key
constexpr double kPanPerNotch = 80;  // pixels
constexpr int kDragBegins = 4;       // pixels

}  // namespace

bool TimelineView::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::Leave) {
        m_hoveredMs = -1;
        viewport()->update();
    } else if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        showToolTip(help->pos(), help->globalPos());
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void TimelineView::showToolTip(QPoint point, QPoint globalPoint) {
    const auto hit = hitAt(point);
    const QString text = hit && m_words.toolTip && m_lanes.timeline() != nullptr ? m_words.toolTip(*hit) : QString();
    // Shown as it is, whatever it looks like.
    QToolTip::showText(globalPoint,
                       text.isEmpty() ? text
                                      : QStringLiteral("<p style='white-space:pre'>%1</p>").arg(text.toHtmlEscaped()),
                       viewport());
}

void TimelineView::wheelEvent(QWheelEvent* event) {
    const QPoint delta = event->angleDelta();
    const bool sideways = std::abs(delta.x()) > std::abs(delta.y());
    const bool overNames = event->position().x() < frame().gutter;
    if (sideways || event->modifiers().testFlag(Qt::ShiftModifier)) {
        m_scale.pan(-(sideways ? delta.x() : delta.y()) / kNotch * kPanPerNotch);
    } else if (overNames || event->modifiers().testFlag(Qt::AltModifier)) {
        QScrollBar& bar = *verticalScrollBar();
        bar.setValue(bar.value() - static_cast<int>((delta.y() + delta.x()) / kNotch * 3 * bar.singleStep()));
    } else {
        m_scale.zoom(std::pow(kZoomPerNotch, delta.y() / kNotch), event->position().x() - frame().gutter);
    }
    event->accept();
    scaleChanged();
}

void TimelineView::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) {
        m_pressed = event->pos();
        m_draggedX = event->pos().x();
        m_isDragging = false;
    }
}

void TimelineView::mouseMoveEvent(QMouseEvent* event) {
    const QPoint point = event->pos();
    if (!m_pressed || !event->buttons().testFlag(Qt::LeftButton)) {
        const std::int64_t ms = point.x() >= frame().gutter ? m_scale.msAt(point.x() - frame().gutter) : -1;
        if (ms != m_hoveredMs) {
            m_hoveredMs = ms;
            viewport()->update();
        }
        return;
    }
    if (!m_isDragging && std::abs(point.x() - m_pressed->x()) < kDragBegins) {
        return;
    }
    m_isDragging = true;
    viewport()->setCursor(Qt::ClosedHandCursor);
    m_scale.pan(m_draggedX - point.x());
    m_draggedX = point.x();
    scaleChanged();
}

void TimelineView::mouseReleaseEvent(QMouseEvent* event) {
    if (!m_pressed || event->button() != Qt::LeftButton) {
        return;
    }
    m_pressed.reset();
    viewport()->unsetCursor();
    if (m_isDragging) {
        m_isDragging = false;
        return;
    }
    if (const auto hit = hitAt(event->pos()); hit && m_lanes.timeline() != nullptr) {
        choose(*hit);
    }
}

void TimelineView::choose(const TimelineHit& hit) {
    if (hit.row && (hit.row->kind == LaneKind::MembersHeading || hit.row->kind == LaneKind::PartitionsHeading)) {
        toggle(*hit.row);
        return;
    }
    TimelineSelection selection = m_selection;
    if (hit.part != TimelineHit::Part::Ruler) {
        selection.row = hit.row;
    }
    if (hit.part != TimelineHit::Part::Names) {
        selection.timeMs = hit.timeMs;
        selection.interval = hit.interval;
        selection.rebalance =
            hit.rebalance < 0 ? 0 : m_lanes.timeline()->rebalances[static_cast<std::size_t>(hit.rebalance)].number;
    }
    select(selection);
}

void TimelineView::toggle(LaneRow heading) {
    if (heading.kind == LaneKind::PartitionsHeading || heading.kind == LaneKind::Partition) {
        setPartitionsOpen(!m_layout.arePartitionsOpen());
        return;
    }
    m_layout.setMembersOpen(!m_layout.areMembersOpen());
    updateScrollBar();
    viewport()->update();
}

void TimelineView::moveRow(int rows) {
    const int current = m_selection.row ? m_layout.numberOf(*m_selection.row).value_or(-1) : -1;
    const LaneRow row = m_layout.row(std::max(0, current + rows));
    selectRow(row);
    if (m_selection.timeMs >= 0) {
        // The same moment on the other row.
        const auto hit = hitAt({xOf(m_selection.timeMs), rowRect(row).center().y()});
        TimelineSelection selection = m_selection;
        selection.interval = hit ? hit->interval : -1;
        select(selection);
    }
}

void TimelineView::moveMoment(bool toEnd) {
    const auto span = static_cast<std::int64_t>(m_scale.width() * m_scale.msPerPixel());
    const std::int64_t first = m_lanes.timeline() != nullptr ? m_lanes.timeline()->firstMs : 0;
    const std::int64_t from = toEnd ? m_nowMs - span : first;
    m_scale.show(from, from + span);
    scaleChanged();
}

bool TimelineView::runKey(const QKeyEvent& event) {
    struct KeyHandler {
        int key;
        std::function<void()> run;
    };
    const double pan = m_scale.width() * kPanShare;
    const double middle = m_scale.width() / 2.0;
    const int page = std::max(1, verticalScrollBar()->pageStep() / m_layout.sizes().member - 1);
    const bool shift = event.modifiers().testFlag(Qt::ShiftModifier);
    const std::array<KeyHandler, 20> handlers = {
        {{Qt::Key_Left, [&] { m_scale.pan(-pan); }},
         {Qt::Key_Right, [&] { m_scale.pan(pan); }},
         {Qt::Key_Plus, [&] { m_scale.zoom(kZoomPerNotch, middle); }},
         {Qt::Key_Equal, [&] { m_scale.zoom(kZoomPerNotch, middle); }},
         {Qt::Key_Minus, [&] { m_scale.zoom(1 / kZoomPerNotch, middle); }},
         {Qt::Key_Up, [&] { moveRow(-1); }},
         {Qt::Key_Down, [&] { moveRow(1); }},
         {Qt::Key_PageUp, [&] { moveRow(-page); }},
         {Qt::Key_PageDown, [&] { moveRow(page); }},
         {Qt::Key_Home, [&] { moveMoment(false); }},
         {Qt::Key_End, [&] { moveMoment(true); }},
         {Qt::Key_N, [&] { goToRebalance(shift ? -1 : 1); }},
         {Qt::Key_P, [&] { goToRebalance(-1); }},
         {Qt::Key_L, [&] { setFollowing(!m_scale.isFollowing()); }},
         {Qt::Key_A, [&] { showAll(); }},
         {Qt::Key_Return, [&] { Q_EMIT evidenceWanted(); }},
         {Qt::Key_Enter, [&] { Q_EMIT evidenceWanted(); }},
         {Qt::Key_Space,
          [&] {
              toggle(m_selection.row.value_or(LaneRow{LaneKind::PartitionsHeading, 0}));
          }},
         {Qt::Key_Escape, [&] { selectRebalance(0); }},
         {Qt::Key_0, [&] { showAll(); }}}};
    const auto* found = std::ranges::find(handlers, event.key(), &KeyHandler::key);
    if (found == handlers.end() || m_lanes.timeline() == nullptr) {
        return false;
    }
    found->run();
    return true;
}

void TimelineView::keyPressEvent(QKeyEvent* event) {
    const bool isCommand = event->modifiers().testFlag(Qt::ControlModifier) ||
                           event->modifiers().testFlag(Qt::AltModifier) ||
                           event->modifiers().testFlag(Qt::MetaModifier);
    if (isCommand || !runKey(*event)) {
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    scaleChanged();
}

void TimelineView::focusInEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void TimelineView::focusOutEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

}  // namespace brokerscope
